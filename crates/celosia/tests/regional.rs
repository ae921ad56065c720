//! Searches for regions: releases hold what they say by an independent recount, labels cover their rows and name no rare value,
//! and the best of the order and of the tree are found.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use celosia::certify::Bounds;
use celosia::flow::Flow;
use celosia::front::Front;
use celosia::release::{Options, Suppressed};
use celosia::space::Place;
use celosia::sql;
use celosia::study::{Study, StudyFile};
use celosia::utility::Utility;
use celosia::watch::Silent;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const STUDY: &str = r#"
[columns.age]
role = "quasi-identifier"
hierarchy = { interval = [5, 10, 20] }
[columns.weight]
role = "quasi-identifier"
hierarchy = { interval = [10, 40] }
[columns.sex]
role = "quasi-identifier"
[columns.city]
role = "quasi-identifier"
hierarchy = { taxonomy = { north = ["Basel", "Chur"], south = ["Genf", "Bern"] } }
[columns.disease]
role = "sensitive"
unprotected = true
[objectives]
loss = "general-loss"
"#;

/// A table of random people: ages that many have and some that few have, weights with decimals that hardly two share.
fn table(folder: &Path, seed: u64, rows: usize) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut text = "sex,age,weight,disease,city\n".to_string();
    for _ in 0..rows {
        let age = if random.random_bool(0.1) { random.random_range(0..99) } else { 30 + random.random_range(0..12) };
        let weight = f64::from(random.random_range(400..1200)) / 10.0;
        let city = ["Bern", "Basel", "Chur", "Genf", ""][random.random_range(0..5) * random.random_range(0..2)];
        let sex = ["f", "m"][random.random_range(0..2)];
        let disease = ["flu", "cold", "gout", "rash"][random.random_range(0..4)];
        let age = if random.random_bool(0.03) { "?".into() } else { age.to_string() };
        text += &format!("{sex},{age},{weight},{disease},{city}\n");
    }
    std::fs::write(folder.join("people.csv"), text).unwrap();
}

fn open(folder: &Path, keys: &[(&str, &str)]) -> Flow {
    let mut text = STUDY.to_string();
    for section in ["objectives", "suppression", "search"] {
        let of: Vec<String> = keys
            .iter()
            .filter_map(|(key, value)| key.strip_prefix(&format!("{section}.")).map(|key| format!("{key} = {value}\n")))
            .collect();
        if section != "objectives" {
            text += &format!("[{section}]\n");
        }
        text += &of.concat();
    }
    let mut file = StudyFile::parse("people", &text).unwrap();
    file.data.path = Some(folder.join("people.csv"));
    Flow::open(Study::check("people", &file).unwrap(), &Silent).unwrap()
}

fn front(flow: &Flow) -> Front {
    flow.front(&flow.request(), &Silent).unwrap()
}

/// Rows of a CSV file without its header.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().from_path(path).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
}

/// The numbers that a label names as bounds; nothing where it names one value or none.
fn bounds(label: &str) -> Vec<f64> {
    let label = label.trim_end_matches(" or missing").trim_end_matches(", or rare");
    if label.parse::<f64>().is_ok() {
        return Vec::new();
    }
    label.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter_map(|part| part.parse().ok()).collect()
}

