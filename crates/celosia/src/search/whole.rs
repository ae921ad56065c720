//! Every cut of a small space, one after the other.

use super::budget::Spending;
use crate::evaluate::{Batch, Problem};
use crate::front::{Archive, Found, Front, Open, Stopped};
use crate::space::Space;
use crate::watch::Watch;

/// Cuts that are evaluated between two looks at the budget.
const AT_A_TIME: usize = 1024;

/// The front of all cuts, with its ties.
pub fn visit_all_cuts(problem: &Problem, batch: &Batch, spending: &Spending, watch: &dyn Watch) -> Front {
    let all = problem.cuts.all();
    watch.begin("visiting every cut", all.len() as u64);
    let mut archive = Archive::default();
    let mut evaluated = 0;
    for cuts in all.chunks(AT_A_TIME) {
        let cuts = &cuts[..cuts.len().min(spending.left(evaluated))];
        let outcomes = batch.evaluate_some(cuts, &|| spending.is_over());
        let known = outcomes.iter().flatten().count() as u64;
        for (cut, outcomes) in cuts.iter().zip(outcomes) {
            for outcome in outcomes.into_iter().flatten() {
                archive.offer(cut, outcome);
            }
        }
        evaluated += known;
        watch.advance(known);
        watch.tell(evaluated, archive.len());
    }
    let complete = evaluated == all.len() as u64;
    let (stopped, open) = match complete {
        true => (Stopped::AllEvaluated(Space::Cuts), Open::Nothing),
        false => (spending.why(), Open::Part { evaluated, of: all.len() as u128, space: Space::Cuts }),
    };
    let found = Found { evaluated, complete, stopped, open, ..Found::default() };
    Front { points: archive.into_points(), found }
}
