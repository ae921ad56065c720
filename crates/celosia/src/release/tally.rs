//! What went out: the texts of each released column with their rows, and the first rows, counted while a release is written.
//! What the report of a release says of columns is this, so it costs no further pass over the rows, and nothing in it comes
//! from elsewhere than the release.

use super::rows::{Cell, Rows, Texts, next_cell};
use crate::hierarchy::TOP;

/// Rows of a release that a report shows.
const SAMPLE: usize = 10;

/// What went out, column by column in the order of the release. Rows of stars are not counted.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The columns.
    pub columns: Vec<Went>,
    /// The first rows.
    pub sample: Vec<Vec<String>>,
}

/// What went out of one column.
#[derive(Debug, Clone, Default)]
pub struct Went {
    /// Its name.
    pub name: String,
    /// Its texts, each with its rows.
    pub texts: Vec<(String, u64)>,
    /// Rows with texts that were not kept one by one, because there were too many different ones.
    pub beyond: u64,
}

/// Counts rows as they go out.
pub(super) struct Tallying {
    /// Rows by the number of their text, column by column.
    pub counts: Vec<Vec<u64>>,
    /// Rows with texts that have no number.
    pub beyond: Vec<u64>,
    sample: Vec<Vec<String>>,
    /// What a suppressed row looks like, where such rows go out.
    star: Option<Vec<u8>>,
}

impl Tallying {
    pub(super) fn new(texts: &Texts, columns: usize, starred: bool) -> Tallying {
        let star = || {
            let mut rows = Rows::default();
            (0..columns).for_each(|column| rows.push_number(texts.number(column, TOP, true).unwrap_or(0)));
            rows.end();
            rows.row(0).to_vec()
        };
        let (counts, beyond) = (vec![Vec::new(); columns], vec![0; columns]);
        Tallying { counts, beyond, sample: Vec::new(), star: starred.then(star) }
    }

    /// Counts a row; `text` is what the number of a column's text stands for.
    pub(super) fn take<'t>(&mut self, row: &[u8], text: impl Fn(usize, usize) -> Option<&'t str>) {
        if self.star.as_deref() == Some(row) {
            return;
        }
        let mut cells = row;
        for (counts, beyond) in self.counts.iter_mut().zip(&mut self.beyond) {
            match next_cell(&mut cells) {
                Cell::Number(number) => counts.get_mut(number).into_iter().for_each(|rows| *rows += 1),
                Cell::Text(_) => *beyond += 1,
            }
        }
        if self.sample.len() < SAMPLE {
            let mut cells = row;
            let cell = |column: usize| match next_cell(&mut cells) {
                Cell::Number(number) => text(column, number).unwrap_or_default().to_string(),
                Cell::Text(text) => text.to_string(),
            };
            self.sample.push((0..self.counts.len()).map(cell).collect());
        }
    }

    pub(super) fn finish<'n>(self, names: impl Iterator<Item = &'n str>, texts: &Texts) -> Tally {
        let went = |(column, (name, (counts, beyond)))| {
            let name: &str = name;
            let counts: Vec<u64> = counts;
            let known = texts.since(column, 0);
            let texts = known.iter().zip(&counts).filter(|(_, rows)| **rows > 0);
            Went { name: name.into(), texts: texts.map(|(text, rows)| (text.to_string(), *rows)).collect(), beyond }
        };
        let columns = names.zip(self.counts.into_iter().zip(self.beyond)).enumerate().map(went).collect();
        Tally { columns, sample: self.sample }
    }
}
