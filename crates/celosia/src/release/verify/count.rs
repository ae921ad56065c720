//! Counting rows of text in maps: slow and obvious.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::Question;
use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::study::Missing;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// A class: its rows, and the rows per value of each sensitive attribute; the same of each person, where persons are counted.
pub(in crate::release) struct Counted {
    pub(in crate::release) rows: u64,
    pub(in crate::release) sensitive: Vec<BTreeMap<String, u64>>,
    pub(in crate::release) persons: BTreeMap<String, Own>,
}

/// The rows of one person in a class.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::release) struct Own {
    pub(in crate::release) rows: u64,
    pub(in crate::release) sensitive: Vec<BTreeMap<String, u64>>,
}

impl Counted {
    fn new(sensitive: usize) -> Counted {
        Counted { rows: 0, sensitive: vec![BTreeMap::new(); sensitive], persons: BTreeMap::new() }
    }

    /// Counts rows of one kind: whose they are, where persons are counted, and their sensitive values.
    pub(in crate::release) fn add(&mut self, person: Option<String>, values: &[String], rows: u64) {
        self.rows += rows;
        let own = person.map(|person| {
            let new = || Own { rows: 0, sensitive: vec![BTreeMap::new(); values.len()] };
            self.persons.entry(person).or_insert_with(new)
        });
        let own = own.map(|own| {
            own.rows += rows;
            &mut own.sensitive
        });
        for histograms in own.into_iter().chain([&mut self.sensitive]) {
            let both = histograms.iter_mut().zip(values);
            both.for_each(|(histogram, value)| *histogram.entry(value.clone()).or_insert(0) += rows);
        }
    }
}

/// A class that has no row yet.
pub(in crate::release) fn no_rows(sensitive: usize) -> Counted {
    Counted::new(sensitive)
}

/// Classes, and how many rows are nothing but `*`. Where every row is one, they are the table.
fn apart(classes: ByTuple, starred: ByTuple) -> (ByTuple, u64) {
    let rows = starred.values().map(|class| class.rows).sum();
    if classes.is_empty() { (starred, 0) } else { (classes, rows) }
}

/// Classes by what their rows show in the quasi-identifiers.
pub(in crate::release) type ByTuple = HashMap<Vec<String>, Counted>;

/// What a row of nothing but `*` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stars {
    /// A suppressed row, as far as a stranger can tell.
    Suppressed,
    /// A row like any other, because suppressed rows were left out.
    Rows,
}

/// The same classes, counted by an engine: rows of `batch` are tuples, then sensitive values, then the person where persons are
/// counted, then whether all is `*`, then how many rows there are.
pub(super) struct Gathered {
    quasi: usize,
    sensitive: usize,
    /// Does the person stand behind them?
    person: bool,
    stars: Stars,
    classes: ByTuple,
    starred: ByTuple,
}

impl Gathered {
    pub(super) fn new(question: &Question, stars: Stars) -> Gathered {
        let (quasi, sensitive) = (question.quasi.len(), question.sensitive.len());
        let person = question.person.is_some();
        Gathered { quasi, sensitive, person, stars, classes: ByTuple::new(), starred: ByTuple::new() }
    }

    pub(super) fn take(&mut self, batch: &Batch) -> Result<()> {
        let width = self.quasi + self.sensitive + usize::from(self.person);
        for row in 0..batch.rows() {
            let text = |column: usize| batch.value(column, row).to_string();
            let starred = self.stars == Stars::Suppressed && text(width) == "1";
            let into = if starred { &mut self.starred } else { &mut self.classes };
            let rows: u64 = text(width + 1).parse().map_err(|_| Error::Table {
                place: batch.place(row),
                what: "a count that is no number".into(),
                hint: "this is a defect of celosia: please report it".into(),
            })?;
            let tuple = (0..self.quasi).map(text).collect();
            let class = into.entry(tuple).or_insert_with(|| Counted::new(self.sensitive));
            let values: Vec<String> = (self.quasi..self.quasi + self.sensitive).map(text).collect();
            let person = self.person.then(|| text(width - 1));
            class.add(person, &values, rows);
        }
        Ok(())
    }

    pub(super) fn finish(self) -> (ByTuple, u64) {
        apart(self.classes, self.starred)
    }
}

/// The classes of a table, and how many rows are nothing but `*`, where these are not rows like any other.
pub(super) fn count(table: &Table, question: &Question, stars: Stars, watch: &dyn Watch) -> Result<(ByTuple, u64)> {
    let position = |names: &[String], flag: &str| -> Result<Vec<usize>> {
        names.iter().map(|name| table.column(name, flag)).collect()
    };
    let quasi = position(&question.quasi, "verify.quasi")?;
    let sensitive = position(&question.sensitive, "verify.sensitive")?;
    let person = position(question.person.as_slice(), "verify.person")?;
    // Whether a row is nothing but `*` takes all columns to tell.
    let scanned: Vec<usize> = match stars {
        Stars::Suppressed => (0..table.columns.len()).collect(),
        Stars::Rows => quasi.iter().chain(&sensitive).chain(&person).copied().collect(),
    };
    let at = |column: &usize| scanned.iter().position(|scanned| scanned == column).unwrap_or(0);
    let (quasi, sensitive): (Vec<usize>, Vec<usize>) =
        (quasi.iter().map(at).collect(), sensitive.iter().map(at).collect());
    let person = person.first().map(at);
    let counted: Mutex<(ByTuple, ByTuple)> = Mutex::default();
    table.scan(&scanned, question.threads, watch, || {
        let mut worker = Worker {
            words: vec![Words::default(); scanned.len()],
            classes: HashMap::new(),
            quasi: &quasi,
            sensitive: &sensitive,
            person,
            missing: &question.missing,
            stars,
            all: &counted,
        };
        move |batch: &Batch| worker.count(batch)
    })?;
    let (classes, starred) = unlocked(counted);
    Ok(apart(classes, starred))
}

