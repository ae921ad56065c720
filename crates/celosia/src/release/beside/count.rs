//! Counting whom columns single out. Where there are more values than memory is given for, those with the smallest hashes are
//! counted, each with all its rows, and stand for the others: the same ones whichever thread comes first. Where the table says whose
//! row it is, all rows of one person are one: a value that only they have singles that person out, however many there are.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashMap;

use super::Asked;
use crate::error::Result;
use crate::hierarchy::TOP;
use crate::meaning::{Seen, names};
use crate::table::{Batch, Domain, Table, infer, lock, unlocked};
use crate::watch::Watch;

/// Values of a column that are counted at most, and of all columns together.
const MOST: usize = 100_000;
const MOST_OF_ALL: usize = 20_000_000;

/// A hash that is the same in every run.
type Fixed = BuildHasherDefault<DefaultHasher>;

/// The rows of a key, and whose they are: the hash of a person, where there is one alone.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Held {
    rows: u64,
    whose: Option<u64>,
}

impl Held {
    fn none(whose: Option<u64>) -> Held {
        Held { rows: 0, whose }
    }

    fn add(&mut self, other: Held) {
        self.rows += other.rows;
        self.whose = self.whose.filter(|whose| Some(*whose) == other.whose);
    }
}

/// Keys with their rows.
pub(super) struct Keys<K> {
    rows: HashMap<K, Held, Fixed>,
    /// Is it known whose rows they are?
    by_person: bool,
    /// Keys with a hash from here on are not counted.
    below: u64,
    most: usize,
}

impl<K: Hash + Eq> Keys<K> {
    fn new(most: usize, by_person: bool) -> Keys<K> {
        Keys { rows: HashMap::default(), by_person, below: u64::MAX, most }
    }

    fn add(&mut self, key: K, held: Held) {
        if Fixed::default().hash_one(&key) >= self.below {
            return;
        }
        self.rows.entry(key).or_insert(Held::none(held.whose)).add(held);
        while self.rows.len() > self.most {
            self.below /= 2;
            let below = self.below;
            self.rows.retain(|key, _| Fixed::default().hash_one(key) < below);
        }
    }

    /// Is only a part of the keys counted?
    pub(super) fn is_part(&self) -> bool {
        self.below < u64::MAX
    }

    /// How many rows have a key that no other row has, or no other person's.
    pub(super) fn lone(&self) -> u64 {
        let is_lone = |held: &&Held| if self.by_person { held.whose.is_some() } else { held.rows == 1 };
        let lone = self.rows.values().filter(is_lone).map(|held| held.rows).sum::<u64>() as f64;
        (lone * (u64::MAX as f64 / self.below as f64)).round() as u64
    }
}

/// What was counted of one column.
pub(super) struct Counted {
    pub(super) values: Keys<String>,
    /// The same by class: hashes of the class and the value.
    pub(super) pairs: Keys<u64>,
    missing: u64,
}

impl Counted {
    /// Values that only one person has.
    pub(super) fn of_one(&self) -> BTreeSet<String> {
        let values = self.values.rows.iter().filter(|(_, held)| held.whose.is_some());
        values.map(|(value, _)| value.clone()).collect()
    }

    /// The column as meanings see it.
    pub(super) fn seen(&self, name: &str, rows: u64) -> Seen {
        let mut found: Vec<(&str, u64)> =
            self.values.rows.iter().map(|(value, held)| (value.as_str(), held.rows)).collect();
        found.sort_unstable();
        let values: Vec<&str> = found.iter().map(|(value, _)| *value).collect();
        let domain = Domain::counted(name, infer(&values), &found);
        let (words, capped) = (names::split(name), self.values.is_part());
        Seen { name: name.into(), words, domain, capped, rows, missing: self.missing }
    }
}

/// What was counted of a table.
pub(super) struct Found {
    pub(super) rows: u64,
    pub(super) columns: Vec<Counted>,
}

