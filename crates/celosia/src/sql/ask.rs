//! Asking an engine: statements go out, counted tuples come back.

use std::path::PathBuf;

use super::{Statement, counting, find, values};
use crate::engine::{Engine, failed};
use crate::error::Result;
use crate::frequency::{Counted, Floor, Tally, Values, take_values};
use crate::study::Study;
use crate::table::Batch;
use crate::watch::Watch;

/// Counts rows where they are. What comes over is the frequency table, and before it the values of the columns that have
/// a floor.
pub fn count_on(
    engine: &dyn Engine,
    study: &Study,
    from: &str,
    threads: usize,
    watch: &dyn Watch,
) -> Result<(Counted, Vec<Option<Floor>>)> {
    let dialect = find(engine.dialect())?;
    let place = PathBuf::from(engine.name());
    let floors = match values(dialect, study, from) {
        None => Vec::new(),
        Some(statement) => {
            let mut values = Values::new(study);
            batches(engine, &statement, watch, &mut |batch| take_values(&mut values, study, batch))?;
            values.floors(study, std::slice::from_ref(&place))?
        }
    };
    let statement = counting(dialect, study, from, &floors)?;
    let mut tally = Tally::new(study, &floors);
    batches(engine, &statement, watch, &mut |batch| tally.take(batch))?;
    Ok((tally.finish(threads, place)?, floors))
}

/// Runs a statement and hands over its rows as text.
pub fn batches(
    engine: &dyn Engine,
    statement: &Statement,
    watch: &dyn Watch,
    each: &mut dyn FnMut(&Batch) -> Result<()>,
) -> Result<()> {
    let text = statement.put(engine, watch)?;
    let mut before = 0;
    engine.query(&text, watch, &mut |record| {
        let unreadable = |e| failed(engine, e, "the engine answered with a type that has no text");
        let batch = Batch::of_record(record, PathBuf::from(engine.name()), before).map_err(unreadable)?;
        before += record.num_rows() as u64;
        each(&batch)
    })
}
