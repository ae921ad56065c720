//! The report of a release: its figures against naive counts of the rows, what each edition may say, and that it is written with
//! the release or not at all.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use celosia::flow::Flow;
use celosia::front::Point;
use celosia::release::{Options, Reports, Suppressed};
use celosia::report::release::About;
use celosia::study::{Study, StudyFile};
use celosia::watch::Silent;
use celosia::{Choice, Space};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

const STUDY: &str = r#"
    [data]
    path = "people.csv"
    [columns.name]
    role = "identifier"
    [columns.age]
    role = "quasi-identifier"
    hierarchy = { interval = [10, 20, 40] }
    [columns.town]
    role = "quasi-identifier"
    [columns.pay]
    role = "sensitive"
    unprotected = true
    [columns.ill]
    role = "class"
    unprotected = true
    [columns.score]
    role = "insensitive"
    unprotected = true
    [suppression]
    limit = "10%"
"#;

/// People whose illness goes with their age; one in a thousand is far older than the others.
fn people(folder: &Path, rows: usize) -> Vec<[String; 6]> {
    let mut random = StdRng::seed_from_u64(5);
    let person = |n: usize| {
        let age = if n % 40 == 7 { 90 + n % 9 } else { random.random_range(20..60) };
        let town = ["Aa", "Bb", "Cc"][random.random_range(0..3)];
        let pay = 10 * random.random_range(1..9);
        let ill = if age > 40 && random.random_bool(0.9) { "yes" } else { "no" };
        [format!("P{n}"), age.to_string(), town.into(), pay.to_string(), ill.into(), (n % 500).to_string()]
    };
    let people: Vec<[String; 6]> = (0..rows).map(person).collect();
    let lines: Vec<String> = people.iter().map(|row| row.join(",")).collect();
    let text = format!("name,age,town,pay,ill,score,unknown\n{}\n", lines.join(",x\n") + ",x");
    std::fs::write(folder.join("people.csv"), text).unwrap();
    std::fs::write(folder.join("study.toml"), STUDY).unwrap();
    people
}

fn open(folder: &Path) -> Flow {
    let study = Study::check("people", &StudyFile::read(&folder.join("study.toml")).unwrap()).unwrap();
    Flow::open(study, &Silent).unwrap()
}

fn best(flow: &Flow, k: f64) -> Point {
    flow.front(&flow.request().only(Choice::Privacy(k)), &Silent).unwrap().points.remove(0)
}

fn about() -> About {
    About { date: Some("2026-01-01".into()), author: Some("A. Person".into()), ..About::default() }
}

fn reports(flow: &Flow, point: &Point, options: Options) -> (Reports, Vec<Vec<String>>) {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.csv");
    let plan = flow.release(point, options).with_report(about());
    plan.write(&output, &Silent).unwrap();
    let text = |path: &Path| std::fs::read_to_string(path).unwrap();
    let [public, internal] = [Reports::public_paths(&output), Reports::internal_paths(&output)]
        .map(|[html, json]| celosia::release::Edition { html: text(&html), json: text(&json) });
    let mut reader = csv::Reader::from_path(&output).unwrap();
    let rows = reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect();
    (Reports { public, internal }, rows)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn column<'r>(report: &'r Value, name: &str) -> &'r Value {
    report["columns"].as_array().unwrap().iter().find(|column| column["name"] == name).unwrap()
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-4 * expected.abs().max(1.0), "{found}, expected {expected}");
}

/// Rows by the texts of some columns.
fn counted(rows: &[Vec<String>], columns: &[usize]) -> BTreeMap<Vec<String>, u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(columns.iter().map(|column| row[*column].clone()).collect()).or_insert(0) += 1;
    }
    counts
}

