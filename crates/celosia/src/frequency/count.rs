//! Counting: rows become codes, codes are counted in one hash table that all threads share in shards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use super::dictionary::Dictionary;
use super::finish::{Parts, columns_of, finish, width_of};
use super::spill::Shard;
use super::tuples::hash_of;
use super::{Counted, Floor};
use crate::error::{Error, Place, Result};
use crate::study::{Missing, MissingRule, Role, Study};
use crate::table::{Batch, Table, lock, unlocked};
use crate::threads;
use crate::watch::Watch;

/// Shards of the hash table: enough that threads seldom wait for one another.
const SHARDS: usize = 64;
/// Rows that enter a shard together: while they do, the shard's memory stays near the processor.
const TOGETHER: usize = 1024;
/// Code of a missing value whose rows are dropped.
const DROP: u32 = u32::MAX;
/// No code yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// Counts a table for a study on `threads` threads (0: all cores): one pass, memory for the frequency table and a few
/// batches per thread. What is counted lies on the disk where it would take more than the study's memory; the frequency
/// table that it comes to, and the distinct values of the columns, must fit in any case. Columns with a floor need a pass of
/// their own before it ([`floors`](super::floors)).
pub fn count(
    table: &Table,
    study: &Study,
    floors: &[Option<Floor>],
    threads: usize,
    watch: &dyn Watch,
) -> Result<Counted> {
    let positions = positions(table, study)?;
    let quasi = width_of(study);
    let missing: Vec<Missing> = columns_of(study).into_iter().map(|column| study.missing(column)).collect();
    let counter = Counter::new(&missing, quasi, share(study.search.memory, threads, positions.len()));
    table.scan(&positions, threads, watch, || {
        let mut worker = Worker::new(&counter, &missing, floors);
        move |batch: &Batch| worker.count(batch)
    })?;
    if let Some(error) = lock(&counter.failed).take() {
        return Err(error);
    }
    if let Some(place) = unlocked(counter.stranger) {
        return Err(changed(place));
    }
    let parts = Parts {
        read: counter.read.into_inner(),
        dropped: counter.dropped.into_inner(),
        gaps: counter.gaps.into_iter().map(AtomicU64::into_inner).collect(),
        dictionaries: counter.dictionaries.into_iter().map(unlocked).collect(),
        shards: counter.shards.into_iter().map(unlocked).collect(),
    };
    watch.begin("sorting what was counted", 0);
    finish(parts, study, floors, threads, &table.names())
}

/// Bytes that a shard may take: its part of what the rows that wait leave of the memory.
fn share(memory: u64, threads: usize, width: usize) -> u64 {
    let waiting = threads::used(threads) * SHARDS * TOGETHER * (4 * width + 8);
    memory.saturating_sub(waiting as u64) / SHARDS as u64
}

/// Where the columns that count stand in a table that has every column of the study.
pub fn positions(table: &Table, study: &Study) -> Result<Vec<usize>> {
    for column in &study.columns {
        table.column(&column.name, &format!("study {}", study.name))?;
    }
    if study.with_role(Role::QuasiIdentifier).next().is_none() {
        return Err(Error::study(&study.name, "no column is a quasi-identifier", "give at least one that role"));
    }
    columns_of(study).iter().map(|c| table.column(&c.name, &study.name)).collect()
}

/// The error for a value that was not there when the values of its column were counted.
pub fn changed(place: Place) -> Error {
    Error::Table {
        place,
        what: "a value that was not there when the values of its column were counted".into(),
        hint: "the input seems to have changed; count it again when nobody writes to it".into(),
    }
}

/// What all threads share.
struct Counter {
    dictionaries: Vec<Mutex<Dictionary>>,
    shards: Vec<Mutex<Shard>>,
    quasi: usize,
    /// Why a thread could not hand over its last rows.
    failed: Mutex<Option<Error>>,
    read: AtomicU64,
    dropped: AtomicU64,
    /// Of the rows that are dropped, those with a missing value in each column.
    gaps: Vec<AtomicU64>,
    /// A row with a value that a column with a floor did not have.
    stranger: Mutex<Option<Place>>,
}

impl Counter {
    fn new(missing: &[Missing], quasi: usize, share: u64) -> Counter {
        let tracked = missing.len() - quasi;
        Counter {
            dictionaries: missing.iter().map(|rule| Mutex::new(Dictionary::new(rule.clone()))).collect(),
            shards: (0..SHARDS).map(|_| Mutex::new(Shard::new(quasi, tracked, share))).collect(),
            quasi,
            failed: Mutex::default(),
            read: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            gaps: missing.iter().map(|_| AtomicU64::new(0)).collect(),
            stranger: Mutex::default(),
        }
    }
}

/// One thread's part of the work: a private copy of each dictionary, so that the shared one is asked once per value.
struct Worker<'a> {
    counter: &'a Counter,
    /// Which values of each column are missing.
    missing: &'a [Missing],
    floors: &'a [Option<Floor>],
    /// Does a missing value in any column take its row out of the study?
    may_drop: bool,
    known: Vec<HashMap<Arc<str>, u32>>,
    /// The codes of a batch, row by row.
    codes: Vec<u32>,
    /// Has a row of the batch a missing value? Asked once per row, because there may be ten thousand columns.
    gaps: Vec<Option<bool>>,
    /// Rows that wait for their shard.
    waiting: Vec<Waiting>,
}

