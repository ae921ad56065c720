//! What has been learnt of the lattice: ceilings for specializations and remainders for generalizations.

use std::sync::{Arc, OnceLock};

use crate::classes::{Classes, Lineage, Scratch};
use crate::evaluate::{Appraisal, Ceiling, Outcome, Problem};
use crate::space::Node;

/// A node that puts a ceiling on its specializations: evaluated, or bounded by a part of the rows.
pub struct Above {
    pub node: Node,
    pub ceiling: Ceiling,
    /// Rows by which specializations are bounded.
    weak: Arc<Weak>,
}

/// The rows of the weakest classes of a node, tuple by tuple, once they are asked for.
struct Weak {
    from: From,
    tuples: OnceLock<Vec<u32>>,
}

/// How the tuples are found.
enum From {
    /// They lie in these classes of the node.
    Classes(Arc<Lineage>, Vec<u32>),
    /// They are these.
    Tuples(Vec<u32>),
}

impl Weak {
    fn new(from: From) -> Arc<Weak> {
        Arc::new(Weak { from, tuples: OnceLock::new() })
    }

    fn tuples(&self) -> &[u32] {
        match &self.from {
            From::Tuples(tuples) => tuples,
            From::Classes(lineage, classes) => self.tuples.get_or_init(|| lineage.tuples(classes)),
        }
    }
}

/// A node that puts a floor under its generalizations.
pub struct Below {
    pub node: Node,
    /// Its highest first protection: no bound, a hint for choosing.
    pub protection: f64,
    /// Remainder of each loss.
    pub remainders: Vec<f64>,
}

/// What an evaluation gives.
pub struct Evaluation {
    pub outcomes: Vec<Outcome>,
    pub above: Above,
    pub below: Below,
    pub classes: Classes,
    pub lineage: Arc<Lineage>,
}

/// A specialization is bounded by the weakest classes that hold at least this many times the rows that may be suppressed …
const TIMES_LIMIT: u64 = 2;
/// … and at least this part of the table.
const PART: u64 = 128;
/// Classes of more than this part of the table are large: to count one is as much work as to evaluate the node.
const LARGE: u64 = 16;

impl Evaluation {
    /// Evaluates a node from its classes. Are large ones worth their time for bounds?
    pub fn new(problem: &Problem, node: &[u8], (classes, lineage): (Classes, Arc<Lineage>), large: bool) -> Evaluation {
        let Appraisal { outcomes, ceiling, remainders, weakest } = problem.appraise(node, &classes, quota(problem));
        let weak = not_too_large(problem, &classes, &weakest, large).to_vec();
        let weak = Weak::new(From::Classes(lineage.clone(), weak));
        let protection = outcomes.last().map_or(f64::NEG_INFINITY, |outcome| outcome.protection);
        Evaluation {
            outcomes,
            above: Above { node: node.to_vec(), ceiling, weak },
            below: Below { node: node.to_vec(), protection, remainders },
            classes,
            lineage,
        }
    }
}

impl Above {
    /// Bytes that the weak rows take.
    pub fn bytes(&self) -> u64 {
        let from = match &self.weak.from {
            From::Classes(lineage, classes) => lineage.bytes() / 4 + classes.len() as u64,
            From::Tuples(tuples) => tuples.len() as u64,
        };
        4 * (from + self.weak.tuples.get().map_or(0, |tuples| tuples.len() as u64))
    }

    /// Forgets the weak rows; the ceiling stays.
    pub fn forget(&mut self) {
        self.weak = Weak::new(From::Tuples(Vec::new()));
    }

    /// Bounds a specialization by the rows that are weak in some generalizations, counted as the specialization counts
    /// them. Of each generalization these are whole classes, so together they are whole classes of the specialization.
    pub fn bound(nearest: &[&Above], problem: &Problem, node: &[u8], large: bool, scratch: &mut Scratch) -> Above {
        let weak: Vec<&[u32]> = nearest.iter().map(|above| above.weak.tuples()).collect();
        let tuples = scratch.union(&weak, problem.frequency.distinct());
        let part = Classes::part(&problem.frequency, problem.track(), &tuples);
        let part = part.roll_up(&problem.frequency, &problem.lattice.groupings(node), scratch);
        let ceiling = problem.ceiling(node, &part);
        // What is weak in the specialization is fewer rows.
        let mut keep = vec![false; part.len()];
        let weakest = problem.weakest_holding(&part, quota(problem));
        not_too_large(problem, &part, &weakest, large).iter().for_each(|class| keep[*class as usize] = true);
        let kept = scratch.class_of().iter().zip(&tuples).filter(|(class, _)| keep[**class as usize]);
        let weak = Weak::new(From::Tuples(kept.map(|(_, tuple)| *tuple).collect()));
        Above { node: node.to_vec(), ceiling, weak }
    }
}

/// The rows by which specializations are bounded, at least.
fn quota(problem: &Problem) -> u64 {
    (problem.limit * TIMES_LIMIT).max(problem.frequency.rows / PART).max(1)
}

/// The weakest classes, up to the first that is too large.
fn not_too_large<'a>(problem: &Problem, classes: &Classes, weakest: &'a [u32], large: bool) -> &'a [u32] {
    let largest = if large { u64::MAX } else { quota(problem).max(problem.frequency.rows / LARGE) };
    let end = weakest.iter().position(|class| classes.rows[*class as usize] > largest);
    &weakest[..end.unwrap_or(weakest.len())]
}
