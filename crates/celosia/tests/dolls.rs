//! Bounds from growing sets of attributes against every node, on random problems of every model and metric that has them.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::BTreeSet;

use celosia::bound::{Dolls, implied};
use celosia::evaluate::Problem;
use celosia::loss::METRICS;
use celosia::privacy::{MODELS, Over};
use celosia::space::Node;
use celosia::study::Rule;
use proptest::prelude::*;
use random::{Material, nodes};

const BYTES: u64 = 1 << 30;

/// Tables of 3 to 7 attributes with few values each, up to 60 rows, and up to half of them suppressed.
fn wide() -> impl Strategy<Value = Material> {
    (3usize..8).prop_flat_map(|attributes| {
        let value = (0u32..4, 0u32..4).prop_map(|(a, b)| a.min(b));
        let row = (prop::collection::vec(value, attributes), prop::array::uniform3(0u32..3));
        // The more attributes, the fewer levels: a few hundred nodes.
        let levels = if attributes < 5 { 0..3usize } else { 0..2usize };
        let merges =
            prop::collection::vec(prop::collection::vec(prop::collection::vec(0u32..3, 4), levels), attributes);
        let weights = prop::collection::vec(prop::sample::select(vec![0.5, 1.0, 3.0]), attributes);
        (prop::collection::vec(row, 8..60), merges, weights, 0u64..30, any::<bool>()).prop_map(
            |(rows, merges, weights, part, gaps)| {
                let suppressed = rows.len() as u64 * part / 60;
                Material { rows, merges, weights, suppressed, gaps }
            },
        )
    })
}

/// The least loss of an outcome that is as private, by all nodes, and the nodes that have it.
fn least(problem: &Problem, protection: f64) -> Option<(f64, BTreeSet<Node>)> {
    let mut best: Option<(f64, BTreeSet<Node>)> = None;
    for node in nodes(&problem.lattice) {
        for outcome in problem.outcomes(&node, &problem.classes(&node)) {
            let loss = outcome.loss.value;
            if outcome.protection >= protection && best.as_ref().is_none_or(|(least, _)| loss <= *least) {
                match &mut best {
                    Some((least, nodes)) if *least == loss => drop(nodes.insert(node.clone())),
                    _ => best = Some((loss, BTreeSet::from([node.clone()]))),
                }
            }
        }
    }
    best
}

/// Goes to the end; the floor never falls, and never exceeds the least loss. Returns it with the nodes that came out.
fn solve(problem: &Problem, protection: f64, known: Option<f64>) -> Option<(f64, f64, BTreeSet<Node>)> {
    let mut dolls = Dolls::new(problem, protection, BYTES)?;
    let truth = least(problem, protection);
    let most = truth.as_ref().map_or(f64::INFINITY, |(loss, _)| *loss);
    let (mut best, mut found) = (f64::INFINITY, BTreeSet::new());
    if let Some(loss) = known {
        dolls.know(loss);
        best = loss;
    }
    let mut floor = dolls.floor();
    for _ in 0..100_000 {
        if dolls.is_done() {
            break;
        }
        for node in dolls.go_on() {
            for outcome in problem.outcomes(&node, &problem.classes(&node)) {
                if outcome.protection >= protection {
                    best = best.min(outcome.loss.value);
                }
            }
            found.insert(node);
        }
        if best.is_finite() {
            dolls.know(best);
        }
        assert!(dolls.floor() >= floor && dolls.floor() <= most, "{floor} {} {most}", dolls.floor());
        floor = dolls.floor();
    }
    assert!(dolls.is_done());
    assert_eq!(dolls.solved(), (problem.lattice.attributes(), problem.lattice.attributes()));
    if let Some((loss, nodes)) = truth {
        assert_eq!(best, loss);
        assert!(nodes.is_subset(&found), "{nodes:?} {found:?}");
    }
    Some((floor, best, found))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// For every model and metric that claims it: the floor holds on the way, every best node comes out in the end, and where what is
    /// asked is the model itself the floor is the least loss.
    #[test]
    fn no_node_is_below_the_floor(material in wide(), level in 2u64..6, known in any::<bool>(), tolerance in any::<bool>()) {
        let rule = if tolerance { Rule::Tolerance } else { Rule::AsNeeded };
        let mut claimed = 0;
        for model in MODELS.iter().filter(|model| model.over == Over::Least && model.monotone) {
            let metrics = if model.name == "k-anonymity" { METRICS } else { &METRICS[..1] };
            for metric in metrics {
                let problem = material.problem(model.name, metric.name, rule, material.suppressed);
                let protection = level as f64;
                let truth = least(&problem, protection);
                let known = truth.as_ref().filter(|_| known).map(|(loss, _)| *loss);
                let Some((floor, best, _)) = solve(&problem, protection, known) else { continue };
                claimed += 1;
                let itself = matches!(model.name, "k-anonymity" | "distinct-l-diversity");
                if itself && !tolerance && best.is_finite() {
                    prop_assert!(best - floor < 1e-9, "{} {}: {} {}", model.name, metric.name, floor, best);
                }
            }
        }
        // Unless fewer rows or values are there than are asked for.
        prop_assert!(claimed > 0 || (material.rows.len() as u64) < level + 8 || level > 3);
    }

    /// What is asked of rows and values is needed: a class that has the protection has them.
    #[test]
    fn what_is_implied_is_needed(material in random::material(), level in 1u64..6) {
        for model in MODELS.iter().filter(|model| model.over == Over::Least) {
            let problem = material.problem(model.name, "general-loss", Rule::AsNeeded, 0);
            let Some(needed) = implied(model, level as f64) else { continue };
            let classes = problem.classes(&problem.lattice.bottom());
            for (class, protection) in problem.protections(&classes).into_iter().enumerate() {
                if protection >= level as f64 {
                    prop_assert!(classes.rows[class] >= needed.rows);
                    for (tracked, histograms) in problem.frequency.sensitive.iter().zip(&classes.sensitive) {
                        let values = histograms.of(class).values.iter().filter(|v| Some(**v) != tracked.missing);
                        prop_assert!(needed.values <= 1 || values.count() as u64 >= needed.values);
                    }
                }
            }
        }
    }
}

/// The way is the same on one thread and on two.
#[test]
fn threads_change_nothing() {
    let rows = (0..400u32).map(|i| ((0..6).map(|a| (i * (a + 3) / 7 + i / (a + 2)) % 4).collect(), [i % 3, 0, 0]));
    let merges = vec![vec![vec![0, 0, 1, 1]]; 6];
    let material = Material { rows: rows.collect(), merges, weights: vec![1.0; 6], suppressed: 20, gaps: false };
    let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 20);
    let run = |threads: usize| {
        let pool = celosia::threads::pool(threads).unwrap();
        pool.install(|| {
            let mut dolls = Dolls::new(&problem, 4.0, BYTES).unwrap();
            let mut steps = Vec::new();
            while !dolls.is_done() {
                let found = dolls.go_on();
                for node in &found {
                    let outcomes = problem.outcomes(node, &problem.classes(node));
                    outcomes.iter().filter(|o| o.protection >= 4.0).for_each(|o| dolls.know(o.loss.value));
                }
                steps.push((found, dolls.floor(), dolls.spent(), dolls.solved()));
            }
            steps
        })
    };
    assert_eq!(run(1), run(2));
}
