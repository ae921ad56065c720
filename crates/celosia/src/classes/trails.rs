//! The trails of persons who stay in a release: classes are rows of one tuple *and* of persons with one trail
//! (`frequency/trails.rs` has the definition, and why coarser classes are unions of finer ones).
//!
//! Where trails meet is found from the classes of a finer point alone: each of its trails is a list of tuples with how often each
//! comes, and trails whose lists become equal become one. Nobody looks at persons again.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::{Classes, Scratch};
use crate::frequency;

/// The trails of classes, numbered by the first class of each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trails {
    /// The trail of each class.
    pub of: Vec<u32>,
    /// Persons with each trail.
    pub persons: Vec<u64>,
}

impl Trails {
    /// Those of the cells.
    pub(super) fn finest(known: &frequency::Trails) -> Trails {
        Trails { of: known.of.clone(), persons: known.persons.clone() }.numbered()
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        (4 * self.of.len() + 8 * self.persons.len()) as u64
    }

    /// The least value of a trail's classes, for each of its classes: a trail is as strong as its weakest tuple.
    pub fn weakest(&self, mut values: Vec<f64>) -> Vec<f64> {
        let mut least = vec![f64::INFINITY; self.persons.len()];
        for (trail, value) in self.of.iter().zip(&values) {
            least[*trail as usize] = least[*trail as usize].min(*value);
        }
        values.iter_mut().zip(&self.of).for_each(|(value, trail)| *value = least[*trail as usize]);
        values
    }

    /// Marks all classes of a trail where one is marked: a person goes with all rows.
    pub fn whole(&self, marked: &mut [bool]) {
        let mut any = vec![false; self.persons.len()];
        self.of.iter().zip(&*marked).for_each(|(trail, marked)| any[*trail as usize] |= marked);
        marked.iter_mut().zip(&self.of).for_each(|(marked, trail)| *marked = any[*trail as usize]);
    }

    /// The trails of the classes that finer ones are merged into. `finer` are those, of which `scratch.class_of` says what tuple
    /// each shows; afterwards it says which class each goes to, and `scratch.first` has their first tuples.
    pub(super) fn merged(&self, finer: &Classes, scratch: &mut Scratch) -> Trails {
        let Scratch { class_of, first, order, .. } = scratch;
        let starts = super::by_class(&self.of, self.persons.len(), order);
        let hasher = DefaultHashBuilder::default();
        // What each new trail is, end to end.
        let (mut lists, mut ends): (Vec<(u32, u64)>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut table: HashTable<u32> = HashTable::with_capacity(self.persons.len() / 2);
        let mut becomes: Vec<u32> = Vec::with_capacity(self.persons.len());
        let mut persons: Vec<u64> = Vec::new();
        let mut list: Vec<(u32, u64)> = Vec::new();
        for (trail, of_trail) in self.persons.iter().enumerate() {
            list.clear();
            for class in &order[starts[trail]..starts[trail + 1]] {
                list.push((class_of[*class as usize], finer.rows[*class as usize] / (*of_trail).max(1)));
            }
            list.sort_unstable();
            list.dedup_by(|later, earlier| {
                let same = later.0 == earlier.0;
                earlier.1 += if same { later.1 } else { 0 };
                same
            });
            let hash = hasher.hash_one(&list);
            let list_of = |trail: u32| {
                let trail = trail as usize;
                &lists[trail.checked_sub(1).map_or(0, |before| ends[before])..ends[trail]]
            };
            let found = table.find(hash, |known| list_of(*known) == list).copied();
            let number = match found {
                Some(number) => number,
                None => {
                    let number = ends.len() as u32;
                    table.insert_unique(hash, number, |known| hasher.hash_one(list_of(*known)));
                    lists.extend_from_slice(&list);
                    ends.push(lists.len());
                    persons.push(0);
                    number
                }
            };
            persons[number as usize] += of_trail;
            becomes.push(number);
        }
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::with_capacity(first.len());
        let mut of = Vec::new();
        first.clear();
        for (class, (shows, tuple)) in class_of.iter_mut().zip(&finer.first).enumerate() {
            let trail = becomes[self.of[class] as usize];
            let number = *numbers.entry((trail, *shows)).or_insert_with(|| {
                first.push(*tuple);
                of.push(trail);
                first.len() as u32 - 1
            });
            *shows = number;
        }
        Trails { of, persons }.numbered()
    }

    /// The same, numbered by the first class of each.
    fn numbered(self) -> Trails {
        const NONE: u32 = u32::MAX;
        let mut number = vec![NONE; self.persons.len()];
        let mut persons = Vec::with_capacity(self.persons.len());
        let mut of = self.of;
        for trail in &mut of {
            let known = &mut number[*trail as usize];
            if *known == NONE {
                *known = persons.len() as u32;
                persons.push(self.persons[*trail as usize]);
            }
            *trail = *known;
        }
        Trails { of, persons }
    }
}

impl Classes {
    /// What each class counts for where a limit says how much may be suppressed: its rows; where trails are kept the persons of a
    /// trail, at its first class. A trail goes whole, so sums are what goes.
    pub fn charges(&self) -> Cow<'_, [u64]> {
        let Some(trails) = &self.trails else { return Cow::Borrowed(&self.rows) };
        let mut next = 0;
        let charge = |trail: &u32| {
            let is_first = *trail == next;
            next += u32::from(is_first);
            if is_first { trails.persons[*trail as usize] } else { 0 }
        };
        Cow::Owned(trails.of.iter().map(charge).collect())
    }
}
