//! Text tables: read as the `csv` crate reads them, whatever the threads, the chunks and the compression.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

use celosia::study::Reading;

use crate::columns::is_stream;
use crate::place::file;
use crate::rows::{Read, Row, read, same_on_threads};

/// The name of every version of the input, so that complaints are the same text.
const NAME: &str = "table.csv";

/// Chunks of this size go to the threads (`table/text.rs`).
const CHUNK: usize = 1 << 18;

/// Any bytes as a table.
pub fn csv(bytes: &[u8]) {
    let path = file(NAME, bytes);
    let reading = Reading::exact(None);
    let one = read(&path, &reading, 1);
    same_on_threads(&path, &reading, &one);
    if is_binary(bytes) {
        return;
    }
    as_the_csv_crate(bytes, &one);
    // One further way for each input: thousands of inputs go all of them.
    match lot(bytes) % 3 {
        0 => across_chunks(bytes, &one),
        way => compressed(bytes, &one, way == 1),
    }
}

/// A number that the input alone decides.
fn lot(bytes: &[u8]) -> usize {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish() as usize
}

/// Is it told from its first bytes that this is no plain text?
fn is_binary(bytes: &[u8]) -> bool {
    let magic: [&[u8]; 4] = [b"PAR1", b"ARROW1", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];
    bytes.is_empty() || magic.iter().any(|magic| bytes.starts_with(magic)) || is_stream(bytes)
}

/// A compressed table is the table.
fn compressed(bytes: &[u8], plain: &Read, gzip: bool) {
    let compressed = if gzip {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(bytes).and_then(|()| gzip.finish())
    } else {
        zstd::encode_all(bytes, 1)
    };
    same(plain, &read(&file(NAME, &compressed.expect("memory takes all")), &Reading::exact(None), 1), 0);
}

/// The same rows or the same complaint, `further` lines down.
fn same(one: &Read, other: &Read, further: u64) {
    match (one, other) {
        (Ok((a, one)), Ok((b, other))) => {
            assert_eq!(a.columns, b.columns);
            let one: Vec<Row> = one.iter().map(|(line, fields)| (line + further, fields.clone())).collect();
            assert_eq!(one, *other);
        }
        (Err(one), Err(other)) => assert_eq!(one, other),
        (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{:?} {:?}", one.as_ref().err(), other.as_ref().err()),
    }
}

fn as_the_csv_crate(bytes: &[u8], ours: &Read) {
    if std::str::from_utf8(bytes).is_err() {
        return;
    }
    let delimiter = match ours {
        Ok((table, _)) => table.delimiter().expect("a text table has a delimiter"),
        Err(_) => b',',
    };
    let mut reader = ::csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(bytes);
    let header: Vec<String> = reader.headers().expect("UTF-8").iter().map(|name| name.trim().to_string()).collect();
    let records = reader.into_records().map(|record| record.expect("UTF-8").iter().map(String::from).collect());
    let theirs: Vec<Vec<String>> = records.collect();
    match ours {
        Ok((table, rows)) => {
            assert_eq!(table.columns, header, "the header");
            assert!(rows.iter().map(|(_, fields)| fields).eq(&theirs), "{rows:?} where the csv crate has {theirs:?}");
            assert!(rows.windows(2).all(|pair| pair[0].0 <= pair[1].0), "lines rise");
        }
        Err(complaint) => {
            let known = ["never closed", "blank lines", "both called", "fields where the header has"];
            assert!(known.iter().any(|reason| complaint.contains(reason)), "{complaint}");
        }
    }
}

/// A long row behind the header moves the others to where a chunk ends; nothing else changes.
fn across_chunks(bytes: &[u8], plain: &Read) {
    let Ok((table, _)) = plain else { return };
    let (width, delimiter) = (table.columns.len(), table.delimiter().expect("a text table has a delimiter"));
    let mut reader = ::csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(bytes);
    reader.byte_headers().expect("it was read before");
    let body = reader.position().byte() as usize;
    let (before, cut) = (body + width, lot(bytes) / 3 % (bytes.len() - body + 1));
    if body == bytes.len() || before + cut >= CHUNK {
        return;
    }
    let mut long = bytes[..body].to_vec();
    long.resize(long.len() + CHUNK - cut - before, b'x');
    long.resize(long.len() + width - 1, delimiter);
    long.push(b'\n');
    long.extend(&bytes[body..]);
    let moved = read(&file(NAME, &long), &Reading::exact(Some(delimiter)), 1).map(|(table, mut rows)| {
        rows.remove(0);
        (table, rows)
    });
    same(plain, &moved, 1);
}
