//! The search at work: boxes of the lattice, one after the other, until each is decided.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use rayon::prelude::*;

use super::ceilings::Ceilings;
use super::exclude::{Bounds, Rank, kept_open};
use super::known::{Above, Below, Evaluation};
use super::look::Look;
use super::pick::Pick;
use super::target::Target;
use crate::search::Limits;
use crate::search::budget::Spending;
use crate::space::{Area, Levels, Node};
use crate::watch::Watch;

/// Boxes of up to this many nodes are written down node by node.
const REGION: u128 = 1 << 18;
/// The nodes of a region that are written down in about the time of an evaluation.
const WRITTEN: u64 = 4096;
/// How often the memory of weak rows is counted.
const TRIM_EVERY: usize = 64;

/// All that a search knows.
pub struct Work<'a> {
    pub(super) look: &'a Look<'a>,
    pub(super) spending: &'a Spending<'a>,
    pub target: Arc<Target>,
    /// From which to which protection the answer has changed since nodes were last ranked.
    pub(super) changed: Option<(f64, f64)>,
    pub evaluated: HashSet<Node>,
    /// Nodes that a part of the rows decided: less work than an evaluation, and charged as one.
    pub looks: u64,
    /// What writing regions down has cost, in evaluations.
    written: u64,
    /// Bytes for the weak rows of all nodes above.
    rows_memory: u64,
    /// How many nodes above there were when the weak rows were last counted.
    trimmed: usize,
    pub(super) above: Ceilings,
    /// How much each helps, for the answer so far.
    pub(super) ranks: Vec<Rank>,
    pub(super) below: Vec<Below>,
    pub(super) pick: Pick,
    pub(super) watch: &'a dyn Watch,
}

impl<'a> Work<'a> {
    pub fn new(look: &'a Look<'a>, limits: &Limits, spending: &'a Spending<'a>, watch: &'a dyn Watch) -> Self {
        Work {
            look,
            spending,
            target: Arc::new(Target::new(limits.question)),
            changed: None,
            evaluated: HashSet::new(),
            looks: 0,
            written: 0,
            rows_memory: limits.memory / 2,
            trimmed: 0,
            above: Ceilings::default(),
            ranks: Vec::new(),
            below: Vec::new(),
            pick: Pick::new(limits.seed, look.problem.metric().cells_only),
            watch,
        }
    }

    /// Decides every node of a box. What is left when the budget ends: most protection and least loss of each undecided
    /// node or box.
    pub fn decide(&mut self, area: Area) -> Vec<(f64, f64)> {
        self.watch.begin("searching", u64::try_from(area.size()).unwrap_or(u64::MAX));
        // Wide before deep: the ends of all boxes are known before the first region costs its time.
        let mut boxes = VecDeque::from([area]);
        let mut left = Vec::new();
        while let Some(area) = boxes.pop_front() {
            if self.may_evaluate(0) == 0 && !(self.evaluated.is_empty() && self.spending.may_begin()) {
                left.push(self.reaches(&area));
                continue;
            }
            // The ends of a box decide whether it can be excluded as a whole. A box of one node has one end.
            let both = if area.low == area.high { &[&area.high][..] } else { &[&area.high, &area.low] };
            let ends = both.iter().map(|end| (*end).clone()).filter(|end| !self.evaluated.contains(end));
            let ends = ends.take(self.may_evaluate(0).max(1)).collect();
            self.evaluate(ends);
            if self.excluded(&area) {
                self.watch.advance(u64::try_from(area.size()).unwrap_or(u64::MAX));
            } else if area.size() <= REGION {
                self.written += area.size() as u64 / WRITTEN;
                left.extend(self.region(area));
            } else if let Some((lower, upper)) = area.halves() {
                boxes.extend([lower, upper]);
            }
        }
        left
    }

    /// How many nodes the budget still allows, beside those that are being looked at. Whatever takes time is charged, so
    /// that twice the budget takes about twice the time.
    pub(super) fn may_evaluate(&self, looked_at: usize) -> usize {
        self.spending.left((self.evaluated.len() + looked_at) as u64 + self.looks + self.written)
    }

    /// Evaluates nodes.
    fn evaluate(&mut self, nodes: Vec<Node>) {
        let done: Vec<Evaluation> = nodes.par_iter().map(|node| self.look.evaluate(node, true)).collect();
        let above = done.into_iter().map(|evaluation| self.learn(evaluation)).collect();
        self.above.extend(above);
    }

    /// Takes in an evaluation, all but the ceiling.
    pub(super) fn learn(&mut self, Evaluation { outcomes, above, below }: Evaluation) -> Above {
        for outcome in outcomes {
            if !self.target.beats(outcome.protection, outcome.loss.value, &outcome.further) {
                let (low, high) = Arc::make_mut(&mut self.target).offer(&above.node, outcome);
                let (least, most) = self.changed.unwrap_or((low, high));
                self.changed = Some((least.min(low), most.max(high)));
            }
        }
        self.below.push(below);
        self.evaluated.insert(above.node.clone());
        above
    }

    /// Keeps the weak rows within their memory.
    pub(super) fn trim(&mut self) {
        if self.above.len() >= self.trimmed + TRIM_EVERY {
            self.trimmed = self.above.len();
            self.above.trim(self.rows_memory);
        }
    }

    /// The nodes that the proof rests on: those that were evaluated, and those that were bounded by a part of the rows.
    pub fn proof(&self) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.above.iter().map(|above| above.node.clone()).collect();
        nodes.sort();
        nodes.dedup();
        nodes
    }

    /// Is every node of a box excluded? Its upper end has the highest ceiling, its lower end the lowest floor.
    fn excluded(&self, area: &Area) -> bool {
        let above = self.above.of(&area.high);
        let nearest = above.iter().min_by_key(|above| above.height);
        let further = |model: usize| above.iter().map(|a| a.ceiling.further[model]).fold(f64::INFINITY, f64::min);
        let most = most_of(&above);
        let most_further: Vec<f64> = (0..self.look.problem.models().len() - 1).map(further).collect();
        let least = self.floors(&area.low);
        let steps = nearest.map_or(&[][..], |above| &above.ceiling.steps);
        let fewest = self.below(&area.low).map(|below| below.protects).fold(f64::NEG_INFINITY, f64::max);
        let bounds = Bounds { most, fewest, most_further: &most_further, least: &least, steps };
        kept_open(self.look.problem, &bounds, 0, &self.target, &mut Vec::new()).is_none()
    }

    /// Most protection and least loss that a box may hold.
    fn reaches(&self, area: &Area) -> (f64, f64) {
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
    above.iter().map(|above| above.ceiling.protection()).fold(f64::INFINITY, f64::min)
}
