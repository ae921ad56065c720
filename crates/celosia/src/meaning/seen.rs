//! A column as it was seen, and what meanings ask of it.

use super::names;
use crate::study::Kind;
use crate::table::Domain;

/// Shapes are asked of at most so many values, evenly spread over the column's order.
const ASKED: usize = 1_000;

/// A column as it was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its name.
    pub name: String,
    /// The words of its name, in small letters and without accents: "ZipCode" and "zip_code" are "zip" and "code".
    pub words: Vec<String>,
    /// Its values with their rows, missing left out. At most so many as are counted.
    pub domain: Domain,
    /// Has it more values than were counted?
    pub capped: bool,
    /// Rows of the table.
    pub rows: u64,
    /// Rows in which it is missing.
    pub missing: u64,
}

impl Seen {
    /// A column of these values, each with its rows, none missing: for tests.
    pub fn of(name: &str, kind: Kind, values: &[(&str, u64)]) -> Seen {
        let domain = Domain::counted(name, kind, values);
        let rows = domain.counts.iter().sum();
        Seen { name: name.into(), words: names::split(name), domain, capped: false, rows, missing: 0 }
    }

    /// The same of values of one row each, of the type that they fit.
    pub fn of_rows(name: &str, values: &[&str]) -> Seen {
        let mut counted: Vec<(&str, u64)> = Vec::new();
        for value in values {
            match counted.iter_mut().find(|(known, _)| known == value) {
                Some((_, rows)) => *rows += 1,
                None => counted.push((value, 1)),
            }
        }
        Seen::of(name, crate::table::infer(values), &counted)
    }

    /// Rows that have a value.
    pub fn present(&self) -> u64 {
        self.rows - self.missing
    }

    /// How many values it has; at least so many where there are more than were counted.
    pub fn distinct(&self) -> usize {
        self.domain.len()
    }

    /// Values with their rows: all, or evenly spread ones of a column with many.
    pub fn sample(&self) -> impl Iterator<Item = (&str, u64)> {
        let step = self.domain.len().div_ceil(ASKED).max(1);
        let values = self.domain.values.iter().zip(&self.domain.counts).step_by(step);
        values.map(|(value, rows)| (value.trim(), *rows))
    }

    /// The share of its values that a question is true of.
    pub fn share(&self, question: impl Fn(&str) -> bool) -> f64 {
        let asked = self.sample().count();
        self.sample().filter(|(value, _)| question(value)).count() as f64 / asked.max(1) as f64
    }

    /// Is a question true of all its values but a few, so that one slip of a pen does not hide what it is?
    pub fn mostly(&self, question: impl Fn(&str) -> bool) -> bool {
        !self.domain.is_empty() && self.share(question) >= 0.9
    }

    /// Has nearly every row a value of its own?
    pub fn is_unique(&self) -> bool {
        !self.domain.is_empty() && self.distinct() as f64 >= 0.98 * self.present() as f64 - 0.5
            || self.capped && self.lone() >= 0.9 * self.distinct() as f64
    }

    /// How many of the counted values stand in one row only.
    pub fn lone(&self) -> f64 {
        self.domain.counts.iter().filter(|rows| **rows == 1).count() as f64
    }

    /// Mean rows of a value.
    pub fn rows_per_value(&self) -> f64 {
        self.domain.counts.iter().sum::<u64>() as f64 / self.distinct().max(1) as f64
    }

    /// Is it a type of numbers?
    pub fn is_number(&self) -> bool {
        matches!(self.domain.kind, Kind::Integer | Kind::Decimal)
    }

    /// Are its values whole numbers that follow one another without a gap, each in one row: the numbers of the rows?
    pub fn counts_rows(&self) -> bool {
        let numbers = || self.domain.values.iter().map(|value| value.trim().parse::<i128>().ok());
        let ends = (numbers().next().flatten(), numbers().next_back().flatten());
        self.domain.kind == Kind::Integer
            && !self.capped
            && self.distinct() as u64 == self.present()
            && matches!(ends, (Some(first), Some(last)) if last - first + 1 == self.distinct() as i128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rows_are_told_from_other_unique_numbers() {
        assert!(Seen::of_rows("n", &["3", "1", "2"]).counts_rows());
        assert!(!Seen::of_rows("n", &["3", "1", "5"]).counts_rows());
        assert!(!Seen::of_rows("n", &["3", "1", "2", "2"]).counts_rows());
    }

    #[test]
    fn a_slip_of_a_pen_hides_nothing() {
        let mut values: Vec<String> = (0..19).map(|n| n.to_string()).collect();
        values.push("n/a".into());
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let seen = Seen::of_rows("n", &values);
        let digits = |value: &str| value.bytes().all(|b| b.is_ascii_digit());
        assert!(seen.mostly(digits) && seen.share(digits) < 1.0);
    }
}
