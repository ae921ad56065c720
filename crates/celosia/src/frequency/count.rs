//! Counting: rows become codes, codes are counted in one hash table that all threads share in shards.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use super::Counted;
use super::assemble::assemble;
use super::dictionary::Dictionary;
use super::tuples::{Tuples, hash_of};
use crate::error::{Error, Result};
use crate::study::{Column, MissingRule, Role, Study};
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// Shards of the hash table: enough that threads seldom wait for one another.
const SHARDS: usize = 64;
/// Rows that enter a shard together: while they do, the shard's memory stays near the processor.
const TOGETHER: usize = 1024;
/// Code of a missing value whose rows are dropped.
const DROP: u32 = u32::MAX;
/// No code yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// Counts a table for a study on so many threads (0: all cores): one pass, memory for the frequency table and a few
/// batches per thread.
pub fn count(table: &Table, study: &Study, threads: usize, watch: &dyn Watch) -> Result<Counted> {
    for column in &study.columns {
        table.column(&column.name, &format!("study {}", study.name))?;
    }
    let roles = [Role::QuasiIdentifier, Role::Sensitive, Role::Class];
    let columns: Vec<&Column> = roles.iter().flat_map(|role| study.with_role(*role)).collect();
    let positions: Vec<usize> = columns.iter().map(|c| table.column(&c.name, &study.name)).collect::<Result<_>>()?;
    let quasi = study.with_role(Role::QuasiIdentifier).count();
    if quasi == 0 {
        return Err(Error::study(&study.name, "no column is a quasi-identifier", "give at least one that role"));
    }

    let counter = Counter::new(columns.len(), quasi);
    table.scan(&positions, threads, watch, || {
        let mut worker = Worker::new(&counter, study);
        move |batch: &Batch| worker.count(batch)
    })?;

    let read = counter.read.load(Ordering::Relaxed);
    let dropped = counter.dropped.load(Ordering::Relaxed);
    check_rows(table, read, dropped)?;
    let paths: Vec<_> = table.paths().map(|p| p.to_path_buf()).collect();
    let mut domains = Vec::new();
    let mut ranks = Vec::new();
    for (column, dictionary) in columns.iter().zip(counter.dictionaries) {
        let dictionary = unlocked(dictionary);
        let (domain, rank) = dictionary.ordered(column, &paths)?;
        domains.push(domain);
        ranks.push(rank);
    }
    let shards = counter.shards.into_iter().map(unlocked);
    let mut tracked_domains = domains.split_off(quasi);
    let tracked_ranks = ranks.split_off(quasi);
    let sensitive = study.with_role(Role::Sensitive).count();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| Error::study("threads", e.to_string(), "ask for fewer threads"))?;
    let mut frequency = pool.install(|| assemble(shards.collect(), &ranks, &tracked_ranks, sensitive));
    for ((attribute, column), domain) in frequency.attributes.iter_mut().zip(&columns).zip(&mut domains) {
        attribute.weight = column.weight;
        attribute.numbers = domain.numbers();
        domain.counts.clone_from(&attribute.counts);
    }
    for (tracked, domain) in frequency.sensitive.iter().chain(&frequency.label).zip(&mut tracked_domains) {
        domain.counts.clone_from(&tracked.totals);
    }
    let mut tracked_domains = tracked_domains.into_iter();
    Ok(Counted {
        frequency,
        domains,
        sensitive: tracked_domains.by_ref().take(sensitive).collect(),
        label: tracked_domains.next(),
        read,
        dropped,
    })
}

fn check_rows(table: &Table, read: u64, dropped: u64) -> Result<()> {
    if read == 0 {
        return Err(table.header_only());
    }
    if read == dropped {
        let what = format!("each of the {read} rows has a missing value in a column that counts");
        return Err(table.without_rows(what, "set missing.rows = \"keep\" to treat missing as a value of its own"));
    }
    Ok(())
}

/// What all threads share.
struct Counter {
    dictionaries: Vec<Mutex<Dictionary>>,
    shards: Vec<Mutex<Tuples>>,
    quasi: usize,
    read: AtomicU64,
    dropped: AtomicU64,
}

impl Counter {
    fn new(columns: usize, quasi: usize) -> Counter {
        Counter {
            dictionaries: (0..columns).map(|_| Mutex::default()).collect(),
            shards: (0..SHARDS).map(|_| Mutex::new(Tuples::new(quasi, columns - quasi))).collect(),
            quasi,
            read: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        }
    }
}

/// One thread's part of the work: a private copy of each dictionary, so that the shared one is asked once per value.
struct Worker<'a> {
    counter: &'a Counter,
    study: &'a Study,
    known: Vec<HashMap<Arc<str>, u32>>,
    /// The codes of a batch, row by row.
    codes: Vec<u32>,
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
    fn new(counter: &'a Counter, study: &'a Study) -> Worker<'a> {
        Worker {
            counter,
            study,
            known: (0..counter.dictionaries.len()).map(|_| HashMap::new()).collect(),
            codes: Vec::new(),
            waiting: vec![Waiting::default(); SHARDS],
        }
    }

    fn count(&mut self, batch: &Batch) -> Result<()> {
        let (width, quasi) = (self.known.len(), self.counter.quasi);
        self.codes.clear();
        self.codes.resize(batch.rows() * width, UNKNOWN);
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
        let mut dropped = 0;
        for codes in self.codes.chunks_exact(width) {
            if codes.contains(&DROP) {
                dropped += 1;
                continue;
            }
            let hash = hash_of(&codes[..quasi]);
            // The table inside a shard uses the hash's lowest and highest bits.
            let shard = (hash >> 40) as usize % SHARDS;
            let waiting = &mut self.waiting[shard];
            waiting.codes.extend_from_slice(codes);
            waiting.hashes.push(hash);
            if waiting.hashes.len() >= TOGETHER {
                waiting.enter(&mut lock(&self.counter.shards[shard]), width, quasi);
            }
        }
        self.counter.read.fetch_add(batch.rows() as u64, Ordering::Relaxed);
        self.counter.dropped.fetch_add(dropped, Ordering::Relaxed);
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
        let is_missing = |value: &str| self.study.data.is_missing(value);
        let drop = self.study.data.missing_rule == MissingRule::Drop;
        let missing = is_missing(value);
        let (code, value) = if missing && drop {
            (DROP, value.into())
        } else if drop && (0..self.known.len()).any(|other| is_missing(batch.value(other, row))) {
            return UNKNOWN;
        } else {
            let seen = (batch.file, batch.lines[row]);
            let (code, shared) = lock(&self.counter.dictionaries[column]).code(value, missing, seen);
            (code, if missing { value.into() } else { shared })
        };
        self.known[column].insert(value, code);
        code
    }
}

impl Waiting {
    fn enter(&mut self, shard: &mut Tuples, width: usize, quasi: usize) {
        for (codes, hash) in self.codes.chunks_exact(width).zip(&self.hashes) {
            let (tuple, tracked) = codes.split_at(quasi);
            shard.add(tuple, *hash, tracked);
        }
        self.codes.clear();
        self.hashes.clear();
    }
}

/// A thread that has read its last batch hands over what still waits.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        for (waiting, shard) in self.waiting.iter_mut().zip(&self.counter.shards) {
            waiting.enter(&mut lock(shard), self.known.len(), self.counter.quasi);
        }
    }
}
