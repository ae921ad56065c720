//! The persons of each class, where persons are counted and not rows.
//!
//! A person is either whole in a class, with all rows that the table has of them, or one of those who are spread over several.
//! Whoever is whole stays whole in every class that this one becomes part of, and is one person of it: a number is enough. Of the
//! others it is known which classes they are in, set by set with how many persons have it; where classes merge, sets get shorter, equal
//! ones become one, and one of a single class is a number from there on. So there are less and less sets as classes grow, and none in
//! a table whose persons have one row each. Sets stand in the order of the first set of tuples that each comes from, so they do not
//! depend on the way.

use hashbrown::HashTable;

use super::{Scratch, Track, by_class};
use crate::frequency::{Histograms, Holders, Lists, Persons, Spread, hash_of};

/// The persons of classes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Crowds {
    /// Per class, how many persons have all their rows in it.
    alone: Vec<u64>,
    /// The classes that the other persons are in.
    spread: Spread,
    /// How many persons each class has, where that is tracked: then alone and spread are.
    pub counts: Vec<u64>,
    /// What the rows of each class weigh.
    pub masses: Vec<u64>,
    /// Who holds which values, per class of each sensitive attribute, where that is tracked.
    pub holders: Vec<Histograms>,
}

impl Crowds {
    /// Those of the tuples.
    pub fn finest(persons: &Persons, track: Track) -> Crowds {
        let holders = persons.holders.iter().filter(|_| track.holders);
        let shares = Crowds {
            masses: persons.masses.clone(),
            holders: holders.map(|holders| holders.of.clone()).collect(),
            ..Crowds::default()
        };
        if !track.crowds {
            return shares;
        }
        Crowds {
            alone: persons.alone.clone(),
            spread: persons.spread.clone(),
            counts: (0..persons.alone.len()).map(|tuple| persons.count(tuple)).collect(),
            ..shares
        }
    }

    /// How many persons a class has; 0 where nobody asks.
    pub fn count(&self, class: usize) -> u64 {
        self.counts.get(class).copied().unwrap_or(0)
    }

    /// How many persons each class has, where that is known otherwise and asked for.
    pub(super) fn set_counts(&mut self, counts: impl Iterator<Item = u64>) {
        if !self.counts.is_empty() {
            self.counts = counts.collect();
        }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        let histograms = |h: &Histograms| h.starts.len() * 8 + h.values.len() * 12;
        let holders: usize = self.holders.iter().map(histograms).sum();
        let Spread { sets: Lists { starts, members }, persons } = &self.spread;
        (16 * self.alone.len()
            + 8 * self.masses.len()
            + 8 * starts.len()
            + 4 * (members.len() + persons.len())
            + holders) as u64
    }

    /// Those of classes that these are merged into, as `scratch.class_of` says; `room` is what nobody needs any more.
    pub(super) fn merged(&self, persons: &Persons, classes: usize, room: Crowds, scratch: &mut Scratch) -> Crowds {
        let Crowds { mut alone, mut spread, mut counts, mut masses, holders } = room;
        add_up(&self.masses, |at| at, classes, &mut masses, scratch);
        if self.counts.is_empty() {
            (alone, spread, counts) = Default::default();
        } else {
            add_up(&self.alone, |at| at, classes, &mut alone, scratch);
            let mut sets = Sets::new(alone, spread, counts, &mut scratch.sets);
            for (set, persons) in self.spread.persons.iter().enumerate() {
                let merged = self.spread.sets.of(set).iter().map(|class| scratch.class_of[*class as usize]);
                sets.add(merged, *persons);
            }
            (alone, spread, counts) = sets.done();
        }
        let mut room = holders.into_iter();
        let finer = self.holders.iter().zip(&persons.holders);
        let merge =
            |(finer, about)| merge_holders(finer, about, |at| at, classes, room.next().unwrap_or_default(), scratch);
        let holders = finer.map(merge).collect();
        Crowds { alone, spread, counts, masses, holders }
    }

    /// Those of classes that some tuples are merged into, as `scratch.class_of` says.
    pub(super) fn of_tuples(
        persons: &Persons,
        track: Track,
        tuples: &[u32],
        classes: usize,
        scratch: &mut Scratch,
    ) -> Crowds {
        let of = |at: usize| tuples[at] as usize;
        let mut masses = Vec::new();
        add_up(&persons.masses, of, classes, &mut masses, scratch);
        let (alone, spread, counts) =
            if track.crowds { of_some(persons, tuples, classes, scratch) } else { Default::default() };
        let asked = persons.holders.iter().filter(|_| track.holders);
        let merge = |about: &Holders| merge_holders(&about.of, about, of, classes, Histograms::default(), scratch);
        let holders = asked.map(merge).collect();
        Crowds { alone, spread, counts, masses, holders }
    }
}

