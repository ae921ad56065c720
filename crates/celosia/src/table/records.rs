//! From a chunk of text to a batch: records become rows, fields become slices of the chunk.

use std::path::PathBuf;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr_iter, memchr2};

use super::batch::{Batch, Span};
use crate::error::{Error, Place, Result};

/// Whole records of one file.
pub struct Chunk {
    pub(super) bytes: Vec<u8>,
    /// Line of the file at which it starts.
    pub(super) line: u64,
    pub(super) file: usize,
    pub(super) path: PathBuf,
    pub(super) delimiter: u8,
    /// Bytes that were read from the file for it, for progress.
    pub source_bytes: u64,
}

impl Chunk {
    /// Parses the records into the columns that are asked for. A line without quotes is cut at its delimiters; any
    /// other is left to the parser of the `csv` crate, which takes three times as long.
    pub fn parse(mut self, width: usize, columns: &[usize]) -> Result<Batch> {
        let text = String::from_utf8(std::mem::take(&mut self.bytes)).map_err(|e| {
            let valid = e.utf8_error().valid_up_to();
            self.not_utf8(&e.into_bytes(), valid)
        })?;
        let bytes = text.as_bytes();
        let mut batch = Batch::new(self.file, self.path.clone(), columns.len());
        let mut quoted: Option<Quoted> = None;
        let mut fields: Vec<Span> = Vec::with_capacity(width);
        let (mut at, mut line) = (0, self.line);
        while at < bytes.len() {
            if matches!(bytes[at], b'\n' | b'\r') {
                line += u64::from(bytes[at] == b'\n');
                at += 1;
                continue;
            }
            let end = memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length);
            let record = bytes[at..end].strip_suffix(b"\r").unwrap_or(&bytes[at..end]);
            fields.clear();
            let (read, lines) = if memchr2(b'"', b'\r', record).is_none() {
                let mut start = at;
                for delimiter in memchr_iter(self.delimiter, record) {
                    fields.push((start as u32, (at + delimiter) as u32));
                    start = at + delimiter + 1;
                }
                fields.push((start as u32, (at + record.len()) as u32));
                (end + 1 - at, 1)
            } else {
                let quoted = quoted.get_or_insert_with(|| Quoted::new(self.delimiter));
                let read = quoted.record(&bytes[at..], bytes.len(), &mut fields);
                (read, memchr_iter(b'\n', &bytes[at..at + read]).count() as u64)
            };
            if fields.len() != width {
                return Err(self.ragged(line, fields.len(), width));
            }
            for (column, position) in batch.columns.iter_mut().zip(columns) {
                column.spans.push(fields[*position]);
            }
            batch.lines.push(line);
            line += lines;
            at += read;
        }
        batch.text = text;
        if let Some(quoted) = quoted {
            batch.text.push_str(&quoted.text);
        }
        Ok(batch)
    }

    fn ragged(&self, line: u64, found: usize, width: usize) -> Error {
        Error::Table {
            place: Place { file: self.file, line, path: self.path.clone() },
            what: format!("{found} fields where the header has {width}"),
            hint: "quote fields that hold the delimiter, or name the right one (delimiter = \";\")".into(),
        }
    }

    /// The error for a byte that no UTF-8 text has there; which field it is in, the parser says.
    fn not_utf8(&self, bytes: &[u8], at: usize) -> Error {
        let mut parser = Quoted::new(self.delimiter);
        let (mut start, mut fields) = (0, Vec::new());
        while start <= at {
            fields.clear();
            start += parser.record(&bytes[start..=at], 0, &mut fields).max(1);
        }
        Error::Table {
            place: Place {
                file: self.file,
                line: self.line + memchr_iter(b'\n', &bytes[..at]).count() as u64,
                path: self.path.clone(),
            },
            what: format!("field {} is not UTF-8 text", fields.len().max(1)),
            hint: "save the file as UTF-8".into(),
        }
    }
}

/// Records with quotes, and what their fields are without them.
struct Quoted {
    parser: Reader,
    /// One record as the parser writes it.
    record: Vec<u8>,
    ends: Vec<usize>,
    /// All records so far.
    text: String,
}

impl Quoted {
    fn new(delimiter: u8) -> Quoted {
        let mut parser = ReaderBuilder::new().delimiter(delimiter).build();
        let (mut record, mut ends) = (vec![0; 1024], vec![0; 64]);
        // Only a file starts with a byte order mark, and a chunk does not: the parser must think that it has begun.
        parser.read_record(b"\n", &mut record, &mut ends);
        Quoted { parser, record, ends, text: String::new() }
    }

    /// Reads one record. Its fields will stand where `text` is put behind `before` other bytes. Returns how many
    /// bytes it took.
    fn record(&mut self, input: &[u8], before: usize, fields: &mut Vec<Span>) -> usize {
        let (mut read, mut written, mut found) = (0, 0, 0);
        loop {
            let (result, bytes, output, ends) =
                self.parser.read_record(&input[read..], &mut self.record[written..], &mut self.ends[found..]);
            read += bytes;
            written += output;
            found += ends;
            match result {
                // Asked again, with no input left, the parser ends the record.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.record.resize(2 * self.record.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        let mut start = before + self.text.len();
        for end in &self.ends[..found] {
            let end = before + self.text.len() + end;
            fields.push((start as u32, end as u32));
            start = end;
        }
        self.text.push_str(&String::from_utf8_lossy(&self.record[..written]));
        read
    }
}
