//! Studies and flags that make no sense: exit 2, a message with the facts, a hint, nothing written.

use crate::celosia::{Folder, PEOPLE, people};

const DATA: &str = "[data]\npath = \"people.csv\"\n";
const AGE: &str = "[columns.age]\nrole = \"quasi-identifier\"\n";

fn refused(study: &str, facts: &[&str]) {
    let folder = Folder::with(&[("people.csv", PEOPLE), ("study.toml", study)]);
    folder.refuses("front study.toml", facts);
    folder.refuses("release study.toml --k 2 -o out.csv", facts);
}

/// The hierarchy of `age`, as a file of these rows.
fn hierarchy(rows: &str, facts: &[&str]) {
    let study = format!("{DATA}{AGE}hierarchy = \"age.csv\"\n");
    let folder = Folder::with(&[("people.csv", PEOPLE), ("study.toml", &study), ("age.csv", rows)]);
    folder.refuses("front study.toml", facts);
    folder.refuses("hierarchy check people.csv --column age --hierarchy age.csv", facts);
}

#[test]
fn no_study() {
    let folder = Folder::new();
    folder.refuses("front nothing.toml", &["nothing.toml", "No such file"]);
    refused("", &["study.toml", "[data]: no path", "--data"]);
    refused("[data\n", &["study.toml, line 1"]);
    refused("data = 3\n", &["study.toml, line 1", "expected a section"]);
    refused("[columns]\nage = 3\n", &["study.toml, [columns.age]", "expected a section"]);
    folder.write("latin.toml", b"# \xe4\n[data]\n");
    folder.refuses("front latin.toml", &["latin.toml", "UTF-8"]);
}

#[test]
fn a_role_given_twice() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    folder.refuses("front people.csv --quasi age --sensitive age", &["--sensitive", "\"age\"", "--quasi", "one role"]);
    folder.refuses("front people.csv --quasi age,age", &["--quasi", "\"age\""]);
    folder.refuses("verify people.csv --quasi age --sensitive age", &["\"age\"", "one role"]);
    folder.refuses("verify people.csv --quasi age,sex,age", &["--quasi", "\"age\" is given twice"]);
    refused(&format!("{DATA}{AGE}role = \"sensitive\"\n"), &["study.toml, line 5", "\"role\" is given twice"]);
    refused(
        &format!("{DATA}{AGE}[columns.age]\nrole = \"class\"\n"),
        &["line 5", "\"age\" is given twice", "one role"],
    );
    let two = "[columns.sex]\nrole = \"class\"\n[columns.disease]\nrole = \"class\"\n";
    refused(&format!("{DATA}{AGE}{two}"), &["2 columns have the role class", "sex", "disease"]);
}

#[test]
fn no_quasi_identifier() {
    refused(DATA, &["study.toml", "no column is a quasi-identifier", "--quasi"]);
    refused(&format!("{DATA}[columns.age]\nrole = \"sensitive\"\n"), &["no column is a quasi-identifier"]);
    refused(&format!("{DATA}[columns.age]\n"), &["[columns.age]: no role", "quasi-identifier"]);
    Folder::with(&[("people.csv", PEOPLE)]).refuses("front people.csv", &["people.csv", "quasi-identifier", "--quasi"]);
}

