//! Counting: rows become codes, codes are counted in one hash table that all threads share in shards.

use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use rayon::prelude::*;

use super::{Attribute, Counted, Frequency, Histograms, Tracked};
use crate::error::{Error, Place, Result};
use crate::study::{Column, Kind, MissingRule, Role, Study};
use crate::table::{Batch, Domain, Table, compare, fits, infer, lock, number};
use crate::watch::Watch;

/// Shards of the hash table: enough that threads seldom wait for one another.
const SHARDS: usize = 64;
/// Code of a value whose rows are dropped.
const DROP: u32 = u32::MAX;

/// Counts a table for a study: one pass, all cores, memory for the frequency table and a few batches per thread.
pub fn count(table: &Table, study: &Study, threads: usize, watch: &dyn Watch) -> Result<Counted> {
    for column in &study.columns {
        table.column(&column.name, &format!("study {}", study.name))?;
    }
    let roles = [Role::QuasiIdentifier, Role::Sensitive, Role::Class];
    let columns: Vec<&Column> = roles.iter().flat_map(|role| study.with_role(*role)).collect();
    let positions: Vec<usize> = columns.iter().map(|c| table.column(&c.name, &study.name)).collect::<Result<_>>()?;
    let quasi = study.with_role(Role::QuasiIdentifier).count();

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
        let dictionary = dictionary.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (domain, rank) = dictionary.ordered(column, &paths)?;
        domains.push(domain);
        ranks.push(rank);
    }
    let shards: Vec<Shard> =
        counter.shards.into_iter().map(|s| s.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)).collect();
    let tracked_domains = domains.split_off(quasi);
    let tracked_ranks = ranks.split_off(quasi);
    let sensitive = study.with_role(Role::Sensitive).count();
    let mut frequency = assemble(&shards, &ranks, &tracked_ranks, sensitive);
    for ((attribute, column), domain) in frequency.attributes.iter_mut().zip(&columns).zip(&domains) {
        attribute.weight = column.weight;
        attribute.numbers = domain.numbers();
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
    let place = Place::file(table.paths().next().unwrap_or(std::path::Path::new("")));
    if read == 0 {
        let hint = "a table needs at least one row below its header".into();
        return Err(Error::Table { place, what: "there is a header but no row".into(), hint });
    }
    if read == dropped {
        let what = format!("each of the {read} rows has a missing value in a column that counts");
        let hint = "set missing.rows = \"keep\" to treat missing as a value of its own".into();
        return Err(Error::Table { place, what, hint });
    }
    Ok(())
}

/// What all threads share.
struct Counter {
    dictionaries: Vec<Mutex<Dictionary>>,
    shards: Vec<Mutex<Shard>>,
    hasher: DefaultHashBuilder,
    quasi: usize,
    read: AtomicU64,
    dropped: AtomicU64,
}

impl Counter {
    fn new(columns: usize, quasi: usize) -> Counter {
        Counter {
            dictionaries: (0..columns).map(|_| Mutex::default()).collect(),
            shards: (0..SHARDS).map(|_| Mutex::new(Shard::new(columns - quasi))).collect(),
            hasher: DefaultHashBuilder::default(),
            quasi,
            read: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
        }
    }
}

/// A column's values in the order in which they turned up; which thread came first decides the code, so codes are
/// replaced by ranks before anyone sees them.
#[derive(Default)]
struct Dictionary {
    codes: HashMap<Box<str>, u32>,
    values: Vec<Box<str>>,
    seen: Vec<(usize, u64)>,
    missing: Option<u32>,
}

impl Dictionary {
    fn code(&mut self, value: &str, missing: bool, seen: (usize, u64)) -> u32 {
        // All spellings of missing are one value.
        let known = if missing { self.missing } else { self.codes.get(value).copied() };
        if let Some(code) = known {
            let first = &mut self.seen[code as usize];
            *first = (*first).min(seen);
            return code;
        }
        let code = self.values.len() as u32;
        self.values.push(value.into());
        self.seen.push(seen);
        if missing {
            self.missing = Some(code);
        } else {
            self.codes.insert(value.into(), code);
        }
        code
    }

