//! Persons of a class, where persons are counted and not rows.
//!
//! A class needs k different persons. Distinct l counts values of different persons. In models of shares a row weighs one over the
//! rows of its person in the table (`frequency/persons.rs`), which changes no model: rows become what they weigh.

use std::collections::{BTreeMap, BTreeSet};

use crate::frequency::Histogram;

/// The persons of a class.
#[derive(Debug, Clone, Copy)]
pub struct Crowd<'a> {
    /// How many different ones there are.
    pub count: u64,
    /// Who holds which values of each sensitive attribute, where a model asks for it.
    pub held: &'a [Held<'a>],
}

/// Who holds which values of a sensitive attribute in a class. Missing is no value.
#[derive(Debug, Clone, Copy)]
pub struct Held<'a> {
    /// Codes below `values` are values that somebody has who has no other; from there on they are places in `pairs`.
    pub codes: Histogram<'a>,
    /// How many values the attribute has.
    pub values: u32,
    /// Persons and their values.
    pub pairs: &'a [(u32, u32)],
}

impl Crowd<'_> {
    /// The least over the sensitive attributes of how many values different persons have.
    pub(super) fn most_values(&self) -> u64 {
        self.held.iter().map(Held::most_values).min().unwrap_or(0)
    }
}

impl Held<'_> {
    /// How many values can be had from a person each: 1 where nobody has any.
    ///
    /// A value that somebody has who has no other is had from that person, whom no other value misses. The rest is a largest
    /// matching, found value by value: a value that finds no free person asks whoever holds it to give up another, which looks
    /// for somebody else in turn (augmenting paths; Kuhn 1955).
    fn most_values(&self) -> u64 {
        let codes = self.codes.values;
        let (alone, pairs) = codes.split_at(codes.partition_point(|code| *code < self.values));
        let mut holders: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for code in pairs {
            let (person, value) = self.pairs[(code - self.values) as usize];
            if alone.binary_search(&value).is_err() {
                holders.entry(value).or_default().push(person);
            }
        }
        let mut matched: BTreeMap<u32, u32> = BTreeMap::new();
        let finds_one = |value: &&u32| finds(**value, &holders, &mut matched, &mut BTreeSet::new());
        let found = alone.len() + holders.keys().filter(finds_one).count();
        found.max(1) as u64
    }
}

/// Does a value find a person, where others may have to change theirs? No deeper than there are values.
fn finds(
    value: u32,
    holders: &BTreeMap<u32, Vec<u32>>,
    matched: &mut BTreeMap<u32, u32>,
    asked: &mut BTreeSet<u32>,
) -> bool {
    let Some(persons) = holders.get(&value) else { return false };
    if let Some(free) = persons.iter().find(|person| !matched.contains_key(person)) {
        matched.insert(*free, value);
        return true;
    }
    for person in persons {
        if !asked.insert(*person) {
            continue;
        }
        let other = matched[person];
        if finds(other, holders, matched, asked) {
            matched.insert(*person, value);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The most values of different persons, by trying every way to give each person one value or none.
    fn slow(of_person: &[Vec<u32>]) -> usize {
        fn most(of_person: &[Vec<u32>], taken: &mut Vec<u32>) -> usize {
            let Some((first, others)) = of_person.split_first() else { return taken.len() };
            let mut best = most(others, taken);
            for value in first {
                if !taken.contains(value) {
                    taken.push(*value);
                    best = best.max(most(others, taken));
                    taken.pop();
                }
            }
            best
        }
        most(of_person, &mut Vec::new())
    }

    proptest! {
        #[test]
        fn a_matching_is_the_largest(of_person in prop::collection::vec(prop::collection::btree_set(0u32..6, 0..4), 1..8)) {
            let of_person: Vec<Vec<u32>> = of_person.into_iter().map(|values| values.into_iter().collect()).collect();
            let most = slow(&of_person).max(1) as u64;
            // All as pairs, and those of one value as values.
            for alone in [false, true] {
                let mut codes = Vec::new();
                let mut pairs = Vec::new();
                for (person, values) in (0..).zip(&of_person) {
                    match &values[..] {
                        [one] if alone => codes.push(*one),
                        values => values.iter().for_each(|value| {
                            pairs.push((person, *value));
                            codes.push(6 + pairs.len() as u32 - 1);
                        }),
                    }
                }
                codes.sort_unstable();
                codes.dedup();
                let counts = vec![1; codes.len()];
                let codes = Histogram { values: &codes, counts: &counts };
                let held = [Held { codes, values: 6, pairs: &pairs }];
                prop_assert_eq!(Crowd { count: 1, held: &held }.most_values(), most);
            }
        }
    }
}
