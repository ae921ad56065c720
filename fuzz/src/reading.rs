//! Tables as people have them: whatever is told from the first rows and bytes is told again, and what is said of it is all that a
//! second reader needs.

use celosia::study::Reading;

use crate::place::file;
use crate::rows::{Read, read, same_on_threads};

/// Any bytes as a text table of which nothing is known.
pub fn text(bytes: &[u8]) {
    told(bytes, "table.txt");
}

/// Any bytes as a workbook.
pub fn sheet(bytes: &[u8]) {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        told(bytes, "table.xlsx");
    }
}

fn told(bytes: &[u8], name: &str) {
    let path = file(name, bytes);
    let one = read(&path, &Reading::default(), 1);
    same_on_threads(&path, &Reading::default(), &one);
    let Ok((table, rows)) = &one else { return };
    let names: std::collections::HashSet<&String> = table.columns.iter().collect();
    assert_eq!(names.len(), table.columns.len(), "every column has a name of its own");
    assert!(table.columns.iter().all(|name| !name.is_empty() && !name.contains(['\n', '\r'])), "{:?}", table.columns);
    // What inspect writes into a study is what front reads by it.
    let again: Read = read(&path, &table.reading(), 1);
    assert!(again.is_ok(), "{:?} under {:?}", again.err(), table.reading());
    let Ok((other, same)) = again else { return };
    assert_eq!(table.columns, other.columns, "under {:?}", table.reading());
    assert_eq!(*rows, same, "under {:?}", table.reading());
}
