//! Text tables: CSV and its relatives, cut into chunks at record ends so that several threads can parse them.

use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::batch::Batch;
use super::files::Compression;
use crate::error::{Error, Place, Result};

/// Chunks of about this size go to the threads.
const CHUNK: usize = 1 << 20;
/// A single record may not be larger: behind it stands a quote that is never closed.
const LONGEST_RECORD: usize = 1 << 28;

/// Whole records of one file.
pub struct Chunk {
    bytes: Vec<u8>,
    line: u64,
    file: usize,
    path: PathBuf,
    delimiter: u8,
    /// Bytes that were read from the file for it, for progress.
    pub source_bytes: u64,
}

/// Cuts a file into chunks.
pub struct Chunks {
    source: Box<dyn Read + Send>,
    /// Bytes of the file that were read since the last chunk.
    read: Arc<AtomicU64>,
    path: PathBuf,
    file: usize,
    delimiter: u8,
    /// Read but not handed out: always starts at a record.
    rest: Vec<u8>,
    /// Line at which `rest` starts.
    line: u64,
    at_end: bool,
}

impl Chunks {
    /// Opens a file behind its header.
    pub fn open(path: &Path, file: usize, compression: Compression, delimiter: u8) -> Result<Chunks> {
        let read = Arc::new(AtomicU64::new(0));
        let mut chunks = Chunks {
            source: decompressed(path, compression, read.clone())?,
            read,
            path: path.into(),
            file,
            delimiter,
            rest: Vec::new(),
            line: 1,
            at_end: false,
        };
        chunks.read_more()?;
        chunks.rest.drain(..bom(&chunks.rest));
        // The header is the first record that is not a blank line.
        loop {
            match chunks.first_record_end()? {
                None => chunks.rest.clear(),
                Some(end) => {
                    let blank = chunks.rest[..end].iter().all(|b| matches!(b, b'\r' | b'\n'));
                    chunks.skip(end);
                    if blank {
                        continue;
                    }
                }
            }
            return Ok(chunks);
        }
    }

    /// The next chunk, or nothing at the end.
    pub fn next(&mut self) -> Result<Option<Chunk>> {
        let end = loop {
            if self.rest.len() < CHUNK && !self.at_end {
                self.read_more()?;
                continue;
            }
            match record_end(&self.rest, self.delimiter, Last::Yes) {
                Ends::At(end) => break if self.at_end { self.rest.len().max(end) } else { end },
                Ends::Nowhere if self.at_end => break self.rest.len(),
                Ends::InQuote if self.at_end => return Err(self.open_quote()),
                Ends::Nowhere | Ends::InQuote => self.grow()?,
            }
        };
        if end == 0 {
            return Ok(None);
        }
        if self.at_end && matches!(record_end(&self.rest, self.delimiter, Last::Tail), Ends::InQuote) {
            return Err(self.open_quote());
        }
        let source_bytes = self.read.swap(0, Ordering::Relaxed);
        let rest = self.rest.split_off(end);
        let bytes = std::mem::replace(&mut self.rest, rest);
        let line = self.line;
        self.line += memchr::memchr_iter(b'\n', &bytes).count() as u64;
        let (file, path, delimiter) = (self.file, self.path.clone(), self.delimiter);
        Ok(Some(Chunk { bytes, line, file, path, delimiter, source_bytes }))
    }

