//! What looks at nodes teach: ceilings for their specializations, floors for their generalizations.

use super::constants::LARGE;
use super::exclude::Rank;
use crate::classes::{Classes, Scratch, sift};
use crate::evaluate::{Appraisal, Ceiling, Memory, Outcome, Part, Problem};
use crate::space::{Levels, Node};

/// A node that puts a ceiling on its specializations: evaluated, or bounded by a part of the rows.
pub struct Above {
    pub node: Node,
    pub levels: Levels,
    /// As of [`height`].
    pub height: u16,
    pub ceiling: Ceiling,
    /// The most first protection that the ceiling leaves.
    pub most: f64,
    /// How much the ceiling helps, for the answer so far.
    pub rank: Rank,
    /// The rows of its weakest classes, tuple by tuple: by these specializations are bounded.
    pub weak: Box<[u32]>,
}

/// A node that puts a floor under its generalizations.
pub struct Below {
    pub node: Node,
    pub levels: Levels,
    /// Its first loss before suppression.
    pub before: f64,
    /// Remainder of each loss.
    pub remainders: Vec<f64>,
    /// As of [`Problem::least_protection`].
    pub protects: f64,
    /// How many classes it has: a generalization is rolled up from these, or from fewer.
    pub classes: usize,
}

/// What an evaluation gives.
pub struct Evaluation {
    pub outcomes: Vec<Outcome>,
    pub above: Above,
    pub below: Below,
}

impl Evaluation {
    /// Evaluates a node.
    pub fn new(problem: &Problem, memory: &Memory, node: &[u8], scratch: &mut Scratch) -> Evaluation {
        let rolled_up = memory.roll_up(node, scratch);
        let classes = &rolled_up.classes;
        let count = classes.len();
        let rows = if memory.traced { quota(problem) } else { 0 };
        let Appraisal { outcomes, ceiling, remainders, weakest } = problem.appraise(node, classes, rows);
        let weak = rolled_up.tuples(&problem.frequency, not_too_large(problem, classes, &weakest), scratch);
        memory.keep(node, rolled_up, scratch);
        Evaluation {
            above: Above::new(node, ceiling, weak),
            below: Below {
                node: node.into(),
                levels: Levels::new(node),
                before: problem.cells(node)[0] + remainders[0],
                remainders,
                protects: problem.least_protection(&outcomes),
                classes: count,
            },
            outcomes,
        }
    }
}

impl Above {
    pub fn new(node: &[u8], ceiling: Ceiling, weak: Vec<u32>) -> Above {
        Above {
            node: node.into(),
            levels: Levels::new(node),
            height: height(node),
            most: ceiling.protection(),
            rank: Rank::NONE,
            ceiling,
            weak: weak.into(),
        }
    }

    /// Bytes that the weak rows take.
    pub fn bytes(&self) -> u64 {
        4 * self.weak.len() as u64
    }

    /// Bounds a specialization by the rows that are weak in some generalizations, counted as the specialization counts
    /// them. Of each generalization these are whole classes, so together they are whole classes of the specialization.
    pub fn bound(nearest: &[&Above], problem: &Problem, node: &[u8], scratch: &mut Scratch) -> Above {
        let weak: Vec<&[u32]> = nearest.iter().map(|above| above.weak.as_ref()).collect();
        let tuples = scratch.union(&weak, problem.frequency.distinct());
        let Part { classes, ceiling, weakest } = problem.appraise_part(node, &tuples, quota(problem), scratch);
        // What is weak in the specialization is fewer rows.
        let mut keep = vec![false; classes.len()];
        not_too_large(problem, &classes, &weakest).iter().for_each(|class| keep[*class as usize] = true);
        let kept = scratch.class_of().iter().zip(&tuples).map(|(class, tuple)| (*tuple, keep[*class as usize]));
        Above::new(node, ceiling, sift(kept, tuples.len()))
    }
}

/// The sum of a node's levels.
pub fn height(node: &[u8]) -> u16 {
    node.iter().map(|level| u16::from(*level)).sum()
}

/// The rows by which specializations are bounded, at least: those that may be suppressed.
pub fn quota(problem: &Problem) -> u64 {
    problem.limit.max(1)
}

/// The weakest classes, up to the first that is too large.
fn not_too_large<'a>(problem: &Problem, classes: &Classes, weakest: &'a [u32]) -> &'a [u32] {
    let largest = quota(problem).max(problem.frequency.rows / LARGE);
    let end = weakest.iter().position(|class| classes.rows[*class as usize] > largest);
    &weakest[..end.unwrap_or(weakest.len())]
}
