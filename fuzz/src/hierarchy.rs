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
    for separator in [b';', b'\t', b','] {
        let values = first_fields(text.trim_start_matches('\u{feff}'), separator);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let kinds = [Kind::String, infer(&values)];
        for kind in if kinds[0] == kinds[1] { &kinds[..1] } else { &kinds } {
            let mut domain = Domain::of("column", *kind, &values);
            for missing in [None, domain.len().checked_sub(1).map(|code| code as u32)] {
                domain.missing = missing;
                if let Ok(hierarchy) = build(&spec, &domain) {
                    accepted(&domain, &hierarchy);
                }
            }
        }
    }
}

/// What stands first in the rows, under a separator.
fn first_fields(text: &str, separator: u8) -> BTreeSet<String> {
    let mut builder = csv::ReaderBuilder::new();
    let rows = builder.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    rows.into_records().flatten().filter_map(|row| row.get(0).map(String::from)).take(MOST).collect()
}
