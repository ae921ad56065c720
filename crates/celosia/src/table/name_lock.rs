//! One writer for a name: whoever comes second while the first still writes is told so.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::destination::{Destination, folder_of};
use super::partial::Listed;
use super::sweep::same;
use crate::error::{Error, Result};

/// How names of locks begin; the name of what is written follows.
pub const LOCK: &str = ".celosia-lock-";

/// The right to write a name and what stands beside it. An empty file beside the name carries the lock; the system takes
/// the lock back from a process that ends, whatever ended it.
pub struct NameLock {
    path: PathBuf,
    _file: File,
    _listed: Listed,
}

impl NameLock {
    /// Takes the name for this process, or says that someone has it.
    pub fn take(output: &Path) -> Result<NameLock> {
        let target = match Destination::of(output)? {
            Destination::File(target) => target,
            Destination::Stream(_) | Destination::Standard => output.to_path_buf(),
        };
        let mut name = std::ffi::OsString::from(LOCK);
        name.push(target.file_name().unwrap_or_default());
        let path = folder_of(&target).join(name);
        loop {
            let file = open(&path).map_err(Error::io("write to the folder", folder_of(&target)))?;
            match file.try_lock() {
                // Where a file system has no locks, nobody is kept out.
                Ok(()) | Err(TryLockError::Error(_)) => {}
                Err(TryLockError::WouldBlock) => {
                    let hint = "wait until it is through, or choose another name with -o";
                    return Err(Error::output(output.display().to_string(), "another run is just writing it", hint));
                }
            }
            // Whoever had the lock removes the file before the lock goes: then this one is nobody's, and the next is tried.
            let opened = file.metadata().map_err(Error::io("write", output))?;
            if path.symlink_metadata().is_ok_and(|now| same(&now, &opened)) {
                let _listed = Listed::of(&path);
                return Ok(NameLock { path, _file: file, _listed });
            }
        }
    }
}

impl Drop for NameLock {
    /// The name goes while the lock is still held.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_refused_until_the_first_is_through() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out.csv");
        // As a killed run leaves it.
        std::fs::write(folder.path().join(".celosia-lock-out.csv"), "").unwrap();
        let first = NameLock::take(&output).unwrap();
        assert!(NameLock::take(&output).is_err_and(|e| e.to_string().contains("another run is just writing it")));
        assert!(NameLock::take(&folder.path().join("other.csv")).is_ok());
        drop(first);
        drop(NameLock::take(&output).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
