//! Which files a path means, and what they hold. The format is told from the first bytes, not from the name.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::{arrow, text};
use crate::error::{Error, Place, Result};
use crate::input::{Input, is_standard};
use crate::study::Kind;
use crate::watch::Watch;

/// Names of columns, with the type that the file itself gives them, if it gives one.
pub type Header = Vec<(String, Option<Kind>)>;

/// One file of a table.
#[derive(Debug, Clone)]
pub struct File {
    pub input: Input,
    pub format: Format,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text { compression: Compression, delimiter: u8 },
    Parquet,
    Ipc(Ipc),
}

/// The two forms of Arrow IPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ipc {
    /// With a table of contents at its end.
    File,
    /// One message after the other, as they were sent.
    Stream,
}

/// How a text file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Zstd,
}

impl File {
    /// Looks at a file and reads its header.
    pub fn open(path: &Path, delimiter: Option<u8>, watch: &dyn Watch) -> Result<(File, Header)> {
        let input = Input::open(path, watch)?;
        let mut magic = Vec::new();
        input.reader()?.take(MAGIC).read_to_end(&mut magic).map_err(Error::io("read", path))?;
        if magic.is_empty() {
            return Err(Error::Table {
                place: Place::file(path),
                what: "the file is empty".into(),
                hint: "a table needs a header and at least one row".into(),
            });
        }
        let (format, header) = match magic.as_slice() {
            [b'P', b'A', b'R', b'1', ..] => (Format::Parquet, arrow::parquet_header(&input)?),
            start if start.starts_with(b"ARROW1") => (Format::Ipc(Ipc::File), arrow::ipc_header(&input, Ipc::File)?),
            start if is_stream(start, input.bytes()) => {
                (Format::Ipc(Ipc::Stream), arrow::ipc_header(&input, Ipc::Stream)?)
            }
            start => {
                let compression = match start {
                    [0x1f, 0x8b, ..] => Compression::Gzip,
                    [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
                    _ => Compression::None,
                };
                let (header, delimiter) = text::header(&input, compression, delimiter)?;
                (Format::Text { compression, delimiter }, header.into_iter().map(|name| (name, None)).collect())
            }
        };
        Ok((File { input, format }, header))
    }
}

/// Bytes that tell every format.
const MAGIC: u64 = 8;

/// Does a file start as a stream of Arrow messages does: with a mark that no text has or, as those before version 0.15, with
/// the length of the first message, which the file holds, and the place of its contents, both small? No text has zeros there.
fn is_stream(start: &[u8], size: u64) -> bool {
    match *start {
        [0xff, 0xff, 0xff, 0xff, ..] => true,
        [a, b, c, 0, offset, _, 0, 0] => {
            // Messages end at multiples of eight bytes, so none starts with a quote.
            let end = u64::from(u32::from_le_bytes([a, b, c, 0])) + 4;
            offset != 0 && (5..=size).contains(&end) && end.is_multiple_of(8)
        }
        _ => false,
    }
}

/// The files that a path means, in the order of their names. A folder means the files in it, but for hidden ones and
/// those that engines write beside their data (`_SUCCESS`).
pub fn resolve(path: &Path) -> Result<Vec<PathBuf>> {
    let none = |what: &str| Error::Table {
        place: Place::file(path),
        what: what.into(),
        hint: "give a file, a folder with files, or a pattern such as data/*.parquet".into(),
    };
    if is_standard(path) {
        return Ok(vec![path.to_path_buf()]);
    }
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(Error::io("list", path))? {
            let entry = entry.map_err(Error::io("list", path))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Pipes count too, and what cannot be read is complained of: nothing of a table may be lost in silence.
            if !entry.path().is_dir() && !name.starts_with(['.', '_']) {
                files.push(entry.path());
            }
        }
        files.sort();
        return if files.is_empty() { Err(none("the folder holds no files")) } else { Ok(files) };
    }
    let pattern = path.to_string_lossy();
    if !path.exists() && pattern.contains(['*', '?', '[']) {
        let found = glob::glob(&pattern).map_err(|e| none(&format!("not a pattern: {e}")))?;
        let mut files = found.collect::<std::result::Result<Vec<PathBuf>, _>>().map_err(|e| {
            let folder = e.path().to_path_buf();
            Error::io("list", folder)(e.into())
        })?;
        files.retain(|file| !file.is_dir());
        files.sort();
        return if files.is_empty() { Err(none("no file matches the pattern")) } else { Ok(files) };
    }
    Ok(vec![path.to_path_buf()])
}
