//! POkA as published (Dewri, Ray, Ray and Whitley, CIKM 2009): from one best trade-off to the next through ground nodes.
//!
//! Functions 1 to 3 of section 5.2, line by line, with the two lists of section 5.3. What the paper writes as
//! `(NULL, 0, 0)` is `None` here and worse than any node, so that models with a protection below 0 are served too.

use std::collections::HashSet;
use std::rc::Rc;

use hashbrown::HashMap;

use super::budget::Spending;
use super::named::needs_rule;
use super::{About, Limits, Needs, Offers};
use crate::classes::{Classes, Scratch};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::front::{Archive, Found, Front, Open, Stopped};
use crate::space::{Lattice, Node, Space};
use crate::study::{Depth, Rule};
use crate::watch::Watch;

pub const POKA: About = About {
    name: "poka",
    does: "goes from each best trade-off to the next: down to ground nodes at depth d, then up to the most private node \
           that is less private and loses less (POkA, Functions 1 to 3; rule tolerance)",
    proves: "nothing: what lies two steps or more straight below a node that it took is never looked at (Function 1), nor \
             what lies beside it beyond depth d; and a plateau, where no neighbour loses less, ends the search",
    spaces: &[Space::Lattice],
    default_in: &[],
    needs: Needs { two_objectives: true, rule: Some((Rule::Tolerance, ONE_OUTCOME)), ..Needs::NOTHING },
    offers: Offers { depth: true, base: true, ..Offers::NOTHING },
    run,
};

/// Why the rule is tolerance (5.1).
const ONE_OUTCOME: &str = "POkA compares nodes that have one k each, and as needed a node has several";

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    with_bases(problem, limits, watch).map(|(front, _)| front)
}

