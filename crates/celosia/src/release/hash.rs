//! SHA-256 of files, and a salted one: a plain hash of the input would let anyone test a guess of the original table.

use std::io::Read;
use std::path::{Path, PathBuf};

use rand::Rng;
use sha2::{Digest, Sha256};

use super::Source;
use super::shuffle::generator;
use crate::error::{Error, Result};
use crate::frequency::Frequency;
use crate::input::Input;

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

/// The same for rows that this machine has not seen: SHA-256 of the salt and of the frequency table, value by value.
pub fn salted_counts(salt: &str, source: &Source, frequency: &Frequency) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("{salt}\n"));
    for (column, domain) in frequency.columns.iter().zip(&source.domains) {
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
