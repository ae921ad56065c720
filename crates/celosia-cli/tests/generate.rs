//! `celosia generate`: a study runs on what it writes, and nothing half-written is left.

use crate::celosia::{ADULT, Folder, PEOPLE};

const STUDY: &str = "[data]\npath = \"people.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"huffman\"\n\
                     [columns.disease]\nrole = \"sensitive\"\n[output]\nfront = \"kept.json\"\n";

fn folder() -> Folder {
    Folder::with(&[("people.csv", PEOPLE), ("study.toml", STUDY)])
}

#[test]
fn a_study_runs_on_a_generated_folder() {
    let folder = Folder::new();
    let made = folder.ask(&format!("generate --like {ADULT}/study.toml --rows 30K --seed 7 -o parts/"));
    assert_eq!((&made["rows"], &made["files"], &made["seed"]), (&30_000.into(), &1.into(), &7.into()));
    assert_eq!(made["synthetic"], true);
    assert!(made["note"].as_str().unwrap().contains("not a privacy mechanism"));
    assert_eq!(made["study"], "parts.toml");
    assert_eq!(folder.names(), ["parts", "parts.toml", "parts/part-00000.parquet"]);
    assert!(folder.read("parts.toml").contains("not a privacy mechanism"));
    let front = folder.ask("front parts.toml --k 10");
    let rows = front["rows"].as_u64().unwrap();
    assert!((26_000..30_000).contains(&rows), "rows with a missing value are there, and go: {rows}");
    let record = folder.ask("release parts.toml --k 10 -o out.csv");
    assert_eq!(record["verified"], "what was written was read back and recounted");
}

#[test]
fn people_are_told_that_rows_are_synthetic() {
    let folder = folder();
    let answer = folder.ok("generate --like study.toml --rows 1000 -o like.csv");
    for fact in ["1,000 synthetic rows", "not a privacy mechanism", "rows a second", "drawn", "by itself"] {
        assert!(answer.out.contains(fact), "{fact}: {}", answer.out);
    }
    assert!(answer.err.contains("hint: now `celosia front like.toml`"), "{}", answer.err);
    assert_eq!(folder.rows("like.csv").len(), 1001);
    assert!(!folder.read("like.toml").contains("kept.json"), "outputs of the source's study are left alone");
    assert!(folder.ok("generate --help").out.contains("Not a privacy mechanism"));
    assert_eq!(folder.ask("front like.toml")["rows"], 1000);
}

#[test]
fn the_same_seed_gives_the_same_file() {
    let folder = folder();
    for (name, rest) in [("a", "--threads 1"), ("b", "--threads 2"), ("c", "--seed 2"), ("d", "--seed 1")] {
        folder.ok(&format!("generate --like study.toml --rows 100K {rest} -o {name}.parquet"));
    }
    let files = folder.files();
    assert!(files["a.parquet"] == files["b.parquet"] && files["a.parquet"] == files["d.parquet"]);
    assert!(files["a.parquet"] != files["c.parquet"]);
}

#[test]
fn outputs_that_cannot_be() {
    let folder = folder();
    let refuses = |rest: &str, facts: &[&str]| folder.refuses(&format!("generate --like study.toml {rest}"), facts);
    std::fs::create_dir(folder.path("full")).unwrap();
    folder.write("full/x", "");
    refuses("--rows 10 -o full/", &["full", "the folder is not empty", "another"]);
    refuses("--rows 10 -o people.csv", &["the output is an input"]);
    refuses("--rows 10 -o study.csv", &["study.toml"]);
    refuses("--rows 10 -o study", &["study.toml"]);
    refuses("--rows 10 -o nowhere/parts", &["there is no folder nowhere"]);
    refuses("--rows 10 -o nowhere/out.parquet", &["there is no folder nowhere"]);
    folder.write("taken.toml", "");
    refuses("--rows 10 -o taken.parquet", &["taken.toml", "exists already"]);
    folder.write("file", "");
    refuses("--rows 10 -o file", &["a file stands where the folder should be"]);
    for rows in ["0", "-5", "many", "1.5", "5X", ""] {
        let words = ["generate", "--like", "study.toml", &format!("--rows={rows}"), "-o", "out.csv"];
        folder.refuses_words(&words, &["--rows", "is not a number of rows", "30K"]);
    }
    folder.refuses("generate --like people.csv --rows 10 -o out.csv", &["--like", "not a study file", "inspect"]);
    folder.refuses("generate --like none.toml --rows 10 -o out.csv", &["none.toml"]);
    // An empty folder is as good as none.
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.ok("generate --like study.toml --rows 1.5K -o empty");
    assert!(folder.path("empty/part-00000.parquet").exists());
}

#[test]
fn a_full_disk_and_an_interrupt_leave_nothing() {
    let folder = folder();
    let before = folder.files();
    for output in ["parts", "one.parquet", "one.csv"] {
        let line = format!("generate --like study.toml --rows 1M -o {output}");
        let answer = folder.shell(&format!("trap '' XFSZ; ulimit -f 1; exec $CELOSIA {line}"));
        assert_eq!(answer.code, 2, "{line}\n{}", answer.err);
        assert!(answer.err.contains(&format!("cannot write {output}")), "{}", answer.err);
        assert_eq!(folder.files(), before, "{line}");
    }
    let script = "$CELOSIA generate --like study.toml --rows 1G -o parts & p=$!; sleep 1; kill -INT $p; wait $p";
    let answer = folder.shell(script);
    assert_eq!(answer.code, 130, "{}", answer.err);
    assert_eq!(folder.files(), before);
}
