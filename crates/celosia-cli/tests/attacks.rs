//! What a day of attacks found, each as the command line met it: wrong guarantees and leaks. `tests/attack` goes on looking.

use serde_json::Value;

use crate::celosia::{Folder, people};

fn values(front: &Value) -> Vec<(f64, f64, u64)> {
    let points = front["points"].as_array().unwrap();
    let value = |p: &Value, name: &str| p["values"][name].as_f64().unwrap();
    points
        .iter()
        .map(|p| (value(p, "k-anonymity"), value(p, "general-loss"), p["suppressed"].as_u64().unwrap()))
        .collect()
}

/// A floor joins a missing value, which is counted apart, with the others: exhaustive search began below the floor.
#[test]
fn exhaustive_search_begins_at_the_floor() {
    let folder = Folder::with(&[("t.csv", "a,b\nx,1\n?,1\nx,2\nx,2\n")]);
    let flags = "--quasi a,b --hierarchy a=flat --hierarchy b=flat --missing keep --floor a=1";
    let exact = folder.ask(&format!("front t.csv {flags} --search exact"));
    let exhaustive = folder.ask(&format!("front t.csv {flags} --search exhaustive"));
    assert_eq!(values(&exact), values(&exhaustive));
    assert!(values(&exact).iter().all(|(k, ..)| *k >= 2.0), "{exact:#}");
    let out = folder.ok(&format!("release t.csv {flags} --search exhaustive --k 2 -o out.csv"));
    assert!(out.out.contains("k = 2"), "{}", out.out);
}

/// Both ends of a box of one node are that node: it was evaluated twice and tied with itself.
#[test]
fn a_lattice_of_one_node_is_proven() {
    let folder = Folder::with(&[("t.csv", "a,s\n1,x\n2,y\n")]);
    let flags = "--quasi a --sensitive s --hierarchy a=flat --floor a=1";
    let front = folder.ask(&format!("front t.csv {flags} --certificate proof.json"));
    assert_eq!(front["points"].as_array().unwrap().len(), 1);
    assert!(front["points"][0]["ties"].as_array().is_none_or(Vec::is_empty), "{front:#}");
    folder.ok(&format!("certify t.csv proof.json {flags}"));
}

/// Control characters were replaced even on the way into a file, so neither maps nor classes matched.
#[test]
fn what_goes_to_a_file_or_a_pipe_is_exact() {
    let folder = Folder::with(&[("t.csv", "a\n\"x\ry\"\np\np\n\"\u{1b}[2Jq\"\n\"\u{1b}[2Jq\"\n")]);
    let built = folder.shell("$CELOSIA hierarchy build t.csv --column a --hierarchy flat > built.csv");
    assert_eq!(built.code, 0, "{}", built.err);
    folder.ok("hierarchy build t.csv --column a --hierarchy flat -o written.csv");
    assert_eq!(folder.read("built.csv"), folder.read("written.csv"));
    assert!(folder.read("built.csv").contains("\u{1b}[2Jq"));
    folder.write("counted.csv", "a,celosia_dropped,celosia_rows\n\"x\ry\",0,1\np,0,2\n\"\u{1b}[2Jq\",0,2\n");
    let flags =
        "--quasi a --hierarchy a=flat --suppression '1 rows' --table t --dialect duckdb --frequency counted.csv";
    let printed = folder.shell(&format!("$CELOSIA sql t.csv {flags} --release --k 2 > release.sql"));
    assert_eq!(printed.code, 0, "{}", printed.err);
    let statement = folder.read("release.sql");
    assert!(!statement.contains('\u{fffd}'), "{statement}");
    // Only what is kept is named, each class with its rows; a row that is on no list is not released.
    assert!(statement.contains("\u{1b}[2Jq") && !statement.contains("x\ry"), "{statement}");
    assert!(statement.contains("COUNT(*) OVER (PARTITION BY m0.w)"), "{statement}");
}

/// Rows that the front drops for a missing value elsewhere were counted by `hierarchy show` and `build`.
#[test]
fn hierarchy_commands_count_the_rows_that_the_front_counts() {
    let mut table = String::from("age,sex\n");
    (0..20).for_each(|row| table += &format!("{},m\n", 20 + row % 4));
    table += "99,?\n";
    let study = "[data]\npath = 'p.csv'\nmissing = { rows = 'drop' }\n[columns.age]\nrole = 'quasi-identifier'\n\
         [columns.sex]\nrole = 'quasi-identifier'\n";
    let folder = Folder::with(&[("p.csv", &table), ("p.toml", study)]);
    let shown = folder.ask("hierarchy show p.toml --column age");
    assert_eq!(shown["groups"][0], 4, "{shown:#}");
    let built = folder.ok("hierarchy build p.toml --column age").out;
    assert!(!built.contains("99"), "{built}");
}

