//! The distinct values of one column, in the order of the column's type.

use std::collections::HashMap;

use crate::error::Place;
use crate::writing::{Doubt, Kind, Stated, Told, Writing};

/// The distinct values of a column that occur in the data, ordered by type. A value's code is its position here.
#[derive(Debug, Clone)]
pub struct Domain {
    /// The column's name.
    pub column: String,
    /// The type that gives the order.
    pub kind: Kind,
    /// How the values are written, which says what numbers and dates they are.
    pub writing: Writing,
    /// What the values leave open of that, where the study does not say it.
    pub doubt: Option<Doubt>,
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
    /// A domain of values without places, ordered by `kind`, with the writing that they have: for hierarchies built from a list,
    /// and for tests.
    pub fn of(column: &str, kind: Kind, values: &[&str]) -> Domain {
        let told = Stated { kind: Some(kind), ..Stated::default() }.tell(values);
        Domain::written(column, told, values)
    }

    /// The same with what was told of the values.
    pub fn written(column: &str, told: Told, values: &[&str]) -> Domain {
        let Told { kind, writing, doubt, .. } = told.safely();
        let mut values: Vec<String> = values.iter().map(|v| v.to_string()).collect();
        values.sort_by(|a, b| writing.compare(kind, a, b));
        values.dedup();
        let (seen, counts) = (vec![Place::default(); values.len()], vec![1; values.len()]);
        let (missing, spellings, joins) = (None, Vec::new(), None);
        Domain { column: column.into(), kind, writing, doubt, values, counts, seen, missing, spellings, joins }
    }

    /// The same with the rows of each value.
    pub fn counted(column: &str, kind: Kind, values: &[(&str, u64)]) -> Domain {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        Domain::of(column, kind, &names).with_rows(values)
    }

    /// The same values with these rows.
    pub fn with_rows(mut self, values: &[(&str, u64)]) -> Domain {
        let mut rows: HashMap<&str, u64> = HashMap::new();
        values.iter().for_each(|(name, n)| *rows.entry(name).or_default() += n);
        self.counts = self.values.iter().map(|value| rows.get(value.as_str()).copied().unwrap_or(0)).collect();
        self
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
        if self.missing == Some(code as u32) { None } else { self.writing.number(self.kind, &self.values[code]) }
    }

    /// The code of the value that missing joins, where the study names one and the column has it: spelt so or, of numbers, the
    /// same number.
    pub fn joined(&self) -> Option<usize> {
        let value = self.joins.as_ref()?;
        let real = || (0..self.len()).filter(|code| self.missing != Some(*code as u32));
        let wanted = || self.writing.number(self.kind, value);
        let same = || wanted().and_then(|wanted| real().find(|code| self.number(*code) == Some(wanted)));
        real().find(|code| self.values[*code] == *value).or_else(same)
    }

    /// All numbers of an ordered numeric column, or nothing where one value has none.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        (0..self.len()).map(|code| self.number(code)).collect()
    }
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
}
