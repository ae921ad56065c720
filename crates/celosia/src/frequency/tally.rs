//! A frequency table that another engine has counted: distinct tuples with their rows, in place of the rows.

use std::path::PathBuf;

use super::count::changed;
use super::dictionary::Dictionary;
use super::finish::{Parts, columns_of, finish, width_of};
use super::spill::Shard;
use super::tuples::hash_of;
use super::values::Values;
use super::{Counted, Floor};
use crate::error::{Error, Place, Result};
use crate::study::{Missing, Study};
use crate::table::Batch;

/// The column of a counted table that holds the rows of each tuple.
pub const ROWS: &str = "celosia_rows";
/// The column that says whether the rows of a tuple were left out because a value is missing: 0 or 1.
pub const DROPPED: &str = "celosia_dropped";
/// The columns of counted values: which column, which value.
pub const COLUMN: &str = "celosia_column";
/// See [`COLUMN`].
pub const VALUE: &str = "celosia_value";

/// No table has more rows: up to here numbers are exact everywhere, and sums do not overflow.
pub(super) const MOST: u64 = 1 << 53;

/// The error for counts that add up to more rows than any table has.
pub(super) fn too_many(place: Place) -> Error {
    Error::Table {
        place,
        what: format!("more than {MOST} rows are counted up to here"),
        hint: "give the result of the statement that `celosia sql` prints, as it is".into(),
    }
}

/// Adds up tuples that come in any order, and more than once if need be.
pub struct Tally<'a> {
    study: &'a Study,
    floors: &'a [Option<Floor>],
    missing: Vec<Missing>,
    dictionaries: Vec<Dictionary>,
    shard: Shard,
    read: u64,
    dropped: u64,
}

impl<'a> Tally<'a> {
    /// Nothing counted yet.
    pub fn new(study: &'a Study, floors: &'a [Option<Floor>]) -> Tally<'a> {
        let missing: Vec<Missing> = columns_of(study).into_iter().map(|column| study.missing(column)).collect();
        let columns = missing.len();
        let quasi = width_of(study);
        Tally {
            study,
            floors,
            dictionaries: missing.iter().cloned().map(Dictionary::new).collect(),
            missing,
            shard: Shard::new(quasi, columns - quasi, study.search.memory),
            read: 0,
            dropped: 0,
        }
    }

    /// Takes a batch of the columns that count, in their order, then [`DROPPED`] and [`ROWS`].
    pub fn take(&mut self, batch: &Batch) -> Result<()> {
        let (width, quasi) = (self.dictionaries.len(), width_of(self.study));
        let mut codes = vec![0; width];
        for row in 0..batch.rows() {
            let rows = number(batch, width + 1, row, ROWS)?;
            let mut drop = number(batch, width, row, DROPPED)? != 0;
            let values = (0..width).map(|column| batch.value(column, row));
            drop |= values.clone().zip(&self.missing).any(|(value, missing)| missing.drops(value));
            self.read = self.read.saturating_add(rows);
            if self.read > MOST {
                return Err(too_many(batch.place(row)));
            }
            if drop {
                self.dropped += rows;
                continue;
            }
            for (column, value) in values.enumerate() {
                let seen = (batch.file, batch.lines[row]);
                codes[column] = match self.floors.get(column).and_then(Option::as_ref) {
                    Some(floor) => floor.code(value).ok_or_else(|| changed(batch.place(row)))?,
                    None => self.dictionaries[column].code(value, seen).0,
                };
            }
            let (tuple, tracked) = codes.split_at(quasi);
            self.shard.tuples.add(tuple, hash_of(tuple), tracked, rows);
        }
        self.shard.spill_if_large()
    }

    /// The counted table. `place` is where the tuples came from.
    pub fn finish(self, threads: usize, place: PathBuf) -> Result<Counted> {
        for (column, floor) in columns_of(self.study).iter().zip(self.floors) {
            let Some(floor) = floor else { continue };
            let (found, expected) = (self.read - self.dropped, floor.domain.counts.iter().sum::<u64>());
            if found != expected {
                let what = format!(
                    "{found} rows count here, but {expected} when the values of \"{}\" were counted",
                    column.name
                );
                let hint = "run both statements on the same rows: the table has changed in between";
                return Err(Error::Table { place: Place::file(place), what, hint: hint.into() });
            }
        }
        let Tally { study, floors, dictionaries, shard, read, dropped, .. } = self;
        // An engine says how many rows it dropped, and not for which column.
        let parts = Parts { dictionaries, shards: vec![shard], read, dropped, gaps: Vec::new() };
        finish(parts, study, floors, threads, &[place])
    }
}

/// Adds the rows per value of a batch of [`COLUMN`], [`VALUE`] and [`ROWS`] to the values of the columns with a floor.
pub fn take_values(values: &mut Values, study: &Study, batch: &Batch) -> Result<()> {
    let columns = columns_of(study);
    for row in 0..batch.rows() {
        let name = batch.value(0, row);
        let Some(column) = columns.iter().position(|column| column.floor > 0 && column.name == name) else {
            let what = format!("\"{name}\" is no column of the study with a floor");
            let hint = "give the result of the first statement that `celosia sql` prints for this study";
            return Err(Error::Table { place: batch.place(row), what, hint: hint.into() });
        };
        let seen = (batch.file, batch.lines[row]);
        values.add(column, batch.value(1, row), number(batch, 2, row, ROWS)?, seen);
    }
    Ok(())
}

/// A whole number of rows.
fn number(batch: &Batch, column: usize, row: usize, name: &str) -> Result<u64> {
    let text = batch.value(column, row).trim();
    // Engines that count in decimals write 12.0 or 12.00.
    let whole =
        text.split_once('.').map_or(text, |(whole, rest)| if rest.trim_matches('0').is_empty() { whole } else { text });
    whole.parse().map_err(|_| Error::Table {
        place: batch.place(row),
        what: format!("{name} is \"{text}\", not a number of rows"),
        hint: "give the result of the statement that `celosia sql` prints, as it is".into(),
    })
}
