//! From a chunk of text to a batch: records become rows, fields become slices of the chunk.

use std::path::PathBuf;
use std::sync::Arc;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr_iter, memchr3};

use super::batch::{Batch, Span};
use super::encoding::{Broken, Bytes};
use crate::error::{Error, Place, Result};

/// Whole records of one file.
pub struct Chunk {
    pub(super) bytes: Vec<u8>,
    /// Line of the file at which it starts.
    pub(super) line: u64,
    pub(super) file: usize,
    pub(super) path: PathBuf,
    pub(super) delimiter: u8,
    /// What its bytes are.
    pub(super) written: Bytes,
    /// Fields of each record.
    pub(super) width: usize,
    /// Those of them that have neither a name nor a value, in their order.
    pub(super) nameless: Arc<[usize]>,
    /// Is a record without any value no row?
    pub(super) skips_empty: bool,
    /// Bytes that were read from the file for it, for progress.
    pub source_bytes: u64,
}

impl Chunk {
    /// Parses the records into the columns that are asked for. Most are cut where their fields end; what is left to
    /// the parser of the `csv` crate takes longer.
    pub fn parse(mut self, columns: &[usize]) -> Result<Batch> {
        let width = self.width;
        let text = self.written.text(std::mem::take(&mut self.bytes));
        let text = text.map_err(|(bytes, broken)| self.not_written(&bytes, broken))?;
        let bytes = text.as_bytes();
        let mut batch = Batch::new(self.file, self.path.clone(), columns.len());
        let mut parser: Option<Parser> = None;
        let mut fields: Vec<Span> = Vec::with_capacity(width);
        let (mut at, mut line) = (0, self.line);
        while at < bytes.len() {
            if matches!(bytes[at], b'\n' | b'\r') {
                line += u64::from(bytes[at] == b'\n');
                at += 1;
                continue;
            }
            fields.clear();
            let (read, lines) = cut(&bytes[at..], at, self.delimiter, &mut fields).unwrap_or_else(|| {
                fields.clear();
                let parser = parser.get_or_insert_with(|| Parser::new(self.delimiter));
                let read = parser.record(&bytes[at..], bytes.len(), &mut fields);
                (read, newlines(&bytes[at..at + read]))
            });
            if fields.len() != width {
                return Err(self.ragged(line, fields.len(), width));
            }
            if let Some(filled) = self.nameless.iter().find(|place| fields[**place].0 < fields[**place].1) {
                return Err(self.without_a_name(line, *filled));
            }
            if self.skips_empty && fields.iter().all(|field| is_blank(bytes, *field)) {
                batch.empty += 1;
                line += lines;
                at += read;
                continue;
            }
            for place in self.nameless.iter().rev() {
                fields.remove(*place);
            }
            for (column, position) in batch.columns.iter_mut().zip(columns) {
                column.spans.push(fields[*position]);
            }
            batch.lines.push(line);
            line += lines;
            at += read;
        }
        batch.text = text;
        if let Some(parser) = parser {
            batch.text.push_str(&parser.text);
        }
        Ok(batch)
    }

    fn ragged(&self, line: u64, found: usize, width: usize) -> Error {
        Error::Table {
            place: Place { file: self.file, line, path: self.path.clone() },
            what: format!("{found} fields where the header has {width}"),
            hint: "quote fields that hold the delimiter, name the right one (data.delimiter = \";\"), or take out lines that are no rows"
                .into(),
        }
    }

    /// The error for a value in a column that has no name, and had no value in the first rows.
    fn without_a_name(&self, line: u64, column: usize) -> Error {
        Error::Table {
            place: Place { file: self.file, line, path: self.path.clone() },
            what: format!(
                "field {} has a value, and its column has no name and had none in the first rows",
                column + 1
            ),
            hint: "give the column a name, or take its values out".into(),
        }
    }

