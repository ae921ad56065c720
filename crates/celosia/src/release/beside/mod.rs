//! Columns beside the quasi-identifiers, which a release shows as they are (sensitive, class, insensitive): how many rows each
//! singles out alone, and within the classes that are released; whether it names people by itself. Such a column is not
//! published by silence: a release is refused until the study treats it or says that it is meant.
//!
//! A row is singled out by a value that no other row has; where the table says whose row it is, by one that no other person has.
//! Missing values and rows of `*` single nobody out.

mod count;
mod there;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::record::Record;
use crate::error::{Error, Result};
use crate::meaning::{self, Seen};
use crate::open::{Column, Input, Source};
use crate::say::percent;
use crate::study::{self, Limit, Missing, Role, Study};
use crate::table::Table;
use crate::watch::Watch;

pub use there::measure_on;

/// Whom a column singles out.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// Its name.
    pub name: String,
    /// Rows that were counted.
    pub rows: u64,
    /// Rows with a value that no other row has, or no other person; nothing where nobody could count them.
    pub alone: Option<u64>,
    /// The same among the rows of their class; nothing where there are no classes yet.
    pub within: Option<u64>,
    /// Are these numbers estimates, because there are very many values?
    pub estimated: bool,
    /// Was it known whose the rows are, so that all rows of a person are one?
    pub by_person: bool,
    /// What it is taken for, where that names people or may hold anything.
    pub people: Option<String>,
}

/// A column that is asked about.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Its name.
    pub name: String,
    /// Which of its values are missing.
    pub missing: Missing,
}

impl Beside {
    /// The share of the rows that it singles out alone.
    pub fn share(&self) -> f64 {
        self.alone.unwrap_or(0) as f64 / self.rows.max(1) as f64
    }

    fn new(asked: &Asked, rows: u64) -> Beside {
        let name = asked.name.clone();
        Beside { name, rows, alone: None, within: None, estimated: false, by_person: false, people: None }
    }

    /// What a record says of them.
    pub fn of_record(record: &Record) -> Vec<Beside> {
        let json = record.json();
        let rows = json["rows"].as_u64().unwrap_or(0);
        let columns =
            json["columns"].as_array().into_iter().flatten().filter(|column| column["singled_out"].is_object());
        let found = columns.filter_map(|column| {
            let singled = &column["singled_out"];
            Some(Beside {
                name: column["name"].as_str()?.to_string(),
                rows,
                alone: singled["rows"].as_u64(),
                within: singled["within_classes"].as_u64(),
                estimated: singled["estimated"] == true,
                by_person: false,
                people: None,
            })
        });
        found.collect()
    }

    /// For a program.
    pub fn json(&self) -> Value {
        json!({
            "column": self.name, "singled_out": self.alone, "within_classes": self.within, "share": self.alone.map(|_| self.share()),
            "estimated": self.estimated, "taken_for": self.people,
        })
    }

    /// Why a study may not publish it as it is, if so.
    pub fn refusal(&self, study: &Study) -> Option<String> {
        let column = study.columns.iter().find(|column| column.name == self.name)?;
        let is_meant = column.unprotected || !column.role.is_shown_as_it_is();
        self.refused(is_meant, study.output.singled_out)
    }

    /// The same under a limit, for a column that is meant to be published as it is or not.
    pub fn refused(&self, is_meant: bool, limit: Limit) -> Option<String> {
        if is_meant {
            return None;
        }
        if let Some(people) = &self.people {
            return Some(format!("it is taken for {people}, and would be published as it is"));
        }
        let Some(alone) = self.alone else {
            return Some("it would be published as it is, and nobody has counted whom it singles out".into());
        };
        let most = limit.rows(self.rows);
        (alone > most).then(|| {
            let about = if self.estimated { "about " } else { "" };
            let (have, other) =
                (if alone == 1 { "has" } else { "have" }, if self.by_person { "person has" } else { "row has" });
            let [alone, rows, most] = [alone, self.rows, most].map(|n| crate::say::thousands(n as f64));
            let share = percent(self.share());
            format!(
                "{about}{alone} of {rows} rows ({share}) {have} a value that no other {other}, where {most} may, and it would be \
                 published as it is"
            )
        })
    }
}

