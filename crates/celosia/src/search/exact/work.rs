//! The search at work: boxes of the lattice, one after the other, until each is decided.

use std::collections::{HashSet, VecDeque};
use std::sync::Mutex;

use rayon::prelude::*;

use super::exclude::{Bounds, kept_open};
use super::known::{Above, Below, Evaluation};
use super::pick::{Pick, Picked};
use super::region::Region;
use super::target::Target;
use crate::classes::Scratch;
use crate::evaluate::{Memory, Problem};
use crate::search::budget::Spending;
use crate::search::{Limits, Question};
use crate::space::{Area, Node};
use crate::watch::Watch;

/// Boxes of up to this many nodes are written down node by node.
const REGION: u128 = 1 << 18;
/// Nodes chosen at a time: one for so many open nodes …
const OPEN_PER_NODE: usize = 256;
/// … but enough for all cores, and not so many that the answer to one comes too late for the others. The numbers do not
/// depend on the cores, so that the result does not either.
const BATCH: (usize, usize) = (8, 32);
/// Where floors have to be found by evaluations, the first of so many nodes are evaluated without being bounded first: as
/// long as little is known, a bound seldom decides a node, and costs as much as evaluating it.
const EARLY: usize = 16;
/// What was learnt before is looked at again for a new region only as far as it is near.
const REMEMBERED: usize = 64;
/// How often the memory of weak rows is counted.
const TRIM_EVERY: usize = 64;

/// All that a search knows.
pub struct Work<'a> {
    problem: &'a Problem,
    pub spending: Spending<'a>,
    pub target: Target,
    pub evaluated: HashSet<Node>,
    /// Are large classes looked at for bounds? They are where few nodes are needed, and one bound decides many: without
    /// suppression, where a small part of a class is enough, and for a question.
    large: bool,
    memory: Memory<'a>,
    /// Bytes for the weak rows of all nodes above.
    rows_memory: u64,
    /// How many nodes above there were when the weak rows were last counted.
    trimmed: usize,
    above: Vec<Above>,
    below: Vec<Below>,
    pick: Pick,
    /// One for each thread: making them anew would cost more than a roll-up.
    scratches: Vec<Mutex<Scratch>>,
    watch: &'a dyn Watch,
}

/// What one step taught.
struct Learnt {
    bound: Option<Above>,
    evaluation: Option<Evaluation>,
}

