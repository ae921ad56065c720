//! What can be chosen. A point of a space says which class each distinct tuple falls into, and which set of values each
//! column shows there.

mod area;
mod boxes;
pub mod cuts;
mod language;
mod lattice;
mod levels;
mod partition;
mod place;
mod regions;
mod set;
mod shown;
mod units;

pub use area::Area;
pub use boxes::{Axis, Boxes};
pub use cuts::Cuts;
pub use language::{Language, regions};
pub use lattice::Lattice;
pub(crate) use lattice::leaves;
pub use levels::Levels;
pub use partition::{Partition, Share};
pub use place::{Cut, Node, Place};
pub use regions::Regions;
pub use set::{Set, Sets};
pub use shown::Shown;
pub use units::{Unit, Units};

use crate::error::{Error, Result};

/// A kind of space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Space {
    /// A level of its hierarchy for each attribute.
    #[default]
    Lattice,
    /// A partition of its ordered values for each attribute.
    Cuts,
    /// Classes with labels of their own.
    Regions,
}

/// The spaces that a study can name, because a search goes through them.
pub const SPACES: [(&str, Space); 3] =
    [("lattice", Space::Lattice), ("cuts", Space::Cuts), ("regions", Space::Regions)];

/// The space of a name.
pub fn find(name: &str) -> Result<Space> {
    let found = SPACES.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, space)| *space)
        .ok_or_else(|| Error::unknown("search.space", "space", name, SPACES.iter().map(|(n, _)| *n)))
}

impl Space {
    /// Its name in studies, flags and JSON.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What makes its points: the kind of their shape in JSON.
    pub fn shape(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Space::Lattice => ("lattice", "levels", "node"),
            Space::Cuts => ("cuts", "groups", "cut"),
            Space::Regions => ("regions", "classes", "region"),
        }
    }

    /// What its points are called.
    pub fn point(self) -> &'static str {
        self.words().2
    }
}

/// A partition of one attribute's values into groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    /// Group of each value.
    pub group_of: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// How far up its hierarchy each group lies: 0 (a value) … 1 (all values).
    pub heights: Vec<f64>,
    /// How many leaves of its hierarchy each group has, where these are counted; empty where the table's values are.
    pub leaves: Vec<u64>,
}

impl Grouping {
    /// How much the groups tell rows apart, given the rows of each value: the entropy of their sizes.
    pub fn entropy(&self, rows_of_value: &[u64]) -> f64 {
        let rows = rows_of_value.iter().sum::<u64>() as f64;
        let shares = self.sums(rows_of_value).into_iter().filter(|n| *n > 0).map(|n| n as f64 / rows);
        shares.map(|share| -share * share.ln()).sum()
    }

    /// Sum over each group of something that every value has, such as its rows.
    pub fn sums(&self, of_value: &[u64]) -> Vec<u64> {
        let mut sums = vec![0; self.groups];
        for (value, group) in self.group_of.iter().enumerate() {
            sums[*group as usize] += of_value[value];
        }
        sums
    }
}
