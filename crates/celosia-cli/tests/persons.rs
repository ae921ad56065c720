//! Persons with several rows, from the command line: privacy counts persons, and not rows.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::celosia::Folder;

/// Five rows of one patient, and ten other patients.
fn tests_of_patients() -> String {
    let mut text = String::from("patient_id,age,diagnosis\n");
    text += &"1,90,flu\n".repeat(5);
    for patient in 2..12 {
        text += &format!("{patient},{},{}\n", 30 + patient % 2, if patient % 3 == 0 { "flu" } else { "cold" });
    }
    text
}

const ROLES: &str = "--quasi age --sensitive diagnosis --hierarchy age=flat";

/// The smallest case: five rows of patient 1 made a class of "5 people".
#[test]
fn five_rows_of_one_patient_are_one_person() {
    let folder = Folder::with(&[("t.csv", &tests_of_patients())]);
    let by_rows = folder.ok(&format!("release t.csv {ROLES} --k 5 -o rows.csv --json"));
    assert!(by_rows.json()["counts"].is_null());
    assert_eq!(
        folder.read("rows.csv").matches("90,flu").count(),
        5,
        "rows are counted where nobody says whose they are"
    );

    let front = folder.ask(&format!("front t.csv --person patient_id {ROLES}"));
    assert_eq!((&front["counts"], &front["persons"], &front["rows"]), (&"persons".into(), &11.into(), &15.into()));
    let k: Vec<f64> =
        front["points"].as_array().unwrap().iter().map(|p| p["values"]["k-anonymity"].as_f64().unwrap()).collect();
    assert_eq!(k, [11.0, 1.0], "{front:#}");

    let out = folder.ok(&format!("release t.csv --person patient_id {ROLES} --k 5 --suppression 40% -o out.csv")).out;
    assert!(out.contains("10 rows of 10 persons"), "{out}");
    let released = folder.read("out.csv");
    assert!(!released.contains("90") && !released.contains("patient"), "{released}");
    let record = folder.json("out.csv.record.json");
    assert_eq!((&record["counts"], &record["persons"]), (&"persons".into(), &10.into()));
    assert_eq!(record["suppressed"]["persons_who_lost_rows"], 1);
    assert_eq!(record["guaranteed"]["k-anonymity"]["k"], 5);
    assert!(record["columns"].as_array().unwrap().iter().any(|c| c["name"] == "patient_id" && c["role"] == "person"));

    // The file says no longer whose rows it has.
    let told = folder.ok("verify out.csv --quasi age --sensitive diagnosis").out;
    assert!(told.contains("rows are counted"), "{told}");
    let told = folder.ask("verify t.csv --quasi age --sensitive diagnosis --person patient_id");
    assert_eq!((&told["counts"], &told["persons"]), (&"persons".into(), &11.into()));
    let level = |told: &Value, name: &str| {
        told["models"].as_array().unwrap().iter().find(|m| m["name"] == name).unwrap()["level"].as_f64().unwrap()
    };
    assert_eq!(level(&told, "k-anonymity"), 1.0);
    assert_eq!(told["risks"]["prosecutor"]["highest"], 1.0);
    let rows = folder.ask("verify t.csv --quasi age --sensitive diagnosis");
    assert_eq!((level(&rows, "k-anonymity"), &rows["counts"]), (5.0, &"rows".into()));
    let no = folder.run("verify t.csv --quasi age --person patient_id --require k-anonymity=2");
    assert!(no.code == 1 && no.err.contains("2 required, 1 found"), "{}", no.err);
    let attack = folder.ask("attack t.csv --quasi age --sensitive diagnosis --person patient_id");
    assert_eq!((&attack["columns"][0]["k"], &attack["columns"][0]["counts"]), (&1.into(), &"persons".into()));
}

