//! Text tables: CSV and its relatives, cut into chunks at record ends so that several threads can parse them.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::{memchr_iter, memchr3};

use super::begin::Text;
use super::blanks::Blanks;
use super::codec;
use super::encoding::{Bytes, Decoding, Malformed};
use super::files::Compression;
use super::records::Chunk;
use crate::error::{Error, Place, Result};
use crate::input::{Input, Reader};
use crate::study::Encoding;

/// Chunks of about this size go to the threads.
pub const CHUNK: usize = 1 << 18;
/// A single record may not be larger: behind it stands a quote that is never closed.
pub const LONGEST_RECORD: usize = 1 << 28;

/// Cuts a file into chunks of whole records.
pub struct Chunks {
    source: Box<dyn Read + Send>,
    /// Bytes of the file that were read since the last chunk.
    read: Arc<AtomicU64>,
    path: PathBuf,
    file: usize,
    delimiter: u8,
    written: Bytes,
    width: usize,
    nameless: Arc<[usize]>,
    skips_empty: bool,
    size: usize,
    /// Read but not handed out: always starts at a record.
    rest: Vec<u8>,
    /// Line at which `rest` starts.
    line: u64,
    at_end: bool,
}

impl Chunks {
    /// Opens a file at its first row. Chunks have about `size` bytes.
    pub fn open(input: &Input, file: usize, text: &Text, size: usize) -> Result<Chunks> {
        let read = Arc::new(AtomicU64::new(0));
        let mut chunks = Chunks {
            source: open(input, &text.opened, read.clone())?,
            read,
            path: input.path().into(),
            file,
            delimiter: text.delimiter,
            written: text.opened.bytes.clone(),
            width: text.width,
            nameless: text.nameless.clone(),
            skips_empty: text.skips_empty,
            size,
            rest: Vec::new(),
            line: 1,
            at_end: false,
        };
        while chunks.rest.len() < BOM.len() && !chunks.at_end {
            chunks.read_more()?;
        }
        chunks.rest.drain(..bom(&chunks.rest));
        // Record by record, so that a quote that is never closed is complained of.
        let mut above = text.skip;
        while above > 0 {
            let end = chunks.record_end(Which::First)?;
            chunks.take(end);
            above = if end == 0 { 0 } else { above.saturating_sub(end) };
        }
        Ok(chunks)
    }

    /// The next chunk, or nothing at the end.
    pub fn next(&mut self) -> Result<Option<Chunk>> {
        while self.rest.len() < self.size && !self.at_end {
            self.read_more()?;
        }
        let end = self.record_end(Which::Last)?;
        if end == 0 {
            return Ok(None);
        }
        let line = self.line;
        let bytes = self.take(end);
        let source_bytes = self.read.swap(0, Ordering::Relaxed);
        Ok(Some(Chunk {
            bytes,
            line,
            file: self.file,
            path: self.path.clone(),
            delimiter: self.delimiter,
            written: self.written.clone(),
            width: self.width,
            nameless: self.nameless.clone(),
            skips_empty: self.skips_empty,
            source_bytes,
        }))
    }

    /// Where the first or the last record in `rest` ends, reading on until there is one; 0 at the end of the file.
    fn record_end(&mut self, which: Which) -> Result<usize> {
        let mut scanner = Scanner::default();
        let mut end = 0;
        loop {
            while let Some(found) = scanner.record_end(&self.rest, self.delimiter) {
                end = found;
                if which == Which::First {
                    return Ok(end);
                }
            }
            match scanner.open_quote {
                // The last line needs no newline.
                None if self.at_end => return Ok(self.rest.len()),
                // Whole records are handed out before the broken one is complained of.
                _ if end > 0 => return Ok(end),
                Some(at) if self.at_end || self.rest.len() > LONGEST_RECORD => return Err(self.never_closed(at)),
                None if self.rest.len() > LONGEST_RECORD => return Err(self.too_long()),
                _ => self.read_more()?,
            }
        }
    }

    /// Takes `bytes` bytes off `rest`.
    fn take(&mut self, bytes: usize) -> Vec<u8> {
        // What stays is short; what goes keeps its place in memory.
        let mut rest = Vec::with_capacity(self.rest.len() - bytes + self.size);
        rest.extend_from_slice(&self.rest[bytes..]);
        self.rest.truncate(bytes);
        self.line += memchr_iter(b'\n', &self.rest).count() as u64;
        std::mem::replace(&mut self.rest, rest)
    }

