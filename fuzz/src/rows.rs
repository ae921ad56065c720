//! All rows of a table, read by the door that the command uses.

use std::path::Path;
use std::sync::Mutex;

use celosia::error::Error;
use celosia::study::Reading;
use celosia::table::{Batch, Table};
use celosia::watch::Silent;

/// A row: its line and its fields.
pub type Row = (u64, Vec<String>);

/// What a table holds, or what its reader complains of.
pub type Read = Result<(Table, Vec<Row>), String>;

/// A small file may claim any number of rows, of nulls for instance: those behind these say nothing new.
const MOST: usize = 50_000;

/// Reads a table on `threads` threads. One thread gives the rows in their order, several in any.
pub fn read(path: &Path, reading: &Reading, threads: usize) -> Read {
    let table = Table::open(path, reading).map_err(|error| error.to_string())?;
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let rows = scan(&table, &all, threads)?;
    Ok((table, rows))
}

/// Some columns of an open table.
pub fn scan(table: &Table, columns: &[usize], threads: usize) -> Result<Vec<Row>, String> {
    let rows = Mutex::new(Vec::new());
    let worker = || {
        |batch: &Batch| {
            let row = |row: usize| {
                let fields = (0..columns.len()).map(|column| batch.value(column, row).to_string());
                (batch.place(row).line, fields.collect())
            };
            let mut rows = rows.lock().expect("no worker panics");
            if rows.len() + batch.rows() > MOST {
                return Err(Error::Interrupted);
            }
            rows.extend((0..batch.rows()).map(row));
            Ok(())
        }
    };
    table.scan(columns, threads, &Silent, worker).map_err(|error| error.to_string())?;
    Ok(rows.into_inner().expect("no worker panics"))
}

/// However many threads read, the rows are the same, and so is the complaint.
pub fn same_on_threads(path: &Path, reading: &Reading, one: &Read) {
    if one.as_ref().is_err_and(|complaint| *complaint == Error::Interrupted.to_string()) {
        return;
    }
    let several = read(path, reading, 3);
    match (one, several) {
        (Ok((_, one)), Ok((_, mut several))) => {
            let mut one = one.clone();
            one.sort();
            several.sort();
            assert_eq!(one, several, "rows on one and on several threads");
        }
        (one, several) => {
            let complaint = |read: &Read| read.as_ref().err().cloned();
            assert_eq!(complaint(one), complaint(&several), "complaints on one and on several threads");
        }
    }
}
