//! Where inputs stand as files: parsers are entered by their public doors, and most of these take a path.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = folder();
}

/// In memory where there is such a place: thousands of files are written per second.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("celosia-fuzz-").tempdir_in(place).expect("a temporary folder")
}

/// Where a file of this name stands.
pub fn file_of(name: &str) -> PathBuf {
    FOLDER.with(|folder| folder.path().join(name))
}

/// Writes a file of this name, in place of the one before.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = file_of(name);
    std::fs::write(&path, bytes).expect("a temporary file");
    path
}

/// Takes away what may stand under a name.
pub fn no_file(name: &str) -> PathBuf {
    let path = file_of(name);
    let _ = std::fs::remove_file(&path);
    path
}