/// Does a label of a number admit a value?
fn admits(label: &str, value: &str) -> bool {
    let missing = label.ends_with(" or missing") || label.ends_with(", or rare");
    if label == "*" || label == value || missing && value.is_empty() {
        return true;
    }
    let label = label.trim_end_matches(" or missing").trim_end_matches(", or rare");
    if label == value {
        return true;
    }
    let (Ok(value), of) = (value.parse::<f64>(), bounds(label)) else { return false };
    match &of[..] {
        [] => label == "not missing",
        [bound] if label.starts_with("under ") => value < *bound,
        [bound] if label.ends_with(" or more") => value >= *bound,
        [bound] if label.ends_with(" or less") => value <= *bound,
        [low, high] if label.contains(" to under ") => (*low..*high).contains(&value),
        [low, high] if label.contains('–') || label.contains(" to ") => (*low..=*high).contains(&value),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// What is released has the level that the point promises, for models of rows and of sensitive values; with round bounds no
    /// bound is a value that few released rows have, and every row is covered by its labels.
    #[test]
    fn releases_hold_and_labels_are_true(
        seed in any::<u64>(),
        size in 20usize..160,
        search in prop::sample::select(vec!["partition", "mondrian", "improve"]),
        labels in prop::sample::select(vec!["hierarchy", "intervals", "runs", "sets", "cells"]),
        tight in any::<bool>(),
        limit in prop::sample::select(vec!["0", "5%", "20%"]),
        models in prop::sample::select(vec![
            "[\"k-anonymity\"]", "[\"k-anonymity\", \"distinct-l-diversity\"]", "[\"t-closeness\"]", "[\"weighted-k\"]",
        ]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        table(folder.path(), seed, size);
        let told = if tight { "\"tight\"" } else { "\"round\"" };
        let keys = [
            ("objectives.privacy", models),
            ("suppression.limit", &format!("\"{limit}\"")),
            ("search.space", "\"regions\""),
            ("search.algorithm", &format!("\"{search}\"")),
            ("search.labels", &format!("\"{labels}\"")),
            ("search.bounds", told),
            ("search.budget", "150"),
        ];
        let flow = open(folder.path(), &keys);
        let front = front(&flow);
        prop_assert!(!front.points.is_empty());
        let originals = rows(&folder.path().join("people.csv"));
        for point in front.points.iter().step_by(1 + front.points.len() / 4) {
            let output = folder.path().join("release.csv");
            let options = Options { suppressed: Suppressed::Drop, keep_order: true };
            let (record, verified) = flow.release(point, options).write(&output, &Silent).unwrap();
            let released = rows(&output);
            prop_assert_eq!(released.len() as u64, record.json()["rows"].as_u64().unwrap());
            prop_assert_eq!(released.len() as u64 + point.outcome.suppressed, size as u64);
            let mut classes: BTreeMap<[&str; 4], Vec<&str>> = BTreeMap::new();
            for row in &released {
                classes.entry([0, 1, 2, 4].map(|c| row[c].as_str())).or_default().push(&row[3]);
            }
            prop_assert_eq!(classes.len() as u64, point.outcome.classes);
            let least = classes.values().map(Vec::len).min().unwrap();
            prop_assert_eq!(verified.classes as usize, classes.len());
            if models.contains("k-anonymity") {
                prop_assert_eq!(least as f64, point.outcome.protection);
            }
            if models.contains("distinct") {
                let l = classes.values().map(|of| of.iter().collect::<BTreeSet<_>>().len()).min().unwrap();
                prop_assert_eq!(l as f64, point.outcome.further[0]);
            }
            // The order is kept, so rows can be told where none is suppressed.
            if point.outcome.suppressed > 0 {
                continue;
            }
            let mut having: [BTreeMap<String, usize>; 2] = Default::default();
            for row in &originals {
                for (of, column) in having.iter_mut().zip([1, 2]) {
                    *of.entry(row[column].replace('?', "")).or_default() += 1;
                }
            }
            for (row, original) in released.iter().zip(&originals) {
                for (of, column) in having.iter().zip([1, 2]) {
                    let (label, value) = (&row[column], original[column].replace('?', ""));
                    prop_assert!(admits(label, &value), "{label} does not admit {value}");
                    let is_free = labels != "hierarchy" && labels != "cells";
                    if !tight && is_free && column == 1 {
                        // Half of the rows and more have common ages where there are rows enough.
                        let common: usize = of.iter().filter(|(v, n)| **n >= 10 && !v.is_empty()).map(|(_, n)| n).sum();
                        let all: usize = of.iter().filter(|(v, _)| !v.is_empty()).map(|(_, n)| n).sum();
                        for bound in bounds(label).iter().filter(|_| 2 * common >= all) {
                            let rows = of.get(&bound.to_string());
                            prop_assert!(rows.is_none_or(|rows| *rows >= 10), "{label} is bounded by a rare value");
                        }
                    }
                }
            }
        }
    }
}

/// Every k of a question is answered with that k or more, and with no more loss than a k beside it.
#[test]
fn questions_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 3, 600);
    let flow = open(folder.path(), &[("search.space", "\"regions\"")]);
    let whole = front(&flow);
    for k in [2, 7, 23, 100] {
        let request = flow.request().only(celosia::Choice::Privacy(f64::from(k)));
        let answer = flow.front(&request, &Silent).unwrap().points.remove(0);
        assert!(answer.outcome.protection >= f64::from(k));
        let enough = whole.points.iter().filter(|point| point.outcome.protection >= f64::from(k));
        let best = enough.map(|point| point.outcome.loss.value).fold(f64::INFINITY, f64::min);
        assert!(answer.outcome.loss.value <= best * 1.2 + 1e-9, "{k}: {} {best}", answer.outcome.loss.value);
    }
}

