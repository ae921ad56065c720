//! Who the rows are about, where a study names a person column: persons are counted then, and not rows.
//!
//! The table is counted by (tuple, person) and folded here: tuples as ever, and for each the persons with rows in it. What
//! classes need is made of that once. Most persons need no list: all rows of a person that have one tuple make one person of
//! every class that holds the tuple, so such persons are a number. Of the others it matters which tuples they have, and nothing else:
//! persons with the same ones are one list and a number. Lists get shorter as classes grow (`classes/crowds.rs`).
//!
//! **What a row weighs.** In models of shares a row weighs one over the rows of its person in the whole table, so that each
//! person weighs the same, and a class that is merged from others has the mean of their shares, weighted by what their rows
//! weigh: the models' proofs hold word for word. Weights are whole numbers: a row of a person with r rows weighs [`weight`],
//! [`scale`] / r.

use std::collections::BTreeSet;
use std::sync::Arc;

use hashbrown::HashTable;

use super::tuples::hash_of;
use super::{Frequency, Histograms, Tracked, Trails};
use crate::error::{Error, Result};

/// Who the rows of a table are about. Persons are codes; what they are called nobody asks below this line.
#[derive(Debug, Clone, PartialEq)]
pub struct Persons {
    /// Rows of each person in the whole table.
    pub rows: Vec<u64>,
    /// The persons of each tuple, with their rows in it.
    pub of: Histograms,
    /// Per sensitive attribute, the values of each entry of `of`, one after the other, with their rows.
    pub values: Vec<Histograms>,
    /// What the rows of a person weigh together.
    pub scale: u64,
    /// Per tuple, how many persons have all their rows in it.
    pub alone: Vec<u64>,
    /// The tuples that the other persons have.
    pub spread: Spread,
    /// Per tuple, the sets of `spread` that it is in.
    pub spread_of: Lists,
    /// What the rows of each tuple weigh.
    pub masses: Vec<u64>,
    /// What all rows weigh together.
    pub mass: u64,
    /// What a row weighs of who has fewest.
    pub of_row: u64,
    /// The sensitive attributes with what rows weigh in the place of rows.
    pub sensitive: Vec<Tracked>,
    /// Who holds which values, per sensitive attribute.
    pub holders: Vec<Holders>,
    /// The trails of persons who stay in the release; nothing where their column is dropped.
    pub trails: Option<Trails>,
}

/// Lists of numbers, end to end.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lists {
    /// Where each list starts; one more entry than there are lists.
    pub starts: Vec<usize>,
    /// The numbers of each list, rising.
    pub members: Vec<u32>,
}

/// Sets of tuples, or of classes, over which persons are spread who have several: each set with how many persons have it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spread {
    /// The tuples or classes of each set.
    pub sets: Lists,
    /// How many persons have each.
    pub persons: Vec<u32>,
}

/// Who holds which values of a sensitive attribute. A code below `values` says that somebody has this value and no other in the
/// whole table; codes from there on are pairs of a person, who has several, and a value. Missing is no value.
#[derive(Debug, Clone, PartialEq)]
pub struct Holders {
    /// How many values the attribute has.
    pub values: u32,
    /// Persons and values.
    pub pairs: Vec<(u32, u32)>,
    /// Codes per tuple; each counts 1.
    pub of: Histograms,
}

impl Lists {
    /// So many lists of nothing.
    pub fn none(lists: usize) -> Lists {
        Lists { starts: vec![0; lists + 1], members: Vec::new() }
    }

    /// No list, and room for `lists` with `members` numbers together.
    pub fn make_room(&mut self, lists: usize, members: usize) {
        self.starts.clear();
        self.starts.reserve(lists + 1);
        self.starts.push(0);
        self.members.clear();
        self.members.reserve(members);
    }

    /// One list.
    pub fn of(&self, list: usize) -> &[u32] {
        &self.members[self.starts[list]..self.starts[list + 1]]
    }

    /// What was written to the end of `members` is a list.
    pub fn end(&mut self) {
        self.starts.push(self.members.len());
    }

    /// In which lists each number is, for numbers below `numbers`.
    fn turned(&self, numbers: usize) -> Lists {
        let mut starts = vec![0; numbers + 1];
        self.members.iter().for_each(|member| starts[*member as usize + 1] += 1);
        (0..numbers).for_each(|number| starts[number + 1] += starts[number]);
        let (mut next, mut members) = (starts.clone(), vec![0; self.members.len()]);
        for (list, ends) in self.starts.windows(2).enumerate() {
            for member in &self.members[ends[0]..ends[1]] {
                members[next[*member as usize]] = list as u32;
                next[*member as usize] += 1;
            }
        }
        Lists { starts, members }
    }
}