pub(super) fn count(
    table: &Table,
    asked: &[Asked],
    quasi: &[String],
    person: Option<&Asked>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Found> {
    let most = MOST.min(MOST_OF_ALL / asked.len().max(1)).max(200);
    let place = |name: &str| table.column(name, "the columns that are shown as they are");
    let mut scanned = asked.iter().map(|asked| place(&asked.name)).collect::<Result<Vec<usize>>>()?;
    let classes = asked.len()..asked.len() + quasi.len();
    scanned.extend(quasi.iter().map(|name| place(name)).collect::<Result<Vec<usize>>>()?);
    // The person may be one of the columns that are asked about: no column is read twice.
    let person = match person {
        None => None,
        Some(person) => {
            let place = place(&person.name)?;
            let known = scanned.iter().position(|known| *known == place);
            scanned.extend(known.is_none().then_some(place));
            Some((person, known.unwrap_or(scanned.len() - 1)))
        }
    };
    let new =
        || Counted { values: Keys::new(most, person.is_some()), pairs: Keys::new(most, person.is_some()), missing: 0 };
    let columns: Vec<Mutex<Counted>> = asked.iter().map(|_| Mutex::new(new())).collect();
    let rows = AtomicU64::new(0);
    table.scan(&scanned, threads, watch, || {
        |batch: &Batch| {
            let of_class = |row: usize| {
                let mut hasher = DefaultHasher::new();
                classes.clone().for_each(|column| batch.value(column, row).hash(&mut hasher));
                hasher
            };
            let by_class: Vec<DefaultHasher> = (0..batch.rows()).map(of_class).collect();
            // Rows of nothing but `*` were suppressed.
            let all = 0..classes.end;
            // And who nobody is has rows in no release.
            let gone = |row: usize| {
                all.clone().all(|column| batch.value(column, row) == TOP)
                    || person.is_some_and(|(person, at)| person.missing.is(batch.value(at, row)))
            };
            let starred: Vec<bool> = (0..batch.rows()).map(gone).collect();
            let whose: Vec<Option<u64>> = match person {
                None => vec![None; batch.rows()],
                Some((_, at)) => {
                    (0..batch.rows()).map(|row| Some(Fixed::default().hash_one(batch.value(at, row)))).collect()
                }
            };
            rows.fetch_add(starred.iter().filter(|starred| !**starred).count() as u64, Ordering::Relaxed);
            for (column, asked) in asked.iter().enumerate() {
                let mut values: HashMap<&str, Held, Fixed> = HashMap::default();
                let mut pairs: HashMap<u64, Held, Fixed> = HashMap::default();
                let mut missing = 0;
                for (row, class) in by_class.iter().enumerate() {
                    let value = batch.value(column, row);
                    if starred[row] {
                        continue;
                    }
                    if value == TOP || asked.missing.is(value) {
                        missing += 1;
                        continue;
                    }
                    let one = Held { rows: 1, whose: whose[row] };
                    values.entry(value).or_insert(Held::none(one.whose)).add(one);
                    if !classes.is_empty() {
                        let mut hasher = class.clone();
                        value.hash(&mut hasher);
                        pairs.entry(hasher.finish()).or_insert(Held::none(one.whose)).add(one);
                    }
                }
                let mut counted = lock(&columns[column]);
                counted.missing += missing;
                values.into_iter().for_each(|(value, held)| counted.values.add(value.to_string(), held));
                pairs.into_iter().for_each(|(pair, held)| counted.pairs.add(pair, held));
            }
            Ok(())
        }
    })?;
    Ok(Found { rows: rows.into_inner(), columns: columns.into_iter().map(unlocked).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: u64) -> Held {
        Held { rows, whose: None }
    }

    #[test]
    fn few_keys_are_counted_exactly_and_many_nearly() {
        let mut few = Keys::new(1000, false);
        (0..500u64).for_each(|key| few.add(key, rows(1 + key % 2)));
        assert_eq!((few.lone(), few.is_part()), (250, false));
        // A key that is dropped and comes again does not come back as a lone one.
        let mut many = Keys::new(1000, false);
        (0..3).for_each(|_| (0..40_000u64).for_each(|key| many.add(key, rows(1))));
        assert_eq!(many.lone(), 0);
        let mut lone = Keys::new(1000, false);
        (0..40_000u64).for_each(|key| lone.add(key, rows(1)));
        assert!(lone.is_part() && (36_000..44_000).contains(&lone.lone()), "{}", lone.lone());
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let (mut forth, mut back) = (Keys::new(100, false), Keys::new(100, false));
        (0..5_000u64).for_each(|key| forth.add(key, rows(1 + key % 3)));
        (0..5_000u64).rev().for_each(|key| back.add(key, rows(1 + key % 3)));
        assert_eq!(forth.rows, back.rows);
        assert_eq!(forth.lone(), back.lone());
    }

    #[test]
    fn rows_of_one_person_are_one() {
        let of = |whose| Held { rows: 1, whose: Some(whose) };
        let mut keys = Keys::new(10, true);
        // Five rows of one person, two of two, and a row alone.
        (0..5).for_each(|_| keys.add("a", of(1)));
        [1, 2].into_iter().for_each(|whose| keys.add("b", of(whose)));
        [2, 1, 2].into_iter().for_each(|whose| keys.add("c", of(whose)));
        keys.add("d", of(3));
        assert_eq!(keys.lone(), 6);
    }
}
