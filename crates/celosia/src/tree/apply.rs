//! The table with a column's sets in place of its values: written beside its name, read back, recounted, renamed.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use super::column::{Grouped, Together};
use crate::error::{Error, Result};
use crate::open::inputs;
use crate::release::output;
use crate::release::verify::{Question, Verified, verify};
use crate::study::{Kind, Missing};
use crate::table::{Access, Batch, Form, Table, Writer, atomically, lock, unlocked};
use crate::watch::Watch;

/// What was written.
#[derive(Debug, Clone)]
pub struct Applied {
    /// Rows in the file.
    pub rows: u64,
    /// The k of the combination, as a recount of the written file found it.
    pub k: u64,
    /// Columns that were kept as they are.
    pub untouched: Vec<String>,
}

/// Writes the table: the columns show sets, every other column and the order of the rows stay as they are.
pub fn apply(together: &Together, path: &Path, watch: &dyn Watch) -> Result<Applied> {
    output::check(path, inputs(Some(&together.table), &together.study))?;
    let found = atomically(path, Access::Shared, |temporary, file| {
        write(together, path, file, watch)?;
        recount(together, path, temporary, watch)
    })?;
    let touched = |name: &&String| together.columns.iter().any(|c| c.domain.column == **name);
    let untouched = together.table.columns.iter().filter(|name| !touched(name)).cloned().collect();
    Ok(Applied { rows: found.rows, k: least(&found), untouched })
}

fn write(together: &Together, path: &Path, file: &mut std::fs::File, watch: &dyn Watch) -> Result<()> {
    let table = &together.table;
    let shown: Vec<Option<Shown>> = table
        .columns
        .iter()
        .map(|name| together.columns.iter().find(|c| c.domain.column == *name).map(Shown::of))
        .collect();
    let kind = |(position, name): (usize, &String)| {
        let kind = if shown[position].is_some() { None } else { table.kinds[position] };
        (name.clone(), kind.unwrap_or(Kind::String))
    };
    let columns: Vec<(String, Kind)> = table.columns.iter().enumerate().map(kind).collect();
    let writer = Mutex::new(Writer::of_form(path, form(together, path), file, &columns)?);
    let all: Vec<usize> = (0..columns.len()).collect();
    let missing = &together.study.data.missing;
    table.scan(&all, 1, watch, || {
        |batch: &Batch| {
            let mut writer = lock(&writer);
            for row in 0..batch.rows() {
                let value = |position: usize| batch.value(position, row);
                if all.iter().any(|position| shown[*position].is_some() && missing.drops(value(*position))) {
                    continue;
                }
                let labels = all.iter().map(|&position| match &shown[position] {
                    Some(shown) => shown.label(value(position), missing.is(value(position))),
                    // Text and nothing are one in CSV; in Parquet an empty number is nothing.
                    None if value(position).is_empty() && columns[position].1 != Kind::String => None,
                    None => Some(value(position)),
                });
                writer.row(labels)?;
            }
            Ok(())
        }
    })?;
    unlocked(writer).finish()
}

/// What is written: as the table itself is, where both are text.
fn form(together: &Together, path: &Path) -> Form {
    Form::like(path, together.table.style())
}

/// A column's labels.
struct Shown<'a> {
    codes: HashMap<&'a str, usize>,
    missing: Option<usize>,
    group_of: Vec<u32>,
    labels: Vec<String>,
}

impl<'a> Shown<'a> {
    fn of(column: &'a Grouped) -> Shown<'a> {
        let domain = &column.domain;
        Shown {
            codes: domain.values.iter().enumerate().map(|(code, value)| (value.as_str(), code)).collect(),
            missing: domain.missing.map(|code| code as usize),
            group_of: column.sets.group_of(domain.len()),
            labels: column.labels(),
        }
    }

    fn label(&self, value: &str, missing: bool) -> Option<&str> {
        let code = if missing { self.missing } else { self.codes.get(value).copied() };
        code.map(|code| self.labels[self.group_of[code] as usize].as_str())
    }
}

impl Grouped {
    /// A label for every set, in the order of `Sets::all`; no two the same. A set is written out in
    /// full, as in the paper's Table III, in the order of the column.
    pub fn labels(&self) -> Vec<String> {
        let values = &self.domain.values;
        let mut taken: std::collections::HashSet<String> =
            self.sets.alone.iter().map(|code| values[*code as usize].clone()).collect();
        let of_set = |set: &Vec<u32>| {
            let mut codes = set.clone();
            codes.sort_unstable();
            let names: Vec<&str> = codes.iter().map(|code| values[*code as usize].as_str()).collect();
            let mut label = format!("{{{}}}", names.join(", "));
            while !taken.insert(label.clone()) {
                label.push('′');
            }
            label
        };
        let mut labels: Vec<String> = self.sets.sets.iter().map(of_set).collect();
        labels.extend(self.sets.alone.iter().map(|code| values[*code as usize].clone()));
        labels
    }
}

fn least(verified: &Verified) -> u64 {
    verified.sizes.keys().next().copied().unwrap_or(0)
}

/// Reads the file back by the slow path: each column must have its k, the combination what was counted.
fn recount(together: &Together, path: &Path, temporary: &Path, watch: &dyn Watch) -> Result<Verified> {
    let table = Table::open(temporary, &form(together, path).reading())?;
    let count = |quasi: Vec<String>| {
        let question = Question {
            quasi,
            sensitive: Vec::new(),
            person: None,
            trails: false,
            c: 3.0,
            alpha: 0.5,
            at_risk: 0.2,
            together: 0,
            threads: 0,
            missing: Missing::default(),
            reference: None,
        };
        verify(&table, &question, watch)
    };
    let broken = |promised: String, found: String| Error::Recount { path: path.into(), promised, found };
    for column in &together.columns {
        let name = &column.domain.column;
        let (found, sets) = (count(vec![name.clone()])?, column.sets.all().count() as u64);
        if least(&found) < column.k || found.classes != sets || found.rows != together.rows {
            let promised = format!("{} rows of \"{name}\" in {sets} sets of at least {}", together.rows, column.k);
            let found = format!("{} rows in {} sets of at least {}", found.rows, found.classes, least(&found));
            return Err(broken(promised, found));
        }
    }
    let names = together.columns.iter().map(|c| c.domain.column.clone()).collect();
    let found = count(names)?;
    let promised = (together.k.1, together.classes.1, together.rows);
    if promised != (least(&found), found.classes, found.rows) {
        let say = |(k, classes, rows): (u64, u64, u64)| format!("{rows} rows in {classes} classes with k = {k}");
        return Err(broken(say(promised), say((least(&found), found.classes, found.rows))));
    }
    Ok(found)
}
