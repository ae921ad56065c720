//! The distinct values of one column, in the order of the column's type.

use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};

use crate::error::Place;
use crate::study::Kind;

/// The distinct values of a column that occur in the data, ordered by type. A value's code is its position here.
#[derive(Debug, Clone)]
pub struct Domain {
    /// The column's name.
    pub column: String,
    /// The type that gives the order.
    pub kind: Kind,
    /// The values as they are spelt in the data; missing, where it is kept, comes last.
    pub values: Vec<String>,
    /// Rows with each value; 1 each in a domain that was made from a list.
    pub counts: Vec<u64>,
    /// Where each value was first seen.
    pub seen: Vec<Place>,
    /// Code of the missing value, where missing values are kept.
    pub missing: Option<u32>,
    /// How the study spells missing: a hierarchy may name it by any of these.
    pub spellings: Vec<String>,
    /// The value whose groups a missing one belongs to from level 1 on, where the study names one.
    pub joins: Option<String>,
}

impl Domain {
    /// A domain of values without places, ordered by `kind`: for hierarchies built from a list, and for tests.
    pub fn of(column: &str, kind: Kind, values: &[&str]) -> Domain {
        let mut values: Vec<String> = values.iter().map(|v| v.to_string()).collect();
        values.sort_by(|a, b| compare(kind, a, b));
        values.dedup();
        let seen = vec![Place::default(); values.len()];
        let counts = vec![1; values.len()];
        let (missing, spellings, joins) = (None, Vec::new(), None);
        Domain { column: column.into(), kind, values, counts, seen, missing, spellings, joins }
    }

    /// The same with the rows of each value.
    pub fn counted(column: &str, kind: Kind, values: &[(&str, u64)]) -> Domain {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        let mut domain = Domain::of(column, kind, &names);
        let rows = |value: &String| values.iter().filter(|(name, _)| name == value).map(|(_, rows)| rows).sum();
        domain.counts = domain.values.iter().map(rows).collect();
        domain
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// No value at all?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value as a number (dates: days since 1970-01-01), where the type has numbers and the value is not missing.
    pub fn number(&self, code: usize) -> Option<f64> {
        if self.missing == Some(code as u32) { None } else { number(self.kind, &self.values[code]) }
    }

    /// The code of the value that missing joins, where the study names one and the column has it: spelt so or, of numbers, the
    /// same number.
    pub fn joined(&self) -> Option<usize> {
        let value = self.joins.as_ref()?;
        let real = || (0..self.len()).filter(|code| self.missing != Some(*code as u32));
        let wanted = || number(self.kind, value);
        let same = || wanted().and_then(|wanted| real().find(|code| self.number(*code) == Some(wanted)));
        real().find(|code| self.values[*code] == *value).or_else(same)
    }

    /// All numbers of an ordered numeric column, or nothing where one value has none.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        (0..self.len()).map(|code| self.number(code)).collect()
    }
}

/// The order of two spellings under a type: by number where both are numbers, by text otherwise and for ties.
pub fn compare(kind: Kind, a: &str, b: &str) -> Ordering {
    let by_number = match kind {
        // Integers of more than 15 digits would collide as floating-point numbers.
        Kind::Integer => match (a.trim().parse::<i128>(), b.trim().parse::<i128>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        },
        Kind::String => Ordering::Equal,
        _ => match (number(kind, a), number(kind, b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => Ordering::Equal,
        },
    };
    by_number.then_with(|| a.cmp(b))
}

/// A spelling as a number under a type; nothing for strings and for spellings that the type does not allow.
pub fn number(kind: Kind, text: &str) -> Option<f64> {
    let text = text.trim();
    match kind {
        Kind::Integer => text.parse::<i128>().ok().map(|n| n as f64),
        Kind::Decimal => text.parse::<f64>().ok().filter(|n| n.is_finite()),
        Kind::Date => date(text).map(|d| f64::from(d.num_days_from_ce() - EPOCH)),
        Kind::String => None,
    }
}

/// Days of 1970-01-01 in the proleptic calendar that `chrono` counts in.
const EPOCH: i32 = 719_163;

/// An ISO 8601 date, with or without a time of day behind it.
pub fn date(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let day = match text.split_once(['T', ' ']) {
        Some((day, time)) if time.len() >= 5 && time.as_bytes()[2] == b':' => day,
        Some(_) => return None,
        None => text,
    };
    NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|_| day.len() == 10)
}

/// Does every spelling fit the type?
pub fn fits<S: AsRef<str>>(kind: Kind, values: &[S]) -> bool {
    kind == Kind::String || values.iter().all(|v| number(kind, v.as_ref()).is_some())
}

/// The narrowest type that all spellings fit: integer, decimal, date, string. Codes with leading zeros are strings,
/// because "01234" and "1234" are different zip codes.
pub fn infer<S: AsRef<str>>(values: &[S]) -> Kind {
    let coded = values.iter().any(|v| {
        let v = v.as_ref().trim().trim_start_matches('-').as_bytes();
        v.len() > 1 && v[0] == b'0' && v[1].is_ascii_digit()
    });
    if values.is_empty() || coded {
        return if !values.is_empty() && fits(Kind::Date, values) { Kind::Date } else { Kind::String };
    }
    [Kind::Integer, Kind::Decimal, Kind::Date].into_iter().find(|kind| fits(*kind, values)).unwrap_or(Kind::String)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_follows_the_type() {
        assert_eq!(Domain::of("age", Kind::Integer, &["10", "9", "-3"]).values, ["-3", "9", "10"]);
        assert_eq!(Domain::of("zip", Kind::String, &["10", "9"]).values, ["10", "9"]);
        assert_eq!(Domain::of("born", Kind::Date, &["2001-01-02", "1999-12-31"]).values, ["1999-12-31", "2001-01-02"]);
    }

    #[test]
    fn inference_takes_the_narrowest_type() {
        assert_eq!(infer(&["1", "-2"]), Kind::Integer);
        assert_eq!(infer(&["1", "2.5"]), Kind::Decimal);
        assert_eq!(infer(&["1970-01-02", "1969-12-31T10:00:00"]), Kind::Date);
        assert_eq!(infer(&["01234", "12345"]), Kind::String);
        assert_eq!(infer(&["1", "inf"]), Kind::String);
        assert_eq!(number(Kind::Date, "1970-01-02"), Some(1.0));
        assert_eq!(infer::<&str>(&[]), Kind::String);
    }
}
