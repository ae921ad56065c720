//! Opening a study's rows, wherever they are: counted once, and each column as it was found, with its hierarchy.

mod count;
mod hierarchies;
mod source;

pub use count::{floors_before, open_rows};
pub use source::{Column, Held, Input, Quasi, Sensitive, Source, inputs};

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::error::Result;
use crate::frequency::Frequency;
use crate::study::Study;
use crate::table::Table;
use crate::watch::Watch;

/// What the caller hands over to reach the rows.
pub enum Given {
    /// Nothing: the study names files.
    Nothing,
    /// A session with the engine that the study names.
    Engine(Arc<dyn Engine>),
    /// The rows themselves, whatever the study names.
    Table(Table),
}

/// Rows that were counted, and what is known of their columns.
pub struct Opened {
    /// The columns, and how to reach the rows again.
    pub source: Source,
    /// The frequency table: all that a search sees of the rows.
    pub frequency: Frequency,
    /// How long the work took that came after the last row was read: a budget of time covers it.
    pub took: Duration,
}

/// Opens and counts what the study names or the caller hands over, and builds the hierarchies.
pub fn open(study: Study, given: Given, watch: &dyn Watch) -> Result<Opened> {
    let counted = count::count(study, given, watch)?;
    let began = Instant::now();
    let took = counted.counted.took;
    let (source, frequency) = hierarchies::with_hierarchies(counted, watch)?;
    Ok(Opened { source, frequency, took: took + began.elapsed() })
}