/// Nothing that any search finds loses less than a point as private less its gap, proven cheaply or as well as can be.
#[test]
fn gaps_enclose_what_others_find() {
    let folder = tempfile::tempdir().unwrap();
    let mut gained = false;
    table(folder.path(), 1, 40);
    for labels in ["hierarchy", "cells"] {
        let named = format!("\"{labels}\"");
        let keys = |search, prove| {
            let flow = open(
                folder.path(),
                &[
                    ("search.space", "\"regions\""),
                    ("search.algorithm", search),
                    ("search.labels", &named),
                    ("search.prove", prove),
                    ("search.bounds", "\"tight\""),
                ],
            );
            front(&flow)
        };
        let (start, best) = (keys("\"partition\"", "true"), keys("\"improve\"", "false"));
        let (proven, cheap) = (start.found.gaps.clone().unwrap(), keys("\"partition\"", "false").found.gaps.unwrap());
        assert!(proven.iter().zip(&cheap).all(|(proven, cheap)| proven <= &(cheap + 1e-9)), "{labels}");
        gained |= proven.iter().zip(&cheap).any(|(proven, cheap)| proven < cheap);
        for (point, gap) in start.points.iter().zip(&proven) {
            let bound = point.outcome.loss.value - gap;
            let as_private = best.points.iter().filter(|other| other.outcome.protection >= point.outcome.protection);
            for other in as_private {
                assert!(other.outcome.loss.value >= bound - 1e-9, "{labels}, k = {}", point.outcome.protection);
            }
        }
    }
    assert!(gained, "proofs do better than cheap bounds somewhere");
}

