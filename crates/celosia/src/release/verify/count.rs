//! Counting rows of text in maps: slow and obvious.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hashbrown::HashMap;

use super::Question;
use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// A class: its rows, and the rows per value of each sensitive attribute.
pub(in crate::release) struct Counted {
    pub(in crate::release) rows: u64,
    pub(in crate::release) sensitive: Vec<BTreeMap<String, u64>>,
}

impl Counted {
    fn new(sensitive: usize) -> Counted {
        Counted { rows: 0, sensitive: vec![BTreeMap::new(); sensitive] }
    }
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

/// The same classes, counted by an engine: rows of `batch` are tuples, then sensitive values, then whether all is `*`, then
/// how many rows there are.
pub(super) struct Gathered {
    quasi: usize,
    sensitive: usize,
    stars: Stars,
    classes: ByTuple,
    starred: ByTuple,
}

impl Gathered {
    pub(super) fn new(question: &Question, stars: Stars) -> Gathered {
        let (quasi, sensitive) = (question.quasi.len(), question.sensitive.len());
        Gathered { quasi, sensitive, stars, classes: ByTuple::new(), starred: ByTuple::new() }
    }

    pub(super) fn take(&mut self, batch: &Batch) -> Result<()> {
        let width = self.quasi + self.sensitive;
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
            class.rows += rows;
            for (histogram, column) in class.sensitive.iter_mut().zip(self.quasi..) {
                *histogram.entry(text(column)).or_insert(0) += rows;
            }
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
    // Whether a row is nothing but `*` takes all columns to tell.
    let scanned: Vec<usize> = match stars {
        Stars::Suppressed => (0..table.columns.len()).collect(),
        Stars::Rows => quasi.iter().chain(&sensitive).copied().collect(),
    };
    let at = |column: &usize| scanned.iter().position(|scanned| scanned == column).unwrap_or(0);
    let (quasi, sensitive): (Vec<usize>, Vec<usize>) =
        (quasi.iter().map(at).collect(), sensitive.iter().map(at).collect());
    let counted: Mutex<(ByTuple, ByTuple)> = Mutex::default();
    table.scan(&scanned, question.threads, watch, || {
        let mut worker = Worker {
            words: vec![Words::default(); scanned.len()],
            classes: HashMap::new(),
            quasi: &quasi,
            sensitive: &sensitive,
            stars,
            all: &counted,
        };
        move |batch: &Batch| {
            worker.count(batch);
            Ok(())
        }
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
}

/// One thread's rows, with a number for each text so that a row is not copied: by starred or not, and by tuple.
struct Worker<'a> {
    words: Vec<Words>,
    classes: HashMap<(bool, Vec<u32>), Class>,
    quasi: &'a [usize],
    sensitive: &'a [usize],
    stars: Stars,
    all: &'a Mutex<(ByTuple, ByTuple)>,
}

impl Worker<'_> {
    fn count(&mut self, batch: &Batch) {
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
                    let new = Class { rows: 0, sensitive: vec![HashMap::new(); self.sensitive.len()] };
                    self.classes.entry(key.clone()).or_insert(new)
                }
            };
            class.rows += 1;
            for (histogram, column) in class.sensitive.iter_mut().zip(self.sensitive) {
                *histogram.entry(numbers[*column][row]).or_insert(0) += 1;
            }
        }
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
        }
    }
}
