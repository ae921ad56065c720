//! What can be chosen. A point of a space gives each attribute a grouping of its values.

mod area;
mod lattice;

pub use area::Area;
pub use lattice::{Lattice, Node};

use crate::error::{Error, Result};

/// Names of the spaces.
pub const SPACES: [&str; 1] = ["lattice"];

/// Checks the name of a space.
pub fn find(name: &str) -> Result<()> {
    if SPACES.contains(&name) {
        return Ok(());
    }
    Err(Error::unknown("space", "space", name, SPACES.into_iter()))
}

/// A partition of one attribute's values into groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    /// Group of each value.
    pub group_of: Vec<u32>,
    /// How many groups there are.
    pub groups: usize,
    /// How far up its hierarchy the grouping lies: 0 (values) … 1 (one group).
    pub height: f64,
}

impl Grouping {
    /// Distinct values in each group.
    pub fn sizes(&self) -> Vec<u64> {
        self.sums(&vec![1; self.group_of.len()])
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
