//! What a study says of how a column is written, and what is told from the values where it is silent.

use super::tell::{self, Told};
use super::{Format, Kind};

/// What a study says of how a column is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stated {
    /// Its type.
    pub kind: Option<Kind>,
    /// How its dates or times are written.
    pub format: Option<Format>,
    /// The mark before decimals in the whole table: `.` or `,`.
    pub decimal: Option<char>,
}

impl Stated {
    /// The type and the writing of a column of these values. What is stated stands, even where values do not fit it.
    pub fn tell<S: AsRef<str>>(&self, values: &[S]) -> Told {
        let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
        tell::tell(self, &values)
    }

    /// The same, where values that are read in one way or in another stay text: for whoever may not ask other columns or
    /// values, and must not be wrong.
    pub fn tell_or_text<S: AsRef<str>>(&self, values: &[S]) -> Told {
        let told = self.tell(values);
        if told.doubt.is_some() { Told::text() } else { told }
    }
}
