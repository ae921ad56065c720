//! What a search of a large lattice leaves open, bounded from growing sets of attributes ([`crate::bound::Dolls`]): how much less a
//! point as private may lose, or that the answer to a question is the answer.

use std::time::Duration;

use super::budget::Spending;
use super::exact::Target;
use super::{Limits, Question};
use crate::bound::{Dolls, hindrance, implied};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Floor, Front, LARGE, Open, Point, Stopped};
use crate::space::Node;
use crate::study::Budget;
use crate::threads;
use crate::watch::Watch;

/// The part of a budget that bounds take, of a whole front and of a question.
const SHARE: (u32, u32) = (3, 2);
/// A search takes no longer than this, whatever the budget is: what it finds later is little, and bounds go on as long as they may.
const SEARCHED: Duration = Duration::from_secs(60);
/// The levels that are bounded of a whole front: what holds for one holds for all higher ones.
const LEVELS: [u64; 7] = [2, 3, 5, 10, 30, 100, 500];

/// What of a budget is the search's, where bounds take the rest; nothing where there are no bounds to find. Where evaluations are
/// counted all go to the search, which makes more of them.
pub fn searched(problem: &Problem, limits: &Limits) -> Option<Budget> {
    let Budget { evaluations, time } = limits.settings.budget;
    let asked = match limits.question {
        Question::Front => problem.lattice.size() > LARGE,
        Question::Protection(least) => problem.lattice.size() > LARGE && implied(problem.model(), least).is_some(),
        Question::Loss(_) => false,
    };
    if !asked || hindrance(problem).is_some() || evaluations.is_some() {
        return None;
    }
    let share = if limits.question == Question::Front { SHARE.0 } else { SHARE.1 };
    Some(Budget { evaluations, time: time.map(|time| (time - time / share).min(SEARCHED)) })
}

/// Bounds what a search has left open, as long as the budget lasts.
pub fn prove(problem: &Problem, limits: &Limits, front: &mut Front, watch: &dyn Watch) -> Result<()> {
    let spent = front.found.evaluated + front.found.looks;
    let spending = Spending::begin(limits, watch);
    threads::pool(limits.threads())?.install(|| match limits.question {
        Question::Front => bound_front(problem, front, (&spending, spent), limits),
        Question::Protection(least) => answer(problem, least, front, (&spending, spent), limits),
        Question::Loss(_) => {}
    });
    let found = &mut front.found;
    found.seconds += spending.elapsed().as_secs_f64();
    // The search had a part of the budget.
    if matches!(found.stopped, Stopped::Spent(_)) && spending.is_over() {
        found.stopped = spending.why();
    }
    Ok(())
}

/// Bounds some levels of a front side by side.
fn bound_front(problem: &Problem, front: &mut Front, (spending, spent): (&Spending, u64), limits: &Limits) {
    let model = problem.model();
    let most = front.points.iter().map(|point| point.outcome.protection).filter(|p| p.is_finite()).fold(1.0, f64::max);
    let levels: Vec<f64> = LEVELS.iter().map(|level| *level as f64).filter(|level| *level <= most).collect();
    let bytes = limits.settings.memory / 2 / (levels.len() as u64).max(1);
    let mut dolls: Vec<Dolls> =
        levels.iter().filter_map(|level| Dolls::new(problem, model.protection(*level), bytes)).collect();
    for doll in &mut dolls {
        let private = |point: &&Point| point.outcome.protection >= doll.protection();
        if let Some(point) = front.points.iter().rev().find(private) {
            doll.know(point.outcome.loss.value);
        }
    }
    let mut evaluated = 0;
    loop {
        let taken: u64 = dolls.iter().map(Dolls::spent).sum();
        if !spending.may_go_on(spent + taken + evaluated) {
            break;
        }
        // The one that has had least.
        let Some(doll) = dolls.iter_mut().filter(|doll| !doll.is_done()).min_by_key(|doll| doll.spent()) else { break };
        let found = doll.go_on(&|| spending.is_over());
        evaluated += found.len() as u64;
        let outcomes = |node: &Node| {
            problem.outcomes(node, &problem.classes(node)).into_iter().map(|o| (node.clone(), o)).collect::<Vec<_>>()
        };
        let points = found.iter().flat_map(outcomes).map(|(node, outcome)| Point {
            place: node.into(),
            outcome,
            ties: Vec::new(),
        });
        let points: Vec<Point> = points.filter(|point| point.outcome.protection >= doll.protection()).collect();
        if let Some(least) = points.iter().map(|point| point.outcome.loss.value).reduce(f64::min) {
            doll.know(least);
            // What was known of single points is of others now.
            front.found.gaps = None;
            front.take_in(points);
        }
    }
    front.found.looks += dolls.iter().map(Dolls::spent).sum::<u64>();
    front.found.evaluated += evaluated;
    front.found.floors = dolls.iter().map(floor).collect();
    take_in(front);
}