/// A certificate of bounds is believed as it was written, and refused once a price is raised beyond what a box costs, a loss is
/// claimed above the sum of the prices, or the table or the labels are others.
#[test]
fn certificates_of_bounds_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 5, 60);
    let of = |labels: &str| {
        let named = format!("\"{labels}\"");
        open(folder.path(), &[("search.space", "\"regions\""), ("search.prove", "true"), ("search.labels", &named)])
    };
    let flow = of("hierarchy");
    let written = flow.bound_certificate(&front(&flow)).unwrap();
    assert!(written.bounds.iter().any(|proof| proof.loss > 0.0), "something is proven");
    let certificate = Bounds::parse("test", &written.text()).unwrap();
    // Numbers that are read again may differ in their last bit.
    let same = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-12;
    let proofs = certificate.bounds.iter().zip(&written.bounds);
    assert!(
        proofs
            .into_iter()
            .all(|(a, b)| (a.k, a.prices.len()) == (b.k, b.prices.len()) && a.prices.iter().zip(&b.prices).all(same))
    );
    let checked = flow.certify_bounds(&certificate, &Silent).unwrap();
    assert_eq!(checked.bounds.len(), certificate.bounds.len());
    let refused = |certificate: &Bounds, what: &str| {
        let error = flow.certify_bounds(certificate, &Silent).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    let last = certificate.bounds.len() - 1;
    let mut more = certificate.clone();
    more.bounds[last].loss += 1e-6;
    refused(&more, "the prices prove");
    // All rows of the table in one class cost what they cost: prices that are higher together violate that box at least.
    let mut dearer = certificate.clone();
    let mean = dearer.bounds[0].prices.iter().sum::<f64>() / dearer.bounds[0].prices.len() as f64;
    dearer.bounds[0].prices.iter_mut().for_each(|price| *price = (*price + mean + 0.2).min(1.0));
    refused(&dearer, "rows are worth more");
    let mut fewer = certificate.clone();
    fewer.bounds[0].prices.pop();
    refused(&fewer, "prices for");
    let mut none = certificate.clone();
    none.bounds[0].prices[0] = f64::NAN;
    refused(&none, "has a price above");
    assert!(of("cells").certify_bounds(&certificate, &Silent).unwrap_err().to_string().contains("other labels"));
    table(folder.path(), 6, 60);
    assert!(of("hierarchy").certify_bounds(&certificate, &Silent).is_err());
}

/// One box is violated by one tuple, and the checker names what does not hold.
#[test]
fn a_price_that_violates_one_box_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 9, 40);
    let keys = [("search.space", "\"regions\""), ("search.prove", "true"), ("search.labels", "\"cells\"")];
    let flow = open(folder.path(), &keys);
    let mut certificate = flow.bound_certificate(&front(&flow)).unwrap();
    certificate.bounds.truncate(1);
    flow.certify_bounds(&certificate, &Silent).unwrap();
    // As much as a suppressed row costs is more than any box of k rows with it may hold, unless all of them show nothing.
    let refused = |tuple: usize| {
        let mut other = certificate.clone();
        other.bounds[0].prices[tuple] = 1.0;
        flow.certify_bounds(&other, &Silent).is_err()
    };
    let tuples = certificate.bounds[0].prices.len();
    assert!((0..tuples).filter(|tuple| refused(*tuple)).count() * 2 > tuples, "most tuples cannot be worth that much");
}

/// The lattice has the bound too where its groups are labels of the language: nothing on its front lies under it.
#[test]
fn the_lattice_lies_above_the_bound_of_regions() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 2, 60);
    let flow = open(folder.path(), &[("search.prove", "true"), ("search.labels", "\"hierarchy\"")]);
    let front = front(&flow);
    assert!(front.found.complete && front.found.gaps.is_none());
    let least = front.found.least.as_ref().unwrap();
    assert_eq!((least.of_points.len(), least.labels.as_str()), (front.points.len(), "hierarchy"));
    assert!(front.points.iter().zip(&least.of_points).all(|(point, least)| point.outcome.loss.value >= least - 1e-9));
    assert!(least.of_points.iter().any(|least| *least > 0.0));
}

