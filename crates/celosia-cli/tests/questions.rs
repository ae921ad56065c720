//! The publisher's questions: one k, one level, one loss; and what a search that stopped early says.

use serde_json::{Value, json};

use crate::celosia::{ADULT, Folder, people};

const FRONT: &str = "front people.csv --quasi age,sex,zip --sensitive disease --suppression 1%";

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(400))])
}

#[test]
fn exact_is_the_default_where_it_can_be() {
    let folder = folder();
    let algorithm = |rest: &str| folder.ask(&format!("{FRONT} {rest}"))["search"]["algorithm"].clone();
    assert_eq!(algorithm(""), "exact");
    assert_eq!(algorithm("--loss general-loss,discernibility --privacy k-anonymity,t-closeness"), "exact");
    assert_eq!(algorithm("--loss protection"), "exhaustive", "no bounds");
    assert_eq!(algorithm("--loss general-loss,protection"), "exhaustive");
    assert_eq!(algorithm("--search poka"), "poka");
    folder.refuses(&format!("{FRONT} --search exact --loss protection"), &["monotone", "--search exhaustive"]);
    folder.refuses(&format!("{FRONT} --depth 3"), &["no depth", "--search poka"]);
    let text = folder.ok(FRONT).out;
    assert!(text.contains("exact search: "), "{text}");
}

/// The points of a front, without what is said only where a k is asked for.
fn points(front: &Value) -> Vec<Value> {
    let mut points = front["points"].as_array().unwrap().clone();
    for point in &mut points {
        let point = point.as_object_mut().unwrap();
        point.remove("normalised_average_class_size");
        point.remove("utility");
    }
    points
}

#[test]
fn a_question_has_the_answer_of_the_whole_front() {
    let folder = folder();
    for (flags, question, model) in [
        ("--k 3", json!({ "k": 3 }), "k-anonymity"),
        ("--level 3", json!({ "k": 3 }), "k-anonymity"),
        ("--max-loss 0.55", json!({ "max-loss": 0.55 }), "k-anonymity"),
        ("--privacy t-closeness --level 0.25", json!({ "t": 0.25 }), "t-closeness"),
        ("--privacy t-closeness,k-anonymity --max-loss 0.8", json!({ "max-loss": 0.8 }), "t-closeness"),
        ("--privacy k-anonymity,t-closeness --suppressed-rows --k 4", json!({ "k": 4 }), "k-anonymity"),
    ] {
        let answer = folder.ask(&format!("{FRONT} {flags}"));
        assert_eq!(answer["question"], question, "{flags}");
        assert_eq!(answer["search"]["complete"], true);
        assert_eq!(points(&answer).len(), 1, "{flags}");
        let other = folder.ask(&format!("{FRONT} {flags} --search exhaustive"));
        assert_eq!(other["question"], question);
        assert_eq!(points(&answer), points(&other), "{flags}: the same point whatever the search");
        let flags_of_all = flags.split(" --k").next().unwrap().split(" --level").next().unwrap();
        let flags_of_all = flags_of_all.split(" --max-loss").next().unwrap();
        let all = folder.ask(&format!("{FRONT} {}", if flags_of_all == flags { "" } else { flags_of_all }));
        assert!(all.get("question").is_none());
        assert!(points(&all).contains(&points(&answer)[0]), "{flags}: it is a point of the front of {model}");
    }
    assert_eq!(folder.names(), ["people.csv"]);
}

#[test]
fn an_answer_is_said_in_a_sentence_and_written_only_where_asked() {
    let folder = folder();
    let text = folder.ok(&format!("{FRONT} --k 3")).out;
    assert!(text.contains("Asked for k of at least 3: the least loss is 0."), "{text}");
    assert!(!text.contains("best trade-offs"), "{text}");
    assert_eq!(folder.names(), ["people.csv"], "front.json and report.html hold whole fronts");
    let text = folder.ok(&format!("{FRONT} --privacy t-closeness --level 0.25")).out;
    assert!(text.contains("Asked for t of at most 0.25: the least loss is"), "{text}");
    let text = folder.ok(&format!("{FRONT} --max-loss 0.55 --front one.json --report one.html")).out;
    assert!(text.contains("Asked for a loss of at most 0.55: the most privacy is k = "), "{text}");
    assert_eq!(folder.json("one.json")["question"], json!({ "max-loss": 0.55 }));
    let report = folder.read("one.html");
    assert!(report.contains("Asked for a loss of at most 0.55") && report.contains("\"question\":{\"max-loss\":0.55}"));
    assert!(report.contains("--max-loss 0.55"), "the command that releases it");
}

#[test]
fn the_answer_may_be_no() {
    let folder = folder();
    folder.says_no(&format!("{FRONT} --k 401"), &["no point has k-anonymity of at least 401", "has k = 400"]);
    folder.says_no(&format!("{FRONT} --max-loss=-1"), &["no point has a loss of at most -1", "the least loss is 0."]);
    folder.says_no(&format!("{FRONT} --k 401 --json --search exhaustive"), &["at least 401", "has k = 400"]);
    let level = format!("{FRONT} --privacy t-closeness --level=-1");
    folder.says_no(&level, &["no point has t-closeness of at most -1", "t = 0"]);
    // The k of another model than the leading one is required beside it.
    assert_eq!(folder.ask(&format!("{FRONT} --privacy t-closeness --k 3"))["required"][0]["level"], 3.0);
    folder.refuses(&format!("{FRONT} --k NaN"), &["--k", "not a number"]);
    assert_eq!(folder.run(&format!("{FRONT} --k 3 --max-loss 0.3")).code, 2, "one question at a time");
    let budget = format!("{FRONT} --search exhaustive --budget 1 --max-loss=-1");
    folder.says_no(&budget, &["among those found", "not complete: the budget of 1"]);
}

#[test]
fn a_release_is_the_answer() {
    let folder = folder();
    for choice in ["--k 3", "--max-loss 0.55", "--level 7"] {
        let line = format!("{FRONT} {choice}").replacen("front", "release", 1);
        let record = folder.ask(&format!("{line} --force -o out.csv"));
        let other = folder.ask(&format!("{line} --force -o other.csv --search exhaustive"));
        assert_eq!(record["point"], other["point"], "{choice}");
        assert_eq!(record["point"]["levels"], folder.ask(&format!("{FRONT} {choice}"))["points"][0]["levels"]);
    }
}

#[test]
fn a_front_that_was_stopped_early_says_how_far_off_it_may_be() {
    let folder = Folder::new();
    let line = format!("front {ADULT}/study.toml --budget 40");
    let front = folder.ask(&line);
    assert_eq!(front["search"]["complete"], false);
    let gaps: Vec<f64> = points(&front).iter().map(|p| p["gap"].as_f64().unwrap()).collect();
    assert!(gaps.iter().all(|gap| (0.0..=1.0).contains(gap)) && gaps.iter().any(|gap| *gap > 0.0), "{gaps:?}");
    let text = folder.ok(&format!("{line} --report early.html --front early.json")).out.replace('\n', " ");
    for part in
        ["NOT COMPLETE", "gap", "Stopped early: the budget of 40 evaluations was spent", "may still fall by at most"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(folder.read("early.html").contains("\"gap\":") && folder.read("early.json").contains("\"gap\":"));
    let whole = folder.ask(&format!("front {ADULT}/study.toml"));
    assert!(points(&whole).iter().all(|p| p.get("gap").is_none()), "a complete front has no gaps");
}