impl<'a> Work<'a> {
    pub fn new(problem: &'a Problem, limits: &Limits, spending: Spending<'a>, watch: &'a dyn Watch) -> Self {
        Work {
            problem,
            spending,
            target: Target::new(limits.question),
            evaluated: HashSet::new(),
            large: problem.limit == 0 || limits.question != Question::Front,
            memory: Memory::new(problem, limits.memory / 2),
            rows_memory: limits.memory / 2,
            trimmed: 0,
            above: Vec::new(),
            below: Vec::new(),
            pick: Pick::new(limits.seed, problem.about_metric.cells_only),
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
    fn may_evaluate(&self) -> usize {
        self.spending.left(self.evaluated.len() as u64)
    }

    /// Decides every node of a small box; returns what is left when the budget ends.
    fn region(&mut self, area: Area) -> Vec<(f64, f64)> {
        let mut region = self.open_region(area);
        let mut decided = 0;
        while region.left > 0 {
            let now = region.size() - region.left;
            self.watch.advance((now - std::mem::replace(&mut decided, now)) as u64);
            self.watch.tell(self.evaluated.len() as u64, self.target.points());
            if self.may_evaluate() == 0 {
                return region.remaining().collect();
            }
            let wanted = (region.left / OPEN_PER_NODE).clamp(BATCH.0, BATCH.1).min(self.may_evaluate());
            let picks = self.picks(&region, wanted);
            let early = self.is_early(&region);
            let steps: Vec<Learnt> = picks.par_iter().map(|picked| self.step(&region, picked, early)).collect();
            for Learnt { bound, evaluation } in steps {
                if let Some(above) = bound {
                    self.above.push(above);
                    region.put_ceiling(&self.above, self.above.len() - 1, &self.target);
                }
                if let Some(evaluation) = evaluation {
                    let at = self.learn(evaluation);
                    self.put(&mut region, at);
                }
            }
            region.sweep(&self.above, &self.target);
            self.trim();
        }
        self.watch.advance((region.size() - decided) as u64);
        Vec::new()
    }

    /// Is too little known for bounds by a part of the rows?
    fn is_early(&self, region: &Region) -> bool {
        !self.problem.about_metric.cells_only && self.evaluated.len() < region.size() / EARLY
    }

    /// Writes a box down, with what is known of it.
    fn open_region(&mut self, area: Area) -> Region<'a> {
        let mut region = Region::new(self.problem, area);
        let height = |node: &Node| node.iter().map(|level| u32::from(*level)).sum::<u32>();
        let mut above: Vec<usize> =
            (0..self.above.len()).filter(|i| region.area.below(&self.above[*i].node).is_some()).collect();
        above.sort_by_key(|i| height(&self.above[*i].node));
        above.truncate(REMEMBERED);
        let mut below: Vec<usize> =
            (0..self.below.len()).filter(|i| region.area.above(&self.below[*i].node).is_some()).collect();
        below.sort_by_key(|i| std::cmp::Reverse(height(&self.below[*i].node)));
        below.truncate(REMEMBERED);
        above.into_iter().for_each(|number| region.put_ceiling(&self.above, number, &self.target));
        below.into_iter().for_each(|at| region.put_floor(&self.above, &self.below[at], &self.target));
        let evaluated: Vec<usize> = self.evaluated.iter().filter_map(|node| region.index(node)).collect();
        evaluated.into_iter().for_each(|index| region.close(index));
        region.sweep(&self.above, &self.target);
        region
    }

    fn picks(&mut self, region: &Region, wanted: usize) -> Vec<Picked> {
        let mut picks: Vec<Picked> = Vec::new();
        for _ in 0..wanted {
            let Some(mut picked) = self.pick.next(region, &self.target) else { break };
            if self.evaluated.contains(&region.node(picked.index)) {
                picked.index = picked.start;
            }
            if picks.iter().all(|known| known.index != picked.index) {
                picks.push(picked);
            }
        }
        picks
    }

    /// Bounds a node by the rows that are weak in its nearest generalizations, and evaluates it if that decides neither it
    /// nor the open node for whose sake it was chosen. Both in one go, so that no thread waits between the two.
    fn step(&self, region: &Region, picked: &Picked, early: bool) -> Learnt {
        let node = region.node(picked.index);
        let bound = (!early).then(|| {
            let nearest: Vec<&Above> = region.nearest(picked.index).map(|number| &self.above[number]).collect();
            self.with_scratch(|scratch| Above::bound(&nearest, self.problem, &node, self.large, scratch))
        });
        let decides = |above: &Above| {
            [picked.index, picked.start].iter().any(|index| region.would_close(*index, above, &self.target))
        };
        let decided = bound.as_ref().is_some_and(decides);
        Learnt { bound, evaluation: (!decided).then(|| self.evaluation(&node)) }
    }

    fn evaluation(&self, node: &Node) -> Evaluation {
        let classes = self.with_scratch(|scratch| self.memory.traced(node, scratch));
        Evaluation::new(self.problem, node, classes, self.large)
    }

    /// Evaluates nodes.
    fn evaluate(&mut self, nodes: Vec<Node>) {
        let done: Vec<Evaluation> = nodes.par_iter().map(|node| self.evaluation(node)).collect();
        for evaluation in done {
            self.learn(evaluation);
        }
    }

    /// Takes in an evaluation; says where what it taught stands in `above` and `below`.
    fn learn(&mut self, Evaluation { outcomes, above, below, classes, lineage }: Evaluation) -> (usize, usize) {
        let node = above.node.clone();
        outcomes.into_iter().for_each(|outcome| self.target.offer(&node, outcome));
        self.above.push(above);
        self.below.push(below);
        self.memory.keep(&node, classes, lineage);
        self.evaluated.insert(node);
        (self.above.len() - 1, self.below.len() - 1)
    }

    /// Works with the scratch memory of this thread.
    fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0);
        match self.scratches.get(thread).map(Mutex::lock) {
            Some(Ok(mut scratch)) => work(&mut scratch),
            _ => work(&mut Scratch::default()),
        }
    }

    /// Keeps the weak rows within their memory: the oldest go, which are seldom the nearest of an open node.
    fn trim(&mut self) {
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

    /// Tells a region what an evaluation taught.
    fn put(&self, region: &mut Region, (above, below): (usize, usize)) {
        if let Some(index) = region.index(&self.above[above].node) {
            region.close(index);
        }
        region.put_ceiling(&self.above, above, &self.target);
        region.put_floor(&self.above, &self.below[below], &self.target);
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
        let above = self.above.iter().filter(|above| reaches(&above.node, &area.high));
        let height = |above: &&Above| above.node.iter().map(|level| u32::from(*level)).sum::<u32>();
        let nearest = above.clone().min_by_key(height);
        let most = above.clone().map(|above| above.ceiling.protection()).fold(f64::INFINITY, f64::min);
        let further = |model: usize| above.clone().map(|a| a.ceiling.further[model]).fold(f64::INFINITY, f64::min);
        let most_further: Vec<f64> = (0..self.problem.further_models.len()).map(further).collect();
        let least = self.floors(&area.low);
        let steps = nearest.map_or(&[][..], |above| &above.ceiling.steps);
        let bounds = Bounds { most, most_further: &most_further, least: &least, steps };
        kept_open(self.problem, &bounds, 0, &self.target, &mut Vec::new()).is_none()
    }

    /// Most protection and least loss that a box may hold.
    fn reaches(&self, area: &Area) -> (f64, f64) {
        let above = self.above.iter().filter(|above| reaches(&above.node, &area.high));
        let most = above.map(|above| above.ceiling.protection()).fold(f64::INFINITY, f64::min);
        (most, self.floors(&area.low)[0])
    }

    /// Lower bounds of the losses of a node and of all its generalizations.
    fn floors(&self, node: &[u8]) -> Vec<f64> {
        let cells = self.problem.cells(node);
        let cells_only: Vec<bool> = self.problem.metrics().map(|about| about.cells_only).collect();
        let below: Vec<&Below> = self.below.iter().filter(|below| reaches(node, &below.node)).collect();
        let floor = |(metric, cells): (usize, f64)| {
            let least = if cells_only[metric] { 0.0 } else { f64::NEG_INFINITY };
            let remainder = below.iter().map(|below| below.remainders[metric]).fold(least, f64::max);
            self.problem.floor(metric, cells, remainder)
        };
        cells.into_iter().enumerate().map(floor).collect()
    }
}

/// Is a node a generalization of another, or the same?
fn reaches(node: &[u8], other: &[u8]) -> bool {
    node.iter().zip(other).all(|(n, o)| n >= o)
}
