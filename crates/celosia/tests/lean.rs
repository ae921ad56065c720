//! Single nodes evaluated lean against the ordinary evaluation, to the byte, and against hashing every row.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::evaluate::{Lean, Nearby, Outcome, Problem, Workroom, naive_outcomes};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::study::Rule;
use proptest::prelude::*;
use random::{Material, material, nodes};

const RULES: [Rule; 2] = [Rule::AsNeeded, Rule::Tolerance];

/// Every other one is k-anonymity with a metric of cells, which has a way of its own.
fn problem(material: &Material, pick: usize) -> Problem {
    let cells: Vec<&str> = METRICS.iter().filter(|about| about.cells_only).map(|about| about.name).collect();
    let rule = RULES[pick / 2 % 2];
    match pick % 2 {
        0 => material.problem("k-anonymity", cells[pick / 4 % cells.len()], rule, material.suppressed),
        _ => {
            let (model, metric) = (&MODELS[pick % MODELS.len()], &METRICS[pick / MODELS.len() % METRICS.len()]);
            material.problem(model.name, metric.name, rule, material.suppressed)
        }
    }
}

/// The loss with all classes suppressed that are weaker, whatever the limit: from the definition.
fn is_a_step(
    problem: &Problem,
    material: &Material,
    node: &[u8],
    (protection, loss, suppressed): (f64, f64, u64),
) -> bool {
    let (model, metric) = (problem.model().name, problem.metric().name);
    let free = material.problem(model, metric, Rule::AsNeeded, problem.frequency.rows);
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let same = |o: &Outcome| close(o.protection, protection) && close(o.loss.value, loss) && o.suppressed == suppressed;
    naive_outcomes(&free, node).iter().any(same)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever a node is merged from, its outcomes are those of the ordinary evaluation to the byte, and each step is what
    /// hashing every row says of a larger limit.
    #[test]
    fn lean_is_ordinary(material in material(), pick in 0usize..1000, seed in any::<u64>(), beyond in 0u64..20) {
        let problem = problem(&material, pick);
        let lean = Lean::new(&problem);
        prop_assert!(pick % 2 == 1 || lean.is_fast());
        let mut nearby = Nearby::new(if seed.is_multiple_of(3) { 200 } else { 1 << 20 });
        let mut work = Workroom::default();
        let nodes = nodes(&problem.lattice);
        let mut at = seed;
        for _ in 0..40 {
            at = at.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let node = &nodes[(at >> 33) as usize % nodes.len()];
            let (classes, worth) = nearby.classes(&lean, node, &mut work);
            let (outcomes, steps) = lean.evaluate(node, &classes, problem.limit + beyond, &mut work);
            prop_assert_eq!(&outcomes, &problem.outcomes(node, &problem.classes(node)));
            for outcome in &outcomes {
                let is_it = |step: &&celosia::evaluate::Stage| {
                    step.protection == outcome.protection && step.suppressed == outcome.suppressed
                };
                prop_assert!(problem.rule == Rule::Tolerance || steps.iter().any(|step| is_it(&step)), "{steps:?}");
            }
            prop_assert!(steps.is_sorted_by(|a, b| a.protection <= b.protection), "{steps:?}");
            if problem.rule == Rule::AsNeeded {
                for step in &steps {
                    let values = (step.protection, step.loss, step.suppressed);
                    prop_assert!(is_a_step(&problem, &material, node, values), "{node:?} {step:?}");
                }
            }
            if worth {
                nearby.keep(node, classes);
            }
        }
    }
}
