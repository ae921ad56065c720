//! What each column holds: type, values with their rows, missing values. One pass on all cores, memory bounded.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashMap;

use super::missing::Spellings;
use crate::error::{Place, Result};
use crate::meaning::{Seen, names};
use crate::study::{Kind, Missing};
use crate::table::{Batch, Domain, Stated, Table, Told, lock, told_together, unlocked};
use crate::watch::Watch;

/// Values of a column that are counted at most, and of all columns together.
const MOST: usize = 100_000;
const MOST_OF_ALL: usize = 20_000_000;

/// What one column holds.
#[derive(Debug, Clone)]
pub struct Look {
    /// Its name, and its values with their rows.
    pub seen: Seen,
    /// Values in all: an estimate where there are more than are counted.
    pub values: u64,
    /// Spellings of missing beside those of the study that occur where other values are of another type.
    pub spellings: Vec<String>,
    /// Numbers far from all others that often stand for "missing", such as 999: pointed out, not taken.
    pub sentinels: Vec<String>,
}

impl Look {
    /// The narrowest type that all values fit.
    pub fn kind(&self) -> Kind {
        self.seen.domain.kind
    }

    /// Is a value one of the spellings of missing that this column has?
    pub fn is_spelling(&self, value: &str) -> bool {
        let value = value.trim_matches(crate::study::BLANK);
        self.spellings.iter().any(|spelling| spelling == value)
    }
}

/// A hash that is the same in every run: which values of a column with very many are counted must not depend on chance.
pub(super) type Fixed = BuildHasherDefault<DefaultHasher>;

/// The values of one column. Where they are too many, those with the smallest hashes stay: whichever thread comes first, the
/// same ones, each with all its rows.
struct Values {
    rows: HashMap<String, u64, Fixed>,
    /// Values with a hash from here on are not counted.
    below: u64,
    most: usize,
}

impl Values {
    fn new(most: usize) -> Values {
        Values { rows: HashMap::default(), below: u64::MAX, most }
    }

    fn add(&mut self, value: &str, rows: u64) {
        if let Some(known) = self.rows.get_mut(value) {
            *known += rows;
            return;
        }
        if !stays(value, self.below) {
            return;
        }
        self.rows.insert(value.to_string(), rows);
        while self.rows.len() > self.most {
            self.below /= 2;
            let below = self.below;
            self.rows.retain(|value, _| stays(value, below));
        }
    }

    /// How many values there are in all: as many times more as the hashes that are counted are part of all.
    fn estimate(&self) -> u64 {
        let share = self.below as f64 / u64::MAX as f64;
        (self.rows.len() as f64 / share).round() as u64
    }
}

/// Is a value among those that are counted? What may stand for missing always is.
fn stays(value: &str, below: u64) -> bool {
    Fixed::default().hash_one(value) < below || Spellings::may_be(value)
}

/// Looks at every column once. The second is the mark before decimals: the one that is given, or that most columns have.
pub fn look(
    table: &Table,
    missing: &Missing,
    decimal: Option<char>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<(Vec<Look>, Option<char>)> {
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let most = MOST.min(MOST_OF_ALL / all.len().max(1)).max(200);
    let columns: Vec<Mutex<(Values, u64)>> = all.iter().map(|_| Mutex::new((Values::new(most), 0))).collect();
    let rows = AtomicU64::new(0);
    table.scan(&all, threads, watch, || {
        |batch: &Batch| {
            rows.fetch_add(batch.rows() as u64, Ordering::Relaxed);
            for (column, values) in columns.iter().enumerate() {
                let counts = counts_of(batch, column);
                let mut values = lock(values);
                for (value, rows) in counts {
                    if missing.is(value) {
                        values.1 += rows;
                    } else {
                        values.0.add(value, rows);
                    }
                }
            }
            Ok(())
        }
    })?;
    let rows = rows.into_inner();
    if rows == 0 {
        return Err(table.header_only());
    }
    let columns = table.columns.iter().zip(&table.kinds).zip(columns);
    let held: Vec<Held> = columns.map(|((name, kind), values)| held(name, *kind, unlocked(values))).collect();
    let values: Vec<Vec<&str>> =
        held.iter().map(|held| held.found.iter().map(|(value, _)| value.as_str()).collect()).collect();
    let (mut told, decimal) = told_together(&values, decimal);
    // What a file gives a type is written as machines write it.
    for ((told, held), values) in told.iter_mut().zip(&held).zip(&values) {
        if held.kind.is_some() {
            *told = Stated { kind: held.kind, ..Stated::default() }.tell(values);
        }
    }
    Ok((held.into_iter().zip(told).map(|(held, told)| look_of(held, told, rows)).collect(), decimal))
}

/// The values of one column of a batch, each with its rows.
fn counts_of(batch: &Batch, column: usize) -> HashMap<&str, u64, Fixed> {
    let mut counts: HashMap<&str, u64, Fixed> = HashMap::default();
    if let Some((keys, values)) = batch.keys(column) {
        let mut first: Vec<Option<usize>> = vec![None; values];
        let mut of_key = vec![0u64; values];
        for (row, key) in keys.iter().enumerate() {
            first[*key as usize].get_or_insert(row);
            of_key[*key as usize] += 1;
        }
        for (row, rows) in first.into_iter().zip(of_key) {
            if let Some(row) = row {
                *counts.entry(batch.value(column, row)).or_default() += rows;
            }
        }
        return counts;
    }
    for row in 0..batch.rows() {
        *counts.entry(batch.value(column, row)).or_default() += 1;
    }
    counts
}

/// What a column holds, before it is known how that is written.
struct Held<'t> {
    name: &'t str,
    kind: Option<Kind>,
    /// Values with their rows, in the order of the alphabet.
    found: Vec<(String, u64)>,
    missing: u64,
    capped: bool,
    /// How many values there are in all.
    estimate: u64,
    spellings: Spellings,
}

fn held(name: &str, kind: Option<Kind>, (values, mut missing): (Values, u64)) -> Held<'_> {
    let (capped, estimate) = (values.below < u64::MAX, values.estimate());
    let mut found: Vec<(String, u64)> = values.rows.into_iter().collect();
    found.sort_unstable();
    let spellings = if kind.is_none() { Spellings::of(&found) } else { Spellings::default() };
    found.retain(|(value, rows)| {
        let is_missing = spellings.is_missing(value);
        missing += if is_missing { *rows } else { 0 };
        !is_missing
    });
    Held { name, kind, found, missing, capped, estimate, spellings }
}

fn look_of(held: Held, told: Told, rows: u64) -> Look {
    let Held { name, mut found, missing, capped, estimate, spellings, .. } = held;
    let Told { kind, writing, doubt, .. } = told;
    found.sort_by(|(a, _), (b, _)| writing.compare(kind, a, b));
    let (values, counts): (Vec<String>, Vec<u64>) = found.into_iter().unzip();
    let spelt = spellings.texts();
    let domain = Domain {
        column: name.into(),
        kind,
        writing,
        doubt,
        seen: vec![Place::default(); values.len()],
        values,
        counts,
        missing: None,
        spellings: Vec::new(),
        joins: None,
    };
    let sentinels = crate::meaning::sentinel::sentinels(&domain);
    let values = if capped { estimate.min(rows - missing) } else { domain.len() as u64 };
    let seen = Seen { name: name.into(), words: names::split(name), domain, capped, rows, missing };
    Look { seen, values, spellings: spelt, sentinels }
}
