//! The engine against a real cluster: `tests/spark/run` starts one, runs these tests and stops it.

mod failing;
mod pausing;
mod reading;
mod writing;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_cast::display::array_value_to_string;
use celosia::engine::Engine;
use celosia::error::Error;
use celosia::watch::{Silent, Watch};
use celosia_spark::Spark;

/// Some ten seconds of work on two cores; the answer is known.
const LONG: &str = "SELECT COUNT(DISTINCT id % 1000003) FROM range(0, 60000000, 1, 24)";

/// The cluster's address, from `CELOSIA_SPARK_URL`.
fn url() -> String {
    std::env::var("CELOSIA_SPARK_URL").expect("CELOSIA_SPARK_URL is not set: run tests/spark/run")
}

fn spark() -> Spark {
    Spark::connect(&url(), None, &Silent).unwrap()
}

/// Runs the script that started the cluster.
fn cluster(command: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/spark/cluster");
    let folder = std::env::var("CELOSIA_SPARK_CLUSTER").expect("CELOSIA_SPARK_CLUSTER is not set: run tests/spark/run");
    let status = Command::new(script).args([command, &folder]).stdout(std::process::Stdio::null()).status();
    assert!(status.unwrap().success(), "cluster {command}");
}

/// All rows of a query as texts, sorted; null is "∅".
fn rows(spark: &Spark, query: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut collect = |batch: &RecordBatch| {
        for row in 0..batch.num_rows() {
            let text = |column: &ArrayRef| match column.is_null(row) {
                true => "∅".to_string(),
                false => array_value_to_string(column, row).unwrap(),
            };
            rows.push(batch.columns().iter().map(text).collect());
        }
        Ok(())
    };
    spark.query(query, &Silent, &mut collect).unwrap();
    rows.sort();
    rows
}

/// The one number that a query gives.
fn number(spark: &Spark, query: &str, watch: &dyn Watch) -> celosia::error::Result<i64> {
    let mut found = None;
    spark.query(query, watch, &mut |batch| {
        found = batch.column(0).as_primitive::<Int64Type>().iter().next().flatten().or(found);
        Ok(())
    })?;
    Ok(found.unwrap())
}

fn texts(columns: &[(&str, Vec<Option<&str>>)]) -> RecordBatch {
    let columns = columns.iter().map(|(name, values)| (*name, Arc::new(StringArray::from(values.clone())) as ArrayRef));
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap()
}

/// What and hint of an engine's error.
fn told(error: &Error) -> (String, String) {
    match error {
        Error::Engine { what, hint, .. } => (what.clone(), hint.clone()),
        other => panic!("{other:?}"),
    }
}

/// What stands in a folder, hidden or not.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}
