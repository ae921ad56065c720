//! A release that an engine makes where the rows are: recoded, suppressed, shuffled, written and counted again there.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::by_class::ByClass;
use super::publish::Beside;
use super::recode::Recoding;
use super::record::{Record, Written};
use super::verify::{self, Verified};
use super::write::{Options, Suppressed, kind};
use super::{Source, hash, output, promise};
use crate::engine::{Engine, Target, failed};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Point;
use crate::sql::{self, Release, Shown, Together, What};
use crate::study::{Kind, MissingRule, Role};
use crate::table::{Destination, NameLock};
use crate::watch::Watch;

/// What a table of an engine's catalogue is called as an output: `table:db.release`.
pub const TABLE: &str = "table:";

impl Target {
    /// Where an output goes: a table by its name, or a folder of CSV or Parquet files.
    pub fn of(output: &Path) -> Target {
        let text = output.display().to_string();
        if let Some(name) = text.strip_prefix(TABLE) {
            return Target::Table(name.into());
        }
        let ending = output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let format = if ending.as_deref() == Some("csv") { "csv" } else { "parquet" };
        let path = if text.contains("://") { text } else { absolute(output) };
        Target::Path { path, format: format.into() }
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// Where the record of a release stands: beside a file or folder; in this folder for a table; nowhere for a device, a pipe
/// or standard output, which nothing can stand beside.
pub fn record_base(output: &Path) -> Option<PathBuf> {
    match output.display().to_string().strip_prefix(TABLE) {
        Some(name) => Some(PathBuf::from(name.replace(['/', '\\', '"', '`'], "_"))),
        None if Destination::of(output).is_ok_and(|destination| !destination.is_file()) => None,
        None => Some(output.to_path_buf()),
    }
}

/// Writes the release of a point under a temporary name, counts it again, and gives it its name last.
pub fn there(
    engine: &dyn Engine,
    from: &str,
    source: &Source,
    problem: &Problem,
    point: &Point,
    options: &Options,
    watch: &dyn Watch,
) -> Result<(Record, Verified)> {
    let target = Target::of(&options.output);
    let record_at = record_base(&options.output).ok_or_else(|| {
        let hint = "give the name of a new folder, or a table (table:schema.name)";
        Error::study(options.output.display().to_string(), "an engine writes folders and tables only", hint)
    })?;
    output::check(&Record::path(&record_at), source.inputs())?;
    let _mine = NameLock::take(&record_at)?;
    engine.check_target(&target, watch)?;
    let dialect = sql::find(engine.dialect())?;
    let typed = !matches!(&target, Target::Path { format, .. } if format == "csv");
    // A secret that only this process knows orders the rows: nobody can undo it.
    let secret = hash::salt()?;
    let recoding = Recoding::new(source, problem, point);
    let mut release = recoded(source, &recoding, point, options, typed)?;
    release.order = Some(engine.random_order(&secret));
    release.recounted = true;
    let query = release.statement(dialect, from).put(engine, watch)?;
    let staged = engine.stage(&query, &target, watch)?;

    let question = promise::question(source, problem);
    let stars = promise::stars(options);
    let (verified, against_original) = verify::recount_on(engine, staged.from(), &question, stars, watch)?;
    promise::check(problem, &point.outcome, options, &verified, &against_original).map_err(|error| match error {
        // Here nobody keeps the table still between counting and writing.
        Error::Recount { promised, found, .. } => failed(
            engine,
            format!("promised {promised}, but a recount of what was written found {found}; it was removed"),
            "run it again: the table seems to have changed since it was counted; if it did not, please report this",
        ),
        other => other,
    })?;
    let salt = hash::salt()?;
    let input = json!({
        "salted_sha256": hash::salted_counts(&salt, source, &problem.frequency),
        "of": "the frequency table",
    });
    let output = written(&target, staged.folder())?;
    let written = Written { options, released: &recoding.released, verified: &verified, output, input };
    let record = Record::new(source, problem, point, written);
    // Where the release goes nothing stands: an engine replaces nothing.
    Beside::new(source, &record_at, &record, &salt)?.publish(Vec::new(), || staged.publish(watch))?;
    Ok((record, verified))
}

/// What the record says of the output: its name and, where this machine can read it, its hash.
fn written(target: &Target, folder: Option<&Path>) -> Result<Value> {
    Ok(match target {
        Target::Table(name) => json!({ "table": name }),
        Target::Path { path, .. } => {
            let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
            let sha256 = folder.map(hash::of_folder).transpose()?;
            json!({ "folder": name, "sha256": sha256 })
        }
    })
}

/// A point as a statement would make it. `typed` columns keep their types; text files have none.
fn recoded<'a>(
    source: &'a Source,
    recoding: &Recoding,
    point: &Point,
    options: &Options,
    typed: bool,
) -> Result<Release<'a>> {
    let study = &source.study;
    let starred = options.suppressed == Suppressed::Star && point.outcome.suppressed > 0;
    let columns = recoding.columns.iter().map(|column| {
        let role = study.columns.iter().find(|c| c.name == column.name).map(|c| c.role);
        let what = match (column.quasi, role) {
            (Some(_), _) if recoding.by_class.is_some() => What::Labels(Vec::new()),
            (Some(q), _) => {
                let (domain, shown) = (&source.domains[q], recoding.labels(q));
                let codes = (0..domain.len()).filter(|code| column.left[*code]);
                let label = |code: usize| shown.labels[shown.group_of[code] as usize].clone();
                What::Labels(codes.map(|code| (domain.values[code].clone(), label(code))).collect())
            }
            (None, Some(Role::Sensitive | Role::Class)) => What::Counted,
            _ => What::Kept,
        };
        let missing = column.domain.filter(|_| study.data.missing_rule == MissingRule::Keep);
        let missing = missing.and_then(|domain| domain.missing.map(|code| domain.values[code as usize].clone()));
        let kind = if typed { kind(source, recoding, column, starred) } else { Kind::String };
        Shown { name: column.name.to_string(), what, kind, missing }
    });
    let columns: Vec<Shown> = columns.collect();
    // The classes in the order of the columns, which is the table's, not the study's.
    let order: Vec<usize> = recoding.columns.iter().filter_map(|column| column.quasi).collect();
    let label = |q: &usize, groups: &[u32]| recoding.labels(*q).labels[groups[*q] as usize].clone();
    let class = |(groups, rows): &(Vec<u32>, u64)| (order.iter().map(|q| label(q, groups)).collect(), *rows);
    let mut kept: Vec<(Vec<String>, u64)> = recoding.released.kept.iter().map(class).collect();
    kept.sort_unstable();
    let together =
        recoding.by_class.as_ref().map(|by_class| together(source, recoding, by_class, &order)).transpose()?;
    Ok(Release { columns, together, data: &study.data, kept, starred, recounted: false, order: None })
}

