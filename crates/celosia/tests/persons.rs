//! Persons instead of rows, where they are dropped from the release: the fast evaluation against the slow one, both against
//! counts taken straight from the rows, exact search against exhaustive search, certificates, and what the bounds rest on.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::{BTreeMap, BTreeSet};

use celosia::certify::{self, Claim, Question};
use celosia::classes::{Classes, Scratch};
use celosia::evaluate::{Batch, Outcome, Problem, naive_outcomes, naive_outcomes_of};
use celosia::loss::METRICS;
use celosia::privacy::{MODELS, Parameters};
use celosia::search::{self, Limits};
use celosia::space::{Place, Regions, Unit, Units};
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;
use random::{Material, material, nodes};

pub const RULES: [Rule; 3] = [Rule::AsNeeded, Rule::Tolerance, Rule::AtWeightedK];

/// One to three models, one or two metrics, with and without suppressed rows.
fn problem(material: &Material, persons: &[u32], pick: usize, rule: Rule, limit: u64) -> Problem {
    drawn(material, persons, false, pick, rule, limit)
}

/// The same where persons are dropped, or kept.
pub fn drawn(material: &Material, persons: &[u32], kept: bool, pick: usize, rule: Rule, limit: u64) -> Problem {
    let several = usize::from(pick % 4 == 3);
    // At weighted-k rows go by a model that counts.
    let first = if rule == Rule::AtWeightedK { pick % 2 } else { pick / 4 % MODELS.len() };
    let model = |i: usize| MODELS[(first + 5 * i) % MODELS.len()].name;
    let metrics: Vec<&str> = METRICS.iter().filter(|m| m.monotone).map(|m| m.name).collect();
    let metric = |i: usize| metrics[(pick / 56 + 4 * i) % metrics.len()];
    let models: Vec<&str> = (0..=several * (pick / 8 % 3)).map(model).collect();
    let metrics: Vec<&str> = (0..=several * (pick / 16 % 2)).map(metric).collect();
    let suppressed_rows = several == 1 && pick / 32 % 2 == 1;
    match kept {
        true => material.problem_by_trail(persons, &models, &metrics, suppressed_rows, rule, limit),
        false => material.problem_by_person(persons, &models, &metrics, suppressed_rows, rule, limit),
    }
}

pub fn same(fast: &[Outcome], slow: &[Outcome]) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    fast.len() == slow.len()
        && fast.iter().zip(slow).all(|(f, s)| {
            close(f.protection, s.protection)
                && close(f.loss.value, s.loss.value)
                && (f.suppressed, f.classes) == (s.suppressed, s.classes)
                && close(f.threshold, s.threshold)
                && f.further.iter().zip(&s.further).all(|(a, b)| close(*a, *b))
        })
}

/// The rows of each class of a node: what they show, and which they are.
pub fn rows_of(material: &Material, problem: &Problem, node: &[u8]) -> Vec<Vec<usize>> {
    let groupings = problem.lattice.groupings(node);
    let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    let domain = |a: usize| material.rows.iter().map(|(quasi, _)| quasi[a]).collect::<BTreeSet<u32>>();
    let domains: Vec<Vec<u32>> = (0..groupings.len()).map(|a| domain(a).into_iter().collect()).collect();
    for (row, (quasi, _)) in material.rows.iter().enumerate() {
        let group = |a: usize| groupings[a].group_of[domains[a].binary_search(&quasi[a]).unwrap()];
        classes.entry((0..groupings.len()).map(group).collect()).or_default().push(row);
    }
    classes.into_values().collect()
}

/// The most values of different persons, by trying every way.
fn most(of_person: &[BTreeSet<u32>], taken: &mut BTreeSet<u32>) -> usize {
    let Some((first, others)) = of_person.split_first() else { return taken.len() };
    let mut best = most(others, taken);
    for value in first {
        if taken.insert(*value) {
            best = best.max(most(others, taken));
            taken.remove(value);
        }
    }
    best
}

