//! The nine combinations of tree and walk side by side, each with the best cut of its own order, the least of all, and the
//! smallest sets.

use super::losses::{Losses, losses};
use crate::error::Result;
use crate::sets::optimal::{most_sets, optimal, smallest};
use crate::sets::{Column, KEYS, Key, OPTIMAL, SMALLEST, Sets, TREES, WALKS, sets, walk};

/// All combinations for one column and k.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Least rows of a set.
    pub k: u64,
    /// What orders the search trees.
    pub key: Key,
    /// The nine combinations, then the best cut of the values in each order by a key, then the smallest sets of each.
    pub lines: Vec<Line>,
    /// The least information loss of all best cuts: over the orders of all lines, not over all partitions.
    pub least: f64,
    /// How many sets a partition of the values, in any order, can have at most.
    pub most: u64,
}

/// One way to make the sets.
#[derive(Debug, Clone)]
pub struct Line {
    /// The tree, or `optimal`, or `smallest`.
    pub tree: &'static str,
    /// The walk, or the key that orders the values for the best cut.
    pub walk: &'static str,
    /// Sets of two values or more.
    pub sets: usize,
    /// Rows of the largest of them.
    pub largest: u64,
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
    let line = |tree, walk, found: &Sets, least| {
        let rows = |set: &Vec<u32>| set.iter().map(|code| column.counts()[*code as usize]).sum();
        let largest = found.sets.iter().map(rows).max().unwrap_or(0);
        Line { tree, walk, sets: found.sets.len(), largest, losses: losses(column, found), least }
    };
    let least = |order: &[u32]| optimal(order, column.counts(), k);
    let loss = |best: &Sets| losses(column, best).information.of_column;
    for tree in TREES {
        let built = (tree.build)(column, key);
        for (name, order) in WALKS {
            let order = walk(&built, *order);
            let found = sets(&order, column.counts(), k)?;
            lines.push(line(tree.name, name, &found, loss(&least(&order)?)));
        }
    }
    for (name, key) in KEYS {
        let best = least(&column.sorted(*key))?;
        lines.push(line(OPTIMAL, name, &best, loss(&best)));
    }
    for (name, key) in KEYS {
        let order = column.sorted(*key);
        lines.push(line(SMALLEST, name, &smallest(&order, column.counts(), k)?, loss(&least(&order)?)));
    }
    let least = lines.iter().map(|line| line.least).fold(f64::INFINITY, f64::min);
    Ok(Comparison { k, key, lines, least, most: most_sets(column.counts(), k) })
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
                prop_assert_eq!(found.lines.len(), 13);
                for line in &found.lines {
                    prop_assert!(line.losses.information.of_column >= line.least - 1e-12);
                    prop_assert!(line.least >= found.least);
                    prop_assert!(line.above(found.least) >= -1e-9);
                    prop_assert!(line.sets as u64 <= found.most);
                }
            }
        }
    }
}
