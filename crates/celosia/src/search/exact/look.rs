//! A look at one node: it is bounded by a part of the rows where that may decide it, else evaluated. What comes of it
//! depends only on what was known when it was chosen, so any number of threads may look at nodes in any order.

use super::block::Block;
use super::known::{Above, Evaluation, quota};
use super::news::News;
use crate::classes::{Scratch, Scratches};
use crate::evaluate::{Memory, Problem};
use crate::search::{Limits, Question};
use crate::space::Node;

/// The nodes above a node whose weak rows bound it.
const NEAREST: usize = 4;
/// To look at fewer tuples than these is cheap; where few nodes are needed, it pays for many too.
const FEW: u64 = 2048;

/// What every look needs.
pub struct Look<'a> {
    pub problem: &'a Problem,
    /// Are large classes looked at for bounds? They are where few nodes are needed, and one bound decides many: without
    /// suppression, where a small part of a class is enough, and for a question.
    large: bool,
    /// Are nodes bounded by a part of the rows?
    by_parts: bool,
    memory: Memory<'a>,
    scratches: Scratches,
}

/// A node to look at.
pub struct Chosen {
    pub node: Node,
    /// It and the open node for whose sake it was chosen, each with what the region knows of it.
    pub nodes: Vec<(usize, Block)>,
    /// Is too little known for bounds by a part of the rows?
    pub early: bool,
    /// Shall its classes be kept for nodes to come?
    pub keep: bool,
}

/// What a look at a node taught.
pub struct Learnt {
    pub bound: Option<Above>,
    pub evaluation: Option<Evaluation>,
    /// Nodes that the bound decides.
    pub decided: Vec<usize>,
}

impl<'a> Look<'a> {
    pub fn new(problem: &'a Problem, limits: &Limits) -> Self {
        let large = problem.limit == 0 || limits.question != Question::Front;
        // Where the weak rows of the nearest are too many, as on large tables, nobody need remember them.
        let by_parts = large || quota(problem) * NEAREST as u64 <= FEW;
        Look {
            problem,
            large,
            by_parts,
            memory: Memory::new(problem, limits.memory / 2, by_parts),
            scratches: Scratches::new(limits.threads()),
        }
    }

    /// Evaluates a node. Shall its classes be kept for nodes to come?
    pub fn evaluate(&self, node: &[u8], keep: bool) -> Evaluation {
        self.scratches.with(|scratch| Evaluation::new(self.problem, &self.memory, (node, keep), self.large, scratch))
    }

    /// Bounds a node, and evaluates it if that decides neither it nor the open node for whose sake it was chosen. Both in
    /// one go, so that no thread waits between the two. Nothing if what is new decides one of them.
    pub fn at(&self, chosen: Chosen, news: &News) -> Option<Learnt> {
        let Chosen { node, mut nodes, early, keep } = chosen;
        for (_, known) in &mut nodes {
            let was_open = known.is_open(0);
            known.take_in(news);
            if was_open && !known.is_open(0) {
                return None;
            }
        }
        let bound = if early { None } else { self.bound(&node, news) };
        let decided: Vec<usize> = bound.as_ref().map_or_else(Vec::new, |above| {
            let decided = nodes.iter().filter(|(_, known)| known.would_close(0, above, news));
            decided.map(|(index, _)| *index).collect()
        });
        let evaluation = decided.is_empty().then(|| self.evaluate(&node, keep));
        Some(Learnt { bound, evaluation, decided })
    }

    /// Bounds a node by the rows that are weak in the nearest nodes above, unless to evaluate it costs less.
    fn bound(&self, node: &[u8], news: &News) -> Option<Above> {
        let nearest = if self.by_parts { news.above.nearest(node, NEAREST) } else { return None };
        let tuples: usize = nearest.iter().map(|above| above.weak.len()).sum();
        let is_cheap = self.large || tuples as u64 <= FEW;
        let bound = |scratch: &mut Scratch| Above::bound(&nearest, self.problem, node, self.large, scratch);
        is_cheap.then(|| self.scratches.with(bound))
    }
}
