//! Certificates on the Adult table: written, checked, changed, and refused.

use crate::celosia::{ADULT, Folder, PEOPLE};

/// Four attributes of Adult: 112 nodes.
const FEW: &str = "--quasi age,education,race,sex --insensitive workclass,marital-status,native-country,salary-class";

fn study() -> String {
    format!("{ADULT}/study.toml --search exact")
}

/// A file with a part of it replaced.
fn changed(folder: &Folder, from: &str, name: &str, change: impl Fn(&str) -> String) {
    let text = folder.read(from);
    let other = change(&text);
    assert!(text != other, "nothing was changed");
    folder.write(name, other);
}

#[test]
fn the_front_of_adult_is_certified() {
    let folder = Folder::new();
    let front = folder.ask(&format!("front {} --certificate proof.json", study()));
    assert_eq!(folder.names(), ["proof.json"]);
    let proof = folder.json("proof.json");
    assert_eq!(proof["certificate"], 1);
    assert!(proof["keep"].as_str().unwrap().contains("not for publication"));
    assert_eq!(proof["claim"]["rows"], 30162);
    assert_eq!(proof["claim"]["attributes"][0]["name"], "age");
    assert_eq!(proof["claim"]["suppression"]["limit"], 301);
    assert_eq!(proof["front"].as_array().unwrap().len(), front["points"].as_array().unwrap().len());
    let checked = folder.ask(&format!("certify {} proof.json", study()));
    assert_eq!(checked["proven"], true);
    assert_eq!(checked["points"], 51);
    assert_eq!(checked["recomputed"].as_u64().unwrap() + checked["excluded"].as_u64().unwrap(), 17_920);
    assert_eq!(checked["recomputed"], proof["nodes"].as_array().unwrap().len());
}

#[test]
fn what_was_changed_is_refused() {
    let folder = Folder::new();
    folder.ask(&format!("front {} {FEW} --certificate proof.json", study()));
    let certify = |name: &str| format!("certify {} {FEW} {name}", study());
    let answer = folder.ok(&certify("proof.json"));
    assert!(answer.out.contains("proven: no trade-off is missing"), "{}", answer.out);

    // The most general node: k is the number of all rows.
    changed(&folder, "proof.json", "k.json", |t| t.replacen("[0,[30718,", "[0,[30717,", 1));
    let top = ["age 6, education 3, race 1, sex 1: k-anonymity is 30717 in the certificate, 30718 found"];
    folder.says_no(&certify("k.json"), &top);

    changed(&folder, "proof.json", "front.json", |t| {
        let (start, rest) = t.split_once("\"front\": [\n").unwrap();
        format!("{start}\"front\": [\n{}", rest.split_once('\n').unwrap().1)
    });
    folder.says_no(&certify("front.json"), &["missing in the front: "]);

    // Only what the front itself stands on is listed, so most nodes are not covered.
    let proof = folder.json("proof.json");
    let mut few = proof.clone();
    let of_front: Vec<_> = proof["front"].as_array().unwrap().iter().map(|p| p["levels"].clone()).collect();
    few["nodes"].as_array_mut().unwrap().retain(|node| of_front.contains(&node["levels"]));
    folder.write("few.json", few.to_string());
    folder.says_no(&certify("few.json"), &["not covered: age ", ", education ", ", race ", ", sex "]);
}

#[test]
fn one_point_is_certified() {
    let folder = Folder::new();
    let front = folder.ask(&format!("front {} {FEW} --k 10 --certificate proof.json", study()));
    assert_eq!(front["points"].as_array().unwrap().len(), 1);
    let answer = folder.ok(&format!("certify {} {FEW} proof.json", study()));
    assert!(answer.out.contains("proven: nothing with k 10 or better loses less (1 point"), "{}", answer.out);
    // For the whole front it is no proof.
    changed(&folder, "proof.json", "whole.json", |t| t.replace("{\"privacy-at-least\":10.0}", "\"front\""));
    folder.says_no(&format!("certify {} {FEW} whole.json", study()), &["missing in the front"]);
    let line = format!("front {} {FEW} --k 10 --suppressed-rows --certificate other.json", study());
    folder.refuses(&line, &["--certificate", "more than two objectives"]);
}

#[test]
fn another_study_is_bad_input() {
    let people = "people.csv --quasi age,sex --search exact";
    let folder = Folder::with(&[("people.csv", PEOPLE), ("empty.json", "{}"), ("broken.json", "{\"certificate\": 1,")]);
    folder.ask(&format!("front {people} --certificate proof.json"));
    folder.ok(&format!("certify {people} proof.json"));
    folder.refuses(
        &format!("certify {} proof.json", study()),
        &["another problem", "study: \"people\" in the certificate"],
    );
    let line = format!("certify {people} --privacy distinct-l-diversity --sensitive disease proof.json");
    folder.refuses(&line, &["objectives 1.name", "k-anonymity", "distinct-l-diversity"]);
    folder.refuses(
        &format!("certify {people} --suppression 25% proof.json"),
        &["suppression.limit: 0 in", "1 in the study"],
    );
    folder.refuses(&format!("certify {people} empty.json"), &["empty.json", "no certificate"]);
    folder.refuses(&format!("certify {people} broken.json"), &["broken.json", "no certificate"]);
    folder.refuses(&format!("certify {people} none.json"), &["none.json"]);
}

#[test]
fn without_a_proof_there_is_no_certificate() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let front = "front people.csv --quasi age,sex --certificate proof.json";
    for search in ["poka", "exhaustive"] {
        let answer = folder.run(&format!("{front} --search {search}"));
        answer.is_refusal(2, search, &["--certificate", search, "gives no proof", "--search exact"]);
    }
    let onto_the_table = "front people.csv --quasi age,sex --search exact --certificate people.csv";
    folder.refuses(onto_the_table, &["people.csv", "the output is an input"]);
    assert_eq!(folder.names(), ["people.csv"]);

    // The budget ends before the proof does: the front is printed, and why there is no certificate.
    let answer = folder.run(&format!("front {} --budget 3 --certificate proof.json --json", study()));
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert_eq!(answer.json()["search"]["complete"], false);
    assert!(answer.err.contains("no certificate was written; the front is not complete"), "{}", answer.err);
    assert_eq!(folder.names(), ["people.csv"]);
}
