//! Which values are missing, and what becomes of them: the one place where that is decided. Whoever counts, recodes or writes
//! asks here, and what engines are asked is said from the same spellings and the same rule (`sql/missing.rs`).

use super::MissingFile;
use super::check::one_of;
use crate::error::Result;

/// How missing is spelt, and what happens to rows that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Spellings that count as missing.
    pub spellings: Vec<String>,
    /// What happens to missing values.
    pub rule: MissingRule,
}

/// What happens to a row with a missing value in a column that counts (quasi-identifier, sensitive, class).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingRule {
    /// The row is not part of the study.
    Drop,
    /// Missing is a value of its own.
    Keep,
}

/// What may stand around a spelling of missing. A list, so that statements for other engines can say the same.
pub const BLANK: &[char] = &[' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '\u{a0}'];

impl Default for Missing {
    /// Nothing and `?` are missing, and their rows are dropped.
    fn default() -> Self {
        Missing { spellings: vec![String::new(), "?".into()], rule: MissingRule::Drop }
    }
}

impl Missing {
    /// Is this a spelling of missing?
    pub fn is(&self, value: &str) -> bool {
        let value = value.trim_matches(BLANK);
        self.spellings.iter().any(|spelling| spelling == value)
    }

    /// Does a value in a column that counts take its row out of the study?
    pub fn drops(&self, value: &str) -> bool {
        self.rule == MissingRule::Drop && self.is(value)
    }

    /// How missing is shown where it is kept as a value: the first spelling of the study's list, whatever the rows hold. The
    /// first that occurs would tell how a suppressed row spells it.
    pub fn shown(&self) -> &str {
        self.spellings.first().map_or("", String::as_str)
    }

    /// What a value is read as: missing is one value however it is spelt.
    pub fn read_as<'v>(&'v self, value: &'v str) -> &'v str {
        if self.is(value) { self.shown() } else { value }
    }

    /// Checks `missing` of `[data]`; `place` is what errors call its rule.
    pub(super) fn check(place: &str, file: Option<&MissingFile>) -> Result<Missing> {
        let rules = [("drop", MissingRule::Drop), ("keep", MissingRule::Keep)];
        let standard = Missing::default();
        let rule = file.and_then(|file| file.rows.as_deref());
        Ok(Missing {
            spellings: file.and_then(|file| file.values.clone()).unwrap_or(standard.spellings),
            rule: rule.map_or(Ok(standard.rule), |rule| one_of(place, rule, &rules))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_has_blanks_around_it_and_one_spelling() {
        let mut missing = Missing { spellings: vec!["NA".into(), "?".into()], rule: MissingRule::Keep };
        assert_eq!(["?", " ?\t", "NA", ""].map(|value| missing.is(value)), [true, true, true, false]);
        assert_eq!([" ? ", " x"].map(|value| missing.read_as(value)), ["NA", " x"]);
        assert!(!missing.drops("?"));
        missing.rule = MissingRule::Drop;
        assert_eq!([" ? ", " x"].map(|value| missing.drops(value)), [true, false]);
    }
}
