//! A privacy model at work: how strong classes are under it, and how far their parts reach.

use std::sync::Arc;

use crate::classes::Classes;
use crate::frequency::{Frequency, Histogram, Histograms, Holders, Persons, Tracked};
use crate::privacy::{About, Class, Crowd, Held, Model, Over};
use crate::space::Units;

/// A privacy model of a problem.
pub struct Judge {
    /// Its name and direction.
    pub about: &'static About,
    pub(super) model: Box<dyn Model>,
    /// Who the rows are about, where persons are counted.
    pub(super) persons: Option<Arc<Persons>>,
    /// Does it look at sensitive attributes, or what is required of classes beside it?
    pub(super) sensitive: bool,
    /// And at who holds which values?
    pub(super) holders: bool,
}

impl Judge {
    /// A model that was made for a table.
    pub(super) fn new(about: &'static About, model: Box<dyn Model>, persons: Option<Arc<Persons>>) -> Judge {
        Judge { about, model, persons, sensitive: about.sensitive, holders: about.holders }
    }

    /// Is the protection of a table that of its weakest class, and is no part of a class stronger than the class?
    pub(super) fn reaches_what_it_has(&self) -> bool {
        self.about.over == Over::Least && self.model.reaches_what_it_has()
    }

    /// The protection of each class; where trails are kept that of its trail, which is the least of its classes'.
    pub(super) fn protections(&self, classes: &Classes) -> Vec<f64> {
        let of_each = self.of_each(classes);
        match &classes.trails {
            Some(trails) => trails.weakest(of_each),
            None => of_each,
        }
    }

    fn of_each(&self, classes: &Classes) -> Vec<f64> {
        if !self.sensitive {
            return match &classes.persons {
                Some(persons) => self.model.protections(&persons.counts),
                None => self.model.protections(&classes.rows),
            };
        }
        self.ask(classes, |class| self.model.protection(class))
    }

    /// The most that a part of each class keeps in any finer node, where `limit` rows may go.
    pub(super) fn reach(&self, classes: &Classes, limit: u64) -> Vec<f64> {
        match self.model.reaches_what_it_has() {
            true => self.protections(classes),
            false => {
                // Rows that go weigh no more than so many rows of those who have fewest; persons who go, than so many of the heaviest.
                let removable = self.persons.as_ref().map_or(limit, |persons| match persons.trails {
                    Some(_) => limit.saturating_mul(persons.heaviest()),
                    None => persons.most(limit),
                });
                let reach = self.ask(classes, |class| self.model.reach(class, removable));
                match &classes.trails {
                    Some(trails) => trails.weakest(reach),
                    None => reach,
                }
            }
        }
    }

    /// The protection of a class of these units with so many of their rows. Units that are whole tuples come with all of them where
    /// sensitive values are asked for, and where persons are counted.
    pub(super) fn protection_of(&self, frequency: &Frequency, units: &Units, class: &[(u32, u64)]) -> f64 {
        let (of_tuples, of_sensitive) = match &self.persons {
            Some(persons) => (Some(&persons.masses), &persons.sensitive),
            None => (None, &frequency.sensitive),
        };
        let tuples: Vec<u32> = class.iter().map(|(unit, _)| units.get(*unit).0).collect();
        let rows = match of_tuples {
            Some(masses) => tuples.iter().map(|tuple| masses[*tuple as usize]).sum(),
            None => class.iter().map(|(_, rows)| rows).sum(),
        };
        let asked = of_sensitive.iter().filter(|_| self.sensitive);
        let by_value = class.iter().all(|(unit, _)| units.get(*unit).1.is_some());
        let of = |s: &Tracked| if by_value { counted(units, class) } else { merge(&s.histograms, &tuples) };
        let merged: Vec<Merged> = asked.map(of).collect();
        let sensitive: Vec<Histogram> = merged.iter().map(|(values, counts)| Histogram { values, counts }).collect();
        let Some(persons) = &self.persons else {
            return self.model.protection(&Class { rows, sensitive: &sensitive, persons: None });
        };
        let count = persons.count_of(&tuples);
        let asked = persons.holders.iter().filter(|_| self.holders);
        let codes = asked.map(|holders| {
            let mut codes = merge(&holders.of, &tuples).0;
            holders.settle(&mut codes);
            let counts = vec![1; codes.len()];
            (codes, counts)
        });
        let codes: Vec<Merged> = codes.collect();
        let held = codes.iter().zip(&persons.holders);
        let held: Vec<Held> = held.map(|((values, counts), h)| held_in(h, Histogram { values, counts })).collect();
        self.model.protection(&Class { rows, sensitive: &sensitive, persons: Some(Crowd { count, held: &held }) })
    }

    fn ask(&self, classes: &Classes, of: impl Fn(&Class) -> f64) -> Vec<f64> {
        let mut sensitive = Vec::with_capacity(classes.sensitive.len());
        let mut held = Vec::new();
        let persons = classes.persons.as_deref().zip(self.persons.as_deref());
        let of_class = |class: usize| {
            sensitive.clear();
            // Histograms borrow from the classes; the buffer lives as long.
            sensitive.extend(classes.sensitive.iter().map(|h| h.of(class)));
            let Some((crowds, persons)) = persons else {
                return of(&Class { rows: classes.rows[class], sensitive: &sensitive, persons: None });
            };
            held.clear();
            let holders = crowds.holders.iter().zip(&persons.holders).filter(|_| self.holders);
            held.extend(holders.map(|(codes, holders)| held_in(holders, codes.of(class))));
            let crowd = Crowd { count: crowds.count(class), held: &held };
            of(&Class { rows: crowds.masses[class], sensitive: &sensitive, persons: Some(crowd) })
        };
        (0..classes.len()).map(of_class).collect()
    }
}

/// Who holds which values in a class that has these codes.
fn held_in<'a>(holders: &'a Holders, codes: Histogram<'a>) -> Held<'a> {
    Held { codes, values: holders.values, pairs: &holders.pairs }
}

/// Values with what is counted of them.
type Merged = (Vec<u32>, Vec<u64>);

/// The histogram of units that have one value each.
fn counted(units: &Units, class: &[(u32, u64)]) -> Merged {
    let mut counts = std::collections::BTreeMap::new();
    for (unit, rows) in class {
        units.get(*unit).1.into_iter().for_each(|value| *counts.entry(value).or_insert(0) += rows);
    }
    counts.into_iter().unzip()
}

/// The histogram of some tuples together.
fn merge(histograms: &Histograms, tuples: &[u32]) -> Merged {
    let mut counts = std::collections::BTreeMap::new();
    for tuple in tuples {
        let of = histograms.of(*tuple as usize);
        of.values.iter().zip(of.counts).for_each(|(value, n)| *counts.entry(*value).or_insert(0) += n);
    }
    counts.into_iter().unzip()
}