/// Persons who are whole in classes of some tuples as far as these go, over which sets the others are spread, and how many there are.
fn of_some(persons: &Persons, tuples: &[u32], classes: usize, scratch: &mut Scratch) -> (Vec<u64>, Spread, Vec<u64>) {
    let mut alone = Vec::new();
    add_up(&persons.alone, |at| tuples[at] as usize, classes, &mut alone, scratch);
    // Which of the sets of tuples are in which class.
    let both = tuples.iter().zip(&scratch.class_of);
    let mut of_set: Vec<(u32, u32)> = both
        .flat_map(|(tuple, class)| persons.spread_of.of(*tuple as usize).iter().map(|set| (*set, *class)))
        .collect();
    of_set.sort_unstable();
    let mut sets = Sets::new(alone, Spread::default(), Vec::new(), &mut scratch.sets);
    for set in of_set.chunk_by(|a, b| a.0 == b.0) {
        sets.add(set.iter().map(|of| of.1), persons.spread.persons[set[0].0 as usize]);
    }
    sets.done()
}

/// The sets of classes while they come.
struct Sets<'s> {
    alone: Vec<u64>,
    spread: Spread,
    counts: Vec<u64>,
    /// Those that are known, by their classes.
    known: &'s mut HashTable<u32>,
}

impl<'s> Sets<'s> {
    /// None yet, of classes with so many persons each who are whole; the rest is room.
    fn new(alone: Vec<u64>, mut spread: Spread, mut counts: Vec<u64>, known: &'s mut HashTable<u32>) -> Sets<'s> {
        spread.sets.make_room(0, 0);
        spread.persons.clear();
        counts.clear();
        counts.resize(alone.len(), 0);
        known.clear();
        Sets { alone, spread, counts, known }
    }

    /// Adds a set of classes, in which each may stand several times. Persons of one class alone are whole in it.
    fn add(&mut self, classes: impl Iterator<Item = u32>, persons: u32) {
        let Sets { alone, spread, counts, known } = self;
        let members = &mut spread.sets.members;
        let start = members.len();
        members.extend(classes);
        match &mut members[start..] {
            // Most persons who are spread have two tuples.
            [a, b] => (*a, *b) = ((*a).min(*b), (*a).max(*b)),
            more => more.sort_unstable(),
        }
        let mut last = start;
        for at in start + 1..members.len() {
            if members[at] != members[last] {
                last += 1;
                members[last] = members[at];
            }
        }
        if last == start {
            alone[members[start] as usize] += u64::from(persons);
            members.truncate(start);
            return;
        }
        members.truncate(last + 1);
        members[start..].iter().for_each(|class| counts[*class as usize] += u64::from(persons));
        let hash = hash_of(&members[start..]);
        let same = |set: &u32| spread.sets.of(*set as usize) == &spread.sets.members[start..];
        match known.find(hash, same).copied() {
            Some(set) => {
                spread.persons[set as usize] += persons;
                spread.sets.members.truncate(start);
            }
            None => {
                let set = spread.persons.len() as u32;
                spread.end(persons);
                known.insert_unique(hash, set, |set| hash_of(spread.sets.of(*set as usize)));
            }
        }
    }

    /// Persons who are whole in each class, the sets, and the persons of each class.
    fn done(self) -> (Vec<u64>, Spread, Vec<u64>) {
        let Sets { alone, spread, mut counts, .. } = self;
        counts.iter_mut().zip(&alone).for_each(|(count, alone)| *count += alone);
        (alone, spread, counts)
    }
}

/// Adds up numbers of finer classes: `of` says whose comes at a place, `scratch.class_of` which class that goes to.
fn add_up(finer: &[u64], of: impl Fn(usize) -> usize, classes: usize, into: &mut Vec<u64>, scratch: &Scratch) {
    into.clear();
    into.resize(classes, 0);
    scratch.class_of.iter().enumerate().for_each(|(at, class)| into[*class as usize] += finer[of(at)]);
}

/// Puts together who holds which values: `of` says whose codes come at a place, `scratch.class_of` which class that goes to.
fn merge_holders(
    finer: &Histograms,
    about: &Holders,
    of: impl Fn(usize) -> usize,
    classes: usize,
    mut merged: Histograms,
    scratch: &mut Scratch,
) -> Histograms {
    let starts = by_class(&scratch.class_of, classes, &mut scratch.order);
    merged.make_room(classes, 0);
    let mut codes = std::mem::take(&mut scratch.touched);
    for class in 0..classes {
        codes.clear();
        let members = &scratch.order[starts[class]..starts[class + 1]];
        members.iter().for_each(|member| codes.extend_from_slice(finer.of(of(*member as usize)).values));
        if members.len() > 1 {
            about.settle(&mut codes);
        }
        merged.values.extend_from_slice(&codes);
        merged.starts.push(merged.values.len());
    }
    merged.counts.resize(merged.values.len(), 1);
    scratch.touched = codes;
    merged
}
