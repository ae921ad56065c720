//! Certificates of floors: true ones are accepted, and whatever is changed in them is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::bound::Dolls;
use celosia::certify::{CheckedFloors, Claim, Floors, check_floors};
use celosia::error::{Error, ErrorKind, Result};
use celosia::evaluate::Problem;
use celosia::front::{Archive, Floor, Found, Front};
use celosia::privacy::Parameters;
use celosia::study::Rule;
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material};

const NAMES: [&str; 3] = ["age", "zip", "sex"];
const BYTES: u64 = 1 << 30;

fn claim(problem: &Problem) -> Claim {
    let names = &NAMES[..problem.lattice.attributes()];
    Claim::new(problem, "random", names, &Parameters { c: 3.0, alpha: 0.6 })
}

/// The front that proving some steps of one level leaves: with the answer, where that is the last.
fn proven(problem: &Problem, protection: f64, steps: usize) -> Option<Front> {
    let mut dolls = Dolls::new(problem, protection, BYTES)?;
    let mut best = f64::INFINITY;
    let mut nodes = Vec::new();
    for _ in 0..steps {
        if dolls.is_done() {
            break;
        }
        for node in dolls.go_on(&|| false) {
            let outcomes = problem.outcomes(&node, &problem.classes(&node));
            let enough = outcomes.into_iter().filter(|outcome| outcome.protection >= protection);
            for outcome in enough {
                best = best.min(outcome.loss.value);
                nodes.push((node.clone(), outcome));
            }
        }
        if best.is_finite() {
            dolls.know(best);
        }
    }
    let mut archive = Archive::default();
    let mut seen = std::collections::HashSet::new();
    let best_ones = nodes
        .into_iter()
        .filter(|(node, outcome)| outcome.loss.value == best && seen.insert((node.clone(), outcome.suppressed)));
    best_ones.for_each(|(node, outcome)| {
        archive.offer(&node, outcome);
    });
    let points = archive.into_points();
    let floor = Floor { protection, loss: dolls.floor(), by_parts: dolls.proven(), parts: dolls.parts() };
    let complete = dolls.is_done() && !points.is_empty();
    Some(Front { points, found: Found { complete, floors: vec![floor], ..Found::default() } })
}

/// Reads the file and checks it, as the command does.
fn check(problem: &Problem, certificate: &Floors) -> Result<CheckedFloors> {
    let read = Floors::parse("test", &certificate.text()).unwrap();
    assert!(Floors::is_one(&certificate.text()));
    read.is_about(&claim(problem))?;
    check_floors(problem, &read, &Silent)
}

/// The answer must be no.
fn refused(problem: &Problem, certificate: &Floors, why: &str) {
    match check(problem, certificate) {
        Err(Error::No { .. }) => {}
        other => panic!("{why}: accepted or unreadable: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn true_floors_are_accepted_and_others_refused(
        material in material(), level in 2u64..5, steps in 1usize..12, tolerance in any::<bool>(), pick in 0usize..8,
    ) {
        let models = ["k-anonymity", "distinct-l-diversity", "alpha-k-anonymity", "entropy-l-diversity"];
        let metrics = ["general-loss", "entropy", "generalization-set-loss", "certainty-penalty"];
        let rule = if tolerance { Rule::Tolerance } else { Rule::AsNeeded };
        let problem = material.problem(models[pick % 4], metrics[pick / 2], rule, material.suppressed);
        let Some(front) = proven(&problem, level as f64, steps) else { return Ok(()) };
        let certificate = Floors::new(&problem, claim(&problem), &front).unwrap();
        let checked = check(&problem, &certificate).unwrap();
        prop_assert_eq!(checked.answered, front.found.complete);
        prop_assert!(checked.floors[0].loss <= front.found.floors[0].loss + 1e-10);
        // What some columns cost cannot be a millionth more, unless nothing is as private at all.
        if !front.points.is_empty() {
            for at in 0..certificate.floors[0].columns.len() {
                let mut changed = certificate.clone();
                changed.floors[0].columns[at].cost += 1e-6 * problem.frequency.rows as f64;
                refused(&problem, &changed, "a dearer column");
            }
            let mut changed = certificate.clone();
            changed.floors[0].loss += 1e-6;
            refused(&problem, &changed, "a higher floor");
        }
        if front.found.complete {
            let mut changed = certificate.clone();
            let answer = &mut changed.answer[0];
            match answer.ties.pop() {
                Some(_) => refused(&problem, &changed, "a tie is missing"),
                None => {
                    answer.suppressed += 1;
                    refused(&problem, &changed, "another suppression");
                }
            }
            let mut changed = certificate.clone();
            changed.answer[0].values[1] += 1e-6;
            refused(&problem, &changed, "another loss");
            let mut changed = certificate.clone();
            changed.answer[0].values[1] -= 1e-6;
            refused(&problem, &changed, "a better loss");
            if changed.floors[0].columns.len() > 1 {
                let mut changed = certificate.clone();
                changed.floors[0].columns.remove(0);
                changed.floors[0].loss = 0.0;
                refused(&problem, &changed, "an answer from some columns");
            }
        }
        let mut changed = certificate.clone();
        changed.floors[0].columns.iter_mut().for_each(|part| part.column = "income".into());
        if !changed.floors[0].columns.is_empty() {
            let refused = changed.is_about(&claim(&problem)).unwrap_err();
            prop_assert_eq!(refused.kind(), ErrorKind::Data);
        }
    }
}

/// Of a model without such floors none is believed.
#[test]
fn of_other_models_nothing_is_believed() {
    let rows = (0..60u32).map(|i| (vec![i % 4, i % 3], [i % 3, i % 2, 0])).collect();
    let material = Material { rows, merges: vec![vec![]; 2], weights: vec![1.0; 2], suppressed: 6, gaps: false };
    let of = |model: &str, metric: &str| material.problem(model, metric, Rule::AsNeeded, 6);
    let good = of("k-anonymity", "general-loss");
    let front = proven(&good, 2.0, 100).unwrap();
    for other in [of("t-closeness", "general-loss"), of("k-anonymity", "discernibility")] {
        let certificate = Floors::new(&other, claim(&other), &front).unwrap();
        refused(&other, &certificate, "no such floors");
    }
}
