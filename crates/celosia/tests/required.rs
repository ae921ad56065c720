//! Requirements on random problems: exact search finds what exhaustive search finds, both find what hashing every row finds, all that
//! is required holds against the table and against what is released, and certificates are accepted.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use celosia::certify::{self, Certificate, Claim};
use celosia::classes::{Classes, Track};
use celosia::evaluate::{Outcome, Problem, naive_outcomes};
use celosia::front::Front;
use celosia::loss::METRICS;
use celosia::privacy::{self, Class, MODELS, Over, Parameters, Sensitive, meets};
use celosia::require::{Demand, Requirement, least_size};
use celosia::search::{self, Limits, Question};
use celosia::space::Node;
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use random::{Material, material, nodes};

const RULES: [Rule; 2] = [Rule::AsNeeded, Rule::Tolerance];
const PARAMETERS: Parameters = Parameters { c: 3.0, alpha: 0.6 };

/// A demand that small tables sometimes meet.
fn demand() -> impl Strategy<Value = Demand> {
    let model = |(model, level): (&str, f64)| Demand::Model { model: model.into(), level };
    let models = prop::sample::select(vec![
        ("k-anonymity", 2.0),
        ("k-anonymity", 5.0),
        ("weighted-k", 6.0),
        ("distinct-l-diversity", 2.0),
        ("distinct-l-diversity", 3.0),
        ("entropy-l-diversity", 1.5),
        ("recursive-l-diversity", 2.0),
        ("frequency-l-diversity", 1.4),
        ("t-closeness", 0.3),
        ("t-closeness", 0.15),
        ("t-closeness-ordered", 0.25),
        ("t-closeness-hierarchical", 0.3),
        ("alpha-k-anonymity", 3.0),
        ("beta-likeness", 1.0),
        ("enhanced-beta-likeness", 1.0),
        ("delta-disclosure", 1.0),
    ]);
    let known = models.prop_filter("a model of this name", |(name, _)| privacy::find(name).is_ok());
    prop_oneof![
        8 => known.prop_map(model),
        1 => prop::sample::select(vec![0.5, 0.2]).prop_map(Demand::Risk),
        2 => prop::sample::select(vec![0.5, 0.3, 0.15]).prop_map(Demand::AverageRisk),
    ]
}

fn demands() -> impl Strategy<Value = Vec<Requirement>> {
    let of = |demands: Vec<Demand>| demands.into_iter().map(|demand| Requirement { demand, preset: None }).collect();
    prop::collection::vec(demand(), 2..=4).prop_map(of)
}

/// One to two models and metrics; only monotone ones where bounds are wanted.
fn problem(material: &Material, pick: usize, rule: Rule, bounded: bool, required: &[Requirement]) -> Problem {
    let metrics: Vec<&str> = METRICS.iter().filter(|m| m.monotone || !bounded).map(|m| m.name).collect();
    let models: Vec<&str> = (0..1 + pick % 7 / 5).map(|i| MODELS[(pick / 3 + 5 * i) % MODELS.len()].name).collect();
    let metrics: Vec<&str> = (0..1 + pick % 11 / 8).map(|i| metrics[(pick / 5 + 4 * i) % metrics.len()]).collect();
    let problem = material.problem_of(&models, &metrics, pick % 13 == 5, rule, material.suppressed);
    problem.requiring(required).unwrap()
}

/// One model, one metric.
fn problem_of(material: &Material, pick: usize) -> Problem {
    let metrics: Vec<&str> = METRICS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
    let (model, metric) = (MODELS[pick / 3 % MODELS.len()].name, metrics[pick / 5 % metrics.len()]);
    material.problem(model, metric, Rule::AsNeeded, material.suppressed)
}

fn run(problem: &Problem, algorithm: &str, question: Question) -> Front {
    let limits = Limits { question, ..Limits::from(Search { threads: 1, ..Search::default() }) };
    (search::find(algorithm).unwrap().run)(problem, &limits, &Silent).unwrap()
}

/// The nodes and suppressed rows of a front, ties included.
fn flat(front: &Front) -> Vec<(Node, u64)> {
    let node = |place: &celosia::space::Place| place.node().unwrap().clone();
    let of = |p: &celosia::Point| {
        let ties = p.ties.iter().map(|(place, outcome)| (node(place), outcome.suppressed));
        ties.chain([(node(&p.place), p.outcome.suppressed)]).collect::<Vec<_>>()
    };
    let mut all: Vec<(Node, u64)> = front.points.iter().flat_map(of).collect();
    all.sort();
    all
}

