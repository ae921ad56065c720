//! Floors: values are taken to the finest level worth considering before they are counted, so that the frequency table
//! has no more tuples than the coarsest study needs.
//!
//! A floor only leaves out levels. The domain, the hierarchy and so every loss stay those of the whole column: all values
//! are known with their rows before the tuples are counted, and in the tuples the first value of each group stands for
//! all of them.

use hashbrown::HashMap;

use crate::error::Result;
use crate::hierarchy::{self, Hierarchy};
use crate::study::{Column, Kind, Missing};
use crate::table::Domain;

/// What the values of a column become before they are counted.
#[derive(Debug, Clone)]
pub struct Floor {
    /// All values of the column, with their rows.
    pub domain: Domain,
    /// The column's hierarchy, with its floor.
    pub hierarchy: Hierarchy,
    code_of: HashMap<String, u32>,
    stands: Vec<u32>,
    missing: Missing,
}

impl Floor {
    /// The floor that a study gives a column, over all its values.
    pub fn new(column: &Column, domain: Domain, missing: Missing) -> Result<Floor> {
        let mut hierarchy = hierarchy::build(&column.hierarchy, &domain)?.with_floor(&domain, column.floor)?;
        // Nobody will know which values of a group are released: whether all are whole numbers, only the study can say.
        if column.kind != Some(Kind::Integer) {
            hierarchy = hierarchy.worded(false).into_owned();
        }
        let code_of = domain.values.iter().cloned().zip(0..).collect();
        let stands = hierarchy.at_floor(&domain);
        Ok(Floor { domain, hierarchy, code_of, stands, missing })
    }

    /// The code that a value is counted under; nothing where it was not there when values were counted.
    pub fn code(&self, value: &str) -> Option<u32> {
        if self.missing.is(value) {
            return self.domain.missing;
        }
        self.code_of.get(value).map(|code| self.stands[*code as usize])
    }

    /// Each value, with the one that stands for it.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let value = |code: u32| self.domain.values[code as usize].as_str();
        self.stands.iter().enumerate().map(move |(code, stands)| (value(code as u32), value(*stands)))
    }
}
