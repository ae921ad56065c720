//! Classes with labels of their own: evaluated as hashing every row would have it, equal to nodes and cuts where they show
//! the same, and released through the same functions.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::random;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use celosia::evaluate::{Outcome, Problem, naive_outcomes_of};
use celosia::flow::Flow;
use celosia::frequency::Frequency;
use celosia::front::{Found, Front, Point};
use celosia::loss::METRICS;
use celosia::privacy::MODELS;
use celosia::release::{Options, Plan, Record, Suppressed};
use celosia::report;
use celosia::space::{Partition, Place, Regions, Share, Shown, Space, Unit, Units};
use celosia::study::{Rule, Study, StudyFile};
use celosia::watch::Silent;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use random::{material, nodes};

const RULES: [Rule; 3] = [Rule::AsNeeded, Rule::Tolerance, Rule::AtWeightedK];

/// What a place shows, written class by class: a class is called by its first tuple.
fn by_class(problem: &Problem, place: &Place) -> Place {
    let (frequency, shown) = (&problem.frequency, problem.shown(place));
    let sets = shown.sets(frequency);
    let keys: Vec<Vec<u32>> = (0..frequency.distinct()).map(|tuple| shown.of_tuple(frequency, tuple)).collect();
    let mut first: BTreeMap<&Vec<u32>, u32> = BTreeMap::new();
    let class_of: Vec<u32> = keys.iter().zip(0..).map(|(key, tuple)| *first.entry(key).or_insert(tuple)).collect();
    let set = |class: u32, column: usize| {
        let set = sets[column].get(keys[class as usize][column] as usize);
        (set.values.to_vec(), set.height)
    };
    Regions::new(frequency, &class_of, set).unwrap().into()
}

/// Random classes of a table, in which each column shows the values of the class and perhaps others.
fn random_regions(problem: &Problem, classes: u32, more: f64, random: &mut impl Rng) -> Regions {
    let frequency = &problem.frequency;
    let class_of: Vec<u32> = (0..frequency.distinct()).map(|_| random.random_range(0..classes)).collect();
    let drawn: Vec<Vec<Vec<bool>>> = (0..classes)
        .map(|_| {
            let lots = |values: usize| (0..values).map(|_| random.random_bool(more)).collect();
            frequency.attributes.iter().map(|attribute| attribute.counts.len()).map(lots).collect()
        })
        .collect();
    let set = |class: u32, column: usize| {
        let of_class =
            |value: u32| class_of.iter().zip(&frequency.columns[column]).any(|(c, v)| (*c, *v) == (class, value));
        let all = 0..frequency.attributes[column].counts.len() as u32;
        let values: Vec<u32> = all.filter(|v| of_class(*v) || drawn[class as usize][column][*v as usize]).collect();
        // Backwards and twice: the order in which values are given does not matter.
        let height = values.len() as f64 / 8.0;
        (values.iter().rev().chain(&values).copied().collect(), height)
    };
    Regions::new(frequency, &class_of, set).unwrap()
}

fn same(fast: &[Outcome], slow: &[Outcome]) -> bool {
    let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let all_close = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b));
    fast.len() == slow.len()
        && fast.iter().zip(slow).all(|(f, s)| {
            (f.suppressed, f.classes) == (s.suppressed, s.classes)
                && close(f.protection, s.protection)
                && close(f.loss.value, s.loss.value)
                && close(f.loss.raw, s.loss.raw)
                && close(f.threshold, s.threshold)
                && all_close(&f.further, &s.further)
                && all_close(&f.thresholds, &s.thresholds)
        })
}

/// A problem of a model and a metric, or of several of both.
fn problem(material: &random::Material, pick: usize, several: bool) -> Problem {
    let rule = RULES[pick % 3];
    let first = if rule == Rule::AtWeightedK {
        ["k-anonymity", "weighted-k"][pick % 2]
    } else {
        MODELS[pick % MODELS.len()].name
    };
    let metric = METRICS[pick / 3 % METRICS.len()].name;
    let (mut models, mut metrics) = (vec![first], vec![metric]);
    if several {
        models.extend(["k-anonymity", "t-closeness"].iter().find(|model| **model != first));
        metrics.extend(["general-loss", "discernibility"].iter().find(|loss| **loss != metric));
    }
    material.problem_of(&models, &metrics, several && pick.is_multiple_of(2), rule, material.suppressed)
}