/// The least protection of kept classes under a model made for these attributes, or its mean.
fn protection(name: &str, classes: &[(u64, Vec<Vec<u64>>)], totals: &[Sensitive]) -> f64 {
    let about = privacy::find(name).unwrap();
    let model = (about.build)(&PARAMETERS, totals).unwrap();
    let of = |(rows, counts): &(u64, Vec<Vec<u64>>)| {
        let shown: Vec<(Vec<u32>, Vec<u64>)> =
            counts.iter().map(|counts| (0..).zip(counts.iter().copied()).filter(|(_, n)| *n > 0).unzip()).collect();
        let sensitive: Vec<celosia::frequency::Histogram> =
            shown.iter().map(|(values, counts)| celosia::frequency::Histogram { values, counts }).collect();
        (*rows as f64, model.protection(&Class { rows: *rows, sensitive: &sensitive, persons: None }))
    };
    let all: Vec<(f64, f64)> = classes.iter().map(of).collect();
    match about.over {
        Over::Least => all.iter().map(|(_, p)| *p).fold(f64::INFINITY, f64::min),
        Over::RowMean => all.iter().map(|(n, p)| n * p).sum::<f64>() / all.iter().map(|(n, _)| n).sum::<f64>(),
    }
}

/// Does an outcome meet everything, against the whole table and against what it leaves?
fn meets_all(problem: &Problem, node: &Node, outcome: &Outcome, required: &[Requirement]) -> Result<(), String> {
    let gone = problem.suppressed(&problem.classes(node), outcome);
    let track = Track { sensitive: true, ..Track::default() };
    let frequency = &problem.frequency;
    let finest = Classes::finest(frequency, track);
    let classes =
        finest.roll_up(frequency, &problem.lattice.groupings(node), &mut celosia::classes::Scratch::default());
    let counts = |class: usize| -> Vec<Vec<u64>> {
        let of = |(at, tracked): (usize, &celosia::frequency::Tracked)| {
            let mut counts = vec![0; tracked.totals.len()];
            let histogram = classes.sensitive[at].of(class);
            histogram.values.iter().zip(histogram.counts).for_each(|(v, n)| counts[*v as usize] += n);
            counts
        };
        frequency.sensitive.iter().enumerate().map(of).collect()
    };
    let kept: Vec<(u64, Vec<Vec<u64>>)> =
        (0..classes.len()).filter(|c| !gone[*c]).map(|c| (classes.rows[c], counts(c))).collect();
    let levels = |values: usize| -> Vec<Vec<u32>> {
        let values = values as u32;
        vec![(0..values).collect(), (0..values).map(|v| v / 2).collect(), vec![0; values as usize]]
    };
    let all: Vec<Sensitive> = frequency
        .sensitive
        .iter()
        .map(|s| Sensitive { totals: s.totals.clone(), levels: Some(levels(s.totals.len())), missing: s.missing })
        .collect();
    // What is left, with codes only for values that are.
    let mut own = Vec::new();
    let mut recoded: Vec<(u64, Vec<Vec<u64>>)> = kept.iter().map(|(rows, _)| (*rows, Vec::new())).collect();
    for (at, of_all) in all.iter().enumerate() {
        let total = |v: usize| kept.iter().map(|(_, counts)| counts[at][v]).sum::<u64>();
        let left: Vec<usize> = (0..of_all.totals.len()).filter(|v| total(*v) > 0).collect();
        own.push(Sensitive {
            totals: left.iter().map(|v| total(*v)).collect(),
            levels: of_all.levels.as_ref().map(|l| l.iter().map(|l| left.iter().map(|v| l[*v]).collect()).collect()),
            missing: of_all.missing.and_then(|m| left.iter().position(|v| *v as u32 == m)).map(|m| m as u32),
        });
        for (to, (_, from)) in recoded.iter_mut().zip(&kept) {
            to.1.push(left.iter().map(|v| from[at][*v]).collect());
        }
    }
    let rows: u64 = kept.iter().map(|(rows, _)| rows).sum();
    for Requirement { demand, .. } in required {
        let holds = match demand {
            Demand::Model { model, level } => {
                let least = privacy::find(model).unwrap().protection(*level);
                let (against, alone) = (protection(model, &kept, &all), protection(model, &recoded, &own));
                meets(against, least) && meets(alone, least)
            }
            Demand::Risk(risk) => kept.iter().all(|(rows, _)| *rows >= least_size(*risk)),
            Demand::AverageRisk(risk) => kept.len() as f64 / rows as f64 <= risk + 1e-9,
            _ => true,
        };
        if !holds {
            return Err(format!("{demand} fails at {node:?}: {outcome:?}"));
        }
    }
    Ok(())
}

