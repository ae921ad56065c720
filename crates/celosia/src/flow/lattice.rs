//! Climbing before and in place of exact search: small lattices are climbed for a moment, so that exact search begins with
//! good nodes; large ones are climbed until the budget ends.

use std::time::Duration;

use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Front, LARGE, Open};
use crate::search::{self, Budget, Limits, Question};
use crate::space::{Node, Space};
use crate::study::Search;
use crate::watch::Watch;

/// What a large lattice is searched for where no budget is given.
const TEN_SECONDS: Duration = Duration::from_secs(10);
/// Lattices of fewer nodes are not climbed first: exact search is over before that could help.
const SMALL: u128 = 100_000;
/// A small lattice is climbed for one evaluation in so many nodes, …
const SHARE: u128 = 400;
/// … for at most this many, and for at most this part of a budget.
const MOST: u64 = 2000;
const PART: u64 = 4;

/// Gives a search that goes on as long as it may the budget of large lattices, where none is given and the lattice is large.
/// Does it?
pub(super) fn limit(problem: &Problem, limits: &mut Limits) -> bool {
    let Budget { evaluations: None, time: None } = limits.settings.budget else { return false };
    let unasked = limits.space == Space::Lattice && problem.lattice.size() > LARGE;
    if unasked {
        limits.settings.budget.time = Some(TEN_SECONDS);
    }
    unasked
}

/// Says that nobody asked for the budget.
pub(super) fn say_unasked(front: &mut Front) {
    if let Open::Large { unasked, .. } = &mut front.found.open {
        *unasked = true;
    }
}

/// Nodes that exact search of a lattice begins with, and what finding them has cost in evaluations.
pub(super) fn climbed(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<(Vec<Node>, u64)> {
    let size = problem.lattice.size();
    if size < SMALL || limits.space != Space::Lattice {
        return Ok((Vec::new(), 0));
    }
    let whole = limits.settings.budget;
    let share = u64::try_from(size / SHARE).unwrap_or(MOST).min(MOST);
    let evaluations = whole.evaluations.map_or(share, |most| share.min(most / PART));
    if evaluations == 0 {
        return Ok((Vec::new(), 0));
    }
    let settings = Search { budget: Budget { evaluations: Some(evaluations), ..whole }, ..limits.settings.clone() };
    let limits = Limits { settings, ..limits.clone() };
    let front = (search::find("climb")?.run)(problem, &limits, watch)?;
    let asked = |protection: f64| match limits.question {
        Question::Protection(least) => protection >= least,
        _ => true,
    };
    let mut nodes: Vec<Node> = Vec::new();
    for point in front.points.iter().filter(|point| asked(point.outcome.protection)) {
        let Some(node) = point.place.node().filter(|node| !nodes.contains(node)) else { continue };
        nodes.push(node.clone());
    }
    // By rising protection: of a question the last is the answer, and one is enough.
    if let Question::Protection(_) = limits.question {
        nodes = nodes.split_off(nodes.len().saturating_sub(1));
    }
    Ok((nodes, front.found.evaluated))
}
