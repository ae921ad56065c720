//! The experiments of POkA, section 6: the Adult table with hierarchies of Table 2's lengths, by tolerance.
//!
//! The paper prints how many levels each hierarchy has, but not its groups. Ours are those of the embedded studies, so
//! the lattices have the paper's shape and other values.

use rayon::prelude::*;
use serde_json::{Value, json};

use super::Options;
use crate::classes::{Classes, Scratch};
use crate::error::Result;
use crate::evaluate::{Outcome, Problem};
use crate::flow::Flow;
use crate::front::{Archive, Front, Point, dominates};
use crate::say::thousands;
use crate::search::{self, Limits};
use crate::space::Node;
use crate::study::{Depth, Role, Search, Study, StudyFile};
use crate::watch::Watch;

/// Table 2's attributes.
pub const ALL: usize = 8;

/// A loss that the paper measures, and the embedded study in which we measure it.
#[derive(Debug, Clone, Copy)]
pub struct Loss {
    pub name: &'static str,
    /// The paper's letters for it.
    pub letters: &'static str,
    study: &'static str,
}

pub const GENERAL: Loss = Loss { name: "general-loss", letters: "GLM", study: "study.toml" };
pub const DISCERNIBILITY: Loss = Loss { name: "discernibility", letters: "DCN", study: "study.toml" };
/// Its label is the salary class, which is then no quasi-identifier.
pub const CLASSIFICATION: Loss = Loss { name: "classification-error", letters: "CE", study: "class.toml" };
/// The same in the reading in which suppressed rows cost nothing; the paper does not say which it means.
pub const KEPT: Loss = Loss { name: "kept-classification-error", letters: "CE, kept rows", study: "class.toml" };

/// A problem with its whole search space.
pub struct Experiment {
    pub problem: Problem,
    /// Names of the attributes, in the order of Table 2.
    pub attributes: Vec<String>,
    /// Every node with what it comes to.
    pub space: Vec<(Node, Outcome)>,
    /// The true optima: the front of the space.
    pub optima: Vec<Point>,
}

/// What POkA found at one depth.
pub struct Trial {
    pub depth: u32,
    pub front: Front,
    /// Every node that POkA went on from.
    pub bases: Vec<(Node, Outcome)>,
    /// For each true optimum, was it found?
    pub found: Vec<bool>,
    /// Points that POkA takes for optima and that a true optimum beats.
    pub beaten: usize,
}

impl Experiment {
    /// The experiment with a loss and the first attributes of Table 2.
    pub fn open(loss: Loss, attributes: usize, options: &Options, watch: &dyn Watch) -> Result<Experiment> {
        let mut file = StudyFile::read(&options.adult.with_file_name(loss.study))?;
        file.objectives.loss = Some(loss.name.into());
        file.suppression.rule = Some("tolerance".into());
        let quasi = Study::check(loss.study, &file)?;
        for column in quasi.with_role(Role::QuasiIdentifier).skip(attributes) {
            // k-anonymity does not look at it, and rows in which it is missing stay out, as in the paper.
            file.set_column(&column.name, "role", "sensitive".into());
        }
        let Flow { problem, source, .. } = Flow::open(Study::check(loss.study, &file)?, watch)?;
        let attributes = source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.clone()).collect();
        Experiment::of(problem, attributes, watch)
    }

    /// The experiment with a problem: all of its nodes are evaluated.
    pub fn of(problem: Problem, attributes: Vec<String>, watch: &dyn Watch) -> Result<Experiment> {
        let space = every_node(&problem, watch)?;
        let mut archive = Archive::default();
        for (node, outcome) in &space {
            archive.offer(node, outcome.clone());
        }
        Ok(Experiment { problem, attributes, space, optima: archive.into_points() })
    }

    /// The paper's depth: the mean number of levels of an attribute, rounded up.
    pub fn average_depth(&self) -> u32 {
        search::average_depth(&self.problem.lattice)
    }

    /// POkA at several depths, on all cores.
    pub fn trials(&self, depths: &[u32], watch: &dyn Watch) -> Result<Vec<Trial>> {
        watch.begin("searching", depths.len() as u64);
        let found = depths.par_iter().map(|depth| {
            let trial = self.trial(*depth, &Unseen(watch));
            watch.advance(1);
            trial
        });
        let found = found.collect();
        // Half a search would look like a whole one in a table.
        watch.check()?;
        found
    }

    fn trial(&self, depth: u32, watch: &dyn Watch) -> Result<Trial> {
        let limits = Search { depth: Some(Depth::Steps(depth)), ..Search::default() }.into();
        let (front, bases) = search::with_bases(&self.problem, &limits, watch)?;
        let has = |optimum: &Point| front.points.iter().any(|p| values(p) == values(optimum));
        let found = self.optima.iter().map(has).collect();
        let beats = |point: &Point| self.optima.iter().any(|o| dominates(&o.outcome, &point.outcome));
        let beaten = front.points.iter().filter(|p| beats(p)).count();
        Ok(Trial { depth, front, bases, found, beaten })
    }

    /// POkA from another node than the top, at the paper's depth.
    pub fn from(&self, start: &Node, watch: &dyn Watch) -> Result<Front> {
        let limits = Limits { base: Some(start.clone()), ..Limits::default() };
        search::with_bases(&self.problem, &limits, watch).map(|(front, _)| front)
    }

    /// True optima with k ≥ 2: POkA ends at k ≤ 2, and k = 1 protects nobody.
    pub fn protecting(&self) -> usize {
        self.optima.iter().filter(|optimum| values(optimum).0 >= 2.0).count()
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u64 {
        self.space.len() as u64
    }

    /// The conditions of the experiment, in words.
    pub fn conditions(&self) -> String {
        let rows = thousands(self.problem.frequency.rows as f64);
        format!("Adult, rule tolerance, at most {} of {rows} rows suppressed", self.problem.limit)
    }
}