fn same(fast: &[Outcome], slow: &[Outcome]) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let all_close = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b));
    fast.len() == slow.len()
        && fast.iter().zip(slow).all(|(f, s)| {
            close(f.protection, s.protection)
                && close(f.loss.value, s.loss.value)
                && (f.suppressed, f.classes) == (s.suppressed, s.classes)
                && all_close(&f.further, &s.further)
                && all_close(&f.thresholds, &s.thresholds)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Rolled-up classes give what hashing every row gives, at every node, and everything that is required holds of it, against
    /// the table and against the release.
    #[test]
    fn evaluation_equals_hashing_every_row(material in material(), pick in 0usize..10_000, required in demands()) {
        for rule in RULES {
            let problem = problem(&material, pick, rule, false, &required);
            for node in nodes(&problem.lattice) {
                let classes = problem.classes(&node);
                let fast = problem.outcomes(&node, &classes);
                let slow = naive_outcomes(&problem, &node);
                prop_assert!(same(&fast, &slow), "{rule:?} {node:?}\n{fast:?}\n{slow:?}");
                for outcome in &fast {
                    let suppressed = problem.suppressed(&classes, outcome);
                    let gone = suppressed.iter().zip(&classes.rows).filter(|(out, _)| **out).map(|(_, rows)| rows);
                    prop_assert_eq!(gone.sum::<u64>(), outcome.suppressed);
                    prop_assert!(outcome.suppressed <= problem.limit);
                    let met = meets_all(&problem, &node, outcome, &required);
                    prop_assert!(met.is_ok(), "{met:?}");
                }
            }
        }
    }

    /// Exact search finds every point and every tie that exhaustive search finds, of the whole front and of the least loss, and its
    /// proof is accepted.
    #[test]
    fn exact_equals_exhaustive(material in material(), pick in 0usize..10_000, required in demands()) {
        for rule in RULES {
            let problem = problem(&material, pick, rule, true, &required);
            for question in [Question::Front, Question::Protection(f64::NEG_INFINITY)] {
                let (exact, all) = (run(&problem, "exact", question), run(&problem, "exhaustive", question));
                prop_assert!(exact.found.complete);
                match question {
                    Question::Front => prop_assert_eq!(flat(&exact), flat(&all)),
                    // Exhaustive search gives the whole front, of which the least loss is chosen.
                    _ => {
                        let least = |front: &Front| front.points.iter().map(|p| p.outcome.loss.value).reduce(f64::min);
                        prop_assert_eq!(least(&exact), least(&all));
                    }
                }
                if problem.objectives().len() > 2 && question != Question::Front {
                    continue;
                }
                let asked = if question == Question::Front { certify::Question::Front } else { certify::Question::LeastLoss };
                let names = &["age", "zip", "sex"][..problem.lattice.attributes()];
                let claim = || Claim::new(&problem, "random", names, &PARAMETERS);
                let written = certify::certificate(&problem, claim(), asked, &exact, &Silent).unwrap();
                let read = Certificate::parse("test", &written.text()).unwrap();
                prop_assert!(read.is_about(&claim()).is_ok());
                let checked = certify::check(&problem, &read, &Silent);
                prop_assert!(checked.is_ok(), "{rule:?} {question:?} {:?}", checked.err().map(|e| e.to_string()));
            }
        }
    }

    /// The least loss under requirements is that of the best of all outcomes of all nodes, found by hashing every row.
    #[test]
    fn the_least_loss_is_the_least_of_all(material in material(), pick in 0usize..10_000, required in demands()) {
        let problem = problem(&material, pick, Rule::AsNeeded, true, &required);
        let outcomes = nodes(&problem.lattice).into_iter().flat_map(|node| naive_outcomes(&problem, &node));
        let least = outcomes.map(|outcome| outcome.loss.value).reduce(f64::min);
        let found = run(&problem, "exact", Question::Protection(f64::NEG_INFINITY));
        let found = found.points.first().map(|point| point.outcome.loss.value);
        let close = match (found, least) {
            (Some(found), Some(least)) => (found - least).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        };
        prop_assert!(close, "{found:?} {least:?}");
        // Who asks for nothing else has one outcome of each node: the least of these, which meets all as well.
        let alone = problem_of(&material, pick).requiring(&required).unwrap().for_least_loss();
        let of = |node: Node| naive_outcomes(&alone, &node).into_iter().map(move |outcome| (node.clone(), outcome));
        let outcomes: Vec<(Node, Outcome)> = nodes(&alone.lattice).into_iter().flat_map(of).collect();
        for (node, outcome) in &outcomes {
            let met = meets_all(&alone, node, outcome, &required);
            prop_assert!(met.is_ok(), "{met:?}");
            let fast = alone.outcomes(node, &alone.classes(node));
            prop_assert!(fast.iter().any(|fast| same(std::slice::from_ref(fast), std::slice::from_ref(outcome))), "{fast:?} {outcome:?}");
        }
        let least = outcomes.iter().map(|(_, outcome)| outcome.loss.value).reduce(f64::min);
        let front = run(&alone, "exact", Question::Protection(f64::NEG_INFINITY));
        let found = front.points.first().map(|point| point.outcome.loss.value);
        prop_assert!(found.zip(least).map_or(found == least, |(a, b)| (a - b).abs() < 1e-9), "{found:?} {least:?}");
        let names = &["age", "zip", "sex"][..alone.lattice.attributes()];
        let claim = Claim::new(&alone, "random", names, &PARAMETERS);
        let written = certify::certificate(&alone, claim, certify::Question::LeastLoss, &front, &Silent).unwrap();
        let checked = certify::check(&alone, &written, &Silent);
        prop_assert!(checked.is_ok(), "{:?}", checked.err().map(|e| e.to_string()));
        prop_assert!(least.is_none() || problem.can_meet_what_is_required().is_ok());
    }
}
