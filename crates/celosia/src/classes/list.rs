//! Classes by their first tuples and their rows alone, for wide tables: what one node needs, as fast as it goes.
//!
//! A row's key is the sum over attributes of its group times a stride. What is one group is skipped, so coarse nodes read few
//! columns, and value codes stand in columns as narrow as they fit. Keys are exact: where they would not fit into a word,
//! those so far become numbers of classes, and the sum goes on from there. Nothing is merged by a hash.
//!
//! Classes stand in the order of their first tuples, as everywhere.

use super::Classes;
use crate::frequency::Frequency;
use crate::space::Grouping;

/// Classes by their first tuples, with their rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct List {
    /// First tuple of each class.
    pub first: Vec<u32>,
    /// Rows of each class.
    pub rows: Vec<u64>,
}

impl List {
    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// No class at all?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.len() as u64 * 12
    }

    /// The same as classes that carry nothing else.
    pub fn into_classes(self) -> Classes {
        Classes { first: self.first, rows: self.rows, ..Classes::default() }
    }
}

/// The value codes of a table, column by column.
pub struct Columns(Vec<Codes>);

/// Value codes as narrow as they fit.
enum Codes {
    Narrow(Vec<u8>),
    Middle(Vec<u16>),
    Wide(Vec<u32>),
}

/// Memory that is used again.
#[derive(Default)]
pub struct Room {
    keys: Vec<u64>,
    /// What a value adds to a key, or to a price.
    of_value: Vec<u64>,
    /// Class + 1 of each place; zero where it is free.
    places: Vec<u32>,
    key_of: Vec<u64>,
    class_of: Vec<u32>,
    first: Vec<u32>,
}

/// Values of a narrow column.
const NARROW: usize = 1 << 8;
/// Values of a middle column.
const MIDDLE: usize = 1 << 16;
/// An array of all keys may have this many places for each class to be merged, …
const PLACES: u64 = 2;
/// … and this many wherever it stays in the fastest cache.
const FEW: u64 = 1 << 12;
/// Places of a table of keys at first. It grows, so that few classes stay in the fastest cache.
const SMALL: usize = 1 << 10;

impl Columns {
    /// Of a frequency table.
    pub fn new(frequency: &Frequency) -> Columns {
        let narrowed = |(column, attribute): (&Vec<u32>, &crate::frequency::Attribute)| {
            let values = attribute.counts.len();
            if values <= NARROW {
                Codes::Narrow(column.iter().map(|code| *code as u8).collect())
            } else if values <= MIDDLE {
                Codes::Middle(column.iter().map(|code| *code as u16).collect())
            } else {
                Codes::Wide(column.clone())
            }
        };
        Columns(frequency.columns.iter().zip(&frequency.attributes).map(narrowed).collect())
    }

    /// Every distinct tuple, as a class.
    pub fn finest(frequency: &Frequency) -> List {
        List { first: (0..frequency.distinct() as u32).collect(), rows: frequency.counts.clone() }
    }

    /// The classes where attributes show these groups, merged from finer ones.
    pub fn merge(&self, from: &List, groupings: &[&Grouping], room: &mut Room) -> List {
        let (class_of, first) = self.number(from, groupings, room);
        let mut rows = vec![0; first.len()];
        for (class, n) in class_of.iter().zip(&from.rows) {
            rows[*class as usize] += n;
        }
        List { first: first.to_vec(), rows }
    }

