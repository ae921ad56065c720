//! Who the rows are about, where a study names a person column: persons are counted then, and not rows.
//!
//! The table is counted by (tuple, person) and folded here: tuples as ever, and for each the persons with rows in it. What
//! classes need is made of that once. Most persons need no list: all rows of a person that have one tuple make one person of
//! every class that holds the tuple, so such persons are a number. The same happens to the others as classes grow (`classes/`).
//!
//! **What a row weighs.** In models of shares a row weighs one over the rows of its person in the whole table, so that each
//! person weighs the same, and a class that is merged from others has the mean of their shares, weighted by what their rows
//! weigh: the models' proofs hold word for word. Weights are whole numbers: a row of a person with r rows weighs [`weight`],
//! [`scale`] / r.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Per tuple, the other persons, under numbers of their own, with their rows in it.
    pub spread: Histograms,
    /// Rows of each of these in the whole table.
    pub spread_rows: Vec<u64>,
    /// What the rows of each tuple weigh.
    pub masses: Vec<u64>,
    /// The sensitive attributes with what rows weigh in the place of rows.
    pub sensitive: Vec<Tracked>,
    /// Who holds which values, per sensitive attribute.
    pub holders: Vec<Holders>,
    /// The trails of persons who stay in the release; nothing where their column is dropped.
    pub trails: Option<Trails>,
}

/// Who holds which values of a sensitive attribute. A code below `values` says that somebody has this value and no other in the
/// whole table; codes from there on are pairs of a person, who has several, and a value. Missing is no value.
#[derive(Debug, Clone, PartialEq)]
pub struct Holders {
    /// How many values the attribute has.
    pub values: u32,
    /// Persons and values.
    pub pairs: Vec<(u32, u32)>,
    /// Codes per tuple.
    pub of: Histograms,
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

    /// The most that so many rows weigh together.
    pub fn most(&self, rows: u64) -> u64 {
        let fewest = self.rows.iter().copied().min().unwrap_or(1);
        rows.saturating_mul(weight(self.scale, fewest)).min(self.masses.iter().sum())
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
        let mut spread = Histograms { starts: vec![0], ..Histograms::default() };
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        let mut masses = vec![0; tuples];
        for tuple in 0..tuples {
            for entry in of.starts[tuple]..of.starts[tuple + 1] {
                let (person, here) = (of.values[entry], of.counts[entry]);
                masses[tuple] += weigh(entry, here);
                if here == rows[person as usize] {
                    alone[tuple] += 1;
                    continue;
                }
                let next = numbers.len() as u32;
                spread.values.push(*numbers.entry(person).or_insert(next));
                spread.counts.push(here);
            }
            spread.starts.push(spread.values.len());
        }
        let mut spread_rows = vec![0; numbers.len()];
        numbers.iter().for_each(|(person, number)| spread_rows[*number as usize] = rows[*person as usize]);
        // Histograms list codes in their order.
        (0..tuples).for_each(|tuple| sort(&mut spread, tuple));
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
        Persons { rows, of, values, scale, alone, spread, spread_rows, masses, sensitive, holders, trails: None }
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
        let values = tracked.totals.len() as u32;
        let mut pairs = Vec::new();
        let mut numbers: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut found = Histograms { starts: vec![0], ..Histograms::default() };
        for tuple in 0..of.starts.len() - 1 {
            let mut codes: BTreeMap<u32, u64> = BTreeMap::new();
            for entry in of.starts[tuple]..of.starts[tuple + 1] {
                let person = of.values[entry];
                for value in real(entry) {
                    let code = match value_of[person as usize] {
                        SEVERAL => *numbers.entry((person, value)).or_insert_with(|| {
                            pairs.push((person, value));
                            values + pairs.len() as u32 - 1
                        }),
                        _ => value,
                    };
                    *codes.entry(code).or_insert(0) += 1;
                }
            }
            found.values.extend(codes.keys());
            found.counts.extend(codes.values());
            found.starts.push(found.values.len());
        }
        Holders { values, pairs, of: found }
    }
}

/// Histograms of entries added up by tuple, each count as it is asked for.
fn fold(entries: &Histograms, starts: &[usize], of: impl Fn(usize, u64) -> u64) -> Histograms {
    let mut folded = Histograms { starts: vec![0], ..Histograms::default() };
    for tuple in starts.windows(2) {
        let mut all: BTreeMap<u32, u64> = BTreeMap::new();
        for entry in tuple[0]..tuple[1] {
            let histogram = entries.of(entry);
            for (value, rows) in histogram.values.iter().zip(histogram.counts) {
                *all.entry(*value).or_insert(0) += of(entry, *rows);
            }
        }
        folded.values.extend(all.keys());
        folded.counts.extend(all.values());
        folded.starts.push(folded.values.len());
    }
    folded
}

/// Puts the codes of one histogram into their order.
fn sort(histograms: &mut Histograms, at: usize) {
    let range = histograms.starts[at]..histograms.starts[at + 1];
    let mut both: Vec<(u32, u64)> = range.clone().map(|at| (histograms.values[at], histograms.counts[at])).collect();
    both.sort_unstable();
    for (at, (value, count)) in range.zip(both) {
        (histograms.values[at], histograms.counts[at]) = (value, count);
    }
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
        assert_eq!((persons.scale, &persons.alone, &persons.spread_rows), (2, &vec![1, 1], &vec![2]));
        assert_eq!((&persons.spread.values, &persons.spread.starts), (&vec![0, 0], &vec![0, 1, 2]));
        assert_eq!(persons.masses, [3, 3]);
        assert_eq!(persons.sensitive[0].totals, [1, 2, 3]);
        // The third person has nothing but value 2; the others have two values each.
        let Holders { values, pairs, of } = &persons.holders[0];
        assert_eq!((*values, pairs.as_slice()), (3, [(0, 0), (0, 1), (1, 1), (1, 2)].as_slice()));
        assert_eq!((of.of(0).values, of.of(1).values), ([3, 4, 5].as_slice(), [2, 6].as_slice()));
    }
}
