//! Equivalence classes of a point of any space, rolled up from the classes of a finer point.
//!
//! A class is known by its first tuple in the frequency table. Classes stand in the order of their first tuples,
//! whatever finer point they were rolled up from, so sums over classes have one order and one result.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashSet, HashTable};

use crate::frequency::{Frequency, Histograms};
use crate::space::Grouping;

/// Key spaces up to this size are counted in an array, larger ones in a hash table.
const DENSE: u128 = 1 << 20;

/// The classes of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    /// First tuple of each class.
    pub first: Vec<u32>,
    /// Rows of each class.
    pub rows: Vec<u64>,
    /// Histogram per class of each sensitive attribute, where they are tracked.
    pub sensitive: Vec<Histograms>,
    /// Histogram per class of the class attribute, where it is tracked.
    pub label: Option<Histograms>,
    /// Lowest and highest value code per class and attribute, end to end, where they are tracked.
    pub extents: Option<Vec<(u32, u32)>>,
}

/// What classes carry beyond their rows: only what the objectives look at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Track {
    /// Histograms of the sensitive attributes.
    pub sensitive: bool,
    /// Histogram of the class attribute.
    pub label: bool,
    /// Lowest and highest values.
    pub extents: bool,
}

/// Memory that is used again from one roll-up to the next.
#[derive(Default)]
pub struct Scratch {
    /// Class + 1 of each key; all zero between roll-ups.
    dense: Vec<u32>,
    keys: Vec<u32>,
    class_of: Vec<u32>,
    counts: Vec<u64>,
    order: Vec<u32>,
    touched: Vec<u32>,
    /// Tuples already met; all false between unions.
    marks: Vec<bool>,
}

impl Scratch {
    /// All tuples of some lists, each once, in the order in which they come.
    pub fn union(&mut self, lists: &[&[u32]], distinct: usize) -> Vec<u32> {
        self.marks.resize(distinct, false);
        let mut union: Vec<u32> = Vec::with_capacity(lists.iter().map(|list| list.len()).sum());
        for tuple in lists.iter().flat_map(|list| list.iter()) {
            if !std::mem::replace(&mut self.marks[*tuple as usize], true) {
                union.push(*tuple);
            }
        }
        union.iter().for_each(|tuple| self.marks[*tuple as usize] = false);
        union
    }

    /// Which class each finer class went to in the last roll-up.
    pub fn class_of(&self) -> &[u32] {
        &self.class_of
    }
}

impl Classes {
    /// Every distinct tuple is a class: the data as they are.
    pub fn finest(frequency: &Frequency, track: Track) -> Classes {
        let label = frequency.label.as_ref().filter(|_| track.label);
        let extents = || {
            let of_tuple = |t| frequency.columns.iter().map(move |column| (column[t], column[t]));
            (0..frequency.distinct()).flat_map(of_tuple).collect()
        };
        Classes {
            first: (0..frequency.distinct() as u32).collect(),
            rows: frequency.counts.clone(),
            sensitive: match track.sensitive {
                true => frequency.sensitive.iter().map(|s| s.histograms.clone()).collect(),
                false => Vec::new(),
            },
            label: label.map(|l| l.histograms.clone()),
            extents: track.extents.then(extents),
        }
    }

    /// The same for some of the tuples only, in their order: what is known of a point from a part of the rows.
    pub fn part(frequency: &Frequency, track: Track, tuples: &[u32]) -> Classes {
        let pick = |histograms: &Histograms| {
            let mut picked = Histograms { starts: vec![0], ..Histograms::default() };
            for tuple in tuples {
                let histogram = histograms.of(*tuple as usize);
                picked.values.extend(histogram.values);
                picked.counts.extend(histogram.counts);
                picked.starts.push(picked.values.len());
            }
            picked
        };
        let of_tuple = |t: &u32| {
            let tuple = *t as usize;
            frequency.columns.iter().map(move |column| (column[tuple], column[tuple]))
        };
        Classes {
            first: tuples.to_vec(),
            rows: tuples.iter().map(|t| frequency.counts[*t as usize]).collect(),
            sensitive: match track.sensitive {
                true => frequency.sensitive.iter().map(|s| pick(&s.histograms)).collect(),
                false => Vec::new(),
            },
            label: frequency.label.as_ref().filter(|_| track.label).map(|l| pick(&l.histograms)),
            extents: track.extents.then(|| tuples.iter().flat_map(of_tuple).collect()),
        }
    }

