//! The space of cuts from the command: fronts, releases that verify, what is shown and what is refused.

use crate::celosia::{ADULT, Folder};
use serde_json::Value;

const QUASI: &str = "age,workclass,education,marital-status,race,sex,native-country,salary-class";

fn study() -> String {
    format!("{ADULT}/study.toml")
}

/// A front of the embedded study in a short time, the same every time.
fn adult(more: &[&str]) -> Vec<String> {
    let study = study();
    let words = [&[study.as_str(), "--space", "cuts", "--budget", "1500", "--seed", "1"], more].concat();
    words.iter().map(|word| word.to_string()).collect()
}

fn run(folder: &Folder, command: &str, more: &[&str]) -> crate::celosia::Answer {
    let words = adult(more);
    let words: Vec<&str> = [command].into_iter().chain(words.iter().map(String::as_str)).collect();
    folder.run_words(&words)
}

#[test]
fn a_front_lists_the_groups_of_every_column() {
    let folder = Folder::new();
    let answer = run(&folder, "front", &["--json"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let front: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(front["space"]["kind"], "cuts");
    assert_eq!(front["space"]["bits"], 144);
    assert!(front["space"]["size"].as_str().is_some_and(|size| size.starts_with("about 2^")));
    let points = front["points"].as_array().unwrap();
    assert!(points.len() > 5);
    for point in points {
        assert!(point.get("levels").is_none());
        let groups = point["groups"].as_object().unwrap();
        assert_eq!(groups.len(), 8);
        for labels in groups.values() {
            let labels: Vec<&str> = labels.as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
            let named = labels.iter().filter(|label| **label != "…");
            let distinct: std::collections::HashSet<_> = named.clone().collect();
            assert_eq!(distinct.len(), named.count(), "{labels:?}");
        }
    }
    // The most private point hides everything: one group, which has the top's label.
    assert!(points[0]["groups"].as_object().unwrap().values().all(|labels| labels == &serde_json::json!(["*"])));
    // One person was born there: a group of few rows has no name.
    assert!(!answer.out.contains("Holand-Netherlands"));
}

#[test]
fn the_terminal_counts_groups() {
    let folder = Folder::new();
    let answer = run(&folder, "front", &["--report", "report.html", "--front", "front.json", "--numbers"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains(" cuts in "), "{}", answer.out);
    assert!(answer.out.contains("groups of [age, workclass"), "{}", answer.out);
    assert!(answer.out.contains("[1,1,1,1,1,1,1,1]"), "{}", answer.out);
    assert!(!answer.out.contains("levels"), "{}", answer.out);
    assert!(answer.out.contains("   1   everything hidden\n"), "{}", answer.out);
    assert_eq!(folder.json("front.json")["points"][0]["shows"]["age"], "hidden");
    let page = folder.read("report.html");
    assert!(page.contains(r#""kind":"cuts""#));
}

#[test]
fn a_release_shows_groups_and_verifies() {
    let folder = Folder::new();
    let answer = run(&folder, "release", &["--k", "10", "-o", "out.csv"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(answer.out.contains("\nage in "), "{}", answer.out);
    let verified = folder.run_words(&["verify", "out.csv", "--quasi", QUASI, "--require", "k-anonymity=10"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let record = folder.json("out.csv.record.json");
    assert_eq!(record["space"], "cuts");
    let columns = record["columns"].as_array().unwrap();
    let of = |name: &str| columns.iter().find(|column| column["name"] == name).unwrap();
    assert!(columns.iter().all(|column| column.get("level").is_none()));
    assert_eq!((&of("age")["constrained"], &of("workclass")["constrained"]), (&false.into(), &true.into()));
    // Only groups that the release shows are counted. Labels of ages hold no comma, and age is the first column.
    let ages: std::collections::HashSet<String> =
        folder.rows("out.csv").into_iter().skip(1).map(|row| row[0].clone()).collect();
    assert_eq!(of("age")["groups"], ages.len());
    // No label and no value of the data in the record.
    let record = folder.read("out.csv.record.json");
    for word in ["Private", "Bachelors", "Married", "United-States", "–", "≥"] {
        assert!(!record.contains(word), "{word}");
    }
}

#[test]
fn parquet_and_stars_and_the_chapters_problems() {
    let folder = Folder::new();
    let star = run(&folder, "release", &["--k", "5", "-o", "out.parquet", "--suppressed", "star"]);
    assert_eq!(star.code, 0, "{}", star.err);
    let verified = folder.run_words(&["verify", "out.parquet", "--quasi", QUASI, "--require", "k-anonymity=5"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    for problem in ["overview", "weighted-k"] {
        let answer = run(&folder, "release", &["--problem", problem, "--knee", "--force", "-o", "knee.csv"]);
        assert_eq!(answer.code, 0, "{problem}: {}", answer.err);
        assert!(answer.out.contains("read back and recounted"), "{}", answer.out);
    }
    let answer = run(&folder, "release", &["--problem", "overview", "--point", "2", "-o", "second.csv"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn what_cuts_cannot_do_is_said_at_once() {
    let folder = Folder::new();
    let exact = run(&folder, "front", &["--search", "exact"]);
    assert_eq!(exact.code, 2);
    assert!(exact.err.contains("exact does not search the space cuts"), "{}", exact.err);
    assert!(exact.err.contains("evolve"), "{}", exact.err);
    let unknown = folder.run_words(&["front", &study(), "--space", "towns"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("cuts"), "{}", unknown.err);
    assert!(folder.names().is_empty());
    let certificate = run(&folder, "front", &["--certificate", "proof.json"]);
    // Of cuts there are bounds, where labels are few enough to go through.
    assert_eq!(certificate.code, 1);
    assert!(certificate.err.contains("no bound that could be proven"), "{}", certificate.err);
}
