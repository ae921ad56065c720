//! Bounds from growing sets of attributes against every node, on random problems of every model and metric that has them.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::{BTreeMap, BTreeSet};

use celosia::bound::{Dolls, Implied, hindrance, implied};
use celosia::evaluate::Problem;
use celosia::frequency::Tracked;
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

/// What must hold of the least loss, by all nodes and the naive evaluation: the loss, and the nodes that have it.
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

/// What shown and suppressed cells of each attribute cost: such that no shown cell is dearer, and suppressed ones together cost what a
/// suppressed row does.
fn suppressed_cells(problem: &Problem) -> Vec<f64> {
    let dearest = |a: usize| {
        let prices =
            problem.lattice.levels[a].iter().enumerate().filter_map(|(level, _)| problem.cell_prices(a, level));
        prices.flatten().copied().fold(0.0, f64::max)
    };
    let dearest: Vec<f64> = (0..problem.lattice.attributes()).map(dearest).collect();
    let left = (problem.suppressed_row() - dearest.iter().sum::<f64>()).max(0.0);
    dearest.iter().enumerate().map(|(a, of)| of + left * problem.weight(a)).collect()
}

/// The least that some attributes cost by themselves, by the definition: every combination of their levels by which no more rows than may
/// be lie in classes that lack what is needed, these suppressed. Nothing where there is none.
fn least_of_part(problem: &Problem, attributes: &[usize], needed: Implied) -> Option<f64> {
    let frequency = &problem.frequency;
    let suppressed = suppressed_cells(problem);
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for a in attributes {
        let longer =
            |c: &Vec<usize>| (0..problem.lattice.levels[*a].len()).map(|l| [&c[..], &[l]].concat()).collect::<Vec<_>>();
        choices = choices.iter().flat_map(longer).collect();
    }
    let cost_of = |levels: &Vec<usize>| {
        let shown = |tuple: usize, at: usize| {
            let (a, level) = (attributes[at], levels[at]);
            problem.lattice.levels[a][level].group_of[frequency.columns[a][tuple] as usize]
        };
        let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
        for tuple in 0..frequency.distinct() {
            classes.entry((0..attributes.len()).map(|at| shown(tuple, at)).collect()).or_default().push(tuple);
        }
        let (mut lost, mut cost) = (0, 0.0);
        for tuples in classes.values() {
            let rows: u64 = tuples.iter().map(|tuple| frequency.counts[*tuple]).sum();
            let has = |tracked: &Tracked| {
                let values = tuples.iter().flat_map(|tuple| tracked.histograms.of(*tuple).values);
                let values: BTreeSet<u32> = values.copied().filter(|value| tracked.missing != Some(*value)).collect();
                needed.values <= 1 || values.len() as u64 >= needed.values
            };
            let is_kept = rows >= needed.rows && frequency.sensitive.iter().all(has);
            lost += if is_kept { 0 } else { rows };
            for tuple in tuples {
                for (at, a) in attributes.iter().enumerate() {
                    let price = || {
                        problem.cell_prices(*a, levels[at]).map_or(0.0, |p| p[frequency.columns[*a][*tuple] as usize])
                    };
                    cost += frequency.counts[*tuple] as f64 * if is_kept { price() } else { suppressed[*a] };
                }
            }
        }
        (lost <= problem.limit).then_some(cost)
    };
    choices.iter().filter_map(cost_of).reduce(f64::min)
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
        for node in dolls.go_on(&|| false) {
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
    same_parts(problem, protection, &dolls);
    assert_eq!(dolls.parts().len(), problem.lattice.attributes());
    if let Some((loss, nodes)) = truth {
        assert_eq!(best, loss);
        assert!(nodes.is_subset(&found), "{nodes:?} {found:?}");
    }
    Some((floor, best, found))
}

/// Each doll costs what the definition says.
fn same_parts(problem: &Problem, protection: f64, dolls: &Dolls) {
    let needed = implied(problem.model(), protection).unwrap();
    let solved = dolls.parts();
    for (at, (_, cost)) in solved.iter().enumerate() {
        let attributes: Vec<usize> = solved[at..].iter().map(|(a, _)| *a).collect();
        let least = least_of_part(problem, &attributes, needed).unwrap();
        assert!(*cost <= least + 1e-12 && (cost - least).abs() < 1e-9, "{attributes:?}: {cost} for {least}");
    }
}

/// Of what the steps of the proof do not hold there is no bound, and a sentence says why.
#[test]
fn of_what_there_is_no_bound() {
    let rows = (0..60u32).map(|i| (vec![i % 4, i % 3, i % 5], [i % 3, i % 2, 0])).collect();
    let material = Material { rows, merges: vec![vec![]; 3], weights: vec![1.0; 3], suppressed: 6, gaps: false };
    let has = |model: &str, metric: &str, rule: Rule| {
        let problem = material.problem(model, metric, rule, 6);
        let said = hindrance(&problem);
        let has = Dolls::new(&problem, problem.model().protection(2.0), BYTES).is_some();
        assert_eq!(has, said.is_none(), "{model} {metric}: {said:?}");
        has
    };
    let models: Vec<&str> =
        MODELS.iter().map(|m| m.name).filter(|name| has(name, "general-loss", Rule::AsNeeded)).collect();
    let few =
        ["k-anonymity", "distinct-l-diversity", "entropy-l-diversity", "frequency-l-diversity", "alpha-k-anonymity"];
    assert_eq!(models, few);
    let metrics: Vec<&str> =
        METRICS.iter().map(|m| m.name).filter(|name| has("k-anonymity", name, Rule::Tolerance)).collect();
    let cells = [
        "general-loss",
        "certainty-penalty",
        "precision",
        "entropy",
        "generalization-set-loss",
        "hierarchical-discernibility",
    ];
    assert_eq!(metrics, cells);
    assert!(!has("k-anonymity", "general-loss", Rule::AtWeightedK));
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

    /// The second step of the proof: the loss of every outcome is what its cells cost, suppressed rows as dear as all of theirs.
    #[test]
    fn a_loss_is_what_its_cells_cost(material in random::material(), rule in prop::sample::select(vec![Rule::AsNeeded, Rule::Tolerance])) {
        for metric in METRICS.iter().filter(|metric| metric.cells_only && metric.additive && metric.monotone) {
            let problem = material.problem("k-anonymity", metric.name, rule, material.suppressed);
            let row = suppressed_cells(&problem).iter().sum::<f64>();
            if (row - problem.suppressed_row()).abs() > 1e-12 {
                // As with the entropy of columns that have one value each: no bits can be lost.
                prop_assert!(Dolls::new(&problem, 2.0, BYTES).is_none(), "{}: {row}", metric.name);
                continue;
            }
            for node in nodes(&problem.lattice) {
                let classes = problem.classes(&node);
                for outcome in problem.outcomes(&node, &classes) {
                    let gone = problem.suppressed(&classes, &outcome);
                    let mut cost = outcome.suppressed as f64 * row;
                    for class in (0..classes.len()).filter(|class| !gone[*class]) {
                        let first = classes.first[class] as usize;
                        let price = |a: usize| problem.cell_prices(a, usize::from(node[a])).map_or(0.0, |p| p[problem.frequency.columns[a][first] as usize]);
                        cost += classes.rows[class] as f64 * (0..node.len()).map(price).sum::<f64>();
                    }
                    let loss = problem.loss_of_cost(0, cost);
                    prop_assert!((loss - outcome.loss.value).abs() < 1e-11, "{} at {node:?}: {loss} for {}", metric.name, outcome.loss.value);
                }
            }
        }
    }

    /// Where persons are counted rows are bounded, and the floor holds.
    #[test]
    fn no_node_is_below_the_floor_by_person(material in random::material(), seed in any::<u64>(), among in 2u32..24, level in 2u64..5) {
        let persons = material.persons(seed, among);
        for model in ["k-anonymity", "distinct-l-diversity", "alpha-k-anonymity", "entropy-l-diversity"] {
            for rule in [Rule::AsNeeded, Rule::Tolerance] {
                let problem = material.problem_by_person(&persons, &[model], &["general-loss"], false, rule, material.suppressed);
                solve(&problem, level as f64, None);
            }
        }
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
                let found = dolls.go_on(&|| false);
                for node in &found {
                    let outcomes = problem.outcomes(node, &problem.classes(node));
                    outcomes.iter().filter(|o| o.protection >= 4.0).for_each(|o| dolls.know(o.loss.value));
                }
                steps.push((found, dolls.floor(), dolls.spent(), dolls.parts()));
            }
            steps
        })
    };
    assert_eq!(run(1), run(2));
}
