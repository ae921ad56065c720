//! Releases of the Adult table: every choice, both formats, suppressed rows, order, the record, its salt.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde_json::Value;

use crate::celosia::{ADULT, Folder, level};

const QUASI: &str = "age,workclass,education,marital-status,race,sex,native-country,salary-class";

/// A small study of Adult: 28 nodes, so that a release takes no time.
const SMALL: &str = "ADULT/adult.csv --quasi age,race,sex --hierarchy age={interval=[5,10,20,40,80]} \
                     --sensitive occupation --insensitive hours-per-week,education --identifier native-country";

fn release(folder: &Folder, rest: &str) -> Value {
    folder.ask(&format!("release {rest}").replace("ADULT", ADULT))
}

fn verify(folder: &Folder, table: &str, quasi: &str) -> Value {
    folder.ask(&format!("verify {table} --quasi {quasi} --sensitive occupation"))
}

/// A release with k = 10, made once.
fn ten() -> &'static (Folder, Value, f64) {
    static TEN: OnceLock<(Folder, Value, f64)> = OnceLock::new();
    TEN.get_or_init(|| chosen("--k 10"))
}

/// Releases by a choice, verifies what was written, and returns the record and the k that both agree on.
fn chosen(choice: &str) -> (Folder, Value, f64) {
    let folder = Folder::new();
    let record = release(&folder, &format!("ADULT/study.toml {choice} -o out.csv"));
    let beside =
        ["", ".internal.html", ".internal.json", ".plan.json", ".record.json", ".report.html", ".report.json", ".salt"];
    assert_eq!(folder.names(), beside.map(|ending| format!("out.csv{ending}")));
    assert_eq!(folder.json("out.csv.record.json"), record);
    let verified = verify(&folder, "out.csv", QUASI);
    let k = level(&verified, "k-anonymity");
    assert_eq!(record["guaranteed"]["k-anonymity"]["k"].as_f64(), Some(k));
    assert_eq!(record["rows"], verified["rows"]);
    assert_eq!(record["classes"], verified["classes"]);
    let kept = 30162 - record["suppressed"]["rows"].as_u64().unwrap();
    assert_eq!(verified["rows"].as_u64(), Some(kept));
    assert_eq!(folder.read("out.csv").lines().count() as u64, kept + 1);
    // A stranger finds in the release what the record says of it.
    for model in ["weighted-k", "distinct-l-diversity", "entropy-l-diversity", "frequency-l-diversity"] {
        let parameter = if model == "weighted-k" { "k" } else { "l" };
        let promised = record["guaranteed"][model][parameter].as_f64().unwrap();
        // Three decimals, rounded to the weaker side.
        let found = level(&verified, model);
        assert!(promised <= found && found - promised < 1e-3, "{model}: {promised} {found}");
    }
    (folder, record, k)
}

/// The loss that the command prints; the record, which is shared, has none.
fn loss(choice: &str) -> f64 {
    let folder = Folder::new();
    let said = folder.ok(&format!("release {ADULT}/study.toml {choice} --force -o out.csv")).out;
    let loss = said.split("general-loss ").nth(1).unwrap().split_whitespace().next().unwrap();
    loss.parse().unwrap()
}

#[test]
fn at_least_a_k() {
    let (_, _, k) = ten();
    assert!(*k >= 10.0);
    assert!(loss("--k 10") < 0.4);
}

#[test]
fn at_most_a_loss() {
    let (_, _, k) = chosen("--max-loss 0.4");
    assert!(k > 1.0);
    assert!(loss("--max-loss 0.4") <= 0.4);
}

#[test]
fn the_knee() {
    let (_, record, k) = chosen("--knee");
    assert!(k > 1.0 && k < 30162.0, "{record:#}");
}

#[test]
fn the_fifth_point() {
    let (_, record, k) = chosen("--point 5");
    assert_eq!(k, 9782.0, "there are 9,782 women and more men");
    let levels = record["point"]["levels"].as_object().unwrap();
    assert!(levels.iter().all(|(name, level)| (level == 0) == (name == "sex")), "only sex is shown: {levels:?}");
    assert_eq!(record["suppressed"]["rows"], 0);
}

#[test]
fn parquet_and_csv_guarantee_the_same() {
    let folder = Folder::new();
    let numbers = |name: &str| {
        release(&folder, &format!("{SMALL} --suppression 1% --k 20 -o {name}"));
        let mut verified = verify(&folder, name, "age,race,sex");
        verified["table"] = Value::Null;
        verified
    };
    let csv = numbers("out.csv");
    assert!(level(&csv, "k-anonymity") >= 20.0);
    assert_eq!(csv, numbers("out.parquet"));
    assert_eq!(csv, numbers("out.tsv"));
    assert!(std::fs::read(folder.path("out.parquet")).unwrap().starts_with(b"PAR1"));
    assert!(folder.read("out.tsv").starts_with("age\t"));
}

#[test]
fn stars_keep_the_number_of_rows() {
    let folder = Folder::new();
    let record = release(&folder, &format!("{SMALL} --suppression 1% --k 20 --suppressed star -o out.csv"));
    let suppressed = record["suppressed"]["rows"].as_u64().unwrap();
    assert!(suppressed > 0, "nothing to see: {record:#}");
    let rows = folder.rows("out.csv");
    assert_eq!(rows.len(), 30163);
    let stars = rows.iter().filter(|row| row.iter().all(|value| value == "*")).count();
    assert_eq!(stars as u64, suppressed);
    let verified = verify(&folder, "out.csv", "age,race,sex");
    assert_eq!(verified["suppressed_rows"].as_u64(), Some(suppressed));
    assert!(level(&verified, "k-anonymity") >= 20.0);
}

