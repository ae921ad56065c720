//! The nine combinations of tree and walk side by side, each with the best cut of its own order, and the least of all.

use super::losses::{Losses, losses};
use crate::error::Result;
use crate::sets::optimal::optimal;
use crate::sets::{Column, KEYS, Key, OPTIMAL, TREES, WALKS, sets, walk};

/// All combinations for one column and k.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Least rows of a set.
    pub k: u64,
    /// What orders the search trees.
    pub key: Key,
    /// The nine combinations, then the best cut of the values in each order by a key.
    pub lines: Vec<Line>,
    /// The least information loss of all best cuts: over the orders of all lines, not over all partitions.
    pub least: f64,
}

/// One way to make the sets.
#[derive(Debug, Clone)]
pub struct Line {
    /// The tree, or `optimal`.
    pub tree: &'static str,
    /// The walk, or the key that orders the values for the best cut.
    pub walk: &'static str,
    /// Sets of two values or more.
    pub sets: usize,
    /// What they cost.
    pub losses: Losses,
    /// The least information loss over all rows that any cut of this order has.
    pub least: f64,
}

impl Line {
    /// How much more information than the least possible the sets lose, as a share of it.
    pub fn above(&self, least: f64) -> f64 {
        if least > 0.0 { self.losses.information.of_column / least - 1.0 } else { 0.0 }
    }
}

/// Compares all combinations on one column.
pub fn compare(column: &Column, key: Key, k: u64) -> Result<Comparison> {
    let mut lines = Vec::new();
    let least = |order: &[u32]| -> Result<(usize, Losses)> {
        let best = optimal(order, column.counts(), k)?;
        Ok((best.sets.len(), losses(column, &best)))
    };
    for tree in TREES {
        let built = (tree.build)(column, key);
        for (name, order) in WALKS {
            let order = walk(&built, *order);
            let found = sets(&order, column.counts(), k)?;
            let least = least(&order)?.1.information.of_column;
            let losses = losses(column, &found);
            lines.push(Line { tree: tree.name, walk: name, sets: found.sets.len(), losses, least });
        }
    }
    for (name, key) in KEYS {
        let (sets, losses) = least(&column.sorted(*key))?;
        lines.push(Line { tree: OPTIMAL, walk: name, sets, losses, least: losses.information.of_column });
    }
    let least = lines.iter().map(|line| line.least).fold(f64::INFINITY, f64::min);
    Ok(Comparison { k, key, lines, least })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_shown_beats_what_is_called_least(counts in prop::collection::vec(1u64..30, 2..60), k in 2u64..40) {
            let column = Column::in_order(counts);
            prop_assume!(column.rows() >= k);
            for (_, key) in KEYS {
                let found = compare(&column, *key, k).unwrap();
                prop_assert_eq!(found.lines.len(), 11);
                for line in &found.lines {
                    prop_assert!(line.losses.information.of_column >= line.least - 1e-12);
                    prop_assert!(line.least >= found.least);
                    prop_assert!(line.above(found.least) >= -1e-9);
                }
            }
        }
    }
}