#[test]
fn unknown_keys_name_the_nearest() {
    let nearest = |study: String, key: &str, near: &str| {
        let (key, near) = (format!("unknown key \"{key}\""), format!("did you mean \"{near}\"?"));
        refused(&study, &["study.toml", &key, &near]);
    };
    nearest(format!("nam = \"x\"\n{DATA}{AGE}"), "nam", "name");
    nearest(format!("{DATA}[colums.age]\nrole = \"class\"\n"), "colums", "columns");
    nearest(format!("{DATA}delimeter = \";\"\n{AGE}"), "delimeter", "delimiter");
    nearest(format!("{DATA}missing = {{ valeus = [\"?\"] }}\n{AGE}"), "valeus", "values");
    nearest(format!("{DATA}{AGE}wieght = 2\n"), "wieght", "weight");
    nearest(format!("{DATA}{AGE}hierarchy = {{ intervall = [5] }}\n"), "intervall", "interval");
    nearest(format!("{DATA}{AGE}hierarchy = {{ interval = [5], orign = 3 }}\n"), "orign", "origin");
    nearest(format!("{DATA}{AGE}[objectives]\nprivcy = \"x\"\n"), "privcy", "privacy");
    nearest(format!("{DATA}{AGE}[suppression]\nlimt = \"1%\"\n"), "limt", "limit");
    nearest(format!("{DATA}{AGE}[search]\nmax_nodes = 5\n"), "max_nodes", "max-nodes");
    nearest(format!("{DATA}{AGE}[output]\nrelaese = \"x.csv\"\n"), "relaese", "release");
    refused(
        &format!("{DATA}{AGE}colour = 1\n"),
        &["\"colour\"", "choose one of: role, type, format, missing, weight, hierarchy"],
    );
}

#[test]
fn unknown_names_name_the_nearest() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let refuses = |flags: &str, facts: &[&str]| folder.refuses(&format!("front people.csv --quasi age {flags}"), facts);
    refuses("--privacy k-anonimity", &["\"k-anonimity\"", "did you mean \"k-anonymity\"?"]);
    refuses("--privacy secrecy", &["\"secrecy\"", "choose one of: k-anonymity"]);
    refuses("--loss general-los", &["\"general-los\"", "did you mean \"general-loss\"?"]);
    refuses("--loss sadness", &["\"sadness\"", "choose one of: general-loss"]);
    refuses("--search exaustive", &["\"exaustive\"", "did you mean \"exhaustive\"?"]);
    refuses("--search nothing", &["\"nothing\"", "exhaustive"]);
    refuses("--space lattices", &["\"lattices\"", "lattice"]);
    refuses("--rule tolerant", &["\"tolerant\"", "did you mean \"tolerance\"?"]);
    refuses("--missing drp", &["\"drp\"", "did you mean \"drop\"?"]);
    refused(&format!("{DATA}[columns.age]\nrole = \"sensitiv\"\n"), &["[columns.age], role", "\"sensitive\""]);
    refused(&format!("{DATA}{AGE}type = \"int\"\n"), &["[columns.age], type", "did you mean \"integer\"?"]);
}

#[test]
fn numbers_out_of_range() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let refuses = |flags: &str, facts: &[&str]| folder.refuses(&format!("front people.csv --quasi age {flags}"), facts);
    refuses("--suppression 1", &["\"1\" is ambiguous", "1%", "0.01", "rows"]);
    refuses("--suppression 101%", &["\"101%\"", "between 0% and 100%"]);
    refuses("--suppression=-1%", &["\"-1%\""]);
    refuses("--suppression many", &["\"many\""]);
    refuses("--weight age=0", &["weight", "0 is out of range"]);
    refuses("--weight age=heavy", &["--weight", "\"heavy\""]);
    refuses("--weight age", &["--weight", "\"age\" names no column", "COLUMN=VALUE"]);
    refuses("--alpha 2", &["alpha", "2 is out of range"]);
    refuses("--c 0", &["objectives.c", "0 is out of range"]);
    refuses("--delimiter ab", &["\"ab\" is not a delimiter"]);
    refuses("--type sex=integer --quasi sex", &["\"sex\"", "integer"]);
    folder.refuses("verify people.csv --quasi age --alpha 0", &["--alpha", "out of range"]);
    folder.refuses("verify people.csv --quasi age --risk-threshold 3", &["--risk-threshold", "between 0 and 1"]);
}

