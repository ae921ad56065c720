//! What each column holds: type, distinct values, missing values. One pass, memory bounded per column.

use std::sync::Mutex;

use hashbrown::HashMap;

use crate::error::Result;
use crate::study::{Kind, Missing};
use crate::table::{Batch, Table, infer, lock, unlocked};
use crate::watch::Watch;

/// Distinct values are counted up to this many; a column with more is of no use for grouping as it stands.
const MOST: usize = 100_000;

/// What one column holds.
#[derive(Debug, Clone)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// The narrowest type that all values seen fit.
    pub kind: Kind,
    /// Distinct values, missing not counted; at most `MOST`.
    pub distinct: usize,
    /// Rows of the table.
    pub rows: u64,
    /// Rows in which it is missing.
    pub missing: u64,
    /// Mean number of characters of its distinct values.
    pub length: f64,
}

/// Looks at every column once.
pub fn look(table: &Table, missing: &Missing, watch: &dyn Watch) -> Result<Vec<Look>> {
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let seen: Mutex<Vec<(HashMap<String, u64>, u64)>> = Mutex::new(vec![Default::default(); all.len()]);
    let rows = Mutex::new(0u64);
    table.scan(&all, 1, watch, || {
        |batch: &Batch| {
            let mut seen = lock(&seen);
            *lock(&rows) += batch.rows() as u64;
            for (column, (values, gaps)) in seen.iter_mut().enumerate() {
                for row in 0..batch.rows() {
                    let value = batch.value(column, row);
                    if missing.is(value) {
                        *gaps += 1;
                    } else if let Some(count) = values.get_mut(value) {
                        *count += 1;
                    } else if values.len() < MOST {
                        values.insert(value.to_string(), 1);
                    }
                }
            }
            Ok(())
        }
    })?;
    let rows = unlocked(rows);
    if rows == 0 {
        return Err(table.header_only());
    }
    let seen = unlocked(seen);
    let looks = table.columns.iter().zip(seen).map(|(name, (values, missing))| {
        let values: Vec<&str> = values.keys().map(String::as_str).collect();
        let characters: usize = values.iter().map(|v| v.chars().count()).sum();
        Look {
            name: name.clone(),
            kind: infer(&values),
            distinct: values.len(),
            rows,
            missing,
            length: characters as f64 / values.len().max(1) as f64,
        }
    });
    Ok(looks.collect())
}
