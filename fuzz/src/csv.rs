//! Text tables: read as the `csv` crate reads them, whatever the threads, the chunks and the compression.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

use crate::place::file;
use crate::rows::{Read, Row, read, same_on_threads};

/// The name of every version of the input, so that complaints are the same text.
const NAME: &str = "table.csv";

/// Chunks of this size go to the threads (`table/text.rs`).
const CHUNK: usize = 1 << 18;

/// Any bytes as a table.
pub fn csv(bytes: &[u8]) {
    let path = file(NAME, bytes);
    let one = read(&path, None, 1);
    same_on_threads(&path, &one);
    if is_binary(bytes) {
        return;
    }
    compressed(bytes, &one);
    as_the_csv_crate(bytes, &one);
}

/// Is it told from its first bytes that this is no plain text?
fn is_binary(bytes: &[u8]) -> bool {
    let magic: [&[u8]; 4] = [b"PAR1", b"ARROW1", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];
    bytes.is_empty() || magic.iter().any(|magic| bytes.starts_with(magic)) || bytes.starts_with(&[255, 255, 255, 255])
}

/// A compressed table is the table.
fn compressed(bytes: &[u8], plain: &Read) {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).expect("memory takes all");
    let zstd = zstd::encode_all(bytes, 1).expect("memory takes all");
    for compressed in [gzip.finish().expect("memory takes all"), zstd] {
        same(plain, &read(&file(NAME, &compressed), None, 1), 0);
    }
}

/// The same rows or the same complaint, so many lines further down.
fn same(one: &Read, other: &Read, further: u64) {
    match (one, other) {
        (Ok((a, one)), Ok((b, other))) => {
            assert_eq!(a.columns, b.columns);
            let one: Vec<Row> = one.iter().map(|(line, fields)| (line + further, fields.clone())).collect();
            assert_eq!(one, *other);
        }
        (Err(one), Err(other)) if further == 0 => assert_eq!(one, other),
        // The line in the message has moved.
        (Err(one), Err(other)) => assert_eq!(words(one), words(other)),
        (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{:?} {:?}", one.as_ref().err(), other.as_ref().err()),
    }
}

/// A message without its digits.
fn words(message: &str) -> String {
    message.chars().filter(|letter| !letter.is_ascii_digit()).collect()
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
    let body = reader.position().byte() as usize;
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
    if body < bytes.len() && !header.is_empty() {
        across_chunks(bytes, body, header.len(), delimiter);
    }
}

/// A long row behind the header moves the others to where a chunk ends; nothing else changes.
fn across_chunks(bytes: &[u8], body: usize, width: usize, delimiter: u8) {
    let plain = read(&file(NAME, bytes), Some(delimiter), 1);
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let rest = bytes.len() - body;
    let cut = hasher.finish() as usize % (rest + 1).min(CHUNK / 2);
    let mut long = bytes[..body].to_vec();
    let before = body + width;
    if before + cut >= CHUNK {
        return;
    }
    long.resize(long.len() + CHUNK - cut - before, b'x');
    long.resize(long.len() + width - 1, delimiter);
    long.push(b'\n');
    long.extend(&bytes[body..]);
    let moved = read(&file(NAME, &long), Some(delimiter), 1).map(|(table, mut rows)| {
        rows.remove(0);
        (table, rows)
    });
    same(&plain, &moved, 1);
}