proptest! {
    /// A node or a cut, written class by class, has the same classes and comes to the same.
    #[test]
    fn nodes_and_cuts_are_regions(
        material in material(), pick in 0usize..10_000, several in any::<bool>(), seed in any::<u64>()
    ) {
        let problem = problem(&material, pick, several);
        let mut random = StdRng::seed_from_u64(seed);
        let cuts = (0..4).map(|_| Place::from(problem.cuts.random(&mut random)));
        for place in nodes(&problem.lattice).into_iter().map(Place::from).chain(cuts) {
            let regions = by_class(&problem, &place);
            prop_assert_eq!(regions.space(), Space::Regions);
            let (shown, by_column) = (problem.shown(&regions), problem.shown(&place));
            let (classes, of_place) = (problem.classes_of(&shown), problem.classes_of(&by_column));
            prop_assert_eq!(&classes, &of_place);
            let (fast, expected) = (problem.outcomes_at(&regions), problem.outcomes_at(&place));
            prop_assert!(same(&fast, &expected), "{place:?}\n{fast:?}\n{expected:?}");
            let slow = naive_outcomes_of(&problem, &shown);
            prop_assert!(same(&slow, &naive_outcomes_of(&problem, &by_column)), "{place:?}\n{slow:?}");
            for (one, other) in fast.iter().zip(&expected) {
                prop_assert_eq!(problem.suppressed(&classes, one), problem.suppressed(&of_place, other));
            }
        }
    }

    /// Any classes with any sets that hold their values come to what hashing every row says, and to the definition of the
    /// general loss.
    #[test]
    fn regions_are_evaluated_as_defined(
        material in material(),
        pick in 0usize..10_000,
        several in any::<bool>(),
        classes in 1u32..12,
        more in 0.0..0.6,
        seed in any::<u64>(),
    ) {
        let problem = problem(&material, pick, several);
        let regions = random_regions(&problem, classes, more, &mut StdRng::seed_from_u64(seed));
        let shown = Shown::ByClass(regions.clone().into());
        let (fast, slow) = (problem.outcomes_of(&shown, &problem.classes_of(&shown)), naive_outcomes_of(&problem, &shown));
        prop_assert!(same(&fast, &slow), "{fast:?}\n{slow:?}");

        let frequency = &problem.frequency;
        let plain = material.problem("k-anonymity", "general-loss", Rule::AsNeeded, 0);
        let outcome = plain.outcomes_at(&regions.clone().into()).remove(0);
        let mut rows: BTreeMap<&[u32], u64> = BTreeMap::new();
        let (mut lost, weights) = (0.0, frequency.attributes.iter().map(|a| a.weight).sum::<f64>());
        for (tuple, count) in frequency.counts.iter().enumerate() {
            let sets = regions.shows(regions.class_of()[tuple]);
            *rows.entry(sets).or_default() += count;
            for (column, set) in sets.iter().enumerate() {
                let set = regions.sets()[column].get(*set as usize);
                prop_assert!(set.values.contains(&frequency.columns[column][tuple]));
                let attribute = &frequency.attributes[column];
                let leaves = attribute.leaves.as_ref().map_or(set.values.len() as u64, |leaves| leaves.of(set.values));
                let domain = attribute.domain() as f64;
                let cell = if domain > 1.0 { (leaves as f64 - 1.0) / (domain - 1.0) } else { 0.0 };
                lost += cell * *count as f64 * frequency.attributes[column].weight / weights;
            }
        }
        prop_assert_eq!(outcome.classes as usize, rows.len(), "no two classes show the same");
        prop_assert_eq!(outcome.protection, *rows.values().min().unwrap() as f64);
        prop_assert!((outcome.loss.value - lost / frequency.rows as f64).abs() < 1e-9);
    }
}

