//! Columns that tell nobody apart: empty, or with one value.

use super::{About, Found, Seen};
use crate::study::Role;

/// No value at all.
pub const EMPTY: About = About { name: "empty", recognise: empty };

/// One value in every row.
pub const CONSTANT: About = About { name: "constant", recognise: constant };

fn empty(seen: &Seen) -> Option<Found> {
    seen.domain.is_empty().then(|| Found::new("empty", Role::LeftOut, "it has no value"))
}

fn constant(seen: &Seen) -> Option<Found> {
    // With gaps, whether it is there tells rows apart.
    (seen.distinct() == 1 && seen.missing == 0 && seen.rows > 1)
        .then(|| Found::new("constant", Role::Insensitive, "every row has the same value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_and_gaps_are_two_values() {
        assert!(constant(&Seen::of_rows("x", &["a", "a"])).is_some());
        let gaps = Seen { rows: 3, missing: 1, ..Seen::of_rows("x", &["a", "a"]) };
        assert_eq!(constant(&gaps), None);
        assert_eq!(constant(&Seen::of_rows("x", &["a", "b"])), None);
        let none = Seen { rows: 3, missing: 3, ..Seen::of_rows("x", &[]) };
        assert_eq!(empty(&none).map(|found| found.role), Some(Role::LeftOut));
    }
}
