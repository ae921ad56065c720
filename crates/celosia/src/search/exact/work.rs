//! The search at work: boxes of the lattice, one after the other, until each is decided.

use std::collections::{HashSet, VecDeque};
use std::sync::Mutex;

use rayon::prelude::*;

use super::early::Sizes;
use super::exclude::{Bounds, Rank, kept_open};
use super::known::{Above, Below, Evaluation, few_rows};
use super::pick::Pick;
use super::target::Target;
use crate::classes::Scratch;
use crate::evaluate::{Memory, Problem};
use crate::search::budget::Spending;
use crate::search::{Limits, Question};
use crate::space::{Area, Levels, Node};
use crate::watch::Watch;

/// Boxes of up to this many nodes are written down node by node.
const REGION: u128 = 1 << 18;
/// How often the memory of weak rows is counted.
const TRIM_EVERY: usize = 64;

/// All that a search knows.
pub struct Work<'a> {
    pub(super) problem: &'a Problem,
    pub spending: Spending<'a>,
    pub target: Target,
    pub evaluated: HashSet<Node>,
    /// Are large classes looked at for bounds? They are where few nodes are needed, and one bound decides many: without
    /// suppression, where a small part of a class is enough, and for a question.
    pub(super) large: bool,
    /// Are nodes bounded by a part of the rows?
    pub(super) by_parts: bool,
    pub(super) memory: Memory<'a>,
    /// Bytes for the weak rows of all nodes above.
    rows_memory: u64,
    /// How many nodes above there were when the weak rows were last counted.
    trimmed: usize,
    pub(super) above: Vec<Above>,
    /// How much each helps, for the answer so far.
    pub(super) ranks: Vec<Rank>,
    pub(super) below: Vec<Below>,
    pub(super) pick: Pick,
    pub(super) sizes: Sizes,
    /// One for each thread: making them anew would cost more than a roll-up.
    scratches: Vec<Mutex<Scratch>>,
    pub(super) watch: &'a dyn Watch,
}

impl<'a> Work<'a> {
    pub fn new(problem: &'a Problem, limits: &Limits, spending: Spending<'a>, watch: &'a dyn Watch) -> Self {
        let large = problem.limit == 0 || limits.question != Question::Front;
        let by_parts = large || few_rows(problem);
        Work {
            problem,
            spending,
            target: Target::new(limits.question),
            evaluated: HashSet::new(),
            large,
            by_parts,
            memory: Memory::new(problem, limits.memory / 2, by_parts),
            rows_memory: limits.memory / 2,
            trimmed: 0,
            above: Vec::new(),
            ranks: Vec::new(),
            below: Vec::new(),
            pick: Pick::new(limits.seed, problem.about_metric.cells_only),
            sizes: Sizes::new(problem),
            scratches: (0..limits.threads()).map(|_| Mutex::default()).collect(),
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
            if self.may_evaluate() == 0 {
                left.push(self.reaches(&area));
                continue;
            }
            // The ends of a box decide whether it can be excluded as a whole.
            let ends = [area.high.clone(), area.low.clone()].into_iter().filter(|n| !self.evaluated.contains(n));
            let ends = ends.take(self.may_evaluate()).collect();
            self.evaluate(ends);
            if self.excluded(&area) {
                self.watch.advance(u64::try_from(area.size()).unwrap_or(u64::MAX));
            } else if area.size() <= REGION {
                left.extend(self.region(area));
            } else if let Some((lower, upper)) = area.halves() {
                boxes.extend([lower, upper]);
            }
        }
        left
    }

    /// How many nodes the budget still allows.
    pub(super) fn may_evaluate(&self) -> usize {
        self.spending.left(self.evaluated.len() as u64)
    }

    pub(super) fn evaluation(&self, node: &Node) -> Evaluation {
        self.with_scratch(|scratch| Evaluation::new(self.problem, &self.memory, node, self.large, scratch))
    }

    /// Evaluates nodes.
    fn evaluate(&mut self, nodes: Vec<Node>) {
        let done: Vec<Evaluation> = nodes.par_iter().map(|node| self.evaluation(node)).collect();
        for evaluation in done {
            self.learn(evaluation);
        }
    }

    /// Takes in an evaluation.
    pub(super) fn learn(&mut self, Evaluation { outcomes, above, below, to_keep }: Evaluation) {
        let node = above.node.clone();
        outcomes.into_iter().for_each(|outcome| self.target.offer(&node, outcome));
        self.above.push(above);
        self.below.push(below);
        if let Some(classes) = to_keep {
            self.memory.keep(&node, classes);
        }
        self.evaluated.insert(node);
    }

    /// Works with the scratch memory of this thread.
    pub(super) fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0);
        match self.scratches.get(thread).map(Mutex::lock) {
            Some(Ok(mut scratch)) => work(&mut scratch),
            _ => work(&mut Scratch::default()),
        }
    }

    /// Keeps the weak rows within their memory: the oldest go, which are seldom the nearest of an open node.
    pub(super) fn trim(&mut self) {
        if self.above.len() < self.trimmed + TRIM_EVERY {
            return;
        }
        self.trimmed = self.above.len();
        let mut bytes: u64 = self.above.iter().map(Above::bytes).sum();
        for above in &mut self.above {
            if bytes <= self.rows_memory {
                break;
            }
            bytes -= above.bytes();
            above.forget();
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
        let above = self.above_of(&area.high);
        let nearest = above.clone().min_by_key(|above| above.height);
        let most = above.clone().map(|above| above.ceiling.protection()).fold(f64::INFINITY, f64::min);
        let further = |model: usize| above.clone().map(|a| a.ceiling.further[model]).fold(f64::INFINITY, f64::min);
        let most_further: Vec<f64> = (0..self.problem.further_models.len()).map(further).collect();
        let least = self.floors(&area.low);
        let steps = nearest.map_or(&[][..], |above| &above.ceiling.steps);
        let bounds = Bounds { most, most_further: &most_further, least: &least, steps };
        kept_open(self.problem, &bounds, 0, &self.target, &mut Vec::new()).is_none()
    }

    /// What generalizations of a node say of it.
    pub(super) fn above_of(&self, node: &[u8]) -> impl Iterator<Item = &Above> + Clone {
        let levels = Levels::new(node);
        self.above.iter().filter(move |above| above.levels.reach(&levels))
    }

    /// Most protection and least loss that a box may hold.
    fn reaches(&self, area: &Area) -> (f64, f64) {
        let most = self.above_of(&area.high).map(|above| above.ceiling.protection()).fold(f64::INFINITY, f64::min);
        (most, self.floors(&area.low)[0])
    }

    /// Lower bounds of the losses of a node and of all its generalizations.
    fn floors(&self, node: &[u8]) -> Vec<f64> {
        let cells = self.problem.cells(node);
        let cells_only: Vec<bool> = self.problem.metrics().map(|about| about.cells_only).collect();
        let levels = Levels::new(node);
        let below: Vec<&Below> = self.below.iter().filter(|below| levels.reach(&below.levels)).collect();
        let floor = |(metric, cells): (usize, f64)| {
            let least = if cells_only[metric] { 0.0 } else { f64::NEG_INFINITY };
            let remainder = below.iter().map(|below| below.remainders[metric]).fold(least, f64::max);
            self.problem.floor(metric, cells, remainder)
        };
        cells.into_iter().enumerate().map(floor).collect()
    }
}
