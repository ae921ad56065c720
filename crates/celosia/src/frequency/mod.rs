//! The frequency table: the distinct quasi-identifier tuples with their counts, and per tuple the histogram of each
//! sensitive or class attribute. All that any search needs of the rows. **No strings below this line.**

mod assemble;
mod count;
mod dictionary;
mod finish;
mod floor;
mod merge;
mod packed;
mod persons;
mod spill;
mod tally;
mod trails;
mod tuples;
mod values;

pub use count::count;
pub use finish::columns_of;
pub use floor::Floor;
pub use packed::{Field, Packed, Words};
pub use persons::{Holders, Lists, Persons, Spread, scale, weight};
pub use tally::{COLUMN, DROPPED, ROWS, Tally, VALUE, take_values};
pub use trails::Trails;
pub use tuples::hash_of;
pub use values::{Values, floors};

use std::sync::Arc;
use std::time::Duration;

use crate::table::Domain;

/// The rows, counted. Tuples are ordered by their codes, so equal tables give equal bytes whatever counted them.
#[derive(Debug, Clone, PartialEq)]
pub struct Frequency {
    /// Rows that count.
    pub rows: u64,
    /// The quasi-identifiers.
    pub attributes: Vec<Attribute>,
    /// Per quasi-identifier, the value code of each distinct tuple.
    pub columns: Vec<Vec<u32>>,
    /// Rows of each distinct tuple.
    pub counts: Vec<u64>,
    /// Histograms per tuple of each sensitive attribute, in the study's order.
    pub sensitive: Vec<Tracked>,
    /// Histograms per tuple of the class attribute.
    pub label: Option<Tracked>,
    /// The tuples once more, each in one word.
    pub packed: Packed,
    /// Who the rows are about, where persons are counted and not rows.
    pub persons: Option<Arc<Persons>>,
}

/// What losses need to know of one quasi-identifier.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// Its weight in sums over attributes.
    pub weight: f64,
    /// Rows with each value.
    pub counts: Vec<u64>,
    /// The values as numbers, where the column has an order of numbers and no missing value.
    pub numbers: Option<Vec<f64>>,
    /// The leaves of its hierarchy, where the study counts these and the hierarchy lists them.
    pub leaves: Option<Leaves>,
}

impl Attribute {
    /// How large its domain is: its values, or the leaves that stand for them.
    pub fn domain(&self) -> u64 {
        self.leaves.as_ref().map_or(self.counts.len() as u64, |leaves| leaves.all)
    }
}

/// The leaves of a hierarchy, of which the table has some.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaves {
    /// How many there are.
    pub all: u64,
    /// Leaves that the table does not have, by the values that they come with: a set has them where it has all of these.
    pub absent: Vec<(Vec<u32>, u64)>,
}

impl Leaves {
    /// How many leaves a set of values, rising, leaves open.
    pub fn of(&self, values: &[u32]) -> u64 {
        let holds = |with: &&(Vec<u32>, u64)| with.0.iter().all(|value| values.binary_search(value).is_ok());
        values.len() as u64 + self.absent.iter().filter(holds).map(|(_, n)| n).sum::<u64>()
    }
}

/// An attribute whose histogram each class carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Tracked {
    /// Rows with each value in the whole table.
    pub totals: Vec<u64>,
    /// Which value is the missing one, where there is one.
    pub missing: Option<u32>,
    /// The histogram of each distinct tuple.
    pub histograms: Histograms,
}

/// One histogram per class (or tuple), stored end to end: only values that occur, in the order of their codes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Histograms {
    /// Where each histogram starts; one more entry than there are histograms.
    pub starts: Vec<usize>,
    /// Value codes.
    pub values: Vec<u32>,
    /// Rows with that value.
    pub counts: Vec<u64>,
}

/// One histogram.
#[derive(Debug, Clone, Copy)]
pub struct Histogram<'a> {
    /// Value codes that occur, rising.
    pub values: &'a [u32],
    /// Rows with each of them.
    pub counts: &'a [u64],
}

impl Histograms {
    /// No histogram, and room for `histograms` with `values` values together.
    pub fn make_room(&mut self, histograms: usize, values: usize) {
        self.starts.clear();
        self.starts.reserve(histograms + 1);
        self.starts.push(0);
        self.values.clear();
        self.values.reserve(values);
        self.counts.clear();
        self.counts.reserve(values);
    }

    /// The histogram of one class.
    pub fn of(&self, class: usize) -> Histogram<'_> {
        let range = self.starts[class]..self.starts[class + 1];
        Histogram { values: &self.values[range.clone()], counts: &self.counts[range] }
    }

    /// Rows of one class with a value; nothing where there is none.
    pub fn rows(&self, class: usize, value: u32) -> Option<u64> {
        if class + 1 >= self.starts.len() {
            return None;
        }
        let Histogram { values, counts } = self.of(class);
        values.binary_search(&value).ok().map(|at| counts[at])
    }
}

impl Frequency {
    /// How many distinct tuples there are.
    pub fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// The one attribute beside the quasi-identifiers that rows of a tuple differ in: a sensitive one, or the class. Nothing where
    /// there are several, of which nobody knows which values go together, and none where there is none.
    pub fn beside(&self) -> Option<&Tracked> {
        let mut all = self.sensitive.iter().chain(&self.label);
        all.next().filter(|_| all.next().is_none())
    }
}

/// A counted table with the words that its codes stand for.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The frequency table.
    pub frequency: Frequency,
    /// Domain of each quasi-identifier.
    pub domains: Vec<Domain>,
    /// Domain of each sensitive attribute.
    pub sensitive: Vec<Domain>,
    /// Domain of the class attribute.
    pub label: Option<Domain>,
    /// Who the rows are about, where persons are counted.
    pub persons: Option<Domain>,
    /// Rows read.
    pub read: u64,
    /// Rows left out because a value that counts is missing.
    pub dropped: u64,
    /// How long it took to sort and pack what was counted, after the last row was read: a budget covers that.
    pub took: Duration,
}