/// The front, and every node that the search went on from (the set P of Function 3), in its order: for whoever asks what of
/// the lattice lies where.
pub fn with_bases(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<(Front, Vec<(Node, Outcome)>)> {
    if problem.rule != Rule::Tolerance {
        return Err(needs_rule("suppression.rule", Rule::Tolerance, ONE_OUTCOME));
    }
    if !problem.is_plain() {
        let hint = "give one privacy model and one loss metric, or choose another search";
        return Err(Error::study(
            "search.algorithm",
            "POkA compares one privacy level with one loss, and no more",
            hint,
        ));
    }
    if problem.requires() {
        let hint = "leave out what is required, or choose another search";
        return Err(Error::study("search.algorithm", "POkA goes on from every node, and knows no requirements", hint));
    }
    let lattice = &problem.lattice;
    let depth = match limits.settings.depth.unwrap_or_default() {
        Depth::Average => Depth::Steps(average_depth(lattice)),
        depth => depth,
    };
    is_in(lattice, depth)?;
    let top: Node = (0..lattice.attributes()).map(|a| lattice.height(a)).collect();
    let first = limits.base.clone().unwrap_or_else(|| top.clone());
    let lower = first != top;
    let mut evaluator = Evaluator::new(problem, limits, watch);
    let (collected, stopped) = search(&mut evaluator, depth, first);

    let mut archive = Archive::default();
    for found in &collected {
        archive.offer(&found.node, found.outcome.clone());
    }
    let points = archive.into_points();
    let shown: usize = points.iter().map(|p| 1 + p.ties.len()).sum();
    let found = Found {
        algorithm: POKA.name,
        evaluated: evaluator.values.len() as u64,
        complete: false,
        stopped,
        open: Open::BeyondDepth { depth, lower, beaten: collected.len() - shown, taken: collected.len() },
        seconds: evaluator.spending.elapsed().as_secs_f64(),
        threads: 1,
        ..Found::default()
    };
    let bases = collected.iter().map(|valued| (valued.node.clone(), valued.outcome.clone())).collect();
    Ok((Front { points, found }, bases))
}

/// d_avg: the mean number of levels of an attribute, rounded up (4.3).
pub fn average_depth(lattice: &Lattice) -> u32 {
    steps_high(lattice).div_ceil(lattice.attributes().max(1) as u32).max(1)
}

fn steps_high(lattice: &Lattice) -> u32 {
    (0..lattice.attributes()).map(|a| u32::from(lattice.height(a))).sum()
}

/// Refuses a number of steps that the lattice does not have.
fn is_in(lattice: &Lattice, depth: Depth) -> Result<()> {
    let levels = steps_high(lattice).max(1);
    match depth {
        Depth::Steps(depth) if !(1..=levels).contains(&depth) => {
            let what = format!("{depth} is out of range: this lattice is {levels} steps high");
            Err(Error::study("search.depth", what, format!("give 1 to {levels}, or leave it out")))
        }
        _ => Ok(()),
    }
}

/// The steps that a depth means at a base node N = (n_1 … n_s) (4.3): d_avg; max n_i, which covers Gbest; or
/// max over j of Σ n_i − n_j, which covers Gworst.
fn steps_at(lattice: &Lattice, depth: Depth, base: &[u8]) -> u32 {
    let levels = || base.iter().map(|level| u32::from(*level));
    let steps = match depth {
        Depth::Steps(steps) => steps,
        Depth::Average => average_depth(lattice),
        Depth::Best => levels().max().unwrap_or(0),
        Depth::Worst => levels().sum::<u32>() - levels().min().unwrap_or(0),
    };
    steps.max(1)
}

/// Function 3: the set P, and why nothing more was added to it.
fn search(evaluator: &mut Evaluator, depth: Depth, mut node: Node) -> (Vec<Rc<Valued>>, Stopped) {
    let (lattice, model) = (&evaluator.problem.lattice, evaluator.problem.model());
    let (mut collected, mut bases) = (Vec::new(), HashSet::new());
    let stopped = loop {
        let Ok(base) = evaluator.evaluate(&node) else { break evaluator.spending.why() };
        // Where protection is not monotone, d = 1 can come back to a base node, and then would for ever.
        if !bases.insert(node.clone()) {
            break Stopped::CameBack;
        }
        collected.push(base.clone());
        let (level, loss) = (model.level(base.outcome.protection), base.outcome.loss.value);
        // No smaller k protects anyone; other parameters have no such end.
        if model.parameter == "k" && level <= 2.0 {
            break Stopped::LeastK(level);
        }
        let depth = steps_at(lattice, depth, &node);
        evaluator.stand_below(&node, depth);
        // HBest and DBest are emptied before each call of DepthSearch (5.3).
        let mut step = Step { evaluator, depth, base, h_best: HashMap::new(), d_best: HashMap::new() };
        match step.depth_search(&mut node) {
            Ok(Some(next)) => node.clone_from(&next.node),
            Ok(None) => break Stopped::NoNext { parameter: model.parameter, level, loss },
            Err(Refused) => break evaluator.spending.why(),
        }
    };
    (collected, stopped)
}

/// A node with its values.
struct Valued {
    node: Node,
    outcome: Outcome,
}

/// The best node that a search came by, or NULL.
type Best = Option<Rc<Valued>>;

/// The budget is spent, or the caller wants to stop.
struct Refused;

/// One step of Function 3: from a base node to the next.
struct Step<'s, 'p> {
    evaluator: &'s mut Evaluator<'p>,
    depth: u32,
    /// N.
    base: Rc<Valued>,
    /// HBest: what each height search returned.
    h_best: HashMap<Node, Best>,
    /// DBest: what each depth search returned.
    d_best: HashMap<Node, Best>,
}

impl Step<'_, '_> {
    /// Function 2: the best node that height searches from the nodes at depth d come by.
    fn depth_search(&mut self, node: &mut Node) -> std::result::Result<Best, Refused> {
        if let Some(known) = self.d_best.get(node) {
            return Ok(known.clone());
        }
        let mut best = None;
        for attribute in 0..node.len() {
            if node[attribute] == 0 {
                continue;
            }
            node[attribute] -= 1;
            let found = match self.steps(node) == self.depth {
                // With d = 1 the node is a neighbour of the base node, and counts itself.
                true => self.height_search(node, self.depth == 1),
                false => self.depth_search(node),
            };
            node[attribute] += 1;
            best = better(best, found?);
        }
        self.d_best.insert(node.clone(), best.clone());
        Ok(best)
    }

    /// Function 1: the best node in GG(P), P itself included where `use_node` says so.
    fn height_search(&mut self, node: &mut Node, use_node: bool) -> std::result::Result<Best, Refused> {
        if let Some(known) = self.h_best.get(node) {
            return Ok(known.clone());
        }
        let mut best = if use_node { Some(self.evaluator.evaluate(node)?) } else { None };
        for attribute in 0..node.len() {
            if node[attribute] == self.evaluator.problem.lattice.height(attribute) {
                continue;
            }
            node[attribute] += 1;
            let found = self.climb(node);
            node[attribute] -= 1;
            best = better(best, found?);
        }
        self.h_best.insert(node.clone(), best.clone());
        Ok(best)
    }

    /// The body of Function 1's loop. Nodes of SG(N) are passed through unseen, except the neighbours of N, of which one
    /// is the most private (4.1). Any other node ends the search where it is as private as N or loses as much: the
    /// height boundary property (4.2).
    fn climb(&mut self, child: &mut Node) -> std::result::Result<Best, Refused> {
        if self.is_below_base(child) && self.steps(child) > 1 {
            return self.height_search(child, false);
        }
        let here = self.evaluator.evaluate(child)?;
        let (here, base) = (&here.outcome, &self.base.outcome);
        match here.protection < base.protection && here.loss.value < base.loss.value {
            true => self.height_search(child, true),
            false => Ok(None),
        }
    }

    /// In SG(N)?
    fn is_below_base(&self, node: &[u8]) -> bool {
        node.iter().zip(&self.base.node).all(|(level, base)| level <= base)
    }

    /// Steps between a node and N: the sum over |n_i − c_i|.
    fn steps(&self, node: &[u8]) -> u32 {
        node.iter().zip(&self.base.node).map(|(level, base)| u32::from(level.abs_diff(*base))).sum()
    }
}

/// The second where it is more private, or as private and loses less; otherwise the first. Strict, as in Functions 1
/// and 2, so of equals the one found first stays.
fn better(first: Best, second: Best) -> Best {
    match (&first, &second) {
        (_, None) => first,
        (None, _) => second,
        (Some(a), Some(b)) => {
            let (a, b) = (&a.outcome, &b.outcome);
            let more = b.protection > a.protection || (b.protection == a.protection && b.loss.value < a.loss.value);
            if more { second } else { first }
        }
    }
}

/// Evaluate, which counts a node once however often it is asked for.
struct Evaluator<'p> {
    problem: &'p Problem,
    finest: Classes,
    /// Classes of a node below all that the step can come by: fewer than the finest, so counted faster.
    floor: Classes,
    scratch: Scratch,
    values: HashMap<Node, Rc<Valued>>,
    spending: Spending<'p>,
    watch: &'p dyn Watch,
}