/// The values of all rows that are kept, each with the labels that they show together.
fn together(source: &Source, recoding: &Recoding, by_class: &ByClass, order: &[usize]) -> Result<Vec<Together>> {
    if by_class.has_floors() {
        let what = "no statement of SQL releases classes with labels of their own where a column has a floor";
        return Err(Error::study("floor", what, "leave out the floor, or release the table from files"));
    }
    let kept = by_class.tuples().filter(|(_, sets)| !recoding.is_suppressed(sets));
    let row = |(codes, sets): (&[u32], &[u32])| {
        let values = order.iter().map(|q| source.domains[*q].values[codes[*q] as usize].clone()).collect();
        (values, order.iter().map(|q| recoding.labels(*q).labels[sets[*q] as usize].clone()).collect())
    };
    let mut rows: Vec<Together> = kept.map(row).collect();
    rows.sort_unstable();
    Ok(rows)
}

/// The statement that makes the release of a point, for someone who runs it elsewhere.
pub fn statement(
    dialect: &sql::Dialect,
    from: &str,
    source: &Source,
    problem: &Problem,
    point: &Point,
    options: &Options,
) -> Result<String> {
    if options.keep_order {
        return Err(Error::study("--keep-order", "an engine's rows have no order to keep", "leave it out"));
    }
    let mut release = recoded(source, &Recoding::new(source, problem, point), point, options, true)?;
    release.order = Some(dialect.random.to_string());
    Ok(release.statement(dialect, from).whole(dialect))
}
