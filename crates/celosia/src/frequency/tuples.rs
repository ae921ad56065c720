//! A part of the hash table of distinct tuples, with the rows of each and its histograms.

use hashbrown::HashTable;

/// Distinct tuples of codes, stored end to end, and what was counted of each.
pub struct Tuples {
    attributes: usize,
    index: HashTable<u32>,
    /// The codes of each tuple.
    pub codes: Vec<u32>,
    /// The rows of each tuple.
    pub counts: Vec<u64>,
    /// Per tracked attribute: tuple, value and their rows.
    pub tracked: Vec<HashTable<(u32, u32, u64)>>,
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

    /// Counts so many rows: their tuple, that tuple's hash, and their values of the tracked attributes.
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
