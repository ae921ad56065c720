//! Counting rows of text in ordered maps: slow and obvious.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use super::Question;
use crate::error::{Error, Result};
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

/// The same classes, counted by an engine: rows of `batch` are tuples, then sensitive values, then whether all is `*`, then
/// how many rows there are.
pub(super) struct Gathered {
    quasi: usize,
    sensitive: usize,
    stars: Stars,
    classes: ByTuple,
    starred: ByTuple,
}

impl Gathered {
    pub(super) fn new(question: &Question, stars: Stars) -> Gathered {
        let (quasi, sensitive) = (question.quasi.len(), question.sensitive.len());
        Gathered { quasi, sensitive, stars, classes: ByTuple::new(), starred: ByTuple::new() }
    }

    pub(super) fn take(&mut self, batch: &Batch) -> Result<()> {
        let width = self.quasi + self.sensitive;
        for row in 0..batch.rows() {
            let text = |column: usize| batch.value(column, row).to_string();
            let starred = self.stars == Stars::Suppressed && text(width) == "1";
            let into = if starred { &mut self.starred } else { &mut self.classes };
            let rows: u64 = text(width + 1).parse().map_err(|_| Error::Table {
                place: batch.place(row),
                what: "a count that is no number".into(),
                hint: "this is a defect of celosia: please report it".into(),
            })?;
            let class = into
                .entry((0..self.quasi).map(text).collect())
                .or_insert_with(|| Counted { rows: 0, sensitive: vec![BTreeMap::new(); self.sensitive] });
            class.rows += rows;
            for (histogram, column) in class.sensitive.iter_mut().zip(self.quasi..) {
                *histogram.entry(text(column)).or_insert(0) += rows;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> (ByTuple, u64) {
        let starred = self.starred.values().map(|class| class.rows).sum();
        if self.classes.is_empty() { (self.starred, 0) } else { (self.classes, starred) }
    }
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
