//! From a batch of the source to rows of the release: each value is looked up once per thread, each row is a few numbers.

use hashbrown::HashMap;

use super::recode::{Fate, Recoding};
use super::rows::{Rows, Texts};
use super::verify::CHANGED;
use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::table::Batch;

/// One thread's part of the work.
pub struct Recoder<'a> {
    recoding: &'a Recoding<'a>,
    texts: &'a Texts,
    /// What becomes of a suppressed row; nothing where it is left out.
    stars: Option<Vec<u32>>,
    /// Must a row that is kept not look like a suppressed one?
    starred: bool,
    /// Was the column counted?
    counted: Vec<bool>,
    /// Its number among the quasi-identifiers, where it is one.
    quasi: Vec<Option<usize>>,
    known: Vec<HashMap<Box<str>, Cell>>,
    /// The cells of a batch, column by column.
    cells: Vec<Vec<Cell>>,
    rows: Rows,
}

#[derive(Clone, Copy)]
enum Cell {
    Dropped,
    Unknown,
    /// The number of its text, and its group.
    Shown {
        number: u32,
        group: u32,
        top: bool,
    },
    /// As it is, because the list of texts is full.
    AsItIs,
}

impl<'a> Recoder<'a> {
    /// Rows are kept, dropped or suppressed as the recoding says; suppressed ones are left out, or stay as stars.
    pub fn new(recoding: &'a Recoding, texts: &'a Texts, starred: bool) -> Recoder<'a> {
        let columns = recoding.columns.len();
        let stars = || (0..columns).map(|column| texts.number(column, TOP, true).unwrap_or(0)).collect();
        Recoder {
            recoding,
            texts,
            stars: starred.then(stars),
            starred,
            counted: recoding.columns.iter().map(|shown| shown.column.domain().is_some()).collect(),
            quasi: recoding.columns.iter().map(|shown| shown.column.quasi()).collect(),
            known: vec![HashMap::new(); columns],
            cells: vec![Vec::new(); columns],
            rows: Rows::default(),
        }
    }

    /// The rows that a batch of the released columns gives, in their order.
    pub fn rows(&mut self, batch: &Batch) -> Result<&Rows> {
        for column in 0..self.known.len() {
            let mut cells = std::mem::take(&mut self.cells[column]);
            cells.clear();
            match batch.keys(column) {
                Some((keys, values)) => {
                    let mut of_key: Vec<Option<Cell>> = vec![None; values];
                    cells.extend(keys.iter().enumerate().map(|(row, &key)| {
                        *of_key[key as usize].get_or_insert_with(|| self.cell(column, batch.value(column, row)))
                    }));
                }
                None => cells.extend((0..batch.rows()).map(|row| self.cell(column, batch.value(column, row)))),
            }
            self.cells[column] = cells;
        }
        self.rows.clear();
        let mut groups = vec![0; self.recoding.quasi()];
        for row in 0..batch.rows() {
            self.row(batch, row, &mut groups)?;
        }
        Ok(&self.rows)
    }

    fn row(&mut self, batch: &Batch, row: usize, groups: &mut [u32]) -> Result<()> {
        if self.cells.iter().any(|cells| matches!(cells[row], Cell::Dropped)) {
            return Ok(());
        }
        let mut all_top = true;
        for (cells, quasi) in self.cells.iter().zip(&self.quasi) {
            match (cells[row], *quasi) {
                (Cell::Unknown, _) => {
                    let what = "a value that was not there when the table was counted".into();
                    return Err(Error::Table { place: batch.place(row), what, hint: CHANGED.into() });
                }
                (Cell::Shown { group, top, .. }, quasi) => {
                    all_top &= top;
                    quasi.into_iter().for_each(|quasi| groups[quasi] = group);
                }
                _ => all_top = false,
            }
        }
        if self.recoding.is_suppressed(groups) {
            if let Some(stars) = &self.stars {
                stars.iter().for_each(|star| self.rows.push_number(*star));
                self.rows.end();
            }
            return Ok(());
        }
        if self.starred && all_top {
            return Err(Error::study(
                "--suppressed star",
                "rows that are kept show nothing but * too, and nobody could tell them apart",
                "leave suppressed rows out with --suppressed drop",
            ));
        }
        for (column, cells) in self.cells.iter().enumerate() {
            match cells[row] {
                Cell::Shown { number, .. } => self.rows.push_number(number),
                _ => self.rows.push_text(batch.value(column, row)),
            }
        }
        self.rows.end();
        Ok(())
    }

    fn cell(&mut self, column: usize, value: &str) -> Cell {
        match self.known[column].get(value) {
            Some(cell) => *cell,
            None => self.new_cell(column, value),
        }
    }

    #[cold]
    fn new_cell(&mut self, column: usize, value: &str) -> Cell {
        let cell = match self.recoding.fate(column, value) {
            Fate::Dropped => Cell::Dropped,
            Fate::Unknown => Cell::Unknown,
            // Columns whose values are known are never shown as they are: a label may stand for the value.
            Fate::Shown(text, group) => match self.texts.number(column, text, self.counted[column]) {
                Some(number) => Cell::Shown { number, group, top: text == TOP },
                None => return Cell::AsItIs,
            },
        };
        self.known[column].insert(value.into(), cell);
        cell
    }
}
