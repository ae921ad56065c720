//! Counting rows of text in ordered maps: slow and obvious.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use super::Question;
use crate::error::Result;
use crate::hierarchy::TOP;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// A class: its rows, and the rows per value of each sensitive attribute.
pub(super) struct Counted {
    pub(super) rows: u64,
    pub(super) sensitive: Vec<BTreeMap<String, u64>>,
}

/// Classes by what their rows show in the quasi-identifiers.
pub(super) type ByTuple = HashMap<Vec<String>, Counted>;

/// What a row of nothing but `*` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stars {
    /// A suppressed row, as far as a stranger can tell.
    Suppressed,
    /// A row like any other, because suppressed rows were left out.
    Rows,
}

/// The classes of a table, and how many rows are nothing but `*`, where these are not rows like any other.
pub(super) fn count(table: &Table, question: &Question, stars: Stars, watch: &dyn Watch) -> Result<(ByTuple, u64)> {
    let position = |names: &[String], flag: &str| -> Result<Vec<usize>> {
        names.iter().map(|name| table.column(name, flag)).collect()
    };
    let quasi = position(&question.quasi, "--quasi")?;
    let sensitive = position(&question.sensitive, "--sensitive")?;
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let counted: Mutex<(ByTuple, ByTuple)> = Mutex::default();
    table.scan(&all, 1, watch, || {
        |batch: &Batch| {
            let mut counted = lock(&counted);
            for row in 0..batch.rows() {
                let starred = stars == Stars::Suppressed && all.iter().all(|column| batch.value(*column, row) == TOP);
                let into = if starred { &mut counted.1 } else { &mut counted.0 };
                let tuple = quasi.iter().map(|column| batch.value(*column, row).to_string()).collect();
                let class = into
                    .entry(tuple)
                    .or_insert_with(|| Counted { rows: 0, sensitive: vec![BTreeMap::new(); sensitive.len()] });
                class.rows += 1;
                for (histogram, column) in class.sensitive.iter_mut().zip(&sensitive) {
                    *histogram.entry(batch.value(*column, row).to_string()).or_insert(0) += 1;
                }
            }
            Ok(())
        }
    })?;
    let (classes, stars) = unlocked(counted);
    let starred = stars.values().map(|c| c.rows).sum();
    // Where every row is a row of stars, they are the table.
    Ok(if classes.is_empty() { (stars, 0) } else { (classes, starred) })
}