/// What a model says of a class, straight from its rows, by one sensitive attribute; nothing for models that are not spelt
/// out here.
pub fn level(model: &str, material: &Material, persons: &[u32], class: &[usize], sensitive: usize) -> Option<f64> {
    let missing = |value: u32| sensitive == 0 && material.gaps && value == 2;
    let weigh = |row: usize| 1.0 / persons.iter().filter(|p| **p == persons[row]).count() as f64;
    let value = |row: usize| material.rows[row].1[sensitive];
    let share = |rows: &[usize], wanted: u32| {
        let all: f64 = rows.iter().map(|row| weigh(*row)).sum();
        rows.iter().filter(|row| value(**row) == wanted).map(|row| weigh(*row)).sum::<f64>() / all
    };
    let all: Vec<usize> = (0..material.rows.len()).collect();
    let values: BTreeSet<u32> = all.iter().map(|row| value(*row)).collect();
    match model {
        "k-anonymity" => Some(class.iter().map(|row| persons[*row]).collect::<BTreeSet<u32>>().len() as f64),
        "distinct-l-diversity" => {
            let mut of_person: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
            for row in class.iter().filter(|row| !missing(value(**row))) {
                of_person.entry(persons[*row]).or_default().insert(value(*row));
            }
            let of_person: Vec<BTreeSet<u32>> = of_person.into_values().collect();
            Some(most(&of_person, &mut BTreeSet::new()).max(1) as f64)
        }
        "t-closeness" => Some(values.iter().map(|v| (share(class, *v) - share(&all, *v)).abs()).sum::<f64>() / 2.0),
        "beta-likeness" => {
            let gain = |v: &u32| (share(class, *v) - share(&all, *v)) / share(&all, *v);
            Some(values.iter().map(gain).fold(0.0, f64::max))
        }
        "frequency-l-diversity" if !(material.gaps && sensitive == 0) => {
            Some(1.0 / values.iter().map(|v| share(class, *v)).fold(0.0, f64::max))
        }
        "entropy-l-diversity" if !(material.gaps && sensitive == 0) => {
            let entropy = |v: &u32| Some(share(class, *v)).filter(|q| *q > 0.0).map_or(0.0, |q| -q * q.ln());
            Some(values.iter().map(entropy).sum::<f64>().exp())
        }
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// At every node what the fast evaluation says is what counting persons in the rows says.
    #[test]
    fn models_count_persons(material in material(), seed in any::<u64>(), among in 1u32..24) {
        let persons = material.persons(seed, among);
        for about in MODELS {
            let problem = material.problem_by_person(&persons, &[about.name], &["general-loss"], false, Rule::AsNeeded, 0);
            for node in nodes(&problem.lattice) {
                let worst = |class: &Vec<usize>| {
                    let of_each = (0..2).map(|s| level(about.name, &material, &persons, class, s));
                    of_each.collect::<Option<Vec<f64>>>().map(|both| {
                        both.into_iter().map(|level| about.protection(level)).fold(f64::INFINITY, f64::min)
                    })
                };
                let classes = rows_of(&material, &problem, &node);
                let Some(slow) = classes.iter().map(worst).collect::<Option<Vec<f64>>>() else { continue };
                let slow = slow.into_iter().fold(f64::INFINITY, f64::min);
                let fast = problem.outcomes(&node, &problem.classes(&node))[0].protection;
                prop_assert!((fast - slow).abs() < 1e-9, "{} {node:?}: fast {fast}, by hand {slow}", about.name);
            }
        }
    }

    /// The fast evaluation is the slow one, for all models, metrics and rules; so are cuts, and classes of their own.
    #[test]
    fn evaluation_equals_hashing_every_row(
        material in material(), seed in any::<u64>(), among in 1u32..24, pick in 0usize..10_000,
    ) {
        let persons = material.persons(seed, among);
        for rule in RULES {
            let problem = problem(&material, &persons, pick, rule, material.suppressed);
            for node in nodes(&problem.lattice) {
                let classes = problem.classes(&node);
                let (fast, slow) = (problem.outcomes(&node, &classes), naive_outcomes(&problem, &node));
                prop_assert!(same(&fast, &slow), "{rule:?} {node:?}\n{fast:?}\n{slow:?}");
                for outcome in fast.iter().filter(|_| rule != Rule::AtWeightedK) {
                    let gone = problem.suppressed(&classes, outcome);
                    let rows = gone.iter().zip(&classes.rows).filter(|(gone, _)| **gone).map(|(_, rows)| rows);
                    prop_assert_eq!(rows.sum::<u64>(), outcome.suppressed);
                }
            }
            let mut random = StdRng::seed_from_u64(seed);
            let cuts = [problem.cuts.finest(), problem.cuts.coarsest(), problem.cuts.random(&mut random)];
            let found = Batch::new(&problem, 1).unwrap().evaluate(&cuts);
            for (cut, fast) in cuts.into_iter().zip(found) {
                let slow = naive_outcomes_of(&problem, &problem.shown(&Place::Cut(cut)));
                prop_assert!(same(&fast, &slow), "{rule:?}\n{fast:?}\n{slow:?}");
            }
            // Classes with labels of their own.
            let frequency = &problem.frequency;
            let class_of: Vec<u32> = (0..frequency.distinct() as u32).map(|t| (t * 7 + pick as u32) % 4).collect();
            let set = |class: u32, column: usize| {
                let mut values: Vec<u32> = class_of.iter().zip(&frequency.columns[column])
                    .filter(|(c, _)| **c == class).map(|(_, v)| *v).collect();
                values.dedup();
                (values, 0.5)
            };
            let place: Place = Regions::new(frequency, &class_of, set).unwrap().into();
            let (fast, slow) = (problem.outcomes_at(&place), naive_outcomes_of(&problem, &problem.shown(&place)));
            prop_assert!(same(&fast, &slow), "{rule:?}\n{fast:?}\n{slow:?}");
        }
    }

    /// Whatever finer node classes are rolled up from they are the same, and a class is asked alone what it is among others.
    #[test]
    fn classes_do_not_depend_on_the_way(
        material in material(), seed in any::<u64>(), among in 1u32..24, way in prop::collection::vec(0usize..3, 0..12),
    ) {
        let persons = material.persons(seed, among);
        let models = ["distinct-l-diversity", "t-closeness", "k-anonymity"];
        let problem = material.problem_by_person(&persons, &models, &["usefulness"], false, Rule::AsNeeded, 0);
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
        prop_assert_eq!(&classes, &problem.classes(&node));
        let protections = problem.protections_by_model(&classes);
        for class in 0..classes.len() {
            let groupings = problem.lattice.groupings(&node);
            let show = |t: u32| -> Vec<u32> {
                let all = groupings.iter().zip(&problem.frequency.columns);
                all.map(|(g, column)| g.group_of[column[t as usize] as usize]).collect()
            };
            let tuples: Vec<u32> =
                (0..problem.frequency.distinct() as u32).filter(|t| show(*t) == show(classes.first[class])).collect();
            let units = Units::new(&problem.frequency, Unit::Whole);
            let rows: Vec<(u32, u64)> = tuples.iter().map(|t| (*t, problem.frequency.counts[*t as usize])).collect();
            let own: Vec<f64> = protections.iter().map(|of| of[class]).collect();
            prop_assert!(problem.is_private(&units, &rows, &own));
            prop_assert!(!problem.is_private(&units, &rows, &[own[0], own[1], own[2] + 1.0]));
        }
    }

    /// A generalization is no less private: what pruning and predictive tagging rely on.
    #[test]
    fn merging_never_weakens(material in material(), seed in any::<u64>(), among in 1u32..24) {
        let persons = material.persons(seed, among);
        for about in MODELS.iter().filter(|about| about.monotone) {
            let problem = material.problem_by_person(&persons, &[about.name], &["general-loss"], false, Rule::AsNeeded, 0);
            let all = nodes(&problem.lattice);
            let protection = |node: &[u8]| problem.outcomes(node, &problem.classes(node))[0].protection;
            let known: Vec<f64> = all.iter().map(|node| protection(node)).collect();
            for (node, fine) in all.iter().zip(&known) {
                for (other, coarse) in all.iter().zip(&known) {
                    let above = node.iter().zip(other.iter()).all(|(a, b)| a <= b);
                    prop_assert!(!above || *coarse >= fine - 1e-9, "{}: {node:?} {fine}, {other:?} {coarse}", about.name);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Bounds lose no point, on one thread and on three; other code agrees that they lose none.
    #[test]
    fn exact_equals_exhaustive_and_is_certified(
        material in material(), seed in any::<u64>(), among in 1u32..40, pick in 0usize..10_000,
    ) {
        let persons = material.persons(seed, among);
        for rule in &RULES[..2] {
            let problem = problem(&material, &persons, pick, *rule, material.suppressed);
            let run = |name: &str, threads| {
                let limits = Limits::from(Search { threads, seed, ..Search::default() });
                (search::find(name).unwrap().run)(&problem, &limits, &Silent).unwrap()
            };
            let all = run("exhaustive", 1).points;
            for threads in [1, 3] {
                let front = run("exact", threads);
                prop_assert!(front.found.complete);
                prop_assert_eq!(&front.points, &all, "{:?} {:?}", problem.models().map(|m| m.name).collect::<Vec<_>>(), rule);
            }
            let names = &["age", "zip", "sex"][..problem.lattice.attributes()];
            let claim = Claim::new(&problem, "random", names, &Parameters { c: 3.0, alpha: 0.6 });
            let front = run("exact", 1);
            let certificate = certify::certificate(&problem, claim, Question::Front, &front, &Silent).unwrap();
            let checked = certify::check(&problem, &certificate, &Silent);
            prop_assert!(checked.is_ok(), "{:?}", checked.err());
        }
    }
}

#[test]
fn rows_of_one_person_are_one() {
    // Five rows of one patient, ten others who are alone: k = 5 is not what five rows make.
    let mut rows = vec![(vec![0], [0, 0, 0]); 5];
    rows.extend((1..11).map(|i| (vec![1 + i % 2], [1, 1, 0])));
    let persons: Vec<u32> = (0..15u32).map(|row| row.saturating_sub(4)).collect();
    let material = Material { rows, merges: vec![vec![]], weights: vec![1.0], suppressed: 0, gaps: false };
    let problem = material.problem_by_person(&persons, &["k-anonymity"], &["general-loss"], false, Rule::AsNeeded, 5);
    let fine = problem.outcomes(&[0], &problem.classes(&[0]));
    let told: Vec<(f64, u64)> = fine.iter().map(|o| (o.protection, o.suppressed)).collect();
    assert_eq!(told, [(1.0, 0), (5.0, 5)]);
}
