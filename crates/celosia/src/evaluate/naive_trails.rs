//! The slow, obvious classes of persons who stay in a release: the oracle of `classes/trails.rs`. Each person's trail is spelt out.

use std::collections::BTreeMap;

use super::Problem;
use super::naive::Slow;
use crate::frequency::{Frequency, Persons, scale, weight};
use crate::space::Shown;

/// What all rows of a person show, sorted.
pub type Trail = Vec<Vec<u32>>;

/// The trail of each person.
pub fn trails(frequency: &Frequency, persons: &Persons, shown: &Shown) -> BTreeMap<u32, Trail> {
    let mut trails: BTreeMap<u32, Trail> = BTreeMap::new();
    for tuple in 0..frequency.distinct() {
        let of_tuple = persons.of.of(tuple);
        for (person, rows) in of_tuple.values.iter().zip(of_tuple.counts) {
            let shows = (0..*rows).map(|_| shown.of_tuple(frequency, tuple));
            trails.entry(*person).or_default().extend(shows);
        }
    }
    trails.values_mut().for_each(|trail| trail.sort());
    trails
}

/// What some classes count for against the limit: their rows, or their persons where these stay.
pub fn charge<'c>(problem: &Problem, classes: impl Iterator<Item = &'c Slow>) -> u64 {
    if !problem.keeps_persons() {
        return classes.map(|class| class.rows).sum();
    }
    // All classes of a trail have the same persons.
    let persons: BTreeMap<&Trail, u64> = classes.map(|class| (&class.trail, class.size())).collect();
    persons.values().sum()
}

/// What the classes that are not kept count for.
pub fn gone(problem: &Problem, classes: &[Slow], kept: &[usize]) -> u64 {
    let mut goes = vec![true; classes.len()];
    kept.iter().for_each(|class| goes[*class] = false);
    charge(problem, classes.iter().zip(goes).filter(|(_, goes)| *goes).map(|(class, _)| class))
}

/// The values of classes, each the least of all classes with the same persons.
pub fn weakest(problem: &Problem, classes: &[Slow], values: Vec<f64>) -> Vec<f64> {
    if !problem.keeps_persons() {
        return values;
    }
    let mut least: BTreeMap<&Trail, f64> = BTreeMap::new();
    for (class, value) in classes.iter().zip(&values) {
        let known = least.entry(&class.trail).or_insert(f64::INFINITY);
        *known = known.min(*value);
    }
    classes.iter().map(|class| least[&class.trail]).collect()
}

/// What a row of each person weighs: one over how many rows the person has, of what is whole for all.
pub fn weights(persons: &Persons) -> Vec<u64> {
    let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
    persons.of.values.iter().zip(&persons.of.counts).for_each(|(person, n)| *rows.entry(*person).or_insert(0) += n);
    let rows: Vec<u64> = rows.into_values().collect();
    let scale = scale(&rows);
    rows.into_iter().map(|rows| weight(scale, rows)).collect()
}

/// What all rows of a person weigh, of whom they weigh most.
pub fn heaviest(persons: &Persons) -> u64 {
    let mut mass: BTreeMap<u32, u64> = BTreeMap::new();
    let weights = weights(persons);
    let all = persons.of.values.iter().zip(&persons.of.counts);
    all.for_each(|(person, n)| *mass.entry(*person).or_insert(0) += n * weights[*person as usize]);
    mass.into_values().max().unwrap_or(0)
}
