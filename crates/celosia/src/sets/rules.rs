//! The four rules that cut a walk into sets (Hernandez et al., section III-B).
//!
//! Values with k rows or more are left alone. The others are taken in the order of the walk:
//! 1. a set is closed as soon as its rows reach k;
//! 2. the last set, where it stays incomplete, joins the one before;
//! 3. where all of them together do not reach k, the first value of the walk with exactly k rows joins them;
//! 4. where there is none, the first with more than k rows does.
//!
//! No set can be split in two runs of k rows or more: until its closing value a set has fewer than k rows, so a first
//! part with k rows ends there or later; what rule 2 adds behind has fewer than k rows, and what rules 3 and 4 add a
//! value to has fewer than k without it.

use crate::error::{Error, Result};

/// A column's values in sets: each value in one set or alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sets {
    /// Sets of two values or more, each in the order of the walk.
    pub sets: Vec<Vec<u32>>,
    /// Values that are left alone, in the order of the walk.
    pub alone: Vec<u32>,
}

impl Sets {
    /// The set of each value: sets are numbered first, then the values that are alone.
    pub fn group_of(&self, values: usize) -> Vec<u32> {
        let mut group_of = vec![0; values];
        for (number, set) in self.all().enumerate() {
            set.iter().for_each(|code| group_of[*code as usize] = number as u32);
        }
        group_of
    }

    /// Every set, those of one value last.
    pub fn all(&self) -> impl Iterator<Item = &[u32]> {
        self.sets.iter().map(Vec::as_slice).chain(self.alone.iter().map(std::slice::from_ref))
    }
}

/// Cuts a walk over all values into sets of at least k rows. Fewer than k rows in all are an error.
pub fn sets(order: &[u32], counts: &[u64], k: u64) -> Result<Sets> {
    check(counts, k)?;
    let rows = |code: &u32| counts[*code as usize];
    let (rare, mut alone): (Vec<u32>, Vec<u32>) = order.iter().partition(|code| rows(code) < k);
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let (mut open, mut sum) = (Vec::new(), 0);
    for code in rare {
        open.push(code);
        sum += rows(&code);
        if sum >= k {
            sets.push(std::mem::take(&mut open));
            sum = 0;
        }
    }
    if !open.is_empty() {
        if let Some(last) = sets.last_mut() {
            last.append(&mut open);
        } else {
            let exact = alone.iter().position(|code| rows(code) == k);
            // All values together have k rows, so that one of them has more than k where none has exactly k.
            open.extend((!alone.is_empty()).then(|| alone.remove(exact.unwrap_or(0))));
            sets.push(open);
        }
    }
    Ok(Sets { sets, alone })
}

/// A k that a column can reach.
pub(super) fn check(counts: &[u64], k: u64) -> Result<()> {
    if k == 0 {
        return Err(Error::study("tree.k", "0 is not a k", "give 2 or more; 1 leaves every value alone"));
    }
    let rows: u64 = counts.iter().sum();
    if rows < k {
        let what = format!("k = {k} cannot be reached: there are {rows} rows in all");
        return Err(Error::study("tree.k", what, format!("give a k of at most {rows}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[u64], k: u64) -> (Vec<Vec<u32>>, Vec<u32>) {
        let order: Vec<u32> = (0..counts.len() as u32).collect();
        let found = sets(&order, counts, k).unwrap();
        (found.sets, found.alone)
    }

    #[test]
    fn rule_1_closes_at_k() {
        assert_eq!(of(&[1, 2, 9, 2, 1], 3), (vec![vec![0, 1], vec![3, 4]], vec![2]));
        assert_eq!(of(&[2, 2, 2, 2], 3), (vec![vec![0, 1], vec![2, 3]], vec![]));
    }

    #[test]
    fn rule_2_joins_the_last_with_the_one_before() {
        assert_eq!(of(&[2, 1, 2], 3), (vec![vec![0, 1, 2]], vec![]));
    }

    #[test]
    fn rule_3_takes_the_first_with_exactly_k() {
        assert_eq!(of(&[9, 1, 3, 3], 3), (vec![vec![1, 2]], vec![0, 3]));
    }

    #[test]
    fn rule_4_takes_the_first_with_more() {
        assert_eq!(of(&[1, 9, 4], 3), (vec![vec![0, 1]], vec![2]));
    }

    /// Table III: ages 30, 25, 20, 25, 20 with k = 2. The paper's heuristic A gives {20} and {25, 30}, B {20, 30}.
    #[test]
    fn table_3_of_the_paper() {
        // Codes 20, 25, 30; in-order both 20 and 25 have exactly two rows, and 20 comes first (heuristic B).
        assert_eq!(of(&[2, 2, 1], 2), (vec![vec![2, 0]], vec![1]));
        // A walk from the right gives heuristic A.
        let found = sets(&[2, 1, 0], &[2, 2, 1], 2).unwrap();
        assert_eq!((found.sets, found.alone), (vec![vec![2, 1]], vec![0]));
    }

    #[test]
    fn frequent_values_are_left_alone() {
        assert_eq!(of(&[3, 4], 3), (vec![], vec![0, 1]));
        assert_eq!(of(&[1, 1], 1), (vec![], vec![0, 1]));
    }

    #[test]
    fn too_few_rows_are_an_error() {
        let error = sets(&[0, 1], &[1, 1], 3).unwrap_err();
        assert_eq!(error.to_string(), "tree.k: k = 3 cannot be reached: there are 2 rows in all");
        assert!(sets(&[], &[], 0).is_err());
    }
}
