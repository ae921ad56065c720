//! What two releases of nearly the same persons give away together (Ganta, Kasiviswanathan and Smith 2008; Xiao and Tao 2007).
//!
//! Whoever knows that a person is in both sees two classes of candidates, and the person is in their intersection. With a column
//! that names persons in both files this is counted person by person: a *cell* is all persons with the same class in the earlier
//! release and the same class in the later one, and the k of both is the least cell. A value is certain where only one
//! stands in both classes. *m-invariance* holds where in each class of each release all sensitive values differ, there are at least
//! m of them, and each person's classes show the same set of values in both.
//!
//! Without such a column only classes with the same labels in both can be compared: what was added to one, or went.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::hierarchy::TOP;
use crate::say::count;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// One of the two releases.
pub struct Release<'a> {
    /// Its rows.
    pub table: &'a Table,
    /// Its quasi-identifiers.
    pub quasi: &'a [String],
    /// Does everybody see the column that names persons, as pseudonyms?
    pub trails: bool,
}

/// What both give away together.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// The least class of each alone: the earlier, the later. In persons, where a column names them, else in rows.
    pub alone: [u64; 2],
    /// What can be said of persons.
    pub persons: Option<Persons>,
    /// What can be said of classes with the same labels.
    pub labels: SameLabels,
    /// What becomes certain of each sensitive column.
    pub values: Vec<Sensitive>,
}

/// Persons in both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Persons {
    /// In both.
    pub both: u64,
    /// Only in the earlier, only in the later.
    pub only: [u64; 2],
    /// The least cell of persons in both; nothing where nobody is.
    pub k: Option<u64>,
    /// Persons in cells smaller than the least class of either release.
    pub below: u64,
    /// The least cell of persons who are in one of them only: they are known by their absence from the other.
    pub absent: Option<u64>,
}

/// Classes with the same labels in both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameLabels {
    /// Classes of the earlier, of the later, and those with the same labels in both.
    pub classes: [u64; 3],
    /// Of these, those with another number of rows.
    pub changed: u64,
    /// The fewest rows by which one of them grew or shrank.
    pub least: Option<u64>,
}

/// What becomes certain of a sensitive column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensitive {
    /// Its name.
    pub column: String,
    /// Persons whose value is certain from one release by itself; where nobody names persons, nothing.
    pub before: Option<u64>,
    /// Persons of whom only both together say it.
    pub together: Option<u64>,
    /// Rows that were added to a class, or taken from it, and all have one value.
    pub told_by_change: u64,
    /// The m of m-invariance; nothing where it does not hold or nobody names persons.
    pub m: Option<u64>,
    /// Persons whose classes show other sets of values.
    pub other_values: Option<u64>,
}

/// A release as it is compared: the class of each row, the values in each class, the classes of each person.
struct Read {
    classes: Vec<Class>,
    by_label: HashMap<Vec<String>, usize>,
    persons: BTreeMap<String, BTreeSet<usize>>,
}

struct Class {
    rows: u64,
    persons: BTreeSet<String>,
    values: Vec<BTreeMap<String, u64>>,
}

/// Compares an earlier release with a later one.
pub fn against(
    earlier: &Release,
    later: &Release,
    sensitive: &[String],
    person: Option<&str>,
    watch: &dyn Watch,
) -> Result<Together> {
    let mut numbers = HashMap::new();
    let read = [earlier, later].map(|release| read(release, sensitive, person, &mut numbers, watch));
    let [before, after] = read;
    let read = [before?, after?];
    let size = |class: &Class| if person.is_some() { class.persons.len() as u64 } else { class.rows };
    let least = |read: &Read| read.classes.iter().map(size).min().unwrap_or(0);
    let alone = [least(&read[0]), least(&read[1])];
    let [before, after] = &read;
    let persons = person.map(|_| persons(before, after, alone));
    let values = sensitive.iter().enumerate();
    let values =
        values.map(|(s, column)| Sensitive { column: column.clone(), ..of_values(before, after, s, person.is_some()) });
    Ok(Together { alone, persons, labels: same_labels(before, after), values: values.collect() })
}

