//! The engine against a real cluster: `tests/spark/run` starts one, runs these tests and stops it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod failing;
mod reading;
mod writing;

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_cast::display::array_value_to_string;
use celosia::engine::Engine;
use celosia::error::Error;
use celosia::watch::{Silent, Watch};
use celosia_spark::Spark;

/// The cluster's address, from `CELOSIA_SPARK_URL`.
fn url() -> String {
    std::env::var("CELOSIA_SPARK_URL").expect("CELOSIA_SPARK_URL is not set: run tests/spark/run")
}

fn spark() -> Spark {
    Spark::connect(&url()).unwrap()
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
