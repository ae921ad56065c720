//! Which files a path means, and what they hold. The format is told from the first bytes, not from the name.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::{arrow, text};
use crate::error::{Error, Place, Result};
use crate::study::Kind;

/// Names of columns, with the type that the file itself gives them, if it gives one.
pub type Header = Vec<(String, Option<Kind>)>;

/// One file of a table.
#[derive(Debug, Clone)]
pub struct File {
    pub path: PathBuf,
    pub format: Format,
    /// Its size, for progress.
    pub bytes: u64,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text { compression: Compression, delimiter: u8 },
    Parquet,
    Ipc,
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
    pub fn open(path: &Path, delimiter: Option<u8>) -> Result<(File, Header)> {
        let mut file = std::fs::File::open(path).map_err(Error::io("open", path))?;
        let bytes = file.metadata().map_err(Error::io("open", path))?.len();
        let mut magic = [0; 6];
        let mut found = 0;
        while found < magic.len() {
            match file.read(&mut magic[found..]).map_err(Error::io("read", path))? {
                0 => break,
                n => found += n,
            }
        }
        if found == 0 {
            return Err(Error::Table {
                place: Place::file(path),
                what: "the file is empty".into(),
                hint: "a table needs a header and at least one row".into(),
            });
        }
        let (format, header) = match &magic[..found] {
            [b'P', b'A', b'R', b'1', ..] => (Format::Parquet, arrow::parquet_header(path)?),
            b"ARROW1" => (Format::Ipc, arrow::ipc_header(path)?),
            start => {
                let compression = match start {
                    [0x1f, 0x8b, ..] => Compression::Gzip,
                    [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
                    _ => Compression::None,
                };
                let (header, delimiter) = text::header(path, compression, delimiter)?;
                (Format::Text { compression, delimiter }, header.into_iter().map(|name| (name, None)).collect())
            }
        };
        Ok((File { path: path.into(), format, bytes }, header))
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
    if path.is_dir() {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(Error::io("list", path))? {
            let entry = entry.map_err(Error::io("list", path))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if entry.path().is_file() && !name.starts_with(['.', '_']) {
                files.push(entry.path());
            }
        }
        files.sort();
        return if files.is_empty() { Err(none("the folder holds no files")) } else { Ok(files) };
    }
    let pattern = path.to_string_lossy();
    if !path.exists() && pattern.contains(['*', '?', '[']) {
        let found = glob::glob(&pattern).map_err(|e| none(&format!("not a pattern: {e}")))?;
        let mut files: Vec<PathBuf> = found.filter_map(|f| f.ok()).filter(|f| f.is_file()).collect();
        files.sort();
        return if files.is_empty() { Err(none("no file matches the pattern")) } else { Ok(files) };
    }
    Ok(vec![path.to_path_buf()])
}
