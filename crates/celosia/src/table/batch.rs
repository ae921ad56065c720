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
    columns: Vec<Texts>,
}

/// Texts stored end to end.
#[derive(Debug, Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Batch {
    /// An empty batch of so many columns.
    pub fn new(file: usize, path: PathBuf, columns: usize) -> Batch {
        Batch { file, path, lines: Vec::new(), columns: (0..columns).map(|_| Texts::default()).collect() }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// One value: the `column`-th of those asked for.
    pub fn value(&self, column: usize, row: usize) -> &str {
        let texts = &self.columns[column];
        let start = if row == 0 { 0 } else { texts.ends[row - 1] };
        &texts.text[start..texts.ends[row]]
    }

    /// Adds a value to a column.
    pub fn push(&mut self, column: usize, value: &str) {
        let texts = &mut self.columns[column];
        texts.text.push_str(value);
        texts.ends.push(texts.text.len());
    }

    /// Adds a value that writes itself.
    pub fn push_with(&mut self, column: usize, write: impl FnOnce(&mut String)) {
        let texts = &mut self.columns[column];
        write(&mut texts.text);
        texts.ends.push(texts.text.len());
    }

    /// Where a row stands.
    pub fn place(&self, row: usize) -> Place {
        Place { file: self.file, line: self.lines[row], path: self.path.clone() }
    }
}