#[test]
fn values_that_a_hierarchy_lacks() {
    hierarchy(
        "34;30s;*\n36;30s;*\n",
        &[
            "\"age\" (",
            "age.csv",
            "2 values are not covered",
            "\"35\" (first at people.csv, line 3)",
            "\"47\"",
            "line 5",
        ],
    );
    let study = "[data]\npath = \"people.csv\"\n[columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = \"zip.csv\"\n";
    let folder = Folder::with(&[("people.csv", &people(300)), ("study.toml", study), ("zip.csv", "12340;*\n")]);
    let before = folder.files();
    let answer = folder.run("front study.toml");
    answer.is_refusal(2, "front", &["29 values are not covered", "… and 19 more", "add these values"]);
    let listed: Vec<&str> = answer.err.lines().filter(|line| line.starts_with("  \"")).collect();
    assert_eq!(listed.len(), 10, "{}", answer.err);
    let table = folder.read("people.csv");
    for line in listed {
        let value = line.split('"').nth(1).unwrap();
        let number: usize = line.rsplit("line ").next().unwrap().trim_end_matches(')').parse().unwrap();
        let first = table.lines().position(|row| row.split(',').nth(3) == Some(value)).unwrap() + 1;
        assert_eq!(number, first, "{line}");
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn hierarchies_that_are_none() {
    let nest = "levels do not nest";
    hierarchy("34;a;x;*\n35;a;y;*\n36;b;x;*\n47;b;y;*\n", &["\"age\"", nest, "\"34\"", "\"35\"", "level 2"]);
    hierarchy("34;a;x;*\n35;b;y;*\n36;a;y;*\n47;b;y;*\n", &[nest, "\"a\" of level 1", "two different labels"]);
    hierarchy("34;a\n35;a\n36;b\n47;b\n", &["\"age\"", "the top level has 2 groups", "\"a\"", "\"b\"", "such as *"]);
    hierarchy("34;a;*\n35;a\n", &["age.csv, line 2", "3 fields expected", "2 found"]);
    hierarchy("34;a;*\n34;b;*\n", &["age.csv, line 2", "\"34\" is listed again"]);
    hierarchy("34\n35\n", &["age.csv, line 1", "one field found"]);
    hierarchy("", &["age.csv", "no rows"]);
    let two = "{ taxonomy = { A = { X = [34, 35] }, B = { X = [36, 47] } } }";
    refused(&format!("{DATA}{AGE}hierarchy = {two}\n"), &["\"age\"", "two groups of level 1 share the label \"X\""]);
    refused(&format!("{DATA}{AGE}hierarchy = \"no.csv\"\n"), &["no.csv", "No such file"]);
    let both = "{ interval = [5], order = [2] }";
    refused(&format!("{DATA}{AGE}hierarchy = {both}\n"), &["interval and order", "one hierarchy"]);
    refused(&format!("{DATA}{AGE}hierarchy = {{ interval = [5, 12] }}\n"), &["width 5", "width 12", "multiple"]);
}

#[test]
fn lattice_too_large() {
    let columns: Vec<String> = (0..25).map(|c| format!("c{c}")).collect();
    let row = |n: usize| (0..25).map(|c| ((n * 7 + c) % 10).to_string()).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..30).map(row).collect();
    let folder = Folder::with(&[("wide.csv", &format!("{}\n{}\n", columns.join(","), rows.join("\n")))]);
    let ten = columns[..10].join(",");
    let facts = ["9765625 nodes", "at most 1000000", "--max-nodes", "--search exact"];
    let exhaustive = "--search exhaustive";
    folder.refuses(&format!("front wide.csv {exhaustive} --quasi {ten}"), &facts);
    folder.refuses(&format!("release wide.csv {exhaustive} --quasi {ten} --k 2 -o out.csv"), &facts);
    folder.refuses(&format!("front wide.csv {exhaustive} --quasi {}", columns.join(",")), &["nodes", "--max-nodes"]);
    folder.refuses(&format!("front wide.csv {exhaustive} --quasi c0 --max-nodes 3"), &["5 nodes", "at most 3"]);
    // Without bounds there is no exact search: what is too large to be seen whole is climbed.
    let climbed = folder.ask(&format!("front wide.csv --loss protection --quasi {ten} --budget 300"));
    assert_eq!(
        (climbed["search"]["algorithm"].as_str(), climbed["search"]["complete"].as_bool()),
        (Some("climb"), Some(false))
    );
}
