//! From a batch of the source to rows of the release: each value is looked up once per thread, each row is a few numbers.

use hashbrown::HashMap;

use super::by_class::Lots;
use super::recode::{Fate, Recoding, Shown, is_beside};
use super::rows::{Rows, Texts};
use super::verify::CHANGED;
use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::open::Column;
use crate::table::Batch;

/// One thread's part of the work.
pub struct Recoder<'a> {
    recoding: &'a Recoding<'a>,
    texts: &'a Texts,
    lots: &'a Lots,
    /// What becomes of a suppressed row; nothing where it is left out.
    stars: Option<Vec<u32>>,
    /// Must a row that is kept not look like a suppressed one?
    starred: bool,
    /// Was the column counted?
    counted: Vec<bool>,
    /// Its number among the quasi-identifiers, where it is one.
    quasi: Vec<Option<usize>>,
    /// Where its group or code stands among those of a row; behind the quasi-identifiers that of the column beside.
    place: Vec<Option<usize>>,
    known: Vec<HashMap<Box<str>, Cell>>,
    /// The number of the text of each group of a quasi-identifier, and whether it is the top, where the class of a row says
    /// which group it is.
    of_group: Vec<Vec<Option<(u32, bool)>>>,
    /// The cells of a batch, column by column.
    cells: Vec<Vec<Cell>>,
    rows: Rows,
    /// Does the person stand behind the released cells of a row?
    with_person: bool,
}

#[derive(Clone, Copy)]
enum Cell {
    Dropped,
    Unknown,
    /// Somebody who is suppressed.
    Gone,
    /// The number of its text, and its group.
    Shown {
        number: u32,
        group: u32,
        top: bool,
    },
    /// What the class of its row shows: the code of the value.
    Coded(u32),
    /// As it is, because the list of texts is full.
    AsItIs,
}

impl<'a> Recoder<'a> {
    /// Rows are kept, dropped or suppressed as the recoding says; suppressed ones are left out, or stay as stars.
    pub fn new(recoding: &'a Recoding, texts: &'a Texts, lots: &'a Lots, starred: bool) -> Recoder<'a> {
        let columns = recoding.columns.len();
        let stars = || (0..columns).map(|column| texts.number(column, TOP, true).unwrap_or(0)).collect();
        let beside = |column: &Column| (recoding.is_by_value() && is_beside(column)).then_some(recoding.quasi());
        let place = |shown: &Shown| shown.column.quasi().or_else(|| beside(shown.column));
        Recoder {
            recoding,
            texts,
            lots,
            stars: starred.then(stars),
            starred,
            // Nobody is ever shown as they are, however many there are.
            counted: (0..columns)
                .map(|at| recoding.columns[at].column.domain().is_some() || recoding.is_person(at))
                .collect(),
            quasi: recoding.columns.iter().map(|shown| shown.column.quasi()).collect(),
            place: recoding.columns.iter().map(place).collect(),
            known: vec![HashMap::new(); columns],
            of_group: vec![Vec::new(); columns],
            cells: vec![Vec::new(); columns],
            rows: Rows::default(),
            with_person: false,
        }
    }

    /// The same with the person behind the released cells of each row, for who counts persons.
    pub fn with_person(self) -> Recoder<'a> {
        Recoder { with_person: true, ..self }
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
        let mut groups = vec![0; self.recoding.quasi() + 1];
        for row in 0..batch.rows() {
            self.row(batch, row, &mut groups)?;
        }
        Ok(&self.rows)
    }

    fn row(&mut self, batch: &Batch, row: usize, groups: &mut [u32]) -> Result<()> {
        if self.cells.iter().any(|cells| matches!(cells[row], Cell::Dropped)) {
            return Ok(());
        }
        let person = self.recoding.person_at();
        if self.recoding.person.as_ref().is_some_and(|(_, missing)| missing.drops(batch.value(person, row))) {
            return Ok(());
        }
        let (mut all_top, mut gone) = (true, false);
        for (cells, place) in self.cells.iter().zip(&self.place) {
            match (cells[row], *place) {
                (Cell::Gone, _) => gone = true,
                (Cell::Unknown, _) => return Err(unknown("a value that was", batch, row)),
                (Cell::Coded(code), place) => place.into_iter().for_each(|place| groups[place] = code),
                (Cell::Shown { group, top, .. }, place) => {
                    all_top &= top;
                    place.into_iter().for_each(|place| groups[place] = group);
                }
                _ => all_top = false,
            }
        }
        let recoding = self.recoding;
        let Some(groups) = recoding.groups(groups, self.lots) else {
            return Err(unknown("values that together were", batch, row));
        };
        if gone || recoding.is_suppressed(groups) {
            if let Some(stars) = &self.stars {
                stars.iter().for_each(|star| self.rows.push_number(*star));
                self.rows.end();
            }
            return Ok(());
        }
        // What the class decides: a number and whether it is the top, column by column.
        for column in 0..if recoding.by_class.is_some() { self.cells.len() } else { 0 } {
            if let (Cell::Coded(_), Some(quasi)) = (self.cells[column][row], self.quasi[column]) {
                let (number, top) = self.shown_by_class(column, quasi, groups[quasi]);
                self.cells[column][row] = Cell::Shown { number, group: groups[quasi], top };
                all_top &= top;
            }
        }
        if self.starred && all_top {
            return Err(Error::study(
                "release.suppressed = \"star\"",
                "rows that are kept show nothing but * too, and nobody could tell them apart",
                "leave suppressed rows out: release.suppressed = \"drop\"",
            ));
        }
        for (column, cells) in self.cells.iter().enumerate() {
            match cells[row] {
                Cell::Shown { number, .. } => self.rows.push_number(number),
                _ => self.rows.push_text(batch.value(column, row)),
            }
        }
        if self.with_person {
            self.rows.push_text(batch.value(person, row));
        }
        self.rows.end();
        Ok(())
    }

    /// What a group of a quasi-identifier shows: the number of its text, and whether it is the top.
    fn shown_by_class(&mut self, column: usize, quasi: usize, group: u32) -> (u32, bool) {
        let labels = &self.recoding.labels(quasi).labels;
        let known = &mut self.of_group[column];
        known.resize(labels.len(), None);
        *known[group as usize].get_or_insert_with(|| {
            let label = labels[group as usize].as_str();
            (self.texts.number(column, label, true).unwrap_or(0), label == TOP)
        })
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
            Fate::Gone => Cell::Gone,
            Fate::Coded(code) => Cell::Coded(code),
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

fn unknown(what: &str, batch: &Batch, row: usize) -> Error {
    let what = format!("{what} not there when the table was counted");
    Error::Table { place: batch.place(row), what, hint: CHANGED.into() }
}
