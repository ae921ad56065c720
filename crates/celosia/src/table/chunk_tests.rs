//! Cutting into chunks and parsing them, against the `csv` crate reading the whole text at once.

use std::io::Write;

use proptest::prelude::*;

use super::begin::begin;
use super::files::Compression;
use super::text::Chunks;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::study::Reading;
use crate::watch::Silent;

/// A row: its line and its fields.
type Row = (u64, Vec<String>);

/// Reads a text in chunks of about `size` bytes.
fn read(text: &[u8], delimiter: u8, width: usize, size: usize) -> Result<Vec<Row>> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    let input = Input::open(file.path(), &Silent)?;
    let (begun, ..) = begin(&input, Compression::None, &Reading::exact(Some(delimiter)))?;
    let mut chunks = Chunks::open(&input, 0, &begun, size)?;
    let columns: Vec<usize> = (0..width).collect();
    let mut rows = Vec::new();
    while let Some(chunk) = chunks.next()? {
        let batch = chunk.parse(&columns)?;
        for row in 0..batch.rows() {
            let fields = columns.iter().map(|c| batch.value(*c, row).to_string());
            rows.push((batch.place(row).line, fields.collect()));
        }
    }
    Ok(rows)
}

/// Line and message of an error.
fn complaint<T: std::fmt::Debug>(result: Result<T>) -> (u64, String) {
    match result {
        Err(Error::Table { place, what, .. }) => (place.line, what),
        other => panic!("{other:?}"),
    }
}

/// What the `csv` crate makes of a text: the width of the header, and all rows below it.
fn reference(text: &[u8], delimiter: u8) -> (usize, Vec<Vec<String>>) {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text);
    let width = reader.headers().unwrap().len();
    (width, reader.records().map(|record| record.unwrap().iter().map(String::from).collect()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// What the `csv` crate writes is read back as it was, on the right lines, whatever the chunks are.
    #[test]
    fn written_tables_are_read_back(
        width in 1usize..4,
        values in prop::collection::vec("[a-z\",;\t|\r\nä€ ]{0,6}", 0..60),
        delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|']),
        crlf: bool,
        bom: bool,
        size in 1usize..64,
    ) {
        let terminator = if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
        let mut text = if bom { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        let mut expected = Vec::new();
        let header = vec![String::from("name"); width];
        for (i, row) in std::iter::once(header.as_slice()).chain(values.chunks_exact(width)).enumerate() {
            if i > 0 {
                expected.push((text.iter().filter(|b| **b == b'\n').count() as u64 + 1, row.to_vec()));
            }
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).terminator(terminator).from_writer(text);
            writer.write_record(row).unwrap();
            text = writer.into_inner().unwrap();
        }
        prop_assert_eq!(read(&text, delimiter, width, size).unwrap(), expected);
    }

    /// Any text at all, well-formed or not, is read as the `csv` crate reads it, or refused for a good reason.
    #[test]
    fn any_text_is_read_as_the_csv_crate_reads_it(text in "[ab\",\r\nä]{1,60}", size in 1usize..64) {
        let (width, rows) = reference(text.as_bytes(), b',');
        prop_assume!(width > 0);
        match read(text.as_bytes(), b',', width, size) {
            Ok(read) => prop_assert_eq!(read.into_iter().map(|row| row.1).collect::<Vec<_>>(), rows),
            Err(error) => {
                let (_, what) = complaint::<()>(Err(error));
                prop_assert!(what.contains("never closed") || rows.iter().any(|row| row.len() != width), "{}", what);
            }
        }
    }
}

#[test]
fn errors_name_the_line_in_every_chunk() {
    let start = "a,b\n1,2\n\n\"multi\nline\",\"\"\"\"\n";
    for size in 1..80 {
        let ragged = format!("{start}5,6\n7\n8,9\n");
        let expected = (7, "1 fields where the header has 2".into());
        assert_eq!(complaint(read(ragged.as_bytes(), b',', 2, size)), expected);
        let mut binary = format!("{start}\"6\n\",").into_bytes();
        binary.extend(b"x\xff\n8,9\n");
        assert_eq!(complaint(read(&binary, b',', 2, size)), (7, "field 2 is not UTF-8 text".into()));
        let open = format!("{start}6,\"7\n8,9\n10,11\n");
        let expected = (6, "a quote opened in this line is never closed".into());
        assert_eq!(complaint(read(open.as_bytes(), b',', 2, size)), expected);
    }
}

#[test]
fn a_chunk_ends_where_a_record_ends() {
    // No file ends in a quote that could still be doubled, and old Macintosh files have no newline at all.
    for size in 1..40 {
        let text = "h\n\"say \"\"\nno\"\"\"\n5\" pipe\n\"a\"";
        let rows = read(text.as_bytes(), b',', 1, size).unwrap();
        let expected = [(2, "say \"\nno\""), (4, "5\" pipe"), (5, "a")];
        assert_eq!(rows, expected.map(|(line, field)| (line, vec![field.to_string()])));
        let rows = read(b"h,i\ra,b\r\"c\rd\",e", b',', 2, size).unwrap();
        assert_eq!(rows, [(1, vec!["a".into(), "b".into()]), (1, vec!["c\rd".to_string(), "e".into()])]);
    }
}

#[test]
fn a_byte_order_mark_counts_only_at_the_start_of_the_file() {
    let text = "\u{feff}h\n\u{feff}\"a\n\u{feff}b\n";
    for size in 1..20 {
        let rows = read(text.as_bytes(), b',', 1, size).unwrap();
        assert_eq!(rows, [(2, vec!["\u{feff}\"a".to_string()]), (3, vec!["\u{feff}b".into()])]);
    }
}