/// Visits of a hospital: one to six a patient, who ages and moves.
pub fn visits() -> String {
    let mut state = 11u64;
    let mut next = |below: u64| {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    };
    let mut text = String::from("patient_nbr,age,sex,zip,diagnosis,stay\n");
    for patient in 0..300 {
        let (age, sex, mut zip) = (20 + next(60), ["m", "f"][next(2) as usize], 100 + next(20));
        for visit in 0..1 + next(3) * next(3) {
            zip = if next(4) == 0 { 100 + next(20) } else { zip };
            let diagnosis = ["flu", "cold", "asthma", "cancer", "ulcer"][(next(5) * next(5) / 4) as usize];
            text += &format!("{patient},{},{sex},{zip},{diagnosis},{}\n", age + visit / 2, next(9));
        }
    }
    text
}

/// Classes by what the quasi-identifiers show, recounted from the release's rows beside the source, by the rows' order.
fn persons_of(folder: &Folder, released: &str) -> BTreeMap<Vec<String>, BTreeSet<String>> {
    let (source, rows) = (folder.rows("visits.csv"), folder.rows(released));
    let at = |name: &str| source[0].iter().position(|n| n == name).unwrap();
    let stay = rows[0].iter().position(|n| n == "stay").unwrap();
    let mut classes: BTreeMap<Vec<String>, BTreeSet<String>> = BTreeMap::new();
    assert_eq!(rows.len(), source.len(), "stars stand where rows were suppressed");
    for (row, original) in rows.iter().zip(&source).skip(1).filter(|(row, _)| row[stay] != "*") {
        let shows = ["age", "sex", "zip"].map(|name| row[rows[0].iter().position(|n| n == name).unwrap()].clone());
        classes.entry(shows.to_vec()).or_default().insert(original[at("patient_nbr")].clone());
    }
    classes
}

/// In every space, with models of every kind: what is released has k persons in each class, and the proof is checked by other
/// code.
#[test]
fn classes_have_k_persons_in_every_space() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let roles = "--quasi age,sex,zip --sensitive diagnosis --insensitive stay --person patient_nbr --suppression 5%";
    folder.ok(&format!("front visits.csv {roles} --certificate proof.json"));
    folder.ok(&format!("certify visits.csv proof.json {roles}"));
    for space in ["lattice", "cuts", "regions"] {
        let flags = format!("{roles} --space {space} --budget 300 --seed 1");
        let name = format!("{space}.csv");
        folder.ok(&format!("release visits.csv {flags} --k 10 --keep-order --suppressed star -o {name}"));
        let classes = persons_of(&folder, &name);
        let least = classes.values().map(BTreeSet::len).min().unwrap();
        assert!(least >= 10, "{space}: {least} persons");
        assert_eq!(folder.json(&format!("{name}.record.json"))["counts"], "persons");
    }
    // A release reads back what it promises under each model, or it is none.
    for model in [
        "distinct-l-diversity",
        "entropy-l-diversity",
        "t-closeness",
        "alpha-k-anonymity",
        "weighted-k",
        "delta-disclosure",
    ] {
        let certificate = format!("front visits.csv {roles} --privacy {model} --certificate {model}.json");
        let points = folder.ask(&certificate)["points"].as_array().unwrap().len();
        for point in [points.div_ceil(2), points] {
            folder.ok(&format!(
                "release visits.csv {roles} --privacy {model} --point {point} --force -o {model}-{point}.csv"
            ));
        }
        folder.ok(&format!("certify visits.csv {model}.json {roles} --privacy {model}"));
    }
}

/// What is required beside the objective counts persons too: distinct l of values that different persons have.
#[test]
fn requirements_count_persons() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let roles = "--quasi age,sex,zip --sensitive diagnosis --insensitive stay --person patient_nbr --suppression 5%";
    let required = format!("{roles} --require k-anonymity=5 --require distinct-l-diversity=2");
    folder.ok(&format!("release visits.csv {required} --keep-order --suppressed star -o out.csv"));
    let least = persons_of(&folder, "out.csv").values().map(BTreeSet::len).min().unwrap();
    assert!(least >= 5, "{least} persons");
    assert!(folder.rows("out.csv").iter().any(|row| row[0] != "*" && row[0] != "age"), "something is released");
}

