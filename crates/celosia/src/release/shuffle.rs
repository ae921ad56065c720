//! Shuffling rows with a seed from the operating system that nobody learns: a published seed would undo the shuffle.
//!
//! The order of a source table can tell who is who, as names in a list do. Each row falls into a bucket drawn at random, and each
//! bucket is shuffled by itself, whichever threads do it: every order of all rows is then as likely as any other (Rao 1961,
//! Sandelius 1962). A bucket is held in memory, and what is more in a temporary file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng, TryRng, rngs::SysRng};

use super::rows::{Rows, read_number, write_number};
use crate::error::{Error, Result};
use crate::table::{lock, no_room, temporary};

/// So many that one of ten million rows fits into the caches of a core, and so few that their files may all be open at once.
const BUCKETS: usize = 256;
/// Rows go into a bucket in blocks of so many bytes, where there is memory for them.
const BLOCK: u64 = 1 << 14;

/// Rows that wait until all are known.
pub struct Shuffle {
    buckets: Vec<Mutex<Bucket>>,
    rows: AtomicU64,
    /// Bytes that are held, and the most.
    held: AtomicU64,
    memory: u64,
    block: usize,
}

/// Rows end to end, each behind its length.
#[derive(Default)]
struct Bucket {
    blocks: Vec<Vec<u8>>,
    file: Option<File>,
}

/// One thread's way into the buckets: what is not a block yet.
pub struct Scatter<'s> {
    shuffle: &'s Shuffle,
    open: Vec<Vec<u8>>,
    rows: u64,
    random: StdRng,
}

impl Shuffle {
    /// Holds rows in `memory` bytes, and what is more on the disk.
    pub fn new(memory: u64) -> Shuffle {
        Shuffle {
            buckets: (0..BUCKETS).map(|_| Mutex::default()).collect(),
            rows: AtomicU64::new(0),
            held: AtomicU64::new(0),
            // The rest is for what is read back and written.
            memory: memory / 2,
            block: (memory / (16 * BUCKETS as u64)).clamp(1, BLOCK) as usize,
        }
    }

    /// A way in. What it holds is in the buckets when it is dropped.
    pub fn scatter(&self) -> Result<Scatter<'_>> {
        Ok(Scatter { shuffle: self, open: vec![Vec::new(); BUCKETS], rows: 0, random: generator()? })
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Hands on the rows of a bucket in random order, once; all buckets in their order are all rows in random order.
    pub fn bucket(&self, number: usize, random: &mut StdRng, row: &mut impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let Bucket { mut blocks, file } = std::mem::take(&mut *lock(&self.buckets[number]));
        if let Some(mut file) = file {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(no_room)?;
            blocks.push(bytes);
        }
        let mut rows = Vec::new();
        for block in &blocks {
            let mut left = block.as_slice();
            while !left.is_empty() {
                let length = read_number(&mut left) as usize;
                let (one, rest) = left.split_at(length.min(left.len()));
                rows.push(one);
                left = rest;
            }
        }
        rows.shuffle(random);
        rows.into_iter().try_for_each(row)
    }

    /// Hands on all rows in random order.
    pub fn shuffled(&self, mut row: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let mut random = generator()?;
        (0..self.buckets()).try_for_each(|number| self.bucket(number, &mut random, &mut row))
    }