/// Trails by what they show, numbered alike in both releases.
type Numbers = HashMap<Vec<Vec<String>>, usize>;

fn read(
    release: &Release,
    sensitive: &[String],
    person: Option<&str>,
    numbers: &mut Numbers,
    watch: &dyn Watch,
) -> Result<Read> {
    let names = release.quasi.iter().chain(sensitive).map(String::as_str).chain(person);
    let columns: Vec<usize> = names.map(|name| release.table.column(name, "verify.against")).collect::<Result<_>>()?;
    let (quasi, last) = (release.quasi.len(), columns.len());
    if quasi == 0 {
        return Err(Error::study("verify.quasi", "no quasi-identifier", "name the columns that others may know"));
    }
    let found: Mutex<Vec<Row>> = Mutex::default();
    // One thread: classes are numbered in the order in which they come.
    release.table.scan(&columns, 1, watch, || {
        |batch: &Batch| {
            let mut found = lock(&found);
            for row in 0..batch.rows() {
                if (0..last).all(|column| batch.value(column, row) == TOP) {
                    continue;
                }
                let texts = |from: usize, to: usize| (from..to).map(|c| batch.value(c, row).to_string()).collect();
                let whose = person.map(|_| batch.value(last - 1, row).to_string());
                found.push(Row { shows: texts(0, quasi), values: texts(quasi, quasi + sensitive.len()), whose });
            }
            Ok(())
        }
    })?;
    let mut rows = unlocked(found);
    if rows.is_empty() {
        return Err(release.table.header_only());
    }
    if release.trails {
        by_trail(&mut rows, numbers);
    }
    let mut read = Read { classes: Vec::new(), by_label: HashMap::new(), persons: BTreeMap::new() };
    rows.into_iter().for_each(|row| read.add(row));
    Ok(read)
}

/// A row of a release.
struct Row {
    shows: Vec<String>,
    values: Vec<String>,
    whose: Option<String>,
}

/// Rows show the number of their person's trail too: all that the person's rows show, each as often as it comes.
fn by_trail(rows: &mut [Row], numbers: &mut Numbers) {
    let mut trails: HashMap<&str, Vec<Vec<String>>> = HashMap::new();
    for row in rows.iter() {
        trails.entry(row.whose.as_deref().unwrap_or_default()).or_default().push(row.shows.clone());
    }
    let mut number = |mut trail: Vec<Vec<String>>| {
        trail.sort();
        let next = numbers.len();
        *numbers.entry(trail).or_insert(next)
    };
    let number: HashMap<String, usize> =
        trails.into_iter().map(|(person, trail)| (person.to_string(), number(trail))).collect();
    for row in rows {
        let trail = number.get(row.whose.as_deref().unwrap_or_default());
        row.shows.extend(trail.map(usize::to_string));
    }
}

impl Read {
    fn add(&mut self, Row { shows, values, whose }: Row) {
        let Read { classes, by_label, persons } = self;
        let number = *by_label.entry(shows).or_insert_with(|| {
            let values = vec![BTreeMap::new(); values.len()];
            classes.push(Class { rows: 0, persons: BTreeSet::new(), values });
            classes.len() - 1
        });
        let class = &mut classes[number];
        class.rows += 1;
        class.values.iter_mut().zip(values).for_each(|(all, value)| *all.entry(value).or_insert(0) += 1);
        if let Some(person) = whose {
            persons.entry(person.clone()).or_default().insert(number);
            class.persons.insert(person);
        }
    }
}

/// The classes of a person in both releases.
type Cell<'a> = (&'a BTreeSet<usize>, &'a BTreeSet<usize>);