impl<'p> Evaluator<'p> {
    fn new(problem: &'p Problem, limits: &Limits, watch: &'p dyn Watch) -> Evaluator<'p> {
        let finest = Classes::finest(&problem.frequency, problem.track());
        watch.begin("searching", u64::try_from(problem.lattice.size()).unwrap_or(0));
        Evaluator {
            problem,
            floor: finest.clone(),
            finest,
            scratch: Scratch::default(),
            values: HashMap::new(),
            spending: Spending::begin(limits, watch),
            watch,
        }
    }

    /// Readies the floor of a step. A ground node lies d steps below the base node, so no attribute is more than d levels
    /// lower; and height searches only rise.
    fn stand_below(&mut self, base: &[u8], depth: u32) {
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        let node: Node = base.iter().map(|level| level.saturating_sub(depth)).collect();
        let groupings = self.problem.lattice.groupings(&node);
        self.floor = self.finest.roll_up(&self.problem.frequency, &groupings, &mut self.scratch);
    }

    fn evaluate(&mut self, node: &Node) -> std::result::Result<Rc<Valued>, Refused> {
        if let Some(known) = self.values.get(node) {
            return Ok(known.clone());
        }
        if !self.spending.may_go_on(self.values.len() as u64) {
            return Err(Refused);
        }
        let problem = self.problem;
        let classes = self.floor.roll_up(&problem.frequency, &problem.lattice.groupings(node), &mut self.scratch);
        // By tolerance a node has one outcome (5.1).
        let outcome = problem.outcomes(node, &classes).pop().ok_or(Refused)?;
        let valued = Rc::new(Valued { node: node.clone(), outcome });
        self.values.insert(node.clone(), valued.clone());
        self.watch.advance(1);
        Ok(valued)
    }
}
