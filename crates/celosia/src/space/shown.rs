//! What a place shows: which class each distinct tuple falls into, and which set of values each column shows there.

use std::sync::Arc;

use super::{Grouping, Regions, Sets};
use crate::frequency::Frequency;

/// What a place shows, in one of two forms. Either way a column has numbered sets of values (groups, where they do not
/// overlap), and a class is known by the sets that its columns show.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    /// A value shows the same set in every class: a grouping of its values for each column.
    ByColumn(Vec<Grouping>),
    /// Each class has sets of its own.
    ByClass(Arc<Regions>),
}

impl Shown {
    /// The number of the set that each column shows for a row of a distinct tuple. Of its rows, or of those with the same value where
    /// classes take rows by their values, those that fall into other classes than the rest come first.
    pub fn of_row(&self, frequency: &Frequency, tuple: usize, value: Option<u32>, mut row: u64) -> Vec<u32> {
        if let Shown::ByClass(regions) = self {
            for share in regions.shares_of(tuple).iter().filter(|share| share.value == value) {
                match row.checked_sub(share.rows) {
                    None => return regions.shows(share.class).to_vec(),
                    Some(left) => row = left,
                }
            }
        }
        self.of_tuple(frequency, tuple)
    }

    /// Do classes take rows of a tuple by their values of the attribute beside?
    pub fn is_by_value(&self) -> bool {
        matches!(self, Shown::ByClass(regions) if regions.is_by_value())
    }

    /// The number of the set that each column shows for a distinct tuple: its class, or that of most of its rows.
    pub fn of_tuple(&self, frequency: &Frequency, tuple: usize) -> Vec<u32> {
        match self {
            Shown::ByColumn(groupings) => {
                let values = frequency.columns.iter().map(|column| column[tuple] as usize);
                groupings.iter().zip(values).map(|(grouping, value)| grouping.group_of[value]).collect()
            }
            Shown::ByClass(regions) => regions.shows(regions.class_of()[tuple]).to_vec(),
        }
    }

    /// The sets of each column, by their numbers.
    pub fn sets(&self, frequency: &Frequency) -> Vec<Sets> {
        match self {
            Shown::ByColumn(groupings) => {
                let columns = groupings.iter().zip(&frequency.attributes);
                columns.map(|(grouping, attribute)| Sets::of_grouping(grouping, &attribute.counts)).collect()
            }
            Shown::ByClass(regions) => regions.sets().to_vec(),
        }
    }

    /// How many sets each column has.
    pub fn counts(&self) -> Vec<usize> {
        match self {
            Shown::ByColumn(groupings) => groupings.iter().map(|grouping| grouping.groups).collect(),
            Shown::ByClass(regions) => regions.sets().iter().map(Sets::len).collect(),
        }
    }
}
