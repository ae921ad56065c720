//! From parts of the hash table and dictionaries to the counted table, whoever filled them.

use std::path::PathBuf;
use std::time::Instant;

use super::assemble::assemble;
use super::dictionary::Dictionary;
use super::spill::Shard;
use super::{Counted, Floor, Persons};
use crate::error::{Error, Place, Result};
use crate::say::{count, percent, thousands};
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
    /// Of these, rows with a missing value in each column; empty where nobody counted that.
    pub gaps: Vec<u64>,
}

/// The columns that count: quasi-identifiers, then who the row is about, sensitive attributes, the class.
pub fn columns_of(study: &Study) -> Vec<&Column> {
    let roles = [Role::QuasiIdentifier, Role::Person, Role::Sensitive, Role::Class];
    roles.iter().flat_map(|role| study.with_role(*role)).collect()
}

/// How many of the columns that count make a tuple while rows are counted: the quasi-identifiers and, where persons are
/// counted, the person as the last.
pub fn width_of(study: &Study) -> usize {
    study.with_role(Role::QuasiIdentifier).chain(study.with_role(Role::Person)).count()
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
    check_loss(&parts, study)?;
    let columns = columns_of(study);
    let quasi = study.with_role(Role::QuasiIdentifier).count();
    let mut domains = Vec::new();
    let mut ranks = Vec::new();
    for (i, (column, dictionary)) in columns.iter().zip(parts.dictionaries).enumerate() {
        let (domain, rank) = match floors.get(i).and_then(Option::as_ref) {
            Some(floor) => (floor.domain.clone(), (0..floor.domain.len() as u32).collect()),
            // Who somebody is has no order and no type.
            None if column.role == Role::Person => dictionary.by_text(column),
            None => dictionary.ordered(column, paths)?,
        };
        domains.push(domain);
        ranks.push(rank);
    }
    let width = width_of(study);
    let mut tracked_domains = domains.split_off(width);
    let tracked_ranks = ranks.split_off(width);
    let sensitive = study.with_role(Role::Sensitive).count();
    let pool = threads::pool(threads)?;
    let mut frequency = pool.install(|| assemble(parts.shards, &ranks, &tracked_ranks, sensitive))?;
    for (i, ((attribute, column), domain)) in
        frequency.attributes.iter_mut().zip(&columns).zip(&mut domains[..quasi]).enumerate()
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
    for (tracked, domain) in frequency.sensitive.iter_mut().chain(&mut frequency.label).zip(&mut tracked_domains) {
        domain.counts.clone_from(&tracked.totals);
        tracked.missing = domain.missing;
    }
    // Who they are is known by codes from here on.
    let persons = domains.drain(quasi..).next();
    if persons.is_some() {
        frequency = if study.keeps_persons() { Persons::by_trail(frequency)? } else { Persons::folded(frequency)? };
    }
    let mut tracked_domains = tracked_domains.into_iter();
    Ok(Counted {
        frequency,
        domains,
        sensitive: tracked_domains.by_ref().take(sensitive).collect(),
        label: tracked_domains.next(),
        persons,
        read: parts.read,
        dropped: parts.dropped,
        took: began.elapsed(),
    })
}

/// Refuses to go on where more than a third of the rows have gone, unless the study says that this is meant: what is left is
/// not the table any more.
fn check_loss(Parts { read, dropped, gaps, .. }: &Parts, study: &Study) -> Result<()> {
    if study.data.missing.allow_loss || dropped.saturating_mul(3) <= *read {
        return Ok(());
    }
    let share = percent(*dropped as f64 / *read as f64);
    let mut costly: Vec<(&u64, &Column)> = gaps.iter().zip(columns_of(study)).filter(|(rows, _)| **rows > 0).collect();
    costly.sort_by_key(|(rows, _)| std::cmp::Reverse(**rows));
    let names: Vec<&str> = costly.iter().take(COSTLY).map(|(_, column)| column.name.as_str()).collect();
    let most = if names.is_empty() { String::new() } else { format!(", most of them for {}", names.join(", ")) };
    let what = format!(
        "{} of the {} that were read ({share}) would be dropped, because a value that counts is missing{most}",
        thousands(*dropped as f64),
        count(*read, "row", "rows"),
    );
    let hint = "keep them: data.missing.rows = \"keep\"; or give those columns another role; or, where so large a loss is \
                meant, data.missing.allow-loss = true";
    Err(Error::study("data.missing.rows", what, hint))
}

/// Columns that an error names as the costliest.
const COSTLY: usize = 3;

fn check_rows(read: u64, dropped: u64, paths: &[PathBuf]) -> Result<()> {
    let path = paths.first().cloned().unwrap_or_default();
    if read == 0 {
        return Err(header_only(&path));
    }
    if read == dropped {
        return Err(Error::Table {
            place: Place::file(path),
            what: format!("each of the {read} rows has a missing value in a column that counts"),
            hint: "set data.missing.rows = \"keep\" to treat missing as a value of its own".into(),
        });
    }
    Ok(())
}