impl Trial {
    /// True optima found.
    pub fn hits(&self) -> usize {
        self.found.iter().filter(|found| **found).count()
    }

    /// The same among those with k ≥ 2.
    pub fn protecting(&self, experiment: &Experiment) -> usize {
        let pairs = experiment.optima.iter().zip(&self.found);
        pairs.filter(|(optimum, found)| **found && values(optimum).0 >= 2.0).count()
    }

    /// Nodes evaluated, as a share of the experiment's nodes.
    pub fn share(&self, experiment: &Experiment) -> f64 {
        self.front.found.evaluated as f64 / experiment.nodes() as f64
    }

    /// The k of the true optima that were not found.
    pub fn missed(&self, experiment: &Experiment) -> Vec<f64> {
        let missed = experiment.optima.iter().zip(&self.found).filter(|(_, found)| !**found);
        missed.map(|(optimum, _)| optimum.outcome.protection).collect()
    }

    /// For programs.
    pub fn json(&self, experiment: &Experiment) -> Value {
        json!({
            "depth": self.depth, "evaluated": self.front.found.evaluated, "share": self.share(experiment),
            "true_optima": self.hits(), "true_optima_from_2": self.protecting(experiment), "beaten": self.beaten, "missed_k": self.missed(experiment),
            "why": self.front.found.why(), "points": points_json(&self.front.points),
        })
    }
}

/// k and loss of a point.
pub fn values(point: &Point) -> (f64, f64) {
    (point.outcome.protection, point.outcome.loss.value)
}

/// k and loss of each point, for programs.
pub fn points_json(points: &[Point]) -> Vec<Value> {
    points.iter().map(values).map(|(k, loss)| json!({ "k": k, "loss": loss })).collect()
}

/// Every node with its one outcome. The cores share the levels of the attribute with most values.
fn every_node(problem: &Problem, watch: &dyn Watch) -> Result<Vec<(Node, Outcome)>> {
    watch.begin("evaluating every node", u64::try_from(problem.lattice.size()).unwrap_or(0));
    let mut order: Vec<usize> = (0..problem.lattice.attributes()).collect();
    order.sort_by_key(|attribute| std::cmp::Reverse(problem.lattice.levels[*attribute][0].groups));
    let levels: Vec<u8> = (0..=problem.lattice.height(order[0])).collect();
    let walk = Walk { problem, watch, order };
    let finest = Classes::finest(&problem.frequency, problem.track());
    let found: Result<Vec<Vec<(Node, Outcome)>>> = levels
        .into_par_iter()
        .map(|level| {
            let mut found = Vec::new();
            walk.raise(&problem.lattice.bottom(), 0, level, &finest, &mut Scratch::default(), &mut found)?;
            Ok(found)
        })
        .collect();
    Ok(found?.concat())
}

struct Walk<'a> {
    problem: &'a Problem,
    watch: &'a dyn Watch,
    /// Attributes with many values first: generalizing them early leaves few classes for the many nodes behind them.
    order: Vec<usize>,
}

impl Walk<'_> {
    /// Raises the attribute at a place of the order to a level, then all behind it to all of theirs.
    fn raise(
        &self,
        node: &Node,
        place: usize,
        level: u8,
        finer: &Classes,
        scratch: &mut Scratch,
        found: &mut Vec<(Node, Outcome)>,
    ) -> Result<()> {
        let (problem, lattice) = (self.problem, &self.problem.lattice);
        let mut node = node.clone();
        node[self.order[place]] = level;
        let classes = finer.roll_up(&problem.frequency, &lattice.groupings(&node), scratch);
        if let Some(next) = self.order.get(place + 1) {
            return (0..=lattice.height(*next))
                .try_for_each(|l| self.raise(&node, place + 1, l, &classes, scratch, found));
        }
        self.watch.check()?;
        self.watch.advance(1);
        found.extend(problem.outcomes(&node, &classes).into_iter().map(|outcome| (node.clone(), outcome)));
        Ok(())
    }
}

/// A caller that can stop the work but sees nothing of it: several searches at once would draw over one another.
pub struct Unseen<'a>(pub &'a dyn Watch);

impl Watch for Unseen<'_> {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}