/// Sums over classes followed the order of a hash table.
#[test]
fn the_same_table_gives_the_same_bytes() {
    let folder = Folder::with(&[("p.csv", &people(900)), ("all.csv", &people(5000))]);
    let line = "verify p.csv --quasi age,sex,zip --sensitive disease --population all.csv --json";
    let first = folder.ok(line).out;
    (0..8).for_each(|_| assert_eq!(folder.ok(line).out, first));
}

/// A release of one of 30,001 rows suppressed, whose record had a level against the original beside the level on the release.
#[test]
fn the_record_has_no_level_against_the_original_and_no_loss() {
    let mut rows: Vec<String> = (0..400).map(|row| format!("{},d{}", row % 4, row % 3)).collect();
    let record = |rows: &[String]| {
        let folder = Folder::with(&[("t.csv", &format!("a,s\n{}\n", rows.join("\n")))]);
        let flags = "--quasi a --sensitive s --hierarchy a=flat --privacy k-anonymity,beta-likeness,t-closeness";
        let flags = format!("{flags} --loss entropy --suppression 1%");
        folder.ok(&format!("release t.csv {flags} --levels a=0 --k 2 -o out.csv"));
        let mut record = folder.json("out.csv.record.json");
        record["input"] = Value::Null;
        record["output"]["sha256"] = Value::Null;
        record
    };
    rows.push("lonely,d0".into());
    let one = record(&rows);
    *rows.last_mut().unwrap() = "lonely,d1".into();
    assert_eq!(one, record(&rows));
    *rows.last_mut().unwrap() = "7,rare".into();
    assert_eq!(one, record(&rows));
    assert!(one["point"].get("values").is_none(), "{one:#}");
    assert_eq!(one["suppressed"]["rows"], 1);
}

/// Labels of groups by order or frequency showed the number of a suppressed row as a bound.
#[test]
fn no_suppressed_number_is_a_bound() {
    let mut table = String::from("pay,sex\n");
    for row in 0..120 {
        table += &format!("{},{}\n", 20000 + row % 6 * 4000, ["m", "f"][row % 2]);
    }
    table += "30304,m\n";
    let folder = Folder::with(&[("p.csv", &table)]);
    for hierarchy in ["{order=[2,4]}", "{optimal=12}", "{bst=12}", "{avl=12}", "{huffman=12}", "auto"] {
        let words = ["hierarchy", "build", "p.csv", "--column", "pay", "--hierarchy", hierarchy];
        let built = folder.run_words(&words);
        assert_eq!(built.code, 0, "{}", built.err);
        for line in built.out.lines().filter(|line| !line.starts_with("30304;")) {
            assert!(!line.contains("30304"), "{hierarchy}: {line}");
        }
    }
}

/// One age of 1,000, or one code of eight characters, changed the labels of all others.
#[test]
fn one_outlier_moves_no_label() {
    let table = |odd: &str| {
        let mut table = String::from("age,zip\n");
        (0..150).for_each(|row| table += &format!("{},20{:02}\n", 18 + row * 7 % 60, row % 13));
        table + odd
    };
    let labels = |odd: &str, column: &str, hierarchy: &str| -> Vec<String> {
        let folder = Folder::with(&[("p.csv", &table(odd))]);
        let built = folder.ok(&format!("hierarchy build p.csv --column {column} --hierarchy {hierarchy}")).out;
        let usual = |line: &&str| !odd.split(',').any(|value| line.starts_with(&format!("{};", value.trim())));
        built.lines().filter(usual).map(String::from).collect()
    };
    let odd = "1000,12345678\n";
    assert_eq!(labels("", "age", "auto"), labels(odd, "age", "auto"));
    assert_eq!(labels("", "zip", "{mask=\"right\"}"), labels(odd, "zip", "{mask=\"right\"}"));
    assert!(labels(odd, "zip", "{mask=\"right\"}")[0].starts_with("2000;200*;"));
}

