//! Opening a study's rows, wherever they are: read and counted here, counted by an engine, or counted before.

use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::engine::{Engine, Rows};
use crate::error::{Error, Result};
use crate::frequency::{self, COLUMN, Counted, DROPPED, Floor, ROWS, Tally, VALUE, Values, columns_of, take_values};
use crate::release::Input;
use crate::sql;
use crate::study::{Kind, Origin, Study};
use crate::table::{Batch, Table, lock};
use crate::watch::Watch;

/// Rows that were counted, and how to reach them again.
pub struct Opened {
    /// Where the rows are.
    pub input: Input,
    /// The columns of the table, with the types that it gives them.
    pub header: Vec<(String, Option<Kind>)>,
    /// The frequency table.
    pub counted: Counted,
    /// Floors of the quasi-identifiers that have one; empty where none has.
    pub floors: Vec<Option<Floor>>,
}

impl Opened {
    /// Opens and counts what the study names.
    pub fn new(study: &Study, engine: Option<Arc<dyn Engine>>, threads: usize, watch: &dyn Watch) -> Result<Opened> {
        if study.data.values.is_some() && !matches!(study.data.origin, Origin::Frequency(_)) {
            let what = "rows per value say nothing without the frequency table";
            return Err(Error::study("data.values", what, "give the frequency table too, as data.frequency"));
        }
        match (&study.data.origin, engine) {
            (Origin::Frequency(counts), _) => counted_before(study, counts, threads, watch),
            (Origin::Engine { .. }, Some(engine)) => counted_there(study, engine, threads, watch),
            (Origin::Engine { engine, .. }, None) => Err(Error::study(
                "data.engine",
                format!("nobody has opened a session with {engine}"),
                "give Flow::open_on an engine",
            )),
            _ => counted_here(study, threads, watch),
        }
    }
}

fn counted_here(study: &Study, threads: usize, watch: &dyn Watch) -> Result<Opened> {
    let table = Table::open_watched(study.data.files()?, study.data.delimiter, watch)?;
    let floors = frequency::floors(&table, study, threads, watch)?;
    let counted = frequency::count(&table, study, &floors, threads, watch)?;
    let header = table.columns.iter().cloned().zip(table.kinds.iter().copied()).collect();
    Ok(Opened { input: Input::Table(table), header, counted, floors })
}

fn counted_there(study: &Study, engine: Arc<dyn Engine>, threads: usize, watch: &dyn Watch) -> Result<Opened> {
    let rows = study.data.rows.as_ref().ok_or_else(|| {
        let hint = "give data.path, data.table or data.query";
        Error::study("[data]", "the engine is told no source", hint)
    })?;
    let from = open_rows(engine.as_ref(), rows, watch)?;
    let header = engine.columns(&from, watch)?;
    let known: Vec<String> = header.iter().map(|(name, _)| name.clone()).collect();
    if let Some(column) = study.columns.iter().find(|column| !known.contains(&column.name)) {
        let place = format!("study {}", study.name);
        return Err(Error::UnknownColumn { column: column.name.clone(), place, known });
    }
    let (counted, floors) = sql::count_on(engine.as_ref(), study, &from, threads, watch)?;
    Ok(Opened { input: Input::Engine { engine, from }, header, counted, floors })
}

/// Makes rows readable for the engine; a text file whose delimiter nobody gave is looked at, where this machine can.
pub fn open_rows(engine: &dyn Engine, rows: &Rows, watch: &dyn Watch) -> Result<String> {
    let Rows::Path { path, format, delimiter: None } = rows else { return engine.open(rows, watch) };
    let seen = (format == "csv").then(|| Table::open(Path::new(path), None).ok()).flatten();
    let delimiter = seen.and_then(|table| table.delimiter()).map(char::from);
    engine.open(&Rows::Path { path: path.clone(), format: format.clone(), delimiter }, watch)
}

/// The floors of a study whose values an engine has counted by the first statement of `celosia sql`.
pub fn floors_before(study: &Study, watch: &dyn Watch) -> Result<Vec<Option<Floor>>> {
    match (&study.data.values, frequency::has_floors(study)) {
        (None, false) => Ok(Vec::new()),
        (Some(path), true) => {
            let table = Table::open_watched(path, None, watch)?;
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

fn counted_before(study: &Study, counts: &Path, threads: usize, watch: &dyn Watch) -> Result<Opened> {
    let floors = floors_before(study, watch)?;
    let table = Table::open_watched(counts, None, watch)?;
    let columns = columns_of(study);
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.extend([DROPPED, ROWS]);
    let positions: Vec<usize> = names.iter().map(|name| table.column(name, "data.frequency")).collect::<Result<_>>()?;
    let mut tally = Tally::new(study, &floors);
    read(&table, &positions, watch, &mut |batch| tally.take(batch))?;
    let counted = tally.finish(threads, counts.to_path_buf())?;
    // What the rows hold beside the counted columns nobody here knows; the study says what it wants of it.
    let header = study.columns.iter().map(|column| (column.name.clone(), column.kind)).collect();
    Ok(Opened { input: Input::Counted, header, counted, floors })
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