/// The least set of values of a column that a class holds.
fn set_of<'a>(frequency: &'a Frequency, partition: &'a Partition) -> impl Fn(u32, usize) -> (Vec<u32>, f64) + 'a {
    move |class, column| {
        let members = partition.members().filter(|(_, of)| *of == class);
        (members.map(|(tuple, _)| frequency.columns[column][tuple]).collect(), 0.5)
    }
}

proptest! {
    /// Rows of a tuple that fall into several classes are counted where they fall.
    #[test]
    fn shared_tuples_are_evaluated_as_defined(
        material in material(), metric in 0..METRICS.len(), classes in 2u32..8, seed in any::<u64>()
    ) {
        let metric = METRICS[metric].name;
        // Who looks at labels has no say of single rows.
        prop_assume!(!metric.contains("classification"));
        let problem = material.problem("k-anonymity", metric, Rule::AsNeeded, 0);
        prop_assert_eq!(problem.unit(), Unit::Rows);
        let mut random = StdRng::seed_from_u64(seed);
        let frequency = &problem.frequency;
        let mut partition =
            Partition::from((0..frequency.distinct()).map(|_| random.random_range(0..classes)).collect::<Vec<u32>>());
        for tuple in 0..frequency.distinct() {
            let mut left = frequency.counts[tuple];
            for class in 0..classes {
                if left > 1 && random.random_bool(0.4) {
                    let rows = random.random_range(1..left);
                    left -= rows;
                    partition.shares.push(Share { tuple: tuple as u32, class, value: None, rows });
                }
            }
        }
        let regions = Regions::of(frequency, &partition, set_of(frequency, &partition)).unwrap();
        let rows: u64 = problem.classes_of(&Shown::ByClass(regions.clone().into())).rows.iter().sum();
        prop_assert_eq!(rows, frequency.rows);
        let shown = Shown::ByClass(regions.into());
        let (fast, slow) = (problem.outcomes_of(&shown, &problem.classes_of(&shown)), naive_outcomes_of(&problem, &shown));
        prop_assert!(same(&fast, &slow), "{fast:?}\n{slow:?}");
        // More rows than there are, or none left, are refused.
        if let Some(share) = partition.shares.first().copied() {
            let mut wrong = partition.clone();
            wrong.shares[0].rows = frequency.counts[share.tuple as usize];
            prop_assert!(Regions::of(frequency, &wrong, |_, column| (vec![frequency.columns[column][0]], 0.5)).is_err());
        }
    }

    /// So are rows that go by their sensitive value, by any model and with rows suppressed.
    #[test]
    fn tuples_shared_by_value_are_evaluated_as_defined(
        material in material(), pick in any::<prop::sample::Index>(), metric in 0..METRICS.len(), classes in 2u32..8, seed in any::<u64>()
    ) {
        let (model, metric) = (pick.get(MODELS).name, METRICS[metric].name);
        prop_assume!(!metric.contains("classification"));
        let mut frequency = material.frequency();
        frequency.sensitive.truncate(1);
        frequency.label = None;
        let problem = material.problem_from(frequency, &[model], &[metric], false, Rule::AsNeeded, material.suppressed);
        prop_assume!(problem.unit() == Unit::OfValue);
        let frequency = &problem.frequency;
        let units = Units::new(frequency, Unit::OfValue);
        prop_assert_eq!(units.counts().iter().sum::<u64>(), frequency.rows);
        let mut random = StdRng::seed_from_u64(seed);
        let mut lists = vec![Vec::new(); classes as usize];
        for (unit, rows) in (0..).zip(units.counts()) {
            let mut left = *rows;
            while left > 0 {
                let rows = random.random_range(1..=left);
                left -= rows;
                lists[random.random_range(0..classes as usize)].push((unit, rows));
            }
        }
        let partition = units.partition(lists.iter().map(Vec::as_slice));
        let regions = Regions::of(frequency, &partition, set_of(frequency, &partition)).unwrap();
        let shown = Shown::ByClass(regions.into());
        let found = problem.classes_of(&shown);
        let (fast, slow) = (problem.outcomes_of(&shown, &found), naive_outcomes_of(&problem, &shown));
        prop_assert!(same(&fast, &slow), "{fast:?}\n{slow:?}");
        // Each class holds what its list does, where no two show the same.
        let sizes = |lists: &mut dyn Iterator<Item = u64>| { let mut sizes: Vec<u64> = lists.collect(); sizes.sort_unstable(); sizes };
        let rows = |list: &Vec<(u32, u64)>| list.iter().map(|(_, rows)| rows).sum::<u64>();
        let listed = sizes(&mut lists.iter().map(rows).filter(|rows| *rows > 0));
        if found.len() == listed.len() {
            prop_assert_eq!(sizes(&mut found.rows.iter().copied()), listed);
        }
    }
}

