//! Searches for regions: releases hold what they say by an independent recount, labels cover their rows and name no rare value,
//! and the best of the order and of the tree are found.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use celosia::flow::Flow;
use celosia::front::Front;
use celosia::release::{Options, Suppressed};
use celosia::study::{Study, StudyFile};
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
