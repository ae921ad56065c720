//! The persons of each class, where persons are counted and not rows.
//!
//! A person is either whole in a class, with all rows that the table has of them, or one of those who are spread over several.
//! Whoever is whole stays whole in every class that this one becomes part of, and is one person of it: a number is enough. The
//! others are listed with their rows; where classes merge, their rows add up, and who has all of them there leaves the list.
//! So lists get shorter as classes grow, and a table whose persons have one row each has none.

use super::{Scratch, by_class, merge_histograms};
use crate::frequency::{Histograms, Holders, Persons};

/// The persons of classes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Crowds {
    /// Per class, how many persons have all their rows in it.
    pub alone: Vec<u64>,
    /// Per class, the other persons with rows in it.
    pub spread: Histograms,
    /// What the rows of each class weigh.
    pub masses: Vec<u64>,
    /// Who holds which values, per class of each sensitive attribute, where that is tracked.
    pub holders: Vec<Histograms>,
}

impl Crowds {
    /// Those of the tuples.
    pub fn finest(persons: &Persons, holders: bool) -> Crowds {
        let holders = persons.holders.iter().filter(|_| holders);
        Crowds {
            alone: persons.alone.clone(),
            spread: persons.spread.clone(),
            masses: persons.masses.clone(),
            holders: holders.map(|holders| holders.of.clone()).collect(),
        }
    }

    /// How many persons a class has.
    pub fn count(&self, class: usize) -> u64 {
        self.alone[class] + (self.spread.starts[class + 1] - self.spread.starts[class]) as u64
    }

    /// How many persons each class has.
    pub fn counts(&self) -> Vec<u64> {
        (0..self.alone.len()).map(|class| self.count(class)).collect()
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        let histograms = |h: &Histograms| h.starts.len() * 8 + h.values.len() * 12;
        let holders: usize = self.holders.iter().map(histograms).sum();
        (16 * self.alone.len() + histograms(&self.spread) + holders) as u64
    }

    /// Those of classes that these are merged into, as `scratch.class_of` says; `room` is what nobody needs any more.
    pub(super) fn merged(&self, persons: &Persons, classes: usize, room: Crowds, scratch: &mut Scratch) -> Crowds {
        let holders: Vec<&Histograms> = self.holders.iter().collect();
        let finer = Finer { alone: &self.alone, spread: &self.spread, masses: &self.masses, holders };
        finer.merged(persons, |at| at, classes, room, scratch)
    }

    /// Those of classes that some tuples are merged into, as `scratch.class_of` says.
    pub(super) fn of_tuples(
        persons: &Persons,
        holders: bool,
        tuples: &[u32],
        classes: usize,
        scratch: &mut Scratch,
    ) -> Crowds {
        let Persons { alone, spread, masses, .. } = persons;
        let holders = persons.holders.iter().filter(|_| holders).map(|holders| &holders.of).collect();
        let finer = Finer { alone, spread, masses, holders };
        finer.merged(persons, |at| tuples[at] as usize, classes, Crowds::default(), scratch)
    }
}

/// The persons of finer classes.
struct Finer<'f> {
    alone: &'f [u64],
    spread: &'f Histograms,
    masses: &'f [u64],
    holders: Vec<&'f Histograms>,
}

impl Finer<'_> {
    /// `of` says which of these comes at a place, `scratch.class_of` which of `classes` that goes to.
    fn merged(
        &self,
        persons: &Persons,
        of: impl Fn(usize) -> usize + Copy,
        classes: usize,
        room: Crowds,
        scratch: &mut Scratch,
    ) -> Crowds {
        let Crowds { mut alone, spread, mut masses, holders } = room;
        for (into, from) in [(&mut alone, self.alone), (&mut masses, self.masses)] {
            into.clear();
            into.resize(classes, 0);
            let places = scratch.class_of.iter().enumerate();
            places.for_each(|(at, class)| into[*class as usize] += from[of(at)]);
        }
        let spread = merge_spread(self.spread, &persons.spread_rows, of, spread, &mut alone, scratch);
        let mut room = holders.into_iter();
        let merge = |(finer, about): (&&Histograms, &Holders)| {
            let codes = about.values as usize + about.pairs.len();
            merge_histograms(finer, of, (classes, codes), room.next().unwrap_or_default(), scratch)
        };
        let holders = self.holders.iter().zip(&persons.holders).map(merge).collect();
        Crowds { alone, spread, masses, holders }
    }
}

/// Adds up the rows of persons that are spread; who is whole in a class now is counted into `alone` and listed no more.
fn merge_spread(
    finer: &Histograms,
    rows: &[u64],
    of: impl Fn(usize) -> usize,
    mut merged: Histograms,
    alone: &mut [u64],
    scratch: &mut Scratch,
) -> Histograms {
    merged.make_room(alone.len(), 0);
    if rows.is_empty() {
        merged.starts.resize(alone.len() + 1, 0);
        return merged;
    }
    let starts = by_class(&scratch.class_of, alone.len(), &mut scratch.order);
    let Scratch { counts, order, touched, .. } = scratch;
    counts.clear();
    counts.resize(rows.len(), 0);
    for (class, alone) in alone.iter_mut().enumerate() {
        match &order[starts[class]..starts[class + 1]] {
            [one] => {
                let same = finer.of(of(*one as usize));
                merged.values.extend_from_slice(same.values);
                merged.counts.extend_from_slice(same.counts);
            }
            members => {
                touched.clear();
                for member in members {
                    let histogram = finer.of(of(*member as usize));
                    for (person, n) in histogram.values.iter().zip(histogram.counts) {
                        let held = &mut counts[*person as usize];
                        if *held == 0 {
                            touched.push(*person);
                        }
                        *held += n;
                    }
                }
                // Who is whole goes before the others are put into their order.
                touched.retain(|person| {
                    let held = &mut counts[*person as usize];
                    let whole = *held == rows[*person as usize];
                    if whole {
                        *held = 0;
                        *alone += 1;
                    }
                    !whole
                });
                touched.sort_unstable();
                for person in touched.iter() {
                    merged.values.push(*person);
                    merged.counts.push(std::mem::take(&mut counts[*person as usize]));
                }
            }
        }
        merged.starts.push(merged.values.len());
    }
    merged
}