fn persons(before: &Read, after: &Read, alone: [u64; 2]) -> Persons {
    let none = BTreeSet::new();
    let all: BTreeSet<&String> = before.persons.keys().chain(after.persons.keys()).collect();
    let mut cells: HashMap<Cell, u64> = HashMap::new();
    for person in all {
        let cell = (before.persons.get(person).unwrap_or(&none), after.persons.get(person).unwrap_or(&none));
        *cells.entry(cell).or_insert(0) += 1;
    }
    let both = |cell: &&Cell| !cell.0.is_empty() && !cell.1.is_empty();
    let sum = |of: &dyn Fn(&Cell, u64) -> bool| -> u64 {
        cells.iter().filter(|(cell, n)| of(cell, **n)).map(|(_, n)| *n).sum()
    };
    let bound = alone[0].min(alone[1]);
    Persons {
        both: sum(&|cell, _| both(&cell)),
        only: [sum(&|cell, _| cell.1.is_empty()), sum(&|cell, _| cell.0.is_empty())],
        k: cells.iter().filter(|(cell, _)| both(cell)).map(|(_, n)| *n).min(),
        below: sum(&|cell, n| both(&cell) && n < bound),
        absent: cells.iter().filter(|(cell, _)| !both(cell)).map(|(_, n)| *n).min(),
    }
}

fn of_values(before: &Read, after: &Read, s: usize, persons: bool) -> Sensitive {
    let mut told_by_change = 0;
    for (label, number) in &after.by_label {
        let Some(old) = before.by_label.get(label) else { continue };
        let (old, new) = (&before.classes[*old].values[s], &after.classes[*number].values[s]);
        told_by_change += one_value(old, new) + one_value(new, old);
    }
    let unknown =
        Sensitive { column: String::new(), before: None, together: None, told_by_change, m: None, other_values: None };
    if !persons {
        return unknown;
    }
    let shown = |read: &Read, classes: &BTreeSet<usize>| -> BTreeSet<String> {
        classes.iter().flat_map(|class| read.classes[*class].values[s].keys().cloned()).collect()
    };
    let (mut certain, mut together, mut other_values) = (0, 0, 0);
    for (person, classes) in &before.persons {
        let old = shown(before, classes);
        let Some(classes) = after.persons.get(person) else {
            certain += u64::from(old.len() == 1);
            continue;
        };
        let new = shown(after, classes);
        other_values += u64::from(old != new);
        match (old.len() == 1 || new.len() == 1, old.intersection(&new).count()) {
            (true, _) => certain += 1,
            (false, 1) => together += 1,
            _ => {}
        }
    }
    let only = after.persons.iter().filter(|(person, _)| !before.persons.contains_key(*person));
    certain += only.filter(|(_, classes)| shown(after, classes).len() == 1).count() as u64;
    // Values of a class that all differ, as many as there are rows.
    let m = |read: &Read| -> Option<u64> {
        let all = read.classes.iter().map(|class| (class.values[s].len() as u64 == class.rows).then_some(class.rows));
        all.collect::<Option<Vec<u64>>>().and_then(|sizes| sizes.into_iter().min())
    };
    let least = m(before).zip(m(after)).map(|(a, b)| a.min(b));
    Sensitive {
        before: Some(certain),
        together: Some(together),
        m: least.filter(|_| other_values == 0),
        other_values: Some(other_values),
        ..unknown
    }
}

/// Rows by which a class grew, where it lost none and all new ones have one value.
fn one_value(old: &BTreeMap<String, u64>, new: &BTreeMap<String, u64>) -> u64 {
    let of = |value: &String| old.get(value).copied().unwrap_or(0);
    if old.iter().any(|(value, rows)| new.get(value).copied().unwrap_or(0) < *rows) {
        return 0;
    }
    let grown: Vec<u64> = new.iter().map(|(value, rows)| rows - of(value)).filter(|rows| *rows > 0).collect();
    if let [rows] = grown[..] { rows } else { 0 }
}

