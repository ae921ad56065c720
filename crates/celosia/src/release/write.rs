//! Writing a release: recode, suppress, shuffle, write beside the name, read back, recount, and only then rename.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::json;

use super::recode::{Fate, Recoding, Shown};
use super::record::Record;
use super::shuffle::Held;
use super::there::there;
use super::verify::{self, Verified};
use super::{Input, Source, hash, output, promise};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::front::Point;
use crate::hierarchy::TOP;
use crate::study::Kind;
use crate::table::{Batch, Form, Table, Writer, atomically, lock, unlocked};
use crate::watch::Watch;

/// How a release is written.
#[derive(Debug, Clone)]
pub struct Options {
    /// The file; `.parquet` or `.pq` gives Parquet, anything else CSV.
    pub output: PathBuf,
    /// What happens to suppressed rows.
    pub suppressed: Suppressed,
    /// Keep the rows in the order of the source, which may tell who is who.
    pub keep_order: bool,
}

/// What happens to suppressed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suppressed {
    /// They are left out.
    Drop,
    /// They stay as rows of `*` in every column, so that the number of rows is right.
    Star,
}

/// Writes the release of a point, with its record (`NAME.record.json`) and the salt of the record's hash
/// (`NAME.salt`, to be kept private). What was written is read back and recounted before it gets its name. Rows that an
/// engine holds are recoded, written and recounted there.
pub fn release(
    source: &Source,
    problem: &Problem,
    point: &Point,
    options: &Options,
    watch: &dyn Watch,
) -> Result<(Record, Verified)> {
    match &source.input {
        Input::Table(table) => here(table, source, problem, point, options, watch),
        Input::Engine { engine, from } => there(engine.as_ref(), from, source, problem, point, options, watch),
        Input::Counted => Err(Error::study(
            "--frequency",
            "a frequency table has no rows to release",
            "run what `celosia sql STUDY --release` prints where the rows are",
        )),
    }
}

fn here(
    table: &Table,
    source: &Source,
    problem: &Problem,
    point: &Point,
    options: &Options,
    watch: &dyn Watch,
) -> Result<(Record, Verified)> {
    output::check(&options.output, source.inputs())?;
    let recoding = Recoding::new(source, problem, point);
    atomically(&options.output, |path, file| {
        write(table, source, &recoding, point, options, file, watch)?;
        let verified = recount(source, problem, &point.outcome, options, path, watch)?;
        let (sha256, salt) = (hash::of_file(path)?, hash::salt()?);
        let input = json!({ "salted_sha256": hash::salted(&salt, table.paths())? });
        let name = options.output.file_name().map(|name| name.to_string_lossy().into_owned());
        let output = json!({ "file": name, "sha256": sha256 });
        let record = Record::new(source, problem, point, options, &verified, output, input);
        // The record first: a release without its record is half a release.
        record.write(&options.output, &salt)?;
        Ok((record, verified))
    })
}

/// Writes a small text file, whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    atomically(path, |_, file| file.write_all(text.as_bytes()).map_err(Error::io("write", path)))
}

fn write(
    table: &Table,
    source: &Source,
    recoding: &Recoding,
    point: &Point,
    options: &Options,
    file: &mut std::fs::File,
    watch: &dyn Watch,
) -> Result<()> {
    let starred = options.suppressed == Suppressed::Star && point.outcome.suppressed > 0;
    let columns: Vec<(String, Kind)> =
        recoding.columns.iter().map(|c| (c.name.to_string(), kind(source, recoding, c, starred))).collect();
    let writer = Mutex::new(Writer::new(&options.output, file, &columns)?);
    let held = Mutex::new(Held::new(columns.len()));
    let positions: Vec<usize> = recoding.columns.iter().map(|c| c.position).collect();
    let stars = vec![TOP; columns.len()];
    // Parquet has a place for missing values that are no text; CSV shows them as they were.
    let typed: Vec<bool> =
        columns.iter().map(|(_, kind)| *kind != Kind::String && Form::of(&options.output) == Form::Parquet).collect();
    let data = &source.study.data;
    let present = |(value, typed): (&'_ str, &bool)| !(*typed && data.is_missing(value));
    // One thread: rows come in order, for --keep-order, and a shuffle forgets it anyway.
    table.scan(&positions, 1, watch, || {
        |batch: &Batch| {
            for row in 0..batch.rows() {
                let values = match recoding.fate(batch, row)? {
                    Fate::Dropped => continue,
                    Fate::Suppressed if options.suppressed == Suppressed::Drop => continue,
                    Fate::Suppressed => stars.clone(),
                    Fate::Kept(values) if starred && values.iter().all(|value| *value == TOP) => {
                        return Err(Error::study(
                            "--suppressed star",
                            "rows that are kept show nothing but * too, and nobody could tell them apart",
                            "leave suppressed rows out with --suppressed drop",
                        ));
                    }
                    Fate::Kept(values) => values,
                };
                if options.keep_order {
                    let cells = values.into_iter().zip(&typed);
                    lock(&writer).row(cells.map(|cell| present(cell).then_some(cell.0)))?;
                } else {
                    lock(&held).push(values.into_iter());
                }
            }
            Ok(())
        }
    })?;
    let mut writer = unlocked(writer);
    unlocked(held).shuffled(|row| writer.row(&mut row.zip(&typed).map(|cell| present(cell).then_some(cell.0))))?;
    writer.finish()
}

/// The type of a column in Parquet. Labels are text; a column that is shown as it was keeps its type where every
/// spelling survives it, so that no two values become one.
pub(super) fn kind(source: &Source, recoding: &Recoding, column: &Shown, starred: bool) -> Kind {
    if starred {
        return Kind::String;
    }
    match (column.domain, column.quasi) {
        (Some(_), Some(q)) if !recoding.is_exact(q) => Kind::String,
        (Some(domain), _) => {
            let exact = |v: &String| v.parse::<i64>().is_ok_and(|n| n.to_string() == *v);
            let whole = domain.kind == Kind::Integer && domain.missing.is_none() && domain.values.iter().all(exact);
            if whole { Kind::Integer } else { Kind::String }
        }
        (None, _) => {
            let declared = source.study.columns.iter().find(|c| c.name == column.name).and_then(|c| c.kind);
            declared.or(source.header[column.position].1).unwrap_or(Kind::String)
        }
    }
}

/// Reads the written file back and counts it by the slow path; any difference from what the search promised is an error.
fn recount(
    source: &Source,
    problem: &Problem,
    outcome: &Outcome,
    options: &Options,
    path: &Path,
    watch: &dyn Watch,
) -> Result<Verified> {
    let table = Table::open(path, Form::of(&options.output).delimiter())?;
    let question = promise::question(source, problem);
    let (verified, against_original) = verify::recount(&table, &question, promise::stars(options), watch)?;
    promise::check(problem, outcome, options, &verified, &against_original)?;
    Ok(verified)
}
