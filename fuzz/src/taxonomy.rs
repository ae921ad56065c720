//! Taxonomy files, JSON and TOML: what is accepted is a hierarchy over the values that the tree may hold.

use celosia::hierarchy::build;
use celosia::study::{HierarchySpec, Kind};
use celosia::table::Domain;

use crate::levels::accepted;
use crate::place::file;

/// Bytes as a taxonomy, for a column whose values are all that stands in them between quotes, or is a word.
pub fn taxonomy(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let quoted = text.split(['"', '\'']).skip(1).step_by(2);
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '.');
    let mut values: Vec<&str> = quoted.chain(words).filter(|value| !value.is_empty()).take(20).collect();
    values.sort_unstable();
    values.dedup();
    for name in ["taxonomy.json", "taxonomy.toml"] {
        let spec = HierarchySpec::TaxonomyFile(file(name, bytes));
        let nothing = build(&spec, &Domain::of("column", Kind::String, &[]));
        if nothing.is_err() {
            continue;
        }
        // Which of them are leaves only the parser knows: those that it does not cover alone are left out.
        let covered = |value: &&&str| build(&spec, &Domain::of("column", Kind::String, &[value])).is_ok();
        let covered: Vec<&str> = values.iter().filter(covered).copied().collect();
        let domain = Domain::of("column", Kind::String, &covered);
        accepted(&domain, &build(&spec, &domain).expect("values that are covered alone are covered together"));
    }
}
