//! The persons of a release, counted before their column is taken out.
//!
//! The rows that are written have no person any more. So the source is read once more, row by row, through the same recoding, and
//! the rows that are kept are counted in maps of text with whoever they are about. What was written must then have just these
//! classes, each with the same rows and the same sensitive values: so the persons that were counted are those of what was
//! written. Nothing here knows the frequency table's persons but by what is promised.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::by_class::Lots;
use super::plan::Plan;
use super::recode::Recoding;
use super::row::Recoder;
use super::rows::{Cell, Rows, Texts, next_cell};
use super::verify::{ByTuple, Counted, Own, Question, no_rows};
use crate::error::Result;
use crate::frequency::Frequency;
use crate::open::Source;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// Rows of each person in the table that was counted, where persons are.
pub fn rows_of(source: &Source, frequency: &Frequency) -> Option<BTreeMap<String, u64>> {
    let persons = frequency.persons.as_ref()?;
    Some(source.persons.iter().cloned().zip(persons.rows.iter().copied()).collect())
}

/// What the rows of each sensitive value weigh in it.
pub fn weighed(frequency: &Frequency) -> Vec<Vec<u64>> {
    let sensitive = frequency.persons.iter().flat_map(|persons| &persons.sensitive);
    sensitive.map(|tracked| tracked.totals.clone()).collect()
}

/// The classes of the rows that a release keeps, with their persons, from a table that this machine reads.
pub fn here(plan: &Plan, table: &Table, question: &Question, watch: &dyn Watch) -> Result<ByTuple> {
    let columns = &plan.recoding.columns;
    let place = |name: &String| columns.iter().position(|shown| shown.column.said.name == *name);
    let places = |names: &[String]| names.iter().filter_map(place).collect::<Vec<usize>>();
    let (quasi, sensitive) = (places(&question.quasi), places(&question.sensitive));
    let texts = Texts::new(columns.len());
    // No rows of a tuple are shared out where persons are counted, so no lot decides where one goes.
    let lots = Lots::new()?;
    let counted: Mutex<HashMap<Key, u64>> = Mutex::default();
    let positions: Vec<usize> = plan.recoding.positions();
    let person = columns.len();
    table.scan(&positions, plan.source.study.search.threads, watch, || {
        let mut recoder = Recoder::new(&plan.recoding, &texts, &lots, false).with_person();
        let (counted, quasi, sensitive) = (&counted, &quasi, &sensitive);
        move |batch: &Batch| {
            let rows: &Rows = recoder.rows(batch)?;
            let mut own: HashMap<Key, u64> = HashMap::new();
            for row in rows.iter() {
                *own.entry(Key::of(row, quasi, sensitive, person)).or_insert(0) += 1;
            }
            let mut all = lock(counted);
            own.into_iter().for_each(|(key, rows)| *all.entry(key).or_insert(0) += rows);
            Ok(())
        }
    })?;
    let known: Vec<Vec<_>> = (0..columns.len()).map(|column| texts.since(column, 0)).collect();
    let text = |column: &usize, number: &u32| known[*column][*number as usize].to_string();
    let mut classes = ByTuple::new();
    for (key, rows) in unlocked(counted) {
        let tuple = quasi.iter().zip(&key.quasi).map(|(column, number)| text(column, number)).collect();
        let values: Vec<String> = sensitive.iter().zip(&key.sensitive).map(|(c, n)| text(c, n)).collect();
        classes.entry(tuple).or_insert_with(|| no_rows(sensitive.len())).add(Some(key.person), &values, rows);
    }
    Ok(classes)
}

/// What rows of one kind have in common: numbers of texts, and whose they are.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    quasi: Vec<u32>,
    sensitive: Vec<u32>,
    person: String,
}

impl Key {
    fn of(mut row: &[u8], quasi: &[usize], sensitive: &[usize], person: usize) -> Key {
        let mut key = Key { quasi: vec![0; quasi.len()], sensitive: vec![0; sensitive.len()], person: String::new() };
        // Behind all columns that are released, whatever stands among these.
        for column in 0..=person {
            match next_cell(&mut row) {
                Cell::Number(number) => {
                    let places = quasi.iter().zip(&mut key.quasi).chain(sensitive.iter().zip(&mut key.sensitive));
                    places.filter(|(at, _)| **at == column).for_each(|(_, known)| *known = number as u32);
                }
                Cell::Text(text) if column == person => key.person = text.to_string(),
                // A column that is not counted.
                Cell::Text(_) => {}
            }
        }
        key
    }
}

/// Does what was written have these classes, each with as many rows and the same sensitive values? What it has, if not.
pub fn same(written: &ByTuple, counted: &ByTuple) -> std::result::Result<(), String> {
    let differs = |(tuple, class): (&Vec<String>, &Counted)| {
        written.get(tuple).is_none_or(|other| (other.rows, &other.sensitive) != (class.rows, &class.sensitive))
    };
    let others = counted.iter().filter(|class| differs(*class)).count();
    if others == 0 && written.len() == counted.len() {
        return Ok(());
    }
    Err(format!("{} classes, of which {others} have other rows", written.len()))
}

/// Has everybody in what was written, under the own pseudonym, the rows that were counted? What it has, if not.
pub fn same_persons(written: &ByTuple, counted: &ByTuple, recoding: &Recoding) -> std::result::Result<(), String> {
    let differs = |(tuple, class): (&Vec<String>, &Counted)| {
        let Some(other) = written.get(tuple) else { return true };
        let same = |(person, own): (&String, &Own)| {
            let shown = recoding.pseudonym(person).and_then(|pseudonym| other.persons.get(pseudonym));
            shown == Some(own)
        };
        (other.rows, other.persons.len()) != (class.rows, class.persons.len()) || !class.persons.iter().all(same)
    };
    let others = counted.iter().filter(|class| differs(*class)).count();
    if others == 0 && written.len() == counted.len() {
        return Ok(());
    }
    Err(format!("{} classes, of which {others} have other persons or rows", written.len()))
}
