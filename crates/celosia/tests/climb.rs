//! Climbing: what it finds is what hashing every row says, on any number of threads, and exact search may begin with it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::evaluate::{Problem, naive_outcomes};
use celosia::front::{Front, dominates};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::search::{self, Limits, Question};
use celosia::space::Node;
use celosia::study::{Budget, Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material, nodes};

/// One or two models, one or two metrics, with and without suppressed rows; every third is k against general loss.
fn problem(material: &Material, pick: usize) -> Problem {
    let rule = [Rule::AsNeeded, Rule::Tolerance][pick / 3 % 2];
    if pick.is_multiple_of(3) {
        return material.problem("k-anonymity", "general-loss", rule, material.suppressed);
    }
    let models: Vec<&str> = (0..1 + pick / 2 % 2).map(|i| MODELS[(pick / 4 + 5 * i) % MODELS.len()].name).collect();
    let metrics: Vec<&str> = (0..1 + pick / 5 % 2).map(|i| METRICS[(pick / 7 + 4 * i) % METRICS.len()].name).collect();
    material.problem_of(&models, &metrics, pick / 11 % 2 == 1, rule, material.suppressed)
}

fn limits(threads: usize, seed: u64, evaluations: u64, question: Question) -> Limits {
    let budget = Budget { evaluations: Some(evaluations), time: None };
    Limits { question, ..Search { threads, seed, budget, ..Search::default() }.into() }
}

fn climb(problem: &Problem, limits: &Limits) -> Front {
    (search::find("climb").unwrap().run)(problem, limits, &Silent).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Every point is an outcome of its node, none beats another, and none beats the true front.
    #[test]
    fn points_are_what_the_naive_evaluation_says(
        material in material(), pick in 0usize..1000, seed in 0u64..4, budget in 1u64..80, ask in any::<bool>(),
    ) {
        let problem = problem(&material, pick);
        let question = if ask { Question::Protection(2.0) } else { Question::Front };
        let front = climb(&problem, &limits(1, seed, budget, question));
        prop_assert!(!front.points.is_empty() && front.found.evaluated <= budget && !front.found.complete);
        for point in &front.points {
            let outcome = &point.outcome;
            let same = |slow: &celosia::evaluate::Outcome| {
                close(slow.protection, outcome.protection)
                    && close(slow.loss.value, outcome.loss.value)
                    && slow.further.iter().zip(&outcome.further).all(|(a, b)| close(*a, *b))
                    && (slow.suppressed, slow.classes) == (outcome.suppressed, outcome.classes)
            };
            let node = point.place.node().unwrap();
            prop_assert!(naive_outcomes(&problem, node).iter().any(same), "{node:?} {outcome:?}");
            prop_assert!(!front.points.iter().any(|other| dominates(&other.outcome, outcome)));
        }
    }

    /// Threads change nothing where the budget is in evaluations.
    #[test]
    fn any_number_of_threads_gives_the_same(
        material in material(), pick in 0usize..1000, seed in 0u64..4, budget in 1u64..80, ask in any::<bool>(),
    ) {
        let problem = problem(&material, pick);
        let question = if ask { Question::Protection(2.0) } else { Question::Front };
        let one = climb(&problem, &limits(1, seed, budget, question));
        for threads in [2, 3] {
            let several = climb(&problem, &limits(threads, seed, budget, question));
            prop_assert_eq!((&one.points, one.found.evaluated), (&several.points, several.found.evaluated));
        }
    }

    /// Whatever nodes exact search begins with, its answer is the same, ties and all.
    #[test]
    fn exact_search_may_begin_anywhere(material in material(), pick in 0usize..1000, seed in any::<u64>(), ask in any::<bool>()) {
        let problem = problem(&material, pick);
        prop_assume!(problem.is_bounded());
        let exact = search::find("exact").unwrap();
        let question = if ask { Question::Protection(2.0) } else { Question::Front };
        let all = nodes(&problem.lattice);
        let some = |n: u64| all[(seed.rotate_left(n as u32 * 7) % all.len() as u64) as usize].clone();
        let begin: Vec<Node> = (0..seed % 6).map(some).collect();
        let of = |nodes: Vec<Node>| {
            (exact.run)(&problem, &Limits { question, nodes, ..Limits::default() }, &Silent).unwrap()
        };
        let (alone, begun) = (of(Vec::new()), of(begin));
        prop_assert!(alone.found.complete && begun.found.complete);
        prop_assert_eq!(alone.points, begun.points);
    }
}

/// On a lattice of 1,024 nodes it finds what exhaustive search finds, and ends by itself.
#[test]
fn a_small_lattice_is_climbed_whole() {
    let rows = (0..200u32)
        .map(|n| ((0..5).map(|a| n.wrapping_mul(2_654_435_761).rotate_left(a * 5) % 5).collect(), [n % 3; 3]));
    let merges = vec![vec![vec![0, 0, 1, 1, 2], vec![0, 0, 1, 1, 1]]; 5];
    let material = Material { rows: rows.collect(), merges, weights: vec![1.0; 5], suppressed: 10, gaps: false };
    let problem = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 10);
    assert_eq!(problem.lattice.size(), 1024);
    let found = climb(&problem, &Limits::default());
    let whole = (search::find("exhaustive").unwrap().run)(&problem, &Limits::default(), &Silent).unwrap();
    let values = |front: &Front| -> Vec<(f64, f64)> {
        front.points.iter().map(|point| (point.outcome.protection, point.outcome.loss.value)).collect()
    };
    assert_eq!(values(&found), values(&whole));
    assert!(found.found.why().contains("1024"), "{}", found.found.why());
}
