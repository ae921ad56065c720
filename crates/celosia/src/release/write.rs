//! Writing a release: recode, suppress, shuffle, write beside the name, read back, recount, and only then rename.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::publish::Beside;
use super::recode::{Recoding, Shown};
use super::record::{Record, Written};
use super::row::Recoder;
use super::rows::{Cell, Texts, next_cell};
use super::shuffle::Shuffle;
use super::there::{record_base, there};
use super::verify::{self, Verified};
use super::{Input, Source, hash, output, promise};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::front::Point;
use crate::study::{Data, Kind};
use crate::table::{Access, Batch, Form, NameLock, Partial, Table, Writer, atomically, lock, unlocked};
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
/// (`NAME.salt`, to be kept private). What was written is read back and recounted before it gets its name, or before it goes
/// into a device or pipe, which has neither record nor salt beside it. Rows that an engine holds are recoded, written and
/// recounted there.
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
            "data.frequency",
            "a frequency table has no rows to release",
            "run the statement of the release where the rows are",
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
    let base = record_base(&options.output);
    let _mine = base.as_deref().map(NameLock::take).transpose()?;
    let recoding = Recoding::new(source, problem, point);
    let mut partial = Partial::new(&options.output, Access::Shared)?;
    write(table, source, &recoding, point, options, partial.file(), watch)?;
    let verified = recount(source, problem, &point.outcome, options, partial.path(), watch)?;
    let (sha256, salt) = (hash::of_file(partial.path())?, hash::salt()?);
    let input = json!({ "salted_sha256": hash::salted(&salt, table.inputs())? });
    let name = base.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let output = json!({ "file": name, "sha256": sha256 });
    let written = Written { options, released: &recoding.released, verified: &verified, output, input };
    let record = Record::new(source, problem, point, written);
    match base {
        Some(base) => Beside::new(source, &base, &record, &salt)?.publish_with(partial)?,
        None => partial.publish()?,
    }
    Ok((record, verified))
}

/// Writes a small text file, whole or not at all.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    text_file(path, Access::Shared, text)
}

/// Writes a small text file that only its owner may read, whole or not at all.
pub fn write_private(path: &Path, text: &str) -> Result<()> {
    text_file(path, Access::Private, text)
}

fn text_file(path: &Path, access: Access, text: &str) -> Result<()> {
    use std::io::Write;
    atomically(path, access, |_, file| file.write_all(text.as_bytes()).map_err(Error::io("write", path)))
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
    let texts = Texts::new(columns.len());
    let mut out =
        Out::new(&texts, Writer::new(&options.output, file, &columns)?, &columns, options, &source.study.data);
    let positions: Vec<usize> = recoding.columns.iter().map(|c| c.position).collect();
    let recoder = || Recoder::new(recoding, &texts, options.suppressed, starred);
    if options.keep_order {
        // One thread: rows come in order.
        let shared = Mutex::new(&mut out);
        table.scan(&positions, 1, watch, || {
            let mut recoder = recoder();
            let shared = &shared;
            move |batch: &Batch| {
                let rows = recoder.rows(batch)?;
                let mut out = lock(shared);
                out.follow();
                rows.iter().try_for_each(|row| out.row(row))
            }
        })?;
    } else {
        let search = &source.study.search;
        let shuffle = Mutex::new(Shuffle::new(source.read, search.memory)?);
        table.scan(&positions, search.threads, watch, || {
            let mut recoder = recoder();
            let shuffle = &shuffle;
            move |batch: &Batch| {
                let rows = recoder.rows(batch)?;
                lock(shuffle).add(rows)
            }
        })?;
        out.follow();
        watch.begin("writing", source.read);
        let mut waiting = 0;
        unlocked(shuffle).shuffled(|row| {
            waiting += 1;
            if waiting == TOLD {
                watch.check()?;
                watch.rows(TOLD);
                watch.advance(TOLD);
                waiting = 0;
            }
            out.row(row)
        })?;
    }
    out.writer.finish()
}

/// Rows that are written between two signs of life.
const TOLD: u64 = 1 << 13;

/// Where rows go: the texts that their numbers stand for, and the file.
struct Out<'a> {
    texts: &'a Texts,
    writer: Writer<'a>,
    /// The texts of each column as far as they are known; nothing for missing values of typed columns.
    known: Vec<Vec<Option<Arc<str>>>>,
    /// Parquet has a place for missing values that are no text; CSV shows them as they were.
    typed: Vec<bool>,
    data: &'a Data,
}

impl<'a> Out<'a> {
    fn new(
        texts: &'a Texts,
        writer: Writer<'a>,
        columns: &[(String, Kind)],
        options: &Options,
        data: &'a Data,
    ) -> Out<'a> {
        let parquet = Form::of(&options.output) == Form::Parquet;
        let typed = columns.iter().map(|(_, kind)| *kind != Kind::String && parquet).collect();
        Out { texts, writer, known: vec![Vec::new(); columns.len()], typed, data }
    }

    /// Learns the texts that were not there before.
    fn follow(&mut self) {
        for (column, (known, typed)) in self.known.iter_mut().zip(&self.typed).enumerate() {
            let new = self.texts.since(column, known.len());
            known.extend(new.into_iter().map(|text| Some(text).filter(|text| !(*typed && self.data.is_missing(text)))));
        }
    }

    fn row(&mut self, mut row: &[u8]) -> Result<()> {
        let Out { writer, known, typed, data, .. } = self;
        writer.row(known.iter().zip(typed.iter()).map(|(known, typed)| match next_cell(&mut row) {
            Cell::Number(number) => known.get(number).and_then(|text| text.as_deref()),
            Cell::Text(text) => Some(text).filter(|text| !(*typed && data.is_missing(text))),
        }))
    }
}

/// The type of a column in Parquet. Labels are text; a column that is shown as it was keeps its type where every
/// spelling survives it, so that no two values become one.
pub(super) fn kind(source: &Source, recoding: &Recoding, column: &Shown, starred: bool) -> Kind {
    if starred {
        return Kind::String;
    }
    let declared = source.study.columns.iter().find(|c| c.name == column.name).and_then(|c| c.kind);
    let Some(domain) = column.domain else {
        return declared.or(source.header[column.position].1).unwrap_or(Kind::String);
    };
    // By what is released only: a type that a suppressed value decided would tell of it.
    let whole = |code: usize| {
        let value = &domain.values[code];
        domain.missing != Some(code as u32) && value.parse::<i64>().is_ok_and(|n| n.to_string() == *value)
    };
    let all_whole = (0..domain.len()).filter(|code| column.left[*code]).all(whole);
    let integer = declared.is_none_or(|kind| kind == Kind::Integer) && all_whole && recoding.is_exact(column);
    if integer { Kind::Integer } else { Kind::String }
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
