//! Exact search: the whole front, proven, from a small part of the nodes.
//!
//! Every evaluated node puts a ceiling on the protection of its specializations and a floor under the loss of its
//! generalizations (`evaluate::bound`). A node is excluded as soon as all that its bounds still allow is beaten by
//! points that were found ([`exclude`]); the search ends when every node is evaluated or excluded. On small tables a node is
//! bounded by a part of the rows first, which costs little, and evaluated only if that does not decide it.
//!
//! Small boxes of the lattice are written down node by node ([`region`]). Larger ones are cut in two until their ends
//! exclude them or they are small, so memory follows the evaluated nodes and not the lattice.

mod batch;
mod block;
mod ceilings;
mod exclude;
mod known;
mod look;
mod news;
mod pick;
mod queue;
mod region;
mod sample;
mod stages;
mod target;
mod work;

use std::sync::Arc;

use self::look::Look;
use self::work::Work;
use super::budget::Spending;
use super::{About, Limits, Needs, Offers};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::{Found, Front, Open, Point};
use crate::space::Space;
use crate::threads;
use crate::watch::Watch;

pub const EXACT: About = About {
    name: "exact",
    does: "evaluates few nodes and excludes all others by proven bounds",
    proves: "the front is complete: every node was evaluated or is excluded",
    spaces: &[Space::Lattice],
    default_in: &[Space::Lattice],
    needs: Needs { bounds: true, ..Needs::NOTHING },
    offers: Offers { proof: true, ..Offers::NOTHING },
    run,
};

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    if !problem.is_bounded() {
        let names: Vec<&str> = problem.models().filter(|m| !m.monotone).map(|m| m.name).collect();
        let names = names.into_iter().chain(problem.metrics().filter(|m| !m.monotone).map(|m| m.name));
        let names: Vec<&str> = names.collect();
        let what = match names[..] {
            [] => format!("exact search has no bounds for the rule {}", problem.rule.name()),
            _ => format!("exact search needs objectives that are monotone; not so: {}", names.join(", ")),
        };
        return Err(Error::study(
            "search.algorithm",
            what,
            "use search.algorithm = \"exhaustive\", or other objectives or another rule",
        ));
    }
    let threads = limits.threads();
    let pool = threads::pool(threads)?;
    let spending = Spending::begin(limits, watch);
    let look = Look::new(problem, limits);
    let mut work = Work::new(&look, limits, &spending, watch);
    // From inside the pool, so that no step waits for another thread to wake up.
    let left = pool.install(|| work.decide(problem.lattice.whole()));
    let complete = left.is_empty();
    let proof = complete.then(|| work.proof());
    let Work { target, evaluated, looks, .. } = work;
    let (stopped, open) = match (complete, looks) {
        (true, _) => (target.why(), Open::Nothing),
        (false, 1..) if limits.settings.budget.evaluations.is_some() => (spending.why(), Open::Looks(looks)),
        (false, _) => (spending.why(), Open::Points),
    };
    let points = Arc::unwrap_or_clone(target).into_points();
    let gaps = (!complete).then(|| gaps(&points, left));
    let found = Found {
        algorithm: EXACT.name,
        evaluated: evaluated.len() as u64,
        looks,
        complete,
        stopped,
        open,
        seconds: spending.elapsed().as_secs_f64(),
        threads,
        gaps,
        proof,
        ..Found::default()
    };
    Ok(Front { points, found })
}

/// How much less a point as private as each may still lose, by what undecided nodes may reach: most protection and least
/// loss of each. Sorted once, since there may be a hundred thousand of them and thousands of points.
fn gaps(points: &[Point], mut left: Vec<(f64, f64)>) -> Vec<f64> {
    left.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lowest = left.iter().scan(f64::INFINITY, |lowest, (_, least)| {
        *lowest = lowest.min(*least);
        Some(*lowest)
    });
    let lowest: Vec<f64> = lowest.collect();
    let gap = |point: &Point| {
        let enough = left.partition_point(|(most, _)| *most >= point.outcome.protection);
        enough.checked_sub(1).map_or(0.0, |last| (point.outcome.loss.value - lowest[last]).max(0.0))
    };
    points.iter().map(gap).collect()
}