    /// Which class each of the finer ones goes to, and the first tuple of each.
    pub fn number<'r>(&self, from: &List, groupings: &[&Grouping], room: &'r mut Room) -> (&'r [u32], &'r [u32]) {
        room.keys.clear();
        room.keys.resize(from.len(), 0);
        // How many keys there may be so far.
        let mut range: u64 = 1;
        for (attribute, grouping) in groupings.iter().enumerate().filter(|(_, grouping)| grouping.groups > 1) {
            let groups = grouping.groups as u64;
            let wider = range.checked_mul(groups).unwrap_or_else(|| {
                room.classes_of_keys(&from.first, range);
                let Room { keys, class_of, first, .. } = &mut *room;
                keys.iter_mut().zip(class_of).for_each(|(key, class)| *key = u64::from(*class));
                range = first.len().max(1) as u64;
                // Both are less than 2^32.
                range * groups
            });
            room.of_value.clear();
            room.of_value.extend(grouping.group_of.iter().map(|group| u64::from(*group) * range));
            let all = (!self.are_all(&from.first)).then_some(&from.first[..]);
            self.0[attribute].add(all, &mut room.of_value, &mut room.keys, |key, of_value| *key += of_value);
            range = wider;
        }
        room.classes_of_keys(&from.first, range);
        (&room.class_of, &room.first)
    }

    /// Adds up for some tuples, attribute by attribute, a number that each value has; nothing for attributes without.
    pub fn sums(&self, tuples: &[u32], of_values: &[Option<&[f64]>]) -> Vec<f64> {
        let mut sums = vec![0.0; tuples.len()];
        let mut room = Vec::new();
        for (codes, of_value) in self.0.iter().zip(of_values) {
            if let Some(of_value) = of_value {
                room.clear();
                room.extend_from_slice(of_value);
                codes.add(Some(tuples), &mut room, &mut sums, |sum, of_value| *sum += of_value);
            }
        }
        sums
    }

    /// Are these rising tuples all that there are?
    fn are_all(&self, tuples: &[u32]) -> bool {
        let len = |codes: &Codes| match codes {
            Codes::Narrow(column) => column.len(),
            Codes::Middle(column) => column.len(),
            Codes::Wide(column) => column.len(),
        };
        self.0.first().is_some_and(|codes| len(codes) == tuples.len())
    }
}

impl Codes {
    /// Adds to each number what the value of its tuple says; where none are named, of all tuples in their order.
    fn add<T: Copy + Default>(
        &self,
        tuples: Option<&[u32]>,
        of_value: &mut Vec<T>,
        to: &mut [T],
        add: impl Fn(&mut T, T),
    ) {
        match self {
            Codes::Narrow(column) => {
                // As many as a narrow code can tell apart, so that no look needs a check.
                of_value.resize(NARROW, T::default());
                let Some(of_value) = of_value.first_chunk::<NARROW>() else { return };
                each(column, tuples, to, |to, code| add(to, of_value[usize::from(code)]));
            }
            Codes::Middle(column) => each(column, tuples, to, |to, code| add(to, of_value[usize::from(code)])),
            Codes::Wide(column) => each(column, tuples, to, |to, code| add(to, of_value[code as usize])),
        }
    }
}

/// Does something with each number and the code of its tuple.
fn each<C: Copy, T>(column: &[C], tuples: Option<&[u32]>, to: &mut [T], with: impl Fn(&mut T, C)) {
    match tuples {
        None => column.iter().zip(to).for_each(|(code, to)| with(to, *code)),
        Some(tuples) => tuples.iter().zip(to).for_each(|(tuple, to)| with(to, column[*tuple as usize])),
    }
}

impl Room {
    /// Numbers the keys, which are less than `range`, in the order in which they come.
    fn classes_of_keys(&mut self, tuples: &[u32], range: u64) {
        let Room { keys, places, key_of, class_of, first, .. } = self;
        class_of.clear();
        class_of.reserve(keys.len());
        first.clear();
        places.clear();
        if range <= FEW.max(keys.len() as u64 * PLACES) {
            places.resize(range as usize, 0);
            for (key, tuple) in keys.iter().zip(tuples) {
                let place = &mut places[*key as usize];
                if *place == 0 {
                    first.push(*tuple);
                    *place = first.len() as u32;
                }
                class_of.push(*place - 1);
            }
            return;
        }
        key_of.clear();
        places.resize(SMALL, 0);
        for (key, tuple) in keys.iter().zip(tuples) {
            let mut at = place(places, key_of, *key);
            if places[at] == 0 {
                // At most half full, so that a free place is near.
                if first.len() * 2 >= places.len() {
                    grow(places, key_of);
                    at = place(places, key_of, *key);
                }
                first.push(*tuple);
                key_of.push(*key);
                places[at] = first.len() as u32;
            }
            class_of.push(places[at] - 1);
        }
    }
}

