//! From parts of the hash table and dictionaries to the counted table, whoever filled them.

use std::path::PathBuf;
use std::time::Instant;

use super::assemble::assemble;
use super::dictionary::Dictionary;
use super::spill::Shard;
use super::{Counted, Floor};
use crate::error::{Error, Place, Result};
use crate::study::{Column, Role, Study};
use crate::table::header_only;
use crate::threads;

/// What was counted, in codes as they turned up.
pub struct Parts {
    /// Per column that counts, its values; of a column with a floor, nothing.
    pub dictionaries: Vec<Dictionary>,
    /// Distinct tuples, each in one shard.
    pub shards: Vec<Shard>,
    /// Rows read.
    pub read: u64,
    /// Rows left out because a value that counts is missing.
    pub dropped: u64,
}

/// The columns that count: quasi-identifiers, then sensitive attributes, then the class.
pub fn columns_of(study: &Study) -> Vec<&Column> {
    let roles = [Role::QuasiIdentifier, Role::Sensitive, Role::Class];
    roles.iter().flat_map(|role| study.with_role(*role)).collect()
}

/// Codes become ranks, values domains. `paths` are the files that dictionaries saw values in.
pub fn finish(
    parts: Parts,
    study: &Study,
    floors: &[Option<Floor>],
    threads: usize,
    paths: &[PathBuf],
) -> Result<Counted> {
    let began = Instant::now();
    check_rows(parts.read, parts.dropped, paths)?;
    let columns = columns_of(study);
    let quasi = study.with_role(Role::QuasiIdentifier).count();
    let mut domains = Vec::new();
    let mut ranks = Vec::new();
    for (i, (column, dictionary)) in columns.iter().zip(parts.dictionaries).enumerate() {
        let (domain, rank) = match floors.get(i).and_then(Option::as_ref) {
            Some(floor) => (floor.domain.clone(), (0..floor.domain.len() as u32).collect()),
            None => dictionary.ordered(column, &study.data, paths)?,
        };
        domains.push(domain);
        ranks.push(rank);
    }
    let mut tracked_domains = domains.split_off(quasi);
    let tracked_ranks = ranks.split_off(quasi);
    let sensitive = study.with_role(Role::Sensitive).count();
    let pool = threads::pool(threads)?;
    let mut frequency = pool.install(|| assemble(parts.shards, &ranks, &tracked_ranks, sensitive))?;
    for (i, ((attribute, column), domain)) in
        frequency.attributes.iter_mut().zip(&columns).zip(&mut domains).enumerate()
    {
        attribute.weight = column.weight;
        attribute.numbers = domain.numbers();
        if floors.get(i).is_some_and(Option::is_some) {
            // The rows of all values, not of those that stand for others.
            attribute.counts.clone_from(&domain.counts);
        } else {
            domain.counts.clone_from(&attribute.counts);
        }
    }
    for (tracked, domain) in frequency.sensitive.iter().chain(&frequency.label).zip(&mut tracked_domains) {
        domain.counts.clone_from(&tracked.totals);
    }
    let mut tracked_domains = tracked_domains.into_iter();
    Ok(Counted {
        frequency,
        domains,
        sensitive: tracked_domains.by_ref().take(sensitive).collect(),
        label: tracked_domains.next(),
        read: parts.read,
        dropped: parts.dropped,
        took: began.elapsed(),
    })
}

fn check_rows(read: u64, dropped: u64, paths: &[PathBuf]) -> Result<()> {
    let path = paths.first().cloned().unwrap_or_default();
    if read == 0 {
        return Err(header_only(&path));
    }
    if read == dropped {
        return Err(Error::Table {
            place: Place::file(path),
            what: format!("each of the {read} rows has a missing value in a column that counts"),
            hint: "set missing.rows = \"keep\" to treat missing as a value of its own".into(),
        });
    }
    Ok(())
}
