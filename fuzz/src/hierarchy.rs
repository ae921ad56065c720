//! Hierarchy files: what is accepted is a hierarchy, and what is written out is read back the same.

use std::collections::BTreeSet;

use celosia::hierarchy::build;
use celosia::study::{HierarchySpec, Kind};
use celosia::table::{Domain, infer};

use crate::levels::accepted;
use crate::place::file;

/// More values than this say nothing new.
const MOST: usize = 100;

/// Bytes as a hierarchy file, for columns that hold the values it may list.
pub fn hierarchy(bytes: &[u8]) {
    let spec = HierarchySpec::File(file("hierarchy.csv", bytes));
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut lists: Vec<BTreeSet<String>> = [b';', b'\t', b','].map(|separator| first_fields(text, separator)).into();
    lists.dedup();
    for values in &lists {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        // Every second input as the type that its values have, every third with a missing value.
        let kind = if bytes.len().is_multiple_of(2) { Kind::String } else { infer(&values) };
        let mut domain = Domain::of("column", kind, &values);
        domain.missing = domain.len().checked_sub(1).filter(|_| bytes.len().is_multiple_of(3)).map(|code| code as u32);
        if let Ok(hierarchy) = build(&spec, &domain) {
            accepted(&domain, &hierarchy);
        }
    }
}

/// What stands first in the rows, under a separator.
fn first_fields(text: &str, separator: u8) -> BTreeSet<String> {
    let mut builder = csv::ReaderBuilder::new();
    let rows = builder.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    rows.into_records().flatten().filter_map(|row| row.get(0).map(String::from)).take(MOST).collect()
}