    /// The error for bytes that are not what the others are; which field they are in, the parser says.
    fn not_written(&self, bytes: &[u8], broken: Broken) -> Error {
        let at = match broken {
            Broken::At(at) => at,
            Broken::Utf8 => bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0),
        };
        let mut parser = Parser::new(self.delimiter);
        let (mut start, mut fields) = (0, Vec::new());
        while start <= at {
            fields.clear();
            start += parser.record(&bytes[start..=at], 0, &mut fields).max(1);
        }
        let (what, hint) = match broken {
            Broken::At(_) => (
                "is not UTF-8 text",
                "save the file as UTF-8, or say what all of it is, such as data.encoding = \"windows-1252\"",
            ),
            Broken::Utf8 => (
                "is UTF-8, though the file is read as windows-1252",
                "save all of it as UTF-8, or leave data.encoding out",
            ),
        };
        Error::Table {
            place: Place { file: self.file, line: self.line + newlines(&bytes[..at]), path: self.path.clone() },
            what: format!("field {} {what}", fields.len().max(1)),
            hint: hint.into(),
        }
    }
}

/// Cuts one record at its delimiters; a quoted field is what stands between its quotes. Returns how many bytes and
/// newlines it took, or nothing where a field is not a slice of the text (a doubled quote, more text behind a quote).
fn cut(bytes: &[u8], before: usize, delimiter: u8, fields: &mut Vec<Span>) -> Option<(usize, u64)> {
    let (mut start, mut lines) = (0, 0);
    loop {
        let (from, to, end) = if bytes.get(start) == Some(&b'"') {
            let close = start + 1 + memchr(b'"', &bytes[start + 1..])?;
            lines += newlines(&bytes[start..close]);
            (start + 1, close, close + 1)
        } else {
            let end = memchr3(delimiter, b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |length| start + length);
            (start, end, end)
        };
        fields.push(((before + from) as u32, (before + to) as u32));
        start = end + 1;
        match bytes.get(end) {
            Some(byte) if *byte == delimiter => {}
            Some(b'\n') => return Some((start, lines + 1)),
            Some(b'\r') => return Some((start, lines)),
            None => return Some((end, lines)),
            Some(_) => return None,
        }
    }
}

/// Does a field hold nothing but blanks? What is no slice of the text had quotes in it, and is a value.
fn is_blank(bytes: &[u8], (from, to): Span) -> bool {
    from == to || bytes.get(from as usize..to as usize).is_some_and(|field| field.iter().all(|byte| *byte == b' '))
}

fn newlines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

/// The parser of the `csv` crate, and what it made of the fields that are no slices of the text.
pub(super) struct Parser {
    parser: Reader,
    /// One record as the parser writes it.
    record: Vec<u8>,
    ends: Vec<usize>,
    /// All records so far.
    text: String,
}

impl Parser {
    pub(super) fn new(delimiter: u8) -> Parser {
        let mut parser = ReaderBuilder::new().delimiter(delimiter).build();
        let (mut record, mut ends) = (vec![0; 1024], vec![0; 64]);
        // Only a file starts with a byte order mark, and a chunk does not: the parser must think that it has begun.
        parser.read_record(b"\n", &mut record, &mut ends);
        Parser { parser, record, ends, text: String::new() }
    }

    /// Reads one record. Its fields will stand where `text` is put behind `before` other bytes. Returns how many
    /// bytes it took.
    fn record(&mut self, input: &[u8], before: usize, fields: &mut Vec<Span>) -> usize {
        let (read, written, found) = self.next(input);
        let mut start = before + self.text.len();
        for end in &self.ends[..found] {
            let end = before + self.text.len() + end;
            fields.push((start as u32, end as u32));
            start = end;
        }
        self.text.push_str(&String::from_utf8_lossy(&self.record[..written]));
        read
    }

    /// Reads one record: how many bytes it took, and its fields.
    pub(super) fn fields(&mut self, input: &[u8]) -> (usize, Vec<Vec<u8>>) {
        let (read, _, found) = self.next(input);
        let mut start = 0;
        let field = |end: &usize| self.record[std::mem::replace(&mut start, *end)..*end].to_vec();
        (read, self.ends[..found].iter().map(field).collect())
    }

    /// Reads one record: how many bytes it took, how many it wrote, and how many fields it has.
    fn next(&mut self, input: &[u8]) -> (usize, usize, usize) {
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
        (read, written, found)
    }
}