    /// The domain in the order of the column's type, and the rank of each code.
    fn ordered(self, column: &Column, paths: &[std::path::PathBuf]) -> Result<(Domain, Vec<u32>)> {
        let real: Vec<&str> =
            (0..self.values.len()).filter(|&c| self.missing != Some(c as u32)).map(|c| &*self.values[c]).collect();
        let kind = column.kind.unwrap_or_else(|| infer(&real));
        let place = |code: usize| {
            let (file, line) = self.seen[code];
            Place { file, line, path: paths.get(file).cloned().unwrap_or_default() }
        };
        if !fits(kind, &real) {
            let wrong = (0..self.values.len())
                .filter(|&c| self.missing != Some(c as u32) && number(kind, &self.values[c]).is_none())
                .min_by_key(|&c| self.seen[c]);
            if let Some(code) = wrong {
                return Err(Error::Table {
                    place: place(code),
                    what: format!(
                        "\"{}\" in column \"{}\" is not of type {}",
                        self.values[code],
                        column.name,
                        kind.name()
                    ),
                    hint: "correct the value, list it as missing, or change the column's type".into(),
                });
            }
        }
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by(|&a, &b| {
            let last = |c: usize| self.missing == Some(c as u32);
            let by_type = if kind == Kind::String {
                self.values[a].cmp(&self.values[b])
            } else {
                compare(kind, &self.values[a], &self.values[b])
            };
            last(a).cmp(&last(b)).then(by_type)
        });
        let mut rank = vec![0; order.len()];
        for (r, code) in order.iter().enumerate() {
            rank[*code] = r as u32;
        }
        let domain = Domain {
            column: column.name.clone(),
            kind,
            values: order.iter().map(|&c| self.values[c].to_string()).collect(),
            seen: order.iter().map(|&c| place(c)).collect(),
            missing: self.missing.map(|c| rank[c as usize]),
        };
        Ok((domain, rank))
    }
}

/// A part of the hash table: distinct tuples, their rows, and per tracked attribute the rows per tuple and value.
struct Shard {
    index: HashTable<u32>,
    tuples: Vec<u32>,
    counts: Vec<u64>,
    tracked: Vec<HashMap<(u32, u32), u64>>,
}

impl Shard {
    fn new(tracked: usize) -> Shard {
        Shard {
            index: HashTable::new(),
            tuples: Vec::new(),
            counts: Vec::new(),
            tracked: (0..tracked).map(|_| HashMap::new()).collect(),
        }
    }
}

/// One thread's part of the work: a private copy of each dictionary, so that the shared one is asked once per value.
struct Worker<'a> {
    counter: &'a Counter,
    study: &'a Study,
    known: Vec<HashMap<Box<str>, u32>>,
    codes: Vec<u32>,
    hashes: Vec<u64>,
    by_shard: Vec<Vec<u32>>,
}

impl<'a> Worker<'a> {
    fn new(counter: &'a Counter, study: &'a Study) -> Worker<'a> {
        Worker {
            counter,
            study,
            known: (0..counter.dictionaries.len()).map(|_| HashMap::new()).collect(),
            codes: Vec::new(),
            hashes: Vec::new(),
            by_shard: vec![Vec::new(); SHARDS],
        }
    }

    fn count(&mut self, batch: &Batch) -> Result<()> {
        let width = self.known.len();
        self.codes.clear();
        self.codes.resize(batch.rows() * width, 0);
        for column in 0..width {
            for row in 0..batch.rows() {
                self.codes[row * width + column] = self.code(column, batch, row);
            }
        }
        let quasi = self.counter.quasi;
        let mut dropped = 0;
        self.hashes.clear();
        for row in 0..batch.rows() {
            let codes = &self.codes[row * width..(row + 1) * width];
            let hash = self.counter.hasher.hash_one(&codes[..quasi]);
            self.hashes.push(hash);
            if codes.contains(&DROP) {
                dropped += 1;
            } else {
                // The table inside a shard uses the hash's other bits.
                self.by_shard[(hash >> 24) as usize % SHARDS].push(row as u32);
            }
        }
        for (shard, rows) in self.counter.shards.iter().zip(&mut self.by_shard) {
            if !rows.is_empty() {
                insert(&mut lock(shard), rows, &self.codes, &self.hashes, width, quasi, &self.counter.hasher);
                rows.clear();
            }
        }
        self.counter.read.fetch_add(batch.rows() as u64, Ordering::Relaxed);
        self.counter.dropped.fetch_add(dropped, Ordering::Relaxed);
        Ok(())
    }

    fn code(&mut self, column: usize, batch: &Batch, row: usize) -> u32 {
        let value = batch.value(column, row);
        if let Some(code) = self.known[column].get(value) {
            return *code;
        }
        let missing = self.study.data.missing.iter().any(|m| m == value.trim());
        let code = if missing && self.study.data.missing_rule == MissingRule::Drop {
            DROP
        } else {
            let seen = (batch.file, batch.lines[row]);
            lock(&self.counter.dictionaries[column]).code(value, missing, seen)
        };
        self.known[column].insert(value.into(), code);
        code
    }
}

