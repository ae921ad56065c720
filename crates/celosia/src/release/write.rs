//! Writing a release: recode, suppress, shuffle, write beside the name, read back, recount, and only then rename.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::recode::{Fate, Recoding, Shown};
use super::record::Record;
use super::shuffle::Held;
use super::verify::{self, Question, Reference, Stars, Verified};
use super::{Source, hash, inputs, output};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::front::Point;
use crate::hierarchy::TOP;
use crate::privacy::Over;
use crate::study::{Kind, Role, Rule};
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
/// (`NAME.salt`, to be kept private). What was written is read back and recounted before it gets its name.
pub fn release(
    source: &Source,
    problem: &Problem,
    point: &Point,
    options: &Options,
    watch: &dyn Watch,
) -> Result<(Record, Verified)> {
    output::check(&options.output, inputs(&source.table, &source.study))?;
    let recoding = Recoding::new(source, problem, point);
    atomically(&options.output, |path, file| {
        write(source, &recoding, point, options, file, watch)?;
        let verified = recount(source, problem, &point.outcome, options, path, watch)?;
        let (sha256, salt) = (hash::of_file(path)?, hash::salt()?);
        let salted = hash::salted(&salt, source.table.paths())?;
        let record = Record::new(source, problem, point, options, &verified, sha256, salted);
        // The record first: a release without its record is half a release.
        write_text(&Record::salt_path(&options.output), &format!("{salt}\n"))?;
        let written = write_text(&Record::path(&options.output), &record.to_json());
        if written.is_err() {
            let _ = std::fs::remove_file(Record::salt_path(&options.output));
        }
        written.map(|()| (record, verified))
    })
}

/// Writes a small text file, whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    use std::io::Write;
    atomically(path, |_, file| file.write_all(text.as_bytes()).map_err(Error::io("write", path)))
}

fn write(
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
    source.table.scan(&positions, 1, watch, || {
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
fn kind(source: &Source, recoding: &Recoding, column: &Shown, starred: bool) -> Kind {
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
            declared.or(source.table.kinds[column.position]).unwrap_or(Kind::String)
        }
    }
}

/// Reads the written file back and counts it by the slow path; any difference from what the search promised is an
/// error. The search compares classes with the original table, so the check does too; what is returned, and recorded,
/// is what the file guarantees by itself, as `celosia verify` would say: levels that depend on rows that are not in the
/// release could tell about them.
fn recount(
    source: &Source,
    problem: &Problem,
    outcome: &Outcome,
    options: &Options,
    path: &Path,
    watch: &dyn Watch,
) -> Result<Verified> {
    let names = |role: Role| source.study.with_role(role).map(|c| c.name.clone()).collect::<Vec<String>>();
    let reference = Reference {
        domains: source.sensitive.clone(),
        totals: problem.frequency.sensitive.iter().map(|s| s.totals.clone()).collect(),
        nearness: source.nearness.clone(),
    };
    let question = Question {
        quasi: names(Role::QuasiIdentifier),
        sensitive: names(Role::Sensitive),
        c: source.study.objectives.c,
        alpha: source.study.objectives.alpha,
        at_risk: 0.2,
        reference: Some(reference),
    };
    let stars = if options.suppressed == Suppressed::Star { Stars::Suppressed } else { Stars::Rows };
    let table = Table::open(path, Form::of(&options.output).delimiter())?;
    let (verified, against_original) = verify::recount(&table, &question, stars, watch)?;
    let promised = Promise {
        rows: problem.frequency.rows - outcome.suppressed,
        classes: outcome.classes,
        starred: if options.suppressed == Suppressed::Star { outcome.suppressed } else { 0 },
        protections: problem.protections_of(outcome).map(|(_, protection)| protection).collect(),
        at_least: problem
            .models()
            .map(|about| problem.rule == Rule::AtWeightedK && about.over == Over::RowMean)
            .collect(),
    };
    let found = Promise {
        rows: verified.rows,
        classes: verified.classes,
        starred: verified.starred,
        protections: problem
            .models()
            .map(|about| against_original.protection_of(about.name).unwrap_or(f64::NAN))
            .collect(),
        at_least: promised.at_least.clone(),
    };
    if promised.kept_by(&found) {
        return Ok(verified);
    }
    Err(Error::Recount { path: options.output.clone(), promised: promised.say(problem), found: found.say(problem) })
}

/// What a written file must come to.
struct Promise {
    rows: u64,
    classes: u64,
    starred: u64,
    /// Under each model of the study.
    protections: Vec<f64>,
    /// Is the protection that of all rows, so that without the suppressed ones it may be higher? Chapter 1.4.1.3.
    at_least: Vec<bool>,
}

impl Promise {
    fn kept_by(&self, found: &Promise) -> bool {
        let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
        let kept = |((a, b), at_least): ((&f64, &f64), &bool)| close(*a, *b) || (*at_least && b > a);
        let same = self.protections.iter().zip(&found.protections).zip(&self.at_least).all(kept);
        self.rows == found.rows && self.classes == found.classes && self.starred == found.starred && same
    }

    fn say(&self, problem: &Problem) -> String {
        let levels = problem.models().zip(&self.protections);
        let levels: Vec<String> =
            levels.map(|(about, p)| format!("{} = {}", about.parameter, about.level(*p))).collect();
        format!("{} rows in {} classes with {}", self.rows, self.classes, levels.join(", "))
    }
}
