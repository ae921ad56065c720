//! Outputs that cannot be: onto an input, into no folder, onto a full disk. Exit 2, and nothing is changed.

use crate::celosia::{ADULT, Folder, PEOPLE, people};

const STUDY: &str =
    "[data]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"age.csv\"\n";

fn folder() -> Folder {
    let rows = "34;30s;*\n35;30s;*\n36;30s;*\n47;40s;*\n";
    Folder::with(&[("people.csv", PEOPLE), ("study.toml", STUDY), ("age.csv", rows)])
}

#[test]
fn the_output_is_an_input() {
    let folder = folder();
    std::os::unix::fs::symlink("people.csv", folder.path("link.csv")).unwrap();
    let facts = ["the output is an input", "choose another"];
    for output in ["people.csv", "./people.csv", "link.csv", "study.toml", "age.csv"] {
        folder.refuses(&format!("release study.toml --k 2 -o {output}"), &[&facts[..], &[output]].concat());
        folder.refuses(&format!("front study.toml --front {output}"), &facts);
        folder.refuses(&format!("front study.toml --json --report {output}"), &facts);
        folder.refuses(&format!("front study.toml --json --chart {output}"), &facts);
        folder.refuses(&format!("hierarchy build study.toml --column age -o {output}"), &facts);
    }
    folder.refuses("release link.csv --quasi age --k 2 -o people.csv", &facts);
    folder.refuses("inspect people.csv --force -o people.csv", &facts);
    folder.refuses("inspect people.csv --force -o link.csv", &facts);
}

#[test]
fn the_record_would_be_an_input() {
    let folder = Folder::with(&[("out.csv.salt", PEOPLE)]);
    folder.refuses("release out.csv.salt --quasi age --k 2 -o out.csv", &["out.csv.salt", "the output is an input"]);
}

#[test]
fn the_output_lies_among_the_inputs() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder.write("parts/a.csv", PEOPLE);
    folder.write("parts/b.csv", PEOPLE);
    let facts = ["among the input files", "another folder"];
    folder.refuses("release parts --quasi age --k 2 -o parts/out.csv", &facts);
    folder.refuses("release parts/*.csv --quasi age --k 2 -o parts/out.csv", &facts);
    let record = folder.ask("release parts --quasi age --k 2 -o out.csv");
    assert_eq!(record["rows"], 8);
}

#[test]
fn the_output_has_no_folder() {
    let folder = folder();
    std::fs::create_dir(folder.path("there")).unwrap();
    for (output, fact) in [
        ("nowhere/out.csv", "there is no folder nowhere"),
        ("people.csv/out.csv", "people.csv is not a folder"),
        ("there", "the output is a folder"),
    ] {
        folder.refuses(&format!("release study.toml --k 2 -o {output}"), &[output, fact]);
        folder.refuses(&format!("front study.toml --front {output}"), &[output, fact]);
        folder.refuses(&format!("hierarchy build people.csv --column age -o {output}"), &[output, fact]);
        folder.refuses(&format!("demo -o {output}"), &[output, fact]);
    }
    folder.refuses("inspect people.csv -o nowhere/people.toml", &["nowhere"]);
    folder.refuses("inspect people.csv -o there", &["there"]);
}

/// Runs a command that may write at most half a kilobyte to any file.
fn on_a_full_disk(folder: &Folder, line: &str, file: &str) {
    let before = folder.files();
    // Standard error goes through a pipe, which has no such limit.
    let answer = folder.shell(&format!("trap '' XFSZ; ulimit -f 1; exec $CELOSIA {line}"));
    assert_eq!(answer.code, 2, "{line}\n{}", answer.err);
    let message = format!("error: cannot write {file}: File too large");
    assert!(answer.err.contains(&message), "{line}\n{}", answer.err);
    assert!(answer.err.contains("hint: free some space"), "{line}\n{}", answer.err);
    assert_eq!(folder.files(), before, "{line}");
}

#[test]
fn a_full_disk_leaves_nothing() {
    let folder = Folder::with(&[("people.csv", &people(2000))]);
    let line = "people.csv --quasi age,sex,zip --suppression 5%";
    on_a_full_disk(&folder, &format!("release {line} --k 2 -o out.csv"), "out.csv");
    on_a_full_disk(&folder, &format!("release {line} --k 2 --keep-order -o out.csv"), "out.csv");
    on_a_full_disk(&folder, &format!("release {line} --k 2 -o out.parquet"), "out.parquet");
    on_a_full_disk(&folder, &format!("front {line}"), "people-front.json");
    on_a_full_disk(&folder, &format!("front {line} --json --report page.html"), "page.html");
    on_a_full_disk(&folder, &format!("front {line} --json --chart chart.svg"), "chart.svg");
    on_a_full_disk(&folder, "hierarchy build people.csv --column age -o age.csv", "age.csv");
    on_a_full_disk(&folder, "inspect people.csv", "people.toml");
}

