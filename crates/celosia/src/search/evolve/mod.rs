//! Evolution past the published one: it begins with the exact front of the lattice, varies constrained attributes too,
//! tries every neighbour of every point of the front, keeps every point that nothing has beaten, evaluates no cut twice,
//! and stops when the hypervolume stalls. Small spaces are visited whole.
//!
//! A budget is used while that helps: where one is given a search that has stalled begins anew from what is far from its points,
//! and ends when that has led to nothing several times. A question goes the way of the front until it stalls, and focuses then:
//! those live that answer it best, and the neighbours of the best answer are tried first. So no answer is worse than the front's.

mod progress;
mod state;

pub use self::state::NEIGHBOURS;

use self::progress::Progress;
use self::state::Evolving;
use super::budget::Spending;
use super::checkpoint::{Checkpoint, State};
use super::whole::visit_all_cuts;
use super::{About, Budget, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::{Batch, Problem};
use crate::front::{Found, Front, Open, Stopped};
use crate::space::Space;
use crate::watch::Watch;

pub const EVOLVE: About = About {
    name: "evolve",
    does: "improves the lattice's front, or one answer, by evolution and local search over cuts, until that stalls",
    proves: "that no point is missing where the space is small enough to be visited whole; otherwise nothing, but no \
             point is worse than the lattice's",
    spaces: &[Space::Cuts],
    default_in: &[Space::Cuts],
    needs: Needs::NOTHING,
    offers: Offers { checkpoints: true, start: true, ..Offers::NOTHING },
    run,
};

/// The most cuts of a space that is visited whole: that takes no longer than evolution.
const SMALL: u128 = 1 << 16;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let spending = Spending::begin(limits, watch);
    let batch = Batch::new(problem, limits.threads())?;
    let size = problem.cuts.size();
    let small = size <= SMALL && limits.settings.budget.evaluations.is_none_or(|most| u128::from(most) >= size);
    let mut front = match small {
        true => visit_all_cuts(problem, &batch, &spending, watch),
        false => evolve(problem, limits, &batch, &spending, watch)?,
    };
    front.found.algorithm = EVOLVE.name;
    front.found.seconds = spending.elapsed().as_secs_f64();
    front.found.threads = limits.threads();
    Ok(front)
}

fn evolve(problem: &Problem, limits: &Limits, batch: &Batch, spending: &Spending, watch: &dyn Watch) -> Result<Front> {
    let (mut checkpoint, saved) = Checkpoint::open::<State>(problem, EVOLVE.name, limits)?;
    watch.begin("evolving", limits.settings.budget.evaluations.or(limits.settings.evolution.generations).unwrap_or(0));
    let mut progress = Progress::new(problem, limits.question, saved.as_ref());
    let Budget { evaluations, time } = limits.settings.budget;
    let patient = evaluations.is_some() || time.is_some();
    let is_over = || spending.is_over();
    let mut evolving = Evolving::begin(problem, limits, batch, saved, &is_over)?;
    let stopped = loop {
        if !evolving.whole {
            break spending.why();
        }
        if progress.has_stalled() && !((patient || progress.may_focus()) && progress.begin_anew(&evolving.archive)) {
            break Stopped::Stalled { generations: evolving.generation };
        }
        if limits.settings.evolution.generations.is_some_and(|most| evolving.generation >= most) {
            break Stopped::Generations(evolving.generation);
        }
        let anew = progress.is_new() && evolving.generation > 0;
        evolving.focused = progress.is_focused();
        let brood = evolving.brood(anew);
        if brood.is_empty() {
            break Stopped::NothingNew { generations: evolving.generation };
        }
        // A generation is whole or does not take place, so that a search can go on from its end.
        if spending.left(evolving.evaluated) < brood.len() {
            break spending.why();
        }
        if evolving.bytes(&brood) > limits.settings.memory {
            break Stopped::Memory { bytes: limits.settings.memory };
        }
        let evaluated = brood.len() as u64;
        if !evolving.raise(brood, anew, &is_over) {
            break spending.why();
        }
        let hypervolume = progress.measure(&evolving.archive);
        watch.advance(if limits.settings.budget.evaluations.is_some() { evaluated } else { 1 });
        watch.tell(evolving.evaluated, evolving.archive.len());
        watch.evolved(evolving.generation, hypervolume);
        if checkpoint.is_due() {
            checkpoint.write(|| evolving.state(&progress))?;
        }
    };
    if evolving.whole {
        checkpoint.write(|| evolving.state(&progress))?;
    }
    let found = Found { evaluated: evolving.evaluated, stopped, open: Open::Points, ..Found::default() };
    Ok(Front { points: evolving.archive.into_points(), found })
}
