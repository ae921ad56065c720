//! Rows that a few columns single out: minimal sample uniques, as SUDA counts them (Elliot, Manning, Ford 2002). A row is
//! singled out by a set of columns when no other row has its values there, and minimally so when no smaller part of the set
//! does.

use std::collections::BTreeMap;
use std::hash::BuildHasherDefault;

use hashbrown::HashMap;

use super::sample::Sample;

/// Work of one look: rows times sets. A second or so, whatever the table.
const WORK: usize = 20_000_000;

/// Columns of a set at most.
const LARGEST: usize = 3;

/// What columns single out, alone and together.
#[derive(Debug, Clone, PartialEq)]
pub struct Uniques {
    /// Rows that were looked at.
    pub rows: usize,
    /// Columns that a set had at most.
    pub size: usize,
    /// Rows that some set singles out.
    pub singled: usize,
    /// Per column the rows that only sets with it single out: what it adds to the others.
    pub added: Vec<usize>,
}

/// Counts minimal sample uniques among columns of a sample, in sets of up to three. Of many columns fewer rows are looked at,
/// or smaller sets: the work is bounded, and the same in every run.
pub fn uniques(sample: &Sample, columns: &[usize]) -> Uniques {
    within(sample, columns, WORK)
}

fn within(sample: &Sample, columns: &[usize], work: usize) -> Uniques {
    let n = columns.len();
    let triples = n * n.saturating_sub(1) * n.saturating_sub(2) / 6;
    let pairs = n * n.saturating_sub(1) / 2;
    let size = if (n + pairs + triples) * 1_000.min(sample.rows) <= work { LARGEST } else { 2 };
    let sets = n + pairs + if size == LARGEST { triples } else { 0 };
    let rows = sample.rows.min(work / sets.max(1)).max(1.min(sample.rows));
    let codes: Vec<&[u32]> = columns.iter().map(|column| &sample.columns[*column][..rows]).collect();
    let mut walk = Walk { rows, minimal: vec![Rows::none(rows); n], any: Rows::none(rows), alone: BTreeMap::new() };
    for set in subsets(n, size) {
        walk.look(&set, &codes);
    }
    let added = (0..n).map(|column| walk.any.count() - walk.minimal[column].count()).collect();
    Uniques { rows, size, singled: walk.any.count(), added }
}

/// All sets of up to `size` of `n` columns, smaller ones first.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let next: Vec<Vec<usize>> = last
            .iter()
            .flat_map(|set| {
                let first = set.last().map_or(0, |last| last + 1);
                (first..n).map(move |column| [set.as_slice(), &[column]].concat())
            })
            .collect();
        sets.extend(next.iter().cloned());
        last = next;
    }
    sets
}

/// A set of rows.
#[derive(Debug, Clone)]
struct Rows(Vec<u64>);

impl Rows {
    fn none(rows: usize) -> Rows {
        Rows(vec![0; rows.div_ceil(64)])
    }

    fn add(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    fn has(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    fn join(&mut self, other: &Rows) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

struct Walk {
    rows: usize,
    /// Per column the rows that some set without it singles out.
    minimal: Vec<Rows>,
    /// Rows that any set singles out.
    any: Rows,
    /// What smaller sets single out, for those that are a part of larger ones.
    alone: BTreeMap<Vec<usize>, Rows>,
}

impl Walk {
    fn look(&mut self, set: &[usize], codes: &[&[u32]]) {
        let mut by_part = Rows::none(self.rows);
        for left_out in 0..set.len() {
            let part: Vec<usize> = set.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, c)| *c).collect();
            if let Some(rows) = self.alone.get(&part) {
                by_part.join(rows);
            }
        }
        let key = |row: usize| {
            let mut key = [0u32; LARGEST];
            set.iter().zip(&mut key).for_each(|(column, key)| *key = codes[*column][row]);
            key
        };
        let mut first: HashMap<[u32; LARGEST], usize, BuildHasherDefault<Mix>> = HashMap::default();
        let mut single = Rows::none(self.rows);
        for row in 0..self.rows {
            match first.entry(key(row)) {
                hashbrown::hash_map::Entry::Occupied(mut first) => {
                    first.insert(usize::MAX);
                }
                hashbrown::hash_map::Entry::Vacant(free) => {
                    free.insert(row);
                }
            }
        }
        let mut minimal = Rows::none(self.rows);
        for row in first.into_values().filter(|row| *row != usize::MAX) {
            single.add(row);
            if !by_part.has(row) {
                minimal.add(row);
            }
        }
        self.any.join(&minimal);
        for (column, rows) in self.minimal.iter_mut().enumerate() {
            if !set.contains(&column) {
                rows.join(&minimal);
            }
        }
        if set.len() < LARGEST {
            self.alone.insert(set.to_vec(), single);
        }
    }
}

/// A quick hash of three codes.
#[derive(Default)]
struct Mix(u64);

impl std::hash::Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(4) {
            let word = bytes.iter().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
            self.write_u32(word as u32);
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By the definition: a row is singled out by a set when no other row agrees with it there.
    fn slowly(sample: &Sample, columns: &[usize]) -> Uniques {
        let n = columns.len();
        let agree = |a: usize, b: usize, set: &[usize]| {
            set.iter().all(|c| sample.columns[columns[*c]][a] == sample.columns[columns[*c]][b])
        };
        let unique = |row: usize, set: &[usize]| (0..sample.rows).all(|other| other == row || !agree(row, other, set));
        let minimal = |row: usize, set: &[usize]| {
            let part = |left: usize| set.iter().copied().filter(|c| *c != left).collect::<Vec<_>>();
            unique(row, set) && (set.len() == 1 || set.iter().all(|c| !unique(row, &part(*c))))
        };
        let sets = subsets(n, LARGEST);
        let rows = |without: Option<usize>| {
            let sets = || sets.iter().filter(|set| without.is_none_or(|c| !set.contains(&c)));
            (0..sample.rows).filter(|row| sets().any(|set| minimal(*row, set))).count()
        };
        let singled = rows(None);
        let added = (0..n).map(|column| singled - rows(Some(column))).collect();
        Uniques { rows: sample.rows, size: LARGEST, singled, added }
    }

    proptest! {
        #[test]
        fn minimal_uniques_are_those_of_the_definition(rows in proptest::collection::vec([0u32..3, 0..4, 0..2, 0..5], 1..40)) {
            let columns = (0..4).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
            let sample = Sample::of(columns);
            prop_assert_eq!(uniques(&sample, &[0, 1, 2, 3]), slowly(&sample, &[0, 1, 2, 3]));
        }
    }

    #[test]
    fn the_work_is_bounded() {
        let sample = Sample::of((0..60).map(|c| (0..3_000).map(|row| row % (c + 2)).collect()).collect());
        let few = within(&sample, &(0..20).collect::<Vec<_>>(), 2_000_000);
        assert!(few.rows < 3_000 && few.size == LARGEST, "{few:?}");
        let many = within(&sample, &(0..60).collect::<Vec<_>>(), 2_000_000);
        assert!(many.rows < 3_000 && many.size == 2, "{many:?}");
        assert_eq!(uniques(&Sample::default(), &[]), Uniques { rows: 0, size: LARGEST, singled: 0, added: vec![] });
    }
}
