//! Trails of a table, spelt out in text: what all rows of each person show. Slow and obvious; nothing here knows how a search counts
//! them (`frequency/trails.rs` has the definition).

use std::collections::BTreeMap;

use super::count::{ByTuple, no_rows};

/// What the rows of a person show, with how often each comes.
type Trail<'c> = BTreeMap<&'c [String], u64>;

/// Classes of rows that show one tuple and are of persons with one trail: what they show, and behind it the number of the trail.
pub fn apart(classes: &ByTuple) -> ByTuple {
    let mut trails: BTreeMap<&str, Trail> = BTreeMap::new();
    for (tuple, class) in classes {
        for (person, own) in &class.persons {
            trails.entry(person).or_default().insert(tuple, own.rows);
        }
    }
    let mut number: BTreeMap<&Trail, u64> = trails.values().map(|trail| (trail, 0)).collect();
    number.values_mut().zip(0..).for_each(|(number, next)| *number = next);
    let mut apart = ByTuple::new();
    for (tuple, class) in classes {
        for (person, own) in &class.persons {
            let trail = number[&trails[person.as_str()]].to_string();
            let shows: Vec<String> = tuple.iter().cloned().chain([trail]).collect();
            let sensitive = own.sensitive.len();
            let into = apart.entry(shows).or_insert_with(|| no_rows(sensitive));
            into.rows += own.rows;
            for (all, values) in into.sensitive.iter_mut().zip(&own.sensitive) {
                values.iter().for_each(|(value, rows)| *all.entry(value.clone()).or_insert(0) += rows);
            }
            into.persons.insert(person.clone(), own.clone());
        }
    }
    apart
}

/// The fewest persons who share a trail.
pub fn least(classes: &ByTuple) -> u64 {
    apart(classes).values().map(|class| class.persons.len() as u64).min().unwrap_or(0)
}
