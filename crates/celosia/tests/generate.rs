//! Generated tables: marginals and dependencies of the source, the same bytes on any number of threads, missing values
//! and types kept.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use celosia::frequency::{Counted, count};
use celosia::generate::{Place, SYNTHETIC, Shape, generate, learn};
use celosia::study::{Kind, MissingRule, Role, Study, StudyFile};
use celosia::table::Table;
use celosia::watch::Silent;
use parquet::file::reader::{FileReader, SerializedFileReader};
use tempfile::{TempDir, tempdir};

const ROWS: u64 = 200_000;

fn adult() -> (Table, Study) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/adult/study.toml");
    let study = Study::check("adult", &StudyFile::read(&path).unwrap()).unwrap();
    (Table::open(study.data.files().unwrap(), &celosia::study::Reading::default()).unwrap(), study)
}

fn of_text(folder: &TempDir, text: &str, columns: &[(&str, &str)]) -> (Table, Study) {
    let path = folder.path().join("people.csv");
    std::fs::write(&path, text).unwrap();
    let mut file = StudyFile::default();
    file.data.path = Some(path.clone());
    columns.iter().for_each(|(name, role)| file.set_column(name, "role", (*role).into()));
    (Table::open(&path, &celosia::study::Reading::default()).unwrap(), Study::check("people", &file).unwrap())
}

/// Every column as a quasi-identifier and missing as a value: all of a table in one frequency table.
fn all_of(table: &Table, study: &Study) -> Counted {
    let mut study = study.clone();
    study.data.missing.rule = MissingRule::Keep;
    study.columns.retain(|c| c.role != Role::Identifier);
    study.columns.iter_mut().for_each(|c| c.role = Role::QuasiIdentifier);
    count(table, &study, &[], 1, &Silent).unwrap()
}

/// How often each pair of values of two columns (or each value, where they are one) occurs. Missing is one value.
fn shares(counted: &Counted, a: usize, b: usize) -> BTreeMap<(String, String), f64> {
    let mut shares = BTreeMap::new();
    let value = |column: usize, tuple: usize| {
        let code = counted.frequency.columns[column][tuple];
        let domain = &counted.domains[column];
        if domain.missing == Some(code) { "missing".to_string() } else { domain.values[code as usize].clone() }
    };
    for (tuple, rows) in counted.frequency.counts.iter().enumerate() {
        let share = *rows as f64 / counted.frequency.rows as f64;
        *shares.entry((value(a, tuple), value(b, tuple))).or_insert(0.0) += share;
    }
    shares
}

fn distance(source: &BTreeMap<(String, String), f64>, drawn: &BTreeMap<(String, String), f64>) -> f64 {
    let keys = source.keys().chain(drawn.keys().filter(|key| !source.contains_key(*key)));
    let share = |of: &BTreeMap<(String, String), f64>, key| of.get(key).copied().unwrap_or(0.0);
    keys.map(|key| (share(source, key) - share(drawn, key)).abs()).sum::<f64>() / 2.0
}

fn drawn(shape: &Shape, rows: u64, seed: u64, threads: usize) -> (TempDir, Vec<PathBuf>) {
    let folder = tempdir().unwrap();
    let into = folder.path().join("table");
    let files = generate(shape, rows, seed, &Place::Folder(into.clone()), threads, &Silent).unwrap();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&into).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert_eq!(paths.len() as u64, files);
    (folder, paths)
}

