//! The values of the columns that have a floor, with their rows: the pass before the one that counts tuples.

use std::path::PathBuf;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::count::positions;
use super::dictionary::Dictionary;
use super::finish::columns_of;
use super::floor::Floor;
use super::tally::{MOST, too_many};
use crate::error::{Place, Result};
use crate::study::{MissingRule, Study};
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// The floors of a study's columns, in the order in which they are counted; nothing for those without one. A table is
/// read only where there is one, and of Parquet only the columns that count.
pub fn floors(table: &Table, study: &Study, threads: usize, watch: &dyn Watch) -> Result<Vec<Option<Floor>>> {
    if !study.has_floors() {
        return Ok(Vec::new());
    }
    let positions = positions(table, study)?;
    let values = Mutex::new(Values::new(study));
    table.scan(&positions, threads, watch, || {
        |batch: &Batch| {
            let counted = Counts::of(batch, study);
            lock(&values).take(counted);
            Ok(())
        }
    })?;
    unlocked(values).floors(study, &table.names())
}

/// Values with their rows and the place of the first, per column; of those without a floor, nothing.
struct Counts<'b>(Vec<HashMap<&'b str, Seen>>);

/// How many rows, and file and line of the first.
type Seen = (u64, (usize, u64));

impl<'b> Counts<'b> {
    /// Counts the rows of a batch that count.
    fn of(batch: &'b Batch, study: &Study) -> Counts<'b> {
        let columns = columns_of(study);
        let mut dropped = vec![false; batch.rows()];
        for (column, said) in columns.iter().enumerate() {
            let missing = study.missing(said);
            if missing.rule == MissingRule::Drop {
                let mut known: HashMap<&str, bool> = HashMap::new();
                for (row, dropped) in dropped.iter_mut().enumerate() {
                    let value = batch.value(column, row);
                    *dropped |= *known.entry(value).or_insert_with(|| missing.drops(value));
                }
            }
        }
        let mut counts: Vec<_> = columns.iter().map(|_| HashMap::new()).collect();
        for (i, _) in columns.iter().enumerate().filter(|(_, column)| column.floor > 0) {
            for row in (0..batch.rows()).filter(|row| !dropped[*row]) {
                let seen = (batch.file, batch.lines[row]);
                counts[i].entry(batch.value(i, row)).or_insert((0, seen)).0 += 1;
            }
        }
        Counts(counts)
    }
}

/// The values of all batches. Columns without a floor stay empty.
pub struct Values {
    columns: Vec<(Dictionary, Vec<u64>)>,
}

impl Values {
    /// No value yet.
    pub fn new(study: &Study) -> Values {
        Values {
            columns: columns_of(study).iter().map(|said| (Dictionary::new(study.missing(said)), Vec::new())).collect(),
        }
    }

    fn take(&mut self, counts: Counts) {
        for (column, counts) in counts.0.into_iter().enumerate() {
            counts.into_iter().for_each(|(value, (rows, seen))| self.add(column, value, rows, seen));
        }
    }

    /// Adds `rows` rows of a column's value.
    pub fn add(&mut self, column: usize, value: &str, rows: u64, seen: (usize, u64)) {
        let (dictionary, counts) = &mut self.columns[column];
        let code = dictionary.code(value, seen).0;
        counts.resize(counts.len().max(code as usize + 1), 0);
        counts[code as usize] = counts[code as usize].saturating_add(rows);
    }

    /// The floors over these values.
    pub fn floors(self, study: &Study, paths: &[PathBuf]) -> Result<Vec<Option<Floor>>> {
        let columns = columns_of(study).into_iter().zip(self.columns);
        let floor = |(column, (dictionary, counts)): (_, (Dictionary, Vec<u64>))| -> Result<Option<Floor>> {
            let column: &crate::study::Column = column;
            if column.floor == 0 {
                return Ok(None);
            }
            if counts.iter().fold(0, |all: u64, rows| all.saturating_add(*rows)) > MOST {
                return Err(too_many(Place::file(paths.first().cloned().unwrap_or_default())));
            }
            let (mut domain, rank) = dictionary.ordered(column, paths)?;
            rank.iter().zip(counts).for_each(|(rank, rows)| domain.counts[*rank as usize] = rows);
            Ok(Some(Floor::new(column, domain, study.missing(column))?))
        };
        columns.map(floor).collect()
    }
}
