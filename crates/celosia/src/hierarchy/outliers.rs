//! What a few rows must not decide: the widths, lengths and units of a hierarchy that is made from a column's own values.
//!
//! Such a hierarchy shapes every label, and the rows that stand out are the ones that are suppressed later: an age of 1,000
//! that nobody sees must not turn `0–39` into `0–99` for all others.

use super::label::COMMON;
use super::present;
use crate::table::Domain;

/// The most rows that are left out of account at an end of a column of `rows`: fewer than ten, and a sixteenth at most.
fn few(rows: u64) -> u64 {
    (rows.saturating_sub(1) / 16).min(COMMON - 1)
}

/// The lowest and the highest number of a column, but for a few rows at either end.
pub fn range(domain: &Domain) -> Option<(f64, f64)> {
    let numbers = (0..domain.len()).filter_map(|code| Some((domain.number(code)?, domain.counts[code])));
    let mut numbers: Vec<(f64, u64)> = numbers.collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let few = few(numbers.iter().map(|(_, rows)| rows).sum());
    Some((first_beyond(few, numbers.iter().copied())?, first_beyond(few, numbers.iter().rev().copied())?))
}

/// The length that all but a few values reach at most, in characters.
pub fn longest(domain: &Domain) -> usize {
    let mut lengths: Vec<(usize, u64)> =
        present(domain).zip(&domain.counts).filter_map(|(value, rows)| Some((value?.chars().count(), *rows))).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    let few = few(lengths.iter().map(|(_, rows)| rows).sum());
    first_beyond(few, lengths.into_iter()).unwrap_or(0)
}

/// Do all values but those of a few rows look so?
pub fn nearly_all(domain: &Domain, looks_so: impl Fn(&str) -> bool) -> bool {
    let rows = |wanted: bool| {
        let here = present(domain).zip(&domain.counts).filter_map(|(value, rows)| Some((value?, rows)));
        here.filter(|(value, _)| looks_so(value) == wanted).map(|(_, rows)| rows).sum::<u64>()
    };
    let (like, unlike) = (rows(true), rows(false));
    like > 0 && unlike <= few(like + unlike)
}

/// The first of an order that has more than a few rows before it, its own included.
fn first_beyond<T>(few: u64, order: impl Iterator<Item = (T, u64)>) -> Option<T> {
    let mut before = 0;
    for (value, rows) in order {
        before += rows;
        if before > few {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    #[test]
    fn a_few_rows_at_either_end_do_not_count() {
        let ages =
            Domain::counted("age", Kind::Integer, &[("-5", 2), ("17", 30), ("40", 120), ("90", 12), ("1000", 9)]);
        assert_eq!(range(&ages), Some((17.0, 90.0)));
        // Ten rows are many.
        let ages = Domain::counted("age", Kind::Integer, &[("17", 30), ("40", 60), ("1000", 10)]);
        assert_eq!(range(&ages), Some((17.0, 1000.0)));
        // Of few rows a sixteenth, of very few none.
        let ages = Domain::counted("age", Kind::Integer, &[("17", 16), ("1000", 1)]);
        assert_eq!(range(&ages), Some((17.0, 17.0)));
        let ages = Domain::counted("age", Kind::Integer, &[("17", 15), ("1000", 1)]);
        assert_eq!(range(&ages), Some((17.0, 1000.0)));
        assert_eq!(range(&Domain::of("age", Kind::String, &["x"])), None);
    }

    #[test]
    fn lengths_and_looks_that_a_few_rows_do_not_share() {
        let codes = Domain::counted("zip", Kind::String, &[("1000", 40), ("1001", 40), ("12345678", 1)]);
        assert_eq!(longest(&codes), 4);
        assert!(nearly_all(&codes, |value| value.len() == 4));
        let codes = Domain::counted("zip", Kind::String, &[("1000", 40), ("12345678", 20)]);
        assert_eq!(longest(&codes), 8);
        assert!(!nearly_all(&codes, |value| value.len() == 4));
    }
}
