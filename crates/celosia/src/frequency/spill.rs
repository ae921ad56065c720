//! A shard of the hash table that goes to the disk when it takes more than its share of the memory: as a run of tuples
//! sorted by their codes. Runs hold codes and counts, never values.
//!
//! Hashing spreads tuples evenly, so each shard's share is the same. At the end runs are merged twice, to learn how
//! many tuples each first value has and to place them, so that beside the frequency table only one shard is in memory.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::ops::Range;

use super::merge::{Run, merge};
use super::tuples::{Counts, Tuples};
use crate::error::Result;
use crate::table::{no_room, temporary};

/// Bytes for the runs that are read together.
const TOGETHER: usize = 1 << 22;
/// A share smaller than this would make more runs than can be merged.
const LEAST_SHARE: u64 = 1 << 12;

/// Distinct tuples in memory, and those that had to go.
pub struct Shard {
    /// Tuples in memory; the same tuple may lie on the disk, with other rows.
    pub tuples: Tuples,
    attributes: usize,
    tracked: usize,
    /// The most bytes in memory.
    share: u64,
    disk: Option<Disk>,
}

/// A temporary file, and where in it each run lies.
struct Disk {
    file: File,
    runs: Vec<Range<u64>>,
}

impl Shard {
    /// No tuple yet.
    pub fn new(attributes: usize, tracked: usize, share: u64) -> Shard {
        let tuples = Tuples::new(attributes, tracked);
        Shard { tuples, attributes, tracked, share: share.max(LEAST_SHARE), disk: None }
    }

    /// Writes the tuples out where they take more than their share.
    pub fn spill_if_large(&mut self) -> Result<()> {
        if self.tuples.bytes() <= self.share { Ok(()) } else { self.spill() }
    }

    #[cold]
    fn spill(&mut self) -> Result<()> {
        let counted = std::mem::replace(&mut self.tuples, Tuples::new(self.attributes, self.tracked)).counted();
        let disk = match &mut self.disk {
            Some(disk) => disk,
            none => none.insert(Disk { file: temporary()?, runs: Vec::new() }),
        };
        let start = disk.file.stream_position().map_err(no_room)?;
        let mut out = BufWriter::with_capacity(1 << 16, &disk.file);
        write(&counted, self.attributes, &mut out).and_then(|()| out.flush()).map_err(no_room)?;
        drop(out);
        let end = disk.file.stream_position().map_err(no_room)?;
        disk.runs.push(start..end);
        Ok(())
    }

    /// No row comes any more: where tuples lie on the disk, all of them do.
    pub fn finish(&mut self) -> Result<()> {
        if self.disk.is_some() { self.spill() } else { Ok(()) }
    }

    /// The code of each distinct tuple's first attribute.
    pub fn first_codes(&self, mut see: impl FnMut(u32)) -> Result<()> {
        match &self.disk {
            None => self.tuples.first_codes().for_each(&mut see),
            Some(disk) => {
                return merge(self.runs(disk), self.attributes, self.tracked, |tuple, _, _| see(tuple[0]))
                    .map_err(no_room);
            }
        }
        Ok(())
    }

    /// What was counted, from memory and disk.
    pub fn counted(self) -> Result<Counts> {
        let Some(disk) = &self.disk else { return Ok(self.tuples.counted()) };
        let mut all = Counts { tracked: vec![Vec::new(); self.tracked], ..Counts::default() };
        let merged = merge(self.runs(disk), self.attributes, self.tracked, |tuple, rows, histograms| {
            let id = all.rows.len() as u32;
            all.codes.extend_from_slice(tuple);
            all.rows.push(rows);
            for (into, histogram) in all.tracked.iter_mut().zip(histograms) {
                into.extend(histogram.iter().map(|(value, rows)| (id, *value, *rows)));
            }
        });
        merged.map(|()| all).map_err(no_room)
    }

    fn runs<'d>(&self, disk: &'d Disk) -> Vec<Run<'d>> {
        let buffer = (TOGETHER / disk.runs.len().max(1)).clamp(1 << 12, 1 << 16);
        disk.runs.iter().map(|run| Run::new(&disk.file, run.clone(), buffer)).collect()
    }
}

/// Writes tuples in the order of their codes: codes, rows, and for each tracked attribute its values with their rows.
fn write(counted: &Counts, attributes: usize, out: &mut impl Write) -> std::io::Result<()> {
    let tuple = |id: u32| &counted.codes[id as usize * attributes..][..attributes];
    let mut order: Vec<u32> = (0..counted.rows.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| tuple(a).cmp(tuple(b)));
    for id in order {
        for code in tuple(id) {
            out.write_all(&code.to_le_bytes())?;
        }
        out.write_all(&counted.rows[id as usize].to_le_bytes())?;
        for entries in &counted.tracked {
            let from = entries.partition_point(|entry| entry.0 < id);
            let values = entries[from..].iter().take_while(|entry| entry.0 == id);
            out.write_all(&(values.clone().count() as u32).to_le_bytes())?;
            for (_, value, rows) in values {
                out.write_all(&value.to_le_bytes())?;
                out.write_all(&rows.to_le_bytes())?;
            }
        }
    }
    Ok(())
}
