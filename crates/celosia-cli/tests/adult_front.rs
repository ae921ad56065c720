//! The front of the Adult table: the JSON contract, both studies, both rules, one thread and two, the demo's report.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::celosia::{ADULT, Folder};

fn ask(line: &str) -> Value {
    let folder = Folder::new();
    let front = folder.ask(&line.replace("ADULT", ADULT));
    assert_eq!(folder.names(), [""; 0], "with --json only files that were asked for");
    front
}

/// The front of study.toml, found once.
fn front() -> &'static Value {
    static FRONT: OnceLock<Value> = OnceLock::new();
    FRONT.get_or_init(|| ask("front ADULT/study.toml --threads 2"))
}

/// k and loss of each point.
fn values(front: &Value, loss: &str) -> Vec<(f64, f64)> {
    let number = |point: &Value, name: &str| point["values"][name].as_f64().unwrap();
    front["points"].as_array().unwrap().iter().map(|p| (number(p, "k-anonymity"), number(p, loss))).collect()
}

#[test]
fn has_the_contract_of_the_design_page() {
    let front = front();
    assert_eq!(front["study"], "adult");
    assert_eq!(front["rows"], 30162);
    assert_eq!(front["distinct"], 12458);
    assert_eq!(front["space"], json!({ "kind": "lattice", "size": 17920 }));
    assert_eq!(front["objectives"][0]["name"], "k-anonymity");
    assert_eq!(front["objectives"][0]["goal"], "max");
    assert_eq!(front["objectives"][1]["name"], "general-loss");
    assert_eq!(front["objectives"][1]["goal"], "min");
    assert_eq!(front["suppression"], json!({ "rule": "as-needed", "limit": 301 }));
    assert_eq!(front["search"]["algorithm"], "exact", "the default");
    assert!((1..17920 / 10).contains(&front["search"]["evaluated"].as_u64().unwrap()), "{}", front["search"]);
    assert_eq!(front["search"]["complete"], true);
    assert_eq!(front["search"]["threads"], 2);
    assert!(front["search"]["seconds"].as_f64().unwrap() > 0.0);
    assert!(!front["search"]["why"].as_str().unwrap().is_empty());
}

#[test]
fn points_fall_in_privacy_and_in_loss() {
    let points = values(front(), "general-loss");
    assert!(points.len() > 20);
    for pair in points.windows(2) {
        assert!(pair[0].0 > pair[1].0, "privacy does not fall: {pair:?}");
        assert!(pair[0].1 > pair[1].1, "a point is beaten: {pair:?}");
    }
    assert_eq!(points[0], (30162.0, 1.0), "everything at the top");
    assert_eq!(*points.last().unwrap(), (1.0, 0.0), "everything as it was");
}

#[test]
fn points_name_their_levels_within_the_hierarchies() {
    let heights = json!({ "age": 6, "workclass": 3, "education": 3, "marital-status": 3, "race": 1, "sex": 1,
                          "native-country": 4, "salary-class": 1 });
    let points = front()["points"].as_array().unwrap();
    assert_eq!(points[0]["levels"], heights, "the lengths of POkA's Table 2");
    for point in points {
        for (attribute, height) in heights.as_object().unwrap() {
            assert!(point["levels"][attribute].as_u64().unwrap() <= height.as_u64().unwrap(), "{point}");
        }
        assert!(point["suppressed"].as_u64().unwrap() <= 301, "{point}");
    }
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let mut one = ask("front ADULT/study.toml --threads 1");
    let mut two = front().clone();
    assert_eq!(one["search"]["threads"], 1);
    for front in [&mut one, &mut two] {
        front["search"]["seconds"] = Value::Null;
        front["search"]["threads"] = Value::Null;
    }
    assert_eq!(one.to_string(), two.to_string());
}

#[test]
fn class_study_minimises_classification_error() {
    let front = ask("front ADULT/class.toml");
    assert_eq!(front["space"]["size"], 8960);
    assert_eq!(front["rows"], 30162);
    assert_eq!(front["distinct"], 11089);
    assert_eq!(front["objectives"][1]["name"], "classification-error");
    assert_eq!(front["search"]["complete"], true);
    let points = values(&front, "classification-error");
    assert!(points.len() > 5);
    assert!(points.windows(2).all(|pair| pair[0].0 > pair[1].0 && pair[0].1 > pair[1].1), "{points:?}");
    assert!(front["points"][0]["levels"].get("salary-class").is_none());
}

#[test]
fn tolerance_of_one_percent_is_301_rows_and_never_better_than_as_needed() {
    let tolerance = ask("front ADULT/study.toml --rule tolerance --suppression 1%");
    assert_eq!(tolerance["suppression"], json!({ "rule": "tolerance", "limit": 301 }));
    let as_needed = values(front(), "general-loss");
    for (k, loss) in values(&tolerance, "general-loss") {
        let best =
            as_needed.iter().filter(|(other, _)| *other >= k).map(|(_, loss)| *loss).fold(f64::INFINITY, f64::min);
        assert!(best <= loss + 1e-9, "k = {k}: tolerance {loss}, as needed {best}");
    }
}

#[test]
fn people_get_a_table_a_chart_advice_and_files() {
    let folder = Folder::new();
    let answer = folder.ok(&format!("front {ADULT}/class.toml --chart chart.svg"));
    for part in [
        "30,162 of 32,561 rows (7.37% dropped for a missing value), 11,089 distinct tuples",
        "complete",
        "classification-error",
        "◆ the knee",
        "best trade-offs",
    ] {
        assert!(answer.out.contains(part), "{part}\n{}", answer.out);
    }
    assert!(answer.out.contains("hours-per-week is released as it is: nothing protects it"), "{}", answer.out);
    assert_eq!(folder.names(), ["adult-class-front.json", "adult-class-report.html", "chart.svg"]);
    assert_eq!(folder.json("adult-class-front.json")["space"]["size"], 8960);
    assert!(folder.read("chart.svg").starts_with("<svg"));
    assert!(answer.err.contains("wrote adult-class-front.json"), "{}", answer.err);
}

#[test]
fn demo_writes_a_report_that_loads_nothing() {
    let folder = Folder::new();
    let answer = folder.ok("demo");
    assert!(
        answer.out.contains("30,162 of 32,561 rows (7.37% dropped for a missing value), 12,458 distinct tuples"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("costs only"), "no advice: {}", answer.out);
    assert_eq!(folder.names(), ["report.html"]);
    let page = folder.read("report.html");
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"), "{}", &page[..80]);
    // Namespaces are names, not addresses: no browser loads them.
    let page = page.replace("http://www.w3.org/2000/svg", "").replace("url(#", "a part of this page (");
    for resource in ["http://", "https://", "src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(resource), "the report loads something: {resource}");
    }
    assert!(page.contains("\"rows\":30162"), "no data");
    assert!(page.contains("\"general-loss\":1.0"), "no points");
    assert!(!page.contains("/*DATA*/") && !page.contains("/*SCRIPT*/") && !page.contains("/*STYLE*/"));
    assert!(!page.contains("/tmp"), "a path of the machine that made it");
}
