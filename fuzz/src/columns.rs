//! Columnar tables: any bytes behind the mark of Parquet or Arrow are read or refused, the same for every way to read.

use celosia::study::Reading;

use crate::place::file;
use crate::rows::{read, same_on_threads, scan};

/// Bytes as a Parquet file.
pub fn parquet(bytes: &[u8]) {
    if bytes.starts_with(b"PAR1") {
        columns(bytes);
    }
}

/// Bytes as an Arrow IPC file.
pub fn arrow(bytes: &[u8]) {
    if bytes.starts_with(b"ARROW1") {
        columns(bytes);
    }
}

/// Bytes as an Arrow IPC stream, with the mark of today or the one from before version 0.15.
pub fn stream(bytes: &[u8]) {
    if is_stream(bytes) {
        columns(bytes);
    }
}

/// Does the reader take the bytes for a stream?
pub fn is_stream(bytes: &[u8]) -> bool {
    let old = |&[a, b, c, d, e, _, g, h]: &[u8; 8]| {
        let end = u32::from_le_bytes([a, b, c, d]) as usize + 4;
        d == 0 && e != 0 && [g, h] == [0, 0] && end > 4 && end <= bytes.len() && end.is_multiple_of(8)
    };
    bytes.starts_with(&[255; 4]) || bytes.first_chunk().is_some_and(old)
}

fn columns(bytes: &[u8]) {
    let path = file("columns", bytes);
    let reading = Reading::default();
    let one = read(&path, &reading, 1);
    same_on_threads(&path, &reading, &one);
    let Ok((table, rows)) = one else { return };
    assert!(rows.iter().map(|(line, _)| *line).eq(1..=rows.len() as u64), "rows are numbered");
    // The columns backwards, and each alone, are the same columns.
    let width = table.columns.len();
    let backwards: Vec<usize> = (0..width).rev().collect();
    let found = scan(&table, &backwards, 1).expect("the same columns can be read");
    for ((_, fields), (_, found)) in rows.iter().zip(&found) {
        assert!(fields.iter().rev().eq(found), "columns read backwards");
    }
    assert_eq!(rows.len(), found.len());
    for column in 0..width.min(3) {
        let found = scan(&table, &[column], 1).expect("one of the columns can be read");
        let values = found.iter().map(|(_, fields)| &fields[0]);
        assert!(values.eq(rows.iter().map(|(_, fields)| &fields[column])), "a column read alone");
    }
}
