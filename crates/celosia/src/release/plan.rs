//! The plan of a release: the classes, labels and columns of a point, computed once. Whoever recodes, writes, records or asks
//! an engine for it looks here.

use std::path::{Path, PathBuf};

use super::batches::{self, InMemory};
use super::beside::{self, Beside};
use super::key::{Key, Shared};
use super::recode::{Recoding, Shown};
use super::record::Record;
use super::told::Reporter;
use super::verify::Verified;
use super::{numbers, there, write};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Point;
use crate::open::{Input, Source};
use crate::sql::Dialect;
use crate::study::Kind;
use crate::table::Table;
use crate::watch::Watch;

/// How a release is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// What happens to suppressed rows.
    pub suppressed: Suppressed,
    /// Keep the rows in the order of the source, which may tell who is who.
    pub keep_order: bool,
}

/// What happens to suppressed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Suppressed {
    /// They are left out.
    #[default]
    Drop,
    /// They stay as rows of `*` in every column, so that the number of rows is right.
    Star,
}

/// What a release of a point holds, before a row is read again.
pub struct Plan<'a> {
    pub(crate) source: &'a Source,
    pub(crate) problem: &'a Problem,
    pub(crate) point: &'a Point,
    pub(crate) options: Options,
    pub(crate) recoding: Recoding<'a>,
    /// Do suppressed rows stay, as rows of stars?
    pub(super) starred: bool,
    /// Who reports it, where somebody does.
    pub(crate) report: Option<Reporter<'a>>,
    /// Are bounds written as numbers beside labels?
    pub(super) numbers: bool,
    /// The key that pseudonyms are of, where it was there before.
    pub(super) key: Option<PathBuf>,
}

impl<'a> Plan<'a> {
    /// Computes what a release of a point shows.
    pub fn new(source: &'a Source, problem: &'a Problem, point: &'a Point, options: Options) -> Plan<'a> {
        let starred = options.suppressed == Suppressed::Star && point.outcome.suppressed > 0;
        let recoding = Recoding::new(source, problem, point);
        Plan { source, problem, point, options, recoding, starred, numbers: false, report: None, key: None }
    }

    /// The same with two more columns for each quasi-identifier of numbers, `NAME-low` and `NAME-high`: the bounds of its labels,
    /// to compute with. Rows that an engine holds are released without them.
    pub fn with_numbers(self) -> Result<Plan<'a>> {
        if matches!(self.source.input, Input::Engine { .. }) {
            let hint = "leave it out, or release the table from files";
            return Err(Error::study(
                "release.numbers",
                "an engine's rows are released without bounds as numbers",
                hint,
            ));
        }
        numbers::names(&self)?;
        Ok(Plan { numbers: true, ..self })
    }

