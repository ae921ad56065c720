//! SHA-256 of files, and a salted one: a plain hash of the input would let anyone test a guess of the original table.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rand::Rng;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::shuffle::generator;
use crate::error::{Error, Result};
use crate::frequency::Frequency;
use crate::input::Input;
use crate::open::{Quasi, Source};
use crate::table::{Batch, MEMORY, Table, lock, unlocked};
use crate::watch::Watch;

/// SHA-256 of a file, in hexadecimal.
pub fn of_file(path: &Path) -> Result<String> {
    of_bytes(std::fs::File::open(path).map_err(Error::io("read", path))?, path)
}

fn of_bytes(mut file: impl Read, path: &Path) -> Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(Error::io("read", path))? {
            0 => return Ok(hex(&hasher.finalize())),
            n => hasher.update(&buffer[..n]),
        }
    }
}

/// A fresh salt: 32 random bytes in hexadecimal.
pub fn salt() -> Result<String> {
    let mut salt = [0u8; 32];
    generator()?.fill_bytes(&mut salt);
    Ok(hex(&salt))
}

/// SHA-256 of the salt followed by the files' SHA-256, all in hexadecimal and each ended by a newline, so that
/// `sha256sum` can repeat it.
pub fn salted<'i>(salt: &str, inputs: impl Iterator<Item = &'i Input>) -> Result<String> {
    let mut text = format!("{salt}\n");
    for input in inputs {
        text += &of_bytes(input.reader()?, input.path())?;
        text.push('\n');
    }
    Ok(hex(&Sha256::digest(text.as_bytes())))
}

/// What the rows of a table in memory are hashed as: a header and the values of all columns, row by row, as CSV with commas,
/// quotes where they are needed and a line feed behind each line. `sha256sum` of such a file repeats it.
pub const ROWS: &str = "the rows as CSV";

/// SHA-256 of the rows of a table, as [`ROWS`] says.
pub fn of_rows(table: &Table, watch: &dyn Watch) -> Result<String> {
    let unwritten = |e: csv::Error| Error::io("hash", MEMORY)(std::io::Error::other(e));
    let mut header = csv::Writer::from_writer(Hashing(Sha256::new()));
    header.write_record(&table.columns).map_err(unwritten)?;
    let writer = Mutex::new(header);
    let all: Vec<usize> = (0..table.columns.len()).collect();
    // One thread: rows come in order.
    table.scan(&all, 1, watch, || {
        |batch: &Batch| {
            let mut writer = lock(&writer);
            let mut write = |row| writer.write_record(all.iter().map(|column| batch.value(*column, row)));
            (0..batch.rows()).try_for_each(|row| write(row).map_err(unwritten))
        }
    })?;
    let Hashing(hasher) = unlocked(writer).into_inner().map_err(|e| Error::io("hash", MEMORY)(e.into_error()))?;
    Ok(hex(&hasher.finalize()))
}

struct Hashing(Sha256);

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What a record says of the rows that a release came from: of files their salted hash, of a table in memory that of its
/// rows.
pub fn of_input(salt: &str, table: &Table, watch: &dyn Watch) -> Result<Value> {
    if !table.is_in_memory() {
        return Ok(json!({ "salted_sha256": salted(salt, table.inputs())? }));
    }
    let text = format!("{salt}\n{}\n", of_rows(&table.untreated(), watch)?);
    Ok(json!({ "salted_sha256": hex(&Sha256::digest(text.as_bytes())), "of": ROWS }))
}

/// The hash of rows that this machine has not seen: SHA-256 of the salt and of the frequency table, value by value.
pub fn salted_counts(salt: &str, source: &Source, frequency: &Frequency) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("{salt}\n"));
    for (column, Quasi { domain, .. }) in frequency.columns.iter().zip(source.quasi()) {
        hasher.update(format!("{}\n", domain.column));
        column.iter().for_each(|code| hasher.update(format!("{}\n", domain.values[*code as usize])));
    }
    frequency.counts.iter().for_each(|rows| hasher.update(format!("{rows}\n")));
    hex(&hasher.finalize())
}

/// SHA-256 of the SHA-256 of each file of a folder, in hexadecimal, in the order of their names, each ended by a newline.
pub fn of_folder(folder: &Path) -> Result<String> {
    let entries = std::fs::read_dir(folder).map_err(Error::io("list", folder))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()).collect();
    files.retain(|path| {
        path.is_file() && !path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(['.', '_']))
    });
    files.sort();
    let mut text = String::new();
    for file in files {
        text += &of_file(&file)?;
        text.push('\n');
    }
    Ok(hex(&Sha256::digest(text.as_bytes())))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn salted_hash_is_what_sha256sum_says() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "abc").unwrap();
        // printf abc | sha256sum
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_file(file.path()).unwrap(), abc);
        let input = Input::open(file.path(), &crate::watch::Silent).unwrap();
        let by_hand = hex(&Sha256::digest(format!("00ff\n{abc}\n").as_bytes()));
        assert_eq!(salted("00ff", [input].iter()).unwrap(), by_hand);
        assert_ne!(salt().unwrap(), salt().unwrap());
    }
}
