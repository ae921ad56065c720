//! A batch of rows as text, column by column, that knows where each row stood.

use std::path::PathBuf;

use crate::error::Place;

/// Some rows of the columns that were asked for.
#[derive(Debug, Default)]
pub struct Batch {
    /// Which file of the table.
    pub file: usize,
    /// That file's name.
    pub path: PathBuf,
    /// Line (text) or row (columnar) of each row.
    pub lines: Vec<u64>,
    /// Records without any value, which are no rows.
    pub(super) empty: u64,
    /// What all values are slices of: for text files the file's own text, so that most values are never copied.
    pub(super) text: String,
    pub(super) columns: Vec<Column>,
}

/// Where a value stands in the batch's text: 32 bits, because batches are small and there are many values.
pub(super) type Span = (u32, u32);

#[derive(Debug, Default)]
pub(super) struct Column {
    /// One value per row or, where there are keys, the values that the keys point at.
    pub(super) spans: Vec<Span>,
    /// Which of the values each row has, where the file says so itself (dictionaries).
    pub(super) keys: Option<Vec<u32>>,
}

impl Batch {
    /// An empty batch of `columns` columns.
    pub(super) fn new(file: usize, path: PathBuf, columns: usize) -> Batch {
        let columns = (0..columns).map(|_| Column::default()).collect();
        Batch { file, path, columns, ..Batch::default() }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// One value: the `column`-th of those asked for.
    pub fn value(&self, column: usize, row: usize) -> &str {
        let Column { spans, keys } = &self.columns[column];
        let (start, end) = spans[keys.as_ref().map_or(row, |keys| keys[row] as usize)];
        &self.text[start as usize..end as usize]
    }

    /// Which of a column's values each row has, and of how many, where the file says so itself: rows with the same
    /// key have the same value. Not all values need occur.
    pub fn keys(&self, column: usize) -> Option<(&[u32], usize)> {
        let Column { spans, keys } = &self.columns[column];
        keys.as_ref().map(|keys| (keys.as_slice(), spans.len()))
    }

    /// Adds a value to a column.
    pub(super) fn push(&mut self, column: usize, value: &str) {
        self.push_with(column, |text| text.push_str(value));
    }

    /// Adds a value that writes itself. Whoever fills a batch checks that its text stays within 32 bits.
    pub(super) fn push_with(&mut self, column: usize, write: impl FnOnce(&mut String)) {
        let start = self.text.len() as u32;
        write(&mut self.text);
        self.columns[column].spans.push((start, self.text.len() as u32));
    }

    /// Where a row stands.
    pub fn place(&self, row: usize) -> Place {
        Place { file: self.file, line: self.lines[row], path: self.path.clone() }
    }
}
