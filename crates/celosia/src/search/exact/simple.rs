//! Exact search without tricks, to learn it by and to test it with: all nodes are written down, one after the other is
//! evaluated, and those that the bounds exclude are crossed out. The front is the same; only the time is not.

use std::time::Instant;

use super::must_be_bounded;
use super::target::Target;
use crate::error::Result;
use crate::evaluate::{Ceiling, Problem, Step};
use crate::front::{Found, Front};
use crate::search::Question;
use crate::space::{Area, Node};

/// From one node to the next, in a list of all that are open: a prime, so that it comes by everywhere.
const STRIDE: usize = 7919;

/// The whole front, or one point of it. Time grows with the square of the nodes, so this is for lattices of a few thousand.
pub fn simple(problem: &Problem, question: Question) -> Result<Front> {
    must_be_bounded(problem)?;
    let began = Instant::now();
    let (mut answer, mut seen) = (Target::new(question), Vec::new());
    let mut open = nodes(&problem.lattice.whole());
    while !open.is_empty() {
        // Any open node will do. One here and one there teach more than neighbours do.
        let node = open.swap_remove(seen.len() * STRIDE % open.len());
        seen.push(Seen::new(problem, node, &mut answer));
        open.retain(|node| !is_excluded(problem, node, &seen, &answer));
    }
    let mut proof: Vec<Node> = seen.into_iter().map(|seen| seen.node).collect();
    proof.sort();
    let found = Found {
        algorithm: "simple",
        evaluated: proof.len() as u64,
        complete: true,
        stopped: answer.why(),
        seconds: began.elapsed().as_secs_f64(),
        threads: 1,
        proof: Some(proof),
        ..Found::default()
    };
    Ok(Front { points: answer.into_points(), found })
}

/// An evaluated node, and what it says of others (proofs: `evaluate::bound`).
struct Seen {
    node: Node,
    /// What its specializations reach at best.
    ceiling: Ceiling,
    /// What its generalizations lose beyond their cells, at least.
    remainders: Vec<f64>,
    /// What its generalizations protect, at least.
    protects: f64,
}

impl Seen {
    /// Evaluates a node, and offers its outcomes to the answer.
    fn new(problem: &Problem, node: Node, answer: &mut Target) -> Seen {
        let classes = problem.classes(&node);
        let outcomes = problem.outcomes(&node, &classes);
        let protects = problem.least_protection(&outcomes);
        for outcome in outcomes {
            if !answer.beats(outcome.protection, outcome.loss.value, &outcome.further) {
                answer.offer(&node, outcome);
            }
        }
        let (ceiling, remainders) = (problem.ceiling(&node, &classes), problem.remainders(&node, &classes));
        Seen { node, ceiling, remainders, protects }
    }
}

/// Does the answer beat every outcome that a node may have?
///
/// Its protection lies between what its evaluated specializations protect and what the ceilings of its evaluated
/// generalizations leave. The steps of one ceiling cut that range into parts: with a protection in the part of a step the
/// node suppresses the step's rows or more, so it is at best as private as the step and loses its floor and what the step
/// adds. If the answer beats the best of each part, it beats all.
fn is_excluded(problem: &Problem, node: &Node, seen: &[Seen], answer: &Target) -> bool {
    let above: Vec<&Ceiling> = seen.iter().filter(|s| is_above(&s.node, node)).map(|s| &s.ceiling).collect();
    let below: Vec<&Seen> = seen.iter().filter(|s| is_above(node, &s.node)).collect();
    let protects = below.iter().map(|below| below.protects).fold(f64::NEG_INFINITY, f64::max);
    let most = above.iter().map(|ceiling| ceiling.protection()).fold(f64::INFINITY, f64::min);
    let floors = floors(problem, node, &below);
    let is_beaten = |step: &Step| {
        let further = |model: usize| above.iter().map(|c| c.further[model]).fold(f64::INFINITY, f64::min);
        let mut best: Vec<f64> = (0..problem.models().len() - 1).map(further).collect();
        best.extend(floors[1..].iter().zip(&step.adds_further).map(|(floor, adds)| -(floor + adds)));
        best.extend(problem.suppressed_rows.then_some(-(step.suppressed as f64)));
        answer.beats(step.protection.min(most), floors[0] + step.adds, &best)
    };
    // Where the answer beats even a node as private as may be that suppresses nothing, no steps are needed.
    let nothing = Step { protection: most, suppressed: 0, adds: 0.0, adds_further: vec![0.0; floors.len() - 1] };
    let beats_steps = |ceiling: &&Ceiling| {
        // Up to the first step that is as private as the node may be: those behind it say nothing of the node.
        let end =
            ceiling.steps.iter().position(|step| step.protection >= most).map_or(ceiling.steps.len(), |at| at + 1);
        ceiling.steps[..end].iter().filter(|step| step.protection >= protects).all(is_beaten)
    };
    is_beaten(&nothing) || above.iter().any(beats_steps)
}

/// The least of each loss that a node may have: what its cells cost, and what its specializations lose beyond theirs.
fn floors(problem: &Problem, node: &Node, below: &[&Seen]) -> Vec<f64> {
    let floors = problem.metrics().zip(problem.cells(node)).enumerate().map(|(metric, (about, cells))| {
        // A metric of cells has no remainder; of the others nothing is known without a specialization.
        let least = if about.cells_only { 0.0 } else { f64::NEG_INFINITY };
        let remainder = below.iter().map(|below| below.remainders[metric]).fold(least, f64::max);
        problem.floor(metric, cells, remainder)
    });
    floors.collect()
}

/// Is a node a generalization of another, or the same?
fn is_above(node: &Node, other: &Node) -> bool {
    node.iter().zip(other.iter()).all(|(level, other)| level >= other)
}

/// All nodes of a box.
fn nodes(area: &Area) -> Vec<Node> {
    match area.halves() {
        Some((lower, upper)) => [nodes(&lower), nodes(&upper)].concat(),
        None => vec![area.low.clone()],
    }
}