/// Rows of one tuple may go to several classes: as many of them show each label as is promised, whoever counts, and both in memory
/// and in a file.
#[test]
fn rows_of_a_tuple_are_shared_out_by_lot() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "sex,age,weight,disease,city\n".to_string();
    for (age, rows) in [(20, 7), (21, 1), (30, 9), (31, 2), (40, 11), (44, 1)] {
        (0..rows).for_each(|_| text += &format!("f,{age},50,flu,Bern\n"));
    }
    std::fs::write(folder.path().join("people.csv"), text).unwrap();
    let keys = [
        ("search.algorithm", "\"improve\""),
        ("search.bounds", "\"tight\""),
        ("search.budget", "400"),
        ("search.seed", "3"),
    ];
    let flow = open(folder.path(), &keys);
    let request = flow.request().only(celosia::Choice::Privacy(5.0));
    let point = flow.front(&request, &Silent).unwrap().points.remove(0);
    // 21 joins all of 20; 31 needs three of 30 only, and 44 four of 40: the others of these show their own value.
    let Place::Regions(regions) = &point.place else { panic!("a place of regions") };
    assert!(!regions.shares().is_empty(), "lending rows costs less than joining whole tuples");
    let output = folder.path().join("release.csv");
    let mut seen = BTreeSet::new();
    for _ in 0..12 {
        flow.release(&point, Options::default()).write(&output, &Silent).unwrap();
        let mut classes: BTreeMap<String, usize> = BTreeMap::new();
        for row in rows(&output) {
            *classes.entry(row[1].clone()).or_default() += 1;
        }
        assert_eq!(classes.values().sum::<usize>(), 31);
        assert!(classes.values().all(|rows| *rows >= 5), "{classes:?}");
        assert_eq!(classes.len() as u64, point.outcome.classes);
        let kept = Options { suppressed: Suppressed::Drop, keep_order: true };
        flow.release(&point, kept).write(&output, &Silent).unwrap();
        seen.insert(rows(&output).iter().map(|row| row[1].clone()).collect::<Vec<_>>());
    }
    assert!(seen.len() > 1, "the lot decides which rows of a tuple show what");
    let statement = flow.release(&point, Options::default()).statement(sql::find("duckdb").unwrap(), "people").unwrap();
    assert!(statement.contains("ORDER BY t.lot) AS n0") && statement.contains("s.n0 BETWEEN CAST(m.n0 AS BIGINT)"));
    let batches = flow.release(&point, Options::default()).to_batches(&Silent).unwrap();
    assert_eq!(batches.verified.classes, point.outcome.classes);
}

/// With a model of sensitive values, rows of a tuple that share one are drawn by lot among their classes: each class gets the values that it
/// was promised, whoever counts.
#[test]
fn rows_of_a_tuple_are_shared_out_by_their_sensitive_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "sex,age,weight,disease,city\n".to_string();
    // 21 needs another disease and more rows, of which 20 has plenty; so does 44, of 40 and its gout.
    for kind in "20 flu 7;20 gout 6;21 flu 2;30 flu 8;30 cold 5;40 flu 5;40 gout 6;44 cold 1".split(';') {
        let parts: Vec<&str> = kind.split(' ').collect();
        text += &format!("f,{},50,{},Bern\n", parts[0], parts[1]).repeat(parts[2].parse().unwrap());
    }
    std::fs::write(folder.path().join("people.csv"), text).unwrap();
    let keys = [
        ("objectives.privacy", "[\"distinct-l-diversity\", \"k-anonymity\"]"),
        ("search.algorithm", "\"improve\""),
        ("search.bounds", "\"tight\""),
        ("search.budget", "600"),
        ("search.seed", "3"),
    ];
    let flow = open(folder.path(), &keys);
    let points = flow.front(&flow.request(), &Silent).unwrap().points;
    let shares = |place: &Place| match place {
        Place::Regions(regions) => regions.shares().to_vec(),
        _ => Vec::new(),
    };
    let asked = |point: &&celosia::front::Point| {
        point.outcome.protection >= 2.0 && shares(&point.place).iter().any(|share| share.rows > 0)
    };
    let point = points.iter().find(asked).expect("lending rows costs less than joining whole tuples");
    assert!(shares(&point.place).iter().all(|share| share.value.is_some()));
    let output = folder.path().join("release.csv");
    let mut seen = BTreeSet::new();
    for _ in 0..8 {
        let kept = Options { suppressed: Suppressed::Drop, keep_order: true };
        flow.release(point, kept).write(&output, &Silent).unwrap();
        let mut classes: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
        for row in rows(&output) {
            *classes.entry(row[1].clone()).or_default().entry(row[3].clone()).or_default() += 1;
        }
        assert!(classes.values().all(|values| values.len() >= 2), "{classes:?}");
        assert_eq!(classes.len() as u64, point.outcome.classes);
        seen.insert(classes);
    }
    assert_eq!(seen.len(), 1, "what a class holds is promised");
    let statement = flow.release(point, Options::default()).statement(sql::find("duckdb").unwrap(), "people").unwrap();
    assert!(statement.contains("AS u") && statement.contains("(m.x0 = 'any' OR m.x1 = s.u)"), "{statement}");
}

