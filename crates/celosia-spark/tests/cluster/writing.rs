//! Releases get their names last: staged, read back, published; dropped, they leave nothing.

use std::path::Path;

use celosia::engine::{Engine, Rows, Target};
use celosia::table::{Batch, Table};
use celosia::watch::Silent;

use super::{names, number, rows, spark, texts, told};

fn folder(path: &Path, format: &str) -> Target {
    Target::Path { path: path.to_str().unwrap().into(), format: format.into() }
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn csv_is_written_as_our_own_reader_reads_it() {
    let spark = spark();
    let place = tempfile::tempdir().unwrap();
    let parent = place.path().join("it's [a] \\ {place} *");
    std::fs::create_dir(&parent).unwrap();
    let values = [
        "plain",
        "a,b",
        "say \"hi\"",
        "\"",
        "\"\"",
        "two\nlines",
        "cr\rhere",
        "crlf\r\nhere",
        " blanks ",
        "\\",
        "\\\"",
        "#",
        "",
        "naïve ✓",
        "'",
        "tab\there",
        "NULL",
    ];
    let given: Vec<Option<&str>> = values.iter().map(|value| Some(*value)).chain([None]).collect();
    spark.put("given", &texts(&[("a \"b\", c", given)]), &Silent).unwrap();
    let target = parent.join("release.csv");
    spark.check_target(&folder(&target, "csv"), &Silent).unwrap();
    assert!(names(&parent).is_empty(), "probes are gone: {:?}", names(&parent));
    let staged = spark.stage("SELECT * FROM given", &folder(&target, "csv"), &Silent).unwrap();
    assert_eq!(number(&spark, &format!("SELECT COUNT(*) FROM {}", staged.from()), &Silent).unwrap(), 18);
    assert!(!target.exists());
    staged.publish(&Silent).unwrap();
    assert_eq!(names(&parent), ["release.csv"]);
    assert!(
        names(&target).iter().all(|name| name.starts_with("part-") && name.ends_with(".csv")),
        "{:?}",
        names(&target)
    );

    let table = Table::open(&target.canonicalize().unwrap(), &celosia::study::Reading::delimited(b',')).unwrap();
    assert_eq!(table.columns, ["a \"b\", c"]);
    let found = std::sync::Mutex::new(Vec::new());
    let worker = || {
        |batch: &Batch| {
            found.lock().unwrap().extend((0..batch.rows()).map(|row| batch.value(0, row).to_string()));
            Ok(())
        }
    };
    table.scan(&[0], 1, &Silent, worker).unwrap();
    let mut expected: Vec<String> = values.iter().map(|value| value.to_string()).chain([String::new()]).collect();
    let mut found = found.into_inner().unwrap();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_folder_of_parquet_is_staged_dropped_and_published() {
    let spark = spark();
    let place = tempfile::tempdir().unwrap();
    let target = place.path().join("release.parquet");
    let query = "SELECT id, id % 7 AS `week day` FROM range(100000)";
    let staged = spark.stage(query, &folder(&target, "parquet"), &Silent).unwrap();
    assert!(names(place.path()).iter().all(|name| name.starts_with(".release.parquet.celosia-")));
    assert_eq!(number(&spark, &format!("SELECT SUM(id) FROM {}", staged.from()), &Silent).unwrap(), 4_999_950_000);
    drop(staged);
    assert!(names(place.path()).is_empty());

    spark.stage(query, &folder(&target, "parquet"), &Silent).unwrap().publish(&Silent).unwrap();
    assert_eq!(names(place.path()), ["release.parquet"]);
    let table = Table::open(&target, &celosia::study::Reading::default()).unwrap();
    assert_eq!(table.columns, ["id", "week day"]);

    let (what, hint) = told(&spark.check_target(&folder(&target, "parquet"), &Silent).unwrap_err());
    assert!(what.contains("exists already") && hint.contains("another name"), "{what}");
    let staged = spark.stage(query, &folder(&target, "parquet"), &Silent).unwrap();
    assert!(told(&staged.publish(&Silent).unwrap_err()).0.contains("exists already"));
    assert_eq!(names(place.path()), ["release.parquet"]);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_table_is_staged_dropped_and_published() {
    let spark = spark();
    let run = |statement: &str| spark.query(statement, &Silent, &mut |_| Ok(())).unwrap();
    run("CREATE SCHEMA IF NOT EXISTS shop");
    run("DROP TABLE IF EXISTS shop.release");
    let target = Target::Table("shop.release".into());
    let tables = || rows(&spark, "SHOW TABLES IN shop").into_iter().map(|row| row[1].clone()).collect::<Vec<_>>();
    spark.check_target(&target, &Silent).unwrap();
    let query = "WITH some AS (SELECT id FROM range(1000)) SELECT id, 'x' AS text FROM some";
    let staged = spark.stage(query, &target, &Silent).unwrap();
    assert!(tables().iter().all(|name| name.starts_with("release__celosia_")), "{:?}", tables());
    assert_eq!(number(&spark, &format!("SELECT COUNT(*) FROM {}", staged.from()), &Silent).unwrap(), 1000);
    drop(staged);
    assert!(tables().is_empty());

    spark.stage(query, &target, &Silent).unwrap().publish(&Silent).unwrap();
    assert_eq!(tables(), ["release"]);
    let from = spark.open(&Rows::Table("spark_catalog.shop.`release`".into()), &Silent).unwrap();
    assert_eq!(number(&spark, &format!("SELECT COUNT(*) FROM {from}"), &Silent).unwrap(), 1000);
    assert!(told(&spark.check_target(&target, &Silent).unwrap_err()).0.contains("exists already"));

    let target = Target::Table("spark_catalog.shop.second".into());
    spark.check_target(&target, &Silent).unwrap();
    spark.stage(query, &target, &Silent).unwrap().publish(&Silent).unwrap();
    assert_eq!(tables(), ["release", "second"]);
    let (what, _) = told(&spark.check_target(&Target::Table("nowhere.release".into()), &Silent).unwrap_err());
    assert!(what.contains("SCHEMA_NOT_FOUND"), "{what}");
    run("DROP SCHEMA shop CASCADE");
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_folder_that_is_not_shared_is_refused_with_advice() {
    let spark = spark();
    for path in ["s3a://bucket/release", "hdfs:///release"] {
        let target = Target::Path { path: path.into(), format: "parquet".into() };
        let (what, hint) = told(&spark.check_target(&target, &Silent).unwrap_err());
        assert!(what.contains("does not share") && hint.contains("table:"), "{what} {hint}");
    }
    let target = Target::Path { path: "/nowhere/at/all".into(), format: "parquet".into() };
    assert!(spark.check_target(&target, &Silent).unwrap_err().to_string().contains("/nowhere/at"));
    let target = Target::Path { path: "x.xlsx".into(), format: "xlsx".into() };
    assert!(told(&spark.check_target(&target, &Silent).unwrap_err()).0.contains("xlsx"));
}
