//! Counting a study's rows, wherever they are: read and counted here, counted by an engine, or counted before.

use std::path::Path;
use std::sync::{Arc, Mutex};

use hashbrown::{HashMap, HashSet};

use super::Given;
use super::source::Input;
use crate::engine::{self, Engine};
use crate::error::{Error, Result};
use crate::frequency::{self, COLUMN, Counted, DROPPED, Floor, ROWS, Tally, VALUE, Values, columns_of, take_values};
use crate::sql;
use crate::study::{Column, Kind, Origin, Reading, Study};
use crate::table::{Batch, Table, lock, only_here};
use crate::threads;
use crate::watch::Watch;

/// Rows that were counted, and where the study's columns stand among them.
pub struct Rows {
    pub study: Study,
    pub input: Input,
    pub found: Found,
    pub counted: Counted,
    /// Floors of the quasi-identifiers that have one; empty where none has.
    pub floors: Vec<Option<Floor>>,
}

/// The study's columns in a table: each is looked for once.
pub struct Found {
    /// Position and type of each column of the study, in its order.
    pub places: Vec<(usize, Option<Kind>)>,
    /// The columns that the study does not name.
    pub unnamed: Vec<String>,
}

impl Found {
    fn new(study: &Study, header: Vec<(String, Option<Kind>)>) -> Result<Found> {
        let places: HashMap<&str, (usize, Option<Kind>)> =
            header.iter().enumerate().map(|(position, (name, kind))| (name.as_str(), (position, *kind))).collect();
        let find = |column: &Column| {
            places.get(column.name.as_str()).copied().ok_or_else(|| Error::UnknownColumn {
                column: column.name.clone(),
                place: format!("study {}", study.name),
                known: header.iter().map(|(name, _)| name.clone()).collect(),
            })
        };
        let places = study.columns.iter().map(find).collect::<Result<_>>()?;
        let named: HashSet<&str> = study.columns.iter().map(|column| column.name.as_str()).collect();
        let unnamed = header.iter().filter(|(name, _)| !named.contains(name.as_str()));
        Ok(Found { places, unnamed: unnamed.map(|(name, _)| name.clone()).collect() })
    }
}

/// Counts what the study names, or what the caller hands over.
pub fn count(mut study: Study, given: Given, watch: &dyn Watch) -> Result<Rows> {
    if let Given::Table(table) = given {
        // Whatever the study names is not read.
        study.data.origin = Origin::Given;
        return counted_here(study, table, watch);
    }
    if study.data.values.is_some() && !matches!(study.data.origin, Origin::Frequency(_)) {
        let what = "rows per value say nothing without the frequency table";
        return Err(Error::study("data.values", what, "give the frequency table too, as data.frequency"));
    }
    match (&study.data.origin, given) {
        (Origin::Frequency(counts), _) => {
            let counts = counts.clone();
            counted_before(study, &counts, watch)
        }
        (Origin::Engine { .. }, Given::Engine(engine)) => counted_there(study, engine, watch),
        (Origin::Engine { engine, .. }, _) => Err(Error::study(
            "data.engine",
            format!("nobody has opened a session with {engine}"),
            "give Flow::open_on an engine",
        )),
        _ => {
            let table = Table::open_watched(study.data.files()?, &study.data.reading, watch)?;
            counted_here(study, table, watch)
        }
    }
}

fn counted_here(study: Study, table: Table, watch: &dyn Watch) -> Result<Rows> {
    let table = table.treated(&study)?.capped(&study, watch)?;
    let threads = threads::used(study.search.threads);
    let header = table.columns.iter().cloned().zip(table.kinds.iter().copied()).collect();
    let found = Found::new(&study, header)?;
    let floors = frequency::floors(&table, &study, threads, watch)?;
    let counted = frequency::count(&table, &study, &floors, threads, watch)?;
    Ok(Rows { study, input: Input::Table(table), found, counted, floors })
}

fn counted_there(study: Study, engine: Arc<dyn Engine>, watch: &dyn Watch) -> Result<Rows> {
    only_here(&study)?;
    let rows = study.data.rows.as_ref().ok_or_else(|| {
        let hint = "give data.path, data.table or data.query";
        Error::study("[data]", "the engine is told no source", hint)
    })?;
    let from = open_rows(engine.as_ref(), rows, watch)?;
    let found = Found::new(&study, engine.columns(&from, watch)?)?;
    let threads = threads::used(study.search.threads);
    let (counted, floors) = sql::count_on(engine.as_ref(), &study, &from, threads, watch)?;
    Ok(Rows { study, input: Input::Engine { engine, from }, found, counted, floors })
}

/// Makes rows readable for the engine; a text file whose delimiter nobody gave is looked at, where this machine can.
pub fn open_rows(engine: &dyn Engine, rows: &engine::Rows, watch: &dyn Watch) -> Result<String> {
    let engine::Rows::Path { path, format, delimiter: None } = rows else { return engine.open(rows, watch) };
    let seen = (format == "csv").then(|| Table::open(Path::new(path), &Reading::default()).ok()).flatten();
    let delimiter = seen.and_then(|table| table.delimiter()).map(char::from);
    engine.open(&engine::Rows::Path { path: path.clone(), format: format.clone(), delimiter }, watch)
}

/// The floors of a study whose values an engine has counted by the first statement of `celosia sql`.
pub fn floors_before(study: &Study, watch: &dyn Watch) -> Result<Vec<Option<Floor>>> {
    match (&study.data.values, study.has_floors()) {
        (None, false) => Ok(Vec::new()),
        (Some(path), true) => {
            let table = Table::open_watched(path, &Reading::exact(None), watch)?;
            let names = [COLUMN, VALUE, ROWS].map(|name| table.column(name, "data.values"));
            let mut found = Values::new(study);
            read(&table, &names.into_iter().collect::<Result<Vec<_>>>()?, watch, &mut |batch| {
                take_values(&mut found, study, batch)
            })?;
            found.floors(study, std::slice::from_ref(path))
        }
        (None, true) => {
            let what = "columns with a floor need their values, which a frequency table has no longer";
            let hint = "run the first of the two counting statements too, and give its result as data.values";
            Err(Error::study("data.values", what, hint))
        }
        (Some(_), false) => {
            let what = "no column has a floor, and only for those values are counted on their own";
            Err(Error::study("data.values", what, "leave it out"))
        }
    }
}

fn counted_before(study: Study, counts: &Path, watch: &dyn Watch) -> Result<Rows> {
    only_here(&study)?;
    let floors = floors_before(&study, watch)?;
    let table = Table::open_watched(counts, &Reading::exact(None), watch)?;
    let columns = columns_of(&study);
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.extend([DROPPED, ROWS]);
    let positions: Vec<usize> = names.iter().map(|name| table.column(name, "data.frequency")).collect::<Result<_>>()?;
    let mut tally = Tally::new(&study, &floors);
    read(&table, &positions, watch, &mut |batch| tally.take(batch))?;
    let counted = tally.finish(threads::used(study.search.threads), counts.to_path_buf())?;
    // What the rows hold beside the counted columns nobody here knows; the study says what it wants of it.
    let header = study.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
    let found = Found::new(&study, header)?;
    Ok(Rows { study, input: Input::Counted, found, counted, floors })
}

/// Reads a small table in order.
fn read(
    table: &Table,
    columns: &[usize],
    watch: &dyn Watch,
    each: &mut (dyn FnMut(&Batch) -> Result<()> + Send),
) -> Result<()> {
    let each = Mutex::new(each);
    table.scan(columns, 1, watch, || |batch: &Batch| lock(&each)(batch))
}
