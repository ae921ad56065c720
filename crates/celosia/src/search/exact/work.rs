//! All that a search knows, and how it takes in more.

use std::collections::HashSet;

use rayon::prelude::*;

use super::ceilings::Ceilings;
use super::choose::Pick;
use super::constants::{REMEMBERED, WRITTEN};
use super::exclude::{Bounds, kept_open, rank};
use super::known::{Above, Below, Evaluation, height};
use super::look::{Learnt, Look};
use super::news::News;
use super::sheet::Sheet;
use super::target::Target;
use super::walk::Walked;
use crate::search::Limits;
use crate::search::budget::Spending;
use crate::space::{Area, Levels, Node};
use crate::watch::Watch;

/// All that a search knows.
pub struct Work<'a> {
    pub look: &'a Look<'a>,
    pub spending: &'a Spending<'a>,
    pub watch: &'a dyn Watch,
    pub target: Target,
    pub evaluated: HashSet<Node>,
    /// Those that a walk evaluated: they say nothing of others.
    walked: Vec<Node>,
    /// Nodes that a part of the rows decided: less work than an evaluation, and charged as one.
    pub looks: u64,
    /// What writing sheets down, and finding what it begins with, has cost, in evaluations.
    written: u64,
    pub above: Ceilings,
    pub below: Vec<Below>,
    pub pick: Pick,
    /// From which to which protection the answer has changed since ceilings were last ranked.
    changed: Option<(f64, f64)>,
}

impl<'a> Work<'a> {
    pub fn new(look: &'a Look<'a>, limits: &Limits, spending: &'a Spending<'a>, watch: &'a dyn Watch) -> Self {
        Work {
            look,
            spending,
            watch,
            target: Target::new(limits.question),
            evaluated: HashSet::new(),
            walked: Vec::new(),
            looks: 0,
            written: limits.spent,
            above: Ceilings::new(limits.settings.memory / 2),
            below: Vec::new(),
            pick: Pick::new(limits.settings.seed, look.problem.metric().cells_only, limits.question),
            changed: None,
        }
    }

    /// How many nodes the budget still allows. Whatever takes time is charged, so that twice the budget takes about twice
    /// the time.
    pub fn may_evaluate(&self) -> usize {
        self.spending.left(self.evaluated.len() as u64 + self.looks + self.written)
    }

    /// Evaluates the ends of a box that were not yet, and are allowed to be. A box of one node has one end.
    pub fn evaluate_ends(&mut self, area: &Area) {
        let ends = if area.low == area.high { &[&area.high][..] } else { &[&area.high, &area.low] };
        let ends = ends.iter().filter(|end| !self.evaluated.contains(**end)).take(self.may_evaluate().max(1));
        let ends: Vec<&Node> = ends.copied().collect();
        let done: Vec<Evaluation> = ends.into_par_iter().map(|end| self.look.evaluate(end)).collect();
        let above = done.into_iter().map(|evaluation| self.take_in(evaluation)).collect();
        self.above.extend(above);
    }

    /// Evaluates what the search begins with, as far as it is allowed.
    pub fn evaluate_first(&mut self, nodes: &[Node]) {
        let mut new: Vec<&Node> = nodes.iter().filter(|node| !self.evaluated.contains(*node)).collect();
        new.sort();
        new.dedup();
        new.truncate(self.may_evaluate());
        let evaluate = |node: &Node| (!self.spending.is_over()).then(|| self.look.evaluate(node));
        let done: Vec<Evaluation> = new.into_par_iter().with_max_len(1).filter_map(evaluate).collect();
        let above = done.into_iter().map(|evaluation| self.take_in(evaluation)).collect();
        self.above.extend(above);
    }

    /// Learns from looks. Which nodes of the sheet that decides, and what the sheet has to hear of.
    pub fn learn(&mut self, sheet: &Sheet, learnt: Vec<Learnt>) -> (Vec<usize>, News<'_>) {
        let (ceilings, floors) = (self.above.all().len(), self.below.len());
        let (mut decided, mut above) = (Vec::new(), Vec::new());
        for learnt in learnt {
            match learnt {
                Learnt::Bounded(bound, nodes) => {
                    self.looks += 1;
                    decided.extend(nodes);
                    above.push(bound);
                }
                Learnt::Evaluated(evaluation) => {
                    decided.extend(sheet.index(&evaluation.above.node));
                    above.push(self.take_in(evaluation));
                }
            }
        }
        self.above.extend(above);
        let improved = self.rank_from(ceilings);
        let known = (self.look.problem, &self.target, self.above.all());
        let floors = self.below[floors..].iter().collect();
        (decided, News::new(known, improved, ceilings..self.above.all().len(), floors))
    }

    /// Takes in an evaluation, all but the ceiling.
    fn take_in(&mut self, Evaluation { outcomes, above, below }: Evaluation) -> Above {
        for outcome in outcomes {
            if !self.target.beats(outcome.protection, outcome.loss.value, &outcome.further) {
                let (low, high) = self.target.offer(&above.node, outcome);
                let (least, most) = self.changed.unwrap_or((low, high));
                self.changed = Some((least.min(low), most.max(high)));
            }
        }
        self.below.push(below);
        self.evaluated.insert(above.node.clone());
        above
    }

