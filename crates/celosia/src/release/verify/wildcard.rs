//! The other reading of hidden cells, said beside the strict one. Where some rows show `*` in a column and others a value, `*` is a
//! value of its own here; sdcMicro and its kin read it as a wildcard that matches everything, so that more rows look alike.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::ByTuple;
use crate::hierarchy::TOP;

/// Looks at a class that may be taken.
const WORK: u64 = 1 << 27;
/// Which columns a row shows, a bit for each: so many at most.
const COLUMNS: usize = 64;

/// What hidden cells come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wildcard {
    /// How many rows each row could be at the least, where `*` matches every value.
    pub k: u64,
    /// Cells that are `*`, as a part of those of the quasi-identifiers.
    pub hidden: f64,
}

/// The wildcard reading of classes; nothing where it is the strict one, because no column hides some rows only, or where there are too many
/// ways to hide columns.
pub(super) fn wildcard(classes: &ByTuple) -> Option<Wildcard> {
    let columns = classes.keys().next()?.len();
    if columns > COLUMNS {
        return None;
    }
    let mut codes: Vec<HashMap<&str, u32>> = vec![HashMap::new(); columns];
    let mut of_pattern: BTreeMap<u64, Vec<(Vec<u32>, u64)>> = BTreeMap::new();
    let (mut hidden, mut cells) = (0, 0);
    for (tuple, class) in classes {
        let (mut shown, mut row) = (0u64, Vec::with_capacity(columns));
        for (column, text) in tuple.iter().enumerate() {
            let next = codes[column].len() as u32;
            row.push(*codes[column].entry(text).or_insert(next));
            shown |= u64::from(text != TOP) << column;
        }
        hidden += u64::from(columns as u32 - shown.count_ones()) * class.rows;
        cells += columns as u64 * class.rows;
        of_pattern.entry(shown).or_default().push((row, class.rows));
    }
    let work = (of_pattern.len() as u64).saturating_mul(classes.len() as u64);
    if of_pattern.len() < 2 || work > WORK {
        return None;
    }
    let both = |row: &[u32], shown: u64| -> Vec<u32> {
        row.iter().enumerate().filter(|(column, _)| shown >> column & 1 == 1).map(|(_, code)| *code).collect()
    };
    let mut sums: Vec<Vec<u64>> = of_pattern.values().map(|rows| vec![0; rows.len()]).collect();
    for (other, others) in &of_pattern {
        // Rows by what they show in the columns that both show.
        let mut known: HashMap<u64, HashMap<Vec<u32>, u64>> = HashMap::new();
        for ((shown, rows), sums) in of_pattern.iter().zip(&mut sums) {
            let common = shown & other;
            let of_common = known.entry(common).or_insert_with(|| {
                let mut of_common: HashMap<Vec<u32>, u64> = HashMap::new();
                others.iter().for_each(|(row, n)| *of_common.entry(both(row, common)).or_insert(0) += n);
                of_common
            });
            for ((row, _), sum) in rows.iter().zip(sums) {
                *sum += of_common.get(&both(row, common)).copied().unwrap_or(0);
            }
        }
    }
    let k = sums.into_iter().flatten().min()?;
    Some(Wildcard { k, hidden: hidden as f64 / cells as f64 })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::no_rows;
    use super::*;

    fn classes(tuples: &[(Vec<u32>, u64)]) -> ByTuple {
        let mut classes = ByTuple::new();
        for (tuple, rows) in tuples {
            let shown = tuple.iter().map(|code| if *code == 0 { TOP.to_string() } else { code.to_string() }).collect();
            let class = classes.entry(shown).or_insert_with(|| no_rows(0));
            class.rows += rows;
        }
        classes
    }

    proptest! {
        /// It is what comparing every row with every row says, and never less than the strict reading.
        #[test]
        fn every_row_is_compared_with_every_row(
            tuples in prop::collection::vec((prop::collection::vec(0u32..3, 3), 1u64..4), 1..20)
        ) {
            let classes = classes(&tuples);
            let matches = |a: &[String], b: &[String]| a.iter().zip(b).all(|(a, b)| a == b || a == TOP || b == TOP);
            let around = |tuple: &Vec<String>| {
                classes.iter().filter(|(other, _)| matches(tuple, other)).map(|(_, class)| class.rows).sum::<u64>()
            };
            let least = classes.keys().map(around).min().unwrap_or(0);
            if let Some(found) = wildcard(&classes) {
                prop_assert_eq!(found.k, least);
            } else {
                let strict = classes.values().map(|class| class.rows).min().unwrap_or(0);
                prop_assert_eq!(least, strict, "the readings differ only where columns hide some rows");
            }
        }
    }

    #[test]
    fn hidden_cells_are_counted() {
        let found = wildcard(&classes(&[(vec![1, 2], 2), (vec![1, 0], 3), (vec![2, 0], 1)]));
        assert_eq!(found, Some(Wildcard { k: 1, hidden: 4.0 / 12.0 }));
        assert_eq!(wildcard(&classes(&[(vec![1, 0], 2), (vec![2, 0], 3)])), None, "a column that hides all");
    }
}
