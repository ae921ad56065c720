//! A release that stays in memory: record batches with the types that Parquet would have, recounted before they are handed out.

use arrow_array::RecordBatch;
use serde_json::json;

use super::key::Key;
use super::out::write_rows;
use super::plan::Plan;
use super::recipe::Recipe;
use super::record::Record;
use super::told::{Reports, Told};
use super::verify::Verified;
use super::{hash, hierarchies, promise};
use crate::error::Result;
use crate::hierarchy::write::to_csv;
use crate::open::Quasi;
use crate::table::{Table, Writer};
use crate::watch::Watch;

/// A release in memory.
#[derive(Clone)]
pub struct InMemory {
    /// The rows, in batches of one schema; there is at least one.
    pub batches: Vec<RecordBatch>,
    /// What may be published with them.
    pub record: Record,
    /// The salt of the record's hash: to be kept private.
    pub salt: String,
    /// The hierarchies that were made from the data, as CSV by the name of their column, to name in the study when it is
    /// released again. They hold values of the data: to be kept private.
    pub hierarchies: Vec<(String, String)>,
    /// The plan by which new rows are recoded alike: to be kept private.
    pub plan: String,
    /// The key of the pseudonyms, where persons stay in the release and no key was there before: to be kept private.
    pub key: Option<String>,
    /// What a recount of the rows found.
    pub verified: Verified,
    /// Its report, where [one is wanted](Plan::with_report).
    pub reports: Option<Reports>,
}

/// Makes the release of rows that this machine reads.
pub fn here(plan: &Plan, table: &Table, watch: &dyn Watch) -> Result<InMemory> {
    let shared = plan.name_persons()?;
    let (writer, tally) = write_rows(plan, table, Writer::in_memory(&plan.columns()), watch)?;
    let batches = writer.into_batches()?;
    let written = Table::from_batches(batches.clone())?;
    let (verified, seen) = promise::recount(plan, &written, None, watch)?;
    let beside = plan.beside(&written, watch)?;
    let salt = hash::salt()?;
    let input = hash::of_input(&salt, table, watch)?;
    let output = json!({ "sha256": hash::of_rows(&written, watch)?, "of": hash::ROWS });
    let record = Record::new(plan, &verified, &beside, output, input);
    let text = |quasi: Quasi| (quasi.said.name.clone(), to_csv(quasi.domain, quasi.hierarchy));
    let hierarchies = hierarchies::made(plan.source).map(|(_, quasi)| text(quasi)).collect();
    let told = Told { plan, verified: &verified, seen: &seen, tally: Some(&tally), record: &record };
    let reports = plan.report.as_ref().map(|report| report(&told));
    let key = plan.recoding.key();
    if let Some((shared, key)) = shared.as_ref().zip(key) {
        shared.write(key)?;
    }
    let key = key.filter(|_| shared.is_none()).map(Key::text);
    let plan = Recipe::new(plan).text();
    Ok(InMemory { batches, record, salt, hierarchies, plan, key, verified, reports })
}
