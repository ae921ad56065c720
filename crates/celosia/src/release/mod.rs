//! The release: a point of the front turned into a table, its record, and the check of what was written.

mod by_class;
mod hash;
pub mod hierarchies;
mod labels;
pub mod output;
mod promise;
mod publish;
mod recode;
mod record;
mod released;
mod risk;
mod row;
mod rows;
mod shuffle;
mod there;
mod write;
pub mod verify;

pub use labels::{Labels, labels};
pub use record::{Record, finite, levels};
pub use risk::{Risk, Risks};
pub use there::{TABLE, record_base, statement};
pub use write::{Options, Suppressed, release, write_private, write_text};

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::Engine;
use crate::hierarchy::Hierarchy;
use crate::study::{HierarchySpec, Kind, Origin, Study};
use crate::table::{Domain, Table};

/// What a release needs beside the problem: the table, and what the problem's codes mean.
pub struct Source {
    /// The study.
    pub study: Study,
    /// Where the rows are, to be read once more.
    pub input: Input,
    /// The columns of the table with the types that it gives them; of a frequency table those that the study names.
    pub header: Vec<(String, Option<Kind>)>,
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

/// Where the rows of a study are.
pub enum Input {
    /// In files that this machine reads.
    Table(Table),
    /// Nobody here can read them: they were counted elsewhere.
    Counted,
    /// In a system that this machine asks.
    Engine {
        /// The session.
        engine: Arc<dyn Engine>,
        /// What stands behind FROM.
        from: String,
    },
}

impl Source {
    /// The levels of the hierarchies that a node of the lattice means: the lattice begins at the floors.
    pub fn levels(&self, node: &[u8]) -> Vec<u8> {
        self.hierarchies.iter().zip(node).map(|(hierarchy, level)| hierarchy.floor as u8 + level).collect()
    }

    /// Every path that this machine reads for the study.
    pub fn inputs(&self) -> Vec<PathBuf> {
        match &self.input {
            Input::Table(table) => inputs(Some(table), &self.study),
            Input::Counted | Input::Engine { .. } => inputs(None, &self.study),
        }
    }
}

/// Every path that a study reads: the table's files, the folder or pattern that named them, and hierarchies.
pub fn inputs(table: Option<&Table>, study: &Study) -> Vec<PathBuf> {
    let mut inputs: Vec<PathBuf> = table.iter().flat_map(|table| table.paths()).map(PathBuf::from).collect();
    match &study.data.origin {
        Origin::Files(path) => inputs.push(path.clone()),
        Origin::Frequency(counts) => inputs.push(counts.clone()),
        Origin::Engine { .. } | Origin::Elsewhere => {}
    }
    inputs.extend(study.data.values.clone());
    inputs.extend(study.columns.iter().filter_map(|column| match &column.hierarchy {
        HierarchySpec::File(path) | HierarchySpec::TaxonomyFile(path) => Some(path.clone()),
        _ => None,
    }));
    inputs
}