    fn read_more(&mut self) -> Result<()> {
        let read = (&mut self.source).take(self.size as u64).read_to_end(&mut self.rest);
        let read = read.map_err(|error| unread(&self.path, error))?;
        self.at_end = read < self.size;
        Ok(())
    }

    fn never_closed(&self, at: usize) -> Error {
        let line = self.line + memchr_iter(b'\n', &self.rest[..at]).count() as u64;
        Error::Table {
            place: Place { file: self.file, line, path: self.path.clone() },
            what: "a quote opened in this line is never closed".into(),
            hint: "close it, or double a quote that belongs to a value (\"\")".into(),
        }
    }

    fn too_long(&self) -> Error {
        Error::Table {
            place: Place { file: self.file, line: self.line, path: self.path.clone() },
            what: format!("this line has more than {LONGEST_RECORD} bytes"),
            hint: "is this a table? celosia reads CSV, Parquet and Arrow IPC".into(),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Which {
    First,
    Last,
}

/// Finds where records end, as the parser sees it: a quote opens only at the start of a field, and a doubled quote
/// inside quotes is a character. Goes on where it stopped when the text has grown.
#[derive(Default)]
struct Scanner {
    at: usize,
    /// Where the quote that is open was opened.
    open_quote: Option<usize>,
    /// The quote that was closed last: where it was opened, and just behind it. Another quote there opens it again.
    closed: Option<(usize, usize)>,
}

impl Scanner {
    fn record_end(&mut self, bytes: &[u8], delimiter: u8) -> Option<usize> {
        while let Some(found) = memchr3(b'"', b'\n', b'\r', &bytes[self.at..]) {
            let at = self.at + found;
            self.at = at + 1;
            match (bytes[at], self.open_quote) {
                (b'"', Some(open)) => {
                    self.closed = Some((open, self.at));
                    self.open_quote = None;
                }
                (b'"', None) => {
                    let starts_field = at == 0 || bytes[at - 1] == delimiter || matches!(bytes[at - 1], b'\n' | b'\r');
                    self.open_quote = match self.closed {
                        Some((open, behind)) if behind == at => Some(open),
                        _ => starts_field.then_some(at),
                    };
                }
                (_, None) => return Some(self.at),
                (_, Some(_)) => {}
            }
        }
        self.at = bytes.len();
        None
    }
}

/// A reader that tells how much of the file it has read: progress is in bytes of the file, compressed or not.
struct Counting {
    file: Reader,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// How the bytes of a text file become UTF-8, or what is read as it is.
#[derive(Debug, Clone)]
pub struct Opened {
    pub compression: Compression,
    /// What is decoded before it is cut into chunks.
    pub encoding: Option<Encoding>,
    /// What the chunks are then.
    pub bytes: Bytes,
    /// Do runs of blanks part columns?
    pub blanks: bool,
}

/// The text of a file from its beginning.
pub fn open(input: &Input, how: &Opened, read: Arc<AtomicU64>) -> Result<Box<dyn Read + Send>> {
    let file = Counting { file: input.reader()?, read };
    let mut text = codec::decompressed(file, how.compression, input.path())?;
    if let Some(encoding) = how.encoding {
        text = Box::new(Decoding::new(text, encoding));
    }
    Ok(if how.blanks { Box::new(Blanks::new(text)) } else { text })
}

/// The error for a text that cannot be read.
pub fn unread(path: &Path, error: std::io::Error) -> Error {
    let malformed = error.get_ref().and_then(|inner| inner.downcast_ref::<Malformed>());
    match malformed {
        None => Error::io("read", path)(error),
        Some(Malformed(name)) => Error::Table {
            place: Place::file(path),
            what: format!("some of its bytes are not {name}"),
            hint: "say what it is by data.encoding, or save it as UTF-8".into(),
        },
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Length of a byte order mark at the start.
fn bom(bytes: &[u8]) -> usize {
    if bytes.starts_with(BOM) { BOM.len() } else { 0 }
}
