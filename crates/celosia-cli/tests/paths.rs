//! A path that leads nowhere is said before anything else; so is one thing in the place of another, and what to do instead.

use crate::celosia::{Folder, PEOPLE};

const STUDY: &str = "[data]\npath = 'people.csv'\n[columns.age]\nrole = 'quasi-identifier'\nhierarchy = 'ages.csv'\n";

fn folder() -> Folder {
    let folder = Folder::with(&[("people.csv", PEOPLE), ("people.toml", STUDY), ("patients.csv", PEOPLE)]);
    folder.write("ages.csv", "34;*\n35;*\n36;*\n47;*\n");
    folder
}

#[test]
fn a_path_that_leads_nowhere_comes_first() {
    let folder = folder();
    // Each line has further faults: no columns named, no choice made.
    for line in ["front", "inspect", "verify", "release", "tree", "hierarchy show", "compare", "hierarchy build"] {
        folder.refuses(
            &format!("{line} nothing.parquet"),
            &["cannot open nothing.parquet: No such file", "check the spelling"],
        );
        folder.refuses(&format!("{line} peple.csv"), &["cannot open peple.csv", "did you mean \"people.csv\"?"]);
        folder.refuses(
            &format!("{line} there/people.csv"),
            &["cannot open there/people.csv", "there is no folder there"],
        );
    }
    folder.refuses("front people.tml --privacy nonsense", &["people.tml", "did you mean \"people.toml\"?"]);
    folder.refuses("front poeple.toml", &["poeple.toml", "did you mean \"people.toml\"?"]);
    folder.refuses("front people", &["cannot open people:", "did you mean \"people.toml\"?"]);
    folder.refuses(
        "verify people.csv --quasi age --population peple.csv",
        &["peple.csv", "did you mean \"people.csv\"?"],
    );
    folder.refuses("certify people.toml profo.json", &["profo.json", "No such file"]);
    let refused = folder.run("front nothing.csv");
    assert!(!refused.err.contains("quasi"), "one fault at a time: {}", refused.err);
    assert!(!refused.err.contains("os error"), "{}", refused.err);
}

#[test]
fn what_a_study_names_has_neighbours_too() {
    let folder = folder();
    folder.write("a.toml", STUDY.replace("people.csv", "poeple.csv"));
    folder.refuses("front a.toml", &["poeple.csv", "did you mean \"people.csv\"?"]);
    folder.write("b.toml", STUDY.replace("ages.csv", "age.csv"));
    folder.refuses("front b.toml", &["age.csv", "did you mean \"ages.csv\"?"]);
    folder
        .refuses("front people.csv --quasi age --hierarchy age=agse.csv", &["agse.csv", "did you mean \"ages.csv\"?"]);
}

#[test]
fn a_study_is_no_table() {
    let folder = folder();
    folder.write("study.csv", STUDY);
    folder.write("study", STUDY);
    for line in ["inspect people.toml", "verify people.toml --quasi age", "tree people.toml --column age --k 2"] {
        folder
            .refuses(line, &["people.toml: this is a study", "its table is people.csv", "`celosia front people.toml`"]);
    }
    for line in ["inspect study.csv", "verify study --quasi age", "hierarchy show study.csv --column age"] {
        folder.refuses(line, &["this is a study, and a table is wanted"]);
    }
    for line in ["front study.csv --quasi age", "front study", "release study --k 2 -o out.csv"] {
        folder.refuses(line, &["this is a study, and its name does not end in .toml", "rename it to study.toml"]);
    }
}

#[test]
fn a_table_whose_columns_nobody_knows_is_inspected_first() {
    let folder = folder();
    let inspect = "run `celosia inspect patients.csv` first";
    for line in ["front patients.csv", "release patients.csv --k 2 -o out.csv", "compare patients.csv"] {
        folder
            .refuses(line, &["patients.csv: this is a table, and no column is a quasi-identifier", inspect, "--quasi"]);
    }
    folder.refuses("front people.csv", &["there is a study already: give people.toml in its place"]);
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder.write("parts/1.csv", PEOPLE);
    folder.refuses("front parts", &["a folder, which is read as one table", "`celosia inspect parts` first"]);
    folder.write("parts/whole.toml", STUDY);
    folder.refuses("front parts", &["give parts/whole.toml in its place"]);
}

#[test]
fn what_celosia_wrote_is_neither() {
    let folder = folder();
    folder.ok("front people.csv --quasi age,sex --certificate proof.json");
    folder.ok("release people.csv --quasi age,sex --k 2 -o out.csv");
    for (file, facts) in [
        ("people-front.json", ["this is a front", "celosia compare"]),
        ("proof.json", ["this is a certificate", "the study comes first"]),
        ("out.csv.record.json", ["this is the record of a release", "the release itself: out.csv"]),
        ("people-report.html", ["this is a page", "browser"]),
    ] {
        for line in [format!("front {file}"), format!("inspect {file}"), format!("verify {file} --quasi age")] {
            folder.refuses(&line, &facts);
        }
    }
    folder.refuses("certify proof.json people.toml", &["proof.json: this is a certificate", "the study comes first"]);
    let wanted = ["people-front.json: this is no certificate: it is a front", "--certificate FILE"];
    folder.refuses("certify people.csv --quasi age,sex people-front.json", &wanted);
    folder.refuses("certify people.toml people.csv", &["people.csv: this is no certificate: it is not JSON"]);
    folder.refuses("compare people.toml people.csv", &["people.csv: this is no front: it is not JSON"]);
    folder.refuses("compare people.toml people.toml", &["people.toml: this is no front: it is a study"]);
    folder.refuses(
        "compare people-front.json people.toml",
        &["people-front.json: this is a front", "celosia compare people.toml front.json"],
    );
}

#[test]
fn a_command_line_that_makes_no_sense_says_what_to_do() {
    let folder = folder();
    for (line, facts) in [
        ("people.csv", &["unrecognized subcommand 'people.csv'", "`celosia inspect people.csv`"][..]),
        ("people.toml", &["`celosia front people.toml`"]),
        ("fornt people.toml", &["'fornt'", "'front'", "`celosia --help`"]),
        ("front people.toml --supression 1%", &["'--supression'", "'--suppression'", "`celosia front --help`"]),
        ("hierarchy show people.csv", &["--column <COLUMN>", "`celosia hierarchy show --help`"]),
        ("verify people.csv", &["no record stands beside the table", "--quasi age,sex,zip"]),
        ("front people.toml --k ten", &["'ten'", "'--k <K>'"]),
        ("completions bsh", &["'bsh'", "'bash'"]),
        ("front people.toml --k -3", &["--k: -3 is no k", "2 or more"]),
        ("front people.toml --budget soon", &["--budget (search.budget): \"soon\""]),
        ("front people.toml --privacy k", &["did you mean \"k-anonymity\"?"]),
        ("front people.toml --hierarchy age=interval", &["\"interval\" alone says too little", "interval = [5, 10]"]),
        ("verify people.csv --quasi age --require k=5", &["--require: ", "did you mean \"k-anonymity\"?"]),
        ("man people.csv", &["people.csv: this is a file", "name a folder"]),
    ] {
        folder.refuses(line, facts);
    }
}