    /// Ranks the ceilings from a number on, and those before it whose rank the answer has changed. Has it changed?
    fn rank_from(&mut self, number: usize) -> bool {
        let changed = self.changed.take();
        let (before, new) = self.above.all_mut().split_at_mut(number);
        let stale = |above: &&mut Above| changed.is_some_and(|(low, high)| (low..=high).contains(&above.rank.at));
        let stale = before.iter_mut().filter(stale).chain(new);
        stale.for_each(|above| above.rank = rank(self.look.problem, above, &self.target));
        changed.is_some()
    }

    /// Takes in a walk through a sheet. Which nodes that decides, and what the sheet has to hear of.
    pub fn take_walk(&mut self, sheet: &Sheet, walked: Walked) -> (Vec<usize>, News<'_>) {
        let decided = walked.nodes.iter().filter_map(|node| sheet.index(node)).collect();
        self.target.merge(walked.target);
        self.evaluated.extend(walked.nodes.iter().cloned());
        self.walked.extend(walked.nodes);
        let known = (self.look.problem, &self.target, self.above.all());
        (decided, News::new(known, false, std::iter::empty(), Vec::new()))
    }

    /// Writes a box down, and tells the sheet what was known before, as far as it is near.
    pub fn sheet(&mut self, area: Area) -> Sheet {
        self.written += area.size() as u64 / WRITTEN;
        self.rank_from(0);
        let mut sheet = Sheet::new(self.look.problem, area);
        let all = self.above.all();
        let mut above: Vec<usize> = (0..all.len()).filter(|at| sheet.area.below(&all[*at].node).is_some()).collect();
        above.sort_by_key(|at| all[*at].height);
        above.truncate(REMEMBERED);
        let mut below: Vec<&Below> = self.below.iter().filter(|b| sheet.area.above(&b.node).is_some()).collect();
        below.sort_by_key(|below| std::cmp::Reverse(height(&below.node)));
        below.truncate(REMEMBERED);
        let evaluated: Vec<usize> = self.evaluated.iter().filter_map(|node| sheet.index(node)).collect();
        let news = News::new((self.look.problem, &self.target, all), true, above.into_iter(), below);
        sheet.take_in(&evaluated, &news);
        sheet
    }

    /// The nodes that the proof rests on: those that were evaluated or walked through, and those that were bounded by a part of the rows.
    pub fn proof(&self) -> Vec<Node> {
        let above = self.above.all().iter().map(|above| &above.node);
        let mut nodes: Vec<Node> = above.chain(&self.walked).cloned().collect();
        nodes.sort();
        nodes.dedup();
        nodes
    }

    /// Is every node of a box excluded? Its upper end has the highest ceiling, its lower end the lowest floor.
    pub fn excludes(&self, area: &Area) -> bool {
        let above = self.above.of(&area.high);
        let nearest = above.iter().min_by_key(|above| above.height);
        let further = |model: usize| above.iter().map(|a| a.ceiling.further[model]).fold(f64::INFINITY, f64::min);
        let most_further: Vec<f64> = (0..self.look.problem.models().len() - 1).map(further).collect();
        let bounds = Bounds {
            most: most_of(&above),
            fewest: self.below(&area.low).map(|below| below.protects).fold(f64::NEG_INFINITY, f64::max),
            most_further: &most_further,
            least: &self.floors(&area.low),
            steps: nearest.map_or(&[][..], |above| &above.ceiling.steps),
        };
        kept_open(self.look.problem, &bounds, 0, &self.target, &mut Vec::new()).is_none()
    }

    /// Most protection and least loss that a box may hold.
    pub fn reaches(&self, area: &Area) -> (f64, f64) {
        (most_of(&self.above.of(&area.high)), self.floors(&area.low)[0])
    }

    /// Evaluated specializations of a node, and it itself.
    fn below(&self, node: &[u8]) -> impl Iterator<Item = &Below> {
        let levels = Levels::new(node);
        self.below.iter().filter(move |below| levels.reach(&below.levels))
    }

    /// Lower bounds of the losses of a node and of all its generalizations.
    fn floors(&self, node: &[u8]) -> Vec<f64> {
        let cells = self.look.problem.cells(node);
        let cells_only: Vec<bool> = self.look.problem.metrics().map(|about| about.cells_only).collect();
        let below: Vec<&Below> = self.below(node).collect();
        let floor = |(metric, cells): (usize, f64)| {
            let least = if cells_only[metric] { 0.0 } else { f64::NEG_INFINITY };
            let remainder = below.iter().map(|below| below.remainders[metric]).fold(least, f64::max);
            self.look.problem.floor(metric, cells, remainder)
        };
        cells.into_iter().enumerate().map(floor).collect()
    }
}

/// The most protection that ceilings leave.
fn most_of(above: &[&Above]) -> f64 {
    above.iter().map(|above| above.most).fold(f64::INFINITY, f64::min)
}