impl Spread {
    /// No set.
    pub fn none() -> Spread {
        Spread { sets: Lists::none(0), persons: Vec::new() }
    }

    /// The set that was written to the end is one of so many persons.
    pub fn end(&mut self, persons: u32) {
        self.sets.end();
        self.persons.push(persons);
    }

    /// The sets of these lists, equal ones once, in the order in which they come.
    fn of_each(lists: &Lists) -> Spread {
        let mut spread = Spread::none();
        let mut known: HashTable<u32> = HashTable::new();
        for ends in lists.starts.windows(2).filter(|ends| ends[0] < ends[1]) {
            let list = &lists.members[ends[0]..ends[1]];
            let same = |set: &u32| spread.sets.of(*set as usize) == list;
            match known.find(hash_of(list), same) {
                Some(set) => spread.persons[*set as usize] += 1,
                None => {
                    let set = spread.persons.len() as u32;
                    spread.sets.members.extend_from_slice(list);
                    spread.end(1);
                    known.insert_unique(hash_of(list), set, |set| hash_of(spread.sets.of(*set as usize)));
                }
            }
        }
        spread
    }
}

/// Whole numbers up to here are exact in every sum.
const EXACT: u64 = 1 << 53;

/// What the rows of each person weigh together, given how many rows each has: the least common multiple of these numbers, so
/// that every row weighs a whole number, where all persons together weigh no more than 2^53; else the most that they may, and
/// rows weigh the nearest whole number, which is off by less than one part in 2^53 / (persons × rows of the person).
pub fn scale(rows: &[u64]) -> u64 {
    let most = (EXACT / (rows.len() as u64).max(1)).max(1);
    let multiple = |all: u64, one: u64| (all / greatest_common_divisor(all, one)).checked_mul(one);
    let mut different = rows.to_vec();
    different.sort_unstable();
    different.dedup();
    let all = different.into_iter().try_fold(1, |all, one| multiple(all, one).filter(|all| *all <= most));
    all.unwrap_or(most)
}

