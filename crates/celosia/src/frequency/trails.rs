//! Persons who stay in a release, under pseudonyms: what others see of each is a trail.
//!
//! A person's *trail* is what all rows of the person show, each as often as it comes: a multiset of tuples, so its number of rows is
//! part of it. Whoever knows a person's rows finds the persons who have that trail, and in it which of their rows are which. So the
//! *class* of a row is all rows that show the same tuple and are of persons with the same trail, and it has as many persons as
//! share the trail. A table is counted by (tuple, trail of its person) for that: the tuples of the [`Frequency`] are then *cells*,
//! of which several may have the same values.
//!
//! **Classes of a coarser point are unions of classes of a finer one.** Let h take what a row shows at a point to what it shows at
//! a generalization. Persons with one trail T have one trail h(T), the multiset of what h makes of its tuples; and rows that show
//! the same tuple t show the same h(t). So two rows of one class (T, t) are in the one class (h(T), h(t)). Everything that holds of
//! classes which are merged holds of these: no model of `privacy/` weakens, and what its `reach` says of parts. This is so for
//! every recoding that takes values to groups column by column (lattice, cuts). Where classes have labels of their own two rows
//! with one tuple may show different labels, and nothing of this holds.

use std::collections::{BTreeMap, HashMap};

use super::persons::{Fold, Lists, Spread};
use super::{Frequency, Histograms, Persons, Tracked};
use crate::error::Result;

/// The trails of the persons of a table, as its rows are before any recoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trails {
    /// Per cell, the trail of its persons.
    pub of: Vec<u32>,
    /// Persons with each trail.
    pub persons: Vec<u64>,
}

impl Persons {
    /// Makes cells of a table that was counted by tuple and person, the person being the last attribute.
    pub fn by_trail(mut by_person: Frequency) -> Result<Frequency> {
        let (Some(people), quasi) = (by_person.columns.last(), by_person.columns.len().saturating_sub(1)) else {
            return Persons::folded(by_person);
        };
        let columns = &by_person.columns[..quasi];
        let starts_tuple = |at: usize| at == 0 || columns.iter().any(|column| column[at] != column[at - 1]);
        let mut tuple = 0;
        let tuple_of: Vec<u32> = (0..people.len())
            .map(|at| {
                tuple += u32::from(at > 0 && starts_tuple(at));
                tuple
            })
            .collect();
        // Entries come by tuple, so each trail is in one order.
        let mut trail_of: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
        for ((person, tuple), rows) in people.iter().zip(&tuple_of).zip(&by_person.counts) {
            trail_of.entry(*person).or_default().push((*tuple, *rows));
        }
        // Numbered by what they are, and not by who has them.
        let mut all: BTreeMap<&[(u32, u64)], u64> = BTreeMap::new();
        trail_of.values().for_each(|trail| *all.entry(trail).or_insert(0) += 1);
        let numbers: HashMap<&[(u32, u64)], u32> = all.keys().copied().zip(0..).collect();
        let number: BTreeMap<u32, u32> =
            trail_of.iter().map(|(person, trail)| (*person, numbers[trail.as_slice()])).collect();
        let persons = all.values().copied().collect();
        let of_entry: Vec<u32> = people.iter().map(|person| number[person]).collect();
        // By tuple, then by trail, and persons in their order.
        let mut order: Vec<usize> = (0..of_entry.len()).collect();
        order.sort_by_key(|at| (tuple_of[*at], of_entry[*at]));
        let cell = |at: usize| (tuple_of[order[at]], of_entry[order[at]]);
        let starts: Vec<usize> = (0..order.len()).filter(|at| *at == 0 || cell(*at) != cell(at - 1)).collect();
        let of = starts.iter().map(|at| of_entry[order[*at]]).collect();
        reorder(&mut by_person, &order);
        let mut fold = Fold::new(by_person)?;
        fold.starts = starts;
        let mut frequency = fold.done();
        frequency.persons = frequency.persons.map(|persons_of| {
            let mut kept = Persons::clone(&persons_of);
            // All persons of a cell have the same rows in the same cells: how many they are is all that must be known.
            kept.alone = (0..kept.alone.len()).map(|cell| kept.count(cell)).collect();
            (kept.spread, kept.spread_of) = (Spread::none(), Lists::none(kept.alone.len()));
            kept.trails = Some(Trails { of, persons });
            kept.into()
        });
        Ok(frequency)
    }

    /// What all rows of the person weigh whose rows weigh most.
    pub fn heaviest(&self) -> u64 {
        self.rows.iter().map(|rows| rows * super::weight(self.scale, *rows)).max().unwrap_or(0)
    }

    /// The most rows that so many persons have.
    pub fn rows_of(&self, persons: u64) -> u64 {
        let mut rows = self.rows.clone();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        rows.iter().take(usize::try_from(persons).unwrap_or(usize::MAX)).sum()
    }
}

/// Puts the entries of a table into an order.
fn reorder(table: &mut Frequency, order: &[usize]) {
    for column in &mut table.columns {
        *column = order.iter().map(|at| column[*at]).collect();
    }
    table.counts = order.iter().map(|at| table.counts[*at]).collect();
    for Tracked { histograms, .. } in table.sensitive.iter_mut().chain(&mut table.label) {
        let mut ordered = Histograms::default();
        ordered.make_room(order.len(), histograms.values.len());
        for at in order {
            let histogram = histograms.of(*at);
            ordered.values.extend_from_slice(histogram.values);
            ordered.counts.extend_from_slice(histogram.counts);
            ordered.starts.push(ordered.values.len());
        }
        *histograms = ordered;
    }
}