/// A search that is stopped and goes on from its checkpoint ends where it would have ended; other searches refuse it.
#[test]
fn improve_goes_on_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 8, 300);
    let run = |budget: &str, name: &str, resume: &str, seed: &str| {
        let path = format!("{:?}", folder.path().join(name).display().to_string());
        let keys = [
            ("search.algorithm", "\"improve\""),
            ("search.budget", budget),
            ("search.checkpoint", &path),
            ("search.resume", resume),
            ("search.seed", seed),
        ];
        let flow = open(folder.path(), &keys);
        flow.front(&flow.request(), &Silent)
    };
    let whole = run("1200", "whole.json", "false", "1").unwrap();
    run("500", "part.json", "false", "1").unwrap();
    let resumed = run("1200", "part.json", "true", "1").unwrap();
    let values = |front: &Front| -> Vec<(f64, f64)> {
        front.points.iter().map(|point| (point.outcome.protection, point.outcome.loss.value)).collect()
    };
    assert_eq!(values(&whole), values(&resumed));
    assert!(run("1200", "part.json", "true", "2").unwrap_err().to_string().contains("another study"));
    let text = std::fs::read_to_string(folder.path().join("part.json")).unwrap();
    std::fs::write(folder.path().join("part.json"), text.replacen("\"round\":", "\"round\":1", 1)).unwrap();
    assert!(run("1200", "part.json", "true", "1").unwrap_err().to_string().contains("damaged"));
}

/// Relaxed Mondrian reaches each k with halves that are equal, and so loses no more classes than strict.
#[test]
fn relaxed_mondrian_cuts_where_strict_cannot() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 4, 400);
    let classes = |how: &str| {
        let keys = [("search.algorithm", "\"mondrian\""), ("search.mondrian", how), ("search.bounds", "\"tight\"")];
        let flow = open(folder.path(), &keys);
        let request = flow.request().only(celosia::Choice::Privacy(10.0));
        let point = flow.front(&request, &Silent).unwrap().points.remove(0);
        assert!(point.outcome.protection >= 10.0);
        point.outcome.classes
    };
    assert!(classes("\"relaxed\"") > classes("\"strict\""));
}

/// What readers get wrong: nothing with the table as it is, more with more suppressed or hidden, and what query-error says is the
/// same.
#[test]
fn utility_falls_from_the_table_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    table(folder.path(), 7, 300);
    let loss = [("objectives.loss", "[\"general-loss\", \"query-error\"]"), ("search.algorithm", "\"exhaustive\"")];
    // The study names a loss already.
    let text = STUDY.replace("loss = \"general-loss\"\n", "");
    let mut file = StudyFile::parse(
        "people",
        &format!("{text}{} = {}\n[search]\nalgorithm = \"exhaustive\"\n", "loss", loss[0].1),
    )
    .unwrap();
    file.data.path = Some(folder.path().join("people.csv"));
    let flow = Flow::open(Study::check("people", &file).unwrap(), &Silent).unwrap();
    let front = front(&flow);
    let (first, last) = (front.points.last().unwrap(), &front.points[0]);
    let of = |point| Utility::of(&flow.problem, point, 0);
    assert_eq!((of(first).all_counts, of(first).means), (0.0, Some(0.0)), "the table itself");
    assert!(of(last).all_counts > 0.1 && of(last).means.unwrap() > 0.0);
    for point in front.points.iter().step_by(1 + front.points.len() / 9) {
        let clamped = -point.outcome.further[0];
        assert!(clamped <= of(point).all_counts + 1e-9, "{clamped}");
    }
}