    /// The same with the pseudonyms of a key that was there before, for other tables of the same persons or a later release. Who is
    /// new in it is added, and the file is written anew before the release gets its name.
    pub fn with_key(self, path: &Path) -> Result<Plan<'a>> {
        if !self.recoding.keeps_persons() {
            let hint = "say pseudonym = true of the column that says whose row it is, or leave the key out";
            return Err(Error::study("release.key", "nobody is shown as a pseudonym in this release", hint));
        }
        Ok(Plan { key: Some(path.into()), ..self })
    }

    /// Draws the pseudonyms of everybody who has none, and shows persons by them. Whoever gets the key that was there before holds it
    /// until the release has its name.
    pub(super) fn name_persons(&self) -> Result<Option<Shared>> {
        if !self.recoding.keeps_persons() {
            return Ok(None);
        }
        let (shared, mut key) = match &self.key {
            None => (None, Key::new()),
            Some(path) => Shared::take(path).map(|(shared, key)| (Some(shared), key))?,
        };
        key.add(&self.source.persons)?;
        self.recoding.show_by(key);
        Ok(shared)
    }

    /// Writes the release, with its record (`NAME.record.json`), the salt of the record's hash (`NAME.salt`, to be kept
    /// private) and, where [one is wanted](Plan::with_report), its report. `.parquet` or `.pq` gives Parquet, anything else
    /// CSV. What was written is read back and recounted before it gets its name, or before it goes into a device or pipe,
    /// which has neither record nor salt beside it. Rows that an engine holds are recoded, written and recounted there.
    pub fn write(&self, output: &Path, watch: &dyn Watch) -> Result<(Record, Verified)> {
        match &self.source.input {
            Input::Table(table) => write::here(self, table, output, watch),
            Input::Engine { engine, from } => there::there(self, engine.as_ref(), from, output, watch),
            Input::Counted => Err(no_rows()),
        }
    }

    /// Makes the release as record batches, with its record and salt beside it: nothing gets a name on a disk. The columns
    /// have the types that they would have in Parquet, and the rows were recounted before they are handed out.
    pub fn to_batches(&self, watch: &dyn Watch) -> Result<InMemory> {
        match &self.source.input {
            Input::Table(table) => batches::here(self, table, watch),
            Input::Engine { .. } => Err(Error::study(
                "release",
                "rows that an engine holds are released where they are",
                "give the name of a folder or of a table for the output",
            )),
            Input::Counted => Err(no_rows()),
        }
    }

    /// The statement that makes the release, for someone who runs it elsewhere.
    pub fn statement(&self, dialect: &Dialect, from: &str) -> Result<String> {
        there::statement(self, dialect, from)
    }

    /// Whom the columns that are shown as they are single out in what was written; an error where that is too many.
    pub(super) fn beside(&self, written: &Table, watch: &dyn Watch) -> Result<Vec<Beside>> {
        let study = &self.source.study;
        let quasi: Vec<String> = self.source.quasi().map(|quasi| quasi.said.name.clone()).collect();
        let found = beside::measure(written, &beside::asked_of(study), &quasi, None, study.search.threads, watch)?;
        beside::refuse(study, &found)?;
        Ok(found)
    }

    /// The released columns with their types, where the form of the release has types.
    pub(super) fn columns(&self) -> Vec<(String, Kind)> {
        let columns = self.recoding.columns.iter();
        let mut all: Vec<(String, Kind)> =
            columns.map(|shown| (shown.column.said.name.clone(), self.kind(shown))).collect();
        if self.numbers {
            all.extend(numbers::names(self).unwrap_or_default().into_iter().map(|name| (name, Kind::String)));
        }
        all
    }

    /// The type of a column. Labels are text; a column that is shown as it was keeps its type where every spelling survives
    /// it, so that no two values become one.
    pub(super) fn kind(&self, shown: &Shown) -> Kind {
        if self.starred {
            return Kind::String;
        }
        let said = &shown.column.said;
        // What is written otherwise than machines write it stays as it is spelt, and is no number of a file.
        let is_plain = match said.kind {
            Some(Kind::Decimal) => said.decimal != Some(','),
            Some(Kind::Date) => said.format.is_none(),
            other => other != Some(Kind::Time),
        };
        let declared = said.kind.map(|kind| if is_plain { kind } else { Kind::String });
        if said.pseudonym {
            return Kind::String;
        }
        let Some(domain) = shown.column.domain() else {
            return declared.or(shown.column.stored).unwrap_or(Kind::String);
        };
        // By what is released only: a type that a suppressed value decided would tell of it.
        let whole = |code: usize| {
            let value = &domain.values[code];
            domain.missing != Some(code as u32) && value.parse::<i64>().is_ok_and(|n| n.to_string() == *value)
        };
        let all_whole = (0..domain.len()).filter(|code| shown.left[*code]).all(whole);
        let integer = declared.is_none_or(|kind| kind == Kind::Integer) && all_whole && self.recoding.is_exact(shown);
        if integer { Kind::Integer } else { Kind::String }
    }
}

fn no_rows() -> Error {
    let hint = "run the statement of the release where the rows are";
    Error::study("data.frequency", "a frequency table has no rows to release", hint)
}
