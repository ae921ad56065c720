//! Nothing is published by silence: every role, type and shape of a column, and what leaves the house of it.

use std::collections::BTreeMap;

use celosia::release::InMemory;
use celosia::study::{Column, Round, Treatment};
use celosia::{Choice, Error, Flow, HierarchySpec, Options, Result, Role, Silent, Study, Table};

const ROWS: usize = 60;

const KINDS: [&str; 5] = ["integer", "decimal", "date", "time", "text"];

/// What a column looks like, and its values row by row.
const SHAPES: [&str; 9] =
    ["constant", "few", "one rare", "unique", "nearly all missing", "mails", "names", "texts", "key of several rows"];

fn value(kind: &str, n: usize) -> String {
    match kind {
        "integer" => format!("{}", 100 + n * 37),
        "decimal" => format!("{}.{:03}", n, n * 13 % 997),
        "date" => format!("20{:02}-{:02}-{:02}", n / 12 % 20, 1 + n % 12, 1 + n % 28),
        "time" => format!("{:02}:{:02}", n % 24, n / 24 * 7 % 60),
        _ => format!("kind{}", ["a", "b", "c", "d", "e"][n % 5].repeat(n / 5 + 1)),
    }
}

fn values(kind: &str, shape: &str) -> Vec<String> {
    let (first, last) =
        (["Anna", "Maria", "John", "Peter", "Thomas", "Laura"], ["Meyer", "Smith", "Braun", "Jones", "Keller"]);
    let one = |row: usize| match shape {
        "constant" => value(kind, 1),
        "few" => value(kind, row % 4),
        "one rare" => value(kind, if row == 31 { 9 } else { row % 3 }),
        "unique" => value(kind, row),
        "nearly all missing" => {
            if row.is_multiple_of(20) {
                value(kind, 2)
            } else {
                String::new()
            }
        }
        "mails" => format!("p{}@mail.org", row % 20),
        "names" => format!("{} {}", first[row % 6], last[row % 5]),
        "texts" => format!("came on day {} with a cough and went home after {} hours", row % 30, row % 30),
        _ => format!("P{:05}", 10_000 + row % 20),
    };
    (0..ROWS).map(one).collect()
}

/// Shapes that name people, or may hold anything, in any type.
fn names_people(shape: &str) -> bool {
    ["mails", "names", "texts", "key of several rows"].contains(&shape)
}

fn release(name: &str, values: &[String], column: Option<Column>) -> Result<InMemory> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    let rows =
        values.iter().enumerate().map(|(row, value)| format!("{},\"{value}\",secret {row}\n", 20 + row % 3 * 10));
    std::fs::write(&path, format!("age,{name},unnamed\n{}", rows.collect::<String>())).unwrap();
    let mut study = Study::of("people").path(&path).quasi_identifier("age", HierarchySpec::intervals([10.0, 20.0]));
    if let Some(column) = column {
        study = study.column(column);
    }
    let flow = Flow::open(study.build()?, &Silent)?;
    let front = flow.front(&flow.request().only(Choice::Privacy(2.0)), &Silent)?;
    flow.release(&front.points[0], Options::default()).to_batches(&Silent)
}

/// The released columns with their values and how many rows have each.
fn released(release: &InMemory) -> BTreeMap<String, BTreeMap<String, usize>> {
    let table = Table::from_batches(release.batches.clone()).unwrap();
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let found = std::sync::Mutex::new(BTreeMap::<String, BTreeMap<String, usize>>::new());
    table
        .scan(&all, 1, &Silent, || {
            |batch: &celosia::table::Batch| {
                let mut found = found.lock().unwrap();
                for (column, name) in table.columns.iter().enumerate() {
                    for row in 0..batch.rows() {
                        let counts = found.entry(name.clone()).or_default();
                        *counts.entry(batch.value(column, row).to_string()).or_default() += 1;
                    }
                }
                Ok(())
            }
        })
        .unwrap();
    found.into_inner().unwrap()
}

fn counts(values: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    values.iter().for_each(|value| *counts.entry(value.clone()).or_insert(0) += 1);
    counts
}

