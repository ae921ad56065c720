//! Removing what a killed run left: partial files, and locks of names, that nobody holds any more. Never anything else.
//!
//! Who holds a lock lives: a process holds one on each partial file and on the name of a release, and the system takes
//! it back whatever ends the process. So no numbers of processes and no times are asked.

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::lock;
use super::name_lock::LOCK;
use super::partial::{EMPTY, OLD, PARTIAL};

/// Letters that follow in the name of a partial file.
const RANDOM: usize = 6;

/// Removes what earlier runs left in a folder, once for each folder. What cannot be removed stays.
pub fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !lock(&SWEPT).insert(folder.canonicalize().unwrap_or_else(|_| folder.into())) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.to_string_lossy();
        let is_random = |rest: &str| rest.len() == RANDOM && rest.chars().all(|c| c.is_ascii_alphanumeric());
        // Links and pipes of such a name are not ours, and are not opened.
        let Ok(about) = path.symlink_metadata() else { continue };
        let temporary = [PARTIAL, OLD, EMPTY].iter().any(|prefix| name.strip_prefix(prefix).is_some_and(is_random));
        let empty_lock = name.starts_with(LOCK) && about.is_file() && about.len() == 0;
        if temporary && (about.is_file() || about.is_dir()) || empty_lock {
            remove_stale(&path, &about);
        }
    }
}

/// Removes a file if its lock can be had, which says that the process which made it is gone.
fn remove_stale(path: &Path, about: &Metadata) {
    // For want of permission, for one: a file of another user is that user's to remove.
    let Ok(file) = File::open(path) else { return };
    if file.try_lock().is_err() || !file.metadata().is_ok_and(|opened| same(&opened, about)) {
        return;
    }
    // With the lock in hand: does the name still mean this file?
    if path.symlink_metadata().is_ok_and(|now| same(&now, about)) {
        let _ = if about.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
}

/// One and the same file?
#[cfg(unix)]
pub fn same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
pub fn same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_holds_goes() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = |name: &str, text: &str| {
            std::fs::write(at(name), text).unwrap();
            File::open(at(name)).unwrap()
        };
        file(".celosia-partial-aB3dE6", "rows");
        file(".celosia-old-aB3dE6", "rows");
        file(".celosia-lock-out.csv", "");
        let held = [file(".celosia-partial-held01", "rows"), file(".celosia-lock-held.csv", "")];
        held.iter().for_each(|file| file.try_lock().unwrap());
        file(".celosia-partial-notes.txt", "a user's own");
        file(".celosia-lock-notes", "a user's own");
        file("celosia-partial-aB3dE6", "a user's own");
        file("precious", "a user's own");
        std::os::unix::fs::symlink("precious", at(".celosia-partial-link00")).unwrap();
        std::fs::create_dir(at(".celosia-partial-folder")).unwrap();
        std::fs::create_dir(at(".celosia-partial-fo1der")).unwrap();
        file(".celosia-partial-fo1der/part", "rows");
        sweep(folder.path());
        let mut left: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        let kept = [
            ".celosia-lock-held.csv",
            ".celosia-lock-notes",
            ".celosia-partial-held01",
            ".celosia-partial-link00",
            ".celosia-partial-notes.txt",
            "celosia-partial-aB3dE6",
            "precious",
        ];
        assert_eq!(left, kept);
    }
}