/// The codes of some rows and the hashes of their tuples.
#[derive(Default, Clone)]
struct Waiting {
    codes: Vec<u32>,
    hashes: Vec<u64>,
}

impl<'a> Worker<'a> {
    fn new(counter: &'a Counter, missing: &'a [Missing], floors: &'a [Option<Floor>]) -> Worker<'a> {
        Worker {
            counter,
            missing,
            floors,
            may_drop: missing.iter().any(|missing| missing.rule == MissingRule::Drop),
            known: (0..counter.dictionaries.len()).map(|_| HashMap::new()).collect(),
            codes: Vec::new(),
            gaps: Vec::new(),
            waiting: vec![Waiting::default(); SHARDS],
        }
    }

    fn count(&mut self, batch: &Batch) -> Result<()> {
        let (width, quasi) = (self.known.len(), self.counter.quasi);
        self.codes.clear();
        self.codes.resize(batch.rows() * width, UNKNOWN);
        self.gaps.clear();
        self.gaps.resize(batch.rows(), None);
        for column in 0..width {
            match batch.keys(column) {
                Some((keys, values)) => {
                    let mut of_key = vec![UNKNOWN; values];
                    for (row, &key) in keys.iter().enumerate() {
                        if of_key[key as usize] == UNKNOWN {
                            of_key[key as usize] = self.code(column, batch, row);
                        }
                        self.codes[row * width + column] = of_key[key as usize];
                    }
                }
                None => {
                    for row in 0..batch.rows() {
                        self.codes[row * width + column] = self.code(column, batch, row);
                    }
                }
            }
        }
        let (mut dropped, mut gaps) = (0, vec![0; width]);
        for codes in self.codes.chunks_exact(width) {
            if codes.contains(&DROP) {
                dropped += 1;
                codes.iter().zip(&mut gaps).for_each(|(code, gaps)| *gaps += u64::from(*code == DROP));
                continue;
            }
            let hash = hash_of(&codes[..quasi]);
            // The table inside a shard uses the hash's lowest and highest bits.
            let shard = (hash >> 40) as usize % SHARDS;
            let waiting = &mut self.waiting[shard];
            waiting.codes.extend_from_slice(codes);
            waiting.hashes.push(hash);
            if waiting.hashes.len() >= TOGETHER {
                waiting.enter(&mut lock(&self.counter.shards[shard]), width, quasi)?;
            }
        }
        self.counter.read.fetch_add(batch.rows() as u64, Ordering::Relaxed);
        if dropped > 0 {
            self.counter.dropped.fetch_add(dropped, Ordering::Relaxed);
            self.counter.gaps.iter().zip(gaps).for_each(|(all, gaps)| {
                all.fetch_add(gaps, Ordering::Relaxed);
            });
        }
        Ok(())
    }

    fn code(&mut self, column: usize, batch: &Batch, row: usize) -> u32 {
        let value = batch.value(column, row);
        match self.known[column].get(value) {
            Some(code) => *code,
            None => self.new_code(column, batch, row),
        }
    }

    /// The code of a value that this thread has not met. A row that is dropped gives no values to the domains.
    #[cold]
    fn new_code(&mut self, column: usize, batch: &Batch, row: usize) -> u32 {
        let value = batch.value(column, row);
        let missing = &self.missing[column];
        let seen = (batch.file, batch.lines[row]);
        let (code, value) = if missing.drops(value) {
            (DROP, value.into())
        } else if self.may_drop && self.has_gap(batch, row) {
            return UNKNOWN;
        } else if let Some(floor) = self.floors.get(column).and_then(Option::as_ref) {
            let Some(code) = floor.code(value) else {
                lock(&self.counter.stranger).get_or_insert_with(|| batch.place(row));
                return DROP;
            };
            (code, value.into())
        } else {
            lock(&self.counter.dictionaries[column]).code(value, seen)
        };
        self.known[column].insert(value, code);
        code
    }

    fn has_gap(&mut self, batch: &Batch, row: usize) -> bool {
        let missing = self.missing;
        let gap = || missing.iter().enumerate().any(|(column, missing)| missing.drops(batch.value(column, row)));
        *self.gaps[row].get_or_insert_with(gap)
    }
}

impl Waiting {
    fn enter(&mut self, shard: &mut Shard, width: usize, quasi: usize) -> Result<()> {
        for (codes, hash) in self.codes.chunks_exact(width).zip(&self.hashes) {
            let (tuple, tracked) = codes.split_at(quasi);
            shard.tuples.add(tuple, *hash, tracked, 1);
        }
        self.codes.clear();
        self.hashes.clear();
        shard.spill_if_large()
    }
}

/// A thread that has read its last batch hands over what still waits.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        for (waiting, shard) in self.waiting.iter_mut().zip(&self.counter.shards) {
            if let Err(error) = waiting.enter(&mut lock(shard), self.known.len(), self.counter.quasi) {
                lock(&self.counter.failed).get_or_insert(error);
            }
        }
    }
}