#[test]
fn every_role_type_and_shape() {
    let (mut refused, mut shown, mut hidden) = (0, 0, 0);
    for kind in KINDS {
        for shape in SHAPES {
            let name = if shape == "key of several rows" { "patient_id" } else { "x" };
            let (values, what) = (values(kind, shape), format!("{kind}, {shape}"));
            let counted = counts(&values);
            let lone = counted.iter().filter(|(value, rows)| **rows == 1 && !value.is_empty()).count();
            // A study that does not name it.
            let unnamed = released(&release(name, &values, None).unwrap());
            assert_eq!(unnamed.keys().collect::<Vec<_>>(), ["age"], "{what}");
            for (role_name, role) in Role::NAMES {
                let what = format!("{what}, {role_name}");
                let column = |unprotected| Column { unprotected, ..Column::new(name, role) };
                if role == Role::Person {
                    // Its rows are counted as persons: another test's.
                    continue;
                }
                let made = release(name, &values, Some(column(false)));
                match role {
                    Role::Identifier | Role::FreeText | Role::LeftOut => {
                        assert_eq!(released(&made.unwrap()).keys().collect::<Vec<_>>(), ["age"], "{what}");
                        hidden += 1;
                    }
                    Role::QuasiIdentifier => {
                        let labels = released(&made.unwrap());
                        assert_eq!(labels.keys().collect::<Vec<_>>(), ["age", name], "{what}");
                        let alone = labels[name].values().filter(|rows| **rows == 1).count();
                        assert_eq!(alone, 0, "{what}: {:?}", labels[name]);
                    }
                    _ if lone > 0 || names_people(shape) => {
                        let error = made.map(drop).expect_err(&what);
                        assert!(error.to_string().contains(&format!("[columns.{name}]")), "{what}: {error}");
                        assert!(error.hint().contains("unprotected = true"), "{what}: {}", error.hint());
                        // No error holds a value.
                        assert!(
                            !counted.keys().any(|value| value.len() > 3 && error.to_string().contains(value)),
                            "{error}"
                        );
                        let meant = released(&release(name, &values, Some(column(true))).unwrap());
                        assert_eq!(meant[name], counted, "{what}");
                        refused += 1;
                    }
                    _ => {
                        let found = released(&made.unwrap());
                        assert_eq!(found.keys().collect::<Vec<_>>(), ["age", name], "{what}");
                        assert_eq!(found[name], counted, "{what}");
                        shown += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 60 && shown > 40 && hidden > 100, "{refused} refused, {shown} shown, {hidden} hidden");
}

#[test]
fn what_is_treated_is_what_leaves() {
    let values: Vec<String> = (0..ROWS).map(|n| format!("{}.{:03}", 40 + n % 20, n * 17 % 1000)).collect();
    for role in [Role::Sensitive, Role::Class, Role::Insensitive] {
        let round = |step| Treatment { round: Some(Round::Step(step)), ..Treatment::default() };
        let column = |treatment| Column { treatment, ..Column::new("weight", role) };
        let error: Error = release("weight", &values, Some(column(round(0.5)))).map(drop).unwrap_err();
        assert!(error.to_string().contains("[columns.weight]"), "{error}");
        let made = release("weight", &values, Some(column(round(10.0)))).unwrap();
        let wanted: Vec<String> =
            values.iter().map(|value| format!("{}", (value.parse::<f64>().unwrap() / 10.0).round() * 10.0)).collect();
        assert_eq!(released(&made)["weight"], counts(&wanted), "{role:?}");
        // The record says so, and has no value.
        let record = made.record.json();
        let said = record["columns"].as_array().unwrap().iter().find(|c| c["name"] == "weight").unwrap();
        assert_eq!(said["treated"], "rounded to steps of 10");
        assert_eq!(said["singled_out"]["rows"], 0);
    }
}

#[test]
fn whom_a_column_singles_out_is_counted_as_by_hand() {
    let mut state = 7u64;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..30 {
        let (rows, spread) = (20 + next(200), 1 + next(60));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.csv");
        let mut text = "age,town,x\n".to_string();
        for _ in 0..rows {
            let x = next(spread + 1);
            let x = if x == spread { String::new() } else { format!("v{x}") };
            text += &format!("{},{},{x}\n", 20 + next(30), ["Bern", "Chur", "Genf"][next(3) as usize]);
        }
        std::fs::write(&path, text).unwrap();
        let column = Column { unprotected: true, ..Column::new("x", [Role::Sensitive, Role::Insensitive][round % 2]) };
        let study = Study::of("people").path(&path).quasi_identifier("age", HierarchySpec::intervals([5.0, 10.0]));
        let study =
            study.quasi_identifier("town", HierarchySpec::Flat).column(column).suppression("10%").build().unwrap();
        let flow = Flow::open(study, &Silent).unwrap();
        let front = flow.front(&flow.request(), &Silent).unwrap();
        // Before a release: by the table.
        let naive = |rows: &[Vec<String>], keys: &[usize]| {
            let key = |row: &&Vec<String>| keys.iter().map(|column| row[*column].clone()).collect::<Vec<_>>();
            let mut counts: BTreeMap<Vec<String>, u64> = BTreeMap::new();
            rows.iter().filter(|row| !row[2].is_empty()).for_each(|row| *counts.entry(key(&row)).or_default() += 1);
            counts.values().filter(|rows| **rows == 1).count() as u64
        };
        let read = |text: &str| -> Vec<Vec<String>> {
            text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
        };
        let table = read(&std::fs::read_to_string(&path).unwrap());
        let found = flow.beside(&Silent).unwrap();
        assert_eq!((found[0].alone, found[0].within, found[0].rows), (Some(naive(&table, &[2])), None, rows));
        // In each release, and in its classes.
        for point in &front.points {
            let output = folder.path().join("out.csv");
            let (record, _) = flow.release(point, Options::default()).write(&output, &Silent).unwrap();
            let written = read(&std::fs::read_to_string(&output).unwrap());
            let said = record.json()["columns"].as_array().unwrap().iter().find(|c| c["name"] == "x").unwrap().clone();
            assert_eq!(said["singled_out"]["rows"], naive(&written, &[2]));
            assert_eq!(said["singled_out"]["within_classes"], naive(&written, &[0, 1, 2]));
        }
    }
}
