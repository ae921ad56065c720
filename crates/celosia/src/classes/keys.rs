//! One number for the groups that a tuple falls into at a point: its key. Tuples of one class have one key.

use std::borrow::Cow;

use crate::frequency::{Field, Frequency, Words};
use crate::space::Grouping;

/// How many keys there may be.
pub(super) fn key_space(groupings: &[&Grouping]) -> u128 {
    groupings.iter().map(|g| g.groups as u128).fold(1, u128::saturating_mul)
}

/// The keys of some tuples, all less than the key space, which must fit into a word.
pub(super) fn write_keys(frequency: &Frequency, groupings: &[&Grouping], tuples: &[u32], keys: &mut Vec<u64>) {
    keys.clear();
    match frequency.words() {
        Some(words) => from_words(words, groupings, tuples, keys),
        None => from_columns(frequency, groupings, tuples, keys),
    }
}

/// One pass per attribute: each reads one column and one small map.
fn from_columns(frequency: &Frequency, groupings: &[&Grouping], tuples: &[u32], keys: &mut Vec<u64>) {
    keys.resize(tuples.len(), 0);
    for (column, grouping) in frequency.columns.iter().zip(groupings).filter(|(_, g)| g.groups > 1) {
        let groups = grouping.groups as u64;
        for (key, tuple) in keys.iter_mut().zip(tuples) {
            *key = *key * groups + u64::from(grouping.group_of[column[*tuple as usize] as usize]);
        }
    }
}

/// One look at each tuple, and one at a small map for each field.
fn from_words(Words { words, fields }: &Words, groupings: &[&Grouping], tuples: &[u32], keys: &mut Vec<u64>) {
    let mut stride = 1;
    let mut lookups: Vec<Lookup> = Vec::with_capacity(fields.len());
    for field in fields.iter().rev() {
        let groupings = &groupings[field.attributes.clone()];
        let groups: u64 = groupings.iter().map(|grouping| grouping.groups as u64).product();
        // What is one group adds nothing.
        lookups.extend((groups > 1).then(|| Lookup::new(field, groupings, stride)));
        stride *= groups;
    }
    let lookups: Vec<(u32, u64, &[u32], u64)> = lookups
        .iter()
        .map(|Lookup { shift, mask, groups, stride }| (*shift, *mask, groups.as_ref(), *stride))
        .collect();
    let key = |tuple: &u32| {
        let word = words[*tuple as usize];
        let mut key = 0;
        for (shift, mask, groups, stride) in &lookups {
            key += u64::from(groups[(word >> shift & mask) as usize]) * stride;
        }
        key
    };
    keys.extend(tuples.iter().map(key));
}

/// What the bits of a field say of a point.
struct Lookup<'g> {
    shift: u32,
    mask: u64,
    /// The group of each combination of codes.
    groups: Cow<'g, [u32]>,
    /// What one group adds to a key.
    stride: u64,
}

impl<'g> Lookup<'g> {
    fn new(field: &Field, groupings: &[&'g Grouping], stride: u64) -> Lookup<'g> {
        let bits: u32 = field.bits.iter().sum();
        let groups = match groupings {
            [alone] => Cow::Borrowed(alone.group_of.as_slice()),
            several => Cow::Owned(combined(several, &field.bits)),
        };
        Lookup { shift: field.shift, mask: (1 << bits) - 1, groups, stride }
    }
}

/// The groups of several attributes as one number, for each combination of codes. Codes that do not occur have one too,
/// which nobody asks for.
fn combined(groupings: &[&Grouping], bits: &[u32]) -> Vec<u32> {
    let mut groups = vec![0; 1 << bits.iter().sum::<u32>()];
    let mut shift = 0;
    for (grouping, bits) in groupings.iter().zip(bits) {
        for (at, group) in groups.iter_mut().enumerate() {
            let own = grouping.group_of.get(at >> shift & ((1 << bits) - 1)).copied().unwrap_or(0);
            *group = *group * grouping.groups as u32 + own;
        }
        shift += bits;
    }
    groups
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frequency::{Attribute, Packed};

    /// A table of these tuples, given the number of values of each attribute.
    fn table(tuples: &[Vec<u32>], values: &[usize]) -> Frequency {
        let attribute =
            |values: &usize| Attribute { weight: 1.0, counts: vec![1; *values], numbers: None, leaves: None };
        Frequency {
            rows: tuples.len() as u64,
            attributes: values.iter().map(attribute).collect(),
            columns: (0..values.len()).map(|a| tuples.iter().map(|tuple| tuple[a]).collect()).collect(),
            counts: vec![1; tuples.len()],
            sensitive: Vec::new(),
            label: None,
            packed: Packed::default(),
            persons: None,
        }
    }

    fn grouping(values: usize, group_of: impl Fn(u32) -> u32) -> Grouping {
        let group_of: Vec<u32> = (0..values as u32).map(group_of).collect();
        let groups = group_of.iter().max().map_or(1, |group| *group as usize + 1);
        Grouping { group_of, groups, heights: vec![0.5; groups], leaves: Vec::new() }
    }

    proptest! {
        #[test]
        fn words_and_columns_give_the_same_keys(
            sizes in prop::collection::vec((1usize..40, 1u32..6), 1..9),
            seeds in prop::collection::vec(prop::collection::vec(any::<u32>(), 9), 1..30),
        ) {
            let values: Vec<usize> = sizes.iter().map(|(values, _)| *values).collect();
            let tuple = |seed: &Vec<u32>| values.iter().zip(seed).map(|(n, seed)| seed % *n as u32).collect();
            let frequency = table(&seeds.iter().map(tuple).collect::<Vec<_>>(), &values);
            let groupings: Vec<Grouping> =
                sizes.iter().map(|(values, groups)| grouping(*values, |code| (code * 7 + 3) % groups)).collect();
            let groupings: Vec<&Grouping> = groupings.iter().collect();
            let asked: Vec<u32> = (0..seeds.len() as u32).rev().collect();
            let (mut of_words, mut of_columns) = (Vec::new(), Vec::new());
            from_words(frequency.words().expect("54 bits at most"), &groupings, &asked, &mut of_words);
            from_columns(&frequency, &groupings, &asked, &mut of_columns);
            prop_assert!(of_words.iter().all(|key| u128::from(*key) < key_space(&groupings)));
            prop_assert_eq!(of_words, of_columns);
        }
    }

    #[test]
    fn a_word_may_be_full() {
        let values = [1 << 16, 1 << 16, 1 << 16, 1 << 16, 1];
        let frequency = table(&[vec![65_535, 1, 2, 65_535, 0]], &values);
        let (many, one, only) = (grouping(1 << 16, |code| code), grouping(1 << 16, |_| 0), grouping(1, |_| 0));
        let mut keys = Vec::new();
        from_words(frequency.words().unwrap(), &[&one, &many, &many, &many, &only], &[0], &mut keys);
        assert_eq!(keys, [(1 << 32) + (2 << 16) + 65_535]);
    }

    #[test]
    fn what_does_not_fit_stays_in_columns() {
        let frequency = table(&[vec![1, 2, 3, 4]], &[1 << 20; 4]);
        assert!(frequency.words().is_none());
        let (halves, one) = (grouping(1 << 20, |code| code % 2), grouping(1 << 20, |_| 0));
        let mut keys = Vec::new();
        write_keys(&frequency, &[&halves, &one, &halves, &halves], &[0], &mut keys);
        assert_eq!(keys, [0b110]);
    }
}
