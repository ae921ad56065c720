//! A part of the hash table of distinct tuples, with the rows of each and its histograms.
//!
//! [`Counts`] is what the table comes to; [`Tuples`] can still be added to.

use hashbrown::HashTable;

/// Distinct tuples of codes, stored end to end, and what was counted of each.
#[derive(Default)]
pub struct Counts {
    /// The codes of each tuple.
    pub codes: Vec<u32>,
    /// The rows of each tuple.
    pub rows: Vec<u64>,
    /// Per tracked attribute: tuple, value and their rows, ordered.
    pub tracked: Vec<Vec<(u32, u32, u64)>>,
}

/// Distinct tuples that rows are still added to.
pub struct Tuples {
    attributes: usize,
    index: HashTable<u32>,
    codes: Vec<u32>,
    counts: Vec<u64>,
    tracked: Vec<HashTable<(u32, u32, u64)>>,
}

impl Tuples {
    /// No tuple yet.
    pub fn new(attributes: usize, tracked: usize) -> Tuples {
        Tuples {
            attributes,
            index: HashTable::new(),
            codes: Vec::new(),
            counts: Vec::new(),
            tracked: (0..tracked).map(|_| HashTable::new()).collect(),
        }
    }

    /// Bytes that it takes: index, codes, rows and histograms, with the room that they have for more.
    pub fn bytes(&self) -> u64 {
        let tables = self.tracked.iter().map(HashTable::allocation_size).sum::<usize>() + self.index.allocation_size();
        (tables + 4 * self.codes.capacity() + 8 * self.counts.capacity()) as u64
    }

    /// The first code of each tuple.
    pub fn first_codes(&self) -> impl Iterator<Item = u32> {
        self.codes.iter().step_by(self.attributes).copied()
    }

    /// What was counted, in the order in which tuples turned up.
    pub fn counted(self) -> Counts {
        let tracked = self.tracked.into_iter().map(|entries| {
            let mut entries: Vec<(u32, u32, u64)> = entries.into_iter().collect();
            entries.sort_unstable();
            entries
        });
        Counts { codes: self.codes, rows: self.counts, tracked: tracked.collect() }
    }

    /// Counts `rows` rows: their tuple, that tuple's hash, and their values of the tracked attributes.
    pub fn add(&mut self, tuple: &[u32], hash: u64, tracked: &[u32], rows: u64) {
        let Tuples { attributes, index, codes, counts, .. } = self;
        let at = |i: u32| i as usize * *attributes..(i as usize + 1) * *attributes;
        let known = index.find(hash, |&i| same(&codes[at(i)], tuple)).copied();
        let id = known.unwrap_or_else(|| {
            let id = counts.len() as u32;
            codes.extend_from_slice(tuple);
            counts.push(0);
            index.insert_unique(hash, id, |&i| hash_of(&codes[at(i)]));
            id
        });
        counts[id as usize] += rows;
        for (pairs, &value) in self.tracked.iter_mut().zip(tracked) {
            let hash_of_pair = |&(id, value, _): &(u32, u32, u64)| hash_of(&[id, value]);
            let hash = hash_of(&[id, value]);
            let entry = pairs.entry(hash, |&(i, v, _)| (i, v) == (id, value), hash_of_pair);
            entry.or_insert((id, value, 0)).into_mut().2 += rows;
        }
    }
}

/// Tuples are a few codes long: a loop beats a call of the library's comparison.
fn same(a: &[u32], b: &[u32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// A hash of a tuple, two codes per multiplication; both halves of each product count (as in wyhash).
pub fn hash_of(tuple: &[u32]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0x243f_6a88_85a3_08d3;
    for pair in tuple.chunks(2) {
        let pair = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
        let product = u128::from(hash ^ pair) * u128::from(ODD);
        hash = product as u64 ^ (product >> 64) as u64;
    }
    hash
}
