//! What a study says about one column's hierarchy. Which builder serves which, `hierarchy/` knows.

use std::path::PathBuf;

use crate::sets::{Key, Method, Walk};

/// How a hierarchy is made.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum HierarchySpec {
    /// Chosen from the column's type and values.
    Auto,
    /// One step: the value, or `*`.
    Flat,
    /// A file with one row per value and one column per level.
    File(PathBuf),
    /// Intervals of numbers.
    Interval(Intervals),
    /// Characters replaced by `*`, a given number per level.
    Mask(Mask),
    /// Dates, by calendar units that grow.
    Date(Vec<DateUnit>),
    /// Times of day, by stretches of the day that grow.
    Time(Vec<TimeUnit>),
    /// Groups of neighbours in the column's order, one size per level; each divides the next.
    Order(Vec<usize>),
    /// Sets of values made from how often they occur, with twice as many rows at each level.
    Sets(SetsSpec),
    /// A tree of labels whose leaves are values.
    Taxonomy(Tree),
    /// A tree in a TOML or JSON file.
    TaxonomyFile(PathBuf),
}

/// Codes with characters hidden at one end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    /// Which end is masked first.
    pub from: MaskFrom,
    /// Characters masked at each level, rising; empty: one more per level.
    pub characters: Vec<usize>,
    /// How long codes are; as long as nearly all values are at most, where not given.
    pub length: Option<usize>,
}

impl HierarchySpec {
    /// Intervals of these widths, one for each level; each is a multiple of the one before.
    pub fn intervals(widths: impl IntoIterator<Item = f64>) -> HierarchySpec {
        HierarchySpec::Interval(Intervals { widths: widths.into_iter().collect(), ..Intervals::default() })
    }

    /// Codes that lose one character more at each level, from the right.
    pub fn mask() -> HierarchySpec {
        HierarchySpec::Mask(Mask { from: MaskFrom::Right, characters: Vec::new(), length: None })
    }

    /// Dates by calendar units that grow.
    pub fn dates(units: impl IntoIterator<Item = DateUnit>) -> HierarchySpec {
        HierarchySpec::Date(units.into_iter().collect())
    }

    /// A file with one row per value and one column per level.
    pub fn file(path: impl Into<PathBuf>) -> HierarchySpec {
        HierarchySpec::File(path.into())
    }

    /// Does the hierarchy depend on which values the data has, and how often?
    pub fn is_made_from_data(&self) -> bool {
        match self {
            HierarchySpec::Auto | HierarchySpec::Order(_) | HierarchySpec::Sets(_) => true,
            HierarchySpec::Mask(mask) => mask.length.is_none(),
            HierarchySpec::Flat
            | HierarchySpec::File(_)
            | HierarchySpec::Interval(_)
            | HierarchySpec::Date(_)
            | HierarchySpec::Time(_)
            | HierarchySpec::Taxonomy(_)
            | HierarchySpec::TaxonomyFile(_) => false,
        }
    }
}

/// Sets of values by a tree over the column, or by the best cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetsSpec {
    /// What makes the sets.
    pub method: Method,
    /// The walk over the tree.
    pub walk: Walk,
    /// What orders a search tree; the values of numbers and dates, the frequencies of text, where not given.
    pub key: Option<Key>,
    /// Least rows of a set at level 1; chosen so that there are at most six levels, where not given.
    pub start: Option<u64>,
}

/// Intervals: levels of widths, or levels of cut points, with bottom and top coding.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Intervals {
    /// Width at each level, rising; each a multiple of the one before.
    pub widths: Vec<f64>,
    /// Cut points at each level; each level's are among those of the level before.
    pub cuts: Vec<Vec<f64>>,
    /// Where intervals of a width start counting.
    pub origin: f64,
    /// Values below this form one group ("under 20").
    pub bottom: Option<f64>,
    /// Values from this on form one group ("90 or more").
    pub top: Option<f64>,
}

/// The end of a code that loses its characters first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaskFrom {
    /// "12345" becomes "1234*".
    Right,
    /// "12345" becomes "*2345".
    Left,
}

/// A unit of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DateUnit {
    /// 2026-11-15 (drops a time of day).
    Day,
    /// 2026-11.
    Month,
    /// 2026-Q4.
    Quarter,
    /// 2026.
    Year,
    /// 2020s.
    Decade,
}

impl DateUnit {
    /// Every unit with its name.
    pub const NAMES: [(&'static str, DateUnit); 5] = [
        ("day", DateUnit::Day),
        ("month", DateUnit::Month),
        ("quarter", DateUnit::Quarter),
        ("year", DateUnit::Year),
        ("decade", DateUnit::Decade),
    ];
}

/// A stretch of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TimeUnit {
    /// 14:30–14:59.
    HalfHour,
    /// 14:00–14:59.
    Hour,
    /// Night, morning, afternoon and evening: afternoon (12:00–17:59).
    PartOfDay,
    /// 12:00–23:59: before and after noon.
    HalfDay,
}

impl TimeUnit {
    /// Every unit with its name.
    pub const NAMES: [(&'static str, TimeUnit); 4] = [
        ("half-hour", TimeUnit::HalfHour),
        ("hour", TimeUnit::Hour),
        ("part-of-day", TimeUnit::PartOfDay),
        ("half-day", TimeUnit::HalfDay),
    ];

    /// Its minutes.
    pub fn minutes(self) -> u32 {
        match self {
            TimeUnit::HalfHour => 30,
            TimeUnit::Hour => 60,
            TimeUnit::PartOfDay => 360,
            TimeUnit::HalfDay => 720,
        }
    }
}

/// A node of a taxonomy: a label with children, or a value of the data.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// A group of values.
    Group(String, Vec<Tree>),
    /// A value of the data.
    Value(String),
}