#[test]
fn regions_that_do_not_fit_the_table_are_refused() {
    let material = random::Material {
        rows: vec![(vec![0, 1], [0; 3]), (vec![1, 1], [0; 3])],
        merges: vec![Vec::new(); 2],
        weights: vec![1.0; 2],
        suppressed: 0,
        gaps: false,
    };
    let frequency = material.frequency();
    let all = |_: u32, column: usize| (if column == 0 { vec![0, 1] } else { vec![0] }, 1.0);
    assert_eq!(Regions::new(&frequency, &[7, 3], all).unwrap().classes(), 1, "what shows the same is one class");
    let refused = |result: celosia::error::Result<Regions>, what: &str| {
        assert!(result.is_err_and(|error| error.to_string().contains(what)), "{what}");
    };
    refused(Regions::new(&frequency, &[0], all), "1 tuples have a class");
    refused(Regions::new(&frequency, &[0, 1], |_, _| (vec![0], 0.0)), "does not show its values");
    refused(Regions::new(&frequency, &[0, 0], |_, _| (vec![0, 1, 2], 1.0)), "a value that it does not have");
}

const STUDY: &str = r#"
[columns.age]
role = "quasi-identifier"
hierarchy = { interval = [5, 10, 20] }
[columns.sex]
role = "quasi-identifier"
[columns.city]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[columns.note]
role = "insensitive"
unprotected = true
[objectives]
privacy = ["k-anonymity", "distinct-l-diversity"]
loss = "general-loss"
[suppression]
limit = "10%"
"#;

/// A table of random people.
fn people(folder: &Path, seed: u64) -> Flow {
    let mut random = StdRng::seed_from_u64(seed);
    let mut text = "note,sex,age,disease,city\n".to_string();
    for row in 0..160 {
        let age = 20 + random.random_range(0..30);
        let city = ["Bern", "Basel", "Chur", "Genf", "NA"][random.random_range(0..5) * random.random_range(0..2)];
        let (sex, disease) =
            (["f", "m"][random.random_range(0..2)], ["flu", "cold", "gout"][random.random_range(0..3)]);
        text += &format!("n{row},{sex},{age},{disease},{city}\n");
    }
    let path = folder.join("people.csv");
    std::fs::write(&path, text).unwrap();
    let mut file = StudyFile::parse("people", STUDY).unwrap();
    file.data.path = Some(path);
    Flow::open(Study::check("people", &file).unwrap(), &Silent).unwrap()
}

/// The rows of a release, sorted, and its record.
fn released(
    flow: &Flow,
    folder: &Path,
    place: &Place,
    outcome: &Outcome,
    suppressed: Suppressed,
) -> (Vec<String>, Record) {
    let output = folder.join("release.csv");
    let options = Options { suppressed, keep_order: false };
    let point = Point { place: place.clone(), outcome: outcome.clone(), ties: Vec::new() };
    let plan = Plan::new(&flow.source, &flow.problem, &point, options);
    let (record, _) = plan.write(&output, &Silent).unwrap();
    let mut rows: Vec<String> = std::fs::read_to_string(output).unwrap().lines().map(String::from).collect();
    rows.sort();
    let in_memory = plan.to_batches(&Silent).unwrap();
    assert_eq!(in_memory.batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), rows.len() - 1);
    (rows, record)
}

