//! The fast evaluation and the search against the slow, obvious ones, for every model and every metric.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::classes::{Classes, Scratch};
use celosia::evaluate::{Outcome, Problem, naive_outcomes};
use celosia::front::dominates;
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::search::{self, Limits};
use celosia::space::Node;
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material, nodes};

const RULES: [Rule; 2] = [Rule::AsNeeded, Rule::Tolerance];

/// A different pair each time, so that some hundred cases meet every model and every metric many times.
fn problem(material: &Material, pick: usize, limit: u64) -> Problem {
    let (model, metric) = (&MODELS[pick % MODELS.len()], &METRICS[pick / MODELS.len() % METRICS.len()]);
    material.problem(model.name, metric.name, RULES[pick % 2], limit)
}

/// One to three different models, one or two metrics, with and without suppressed rows.
fn several(material: &Material, pick: usize, rule: Rule, limit: u64) -> Problem {
    let models: Vec<&str> = (0..1 + pick % 3).map(|i| MODELS[(pick / 3 + 5 * i) % MODELS.len()].name).collect();
    let metrics: Vec<&str> = (0..1 + pick / 2 % 2).map(|i| METRICS[(pick / 7 + 4 * i) % METRICS.len()].name).collect();
    material.problem_of(&models, &metrics, pick / 5 % 2 == 1, rule, limit)
}

