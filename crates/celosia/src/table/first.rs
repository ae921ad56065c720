//! The first records of a text file, cut as the reader will cut them, and how they are written.

use super::encoding::{Bytes, western};
use super::records::Parser;
use super::write::{Quotes, Style};

/// Records that are looked at: enough to tell what a column holds.
pub const MOST: usize = 300;

/// One of the first records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Where it begins and ends, in bytes from the beginning of the text.
    pub from: usize,
    pub to: usize,
    pub fields: Vec<String>,
}

impl Record {
    /// Fields that hold something.
    pub fn filled(&self) -> usize {
        self.fields.iter().filter(|field| !field.trim().is_empty()).count()
    }

    pub fn width(&self) -> usize {
        self.fields.len()
    }
}

/// The first whole records of a text; `whole` where nothing follows it.
pub fn records(bytes: &[u8], whole: bool, delimiter: u8, written: &Bytes) -> Vec<Record> {
    let mut parser = Parser::new(delimiter);
    let (mut found, mut at) = (Vec::new(), 0);
    while found.len() < MOST {
        while bytes.get(at).is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            at += 1;
        }
        if at >= bytes.len() {
            break;
        }
        let (read, fields) = parser.fields(&bytes[at..]);
        let from = at;
        at += read.max(1);
        // What ends where the reading ended may go on behind it.
        if at >= bytes.len() && !whole {
            break;
        }
        let fields = fields.into_iter().map(|field| text(&field, written)).collect();
        found.push(Record { from, to: at, fields });
    }
    found
}

fn text(field: &[u8], written: &Bytes) -> String {
    match written {
        Bytes::Western => western(field),
        Bytes::Utf8 | Bytes::Undecided(_) => String::from_utf8_lossy(field).into_owned(),
    }
}

/// How records are written: what a release keeps.
pub fn style(bytes: &[u8], records: &[Record], delimiter: u8) -> Style {
    let (mut bare_text, mut bare_number, mut quoted) = (0usize, 0usize, 0usize);
    for record in records {
        let mut fields = record.fields.iter();
        for is_quoted in quotes(&bytes[record.from..record.to], delimiter) {
            let Some(field) = fields.next() else { break };
            match field.trim() {
                _ if is_quoted => quoted += 1,
                "" => {}
                field if field.parse::<f64>().is_ok() => bare_number += 1,
                _ => bare_text += 1,
            }
        }
    }
    let quotes = match (quoted, bare_text, bare_number) {
        (0, ..) | (_, 1.., _) => Quotes::Necessary,
        (_, 0, 0) => Quotes::Always,
        (_, 0, _) => Quotes::Text,
    };
    let ends = records.first().map_or(&b""[..], |record| &bytes[record.to.saturating_sub(1)..]);
    Style { delimiter, quotes, crlf: ends.starts_with(b"\r\n") }
}

/// Does each field of a record begin with a quote?
fn quotes(record: &[u8], delimiter: u8) -> Vec<bool> {
    let mut quoted = Vec::new();
    let mut at = 0;
    loop {
        let is_quoted = record.get(at) == Some(&b'"');
        quoted.push(is_quoted);
        if is_quoted {
            at += 1;
            while at < record.len() && record[at] != b'"' || record.get(at + 1) == Some(&b'"') && at < record.len() {
                at += if record[at] == b'"' { 2 } else { 1 };
            }
        }
        match record.get(at..).and_then(|rest| memchr::memchr(delimiter, rest)) {
            Some(length) => at += length + 1,
            None => return quoted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style_of(text: &str) -> (Quotes, bool) {
        let bytes = text.as_bytes();
        let style = style(bytes, &records(bytes, true, b',', &Bytes::Utf8), b',');
        (style.quotes, style.crlf)
    }

    #[test]
    fn records_end_where_the_reader_ends_them() {
        let text = b"\n a,b\r\n\r\n\"1\n\",\"2\"\"\"\n3,4";
        let cut = |whole| {
            let records = records(text, whole, b',', &Bytes::Utf8);
            records.into_iter().map(|r| r.fields.join("|")).collect::<Vec<_>>()
        };
        assert_eq!(cut(true), [" a|b", "1\n|2\"", "3|4"]);
        assert_eq!(cut(false), [" a|b", "1\n|2\""]);
        let first = &records(text, true, b',', &Bytes::Utf8)[0];
        assert_eq!(&text[first.from..first.to], b" a,b\r");
    }

    #[test]
    fn how_tables_are_written() {
        assert_eq!(style_of("age,name\n3,Ann\n"), (Quotes::Necessary, false));
        assert_eq!(style_of("age,name\r\n3,\"Ann, B\"\r\n"), (Quotes::Necessary, true));
        assert_eq!(style_of("\"age\",\"name\"\n\"3\",\"Ann \"\"x\"\"\"\n"), (Quotes::Always, false));
        assert_eq!(style_of("\"age\",\"name\"\r\n3,\"Ann\"\r\n,\"B\"\r\n"), (Quotes::Text, true));
    }
}