/// What is proven of a level.
fn floor(dolls: &Dolls) -> Floor {
    let (protection, loss) = (dolls.protection(), dolls.floor());
    Floor { protection, loss, by_parts: dolls.proven(), parts: dolls.parts() }
}

/// What a point as private as each may lose less: what is not undercut from a protection on holds for all higher ones.
fn take_in(front: &mut Front) {
    let floors = &front.found.floors;
    if floors.is_empty() {
        return;
    }
    let floor = |point: &Point| {
        let holds = floors.iter().filter(|floor| floor.protection <= point.outcome.protection);
        holds.map(|floor| floor.loss).fold(f64::NEG_INFINITY, f64::max)
    };
    let gap = |point: &Point| (point.outcome.loss.value - floor(point).max(0.0)).max(0.0);
    let gaps = front.points.iter().map(gap);
    front.found.gaps = Some(match &front.found.gaps {
        Some(known) => gaps.zip(known).map(|(gap, known)| gap.min(*known)).collect(),
        None => gaps.collect(),
    });
}

/// Bounds one level until it is solved.
fn answer(problem: &Problem, least: f64, front: &mut Front, (spending, spent): (&Spending, u64), limits: &Limits) {
    let Some(mut dolls) = Dolls::new(problem, least, limits.settings.memory / 2) else { return };
    let mut target = Target::new(limits.question);
    let mut points = std::mem::take(&mut front.points);
    for point in &points {
        let ties = point.ties.iter().map(|(place, outcome)| (place, outcome));
        for (place, outcome) in ties.chain([(&point.place, &point.outcome)]) {
            if let Some(node) = place.node()
                && !target.beats(outcome.protection, outcome.loss.value, &outcome.further)
            {
                target.offer(node, outcome.clone());
            }
        }
    }
    let known = |target: &Target| Some(target.loss_at(least)).filter(|loss| loss.is_finite());
    if let Some(loss) = known(&target) {
        dolls.know(loss);
    }
    let mut seen = std::collections::HashSet::new();
    points.iter().for_each(|point| {
        seen.extend(point.place.node().cloned());
        seen.extend(point.ties.iter().filter_map(|(place, _)| place.node().cloned()));
    });
    let mut evaluated = 0;
    while !dolls.is_done() && spending.may_go_on(spent + dolls.spent() + evaluated) {
        for node in dolls.go_on(&|| spending.is_over()) {
            if !seen.insert(node.clone()) {
                continue;
            }
            evaluated += 1;
            for outcome in problem.outcomes(&node, &problem.classes(&node)) {
                if !target.beats(outcome.protection, outcome.loss.value, &outcome.further) {
                    target.offer(&node, outcome);
                }
            }
        }
        if let Some(loss) = known(&target) {
            dolls.know(loss);
        }
    }
    let found = &mut front.found;
    found.evaluated += evaluated;
    found.looks += dolls.spent();
    // What is better than all that the search found replaces it; of a search that found more levels, those stay.
    points.retain(|point| point.outcome.protection < least);
    points.splice(0..0, target.into_points());
    front.points = points;
    found.floors = vec![floor(&dolls)];
    if dolls.is_done() {
        found.complete = true;
        found.stopped = Stopped::ExcludedByParts;
        (found.open, found.gaps, found.proof) = (Open::Nothing, None, None);
        front.points.retain(|point| point.outcome.protection >= least);
    } else {
        found.gaps = None;
        take_in(front);
    }
}
