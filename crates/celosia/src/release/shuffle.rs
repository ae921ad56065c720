//! Shuffling rows with a seed from the operating system that nobody learns: a published seed would undo the shuffle.
//!
//! The order of a source table can tell who is who, as names in a list do. Rows that do not fit in memory are scattered
//! over temporary files, each to a file drawn at random, and each file is shuffled by itself: every order of all rows
//! is then as likely as any other (Rao 1961, Sandelius 1962).

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng, TryRng, rngs::SysRng};

use super::rows::{Rows, read_number, write_number};
use crate::error::{Error, Result};
use crate::table::{no_room, temporary};

/// Rows that wait until all are known.
pub struct Shuffle {
    held: Rows,
    scattered: Vec<BufWriter<File>>,
    random: StdRng,
    /// How many rows will come, about.
    expected: u64,
    /// The most bytes that are held.
    memory: u64,
}

impl Shuffle {
    /// Holds rows in `memory` bytes, and what is more on the disk.
    pub fn new(expected: u64, memory: u64) -> Result<Shuffle> {
        let (held, scattered) = (Rows::default(), Vec::new());
        // Room grows by doubling.
        Ok(Shuffle { held, scattered, random: generator()?, expected, memory: memory / 2 })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: &Rows) -> Result<()> {
        if self.scattered.is_empty() {
            rows.iter().for_each(|row| self.held.push(row));
            if self.held.allocated() <= self.memory {
                return Ok(());
            }
            // A file is read back whole, beside the order of its rows: a quarter of the memory.
            let files = (4 * self.expected).div_ceil(self.held.len().max(1) as u64).clamp(2, 256);
            self.scattered = (0..files).map(|_| temporary().map(BufWriter::new)).collect::<Result<_>>()?;
            let held = std::mem::take(&mut self.held);
            return self.scatter(&held);
        }
        self.scatter(rows)
    }

    fn scatter(&mut self, rows: &Rows) -> Result<()> {
        let mut length = Vec::new();
        for row in rows.iter() {
            let file = self.random.random_range(0..self.scattered.len());
            length.clear();
            write_number(&mut length, row.len() as u64);
            let file = &mut self.scattered[file];
            file.write_all(&length).and_then(|()| file.write_all(row)).map_err(no_room)?;
        }
        Ok(())
    }

    /// Hands on all rows in random order.
    pub fn shuffled(mut self, mut row: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        for file in std::mem::take(&mut self.scattered) {
            let mut file = file.into_inner().map_err(|e| no_room(e.into_error()))?;
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(no_room)?;
            let (mut left, mut rows) = (bytes.as_slice(), Vec::new());
            while !left.is_empty() {
                let length = read_number(&mut left) as usize;
                let (one, rest) = left.split_at(length.min(left.len()));
                rows.push(one);
                left = rest;
            }
            rows.shuffle(&mut self.random);
            rows.into_iter().try_for_each(&mut row)?;
        }
        let mut order: Vec<u32> = (0..self.held.len() as u32).collect();
        order.shuffle(&mut self.random);
        order.into_iter().try_for_each(|i| row(self.held.row(i as usize)))
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

    fn order(rows: u32, memory: u64) -> Vec<Vec<u8>> {
        // Fewer rows are expected than come: the files only grow longer.
        let mut shuffle = Shuffle::new(1, memory).unwrap();
        for number in 0..rows {
            let mut one = Rows::default();
            one.push_number(number);
            one.end();
            shuffle.add(&one).unwrap();
        }
        assert_eq!(shuffle.scattered.is_empty(), memory > 1000, "on the disk, or not");
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
            let (one, two) = (order(1000, memory), order(1000, memory));
            assert_ne!(one, two);
            let sorted = |mut rows: Vec<Vec<u8>>| {
                rows.sort();
                rows
            };
            let rows = sorted(one);
            assert_eq!(rows, sorted(two));
            assert!(rows.len() == 1000 && rows.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }

    #[test]
    fn every_order_is_as_likely_on_the_disk_too() {
        for memory in [1, 1_000_000] {
            let mut orders = BTreeMap::new();
            for _ in 0..1200 {
                *orders.entry(order(4, memory)).or_insert(0) += 1;
            }
            // 24 orders, each about 50 times; 44 is more than six standard deviations.
            assert_eq!(orders.len(), 24);
            assert!(orders.values().all(|times| (50i32 - times).abs() < 44), "{orders:?}");
        }
    }
}
