//! Bytes that come in. A file is opened by its name as often as it is read; what can be read only once (a pipe, a FIFO,
//! standard input) goes to a temporary file without a name first, and is read from there.

mod reader;
mod spool;
mod system;
mod temporary;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use reader::Reader;
pub use temporary::{no_room, temporary};

use crate::error::{Error, Result};
use crate::watch::{Silent, Watch};

/// What stands for standard input where a file is named; a file of that name is `./-`.
pub const STANDARD: &str = "-";

/// Does a path mean standard input?
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// Something that can be read from its beginning as often as needed.
#[derive(Debug, Clone)]
pub struct Input {
    path: PathBuf,
    bytes: u64,
    /// The bytes of what could be read only once.
    spooled: Option<Arc<File>>,
}

impl Input {
    /// Opens a file. What is none is read to its end here, so this may take as long as its writer does.
    pub fn open(path: &Path, watch: &dyn Watch) -> Result<Input> {
        let spooled = spool::spooled(path, watch)?;
        let about = spooled.as_ref().map_or_else(|| std::fs::metadata(path), |file| file.metadata());
        let bytes = about.map_err(Error::io("open", path))?.len();
        Ok(Input { path: path.into(), bytes, spooled })
    }

    /// What was made of it, by its name: a temporary file that is read in its place.
    pub fn in_place_of(&self, made: File) -> Result<Input> {
        let bytes = made.metadata().map_err(Error::io("open", &self.path))?.len();
        Ok(Input { path: self.path.clone(), bytes, spooled: Some(Arc::new(made)) })
    }

    /// What it was called.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its size.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Is it a file that has a name, and can be read again by it?
    pub fn is_file(&self) -> bool {
        self.spooled.is_none()
    }

    /// A reader at its beginning.
    pub fn reader(&self) -> Result<Reader> {
        let file = match &self.spooled {
            Some(file) => file.clone(),
            None => Arc::new(File::open(&self.path).map_err(Error::io("open", &self.path))?),
        };
        Ok(Reader::new(file))
    }
}

/// The whole of a small file, such as a hierarchy.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let opened = Input::open(path, &Silent).and_then(|input| input.reader());
    let mut reader = opened.map_err(|error| match error {
        Error::Io { source, .. } => Error::io("read", path)(source),
        other => other,
    })?;
    reader.read_to_end(&mut bytes).map_err(Error::io("read", path))?;
    Ok(bytes)
}

/// The whole of a small file that must be text.
pub fn read_text(path: &Path) -> Result<String> {
    let not_text = |_| std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path)?).map_err(not_text).map_err(Error::io("read", path))
}
