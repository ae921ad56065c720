//! The classes that a recount read, in a fixed order: what can be known of a release by reading it.

use std::collections::BTreeMap;

use super::Question;
use super::count::ByTuple;

/// The classes of a written table.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The quasi-identifiers, in the order in which classes show them.
    pub quasi: Vec<String>,
    /// The sensitive columns, in the order of their histograms.
    pub sensitive: Vec<String>,
    /// The classes, ordered by what they show.
    pub classes: Vec<SeenClass>,
}

/// A class as it stands in the table.
#[derive(Debug, Clone, Default)]
pub struct SeenClass {
    /// What its rows show, one text per quasi-identifier.
    pub shows: Vec<String>,
    /// Its rows.
    pub rows: u64,
    /// Rows with each value of each sensitive column.
    pub sensitive: Vec<BTreeMap<String, u64>>,
}

impl Seen {
    pub(super) fn new(question: &Question, classes: ByTuple) -> Seen {
        let class = |(shows, counted): (Vec<String>, super::count::Counted)| SeenClass {
            shows,
            rows: counted.rows,
            sensitive: counted.sensitive,
        };
        let mut classes: Vec<SeenClass> = classes.into_iter().map(class).collect();
        classes.sort_unstable_by(|a, b| a.shows.cmp(&b.shows));
        Seen { quasi: question.quasi.clone(), sensitive: question.sensitive.clone(), classes }
    }

    /// The texts of a column with their rows: a quasi-identifier or, behind them, a sensitive column.
    pub fn texts(&self, column: usize) -> BTreeMap<&str, u64> {
        let mut rows_of = BTreeMap::new();
        for class in &self.classes {
            match column.checked_sub(self.quasi.len()) {
                None => *rows_of.entry(class.shows[column].as_str()).or_insert(0) += class.rows,
                Some(sensitive) => {
                    for (text, rows) in &class.sensitive[sensitive] {
                        *rows_of.entry(text.as_str()).or_insert(0) += rows;
                    }
                }
            }
        }
        rows_of
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.quasi.len() + self.sensitive.len()
    }
}
