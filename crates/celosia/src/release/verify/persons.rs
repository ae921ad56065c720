//! Persons of a table, counted in maps of text: slow and obvious, as rows are.
//!
//! A row weighs one over the rows of its person: those of the table itself, or, where the original is known, those that its
//! person has there. The weights are those of the definition (`frequency/persons.rs`); who has how many rows is counted here.

use std::collections::{BTreeMap, BTreeSet};

use super::count::ByTuple;
use super::{CHANGED, Coded, Counted, Question};
use crate::error::{Error, Result};
use crate::frequency::{Histogram, scale, weight};
use crate::privacy;

/// Whose rows the table has, and what a row of each weighs.
pub(super) struct Persons<'c>(BTreeMap<&'c str, u64>);

/// The persons of a class: how many, and per sensitive attribute who has which value, missing being none.
pub(super) struct Crowd {
    count: u64,
    held: Vec<Vec<(u32, u32)>>,
}

impl Counted {
    /// How many there are of what is counted: persons, or rows.
    pub(in crate::release) fn size(&self, question: &Question) -> u64 {
        if question.person.is_some() { self.persons.len() as u64 } else { self.rows }
    }
}

impl<'c> Persons<'c> {
    /// Those of these classes; `known` says how many rows each has where others have gone.
    pub fn new(classes: &'c ByTuple, known: Option<&'c BTreeMap<String, u64>>) -> Persons<'c> {
        let mut rows: BTreeMap<&str, u64> = BTreeMap::new();
        match known {
            Some(known) => rows.extend(known.iter().map(|(person, rows)| (person.as_str(), *rows))),
            None => {
                for (person, own) in classes.values().flat_map(|class| &class.persons) {
                    *rows.entry(person).or_insert(0) += own.rows;
                }
            }
        }
        let scale = scale(&rows.values().copied().collect::<Vec<u64>>());
        Persons(rows.into_iter().map(|(person, rows)| (person, weight(scale, rows))).collect())
    }

    /// Classes with what their rows weigh in the place of rows, and with their persons.
    pub fn coded(
        &self,
        classes: &[(&Vec<String>, &Counted)],
        code: &dyn Fn(usize, &String) -> Result<u32>,
        missing: &[Option<u32>],
    ) -> Result<Vec<Coded>> {
        let number: BTreeMap<&str, u32> = self.0.keys().copied().zip(0..).collect();
        let coded = |(_, class): &(&Vec<String>, &Counted)| {
            let mut weighed: Vec<BTreeMap<u32, u64>> = vec![BTreeMap::new(); missing.len()];
            let mut held: Vec<BTreeSet<(u32, u32)>> = vec![BTreeSet::new(); missing.len()];
            let mut mass = 0;
            for (person, own) in &class.persons {
                let known = self.0.get(person.as_str()).zip(number.get(person.as_str()));
                let (weight, number) = known
                    .ok_or_else(|| Error::earlier("recount", "a person whom the original does not have", CHANGED))?;
                mass += own.rows * weight;
                for (attribute, histogram) in own.sensitive.iter().enumerate() {
                    for (value, rows) in histogram {
                        let value = code(attribute, value)?;
                        *weighed[attribute].entry(value).or_insert(0) += rows * weight;
                        if missing[attribute] != Some(value) {
                            held[attribute].insert((*number, value));
                        }
                    }
                }
            }
            let held = held.into_iter().map(|pairs| pairs.into_iter().collect()).collect();
            Ok(Coded {
                rows: mass,
                sensitive: weighed.into_iter().map(|values| values.into_iter().unzip()).collect(),
                persons: Some(Crowd { count: class.persons.len() as u64, held }),
            })
        };
        classes.iter().map(coded).collect()
    }
}

impl Crowd {
    /// Asks something of them, as models see persons.
    pub fn asked<R>(&self, ask: impl FnOnce(privacy::Crowd) -> R) -> R {
        let codes = |pairs: &Vec<(u32, u32)>| (0..pairs.len() as u32).map(|code| (code, 1)).unzip();
        let codes: Vec<(Vec<u32>, Vec<u64>)> = self.held.iter().map(codes).collect();
        let held = self.held.iter().zip(&codes).map(|(pairs, (values, counts))| privacy::Held {
            codes: Histogram { values, counts },
            values: 0,
            pairs,
        });
        let held: Vec<privacy::Held> = held.collect();
        ask(privacy::Crowd { count: self.count, held: &held })
    }
}
