//! The most rows of one person: who has more is taken into the study with so many, which a secret draws. Whoever scans the table
//! sees these rows and no others, so counting, releasing and checking mean the same rows.
//!
//! Of a person's rows those stay that are lowest by a keyed hash (SHA-256 under a secret of 32 random bytes) of where they stand in
//! the table. What rows hold has no part in it, nor what any other row holds: so which rows stay tells nothing of those that went
//! but that there were some, and without the secret nobody can say which rows of a table would have stayed. The same secret draws
//! the same rows of the same table, on any number of threads.

use std::collections::HashSet;
use std::sync::Mutex;

use hashbrown::HashMap;
use sha2::{Digest, Sha256};

use super::batch::Batch;
use super::{Table, lock, unlocked};
use crate::error::Result;
use crate::study::{Secret, Study};
use crate::watch::Watch;

/// Rows that are not taken: file and line.
pub(super) type LeftOut = HashSet<(usize, u64)>;

/// Where a row stands, after what the secret makes of it.
type Drawn = ([u8; 16], usize, u64);

impl Table {
    /// The table with at most so many rows of each person as a study takes.
    pub(crate) fn capped(mut self, study: &Study, watch: &dyn Watch) -> Result<Table> {
        let said = study.person().and_then(|column| Some((column, column.rows_per_person?)));
        let Some((column, most)) = said else { return Ok(self) };
        let secret = match &study.secret {
            Some(secret) => secret.clone(),
            None => Secret::fresh()?,
        };
        let position = self.column(&column.name, &study.place)?;
        let missing = study.missing(column);
        let rows_of: Mutex<HashMap<String, Vec<Drawn>>> = Mutex::default();
        self.scan(&[position], study.search.threads, watch, || {
            let (rows_of, secret, missing) = (&rows_of, &secret, &missing);
            move |batch: &Batch| {
                // Hashed before the lock is taken.
                let drawn: Vec<Drawn> =
                    batch.lines.iter().map(|line| (hash(secret, batch.file, *line), batch.file, *line)).collect();
                let mut rows_of = lock(rows_of);
                for (row, drawn) in drawn.into_iter().enumerate() {
                    let person = batch.value(0, row);
                    // Whose row nobody knows goes for that.
                    if missing.is(person) {
                        continue;
                    }
                    match rows_of.get_mut(person) {
                        Some(rows) => rows.push(drawn),
                        None => drop(rows_of.insert(person.into(), vec![drawn])),
                    }
                }
                Ok(())
            }
        })?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut left_out = LeftOut::new();
        for mut rows in unlocked(rows_of).into_values().filter(|rows| rows.len() > most) {
            rows.sort_unstable();
            left_out.extend(rows[most..].iter().map(|(_, file, line)| (*file, *line)));
        }
        self.left_out = std::sync::Arc::new(left_out);
        Ok(self)
    }

    /// How many rows are not taken, because their persons have more than the study takes.
    pub fn beyond_cap(&self) -> u64 {
        self.left_out.len() as u64
    }
}

fn hash(secret: &Secret, file: usize, line: u64) -> [u8; 16] {
    let digest = Sha256::new()
        .chain_update(secret.bytes())
        .chain_update((file as u64).to_le_bytes())
        .chain_update(line.to_le_bytes())
        .finalize();
    let mut first = [0; 16];
    first.copy_from_slice(&digest[..16]);
    first
}

/// Takes the rows out that are not taken into the study.
pub(super) fn cap(left_out: &LeftOut, batch: &mut Batch) {
    if left_out.is_empty() {
        return;
    }
    let stays: Vec<bool> = batch.lines.iter().map(|line| !left_out.contains(&(batch.file, *line))).collect();
    if stays.iter().all(|stays| *stays) {
        return;
    }
    for column in &mut batch.columns {
        match &mut column.keys {
            Some(keys) => retain(keys, &stays),
            None => retain(&mut column.spans, &stays),
        }
    }
    retain(&mut batch.lines, &stays);
}

fn retain<T>(all: &mut Vec<T>, stays: &[bool]) {
    let mut stays = stays.iter();
    all.retain(|_| stays.next().copied().unwrap_or(true));
}
