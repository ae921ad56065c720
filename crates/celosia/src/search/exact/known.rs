//! What has been learnt of the lattice: ceilings for specializations and remainders for generalizations.

use std::sync::{Arc, OnceLock};

use crate::classes::{Classes, Scratch, members};
use crate::evaluate::{Ceiling, Outcome, Problem};
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
    /// They share a class of this node with one of these.
    Classes(Node, Vec<u32>),
    /// They are these.
    Tuples(Vec<u32>),
}

impl Weak {
    fn new(from: From) -> Arc<Weak> {
        Arc::new(Weak { from, tuples: OnceLock::new() })
    }

    fn tuples(&self, problem: &Problem, scratch: &mut Scratch) -> &[u32] {
        match &self.from {
            From::Tuples(tuples) => tuples,
            From::Classes(node, first) => self
                .tuples
                .get_or_init(|| members(&problem.frequency, &problem.lattice.groupings(node), first, scratch)),
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
}

/// A specialization is bounded by the weakest classes that hold at least this many times the rows that may be suppressed …
const TIMES_LIMIT: u64 = 2;
/// … and at least this part of the table.
const PART: u64 = 128;
/// Classes of more than this part of the table are large: to count one is as much work as to evaluate the node.
const LARGE: u64 = 16;

impl Evaluation {
    /// Evaluates a node from its classes. Are large ones worth their time for bounds?
    pub fn new(problem: &Problem, node: &[u8], classes: Classes, large: bool) -> Evaluation {
        let ceiling = problem.ceiling(node, &classes);
        let first = weakest(problem, &classes, large).into_iter().map(|class| classes.first[class as usize]);
        let weak = Weak::new(From::Classes(node.to_vec(), first.collect()));
        let outcomes = problem.outcomes(node, &classes);
        let protection = outcomes.last().map_or(f64::NEG_INFINITY, |outcome| outcome.protection);
        Evaluation {
            outcomes,
            above: Above { node: node.to_vec(), ceiling, weak },
            below: Below { node: node.to_vec(), protection, remainders: problem.remainders(node, &classes) },
            classes,
        }
    }
}

impl Above {
    /// Bytes that the weak rows take.
    pub fn bytes(&self) -> u64 {
        let from = match &self.weak.from {
            From::Classes(_, first) => first.len(),
            From::Tuples(tuples) => tuples.len(),
        };
        4 * (from + self.weak.tuples.get().map_or(0, Vec::len)) as u64
    }

    /// Forgets the weak rows; the ceiling stays.
    pub fn forget(&mut self) {
        self.weak = Weak::new(From::Tuples(Vec::new()));
    }

    /// Bounds a specialization by the rows that are weak in some generalizations, counted as the specialization counts
    /// them. Of each generalization these are whole classes, so together they are whole classes of the specialization.
    pub fn bound(nearest: &[&Above], problem: &Problem, node: &[u8], large: bool, scratch: &mut Scratch) -> Above {
        let weak: Vec<&[u32]> = nearest.iter().map(|above| above.weak.tuples(problem, scratch)).collect();
        let tuples = scratch.union(&weak, problem.frequency.distinct());
        let part = Classes::part(&problem.frequency, problem.track(), &tuples);
        let part = part.roll_up(&problem.frequency, &problem.lattice.groupings(node), scratch);
        let ceiling = problem.ceiling(node, &part);
        // What is weak in the specialization is fewer rows.
        let mut keep = vec![false; part.len()];
        weakest(problem, &part, large).iter().for_each(|class| keep[*class as usize] = true);
        let kept = scratch.class_of().iter().zip(&tuples).filter(|(class, _)| keep[**class as usize]);
        let weak = Weak::new(From::Tuples(kept.map(|(_, tuple)| *tuple).collect()));
        Above { node: node.to_vec(), ceiling, weak }
    }
}

/// The weakest classes.
fn weakest(problem: &Problem, classes: &Classes, large: bool) -> Vec<u32> {
    let protections = problem.protections(classes);
    let quota = (problem.limit * TIMES_LIMIT).max(problem.frequency.rows / PART).max(1);
    let mut order: Vec<u32> = (0..classes.len() as u32).collect();
    let by_protection = |a: &u32, b: &u32| protections[*a as usize].total_cmp(&protections[*b as usize]).then(a.cmp(b));
    // Every class has a row or more, so no more classes than the quota are wanted.
    if (quota as usize) < order.len() {
        order.select_nth_unstable_by(quota as usize, by_protection);
        order.truncate(quota as usize);
    }
    order.sort_unstable_by(by_protection);
    let largest = if large { u64::MAX } else { quota.max(problem.frequency.rows / LARGE) };
    let mut rows = 0;
    let within = |class: &&u32| {
        let before = rows;
        rows += classes.rows[**class as usize];
        before < quota && classes.rows[**class as usize] <= largest
    };
    order.iter().take_while(within).copied().collect()
}
