//! Rows of a release as bytes: each cell is the number of its text in a list of its column, or the text itself where the
//! list is full. Most rows of a hundred million then take a dozen bytes.

use std::sync::{Arc, Mutex};

use hashbrown::HashMap;

use crate::table::lock;

/// The most bytes of texts that a list takes: columns of ever new texts would fill the memory.
const FULL: usize = 1 << 26;

/// The texts of each column, in the order in which they turned up.
pub struct Texts(Vec<Mutex<List>>);

#[derive(Default)]
struct List {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    bytes: usize,
}

impl Texts {
    /// Empty lists for `columns` columns.
    pub fn new(columns: usize) -> Texts {
        Texts((0..columns).map(|_| Mutex::default()).collect())
    }

    /// The number of a text, unless it is new, the list is full and not `always` taken.
    pub fn number(&self, column: usize, text: &str, always: bool) -> Option<u32> {
        let List { texts, numbers, bytes } = &mut *lock(&self.0[column]);
        if let Some(number) = numbers.get(text) {
            return Some(*number);
        }
        if *bytes > FULL && !always {
            return None;
        }
        // A text, what points at it, and its place in the map.
        *bytes += text.len() + 64;
        let (text, number) = (Arc::<str>::from(text), texts.len() as u32);
        texts.push(text.clone());
        numbers.insert(text, number);
        Some(number)
    }

    /// The texts of a column from a number on.
    pub fn since(&self, column: usize, number: usize) -> Vec<Arc<str>> {
        lock(&self.0[column]).texts[number..].to_vec()
    }
}

/// Rows end to end.
#[derive(Default)]
pub struct Rows {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Rows {
    /// Adds a cell to the row that is being written: a text of the column's list.
    pub fn push_number(&mut self, number: u32) {
        write_number(&mut self.bytes, u64::from(number) + 1);
    }

    /// Adds a cell to the row that is being written: the text itself.
    pub fn push_text(&mut self, text: &str) {
        self.bytes.push(0);
        write_number(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Ends the row.
    pub fn end(&mut self) {
        self.ends.push(self.bytes.len());
    }

    /// Adds a row as it is.
    pub fn push(&mut self, row: &[u8]) {
        self.bytes.extend_from_slice(row);
        self.end();
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// One row.
    pub fn row(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.bytes[start..self.ends[row]]
    }

    /// All rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// No rows any more; the room stays.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// The cells of a row: numbers of texts, or texts.
pub enum Cell<'r> {
    /// A text of the column's list.
    Number(usize),
    /// The text itself.
    Text(&'r str),
}

/// Reads the next cell of a row, and moves on.
pub fn next_cell<'r>(row: &mut &'r [u8]) -> Cell<'r> {
    match read_number(row) {
        0 => {
            let length = (read_number(row) as usize).min(row.len());
            let (text, rest) = row.split_at(length);
            *row = rest;
            Cell::Text(std::str::from_utf8(text).unwrap_or_default())
        }
        number => Cell::Number(number as usize - 1),
    }
}

/// Seven bits per byte, the lowest first; the eighth says that more follow.
pub fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number, and moves on.
pub fn read_number(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if *byte < 128 {
            break;
        }
        shift += 7;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back() {
        let mut rows = Rows::default();
        for number in [0, 126, 127, 128, 40_000, u32::MAX] {
            rows.push_number(number);
            rows.push_text("Zoë, 34");
            rows.push_text("");
            rows.end();
            let mut row = rows.row(rows.len() - 1);
            assert!(matches!(next_cell(&mut row), Cell::Number(found) if found == number as usize));
            assert!(matches!(next_cell(&mut row), Cell::Text("Zoë, 34")));
            assert!(matches!(next_cell(&mut row), Cell::Text("")));
            assert!(row.is_empty());
        }
    }

    #[test]
    fn a_full_list_takes_no_more() {
        let texts = Texts::new(1);
        let long = "x".repeat(FULL);
        assert_eq!((texts.number(0, "a", false), texts.number(0, &long, false)), (Some(0), Some(1)));
        assert_eq!((texts.number(0, "b", false), texts.number(0, "a", false)), (None, Some(0)));
        assert_eq!(texts.number(0, "c", true), Some(2));
    }
}