#[test]
fn a_disk_that_is_full_at_the_plan_takes_the_release_back() {
    // The release fits, its plan and its record of two kilobytes do not.
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    on_a_full_disk(
        &folder,
        "release people.csv --quasi age,sex --sensitive disease --k 2 --no-report -o out.csv",
        "out.csv.plan.json",
    );
}

#[test]
fn an_earlier_output_survives_a_full_disk() {
    let folder = Folder::with(&[("people.csv", &people(2000))]);
    folder.ok("front people.csv --quasi age,sex");
    on_a_full_disk(&folder, "front people.csv --quasi age,sex,zip", "people-front.json");
}

#[test]
fn temporary_files_that_cannot_be() {
    let folder = Folder::with(&[("people.csv", &people(60_000))]);
    let line = "people.csv --quasi name,age,zip --hierarchy name=flat --memory 1MB";
    let before = folder.files();
    for script in [
        format!("TMPDIR=$PWD/nowhere exec $CELOSIA front {line} --k 2 --json"),
        format!("trap '' XFSZ; ulimit -f 1; exec $CELOSIA front {line} --k 2 --json"),
        format!("TMPDIR=$PWD/nowhere exec $CELOSIA release {line} --k 2 -o out.csv"),
    ] {
        let answer = folder.shell(&script);
        answer.is_refusal(2, &script, &["temporary files in", "more than --memory holds", "TMPDIR", "--memory 8GB"]);
        assert_eq!(folder.files(), before, "{script}");
    }
}

#[test]
fn standard_output_that_is_full_is_an_error() {
    let folder = folder();
    let answer = folder.shell("$CELOSIA front study.toml --json > /dev/full");
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(answer.err.contains("error: standard output") && answer.err.contains("hint: "), "{}", answer.err);
    let answer = folder.shell("$CELOSIA front study.toml > /dev/full");
    assert_eq!(answer.code, 2, "{}", answer.err);
    assert!(!folder.path("study-front.json").exists());
    // Nobody can be told, and that is no reason to fall over.
    assert_eq!(folder.shell("$CELOSIA front study.toml --json > /dev/null 2> /dev/full").code, 0);
    assert_eq!(folder.shell("$CELOSIA front nothing.toml 2> /dev/full").code, 2);
}

#[test]
fn answers_that_are_no() {
    let folder = folder();
    folder.says_no("release study.toml --k 1000 -o out.csv", &["no point", "1000", "the most private point has k = 4"]);
    folder.says_no("release study.toml --max-loss=-1 -o out.csv", &["no point has a loss of at most -1", "least loss"]);
    folder.says_no("release study.toml --point 99 -o out.csv", &["no point 99", "1 to "]);
    folder.says_no("release study.toml --point 0 -o out.csv", &["no point 0"]);
    let answer = folder.run("verify people.csv --quasi sex --require k-anonymity=1000");
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("k-anonymity: 1000 required, 2 found"), "{}", answer.err);
    assert!(answer.out.contains("k = 2"), "what holds is told nevertheless: {}", answer.out);
    folder.ok("verify people.csv --quasi sex --require k-anonymity=2");
    let line = "verify people.csv --quasi sex --sensitive disease --require distinct-l-diversity=2,t-closeness=0.5";
    folder.ok(line);
    assert_eq!(folder.run(&line.replace("0.5", "-1")).code, 1);
}

#[test]
fn requirements_that_make_no_sense() {
    let folder = folder();
    let refuses = |rest: &str, facts: &[&str]| folder.refuses(&format!("verify people.csv --quasi age {rest}"), facts);
    refuses("--require k-anonymity", &["\"k-anonymity\" names no level", "k-anonymity=5"]);
    refuses("--require k-anonymity=many", &["is no level of k-anonymity"]);
    refuses("--require k-anonimity=5", &["did you mean \"k-anonymity\"?"]);
    refuses("--require t-closeness=0.1", &["sensitive", "--sensitive"]);
    refuses("--sensitive disease --require t-closeness-hierarchical=0.1", &["t-closeness-hierarchical", "study"]);
}

#[test]
fn a_release_over_an_old_one_replaces_all_of_it() {
    let folder = Folder::new();
    let line = format!("release {ADULT}/adult.csv --quasi sex,race --sensitive occupation --force -o out.csv");
    folder.ok(&format!("{line} --k 2"));
    let old = folder.files();
    folder.ok(&format!("{line} --k 1000"));
    let new = folder.files();
    assert_eq!(old.keys().collect::<Vec<_>>(), new.keys().collect::<Vec<_>>());
    // The hierarchies are those of the same table.
    let of_the_point = |name: &str| !name.contains(".hierarchies");
    assert!(old.iter().filter(|(name, _)| of_the_point(name)).all(|(name, bytes)| new[name] != *bytes));
}
