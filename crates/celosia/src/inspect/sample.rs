//! Some rows of the table as codes of their values, to see how columns go together. Which rows, their places say: the same in
//! every run.

use std::hash::BuildHasher;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::Look;
use super::columns::Fixed;
use crate::error::Result;
use crate::study::Missing;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// Rows of a sample at most, and cells of it.
const ROWS: u64 = 50_000;
const CELLS: u64 = 20_000_000;

/// The code of a missing cell.
pub const MISSING: u32 = u32::MAX;

/// Rows as codes, column by column, in the order in which they stand in the table.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// Per column the code of each row: the place in the column's domain; a hash for values that were not counted.
    pub columns: Vec<Vec<u32>>,
    /// How many rows there are.
    pub rows: usize,
}

/// A row: its file and line there, and its codes.
type Row = ((usize, u64), Vec<u32>);

impl Sample {
    /// Reads the table once more.
    pub fn take(table: &Table, looks: &[Look], missing: &Missing, threads: usize, watch: &dyn Watch) -> Result<Sample> {
        let all: Vec<usize> = (0..looks.len()).collect();
        let rows = looks.first().map_or(0, |look| look.seen.rows);
        let most = ROWS.min(CELLS / looks.len().max(1) as u64).max(1_000);
        // One row in so many, by a hash of where it stands.
        let one_in = rows.div_ceil(most).max(1);
        let dictionaries: Vec<HashMap<&str, u32, Fixed>> =
            looks.iter().map(|look| look.seen.domain.values.iter().map(String::as_str).zip(0..).collect()).collect();
        let taken: Mutex<Vec<Row>> = Mutex::new(Vec::new());
        table.scan(&all, threads, watch, || {
            |batch: &Batch| {
                let chosen = |row: &usize| {
                    one_in == 1 || Fixed::default().hash_one((batch.file, batch.lines[*row])).is_multiple_of(one_in)
                };
                let code = |column: usize, row: usize| {
                    let value = batch.value(column, row);
                    match dictionaries[column].get(value) {
                        Some(code) => *code,
                        None if missing.is(value) || looks[column].is_spelling(value) => MISSING,
                        None => Fixed::default().hash_one(value) as u32 | 1 << 31,
                    }
                };
                let rows = (0..batch.rows()).filter(chosen);
                let rows: Vec<_> = rows
                    .map(|row| ((batch.file, batch.lines[row]), all.iter().map(|column| code(*column, row)).collect()))
                    .collect();
                lock(&taken).extend(rows);
                Ok(())
            }
        })?;
        let mut taken: Vec<Row> = unlocked(taken);
        taken.sort_unstable_by_key(|(place, _)| *place);
        let column = |column: usize| taken.iter().map(|(_, codes)| codes[column]).collect();
        Ok(Sample { columns: all.iter().map(|i| column(*i)).collect(), rows: taken.len() })
    }

    /// Rows by hand.
    #[cfg(test)]
    pub fn of(columns: Vec<Vec<u32>>) -> Sample {
        let rows = columns.first().map_or(0, Vec::len);
        Sample { columns, rows }
    }
}
