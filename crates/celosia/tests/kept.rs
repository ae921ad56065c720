//! Persons who stay in a release, under pseudonyms: trails against a count by hand, the fast evaluation against the slow one, exact
//! search against exhaustive search, certificates, and what the bounds rest on.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use celosia::certify::{self, Claim, Question};
use celosia::classes::{Classes, Scratch};
use celosia::evaluate::{Batch, Problem, naive_outcomes, naive_outcomes_of};
use celosia::privacy::{MODELS, Parameters};
use celosia::require::{Demand, Requirement};
use celosia::search::{self, Limits};
use celosia::space::Place;
use celosia::study::{Rule, Search};
use celosia::watch::Silent;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::persons::{RULES, drawn, level, rows_of, same};
use crate::random::{Material, material, nodes};

/// Groups of persons with one trail at a node, and for each of them the rows of each tuple of the trail. From the rows alone.
fn trails(material: &Material, problem: &Problem, persons: &[u32], node: &[u8]) -> Vec<Vec<Vec<usize>>> {
    let by_tuple = rows_of(material, problem, node);
    let tuple_of = |row: usize| by_tuple.iter().position(|rows| rows.contains(&row)).unwrap();
    let mut trail_of: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    (0..material.rows.len()).for_each(|row| trail_of.entry(persons[row]).or_default().push(tuple_of(row)));
    trail_of.values_mut().for_each(|trail| trail.sort_unstable());
    let mut classes: BTreeMap<Vec<usize>, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for row in 0..material.rows.len() {
        let of_trail = classes.entry(trail_of[&persons[row]].clone()).or_default();
        of_trail.entry(tuple_of(row)).or_default().push(row);
    }
    classes.into_values().map(|tuples| tuples.into_values().collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// At every node what the fast evaluation says is what trails say that are put together from the rows.
    #[test]
    fn models_count_who_shares_a_trail(material in material(), seed in any::<u64>(), among in 1u32..24) {
        let persons = material.persons(seed, among);
        for about in MODELS {
            let problem = material.problem_by_trail(&persons, &[about.name], &["general-loss"], false, Rule::AsNeeded, 0);
            for node in nodes(&problem.lattice) {
                let trails = trails(&material, &problem, &persons, &node);
                let worst = |class: &Vec<usize>| {
                    let of_each = (0..2).map(|s| level(about.name, &material, &persons, class, s));
                    of_each.collect::<Option<Vec<f64>>>().map(|both| {
                        both.into_iter().map(|level| about.protection(level)).fold(f64::INFINITY, f64::min)
                    })
                };
                let Some(slow) = trails.iter().flatten().map(worst).collect::<Option<Vec<f64>>>() else { continue };
                let slow = slow.into_iter().fold(f64::INFINITY, f64::min);
                let found = &problem.outcomes(&node, &problem.classes(&node))[0];
                prop_assert!((found.protection - slow).abs() < 1e-9, "{} {node:?}: {} and {slow}", about.name, found.protection);
                prop_assert_eq!(found.classes, trails.iter().flatten().count() as u64);
            }
        }
    }

    /// What goes is whole persons, no more of them than the limit, and each trail that stays is as strong as is said.
    #[test]
    fn persons_go_whole(material in material(), seed in any::<u64>(), among in 1u32..24) {
        let persons = material.persons(seed, among);
        let problem =
            material.problem_by_trail(&persons, &["k-anonymity"], &["general-loss"], false, Rule::AsNeeded, material.suppressed);
        for node in nodes(&problem.lattice) {
            let trails = trails(&material, &problem, &persons, &node);
            let who = |trail: &Vec<Vec<usize>>| trail.iter().flatten().map(|row| persons[*row]).collect::<BTreeSet<u32>>().len() as u64;
            let mut expected = BTreeSet::new();
            for k in trails.iter().map(who).collect::<BTreeSet<u64>>() {
                let gone = trails.iter().filter(|trail| who(trail) < k);
                if gone.clone().map(who).sum::<u64>() <= material.suppressed {
                    expected.insert((k, gone.flatten().map(|class| class.len() as u64).sum::<u64>()));
                }
            }
            let classes = problem.classes(&node);
            let outcomes = problem.outcomes(&node, &classes);
            let found: BTreeSet<(u64, u64)> = outcomes.iter().map(|o| (o.protection as u64, o.suppressed)).collect();
            prop_assert_eq!(&found, &expected);
            for outcome in &outcomes {
                let gone = problem.suppressed(&classes, outcome);
                let mut whole = gone.clone();
                classes.trails.as_ref().unwrap().whole(&mut whole);
                prop_assert_eq!(gone, whole);
            }
        }
    }

    /// The fast evaluation is the slow one, for all models, metrics and rules, of nodes and of cuts.
    #[test]
    fn evaluation_equals_hashing_every_row(
        material in material(), seed in any::<u64>(), among in 1u32..24, pick in 0usize..10_000,
    ) {
        let persons = material.persons(seed, among);
        for rule in RULES {
            let problem = drawn(&material, &persons, true, pick, rule, material.suppressed);
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
        }
    }

    /// The same where more is required than what the weakest trails say.
    #[test]
    fn requirements_are_of_trails(
        material in material(), seed in any::<u64>(), among in 1u32..24,
        asked in prop::sample::subsequence(
            vec!["k-anonymity=2", "distinct-l-diversity=2", "t-closeness=0.6", "average-risk=0.6", "weighted-k=2"], 1..4),
    ) {
        let persons = material.persons(seed, among);
        let require: Vec<Requirement> = asked.iter().map(|text| {
            let (name, level) = text.split_once('=').unwrap();
            Requirement { demand: Demand::parse("require", name, level).unwrap(), preset: None }
        }).collect();
        let problem = || {
            material.problem_by_trail(&persons, &["k-anonymity"], &["general-loss"], false, Rule::AsNeeded, material.suppressed)
                .requiring(&require).unwrap()
        };
        let problem = problem();
        for node in nodes(&problem.lattice) {
            let (fast, slow) = (problem.outcomes(&node, &problem.classes(&node)), naive_outcomes(&problem, &node));
            prop_assert!(same(&fast, &slow), "{asked:?} {node:?}\n{fast:?}\n{slow:?}");
        }
        if problem.can_meet_what_is_required().is_err() {
            for node in nodes(&problem.lattice) {
                prop_assert!(naive_outcomes(&problem, &node).is_empty());
            }
            return Ok(());
        }
        let run = |name: &str| {
            let limits = Limits::from(Search { threads: 1, seed, ..Search::default() });
            (search::find(name).unwrap().run)(&problem, &limits, &Silent).unwrap()
        };
        prop_assert_eq!(run("exact").points, run("exhaustive").points);
    }

    /// Whatever finer node classes are rolled up from they are the same.
    #[test]
    fn classes_do_not_depend_on_the_way(
        material in material(), seed in any::<u64>(), among in 1u32..24, way in prop::collection::vec(0usize..3, 0..12),
    ) {
        let persons = material.persons(seed, among);
        let models = ["distinct-l-diversity", "t-closeness", "k-anonymity"];
        let problem = material.problem_by_trail(&persons, &models, &["usefulness"], false, Rule::AsNeeded, 0);
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
    }

    /// A generalization is no less private: what pruning and predictive tagging rely on.
    #[test]
    fn merging_never_weakens(material in material(), seed in any::<u64>(), among in 1u32..24) {
        let persons = material.persons(seed, among);
        for about in MODELS.iter().filter(|about| about.monotone) {
            let problem = material.problem_by_trail(&persons, &[about.name], &["general-loss"], false, Rule::AsNeeded, 0);
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
            let problem = drawn(&material, &persons, true, pick, *rule, material.suppressed);
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
            prop_assert_eq!(&search::simple(&problem, search::Question::Front).unwrap().points, &all);
            let names = &["age", "zip", "sex"][..problem.lattice.attributes()];
            let claim = Claim::new(&problem, "random", names, &Parameters { c: 3.0, alpha: 0.6 });
            let front = run("exact", 1);
            let certificate = certify::certificate(&problem, claim, Question::Front, &front, &Silent).unwrap();
            let checked = certify::check(&problem, &certificate, &Silent);
            prop_assert!(checked.is_ok(), "{:?}", checked.err());
        }
    }

    /// No other search finds what is not there.
    #[test]
    fn other_searches_find_points_of_the_front_or_beaten_ones(
        material in material(), seed in any::<u64>(), among in 1u32..24,
    ) {
        let persons = material.persons(seed, among);
        let problem =
            material.problem_by_trail(&persons, &["k-anonymity"], &["general-loss"], false, Rule::AsNeeded, material.suppressed);
        let limits = Limits::from(Search { threads: 1, seed, ..Search::default() });
        let all = (search::find("exhaustive").unwrap().run)(&problem, &limits, &Silent).unwrap().points;
        let climbed = (search::find("climb").unwrap().run)(&problem, &limits, &Silent).unwrap().points;
        for point in &climbed {
            let node = point.place.node().unwrap();
            let there = naive_outcomes(&problem, node);
            prop_assert!(there.iter().any(|o| same(std::slice::from_ref(o), std::slice::from_ref(&point.outcome))));
            prop_assert!(all.iter().any(|p| p.outcome.protection >= point.outcome.protection && p.outcome.loss.value <= point.outcome.loss.value));
        }
    }
}

/// Rows of one column with a sensitive value, and whose they are.
fn table(rows: &[(u32, u32, u32)]) -> (Material, Vec<u32>) {
    let persons = rows.iter().map(|(person, ..)| *person).collect();
    let rows = rows.iter().map(|(_, shows, ill)| (vec![*shows], [*ill, *ill, 0])).collect();
    (Material { rows, merges: vec![vec![]], weights: vec![1.0], suppressed: 0, gaps: false }, persons)
}

fn levels(rows: &[(u32, u32, u32)], model: &str, limit: u64) -> Vec<(f64, u64)> {
    let (material, persons) = table(rows);
    let problem = material.problem_by_trail(&persons, &[model], &["general-loss"], false, Rule::AsNeeded, limit);
    problem.outcomes(&[0], &problem.classes(&[0])).iter().map(|o| (o.protection, o.suppressed)).collect()
}

#[test]
fn a_trail_is_a_multiset() {
    // Persons 1 and 2 have two rows of 30 and one of 40; person 3 has one of 30 and two of 40. Each tuple is three persons'.
    let rows = [
        (1, 30, 0),
        (1, 30, 1),
        (1, 40, 0), //
        (2, 40, 1),
        (2, 30, 0),
        (2, 30, 0), //
        (3, 30, 1),
        (3, 40, 0),
        (3, 40, 1),
    ];
    assert_eq!(levels(&rows, "k-anonymity", 0), [(1.0, 0)]);
    // Person 3 goes, with all three rows, and counts for one.
    assert_eq!(levels(&rows, "k-anonymity", 1), [(1.0, 0), (2.0, 3)]);
    let (material, persons) = table(&rows);
    let dropped = material.problem_by_person(&persons, &["k-anonymity"], &["general-loss"], false, Rule::AsNeeded, 0);
    assert_eq!(dropped.outcomes(&[0], &dropped.classes(&[0]))[0].protection, 3.0);
}

#[test]
fn a_value_that_all_have_at_one_place_is_known() {
    // Three persons were there at 30 and at 40. At 30 all of them had value 0; together with 40 there are three values.
    let rows = [(1, 30, 0), (1, 40, 1), (2, 30, 0), (2, 40, 2), (3, 30, 0), (3, 40, 0)];
    assert_eq!(levels(&rows, "k-anonymity", 0), [(3.0, 0)]);
    assert_eq!(levels(&rows, "distinct-l-diversity", 0), [(1.0, 0)]);
    // Five more of another trail have two values at each.
    let mut more = rows.to_vec();
    (4..9).for_each(|person| more.extend([(person, 30, person % 2), (person, 30, 1), (person, 40, person % 3)]));
    assert_eq!(levels(&more, "distinct-l-diversity", 3), [(1.0, 0), (2.0, 6)]);
}