/// A person of one row each changes nothing: what is found by persons is what is found by rows.
#[test]
fn persons_of_one_row_are_rows() {
    let text: String = visits()
        .lines()
        .enumerate()
        .map(|(row, line)| match row {
            0 => format!("{line}\n"),
            _ => format!("{row},{}\n", line.split_once(',').unwrap().1),
        })
        .collect();
    let folder = Folder::with(&[("t.csv", &text)]);
    for model in
        ["k-anonymity", "distinct-l-diversity", "recursive-l-diversity", "t-closeness-ordered", "beta-likeness"]
    {
        let roles = format!("--quasi age,sex,zip --sensitive diagnosis --privacy {model} --suppression 2%");
        let by_rows = folder.ask(&format!("front t.csv {roles}"));
        let by_person = folder.ask(&format!("front t.csv {roles} --person patient_nbr"));
        assert_eq!(by_rows["points"], by_person["points"], "{model}");
    }
}

#[test]
fn rows_of_nobody_go_and_two_persons_are_refused() {
    let folder = Folder::with(&[("t.csv", "id,other,age\n1,1,30\n2,1,30\n,2,30\n3,2,40\n4,3,40\n")]);
    let front = folder.ask("front t.csv --quasi age --hierarchy age=flat --person id");
    assert_eq!((&front["rows"], &front["dropped"], &front["persons"]), (&4.into(), &1.into(), &4.into()));
    folder.ok("release t.csv --quasi age --hierarchy age=flat --person id --k 2 -o out.csv");
    assert_eq!(folder.rows("out.csv").len(), 5);
    folder.refuses("front t.csv --quasi age --person id --person other", &["2 columns have the role person"]);
    folder.refuses("verify t.csv --quasi age --person id", &["nobody knows whose row this is"]);
    folder.refuses("verify t.csv --quasi age --person age", &["another role"]);
    folder.refuses("verify t.csv --quasi age --person nobody", &["nobody"]);
}

/// What `inspect` proposes is counted by persons, end to end.
#[test]
fn the_proposal_of_inspect_counts_persons() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let told = folder.ok("inspect visits.csv");
    assert!(
        told.err.contains("privacy counts persons, not rows") && !told.err.contains("protects less"),
        "{}",
        told.err
    );
    let study = folder.read("visits.toml");
    assert!(study.contains("[columns.patient_nbr]\nrole = \"person\""), "{study}");
    assert_eq!(folder.ask("front visits.toml")["counts"], "persons");
}

/// Counting statements count by tuple and person; what they give is the same front.
#[test]
fn statements_count_persons() {
    let folder = Folder::with(&[("visits.csv", &visits())]);
    let roles = "--quasi age,sex --sensitive diagnosis --person patient_nbr";
    let printed = folder.ok(&format!("sql visits.csv {roles} --table visits --dialect duckdb")).out;
    assert!(printed.contains("\"patient_nbr\""), "{printed}");
    // What an engine would answer, counted here.
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    for row in folder.rows("visits.csv").iter().skip(1) {
        *counted.entry(format!("{},{},{},{}", row[1], row[2], row[0], row[4])).or_insert(0) += 1;
    }
    let mut text = String::from("age,sex,patient_nbr,diagnosis,celosia_dropped,celosia_rows\n");
    counted.iter().for_each(|(tuple, rows)| text += &format!("{tuple},0,{rows}\n"));
    folder.write("counted.csv", text);
    let here = folder.ask(&format!("front visits.csv {roles} --privacy distinct-l-diversity"));
    let there = folder.ask(&format!("front visits.csv {roles} --privacy distinct-l-diversity --frequency counted.csv"));
    assert_eq!((&here["points"], &here["persons"]), (&there["points"], &there["persons"]));
}
