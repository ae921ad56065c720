//! A look at one node: it is bounded by a part of the rows where that may decide it, else evaluated. What comes of it
//! depends only on what was known when it was chosen, so any number of threads may look at nodes in any order.

use super::ceilings::Ceilings;
use super::choose::Chosen;
use super::constants::{FEW, NEAREST};
use super::known::{Above, Evaluation, quota};
use super::sheet::Sheet;
use super::target::Target;
use crate::classes::Scratches;
use crate::evaluate::{Memory, Problem};
use crate::search::Limits;

/// What every look needs.
pub struct Look<'a> {
    pub problem: &'a Problem,
    /// Are nodes bounded by a part of the rows?
    by_parts: bool,
    memory: Memory<'a>,
    scratches: Scratches,
}

/// What a look at a node taught.
pub enum Learnt {
    /// A part of the rows put a ceiling on it that decides some nodes of the sheet.
    Bounded(Above, Vec<usize>),
    Evaluated(Evaluation),
}

impl<'a> Look<'a> {
    pub fn new(problem: &'a Problem, limits: &Limits) -> Self {
        // Where the weak rows of the nearest are too many, as on large tables, nobody need remember them; and where nothing may be
        // suppressed, one weak row decides, which an evaluation finds as fast. A part of the rows says nothing of whole trails.
        let by_parts = problem.limit > 0 && quota(problem) * NEAREST as u64 <= FEW && !problem.keeps_persons();
        let (memory, scratches) =
            (Memory::new(problem, limits.settings.memory / 2, by_parts), Scratches::new(limits.threads()));
        Look { problem, by_parts, memory, scratches }
    }

    /// Evaluates a node.
    pub fn evaluate(&self, node: &[u8]) -> Evaluation {
        self.scratches.with(|scratch| Evaluation::new(self.problem, &self.memory, node, scratch))
    }

    /// Bounds a node, and evaluates it if that decides neither it nor the open node for whose sake it was chosen. Both in
    /// one go, so that no thread waits between the two.
    pub fn at(&self, chosen: &Chosen, sheet: &Sheet, above: &Ceilings, target: &Target) -> Learnt {
        if let Some(bound) = self.bound(chosen, above) {
            let closes = |index: &usize| sheet.would_close(*index, &bound, self.problem, target);
            let decided: Vec<usize> = [chosen.index, chosen.start].into_iter().filter(closes).collect();
            if !decided.is_empty() {
                return Learnt::Bounded(bound, decided);
            }
        }
        let mut evaluation = self.evaluate(&chosen.node);
        evaluation.outcomes.retain(|o| !target.beats(o.protection, o.loss.value, &o.further));
        Learnt::Evaluated(evaluation)
    }

    /// Bounds a node by the rows that are weak in the nearest nodes above, unless to evaluate it costs less.
    fn bound(&self, chosen: &Chosen, above: &Ceilings) -> Option<Above> {
        if chosen.early || !self.by_parts {
            return None;
        }
        let nearest = above.nearest(&chosen.node, NEAREST);
        let tuples: usize = nearest.iter().map(|above| above.weak.len()).sum();
        let bound = || self.scratches.with(|scratch| Above::bound(&nearest, self.problem, &chosen.node, scratch));
        (tuples as u64 <= FEW).then(bound)
    }
}