#[test]
fn identifiers_go_and_insensitive_columns_stay() {
    let folder = Folder::new();
    let record = release(&folder, &format!("{SMALL} --k 5 --keep-order -o out.csv"));
    let header = "age,education,race,sex,occupation,hours-per-week";
    let mut columns: Vec<&str> = header.split(',').collect();
    let rows = folder.rows("out.csv");
    let mut found: Vec<&str> = rows[0].iter().map(String::as_str).collect();
    columns.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, columns, "neither the identifier nor columns that the study does not name");
    assert_eq!(record["not_protected"], serde_json::json!(["hours-per-week", "education"]));
    let source = table_column("hours-per-week");
    assert_eq!(column(&rows, "hours-per-week"), source, "kept as it is, in the order of the source");
    assert_eq!(record["order"], "as in the source");
}

#[test]
fn rows_are_shuffled_unless_order_is_kept() {
    let folder = Folder::new();
    let record = release(&folder, &format!("{SMALL} --k 5 -o one.csv"));
    release(&folder, &format!("{SMALL} --k 5 -o two.csv"));
    assert_eq!(record["order"], "shuffled");
    let (one, two) = (folder.rows("one.csv"), folder.rows("two.csv"));
    assert_ne!(one, two, "two releases are shuffled in two ways");
    let source = table_column("hours-per-week");
    let mut hours = column(&one, "hours-per-week");
    assert_ne!(hours, source);
    let mut sorted = source;
    sorted.sort();
    hours.sort();
    assert_eq!(hours, sorted, "the same rows in another order");
}

#[test]
fn little_memory_gives_the_same_rows() {
    let folder = Folder::new();
    release(&folder, &format!("{SMALL} --k 5 -o much.csv"));
    release(&folder, &format!("{SMALL} --k 5 --memory 1MB -o little.csv"));
    let (mut much, mut little) = (folder.rows("much.csv"), folder.rows("little.csv"));
    assert_eq!(much[0], little[0]);
    assert_ne!(much, little);
    much.sort();
    little.sort();
    assert_eq!(much, little);
}

#[test]
fn the_record_tells_everything_but_values_and_paths() {
    let (folder, record, _) = ten();
    for field in [
        "celosia",
        "study",
        "objectives",
        "point",
        "rows",
        "classes",
        "suppressed",
        "dropped_for_missing_values",
        "columns",
        "guaranteed",
        "measured_on",
        "not_protected",
        "order",
        "verified",
        "input",
        "output",
    ] {
        assert!(!record[field].is_null(), "{field}");
    }
    assert_eq!(record["celosia"], env!("CARGO_PKG_VERSION"));
    assert_eq!(record["dropped_for_missing_values"], 2399);
    assert_eq!(record["output"]["file"], "out.csv");
    let text = folder.read("out.csv.record.json");
    let mut strings = BTreeSet::new();
    collect(record, &mut strings);
    for row in rows_of_adult().iter().skip(1) {
        for value in row {
            assert!(!strings.contains(value.as_str()), "\"{value}\" is a value of the table");
            let word = value.chars().any(char::is_alphabetic) && value.len() > 3;
            assert!(!word || !text.contains(value.as_str()), "\"{value}\" is in the record");
        }
    }
    assert!(strings.iter().all(|s| !s.contains('/') && !s.contains('\\')), "a path: {strings:?}");
}

#[test]
fn salt_and_record_prove_the_input() {
    let folder = Folder::new();
    let one = release(&folder, &format!("{SMALL} --k 5 -o one.csv"));
    let two = release(&folder, &format!("{SMALL} --k 5 -o two.csv"));
    assert_ne!(folder.read("one.csv.salt"), folder.read("two.csv.salt"));
    assert_ne!(one["input"]["salted_sha256"], two["input"]["salted_sha256"]);
    let script = format!(
        "sha256sum < one.csv; input=$(sha256sum < {ADULT}/adult.csv | cut -d' ' -f1); \
         printf '%s\\n%s\\n' $(cat one.csv.salt) $input | sha256sum"
    );
    let sums = folder.shell(&script).out;
    let sums: Vec<&str> = sums.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(one["output"]["sha256"], sums[0]);
    assert_eq!(one["input"]["salted_sha256"], sums[1]);
    use std::os::unix::fs::PermissionsExt;
    let mode = |name: &str| std::fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("one.csv.salt"), 0o600, "the salt is private");
    assert_eq!(mode("one.csv"), 0o644);
}

fn rows_of_adult() -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(format!("{ADULT}/adult.csv")).unwrap();
    text.lines().map(|line| line.split(',').map(String::from).collect()).collect()
}

fn table_column(name: &str) -> Vec<String> {
    column(&rows_of_adult(), name)
}

fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let position = rows[0].iter().position(|n| n == name).unwrap();
    rows[1..].iter().map(|row| row[position].clone()).collect()
}

/// Every text in a JSON value, keys too.
fn collect<'v>(value: &'v Value, strings: &mut BTreeSet<&'v str>) {
    match value {
        Value::String(text) => {
            strings.insert(text);
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, strings)),
        Value::Object(fields) => fields.iter().for_each(|(key, item)| {
            strings.insert(key);
            collect(item, strings);
        }),
        _ => {}
    }
}