/// Where the class of a key stands, or would stand.
fn place(places: &[u32], key_of: &[u64], key: u64) -> usize {
    // Multiplying by an odd number spreads neighbouring keys; the upper bits are the best mixed.
    let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - places.len().trailing_zeros())) as usize;
    while let Some(class) = places[at].checked_sub(1) {
        if key_of[class as usize] == key {
            break;
        }
        at = (at + 1) & (places.len() - 1);
    }
    at
}

/// Four times the places.
fn grow(places: &mut Vec<u32>, key_of: &[u64]) {
    let larger = places.len() * 4;
    places.clear();
    places.resize(larger, 0);
    for (class, key) in (1..).zip(key_of) {
        let at = place(places, key_of, *key);
        places[at] = class;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::classes::{Scratch, Track};
    use crate::frequency::{Attribute, Packed};

    fn table(tuples: &[Vec<u32>], values: &[usize]) -> Frequency {
        let attribute =
            |values: &usize| Attribute { weight: 1.0, counts: vec![1; *values], numbers: None, leaves: None };
        Frequency {
            rows: tuples.len() as u64,
            attributes: values.iter().map(attribute).collect(),
            columns: (0..values.len()).map(|a| tuples.iter().map(|tuple| tuple[a]).collect()).collect(),
            counts: (1..=tuples.len() as u64).collect(),
            sensitive: Vec::new(),
            label: None,
            packed: Packed::default(),
            persons: None,
        }
    }

    fn grouping(values: usize, groups: u32) -> Grouping {
        let group_of: Vec<u32> = (0..values as u32).map(|code| code % groups).collect();
        let groups = group_of.iter().max().map_or(1, |group| *group as usize + 1);
        Grouping { group_of, groups, heights: vec![0.5; groups], leaves: Vec::new() }
    }

    proptest! {
        /// Lists are the classes of the ordinary roll-up, from the tuples and from finer lists, however many keys there are.
        #[test]
        fn lists_are_classes(
            sizes in prop::collection::vec(prop::sample::select(vec![1usize, 2, 5, 300, 70_000]), 1..9),
            seeds in prop::collection::vec(prop::collection::vec(0u32..70_000, 9), 1..120),
        ) {
            let tuple = |seed: &Vec<u32>| sizes.iter().zip(seed).map(|(n, seed)| seed % *n as u32).collect::<Vec<u32>>();
            let mut tuples: Vec<Vec<u32>> = seeds.iter().map(tuple).collect();
            tuples.sort();
            tuples.dedup();
            let frequency = table(&tuples, &sizes);
            let columns = Columns::new(&frequency);
            let finest = Columns::finest(&frequency);
            let mut room = Room::default();
            let levels = [70_000, 1000, 4, 2, 1].map(|groups| -> Vec<Grouping> {
                sizes.iter().map(|values| grouping(*values, groups)).collect()
            });
            for groupings in &levels {
                let groupings: Vec<&Grouping> = groupings.iter().collect();
                let list = columns.merge(&finest, &groupings, &mut room);
                let classes = Classes::finest(&frequency, Track::default());
                let classes = classes.roll_up(&frequency, &groupings, &mut Scratch::default());
                prop_assert_eq!(&list.clone().into_classes(), &classes);
                // The levels are nested where the groups divide one another.
                let coarser: Vec<&Grouping> = levels[4].iter().collect();
                let top = columns.merge(&list, &coarser, &mut room);
                prop_assert_eq!(top, columns.merge(&finest, &coarser, &mut room));
            }
            let (four, two): (Vec<&Grouping>, Vec<&Grouping>) = (levels[2].iter().collect(), levels[3].iter().collect());
            let list = columns.merge(&finest, &four, &mut room);
            prop_assert_eq!(columns.merge(&list, &two, &mut room), columns.merge(&finest, &two, &mut room));
        }
    }

    #[test]
    fn a_table_of_keys_grows() {
        let tuples: Vec<Vec<u32>> = (0..5000).map(|n| vec![n, n / 7, n % 70_000]).collect();
        let values = [70_000, 70_000, 70_000];
        let frequency = table(&tuples, &values);
        let groupings = values.map(|values| grouping(values, 70_000));
        let groupings: Vec<&Grouping> = groupings.iter().collect();
        let (columns, finest) = (Columns::new(&frequency), Columns::finest(&frequency));
        assert_eq!(columns.merge(&finest, &groupings, &mut Room::default()), finest);
    }
}