fn bytes(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn marginals_and_dependencies_are_those_of_the_source() {
    let (table, study) = adult();
    let shape = learn(&table, &study, 2, &Silent).unwrap();
    let (folder, _) = drawn(&shape, ROWS, 7, 2);
    let generated = Table::open(&folder.path().join("table"), &celosia::study::Reading::default()).unwrap();
    assert_eq!(generated.columns, table.columns, "the study names all columns of Adult");
    let (source, found) = (all_of(&table, &study), all_of(&generated, &study));
    assert_eq!(found.read, ROWS);
    let names: Vec<&str> = source.domains.iter().map(|d| d.column.as_str()).collect();
    let mut learnt = 0;
    for (a, name) in names.iter().enumerate() {
        for (b, other) in names.iter().enumerate().take(a + 1) {
            let depends = |x: &str, y: &str| {
                let column = shape.columns.iter().find(|c| c.name == x).unwrap();
                column.depends_on.as_ref().is_some_and(|(parent, _)| parent == y)
            };
            let (source, found) = (shares(&source, a, b), shares(&found, a, b));
            assert!(found.keys().all(|pair| source.contains_key(pair) || a != b), "{name}: a value of no source");
            if a != b && !depends(name, other) && !depends(other, name) {
                // What is two or more steps apart is weaker than in the source, but not arbitrary.
                let distance = distance(&source, &found);
                assert!(distance < 0.25, "{name}, {other}: {distance}");
                continue;
            }
            learnt += 1;
            for (pair, share) in &source {
                let drawn = found.get(pair).copied().unwrap_or(0.0);
                // Six standard deviations, and a few rows for the rarest.
                let bound = 6.0 * (share * (1.0 - share) / ROWS as f64).sqrt() + 5.0 / ROWS as f64;
                assert!((drawn - share).abs() <= bound, "{name}, {other}, {pair:?}: {drawn} for {share}");
            }
        }
    }
    assert_eq!(learnt, 10 + 9, "ten marginals, and a tree of nine edges");
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let (table, study) = adult();
    let shape = learn(&table, &study, 1, &Silent).unwrap();
    let again = learn(&table, &study, 2, &Silent).unwrap();
    // More than one part, the last of them short.
    let rows = (1 << 20) + 70_000;
    let one = bytes(&drawn(&shape, rows, 7, 1).1);
    assert_eq!(one.len(), 2);
    assert!(one == bytes(&drawn(&again, rows, 7, 2).1), "two threads give other bytes than one");
    assert!(one != bytes(&drawn(&shape, rows, 8, 2).1), "another seed gives the same rows");
}

#[test]
fn one_file_holds_the_rows_of_the_folder() {
    let (table, study) = adult();
    let shape = learn(&table, &study, 1, &Silent).unwrap();
    let (folder, _) = drawn(&shape, 100_000, 3, 2);
    let counts =
        |path: &Path| all_of(&Table::open(path, &celosia::study::Reading::default()).unwrap(), &study).frequency;
    let expected = counts(&folder.path().join("table"));
    for name in ["one.parquet", "one.csv"] {
        let path = folder.path().join(name);
        for threads in [1, 2] {
            assert_eq!(generate(&shape, 100_000, 3, &Place::File(path.clone()), threads, &Silent).unwrap(), 1);
            assert!(counts(&path) == expected, "{name} on {threads} threads");
        }
    }
}

#[test]
fn types_missing_values_and_identifiers() {
    let folder = tempdir().unwrap();
    let text =
        "name,age,size,city,code\nAnn,34,1.50,Bonn,01\nBob,?,1.75,?,02\nCid,40,?,Köln,03\nDan,34,1.50,\"a,b\",01\n";
    let roles = [("name", "identifier"), ("age", "quasi-identifier"), ("size", "insensitive"), ("city", "sensitive")];
    let (table, study) = of_text(&folder, text, &roles);
    let shape = learn(&table, &study, 1, &Silent).unwrap();
    let found: Vec<(&str, Kind)> = shape.columns.iter().map(|c| (c.name.as_str(), c.kind)).collect();
    let expected = [("name", Kind::Integer), ("age", Kind::Integer), ("size", Kind::String), ("city", Kind::String)];
    assert_eq!(found, expected, "columns that the study does not name are not there");

    let (drawn, paths) = drawn(&shape, 5000, 1, 1);
    let into = drawn.path().join("table");
    let generated = Table::open(&into, &celosia::study::Reading::default()).unwrap();
    assert_eq!(generated.kinds, [Some(Kind::Integer), Some(Kind::Integer), None, None]);
    let counted = all_of(&generated, &study);
    for domain in &counted.domains {
        let missing = domain.counts[domain.missing.unwrap() as usize] as f64 / 5000.0;
        assert!((missing - 0.25).abs() < 0.05, "{}: {missing} missing", domain.column);
    }
    assert_eq!(counted.domains[1].values[..2], ["1.50", "1.75"], "spelt as in the source");

    let mut numbers = study.clone();
    numbers.columns.retain(|c| c.name == "name");
    numbers.columns[0].role = Role::QuasiIdentifier;
    let names = count(&generated, &numbers, &[], 1, &Silent).unwrap();
    assert_eq!(names.frequency.distinct(), 5000, "running numbers");
    assert_eq!((names.domains[0].values[0].as_str(), names.domains[0].values[4999].as_str()), ("1", "5000"));

    let reader = SerializedFileReader::new(std::fs::File::open(&paths[0]).unwrap()).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(about.iter().any(|entry| entry.value.as_deref() == Some(SYNTHETIC)), "{about:?}");
    assert!(SYNTHETIC.contains("not a privacy mechanism"));
}

#[test]
fn missing_that_is_spelt_in_words_stays_a_word() {
    let folder = tempdir().unwrap();
    let (table, mut study) = of_text(&folder, "age\n34\nunknown\n40\n34\n", &[("age", "quasi-identifier")]);
    study.data.missing.spellings = vec!["unknown".into()];
    let shape = learn(&table, &study, 1, &Silent).unwrap();
    assert_eq!(shape.columns[0].kind, Kind::String, "null would not be missing to this study");
    let (drawn, _) = drawn(&shape, 1000, 1, 1);
    let counted =
        all_of(&Table::open(&drawn.path().join("table"), &celosia::study::Reading::default()).unwrap(), &study);
    assert_eq!(counted.domains[0].values, ["34", "40", "unknown"]);
}