#[test]
fn figures_are_those_of_a_naive_count() {
    let folder = tempfile::tempdir().unwrap();
    let people = people(folder.path(), 2000);
    let flow = open(folder.path());
    let point = best(&flow, 12.0);
    assert!(point.outcome.suppressed > 0, "rows are suppressed");
    for options in [Options::default(), Options { suppressed: Suppressed::Star, keep_order: true }] {
        let (reports, rows) = reports(&flow, &point, options);
        let rows: Vec<Vec<String>> = rows.into_iter().filter(|row| row.iter().any(|cell| cell != "*")).collect();
        let [public, internal] = [&reports.public, &reports.internal].map(|edition| json(&edition.json));
        let classes = counted(&rows, &[0, 1]);
        for report in [&public, &internal] {
            assert_eq!(report["rows"]["released"], rows.len());
            assert_eq!(report["rows"]["classes"], classes.len());
            assert_eq!(report["rows"]["smallest_class"], *classes.values().min().unwrap());
            close(&report["risk"]["release"]["prosecutor_highest"], 1.0 / *classes.values().min().unwrap() as f64);
            close(&report["risk"]["release"]["prosecutor_average"], classes.len() as f64 / rows.len() as f64);
            close(&report["risk"]["release"]["marketer"], classes.len() as f64 / rows.len() as f64);
            let bands =
                |of: &str| report[of].as_array().unwrap().iter().map(|b| b["rows"].as_u64().unwrap()).sum::<u64>();
            assert_eq!([bands("class_sizes"), bands("row_risks")], [rows.len() as u64; 2]);
            // Every column, its groups and their rows.
            for (place, name) in ["age", "town", "pay", "ill"].iter().enumerate() {
                let groups = column(report, name)["groups"].as_array().unwrap();
                let found =
                    groups.iter().map(|g| (vec![g["label"].as_str().unwrap().into()], g["rows"].as_u64().unwrap()));
                assert_eq!(found.collect::<BTreeMap<Vec<String>, u64>>(), counted(&rows, &[place]), "{name}");
            }
            // Five hundred numbers are shown in intervals.
            let score = column(report, "score");
            assert_eq!((&score["groups_are_of_the_report"], &score["shows"]), (&Value::Bool(true), &Value::from(500)));
            let sum: u64 = score["groups"].as_array().unwrap().iter().map(|g| g["rows"].as_u64().unwrap()).sum();
            assert_eq!(sum, rows.len() as u64);
            assert_eq!(column(report, "name")["done"], "left out");
            let sample: Vec<Vec<String>> = serde_json::from_value(report["sample"]["rows"].clone()).unwrap();
            assert!(sample.len() == 10 && sample.iter().all(|row| rows.contains(row)));
            if options.keep_order {
                assert_eq!(sample, rows[..10]);
            }
            let pays: Vec<f64> = rows.iter().map(|row| row[2].parse().unwrap()).collect();
            let numbers = report["numbers"].as_array().unwrap();
            let pay = numbers.iter().find(|numbers| numbers["column"] == "pay").unwrap();
            close(&pay["after"]["mean"], pays.iter().sum::<f64>() / pays.len() as f64);
        }
        of_the_original(&internal, &people, rows.len() as u64, &point);
    }
}

