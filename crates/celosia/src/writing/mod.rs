//! How numbers, dates and times are written, and how they are read: values stay as they are spelt everywhere, and whoever needs
//! the number or the date behind a spelling asks the [`Writing`] of its column.

mod clock;
mod dates;
mod format;
mod marks;
mod months;
mod stated;
mod tell;
#[cfg(test)]
mod tests;
mod unit;

use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};

use crate::words;

pub use format::{Format, TOKENS};
pub use marks::Marks;
pub use stated::Stated;
pub use tell::{Doubt, Told, infer, told, told_together};
pub use unit::Unit;

/// The type of a column's values, which gives their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Decimal,
    /// Dates, with or without a time of day; months count from their first day.
    Date,
    /// Times of day.
    Time,
    /// Text, ordered by its bytes.
    String,
}

impl Kind {
    /// Every type with its name.
    pub const NAMES: [(&'static str, Kind); 5] = [
        ("integer", Kind::Integer),
        ("decimal", Kind::Decimal),
        ("date", Kind::Date),
        ("string", Kind::String),
        ("time", Kind::Time),
    ];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// How the values of one column are written. The default is what machines write: `1234.5`, `2013-08-14`, `14:30`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Writing {
    /// The marks of numbers.
    pub marks: Marks,
    /// How dates or times are written; ISO 8601 where nothing stands here.
    pub format: Option<Format>,
    /// Do labels have a comma before decimals? Where more than a few values have one, or the study says so.
    pub comma_in_labels: bool,
}

impl Writing {
    /// Numbers and dates as machines write them, and nothing else?
    pub fn is_plain(&self) -> bool {
        self.marks.is_plain() && self.format.is_none()
    }

    /// A spelling as a number under a type: dates are days since 1970-01-01, times of day seconds since midnight. Nothing for
    /// text and for spellings that are not written so.
    pub fn number(&self, kind: Kind, text: &str) -> Option<f64> {
        match kind {
            Kind::Integer => self.marks.integer(text).map(|n| n as f64),
            Kind::Decimal => self.marks.decimal(text),
            Kind::Date => self.date(text).map(|day| f64::from(day.num_days_from_ce() - EPOCH)),
            Kind::Time => self.time(text),
            Kind::String => None,
        }
    }

    /// The day of a spelling.
    pub fn date(&self, text: &str) -> Option<NaiveDate> {
        Some(self.moment(text)?.0)
    }

    /// Seconds since midnight of a time of day that stands alone.
    pub fn time(&self, text: &str) -> Option<f64> {
        match &self.format {
            Some(format) => format.time(text),
            None => clock::alone(text),
        }
    }

    /// Has a date a time of day behind it?
    pub fn has_time(&self, text: &str) -> bool {
        self.moment(text).is_some_and(|(_, time)| time.is_some())
    }

    /// Do dates so written name a day, or months and years only?
    pub fn has_days(&self) -> bool {
        self.format.as_ref().is_none_or(Format::has_days)
    }

    /// A day, and the seconds since its midnight where they are written.
    fn moment(&self, text: &str) -> Option<(NaiveDate, Option<f64>)> {
        self.format.as_ref().unwrap_or(Format::iso()).moment(text)
    }

    /// The order of two spellings under a type: by number where both are numbers (dates of one day by their time), by text
    /// otherwise and for ties.
    pub fn compare(&self, kind: Kind, a: &str, b: &str) -> Ordering {
        let by_number = match kind {
            // Integers of more than 15 digits would collide as floating-point numbers.
            Kind::Integer => match (self.marks.integer(a), self.marks.integer(b)) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => Ordering::Equal,
            },
            Kind::Date => match (self.moment(a), self.moment(b)) {
                (Some(a), Some(b)) => a.0.cmp(&b.0).then_with(|| a.1.unwrap_or(0.0).total_cmp(&b.1.unwrap_or(0.0))),
                _ => Ordering::Equal,
            },
            Kind::String => Ordering::Equal,
            Kind::Decimal | Kind::Time => match (self.number(kind, a), self.number(kind, b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => Ordering::Equal,
            },
        };
        by_number.then_with(|| a.cmp(b))
    }

    /// Does every spelling fit the type?
    pub fn fits<S: AsRef<str>>(&self, kind: Kind, values: &[S]) -> bool {
        kind == Kind::String || values.iter().all(|v| self.number(kind, v.as_ref()).is_some())
    }

    /// A number as the labels of a column say it: with its decimal mark, without thousands apart.
    pub fn shown(&self, number: f64) -> String {
        let text = words::number(number);
        if self.comma_in_labels { text.replace('.', ",") } else { text }
    }

    /// A time of day as labels say it: "14:30".
    pub fn shown_time(seconds: f64) -> String {
        clock::shown(seconds)
    }
}

/// A spelling as a number under a type, as machines write it.
pub fn number(kind: Kind, text: &str) -> Option<f64> {
    Writing::default().number(kind, text)
}

/// A day as machines write it, with or without a time of day behind it.
pub fn date(text: &str) -> Option<NaiveDate> {
    Writing::default().date(text)
}

/// Days of 1970-01-01 in the proleptic calendar that `chrono` counts in.
const EPOCH: i32 = 719_163;

/// How many of so many distinct values may be exceptions: fewer than ten, and a sixteenth at most. What so few say decides
/// nothing about how the others are read, for all their rows may be suppressed.
fn few(values: usize) -> usize {
    (values.saturating_sub(1) / 16).min(9)
}
