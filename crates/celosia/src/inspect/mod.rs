//! A first look at an unknown table: columns, proposed roles and hierarchies, and a study file to start from.

mod columns;
mod propose;
mod write;

pub use columns::{Look, look};
pub use propose::{Proposal, propose};
pub use write::study_toml;

pub use crate::frequency::Counted;

use crate::error::Result;
use crate::frequency;
use crate::study::Study;
use crate::table::Table;
use crate::watch::Watch;

/// Counts a table by the columns that a study names, on all cores: their values, and the distinct tuples.
pub fn count(table: &Table, study: &Study, watch: &dyn Watch) -> Result<Counted> {
    frequency::count(table, study, &[], 0, watch)
}
