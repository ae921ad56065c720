//! Nothing that is there is replaced without a word.

use crate::celosia::{Folder, PEOPLE};

const RELEASE: &str = "release people.csv --quasi age,sex --sensitive disease --k 2 -o out.csv";
const FRONT: &str = "front people.csv --quasi age,sex --sensitive disease";

#[test]
fn a_release_is_not_replaced_in_silence() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    folder.ok(RELEASE);
    let before = folder.files();
    folder.refuses(RELEASE, &["out.csv: it is there already", "--force"]);
    folder.ok(&format!("{RELEASE} --force"));
    assert_ne!(folder.files(), before, "another salt");
    // Nor is what stands beside it, where the table itself has gone.
    for left in ["out.csv", "out.csv.record.json", "out.csv.salt", "out.csv.plan.json", "out.csv.hierarchies"] {
        let other = Folder::with(&[("people.csv", PEOPLE)]);
        match left.ends_with("hierarchies") {
            true => std::fs::create_dir(other.path(left)).unwrap(),
            false => other.write(left, "mine"),
        }
        other.refuses(RELEASE, &[left, "it is there already"]);
    }
    // The default name carries the study's.
    folder.ok("release people.csv --quasi age,sex --sensitive disease --k 2");
    assert!(folder.path("people-release.csv").exists());
}

#[test]
fn it_is_refused_before_the_work() {
    let folder = Folder::with(&[("out.csv", "mine")]);
    folder.write("broken.csv", "age,sex\n1\n");
    folder.refuses("release broken.csv --quasi age,sex --k 2 -o out.csv", &["it is there already"]);
    folder.refuses("front broken.csv --quasi age,sex --report out.csv", &["it is there already"]);
}

#[test]
fn a_front_replaces_fronts_of_the_same_study_only() {
    let folder = Folder::with(&[("people.csv", PEOPLE), ("other.csv", PEOPLE)]);
    let named = "--front f.json --report r.html --chart c.svg --certificate p.json";
    folder.ok(&format!("{FRONT} {named}"));
    folder.ok(&format!("{FRONT} {named}"));
    let other = FRONT.replace("people", "other");
    for (flag, file) in
        [("--front", "f.json"), ("--report", "r.html"), ("--chart", "c.svg"), ("--certificate", "p.json")]
    {
        folder.refuses(&format!("{other} --json {flag} {file}"), &[file, "it is there already", "--force"]);
    }
    folder.ok(&format!("{other} {named} --force"));
    // Defaults of two studies do not meet.
    folder.ok(FRONT);
    folder.ok(&other);
    for file in ["people-front.json", "people-report.html", "other-front.json", "other-report.html"] {
        assert!(folder.path(file).exists(), "{file}");
    }
    folder.write("people-report.html", "<!doctype html> mine");
    folder.refuses(FRONT, &["people-report.html", "it is there already"]);
    folder.write("report.html", "mine");
    folder.refuses("demo", &["report.html", "it is there already"]);
}

#[test]
fn a_dry_run_writes_nothing_and_says_all() {
    let folder = Folder::with(&[(
        "people.csv",
        &PEOPLE.replace("disease", "disease,shoe").replace("flu", "flu,1").replace("cold", "cold,2"),
    )]);
    let before = folder.files();
    let said = folder.ok(&format!("{RELEASE} --dry-run")).out;
    assert_eq!(folder.files(), before);
    for fact in [
        "nothing is written",
        "4 rows",
        "k = ",
        "disease",
        "shoe",
        "the study does not name it",
        "out.csv.salt",
        "out.csv.record.json",
    ] {
        assert!(said.contains(fact), "{fact} is not said:\n{said}");
    }
    let asked = folder.ask(&format!("{RELEASE} --dry-run"));
    assert_eq!((asked["dry_run"].as_bool(), asked["rows"].as_u64()), (Some(true), Some(4)));
    assert_eq!(folder.files(), before);
    folder.ok(RELEASE);
    folder.refuses(&format!("{RELEASE} --dry-run"), &["it is there already"]);
}