/// The distinct texts of a column that a thread has met. Each stands for itself, not for a group or a rank.
#[derive(Default, Clone)]
struct Words {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Words {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }
}

/// A class as a thread has seen it.
struct Class {
    rows: u64,
    sensitive: Vec<HashMap<u32, u64>>,
    persons: HashMap<u32, (u64, Vec<HashMap<u32, u64>>)>,
}

/// One thread's rows, with a number for each text so that a row is not copied: by starred or not, and by tuple.
struct Worker<'a> {
    words: Vec<Words>,
    classes: HashMap<(bool, Vec<u32>), Class>,
    quasi: &'a [usize],
    sensitive: &'a [usize],
    /// Where the person stands, where persons are counted.
    person: Option<usize>,
    missing: &'a Missing,
    stars: Stars,
    all: &'a Mutex<(ByTuple, ByTuple)>,
}

impl Worker<'_> {
    fn count(&mut self, batch: &Batch) -> Result<()> {
        let numbers = self.words.iter_mut().enumerate().map(|(column, words)| match batch.keys(column) {
            Some((keys, values)) => {
                let mut of_key = vec![None; values];
                let number = |(row, &key): (usize, &u32)| {
                    *of_key[key as usize].get_or_insert_with(|| words.number(batch.value(column, row)))
                };
                keys.iter().enumerate().map(number).collect()
            }
            None => (0..batch.rows()).map(|row| words.number(batch.value(column, row))).collect(),
        });
        let numbers: Vec<Vec<u32>> = numbers.collect();
        let mut key = (false, Vec::new());
        for row in 0..batch.rows() {
            key.0 = self.stars == Stars::Suppressed && (0..numbers.len()).all(|column| batch.value(column, row) == TOP);
            key.1.clear();
            key.1.extend(self.quasi.iter().map(|column| numbers[*column][row]));
            let class = match self.classes.get_mut(&key) {
                Some(class) => class,
                None => {
                    let sensitive = vec![HashMap::new(); self.sensitive.len()];
                    let new = Class { rows: 0, sensitive, persons: HashMap::new() };
                    self.classes.entry(key.clone()).or_insert(new)
                }
            };
            class.rows += 1;
            for (histogram, column) in class.sensitive.iter_mut().zip(self.sensitive) {
                *histogram.entry(numbers[*column][row]).or_insert(0) += 1;
            }
            let Some(person) = self.person else { continue };
            if !key.0 && self.missing.is(batch.value(person, row)) {
                return Err(nobody(batch, row));
            }
            let new = || (0, vec![HashMap::new(); self.sensitive.len()]);
            let (rows, sensitive) = class.persons.entry(numbers[person][row]).or_insert_with(new);
            *rows += 1;
            for (histogram, column) in sensitive.iter_mut().zip(self.sensitive) {
                *histogram.entry(numbers[*column][row]).or_insert(0) += 1;
            }
        }
        Ok(())
    }
}

/// The error for a row that is about nobody known, where persons are asked for.
fn nobody(batch: &Batch, row: usize) -> Error {
    Error::Table {
        place: batch.place(row),
        what: "nobody knows whose row this is: the column of persons is empty here".into(),
        hint: "leave such rows out: they may be about anyone, so no class can be said to have k persons".into(),
    }
}

/// A thread that has read its last batch adds its classes to those of the others.
impl Drop for Worker<'_> {
    fn drop(&mut self) {
        let mut all = lock(self.all);
        for ((starred, tuple), own) in self.classes.drain() {
            let into = if starred { &mut all.1 } else { &mut all.0 };
            let text = |column: usize, number: u32| self.words[column].texts[number as usize].clone();
            let tuple = self.quasi.iter().zip(tuple).map(|(column, number)| text(*column, number)).collect();
            let class = into.entry(tuple).or_insert_with(|| Counted::new(self.sensitive.len()));
            class.rows += own.rows;
            for ((histogram, column), counted) in class.sensitive.iter_mut().zip(self.sensitive).zip(own.sensitive) {
                counted.into_iter().for_each(|(number, n)| *histogram.entry(text(*column, number)).or_insert(0) += n);
            }
            for (person, (rows, sensitive)) in own.persons {
                let Some(name) = self.person.map(|column| text(column, person)) else { continue };
                let new = || Own { rows: 0, sensitive: vec![BTreeMap::new(); self.sensitive.len()] };
                let into = class.persons.entry(name).or_insert_with(new);
                into.rows += rows;
                for ((histogram, column), counted) in into.sensitive.iter_mut().zip(self.sensitive).zip(sensitive) {
                    counted.into_iter().for_each(|(v, n)| *histogram.entry(text(*column, v)).or_insert(0) += n);
                }
            }
        }
    }
}