fn insert(
    shard: &mut Shard,
    rows: &[u32],
    codes: &[u32],
    hashes: &[u64],
    width: usize,
    quasi: usize,
    hasher: &DefaultHashBuilder,
) {
    let Shard { index, tuples, counts, tracked } = shard;
    for &row in rows {
        let row = row as usize;
        let tuple = &codes[row * width..row * width + quasi];
        let at = |i: u32| i as usize * quasi..(i as usize + 1) * quasi;
        let found = index.find(hashes[row], |&i| tuples[at(i)] == *tuple).copied();
        let id = found.unwrap_or_else(|| {
            let id = counts.len() as u32;
            tuples.extend_from_slice(tuple);
            counts.push(0);
            index.insert_unique(hashes[row], id, |&i| hasher.hash_one(&tuples[at(i)]));
            id
        });
        counts[id as usize] += 1;
        for (tracked, code) in tracked.iter_mut().zip(&codes[row * width + quasi..(row + 1) * width]) {
            *tracked.entry((id, *code)).or_insert(0) += 1;
        }
    }
}

/// Puts the shards together, codes replaced by ranks and tuples sorted: the same table whatever the threads did.
fn assemble(shards: &[Shard], ranks: &[Vec<u32>], tracked_ranks: &[Vec<u32>], sensitive: usize) -> Frequency {
    let quasi = ranks.len();
    let distinct: usize = shards.iter().map(|s| s.counts.len()).sum();
    let mut tuples: Vec<u32> = Vec::with_capacity(distinct * quasi);
    let mut counts: Vec<u64> = Vec::with_capacity(distinct);
    for shard in shards {
        tuples.extend(shard.tuples.chunks_exact(quasi).flat_map(|t| t.iter().zip(ranks).map(|(c, r)| r[*c as usize])));
        counts.extend(&shard.counts);
    }
    let mut order: Vec<u32> = (0..distinct as u32).collect();
    let tuple = |i: u32| &tuples[i as usize * quasi..(i as usize + 1) * quasi];
    order.par_sort_unstable_by(|&a, &b| tuple(a).cmp(tuple(b)));
    let mut position = vec![0u32; distinct];
    for (at, &i) in order.iter().enumerate() {
        position[i as usize] = at as u32;
    }

    let columns: Vec<Vec<u32>> = (0..quasi).map(|a| order.iter().map(|&i| tuple(i)[a]).collect()).collect();
    let counts: Vec<u64> = order.iter().map(|&i| counts[i as usize]).collect();
    let attributes = columns.iter().zip(ranks).map(|(column, rank)| {
        let mut of_value = vec![0; rank.len()];
        column.iter().zip(&counts).for_each(|(value, rows)| of_value[*value as usize] += rows);
        Attribute { weight: 1.0, counts: of_value, numbers: None }
    });
    let attributes = attributes.collect();
    let mut tracked: Vec<Tracked> =
        (0..tracked_ranks.len()).map(|t| histograms(shards, t, &position, &tracked_ranks[t])).collect();
    let label = (tracked.len() > sensitive).then(|| tracked.remove(sensitive));
    Frequency { rows: counts.iter().sum(), attributes, columns, counts, sensitive: tracked, label }
}

fn histograms(shards: &[Shard], attribute: usize, position: &[u32], rank: &[u32]) -> Tracked {
    let mut entries: Vec<(u32, u32, u64)> = Vec::new();
    let mut before = 0;
    for shard in shards {
        let of_shard = &shard.tracked[attribute];
        entries.extend(of_shard.iter().map(|(&(id, c), &n)| (position[before + id as usize], rank[c as usize], n)));
        before += shard.counts.len();
    }
    entries.par_sort_unstable();
    let mut totals = vec![0; rank.len()];
    let mut starts = vec![0; position.len() + 1];
    for (tuple, value, rows) in &entries {
        totals[*value as usize] += rows;
        starts[*tuple as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let histograms = Histograms {
        starts,
        values: entries.iter().map(|e| e.1).collect(),
        counts: entries.iter().map(|e| e.2).collect(),
    };
    Tracked { totals, histograms }
}
