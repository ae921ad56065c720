//! Which files a path means, and what they hold. The format is told from the first bytes, not from the name.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::begin::{Text, begin};
use super::{arrow, header, workbook};
use crate::error::{Error, Place, Result};
use crate::input::{Input, is_standard};
use crate::study::{Delimiter, Encoding, Kind, Reading};
use crate::watch::Watch;

/// Names of columns, with the type that the file itself gives them, if it gives one.
pub type Header = Vec<(String, Option<Kind>)>;

/// One file of a table.
#[derive(Debug, Clone)]
pub struct File {
    pub input: Input,
    pub format: Format,
    /// The rows of a workbook's sheet as text, which is read in its place.
    pub sheet: Option<Input>,
    /// What was decided where nothing was given: no values of the data.
    pub notices: Vec<String>,
}

/// What a file holds.
#[derive(Debug, Clone)]
pub enum Format {
    Text(Box<Text>),
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
    pub fn open(path: &Path, reading: &Reading, watch: &dyn Watch) -> Result<(File, Header)> {
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
        let (format, columns) = match magic.as_slice() {
            [b'P', b'A', b'R', b'1', ..] => (Format::Parquet, arrow::parquet_header(&input)?),
            start if start.starts_with(b"ARROW1") => (Format::Ipc(Ipc::File), arrow::ipc_header(&input, Ipc::File)?),
            start if is_stream(start, input.bytes()) => {
                (Format::Ipc(Ipc::Stream), arrow::ipc_header(&input, Ipc::Stream)?)
            }
            start if workbook::is_one(start) => return File::workbook(input, reading, watch),
            start => {
                let compression = match start {
                    [0x1f, 0x8b, ..] => Compression::Gzip,
                    [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
                    _ => Compression::None,
                };
                no_sheet(path, reading)?;
                return File::text(input, None, compression, reading, Vec::new());
            }
        };
        no_sheet(path, reading)?;
        let (names, kinds): (Vec<String>, Vec<Option<Kind>>) = columns.into_iter().unzip();
        let (names, notices) = if reading.exact { (names, Vec::new()) } else { header::names(&names) };
        Ok((File { input, format, sheet: None, notices }, names.into_iter().zip(kinds).collect()))
    }

    /// A sheet: its rows become text once, which is read from then on.
    fn workbook(input: Input, reading: &Reading, watch: &dyn Watch) -> Result<(File, Header)> {
        let (rows, notices) = workbook::rows(&input, reading, watch)?;
        let as_text =
            Reading { delimiter: Some(Delimiter::Byte(b',')), encoding: Some(Encoding::UTF_8), ..reading.clone() };
        let sheet = input.in_place_of(rows)?;
        File::text(input, Some(sheet), Compression::None, &as_text, notices)
    }

    fn text(
        input: Input,
        sheet: Option<Input>,
        compression: Compression,
        reading: &Reading,
        mut notices: Vec<String>,
    ) -> Result<(File, Header)> {
        let (text, names, said) = begin(sheet.as_ref().unwrap_or(&input), compression, reading)?;
        notices.extend(said);
        let header = names.into_iter().map(|name| (name, None)).collect();
        Ok((File { input, format: Format::Text(Box::new(text)), sheet, notices }, header))
    }

    /// Did a byte behind the first megabyte show that it is not UTF-8?
    pub fn turned_western(&self) -> bool {
        matches!(&self.format, Format::Text(text) if text.opened.bytes.turned_western())
    }

    /// The same, once.
    pub fn newly_western(&self) -> bool {
        matches!(&self.format, Format::Text(text) if text.opened.bytes.newly_western())
    }

    /// A reading to its end found so many rows without any value: what is said of them, once.
    pub fn newly_empty(&self, rows: u64) -> Option<String> {
        match &self.format {
            Format::Text(text) if text.empty.found(rows) => text.empty.notice(),
            _ => None,
        }
    }

    /// What is said of rows without any value.
    pub fn empty_rows(&self) -> Option<String> {
        match &self.format {
            Format::Text(text) => text.empty.notice(),
            Format::Parquet | Format::Ipc(_) => None,
        }
    }

    /// What its rows are read from.
    pub fn rows(&self) -> &Input {
        self.sheet.as_ref().unwrap_or(&self.input)
    }
}

/// Only workbooks have sheets.
fn no_sheet(path: &Path, reading: &Reading) -> Result<()> {
    if reading.sheet.is_none() {
        return Ok(());
    }
    Err(Error::Table {
        place: Place::file(path),
        what: "data.sheet names a sheet, and this is no workbook".into(),
        hint: "leave data.sheet out, or give an Excel or LibreOffice file".into(),
    })
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