/// What the internal edition says of the table before.
fn of_the_original(internal: &Value, people: &[[String; 6]], released: u64, point: &Point) {
    let rows: Vec<Vec<String>> = people.iter().map(|row| row[1..].to_vec()).collect();
    let tuples = counted(&rows, &[0, 1]);
    let before = &internal["risk"]["original"];
    close(&before["prosecutor_average"], tuples.len() as f64 / rows.len() as f64);
    let at_risk: u64 = tuples.values().filter(|rows| **rows < 5).sum();
    assert_eq!(before["rows_at_risk"], at_risk);
    assert_eq!(internal["rows"]["read"], rows.len());
    assert_eq!(internal["rows"]["suppressed"], rows.len() as u64 - released);
    assert_eq!(internal["rows"]["suppressed"], point.outcome.suppressed);
    for (place, name) in [(0, "age"), (1, "town"), (2, "pay"), (3, "ill")] {
        let column = column(internal, name);
        assert_eq!(column["before"]["values"], counted(&rows, &[place]).len(), "{name}");
        let groups = column["groups"].as_array().unwrap();
        let before: u64 = groups.iter().map(|group| group["rows_before"].as_u64().unwrap()).sum();
        // The groups that only suppressed rows would show are not in the release, and so not in its report.
        assert!(before <= rows.len() as u64 && before >= released, "{name}: {before}");
    }
    let ages: Vec<f64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    let mean = ages.iter().sum::<f64>() / ages.len() as f64;
    let age = internal["numbers"].as_array().unwrap().iter().find(|numbers| numbers["column"] == "age").unwrap();
    close(&age["before"]["mean"], mean);
    let deviation = (ages.iter().map(|age| (age - mean) * (age - mean)).sum::<f64>() / ages.len() as f64).sqrt();
    close(&age["before"]["deviation"], deviation);
    // Illness goes with age: the pair is the strongest, and a model finds it where the release leaves age in tens.
    let strongest = &internal["pairs"]["pairs"][0];
    assert_eq!(strongest["columns"], serde_json::json!(["age", "ill"]));
    assert!(strongest["before"].as_f64() > Some(0.6) && strongest["after"].as_f64() > Some(0.4), "{strongest}");
    let model = &internal["model"];
    let [frequent, original, release] = ["most_frequent", "original", "release"].map(|of| model[of].as_f64().unwrap());
    assert!(original > 0.85 && original > frequent + 0.1 && release > frequent + 0.05, "{model}");
    assert_eq!(model["trained"].as_u64().unwrap() + model["tested"].as_u64().unwrap(), rows.len() as u64);
    assert_eq!(column(internal, "unknown")["role"], "not in the study");
    let histogram = column(internal, "age")["before"]["histogram"].as_array().unwrap();
    let sum = |of: &str| histogram.iter().map(|bin| bin[of].as_f64().unwrap()).sum::<f64>();
    assert!((sum("before") - 1.0).abs() < 1e-9 && (sum("after") - 1.0).abs() < 1e-9);
}

#[test]
fn the_public_edition_has_nothing_of_the_original() {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), 2000);
    let flow = open(folder.path());
    let point = best(&flow, 12.0);
    let (reports, _) = reports(&flow, &point, Options::default());
    let public = json(&reports.public.json);
    assert_eq!((public["edition"].as_str(), public["may_be_shared"].as_bool()), (Some("public"), Some(true)));
    for key in ["learnt", "model"] {
        assert_eq!(public.get(key), None);
    }
    let text = reports.public.json.to_string() + &reports.public.html;
    for word in
        ["before\"", "rows_before", "original\"", "\"suppressed\"", "dropped\"", "read\"", "P7", "unknown", "2,000"]
    {
        assert!(!text.contains(word), "{word}");
    }
    assert_eq!(public["made"]["author"], "A. Person");
    assert!(reports.public.html.contains("A. Person") && reports.internal.html.contains("not to be shared"));
}

#[test]
fn classes_with_labels_of_their_own_are_reported_too() {
    let folder = tempfile::tempdir().unwrap();
    let people = people(folder.path(), 600);
    let flow = open(folder.path());
    let request = flow.request().space(Space::Regions).only(Choice::Privacy(10.0));
    let point = flow.front(&request, &Silent).unwrap().points.remove(0);
    let (reports, rows) = reports(&flow, &point, Options::default());
    let internal = json(&reports.internal.json);
    let groups = column(&internal, "age")["groups"].as_array().unwrap();
    let of = |key: &str| groups.iter().map(|group| group[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(of("rows"), rows.len() as u64);
    assert!(of("rows_before") >= of("rows") && of("rows_before") <= people.len() as u64);
    assert!(internal["model"]["release"].as_f64() > Some(0.7), "{}", internal["model"]);
}

#[test]
fn a_release_without_a_report_leaves_no_old_one_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    people(folder.path(), 400);
    let flow = open(folder.path());
    let point = best(&flow, 5.0);
    let output = folder.path().join("out.csv");
    let there = || Reports::paths(&output).iter().filter(|path| path.exists()).count();
    flow.release(&point, Options::default()).with_report(about()).write(&output, &Silent).unwrap();
    assert_eq!(there(), 4);
    flow.release(&point, Options::default()).write(&output, &Silent).unwrap();
    assert_eq!(there(), 0, "they would be about another release");
}