fn same_labels(before: &Read, after: &Read) -> SameLabels {
    let mut found =
        SameLabels { classes: [before.classes.len() as u64, after.classes.len() as u64, 0], changed: 0, least: None };
    for (label, number) in &after.by_label {
        let Some(old) = before.by_label.get(label) else { continue };
        found.classes[2] += 1;
        let by = before.classes[*old].rows.abs_diff(after.classes[*number].rows);
        if by > 0 {
            found.changed += 1;
            found.least = Some(found.least.map_or(by, |least| least.min(by)));
        }
    }
    found
}

impl Together {
    /// For a program.
    pub fn json(&self) -> Value {
        let persons = self.persons.as_ref().map(|persons| {
            json!({
                "both": persons.both, "only_earlier": persons.only[0], "only_later": persons.only[1], "k": persons.k,
                "below_k_alone": persons.below, "k_of_absence": persons.absent,
            })
        });
        let values: Vec<Value> = self
            .values
            .iter()
            .map(|of| {
                json!({
                    "column": of.column, "certain_before": of.before, "certain_together": of.together,
                    "rows_told_by_change": of.told_by_change, "m": of.m, "persons_with_other_values": of.other_values,
                })
            })
            .collect();
        json!({
            "k_alone": { "earlier": self.alone[0], "later": self.alone[1] },
            "persons": persons,
            "classes": {
                "earlier": self.labels.classes[0], "later": self.labels.classes[1], "same_labels": self.labels.classes[2],
                "changed": self.labels.changed, "least_change": self.labels.least,
            },
            "sensitive": values,
        })
    }

