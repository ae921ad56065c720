//! Rows that lie elsewhere: the statements that are printed, and what others have counted. `tests/sql` runs the statements in
//! real engines.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::celosia::{Folder, people};

const ROLES: &str = "--quasi age,sex,zip --sensitive disease --class job --suppression 2%";

fn folder() -> Folder {
    Folder::with(&[("people.csv", &people(600))])
}

/// What an engine would answer: rows per distinct tuple, in an order of its own.
fn counted(folder: &Folder, name: &str, shown: impl Fn(&str, &str) -> String) {
    let columns = ["age", "sex", "zip", "disease", "job"];
    let rows = folder.rows("people.csv");
    let place = |name: &str| rows[0].iter().position(|column| column == name).unwrap();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for row in &rows[1..] {
        let tuple: Vec<String> = columns.iter().map(|name| shown(name, &row[place(name)])).collect();
        *counts.entry(tuple.join(",")).or_insert(0) += 1;
    }
    let lines: Vec<String> = counts.iter().rev().map(|(tuple, rows)| format!("{tuple},0,{rows}.0\n")).collect();
    folder.write(name, format!("{},celosia_dropped,celosia_rows\n{}", columns.join(","), lines.concat()));
}

fn front(folder: &Folder, flags: &str) -> Value {
    let mut front = folder.ask(&format!("front people.csv {ROLES} {flags}"));
    front["search"]["seconds"] = Value::Null;
    front
}

#[test]
fn a_frequency_table_stands_for_the_rows() {
    let folder = folder();
    counted(&folder, "counted.csv", |_, value| value.to_string());
    let flags = "--privacy k-anonymity,t-closeness --loss classification-error";
    assert_eq!(front(&folder, flags), front(&folder, &format!("{flags} --frequency counted.csv")));
    // Rows are not here to be released.
    let release = format!("release people.csv {ROLES} --frequency counted.csv --k 2 --force -o out.csv");
    folder.refuses(&release, &["has no rows to release", "celosia sql STUDY --release"]);
}

#[test]
fn floors_need_the_values_too() {
    let folder = folder();
    let floor = "--floor zip=1 --hierarchy zip={mask=\"right\"}";
    let first = |name: &str, value: &str| if name == "zip" { format!("{}0", &value[..4]) } else { value.to_string() };
    // What stands for a group is its first value; all of 12340 to 12369 occur in 600 rows.
    counted(&folder, "counted.csv", first);
    let mut values: BTreeMap<String, u64> = BTreeMap::new();
    folder.rows("people.csv")[1..].iter().for_each(|row| *values.entry(row[3].clone()).or_insert(0) += 1);
    assert_eq!(values.len(), 30);
    let lines: Vec<String> = values.iter().map(|(value, rows)| format!("zip,{value},{rows}\n")).collect();
    folder.write("values.csv", format!("celosia_column,celosia_value,celosia_rows\n{}", lines.concat()));
    let given = "--frequency counted.csv --values values.csv";
    let whole = front(&folder, "--hierarchy zip={mask=\"right\"}");
    let floored = front(&folder, floor);
    assert_eq!(floored, front(&folder, &format!("{floor} {given}")));
    assert!(floored["distinct"].as_u64() < whole["distinct"].as_u64());
    let of = |front: &Value| front["points"].as_array().unwrap().clone();
    let above: Vec<Value> = of(&whole).into_iter().filter(|p| p["levels"]["zip"].as_u64() > Some(0)).collect();
    assert!(!above.is_empty() && above.iter().all(|point| of(&floored).contains(point)), "the same losses and levels");

    let run = |rest: &str| format!("front people.csv {ROLES} {floor} {rest} --quiet");
    folder.refuses(&run("--frequency counted.csv"), &["columns with a floor need their values", "(--values)"]);
    folder.refuses(&run("--values values.csv"), &["say nothing without the frequency table"]);
    folder.write("fewer.csv", format!("celosia_column,celosia_value,celosia_rows\n{}", lines[1..].concat()));
    folder.refuses(&run("--frequency counted.csv --values fewer.csv"), &["was not there when the values"]);
    folder.write("more.csv", format!("celosia_column,celosia_value,celosia_rows\nzip,12340,9\n{}", lines.concat()));
    folder.refuses(&run("--frequency counted.csv --values more.csv"), &["600 rows count here, but 609"]);
    folder.write("other.csv", "celosia_column,celosia_value,celosia_rows\nage,30,600\n");
    folder.refuses(
        &run("--frequency counted.csv --values other.csv"),
        &["\"age\" is no column of the study with a floor"],
    );
}

