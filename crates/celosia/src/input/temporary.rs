//! Temporary files without a name, for what does not fit the memory or cannot be read again: no other program can open
//! them, and they go with the process, whatever ends it.

use std::fs::File;
use std::io;

use crate::error::{Error, Result};

/// A new one, in the folder for temporary files.
pub fn temporary() -> Result<File> {
    new().map_err(no_room)
}

pub(super) fn new() -> io::Result<File> {
    tempfile::tempfile_in(std::env::temp_dir())
}

/// The error where a temporary file cannot be made, written or read.
pub fn no_room(error: io::Error) -> Error {
    failed(
        error,
        "this is more than search.memory holds, and the rest cannot be kept there",
        "set TMPDIR to a folder with more room, or allow more: search.memory = \"8GB\"",
    )
}

/// The error where the bytes of a pipe cannot be kept.
pub(super) fn unkept(error: io::Error) -> Error {
    failed(
        error,
        "a pipe can be read only once, so its bytes are kept there, and cannot be",
        "set TMPDIR to a folder with more room, or give a file in place of the pipe",
    )
}

fn failed(error: io::Error, what: &str, hint: &str) -> Error {
    let folder = std::env::temp_dir();
    // Without the temporary file's name, which says nothing to a user.
    let why = error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
    Error::machine(format!("temporary files in {}", folder.display()), format!("{what}: {why}"), hint)
}