/// A cut and its regions are released to the same rows, whatever is suppressed and however.
#[test]
fn a_cut_and_its_regions_are_one_release() {
    let folder = tempfile::tempdir().unwrap();
    let mut suppressed = BTreeSet::new();
    for seed in 0..12 {
        let flow = people(folder.path(), seed);
        let mut random = StdRng::seed_from_u64(seed);
        let cut = Place::from(flow.problem.cuts.random(&mut random));
        let regions = by_class(&flow.problem, &cut);
        let outcomes = flow.problem.outcomes_at(&regions);
        for (of_cut, of_regions) in flow.problem.outcomes_at(&cut).iter().zip(&outcomes) {
            suppressed.insert(of_cut.suppressed > 0);
            let how = if random.random_bool(0.5) { Suppressed::Star } else { Suppressed::Drop };
            let (expected, record) = released(&flow, folder.path(), &cut, of_cut, how);
            let (found, of_class) = released(&flow, folder.path(), &regions, of_regions, how);
            assert_eq!(found, expected);
            let (record, of_class) = (record.json(), of_class.json());
            assert_eq!(of_class["space"], "regions");
            assert_eq!(of_class["point"]["labels"], record["point"]["groups"]);
            for same in ["rows", "classes", "suppressed", "guaranteed"] {
                assert_eq!(of_class[same], record[same], "{same}");
            }
        }
    }
    assert_eq!(suppressed.len(), 2, "with and without suppression");
}

/// Classes that no column-wise map has: the release has as many of them as was promised, and each is as large.
#[test]
fn any_regions_are_released() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..12 {
        let flow = people(folder.path(), seed);
        let mut random = StdRng::seed_from_u64(seed);
        let regions = random_regions(&flow.problem, 3 + seed as u32, 0.05, &mut random);
        let place = Place::from(regions);
        for outcome in flow.problem.outcomes_at(&place) {
            let how = if random.random_bool(0.5) { Suppressed::Star } else { Suppressed::Drop };
            let (rows, record) = released(&flow, folder.path(), &place, &outcome, how);
            let mut classes: BTreeMap<[String; 3], u64> = BTreeMap::new();
            let text = rows.join("\n");
            for row in csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).records() {
                let row = row.unwrap();
                if &row[0] != "note" && &row[0] != "*" {
                    *classes.entry([1, 2, 4].map(|cell| row[cell].to_string())).or_default() += 1;
                }
            }
            assert_eq!(classes.len() as u64, outcome.classes);
            assert!(classes.values().all(|rows| *rows as f64 >= outcome.protection));
            assert_eq!(record.json()["classes"], outcome.classes);
        }
    }
}

/// What people and programs read of a front of regions.
#[test]
fn regions_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let flow = people(folder.path(), 1);
    let (source, problem) = (&flow.source, &flow.problem);
    let place = Place::from(random_regions(problem, 5, 0.0, &mut StdRng::seed_from_u64(1)));
    let outcome = problem.outcomes_at(&place).remove(0);
    let point = Point { place: place.clone(), outcome, ties: Vec::new() };
    let found = Found { space: Space::Regions, ..Found::default() };
    let front = Front { points: vec![point.clone()], found };
    let json = report::front_json(source, problem, &front);
    assert_eq!(json["space"]["kind"], "regions");
    assert_eq!((&json["points"][0]["shape"], &json["points"][0]["classes"]), (&"classes".into(), &5.into()));
    let asked = report::Shown { knee: None, most: 9, numbers: true };
    let table = report::front_table(source, problem, &front, asked);
    assert!(table.contains("labels of [age, sex, city]") && table.contains("[5,"), "{table}");
    let words = report::shown_in_words(source, problem, &place);
    assert!(words.contains("age in 5 labels"), "{words}");
    assert!(report::space_text(problem, Space::Regions).starts_with("regions of "));

    let dialect = celosia::sql::find("postgresql").unwrap();
    let text = Plan::new(source, problem, &point, Options::default()).statement(dialect, "people").unwrap();
    assert_eq!(
        text.matches("LEFT JOIN celosia_classes AS m ON m.v0 = s.c1 AND m.v1 = s.c2 AND m.v2 = s.c4").count(),
        1
    );
    assert!(!text.contains("celosia_map_"), "{text}");
}