    /// Takes a block into a bucket; where too much is held, the bucket goes to its file.
    fn take(&self, number: usize, block: Vec<u8>) -> Result<()> {
        let held = block.capacity() as u64;
        let mut bucket = lock(&self.buckets[number]);
        bucket.blocks.push(block);
        if self.held.fetch_add(held, Ordering::Relaxed) + held <= self.memory {
            return Ok(());
        }
        let Bucket { blocks, file } = &mut *bucket;
        let file = match file {
            Some(file) => file,
            None => file.insert(temporary()?),
        };
        for block in blocks.drain(..) {
            file.write_all(&block).map_err(no_room)?;
            self.held.fetch_sub(block.capacity() as u64, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Scatter<'_> {
    /// Adds rows.
    pub fn add(&mut self, rows: &Rows) -> Result<()> {
        let Scatter { shuffle, open, random, .. } = self;
        for row in rows.iter() {
            let number = random.random_range(0..BUCKETS);
            let block = &mut open[number];
            // With the most that a length takes.
            if !block.is_empty() && block.len() + row.len() + 10 > shuffle.block {
                shuffle.take(number, std::mem::replace(block, Vec::with_capacity(shuffle.block)))?;
            }
            write_number(block, row.len() as u64);
            block.extend_from_slice(row);
        }
        self.rows += rows.len() as u64;
        Ok(())
    }
}

/// What is left goes where no error can come from.
impl Drop for Scatter<'_> {
    fn drop(&mut self) {
        self.shuffle.rows.fetch_add(self.rows, Ordering::Relaxed);
        for (bucket, block) in self.shuffle.buckets.iter().zip(&mut self.open) {
            if !block.is_empty() {
                lock(bucket).blocks.push(std::mem::take(block));
            }
        }
    }
}

/// A cryptographic generator with a seed from the operating system.
pub fn generator() -> Result<StdRng> {
    let mut seed = <StdRng as SeedableRng>::Seed::default();
    SysRng
        .try_fill_bytes(&mut seed)
        .map_err(|e| Error::machine("random numbers", format!("the operating system gives none: {e}"), "try again"))?;
    Ok(StdRng::from_seed(seed))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The order of rows that `threads` ways bring in.
    fn order(rows: u32, memory: u64, ways: usize) -> Vec<Vec<u8>> {
        let shuffle = Shuffle::new(memory);
        let mut ways: Vec<Scatter> = (0..ways).map(|_| shuffle.scatter().unwrap()).collect();
        for number in 0..rows {
            let mut one = Rows::default();
            one.push_number(number);
            one.end();
            let at = number as usize % ways.len();
            ways[at].add(&one).unwrap();
        }
        drop(ways);
        assert_eq!(shuffle.rows(), u64::from(rows));
        let mut order = Vec::new();
        let taken = shuffle.shuffled(|row| {
            order.push(row.to_vec());
            Ok(())
        });
        taken.unwrap();
        order
    }

    #[test]
    fn all_rows_come_once_from_memory_and_from_disk() {
        for memory in [1, 1_000_000] {
            let (one, two) = (order(5000, memory, 1), order(5000, memory, 2));
            assert_ne!(one, two);
            let sorted = |mut rows: Vec<Vec<u8>>| {
                rows.sort();
                rows
            };
            let rows = sorted(one);
            assert_eq!(rows, sorted(two));
            assert!(rows.len() == 5000 && rows.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }

    #[test]
    fn what_is_too_much_is_on_the_disk() {
        for (memory, on_disk) in [(1, true), (1 << 30, false)] {
            let shuffle = Shuffle::new(memory);
            let mut rows = Rows::default();
            for number in 0..20_000 {
                rows.push_number(number);
                rows.end();
            }
            shuffle.scatter().unwrap().add(&rows).unwrap();
            let files = shuffle.buckets.iter().filter(|bucket| lock(bucket).file.is_some()).count();
            assert_eq!(files, if on_disk { BUCKETS } else { 0 });
            assert!(shuffle.held.load(Ordering::Relaxed) <= shuffle.memory);
        }
    }

    #[test]
    fn every_order_is_as_likely_whoever_brings_the_rows() {
        for (memory, ways) in [(1, 1), (1_000_000, 1), (1_000_000, 2)] {
            let mut orders = BTreeMap::new();
            for _ in 0..1200 {
                *orders.entry(order(4, memory, ways)).or_insert(0) += 1;
            }
            // 24 orders, each about 50 times; 44 is more than six standard deviations.
            assert_eq!(orders.len(), 24);
            assert!(orders.values().all(|times| (50i32 - times).abs() < 44), "{orders:?}");
        }
    }

    #[test]
    fn rows_of_one_bucket_come_in_every_order_too() {
        // 1024 rows in 256 buckets: the first of all is the first of its bucket, and any row may be that.
        let mut first = [0; 4];
        for _ in 0..400 {
            let row = order(1024, 1 << 20, 2).swap_remove(0);
            let number = read_number(&mut row.as_slice()) - 1;
            first[(number / 256) as usize] += 1;
        }
        // Each a hundred times; 55 is more than six standard deviations.
        assert!(first.iter().all(|times| (100i32 - times).abs() < 55), "{first:?}");
    }
}
