//! Every privacy model and every loss metric that the help names: fronts, and releases whose recount agrees.

use crate::celosia::{Folder, people};

const STUDY: &str = r#"
[data]
path = "people.csv"
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { interval = [10, 30] }
[columns.sex]
role = "quasi-identifier"
[columns.zip]
role = "quasi-identifier"
type = "string"
hierarchy = { mask = "right", characters = [1, 2] }
[columns.disease]
role = "sensitive"
hierarchy = { taxonomy = { lung = ["flu", "cold", "asthma"], belly = ["gastritis"] } }
[columns.job]
role = "class"
"#;

/// The names that `front --help` lists for a flag behind `what`, whatever the line breaks.
fn listed(what: &str) -> Vec<String> {
    let help = Folder::new().ok("front --help").out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let list = help.split_once(&format!("> {what}: ")).unwrap_or_else(|| panic!("no {what} in {help}")).1;
    let mut names = Vec::new();
    for word in list.split(' ') {
        names.push(word.trim_end_matches(',').to_string());
        if !word.ends_with(',') {
            break;
        }
    }
    names
}

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(300)), ("study.toml", STUDY)])
}

/// The front has a point, and its first and last points can be released: `release` recounts what it wrote.
fn works(folder: &Folder, flags: &str, objective: usize, name: &str) {
    let front = folder.ask(&format!("front study.toml {flags}"));
    assert_eq!(front["objectives"][objective]["name"], name);
    let proves = ["exact", "exhaustive"].iter().any(|name| front["search"]["algorithm"] == *name);
    assert!(!proves || front["search"]["complete"] == true, "{flags}");
    let points = front["points"].as_array().unwrap();
    assert!(!points.is_empty(), "{flags}");
    for point in points {
        assert!(point["values"].get(name).is_some(), "{flags}: {point}");
    }
    for number in [1, points.len()] {
        let record = folder.ask(&format!("release study.toml {flags} --point {number} --force -o out.csv"));
        assert_eq!(record["point"]["levels"], points[number - 1]["levels"], "{flags}");
    }
}

#[test]
fn every_privacy_model() {
    let (folder, models) = (folder(), listed("Privacy model"));
    assert!(models.len() >= 13, "{models:?}");
    for model in &models {
        works(&folder, &format!("--privacy {model} --suppression 5%"), 0, model);
        works(&folder, &format!("--privacy {model} --rule tolerance --suppression 5%"), 0, model);
    }
}

#[test]
fn every_loss_metric() {
    let (folder, metrics) = (folder(), listed("Loss metric"));
    assert!(metrics.len() >= 11, "{metrics:?}");
    for metric in &metrics {
        works(&folder, &format!("--loss {metric} --suppression 5%"), 1, metric);
    }
}

#[test]
fn every_search_and_space() {
    let folder = folder();
    for search in listed("Search") {
        works(&folder, &format!("--search {search}"), 0, "k-anonymity");
    }
    for space in listed("Space") {
        assert_eq!(folder.ask(&format!("front study.toml --space {space}"))["space"]["kind"], space);
    }
}

#[test]
fn verify_tells_every_model_that_needs_no_hierarchy() {
    let folder = folder();
    let verified = folder.ask("verify people.csv --quasi age,sex --sensitive disease,job");
    let told: Vec<&str> = verified["models"].as_array().unwrap().iter().map(|m| m["name"].as_str().unwrap()).collect();
    let expected = listed("Privacy model").into_iter().filter(|m| m != "t-closeness-hierarchical");
    assert_eq!(told, expected.collect::<Vec<_>>());
    let without = folder.ask("verify people.csv --quasi age,sex");
    assert_eq!(without["models"].as_array().unwrap().len(), 2, "k-anonymity and weighted-k");
}

#[test]
fn a_level_of_any_model_can_be_asked_for() {
    let folder = folder();
    let record = folder.ask("release study.toml --privacy t-closeness --level 0.3 --force -o out.csv");
    assert!(record["guaranteed"]["t-closeness"]["t"].as_f64().unwrap() <= 0.3 + 1e-9, "{record:#}");
    let record = folder.ask("release study.toml --privacy distinct-l-diversity --level 3 --force -o out.csv");
    assert!(record["guaranteed"]["distinct-l-diversity"]["l"].as_f64().unwrap() >= 3.0, "{record:#}");
    folder.says_no(
        "release study.toml --privacy distinct-l-diversity --level 9 --force -o no.csv",
        &["no point", "at least 9"],
    );
    // A k beside a model that has none is required of every class.
    let record = folder.ask("release study.toml --privacy t-closeness --k 3 --force -o out.csv");
    assert!(record["guaranteed"]["k-anonymity"]["k"].as_f64().unwrap() >= 3.0, "{record:#}");
}

#[test]
fn models_without_what_they_need_say_so() {
    let folder = folder();
    let line = "front people.csv --quasi age,sex";
    folder.refuses(&format!("{line} --privacy t-closeness"), &["t-closeness", "sensitive"]);
    folder.refuses(&format!("{line} --loss classification-error"), &["classification-error", "class"]);
    let hierarchical = format!("{line} --sensitive disease --privacy t-closeness-hierarchical");
    folder.refuses(&hierarchical, &["t-closeness-hierarchical", "hierarchy"]);
}