    /// The same for a reader, a sentence per line.
    pub fn sentences(&self) -> Vec<String> {
        let persons = |n: u64| count(n, "person", "persons");
        let mut said = Vec::new();
        let [earlier, later] = self.alone;
        match &self.persons {
            Some(found) => {
                said.push(format!(
                    "{} in both, {} only in the earlier, {} only in this one",
                    persons(found.both),
                    persons(found.only[0]),
                    persons(found.only[1])
                ));
                let k = found.k.map_or("nobody is in both".into(), |k| format!("together k = {k}"));
                let below = match found.below {
                    0 => String::new(),
                    below => format!("; {} hidden among fewer than either release by itself says", persons(below)),
                };
                said.push(format!("k = {earlier} in the earlier, k = {later} in this one; {k}{below}"));
                said.extend(found.absent.map(|k| {
                    format!("who is in one of them only is one of at least {k}: they are known by their absence from the other")
                }));
            }
            None => {
                said.push(format!("k = {earlier} in the earlier, k = {later} in this one"));
                said.push(
                    "what both say of one person cannot be counted without a column that names persons (--person)"
                        .into(),
                );
            }
        }
        let [before, after, same] = self.labels.classes;
        said.push(format!(
            "{} of {before} and {after} have the same labels in both; {} changed in size{}",
            count(same, "class", "classes"),
            self.labels.changed,
            self.labels
                .least
                .map_or(String::new(), |least| format!(", by {} at the least", count(least, "row", "rows"))),
        ));
        for of in &self.values {
            let name = &of.column;
            if let (Some(before), Some(together)) = (of.before, of.together) {
                said.push(format!(
                    "{name}: certain of {} from one release, of {together} more from both together",
                    persons(before)
                ));
            }
            if of.told_by_change > 0 {
                let rows = count(of.told_by_change, "row", "rows");
                said.push(format!(
                    "{name}: {rows} came into a class, or went, that all have one value: it is certain of them"
                ));
            }
            match (of.m, of.other_values) {
                (Some(m), _) => said.push(format!("{name}: m-invariance holds with m = {m}")),
                (None, Some(0)) => said.push(format!("{name}: no m-invariance: a class shows a value twice")),
                (None, Some(other)) => {
                    said.push(format!("{name}: no m-invariance: the classes of {} show other values", persons(other)));
                }
                (None, None) => {}
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Reading;
    use crate::watch::Silent;

    fn compare(earlier: &str, later: &str, person: Option<&str>) -> Together {
        seen(earlier, later, person, false)
    }

    fn seen(earlier: &str, later: &str, person: Option<&str>, trails: bool) -> Together {
        let folder = tempfile::tempdir().unwrap();
        let table = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            Table::open(&path, &Reading::default()).unwrap()
        };
        let (earlier, later) = (table("a.csv", earlier), table("b.csv", later));
        let quasi = ["age".to_string()];
        let of = |table| Release { table, quasi: &quasi, trails };
        against(&of(&earlier), &of(&later), &["ill".to_string()], person, &Silent).unwrap()
    }

    #[test]
    fn two_releases_by_hand() {
        // Bob and Eve share a class with two values in both; only "flu" stands in both.
        let earlier = "id,age,ill\nbob,20-29,flu\neve,20-29,cold\nzoe,30-39,flu\nmax,30-39,rash\n";
        let later = "id,age,ill\nbob,20-24,flu\nzoe,20-24,gout\neve,25-39,cold\nmax,25-39,rash\nnew,25-39,flu\n";
        let found = compare(earlier, later, Some("id"));
        assert_eq!(found.alone, [2, 2]);
        let persons = Persons { both: 4, only: [0, 1], k: Some(1), below: 4, absent: Some(1) };
        assert_eq!(found.persons, Some(persons));
        // Bob: {flu, cold} and {flu, gout}; Eve: {flu, cold} and {cold, rash, flu}; Zoe: {flu, rash} and {flu, gout}.
        let values = &found.values[0];
        assert_eq!((values.before, values.together), (Some(0), Some(2)));
        assert_eq!((values.m, values.other_values), (None, Some(4)));
        assert!(found.sentences().iter().any(|said| said.contains("of 2 more from both together")));
    }

    #[test]
    fn the_same_release_twice_gives_nothing_away() {
        let text = "id,age,ill\nbob,20-29,flu\neve,20-29,cold\nzoe,30-39,flu\nmax,30-39,rash\n";
        let found = compare(text, text, Some("id"));
        assert_eq!(found.persons.unwrap().k, Some(2));
        assert_eq!((found.values[0].together, found.values[0].m), (Some(0), Some(2)));
        assert_eq!(found.labels, SameLabels { classes: [2, 2, 2], changed: 0, least: None });
    }

    #[test]
    fn a_row_that_came_is_told_by_its_class() {
        let earlier = "age,ill\n20-29,flu\n20-29,cold\n30-39,flu\n30-39,rash\n";
        let later = "age,ill\n20-29,flu\n20-29,cold\n20-29,gout\n30-39,rash\n30-39,gout\n";
        let found = compare(earlier, later, None);
        assert_eq!(found.persons, None);
        assert_eq!(found.labels, SameLabels { classes: [2, 2, 2], changed: 1, least: Some(1) });
        // In the other class one came and one went: nothing is certain.
        assert_eq!((found.values[0].told_by_change, found.values[0].together), (1, None));
    }

    #[test]
    fn trails_of_two_releases_under_one_key() {
        // Each release by itself has two persons with each trail; of a and b, and of c and d, only one has both. Class by class
        // nothing of it shows: all have one row of 20 and one of 30 in both.
        let earlier = "id,age,ill\na,20,x\na,20,y\na,30,x\nb,20,y\nb,20,x\nb,30,y\n\
                       c,20,x\nc,30,x\nc,30,y\nd,20,y\nd,30,y\nd,30,x\n";
        let later = "id,age,ill\na,20,x\na,20,y\na,30,x\nc,20,y\nc,20,x\nc,30,y\n\
                     b,20,x\nb,30,x\nb,30,y\nd,20,y\nd,30,y\nd,30,x\n";
        let by_class = compare(earlier, later, Some("id"));
        assert_eq!((by_class.alone, by_class.persons.unwrap().k), ([4, 4], Some(4)));
        let found = seen(earlier, later, Some("id"), true);
        assert_eq!((found.alone, found.persons.unwrap().k), ([2, 2], Some(1)));
        assert_eq!(found.labels, SameLabels { classes: [4, 4, 4], changed: 0, least: None });
    }
}
