//! Climbing over the lattice: the front of all levels of privacy in one run, within seconds on lattices that no search can
//! see whole.
//!
//! ```text
//! targets = levels of privacy, from the least to the most      target.rs
//! for every fourth target, every second, all of them:          descent.rs
//!     go down from its best node, one attribute at a time,
//!     as long as that loses less
//! until the budget is spent:
//!     children of elites of neighbouring targets               breed.rs
//!     now and then a descent from an elite, with swaps
//! ```
//!
//! An evaluated node counts for all targets at once: one pass over its classes gives its loss at every level
//! ([`crate::evaluate::Lean`]). What a target still suppresses beyond the limit is charged, and not forbidden, so that a
//! way may lead through nodes that are not allowed; the archive takes only what is.
//!
//! Which neighbour is tried next is told by a *guess* ([`guess`]): the rows that a node suppresses, as a product of one number
//! for each attribute and level, corrected after every evaluation.
//!
//! Where one level is asked for, a few walkers go down from the top and are kicked out of where they end up ([`walk`]).
//!
//! Nodes are evaluated in small rounds, side by side on all cores. What is in a round depends on what came of the rounds
//! before, in their order, and on the seed: so a budget in evaluations gives the same bytes on any number of threads.

mod breed;
mod descent;
mod guess;
mod round;
mod target;
mod walk;

use self::round::Work;
use super::budget::Spending;
use super::{About, Limits, Needs, Offers, Question};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Found, Front, Open, Stopped};
use crate::space::Space;
use crate::threads;
use crate::watch::Watch;

pub const CLIMB: About = About {
    name: "climb",
    does: "climbs for all levels of privacy at once, by descents and by crossing what is good at neighbouring levels",
    proves: "nothing; exact search, which begins with what it found, proves small lattices",
    spaces: &[Space::Lattice],
    default_in: &[],
    needs: Needs::NOTHING,
    offers: Offers { anytime: true, ..Offers::NOTHING },
    run,
};

/// Without a budget it ends once this many evaluations, and as many as it took until then, have improved nothing.
const PATIENCE: u64 = 2000;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let threads = limits.threads();
    let pool = threads::pool(threads)?;
    let spending = Spending::begin(limits, watch);
    watch.begin("climbing", limits.settings.budget.evaluations.unwrap_or(0));
    let mut work = Work::new(problem, limits, &spending, watch);
    pool.install(|| {
        if work.begin() {
            match limits.question {
                Question::Protection(_) if work.has_steps() => walk::walk(&mut work),
                _ => breed::breed(&mut work),
            }
        }
    });
    let evaluated = work.evaluated;
    let stopped = match spending.may_go_on(limits.spent + evaluated) {
        false => spending.why(),
        true => Stopped::NoBetter { evaluations: work.since_better() },
    };
    let open = Open::Large { nodes: problem.lattice.size(), unasked: false };
    let found = Found {
        algorithm: CLIMB.name,
        evaluated,
        stopped,
        open,
        seconds: spending.elapsed().as_secs_f64(),
        threads,
        ..Found::default()
    };
    Ok(Front { points: work.archive.into_points(), found })
}
