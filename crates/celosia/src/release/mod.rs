//! The release: a point of the front turned into a table, its record, and the check of what was written.

mod hash;
mod labels;
pub mod output;
mod recode;
mod record;
mod risk;
mod shuffle;
mod write;
pub mod verify;

pub use labels::{Labels, labels};
pub use record::{Record, finite, levels};
pub use risk::{Risk, Risks};
pub use write::{Options, Suppressed, release, write_text};

use std::path::PathBuf;

use crate::hierarchy::Hierarchy;
use crate::study::{HierarchySpec, Study};
use crate::table::{Domain, Table};

/// What a release needs beside the problem: the table, and what the problem's codes mean.
pub struct Source {
    /// The study.
    pub study: Study,
    /// The table, to be read once more.
    pub table: Table,
    /// Domain of each quasi-identifier.
    pub domains: Vec<Domain>,
    /// Hierarchy of each quasi-identifier.
    pub hierarchies: Vec<Hierarchy>,
    /// Domain of each sensitive attribute.
    pub sensitive: Vec<Domain>,
    /// Hierarchy of each sensitive attribute that has one: value to group, per level.
    pub nearness: Vec<Option<Vec<Vec<u32>>>>,
    /// Domain of the class attribute.
    pub label: Option<Domain>,
    /// Rows read.
    pub read: u64,
    /// Rows left out because a value that counts is missing.
    pub dropped: u64,
}

/// Every path that a study reads: the table's files, the folder or pattern that named them, and hierarchies.
pub fn inputs(table: &Table, study: &Study) -> Vec<PathBuf> {
    let mut inputs: Vec<PathBuf> = table.paths().map(PathBuf::from).collect();
    inputs.push(study.data.path.clone());
    inputs.extend(study.columns.iter().filter_map(|column| match &column.hierarchy {
        HierarchySpec::File(path) | HierarchySpec::TaxonomyFile(path) => Some(path.clone()),
        _ => None,
    }));
    inputs
}