/// Refuses a release that would publish a column as it is which singles people out, unless the study says that this is meant.
pub fn refuse(study: &Study, found: &[Beside]) -> Result<()> {
    for beside in found {
        if let Some(why) = beside.refusal(study) {
            let place = format!("{}, [columns.{}]", study.place, beside.name);
            let hint = "treat it (round, top and bottom for numbers, mask for codes and dates, keep = [\"…\"] for a few values: \
                        `celosia inspect` proposes which), give it another role, allow more rows (output.singled-out), or say \
                        unprotected = true if this is meant";
            return Err(Error::study(place, why, hint));
        }
    }
    Ok(())
}

/// What a study would publish as it is, before there is a release: counted anew only where that was not counted before.
pub fn of_source(source: &Source, watch: &dyn Watch) -> Result<Vec<Beside>> {
    let shown: Vec<&Column> = source.columns.iter().filter(|column| column.said.role.is_shown_as_it_is()).collect();
    let person = source.study.person().map(|column| asked(&source.study, column));
    // Domains know rows, and not whose they are.
    let by_person = person.is_some() && matches!(source.input, Input::Table(_));
    let mut uncounted = Vec::new();
    let mut found = Vec::new();
    for column in shown {
        let asked = asked(&source.study, &column.said);
        match column.domain() {
            Some(domain) if !by_person => {
                let rows: u64 = domain.counts.iter().sum();
                let is_missing = |code: usize| domain.missing == Some(code as u32);
                let real = (0..domain.len()).filter(|code| !is_missing(*code));
                let values: Vec<(&str, u64)> =
                    real.map(|code| (domain.values[code].as_str(), domain.counts[code])).collect();
                let seen = Seen::of(&asked.name, domain.kind, &values);
                let alone = values.iter().filter(|(_, rows)| *rows == 1).count() as u64;
                let missing = rows - seen.rows;
                found.push(Beside {
                    alone: Some(alone),
                    people: people(Seen { rows, missing, ..seen }),
                    ..Beside::new(&asked, rows)
                });
            }
            _ => {
                found.push(Beside::new(&asked, source.read));
                uncounted.push(asked);
            }
        }
    }
    if uncounted.is_empty() {
        return Ok(found);
    }
    let counted = match &source.input {
        Input::Table(table) => measure(table, &uncounted, &[], person.as_ref(), source.study.search.threads, watch)?,
        Input::Engine { engine, from } => measure_on(engine.as_ref(), from, &uncounted, &[], source.read, watch)?,
        Input::Counted => Vec::new(),
    };
    for beside in counted {
        found.iter_mut().filter(|known| known.name == beside.name).for_each(|known| *known = beside.clone());
    }
    Ok(found)
}

/// The columns that a study publishes as they are.
pub fn asked_of(study: &Study) -> Vec<Asked> {
    let shown = study.columns.iter().filter(|column| column.role.is_shown_as_it_is());
    shown.map(|column| asked(study, column)).collect()
}

fn asked(study: &Study, column: &study::Column) -> Asked {
    Asked { name: column.name.clone(), missing: study.missing(column) }
}

/// Whom columns of a table single out alone and, where it has quasi-identifiers, within its classes; all rows of a person are one,
/// where a column says whose they are. One pass on all cores, memory bounded.
pub fn measure(
    table: &Table,
    asked: &[Asked],
    quasi: &[String],
    person: Option<&Asked>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Beside>> {
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let found = count::count(table, asked, quasi, person, threads, watch)?;
    let told = found.columns.into_iter().zip(asked).map(|(column, asked)| {
        let seen = column.seen(&asked.name, found.rows);
        Beside {
            alone: Some(column.values.lone()),
            within: (!quasi.is_empty()).then(|| column.pairs.lone()),
            estimated: column.values.is_part() || column.pairs.is_part(),
            by_person: person.is_some(),
            people: people(seen),
            ..Beside::new(asked, found.rows)
        }
    });
    Ok(told.collect())
}

/// The values of columns that only one person has, as far as values are counted.
pub(crate) fn of_one_person(
    table: &Table,
    asked: &[Asked],
    person: &Asked,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<BTreeSet<String>>> {
    let found = count::count(table, asked, &[], Some(person), threads, watch)?;
    Ok(found.columns.iter().map(count::Counted::of_one).collect())
}

/// What a column is taken for, where that is surely something that is never published by itself.
fn people(seen: Seen) -> Option<String> {
    if seen.domain.is_empty() {
        return None;
    }
    let (_, found) = meaning::recognise(&seen);
    let names = matches!(found.role, Role::Identifier | Role::Person | Role::FreeText);
    (names && found.sure).then_some(found.kind)
}