    /// Bytes that these classes take.
    pub fn bytes(&self) -> u64 {
        let histograms = |h: &Histograms| h.starts.len() * 8 + h.values.len() * 4 + h.counts.len() * 8;
        let all = self.sensitive.iter().chain(&self.label).map(histograms).sum::<usize>();
        (self.len() * 12 + all + self.extents.as_ref().map_or(0, |e| e.len() * 8)) as u64
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// No class at all?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The classes of a coarser point. Each of its groups must be a union of groups of this point.
    pub fn roll_up(&self, frequency: &Frequency, groupings: &[&Grouping], scratch: &mut Scratch) -> Classes {
        let keys: u128 = groupings.iter().map(|g| g.groups as u128).fold(1, u128::saturating_mul);
        let first = if keys <= DENSE {
            self.merge_dense(frequency, groupings, keys as usize, scratch)
        } else {
            self.merge_hashed(frequency, groupings, scratch)
        };
        let classes = first.len();
        let mut rows = vec![0; classes];
        for (class, n) in scratch.class_of.iter().zip(&self.rows) {
            rows[*class as usize] += n;
        }
        Classes {
            sensitive: self.sensitive.iter().map(|h| merge_histograms(h, classes, scratch)).collect(),
            label: self.label.as_ref().map(|h| merge_histograms(h, classes, scratch)),
            extents: self.extents.as_ref().map(|e| merge_extents(e, &scratch.class_of, classes)),
            first,
            rows,
        }
    }

    /// Numbers the new classes in an array over all keys; returns their first tuples.
    fn merge_dense(
        &self,
        frequency: &Frequency,
        groupings: &[&Grouping],
        keys: usize,
        scratch: &mut Scratch,
    ) -> Vec<u32> {
        if scratch.dense.len() < keys {
            scratch.dense.resize(keys, 0);
        }
        // One pass per attribute over all classes: each pass reads one column and one small map.
        scratch.keys.clear();
        scratch.keys.resize(self.len(), 0);
        for (column, grouping) in frequency.columns.iter().zip(groupings) {
            if grouping.groups > 1 {
                let groups = grouping.groups as u32;
                for (key, first) in scratch.keys.iter_mut().zip(&self.first) {
                    *key = *key * groups + grouping.group_of[column[*first as usize] as usize];
                }
            }
        }
        scratch.class_of.clear();
        let mut first = Vec::new();
        for (key, tuple) in scratch.keys.iter().zip(&self.first) {
            let slot = &mut scratch.dense[*key as usize];
            if *slot == 0 {
                first.push(*tuple);
                *slot = first.len() as u32;
            }
            scratch.class_of.push(*slot - 1);
        }
        for key in &scratch.keys {
            scratch.dense[*key as usize] = 0;
        }
        first
    }

    /// The same with a hash table, for key spaces that no array or integer can hold.
    fn merge_hashed(&self, frequency: &Frequency, groupings: &[&Grouping], scratch: &mut Scratch) -> Vec<u32> {
        let parts: Vec<(&[u32], &[u32])> =
            frequency.columns.iter().zip(groupings).map(|(c, g)| (c.as_slice(), g.group_of.as_slice())).collect();
        let group = |part: &(&[u32], &[u32]), tuple: u32| part.1[part.0[tuple as usize] as usize];
        let hasher = DefaultHashBuilder::default();
        let hash = |tuple: u32| parts.iter().fold(0u64, |h, part| hasher.hash_one((h, group(part, tuple))));
        let mut table: HashTable<u32> = HashTable::new();
        let mut first: Vec<u32> = Vec::new();
        scratch.class_of.clear();
        for &tuple in &self.first {
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
            scratch.class_of.push(class);
        }
        first
    }
}

/// All tuples that lie in one class, at these groupings, with one of the tuples given.
pub fn members(frequency: &Frequency, groupings: &[&Grouping], of: &[u32], scratch: &mut Scratch) -> Vec<u32> {
    let keys: u128 = groupings.iter().map(|g| g.groups as u128).fold(1, u128::saturating_mul);
    let parts = || frequency.columns.iter().zip(groupings).filter(|(_, g)| g.groups > 1);
    let tuples = frequency.distinct();
    if keys > DENSE {
        let key = |t: u32| parts().map(|(c, g)| g.group_of[c[t as usize] as usize]).collect::<Vec<u32>>();
        let wanted: HashSet<Vec<u32>> = of.iter().map(|t| key(*t)).collect();
        return (0..tuples as u32).filter(|t| wanted.contains(&key(*t))).collect();
    }
    if scratch.dense.len() < keys as usize {
        scratch.dense.resize(keys as usize, 0);
    }
    scratch.keys.clear();
    scratch.keys.resize(tuples, 0);
    for (column, grouping) in parts() {
        let groups = grouping.groups as u32;
        for (key, value) in scratch.keys.iter_mut().zip(column) {
            *key = *key * groups + grouping.group_of[*value as usize];
        }
    }
    of.iter().for_each(|t| scratch.dense[scratch.keys[*t as usize] as usize] = 1);
    let members = (0..tuples as u32).filter(|t| scratch.dense[scratch.keys[*t as usize] as usize] == 1).collect();
    of.iter().for_each(|t| scratch.dense[scratch.keys[*t as usize] as usize] = 0);
    members
}

fn merge_extents(extents: &[(u32, u32)], class_of: &[u32], classes: usize) -> Vec<(u32, u32)> {
    let attributes = extents.len() / class_of.len().max(1);
    let mut merged = vec![(u32::MAX, 0); classes * attributes];
    for (finer, class) in extents.chunks_exact(attributes.max(1)).zip(class_of) {
        let into = &mut merged[*class as usize * attributes..];
        for (to, from) in into.iter_mut().zip(finer) {
            *to = (to.0.min(from.0), to.1.max(from.1));
        }
    }
    merged
}

/// Histograms of at most so many values are added up in an array of all classes and values.
const FEW: usize = 16;

/// Adds up the histograms of merged classes, where there are few values.
fn merge_few(finer: &Histograms, classes: usize, values: usize, class_of: &[u32], counts: &mut Vec<u64>) -> Histograms {
    counts.clear();
    counts.resize(classes * values, 0);
    for (finer_class, class) in class_of.iter().enumerate() {
        let into = &mut counts[*class as usize * values..][..values];
        for at in finer.starts[finer_class]..finer.starts[finer_class + 1] {
            into[finer.values[at] as usize] += finer.counts[at];
        }
    }
    let mut merged = Histograms { starts: Vec::with_capacity(classes + 1), ..Histograms::default() };
    merged.starts.push(0);
    for of_class in counts.chunks_exact(values.max(1)) {
        for (value, n) in of_class.iter().enumerate().filter(|(_, n)| **n > 0) {
            merged.values.push(value as u32);
            merged.counts.push(*n);
        }
        merged.starts.push(merged.values.len());
    }
    merged
}

/// Adds up the histograms of merged classes. `scratch.class_of` says which class each finer one went to.
fn merge_histograms(finer: &Histograms, classes: usize, scratch: &mut Scratch) -> Histograms {
    let Scratch { class_of, counts, order, touched, .. } = scratch;
    let values = finer.values.iter().max().map_or(0, |v| *v as usize + 1);
    if values <= FEW {
        return merge_few(finer, classes, values, class_of, counts);
    }
    // Finer classes, sorted by the class that they went to (counting sort, stable).
    let mut starts = vec![0usize; classes + 1];
    for class in class_of.iter() {
        starts[*class as usize + 1] += 1;
    }
    for i in 0..classes {
        starts[i + 1] += starts[i];
    }
    order.clear();
    order.resize(class_of.len(), 0);
    let mut next = starts.clone();
    for (finer, class) in class_of.iter().enumerate() {
        order[next[*class as usize]] = finer as u32;
        next[*class as usize] += 1;
    }
    counts.clear();
    counts.resize(values, 0);
    let mut merged = Histograms { starts: Vec::with_capacity(classes + 1), ..Histograms::default() };
    merged.starts.push(0);
    for class in 0..classes {
        touched.clear();
        for member in &order[starts[class]..starts[class + 1]] {
            let histogram = finer.of(*member as usize);
            for (value, n) in histogram.values.iter().zip(histogram.counts) {
                if counts[*value as usize] == 0 {
                    touched.push(*value);
                }
                counts[*value as usize] += n;
            }
        }
        touched.sort_unstable();
        for value in touched.iter() {
            merged.values.push(*value);
            merged.counts.push(std::mem::take(&mut counts[*value as usize]));
        }
        merged.starts.push(merged.values.len());
    }
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frequency::Attribute;

    fn frequency(tuples: &[[u32; 3]]) -> Frequency {
        let attribute = Attribute { weight: 1.0, counts: vec![1; 6], numbers: None };
        Frequency {
            rows: tuples.len() as u64,
            attributes: vec![attribute; 3],
            columns: (0..3).map(|a| tuples.iter().map(|t| t[a]).collect()).collect(),
            counts: vec![1; tuples.len()],
            sensitive: Vec::new(),
            label: None,
        }
    }

    proptest! {
        /// The array and the hash table number the classes alike, and one scratch serves roll-up after roll-up.
        #[test]
        fn array_and_hash_table_agree(
            tuples in prop::collection::btree_set(prop::array::uniform3(0u32..6), 1..80),
            maps in prop::array::uniform3(prop::collection::vec(0u32..4, 6)),
        ) {
            let frequency = frequency(&tuples.into_iter().collect::<Vec<_>>());
            let groupings = maps.map(|group_of| Grouping { group_of, groups: 4, height: 0.5 });
            let groupings: Vec<&Grouping> = groupings.iter().collect();
            let finest = Classes::finest(&frequency, Track::default());
            let mut scratch = Scratch::default();
            for _ in 0..2 {
                let dense = finest.merge_dense(&frequency, &groupings, 64, &mut scratch);
                let class_of = scratch.class_of.clone();
                let hashed = finest.merge_hashed(&frequency, &groupings, &mut scratch);
                prop_assert_eq!(&dense, &hashed);
                prop_assert_eq!(&class_of, &scratch.class_of);
            }
        }
    }
}