/// An age of 75.5 that is suppressed must not turn "20–29" into "20 to under 30" for all others.
#[test]
fn a_suppressed_number_with_decimals_does_not_show_in_the_words() {
    let ages: Vec<String> = (0..80).map(|row| format!("{},x", 20 + row * 7 % 40)).collect();
    let released = |odd: &str, flags: &str| {
        let folder = Folder::with(&[("t.csv", &format!("age,s\n{}\n{odd},x\n", ages.join("\n")))]);
        let flags = format!("--quasi age --sensitive s --suppression 5% --keep-order --levels age=1 --k 2 {flags}");
        folder.ok(&format!("release t.csv {flags} -o out.csv"));
        let mut record = folder.json("out.csv.record.json");
        record["input"] = Value::Null;
        (folder.read("out.csv"), record)
    };
    let (tens, cuts) = ("--hierarchy age={interval=[10]}", "--hierarchy age={cuts=[[30,50,70]]}");
    for (flags, words) in [(tens, "30–39,x\n"), (cuts, "30–49,x\n")] {
        let (release, record) = released("75", flags);
        assert!(release.contains(words), "{release}");
        assert_eq!(record["suppressed"]["rows"], 1);
        assert_eq!((release, record), released("75.5", flags), "{flags}");
        // With a floor nobody knows what values a group has, so only a type that is said counts.
        let floor = format!("{flags} --floor age=1");
        assert_eq!(released("75", &floor), released("75.5", &floor), "{floor}");
        assert!(released("75", &floor).0.contains("30 to under"));
    }
    assert!(released("29.5", tens).0.contains("\n20 to under 30,x\n"));
}

/// Hierarchies that are made from the data are written out with the release; with them it is the same release.
#[test]
fn hierarchies_made_from_the_data_become_settings() {
    let folder = Folder::with(&[("people.csv", &people(400))]);
    let flags = "--quasi age,sex,zip --sensitive disease --hierarchy sex=flat --keep-order";
    folder.ok(&format!("release people.csv {flags} --k 5 -o out.csv"));
    let names = folder.names();
    let written: Vec<&String> = names.iter().filter(|name| name.starts_with("out.csv.hierarchies/")).collect();
    assert_eq!(written, ["out.csv.hierarchies/01-age.csv", "out.csv.hierarchies/03-zip.csv"]);
    let given = "--hierarchy age=out.csv.hierarchies/01-age.csv --hierarchy zip=out.csv.hierarchies/03-zip.csv";
    folder.ok(&format!("release people.csv {flags} {given} --k 5 -o again.csv"));
    assert_eq!(folder.read("out.csv"), folder.read("again.csv"));
    let role = |record: &str, column: usize| folder.json(record)["columns"][column]["hierarchy"].clone();
    assert_eq!([role("out.csv.record.json", 0), role("out.csv.record.json", 1)], ["made from the data", "given"]);
    assert_eq!(role("again.csv.record.json", 0), "given");
    assert!(!folder.names().iter().any(|name| name.starts_with("again.csv.hierarchies")));
}

/// A node by its levels, without a search.
#[test]
fn levels_name_a_node() {
    let folder = Folder::with(&[("people.csv", &people(300))]);
    let flags = "--quasi age,sex --hierarchy age={interval=[10,20]} --hierarchy sex=flat --suppression 10%";
    let answer = folder.ok(&format!("release people.csv {flags} --levels age=2,sex=0 --k 4 -o out.csv"));
    assert!(answer.out.contains("the levels that were asked for: k ="), "{}", answer.out);
    let record = folder.json("out.csv.record.json");
    assert_eq!(record["point"]["levels"], serde_json::json!({ "age": 2, "sex": 0 }));
    // In words, for people.
    assert!(answer.out.contains("\nage in steps of 20 · sex as it is\n"), "{}", answer.out);
    assert_eq!(record["point"]["shows"], serde_json::json!({ "age": "in steps of 20", "sex": "as it is" }));
    assert!(record["guaranteed"]["k-anonymity"]["k"].as_u64().unwrap() >= 4);
    let release = |levels: &str| format!("release people.csv {flags} --levels {levels} -o no.csv");
    folder.refuses(&release("age=2"), &["--levels, sex: no level is given"]);
    folder.refuses(&release("age=2,sex=9"), &["there is no level 9", "give 0 to 1"]);
    folder.refuses(&release("age=2,sx=0"), &["sx"]);
    folder.refuses(&release("age"), &["\"age\" is not a column and its level"]);
    folder.says_no(&format!("{} --k 1000", release("age=0,sex=0")), &["do not reach k-anonymity of 1000"]);
}