    fn first_record_end(&mut self) -> Result<Option<usize>> {
        loop {
            match record_end(&self.rest, self.delimiter, Last::First) {
                Ends::At(end) => return Ok(Some(end)),
                Ends::InQuote if self.at_end => return Err(self.open_quote()),
                _ if self.at_end => return Ok((!self.rest.is_empty()).then_some(self.rest.len())),
                _ => self.grow()?,
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.line += memchr::memchr_iter(b'\n', &self.rest[..bytes]).count() as u64;
        self.rest.drain(..bytes);
    }

    fn read_more(&mut self) -> Result<()> {
        let read = (&mut self.source).take(CHUNK as u64).read_to_end(&mut self.rest);
        let read = read.map_err(Error::io("read", &self.path))?;
        self.at_end = read < CHUNK;
        Ok(())
    }

    fn grow(&mut self) -> Result<()> {
        if self.rest.len() > LONGEST_RECORD {
            return Err(self.open_quote());
        }
        self.read_more()
    }

    fn open_quote(&self) -> Error {
        Error::Table {
            place: Place { file: self.file, line: self.line, path: self.path.clone() },
            what: "a quote opened in this line or below is never closed".into(),
            hint: "close it, or double a quote that belongs to a value (\"\")".into(),
        }
    }
}

impl Chunk {
    /// Parses the records into the columns that are asked for.
    pub fn parse(&self, width: usize, columns: &[usize]) -> Result<Batch> {
        let mut reader = reader(&self.bytes[..], self.delimiter);
        let mut batch = Batch::new(self.file, self.path.clone(), columns.len());
        let mut record = csv::StringRecord::new();
        let place = |line: u64| Place { file: self.file, line, path: self.path.clone() };
        loop {
            let line = self.line + reader.position().line() - 1;
            match reader.read_record(&mut record) {
                Ok(false) => return Ok(batch),
                Ok(true) => {}
                Err(error) => {
                    let line = error.position().map_or(line, |p| self.line + p.line() - 1);
                    return Err(Error::Table {
                        place: place(line),
                        what: match error.kind() {
                            csv::ErrorKind::Utf8 { err, .. } => {
                                format!("field {} is not UTF-8 text", err.field() + 1)
                            }
                            _ => error.to_string(),
                        },
                        hint: "save the file as UTF-8".into(),
                    });
                }
            }
            let line = record.position().map_or(line, |p| self.line + p.line() - 1);
            if record.len() != width {
                return Err(Error::Table {
                    place: place(line),
                    what: format!("{} fields where the header has {width}", record.len()),
                    hint: "quote fields that hold the delimiter, or name the right one (delimiter = \";\")".into(),
                });
            }
            for (i, column) in columns.iter().enumerate() {
                batch.push(i, &record[*column]);
            }
            batch.lines.push(line);
        }
    }
}

/// The header's names, and the delimiter: the given one, or the one among comma, semicolon, tab and bar that splits
/// the header into most fields.
pub fn header(path: &Path, compression: Compression, delimiter: Option<u8>) -> Result<(Vec<String>, u8)> {
    let mut start = Vec::new();
    let read = decompressed(path, compression, Arc::default())?.take(CHUNK as u64).read_to_end(&mut start);
    read.map_err(Error::io("read", path))?;
    let start = &start[bom(&start)..];
    let fields = |delimiter: u8| -> Result<Vec<String>> {
        let mut record = csv::StringRecord::new();
        let read = reader(start, delimiter).read_record(&mut record);
        match read {
            Ok(_) => Ok(record.iter().map(|f| f.trim().to_string()).collect()),
            Err(_) => Err(Error::Table {
                place: Place { file: 0, line: 1, path: path.into() },
                what: "the header is not UTF-8 text".into(),
                hint: "celosia reads CSV, Parquet and Arrow IPC; save text as UTF-8".into(),
            }),
        }
    };
    let delimiter = match delimiter {
        Some(delimiter) => delimiter,
        None => {
            let mut best = (0, b',');
            for candidate in [b',', b';', b'\t', b'|'] {
                let count = fields(candidate)?.len();
                if count > best.0 {
                    best = (count, candidate);
                }
            }
            best.1
        }
    };
    let header = fields(delimiter)?;
    if header.is_empty() {
        return Err(Error::Table {
            place: Place::file(path),
            what: "the file holds nothing but blank lines".into(),
            hint: "a table needs a header and at least one row".into(),
        });
    }
    Ok((header, delimiter))
}

fn reader<R: Read>(source: R, delimiter: u8) -> csv::Reader<R> {
    csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(source)
}

/// A reader that tells how much of the file it has read: progress is in bytes of the file, compressed or not.
struct Counting {
    file: std::fs::File,
    read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

fn decompressed(path: &Path, compression: Compression, read: Arc<AtomicU64>) -> Result<Box<dyn Read + Send>> {
    let file = Counting { file: std::fs::File::open(path).map_err(Error::io("open", path))?, read };
    Ok(match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(file))),
        Compression::Zstd => Box::new(zstd::Decoder::new(file).map_err(Error::io("decompress", path))?),
    })
}

/// Length of a byte order mark at the start.
fn bom(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

/// Where records end in a text.
#[derive(Debug, PartialEq)]
enum Ends {
    /// Behind this many bytes.
    At(usize),
    /// No record ends here, and no quote is open.
    Nowhere,
    /// No record ends here, and a quote is open.
    InQuote,
}

/// Which end is wanted.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    First,
    Yes,
    /// Only whether a quote is open at the very end.
    Tail,
}

/// Finds a record's end in text that starts at a record. A quote opens only at the start of a field, as in the
/// parser; a doubled quote inside quotes is a character.
fn record_end(bytes: &[u8], delimiter: u8, wanted: Last) -> Ends {
    let (mut end, mut quoted, mut i) = (0, false, 0);
    while let Some(found) = memchr::memchr2(b'"', b'\n', &bytes[i..]) {
        let at = i + found;
        i = at + 1;
        match (bytes[at], quoted) {
            (b'\n', false) => {
                end = i;
                if wanted == Last::First {
                    break;
                }
            }
            (b'"', false) => {
                quoted = at == 0 || bytes[at - 1] == delimiter || bytes[at - 1] == b'\n' || bytes[at - 1] == b'\r';
            }
            (b'"', true) if bytes.get(i) == Some(&b'"') => i += 1,
            (b'"', true) => quoted = false,
            _ => {}
        }
    }
    match (end, quoted) {
        (_, true) if wanted == Last::Tail => Ends::InQuote,
        (0, true) => Ends::InQuote,
        (0, false) => Ends::Nowhere,
        (end, _) => Ends::At(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_end_at_newlines_outside_quotes() {
        assert_eq!(record_end(b"a,b\nc,\"d\ne\"\nf", b',', Last::Yes), Ends::At(12));
        assert_eq!(record_end(b"a,b\nc,\"d\ne\"\nf", b',', Last::First), Ends::At(4));
        assert_eq!(record_end(b"\"a\nb", b',', Last::Yes), Ends::InQuote);
        assert_eq!(
            record_end(b"5\" pipe,x\ny", b',', Last::Yes),
            Ends::At(10),
            "a quote within a field is a character"
        );
        assert_eq!(record_end(b"\"say \"\"\nno\"\"\"\nz", b',', Last::Yes), Ends::At(14));
        assert_eq!(record_end(b"abc", b',', Last::Yes), Ends::Nowhere);
    }
}
