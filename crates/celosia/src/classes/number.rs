//! Which class each of some tuples falls into. Three ways give one answer: an array over all keys where there are few,
//! a table of the keys that occur where a key fits into a word, and a hash table of whole tuples where it does not.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Scratch;
use super::keys::{key_space, write_keys};
use crate::frequency::Frequency;
use crate::space::Grouping;

/// The most places of an array over all keys, …
const DENSE: u128 = 1 << 20;
/// … and the most for each tuple: it must stay in the cache.
const PLACES: u128 = 8;

/// A place of the table of keys that is free.
const FREE: u32 = u32::MAX;

/// Numbers the classes of tuples in the order in which they come, into `scratch.class_of`, with their first tuples in
/// `scratch.first`.
pub(super) fn number(frequency: &Frequency, groupings: &[&Grouping], tuples: &[u32], scratch: &mut Scratch) {
    let keys = key_space(groupings);
    if keys > u128::from(u64::MAX) {
        return number_hashed(frequency, groupings, tuples, scratch);
    }
    write_keys(frequency, groupings, tuples, &mut scratch.keys);
    match keys <= DENSE.min(tuples.len() as u128 * PLACES) {
        true => number_dense(tuples, keys as usize, scratch),
        false => number_keyed(tuples, scratch),
    }
}

fn number_dense(tuples: &[u32], keys: usize, scratch: &mut Scratch) {
    if scratch.dense.len() < keys {
        scratch.dense.resize(keys, 0);
    }
    let Scratch { keys, dense, class_of, first, .. } = scratch;
    class_of.clear();
    first.clear();
    for (key, tuple) in keys.iter().zip(tuples) {
        let slot = &mut dense[*key as usize];
        if *slot == 0 {
            first.push(*tuple);
            *slot = first.len() as u32;
        }
        class_of.push(*slot - 1);
    }
    for key in keys.iter() {
        dense[*key as usize] = 0;
    }
}

fn number_keyed(tuples: &[u32], scratch: &mut Scratch) {
    let Scratch { keys, table, key_of, class_of, first, .. } = scratch;
    // At most half full, so that a free place is near. Keys stand apart: a small table stays in the cache.
    table.clear();
    table.resize((tuples.len() * 2).next_power_of_two().max(2), FREE);
    class_of.clear();
    first.clear();
    key_of.clear();
    for (key, tuple) in keys.iter().zip(tuples) {
        let at = place(table, key_of, *key);
        if table[at] == FREE {
            table[at] = first.len() as u32;
            first.push(*tuple);
            key_of.push(*key);
        }
        class_of.push(table[at]);
    }
}

/// Where the class of a key stands in the table, or would stand.
fn place(table: &[u32], key_of: &[u64], key: u64) -> usize {
    // Multiplying by an odd number spreads neighbouring keys; the upper bits are the best mixed.
    let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - table.len().trailing_zeros())) as usize;
    while table[at] != FREE && key_of[table[at] as usize] != key {
        at = (at + 1) & (table.len() - 1);
    }
    at
}

fn number_hashed(frequency: &Frequency, groupings: &[&Grouping], tuples: &[u32], scratch: &mut Scratch) {
    let parts: Vec<(&[u32], &[u32])> =
        frequency.columns.iter().zip(groupings).map(|(c, g)| (c.as_slice(), g.group_of.as_slice())).collect();
    let group = |part: &(&[u32], &[u32]), tuple: u32| part.1[part.0[tuple as usize] as usize];
    let hasher = DefaultHashBuilder::default();
    let hash = |tuple: u32| parts.iter().fold(0u64, |h, part| hasher.hash_one((h, group(part, tuple))));
    let mut table: HashTable<u32> = HashTable::new();
    let Scratch { class_of, first, .. } = scratch;
    class_of.clear();
    first.clear();
    for &tuple in tuples {
        let h = hash(tuple);
        let same = |class: &u32| {
            let other = first[*class as usize];
            parts.iter().all(|part| group(part, tuple) == group(part, other))
        };
        let class = match table.find(h, same) {
            Some(class) => *class,
            None => {
                let class = first.len() as u32;
                first.push(tuple);
                table.insert_unique(h, class, |c| hash(first[*c as usize]));
                class
            }
        };
        class_of.push(class);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frequency::{Attribute, Packed};

    fn frequency(tuples: &[[u32; 3]]) -> Frequency {
        let attribute = Attribute { weight: 1.0, counts: vec![1; 6], numbers: None, leaves: None };
        Frequency {
            rows: tuples.len() as u64,
            attributes: vec![attribute; 3],
            columns: (0..3).map(|a| tuples.iter().map(|t| t[a]).collect()).collect(),
            counts: vec![1; tuples.len()],
            sensitive: Vec::new(),
            label: None,
            packed: Packed::default(),
            persons: None,
        }
    }

    proptest! {
        /// The three ways number the classes alike, and one scratch serves time after time.
        #[test]
        fn three_ways_agree(
            tuples in prop::collection::btree_set(prop::array::uniform3(0u32..6), 1..80),
            maps in prop::array::uniform3(prop::collection::vec(0u32..4, 6)),
        ) {
            let frequency = frequency(&tuples.into_iter().collect::<Vec<_>>());
            let groupings = maps.map(|group_of| Grouping { group_of, groups: 4, heights: vec![0.5; 4], leaves: Vec::new() });
            let groupings: Vec<&Grouping> = groupings.iter().collect();
            let all: Vec<u32> = (0..frequency.distinct() as u32).collect();
            let mut scratch = Scratch::default();
            for _ in 0..2 {
                number_hashed(&frequency, &groupings, &all, &mut scratch);
                let hashed = (scratch.first.clone(), scratch.class_of.clone());
                write_keys(&frequency, &groupings, &all, &mut scratch.keys);
                number_dense(&all, 64, &mut scratch);
                prop_assert_eq!((&hashed.0, &hashed.1), (&scratch.first, &scratch.class_of));
                number_keyed(&all, &mut scratch);
                prop_assert_eq!((&hashed.0, &hashed.1), (&scratch.first, &scratch.class_of));
            }
        }
    }
}