fn same(fast: &[Outcome], slow: &[Outcome]) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let all_close = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b));
    fast.len() == slow.len()
        && fast.iter().zip(slow).all(|(f, s)| {
            close(f.protection, s.protection)
                && close(f.loss.value, s.loss.value)
                && close(f.loss.raw, s.loss.raw)
                && (f.suppressed, f.classes) == (s.suppressed, s.classes)
                && close(f.threshold, s.threshold)
                && all_close(&f.further, &s.further)
                && all_close(&f.thresholds, &s.thresholds)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Rolled-up classes give what hashing every row gives, at every node.
    #[test]
    fn evaluation_equals_hashing_every_row(material in material(), pick in 0usize..1000) {
        let problem = problem(&material, pick, material.suppressed);
        for node in nodes(&problem.lattice) {
            let fast = problem.outcomes(&node, &problem.classes(&node));
            let slow = naive_outcomes(&problem, &node);
            prop_assert!(same(&fast, &slow), "{node:?}\n{fast:?}\n{slow:?}");
        }
    }

    /// The same with one to three models, one or two metrics, with and without suppressed rows: nested loops give what
    /// trying all combinations of levels gives, and an outcome's thresholds suppress what it says.
    #[test]
    fn several_objectives_equal_all_combinations(material in material(), pick in 0usize..10_000) {
        for rule in RULES {
            let problem = several(&material, pick, rule, material.suppressed);
            let names: Vec<&str> = problem.objectives().iter().map(|o| o.name).collect();
            for node in nodes(&problem.lattice) {
                let classes = problem.classes(&node);
                let fast = problem.outcomes(&node, &classes);
                let slow = naive_outcomes(&problem, &node);
                prop_assert!(same(&fast, &slow), "{names:?} {rule:?} {node:?}\n{fast:?}\n{slow:?}");
                for outcome in fast {
                    prop_assert_eq!(outcome.further.len() + 2, names.len());
                    prop_assert_eq!(outcome.thresholds.len() + 1, problem.models().count());
                    let suppressed = problem.suppressed(&classes, &outcome);
                    let rows = suppressed.iter().zip(&classes.rows).filter(|(out, _)| **out).map(|(_, rows)| rows);
                    prop_assert_eq!(rows.sum::<u64>(), outcome.suppressed);
                    let kept = suppressed.iter().filter(|out| !**out).count() as u64;
                    prop_assert_eq!(kept, outcome.classes);
                }
            }
        }
    }

    /// Whatever finer node classes are rolled up from, and whatever stood where they are written, they are the same, to the
    /// byte.
    #[test]
    fn classes_do_not_depend_on_the_way(material in material(), way in prop::collection::vec(0usize..3, 0..12)) {
        let problem = material.problem("t-closeness", "usefulness", Rule::AsNeeded, 0);
        let mut scratch = Scratch::default();
        let mut node = problem.lattice.bottom();
        let mut classes = Classes::finest(&problem.frequency, problem.track());
        for step in way {
            let attribute = step % problem.lattice.attributes();
            if node[attribute] < problem.lattice.height(attribute) {
                node[attribute] += 1;
                let coarser = classes.roll_up(&problem.frequency, &problem.lattice.groupings(&node), &mut scratch);
                scratch.take_back(std::mem::replace(&mut classes, coarser));
            }
        }
        prop_assert_eq!(classes, problem.classes(&node));
    }

    /// Exhaustive search finds exactly the nodes that no node dominates, on one thread and on three.
    #[test]
    fn exhaustive_search_is_the_front(material in material(), pick in 0usize..10_000, more in any::<bool>()) {
        let problem = match more {
            true => several(&material, pick, RULES[pick % 2], material.suppressed),
            false => problem(&material, pick, material.suppressed),
        };
        let run = search::find("exhaustive").unwrap().run;
        let limits = |threads| Limits::from(Search { threads, ..Search::default() });
        let front = run(&problem, &limits(1), &Silent).unwrap();
        prop_assert_eq!(&front.points, &run(&problem, &limits(3), &Silent).unwrap().points);
        prop_assert!(front.found.complete);

        let every: Vec<(Node, Outcome)> = nodes(&problem.lattice)
            .into_iter()
            .flat_map(|n| problem.outcomes(&n, &problem.classes(&n)).into_iter().map(move |o| (n.clone(), o)))
            .collect();
        let mut expected: Vec<(Node, u64)> = every
            .iter()
            .filter(|(_, o)| !every.iter().any(|(_, other)| dominates(other, o)))
            .map(|(n, o)| (n.clone(), o.suppressed))
            .collect();
        let mut found: Vec<(Node, u64)> = front
            .points
            .iter()
            .flat_map(|p| p.ties.iter().cloned().chain([(p.place.clone(), p.outcome.clone())]))
            .map(|(place, o)| (place.node().unwrap().clone(), o.suppressed))
            .collect();
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }

    /// What pruning will rely on: without suppression, generalizing never lowers protection or loss, for every model
    /// and metric that declares it.
    #[test]
    fn declared_monotonicity_holds(material in material(), pick in 0usize..1000) {
        let problem = problem(&material, pick, 0);
        for node in nodes(&problem.lattice) {
            let here = &problem.outcomes(&node, &problem.classes(&node))[0];
            for attribute in 0..problem.lattice.attributes() {
                if node[attribute] == problem.lattice.height(attribute) {
                    continue;
                }
                let mut coarser = node.clone();
                coarser[attribute] += 1;
                let there = &problem.outcomes(&coarser, &problem.classes(&coarser))[0];
                let (model, metric) = (problem.model(), problem.metric());
                if model.monotone {
                    let falls = there.protection < here.protection - 1e-9;
                    prop_assert!(!falls, "{}: {here:?} {there:?}", model.name);
                }
                if metric.monotone {
                    let falls = there.loss.value < here.loss.value - 1e-9;
                    prop_assert!(!falls, "{}: {here:?} {there:?}", metric.name);
                }
            }
        }
    }

    /// Suppression as needed is never worse than spending the whole tolerance: each node's tolerance outcome is among
    /// its as-needed outcomes.
    #[test]
    fn as_needed_includes_tolerance(material in material(), pick in 0usize..1000) {
        let (model, metric) = (MODELS[pick % MODELS.len()].name, METRICS[pick / MODELS.len() % METRICS.len()].name);
        let needed = material.problem(model, metric, Rule::AsNeeded, material.suppressed);
        let tolerance = material.problem(model, metric, Rule::Tolerance, material.suppressed);
        for node in nodes(&needed.lattice) {
            let classes = needed.classes(&node);
            let spent = tolerance.outcomes(&node, &classes);
            prop_assert_eq!(spent.len(), 1);
            prop_assert!(needed.outcomes(&node, &classes).contains(&spent[0]));
            prop_assert!(spent[0].suppressed <= material.suppressed);
        }
    }

    /// With several models too, unless an outcome as needed beats it.
    #[test]
    fn as_needed_is_never_worse_than_tolerance(material in material(), pick in 0usize..10_000) {
        let needed = several(&material, pick, Rule::AsNeeded, material.suppressed);
        let tolerance = several(&material, pick, Rule::Tolerance, material.suppressed);
        let as_good = |a: &Outcome, b: &Outcome| {
            let further = a.further.iter().zip(&b.further).all(|(a, b)| *a >= b - 1e-9);
            a.protection >= b.protection - 1e-9 && a.loss.value <= b.loss.value + 1e-9 && further
        };
        for node in nodes(&needed.lattice) {
            let classes = needed.classes(&node);
            let spent = tolerance.outcomes(&node, &classes);
            prop_assert_eq!(spent.len(), 1);
            prop_assert!(needed.outcomes(&node, &classes).iter().any(|outcome| as_good(outcome, &spent[0])));
        }
    }
}