/// What one row of a person with this many rows weighs.
pub fn weight(scale: u64, rows: u64) -> u64 {
    ((scale + rows / 2) / rows.max(1)).max(1)
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Persons {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many persons a tuple has.
    pub fn count(&self, tuple: usize) -> u64 {
        (self.of.starts[tuple + 1] - self.of.starts[tuple]) as u64
    }

    /// How many persons some tuples have together.
    pub fn count_of(&self, tuples: &[u32]) -> u64 {
        if self.trails.is_some() {
            // Cells are not spread over: who has several is met in each.
            let all = tuples.iter().flat_map(|tuple| self.of.of(*tuple as usize).values);
            return all.collect::<BTreeSet<&u32>>().len() as u64;
        }
        let mut sets: Vec<u32> = tuples.iter().flat_map(|tuple| self.spread_of.of(*tuple as usize)).copied().collect();
        sets.sort_unstable();
        sets.dedup();
        let alone: u64 = tuples.iter().map(|tuple| self.alone[*tuple as usize]).sum();
        alone + sets.iter().map(|set| u64::from(self.spread.persons[*set as usize])).sum::<u64>()
    }

    /// The most that so many rows weigh together.
    pub fn most(&self, rows: u64) -> u64 {
        rows.saturating_mul(self.of_row).min(self.mass)
    }

    /// Makes tuples of a table that was counted by tuple and person, the person being the last attribute.
    pub fn folded(by_person: Frequency) -> Result<Frequency> {
        Fold::new(by_person).map(Fold::done)
    }

    /// Makes all that classes need. `by_entry` are the sensitive attributes with a histogram for each entry of `of`.
    pub fn new(rows: Vec<u64>, of: Histograms, by_entry: Vec<Tracked>) -> Persons {
        let tuples = of.starts.len() - 1;
        let scale = scale(&rows);
        let weights: Vec<u64> = rows.iter().map(|rows| weight(scale, *rows)).collect();
        let weigh = |entry: usize, rows: u64| rows * weights[of.values[entry] as usize];
        let mut alone = vec![0; tuples];
        let mut masses = vec![0; tuples];
        // The tuples of each person who has several.
        let mut lists = Lists { starts: vec![0; rows.len() + 1], ..Lists::default() };
        let is_spread = |entry: usize| of.counts[entry] < rows[of.values[entry] as usize];
        for entry in (0..of.values.len()).filter(|entry| is_spread(*entry)) {
            lists.starts[of.values[entry] as usize + 1] += 1;
        }
        (0..rows.len()).for_each(|person| lists.starts[person + 1] += lists.starts[person]);
        lists.members.resize(lists.starts[rows.len()], 0);
        let mut next = lists.starts.clone();
        for tuple in 0..tuples {
            for entry in of.starts[tuple]..of.starts[tuple + 1] {
                let person = of.values[entry] as usize;
                masses[tuple] += weigh(entry, of.counts[entry]);
                if !is_spread(entry) {
                    alone[tuple] += 1;
                    continue;
                }
                lists.members[next[person]] = tuple as u32;
                next[person] += 1;
            }
        }
        let spread = Spread::of_each(&lists);
        let spread_of = spread.sets.turned(tuples);
        let sensitive = by_entry.iter().map(|tracked| {
            let histograms = fold(&tracked.histograms, &of.starts, weigh);
            let mut totals = vec![0; tracked.totals.len()];
            let all = histograms.values.iter().zip(&histograms.counts);
            all.for_each(|(value, n)| totals[*value as usize] += n);
            Tracked { totals, missing: tracked.missing, histograms }
        });
        let sensitive = sensitive.collect();
        let holders = by_entry.iter().map(|tracked| Holders::new(&of, tracked, rows.len())).collect();
        let values = by_entry.into_iter().map(|tracked| tracked.histograms).collect();
        let (mass, of_row) = (masses.iter().sum(), weights.iter().copied().max().unwrap_or(1));
        Persons {
            rows,
            of,
            values,
            scale,
            alone,
            spread,
            spread_of,
            masses,
            mass,
            of_row,
            sensitive,
            holders,
            trails: None,
        }
    }
}

/// A table that was counted by tuple and person, to be made one of tuples.
pub(super) struct Fold {
    by_person: Frequency,
    of_entry: Vec<u32>,
    rows_of: Vec<u64>,
    /// Where the entries of each tuple start.
    pub(super) starts: Vec<usize>,
}

impl Fold {
    /// By what entries show.
    pub(super) fn new(mut by_person: Frequency) -> Result<Fold> {
        let (Some(of_entry), Some(persons)) = (by_person.columns.pop(), by_person.attributes.pop()) else {
            return Err(Error::study("study", "no column is a person", "give one the role person"));
        };
        let columns = &by_person.columns;
        let starts_tuple = |at: &usize| *at == 0 || columns.iter().any(|column| column[*at] != column[at - 1]);
        let starts = (0..of_entry.len()).filter(starts_tuple).collect();
        Ok(Fold { by_person, of_entry, rows_of: persons.counts, starts })
    }

    /// The table of tuples.
    pub(super) fn done(self) -> Frequency {
        let Fold { by_person, of_entry, rows_of, mut starts } = self;
        let Frequency { rows, attributes, columns, counts, sensitive, label, packed, .. } = by_person;
        let columns = columns.iter().map(|column| starts.iter().map(|at| column[*at]).collect()).collect();
        starts.push(of_entry.len());
        let fold = |tracked: &Tracked| Tracked {
            histograms: fold(&tracked.histograms, &starts, |_, rows| rows),
            totals: tracked.totals.clone(),
            missing: tracked.missing,
        };
        let folded = Frequency {
            rows,
            attributes,
            columns,
            counts: starts.windows(2).map(|tuple| counts[tuple[0]..tuple[1]].iter().sum()).collect(),
            sensitive: sensitive.iter().map(fold).collect(),
            label: label.as_ref().map(fold),
            packed,
            persons: None,
        };
        let of = Histograms { starts, values: of_entry, counts };
        let persons = Persons::new(rows_of, of, sensitive);
        Frequency { persons: Some(Arc::new(persons)), ..folded }
    }
}

impl Holders {
    fn new(of: &Histograms, tracked: &Tracked, persons: usize) -> Holders {
        let real = |entry: usize| {
            let values = tracked.histograms.of(entry).values.iter().copied();
            values.filter(|value| Some(*value) != tracked.missing)
        };
        // The value of each person, as long as there is one alone.
        const NONE: u32 = u32::MAX;
        const SEVERAL: u32 = u32::MAX - 1;
        let mut value_of = vec![NONE; persons];
        for (entry, person) in of.values.iter().enumerate() {
            for value in real(entry) {
                let known = &mut value_of[*person as usize];
                *known = if *known == NONE || *known == value { value } else { SEVERAL };
            }
        }
        let mut pairs = Vec::new();
        for (entry, person) in of.values.iter().enumerate().filter(|(_, person)| value_of[**person as usize] == SEVERAL)
        {
            pairs.extend(real(entry).map(|value| (*person, value)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        // The pairs of a person stand together.
        let mut first = vec![0; persons + 1];
        pairs.iter().for_each(|(person, _)| first[*person as usize + 1] += 1);
        (0..persons).for_each(|person| first[person + 1] += first[person]);
        let values = tracked.totals.len() as u32;
        let mut holders = Holders { values, pairs, of: Histograms::default() };
        let mut found = Histograms { starts: vec![0], ..Histograms::default() };
        let mut codes = Vec::new();
        for tuple in of.starts.windows(2) {
            codes.clear();
            for entry in tuple[0]..tuple[1] {
                let person = of.values[entry] as usize;
                let own = &holders.pairs[first[person]..first[person + 1]];
                let place = |value: u32| first[person] + own.partition_point(|pair| pair.1 < value);
                codes
                    .extend(real(entry).map(|value| if own.is_empty() { value } else { values + place(value) as u32 }));
            }
            holders.settle(&mut codes);
            found.values.extend_from_slice(&codes);
            found.starts.push(found.values.len());
        }
        found.counts = vec![1; found.values.len()];
        holders.of = found;
        holders
    }

    /// Puts the codes of a class into their order, each once. Of a value that somebody has who has no other no pair is left, and of
    /// one that as many persons have as there are values neither: all other values together take fewer persons than that, so one is
    /// left for it, and the largest matching has it whatever becomes of the rest. What is so of a class is so of every class that it
    /// becomes part of, so codes do not depend on the way.
    pub fn settle(&self, codes: &mut Vec<u32>) {
        codes.sort_unstable();
        codes.dedup();
        let alone = codes.partition_point(|code| *code < self.values);
        if alone == codes.len() {
            return;
        }
        let value = |code: u32| self.pairs[(code - self.values) as usize].1;
        let (known, pairs) = codes.split_at(alone);
        let mut left: Vec<(u32, u32)> = pairs
            .iter()
            .map(|code| (value(*code), *code))
            .filter(|(value, _)| known.binary_search(value).is_err())
            .collect();
        left.sort_unstable();
        codes.truncate(alone);
        for of_value in left.chunk_by(|a, b| a.0 == b.0) {
            match of_value.len() >= self.values as usize {
                true => codes.push(of_value[0].0),
                false => codes.extend(of_value.iter().map(|(_, code)| *code)),
            }
        }
        codes.sort_unstable();
    }
}

/// Histograms of entries added up by tuple, each count as it is asked for.
fn fold(entries: &Histograms, starts: &[usize], of: impl Fn(usize, u64) -> u64) -> Histograms {
    let mut folded = Histograms { starts: vec![0], ..Histograms::default() };
    let mut all: Vec<(u32, u64)> = Vec::new();
    for tuple in starts.windows(2) {
        all.clear();
        for entry in tuple[0]..tuple[1] {
            let histogram = entries.of(entry);
            all.extend(histogram.values.iter().zip(histogram.counts).map(|(value, rows)| (*value, of(entry, *rows))));
        }
        all.sort_unstable();
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            folded.values.push(same[0].0);
            folded.counts.push(same.iter().map(|(_, n)| n).sum());
        }
        folded.starts.push(folded.values.len());
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_weighs_the_same_however_many_rows_it_has() {
        assert_eq!(scale(&[1, 2, 3, 3]), 6);
        assert_eq!([1, 2, 3].map(|rows| rows * weight(6, rows)), [6, 6, 6]);
        assert_eq!(scale(&[1, 1]), 1);
        // 1 to 60 have a multiple beyond 2^53.
        let rows: Vec<u64> = (1..=60).collect();
        let most = scale(&rows);
        assert_eq!(most, (1 << 53) / 60);
        for rows in rows {
            let all = rows * weight(most, rows);
            assert!(all.abs_diff(most) <= rows, "{rows}: {all}");
        }
    }

    #[test]
    fn tuples_hold_persons() {
        // Person 0 has two rows of tuple 0, person 1 one row in each of both, person 2 one in the second.
        let of = Histograms { starts: vec![0, 2, 4], values: vec![0, 1, 1, 2], counts: vec![2, 1, 1, 1] };
        let disease = Histograms { starts: vec![0, 2, 3, 4, 5], values: vec![0, 1, 1, 2, 2], counts: vec![1; 5] };
        let tracked = Tracked { totals: vec![1, 2, 2], missing: None, histograms: disease };
        let persons = Persons::new(vec![2, 2, 1], of, vec![tracked]);
        assert_eq!((persons.scale, &persons.alone, &persons.spread.persons), (2, &vec![1, 1], &vec![1]));
        assert_eq!((persons.spread.sets.of(0), persons.spread_of.of(1)), ([0, 1].as_slice(), [0].as_slice()));
        assert_eq!(persons.masses, [3, 3]);
        assert_eq!(persons.sensitive[0].totals, [1, 2, 3]);
        // The third person has nothing but value 2; the others have two values each.
        let Holders { values, pairs, of } = &persons.holders[0];
        assert_eq!((*values, pairs.as_slice()), (3, [(0, 0), (0, 1), (1, 1), (1, 2)].as_slice()));
        assert_eq!((of.of(0).values, of.of(1).values), ([3, 4, 5].as_slice(), [2].as_slice()));
    }
}
