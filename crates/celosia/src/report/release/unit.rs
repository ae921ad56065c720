//! What privacy counts in a report: rows, or persons where a column says whose rows they are.

use crate::release::verify::Verified;

/// The noun of class sizes and risks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Of one.
    pub one: &'static str,
    /// Of any other number.
    pub many: &'static str,
}

/// Where nobody says whose rows they are.
pub const ROWS: Unit = Unit { one: "row", many: "rows" };
/// Where a column says so.
pub const PERSONS: Unit = Unit { one: "person", many: "persons" };

impl Unit {
    /// What a recount has counted.
    pub fn of(verified: &Verified) -> Unit {
        if verified.persons.is_some() { PERSONS } else { ROWS }
    }

    /// The unit of this name, as a report's `counts` gives it.
    pub fn named(counts: &str) -> Unit {
        if counts == PERSONS.many { PERSONS } else { ROWS }
    }
}