#[test]
fn what_no_engine_answered_is_refused() {
    let folder = folder();
    folder.write("no-count.csv", "age,sex,zip,disease,job\n34,m,12345,flu,cook\n");
    folder.write("no-number.csv", "age,sex,zip,disease,job,celosia_dropped,celosia_rows\n34,m,12345,flu,cook,0,many\n");
    folder.write("nothing.csv", "age,sex,zip,disease,job,celosia_dropped,celosia_rows\n");
    let run = |file: &str| format!("front people.csv {ROLES} --frequency {file}");
    folder.refuses(&run("no-count.csv"), &["no column \"celosia_dropped\""]);
    folder.refuses(&run("no-number.csv"), &["celosia_rows is \"many\"", "line 2"]);
    folder.refuses(&run("nothing.csv"), &["no row"]);
    folder.refuses(&run("gone.csv"), &["gone.csv"]);
}

#[test]
fn statements_are_printed_for_every_dialect() {
    let folder = folder();
    for dialect in ["spark", "postgresql", "duckdb", "trino", "snowflake", "bigquery"] {
        let run =
            |rest: &str| folder.ask(&format!("sql people.csv {ROLES} --dialect {dialect} --table db.people {rest}"));
        let count = run("");
        let text = count["statement"].as_str().unwrap();
        assert!(text.contains("COUNT(*) AS celosia_rows") && text.contains("GROUP BY"), "{text}");
        let quoted = if ["spark", "bigquery"].contains(&dialect) { "`db`.`people`" } else { "\"db\".\"people\"" };
        assert!(text.contains(&format!("FROM {quoted}")), "{text}");
        let release = run("--release --k 3");
        let text = release["statement"].as_str().unwrap();
        assert!(text.contains("celosia_map_") && text.contains("keep it as you keep the data"), "{text}");
        assert!(text.contains("ORDER BY RAND"), "rows are shuffled: {text}");
        let values = run("--floor age=1");
        assert_eq!(values["step"], "values");
    }
}

#[test]
fn statements_that_cannot_be_made_say_why() {
    let folder = folder();
    let run = |rest: &str| format!("sql people.csv {ROLES} {rest}");
    folder.refuses(&run("--dialect postgres"), &["no SQL dialect \"postgres\"", "postgresql"]);
    folder.refuses(&run("--release"), &["which point of the front?"]);
    folder.refuses(&run("-o people.csv"), &["the output is an input"]);
    folder.says_no(&run("--release --k 601"), &["k"]);
    folder.write("elsewhere.toml", "[data]\ntable = \"people\"\n[columns.age]\nrole = \"quasi-identifier\"\n");
    folder.refuses("front elsewhere.toml", &["only its engine can read", "celosia sql"]);
    folder.ok("sql elsewhere.toml");
    folder.write("own.csv", "celosia_rows\n1\n");
    folder.refuses("sql own.csv --quasi celosia_rows", &["needs for itself"]);
}

#[test]
fn spark_replaces_nothing_in_a_statement() {
    let folder = folder();
    folder.write("money.csv", "pay\n${spark.app.name}\n$5\n");
    let text = folder.ok("sql money.csv --quasi pay --dialect spark --release --k 1").out;
    assert!(text.contains("'\\u0024{spark.app.name}'") && text.contains("'$5'") && !text.contains("${"), "{text}");
    folder.write("named.csv", "${spark.app.name}\n1\n");
    folder.refuses("sql named.csv --quasi ${spark.app.name} --dialect spark", &["Spark replaces ${…}", "rename"]);
}

#[test]
fn counts_beyond_all_rows_are_refused() {
    let folder = folder();
    folder.write("few.csv", "a\nx\n");
    let head = "a,celosia_dropped,celosia_rows\n";
    for rows in ["x,0,18446744073709551615\ny,0,2\n", "x,0,9223372036854775807\ny,1,9223372036854775809\n"] {
        folder.write("counted.csv", format!("{head}{rows}"));
        folder.refuses("front few.csv --quasi a --frequency counted.csv", &["more than 9007199254740992 rows"]);
    }
    folder.write("counted.csv", format!("{head}x,0,3\n"));
    folder.write("values.csv", "celosia_column,celosia_value,celosia_rows\na,x,9007199254740992\na,y,1\n");
    let floor = "front few.csv --quasi a --hierarchy a=flat --floor a=1 --frequency counted.csv --values values.csv";
    folder.refuses(floor, &["more than 9007199254740992 rows"]);
}

#[test]
fn no_name_ends_a_comment() {
    let folder = folder();
    let study = "name = \"x\\nDROP TABLE y; --\"\n[data]\ntable = \"t\"\n[columns.age]\nrole = \"quasi-identifier\"\n";
    folder.write("study.toml", study);
    let text = folder.ok("sql study.toml").out;
    assert!(!text.lines().any(|line| line.starts_with("DROP")), "{text}");
}

#[test]
fn no_token_reaches_a_report() {
    let folder = folder();
    counted(&folder, "counted.csv", |_, value| value.to_string());
    for url in ["--url sc://h:1/;token=SECRET", "--url=sc://h:1/;token=SECRET"] {
        folder.ok(&format!("front people.csv {ROLES} --frequency counted.csv --engine spark {url}"));
        for file in ["people-report.html", "people-front.json"] {
            assert!(!folder.read(file).contains("SECRET"), "{file} with {url}");
        }
        assert!(folder.read("people-report.html").contains("URL"));
    }
}
