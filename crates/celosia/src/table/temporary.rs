//! Temporary files without a name, for work that is larger than the memory it may take: no other program can open them,
//! and they go with the process, whatever ends it.

use std::fs::File;
use std::io;

use crate::error::{Error, Result};

/// A new one, in the folder for temporary files.
pub fn temporary() -> Result<File> {
    tempfile::tempfile_in(std::env::temp_dir()).map_err(no_room)
}

/// The error where a temporary file cannot be made, written or read.
pub fn no_room(error: io::Error) -> Error {
    let folder = std::env::temp_dir();
    // Without the temporary file's name, which says nothing to a user.
    let why = error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
    Error::study(
        format!("temporary files in {}", folder.display()),
        format!("this is more than --memory holds, and the rest cannot be kept there: {why}"),
        "set TMPDIR to a folder with more room, or allow more memory (--memory 8GB)",
    )
}
