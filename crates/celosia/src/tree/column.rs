//! Columns of a table cut into sets, each by its own k, and what k their combination has.

use std::collections::HashMap;
use std::path::PathBuf;

use super::losses::{Losses, losses};
use crate::error::{Error, Result};
use crate::frequency::{self, Frequency};
use crate::sets::{Column, Key, Method, Sets, Walk};
use crate::study::{Reading, Study, StudyFile};
use crate::table::{Domain, Table};
use crate::watch::Watch;

/// What is asked of a table.
#[derive(Debug, Clone)]
pub struct Question {
    /// A file, a folder or a glob.
    pub table: PathBuf,
    /// How its files are written, as far as that is not told from them.
    pub reading: Reading,
    /// What happens to rows with a missing value in one of the columns: `keep` or `drop`, as in a study.
    pub missing: Option<String>,
    /// May more than a third of the rows be dropped?
    pub allow_loss: bool,
    /// The columns, each with its k.
    pub columns: Vec<Asked>,
    /// What makes the sets.
    pub method: Method,
    /// The walk over the tree.
    pub walk: Walk,
    /// What orders a search tree.
    pub key: Key,
}

/// A column and its k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The column's name.
    pub column: String,
    /// Least rows of a set.
    pub k: u64,
}

/// A column in sets.
#[derive(Debug, Clone)]
pub struct Grouped {
    /// Its values.
    pub domain: Domain,
    /// Its counts, and the order in which its values arrived.
    pub column: Column,
    /// Least rows of a set.
    pub k: u64,
    /// The sets.
    pub sets: Sets,
    /// What they cost.
    pub losses: Losses,
}

/// All columns together.
#[derive(Debug)]
pub struct Together {
    /// The table, to be read once more.
    pub table: Table,
    /// The study that the question stands for: the columns as quasi-identifiers.
    pub study: Study,
    /// Each column.
    pub columns: Vec<Grouped>,
    /// Rows that count.
    pub rows: u64,
    /// Rows left out because a value of one of the columns is missing.
    pub dropped: u64,
    /// The least rows that share what they show in all columns together, before and after.
    pub k: (u64, u64),
    /// Classes of the combination, before and after.
    pub classes: (u64, u64),
}

/// Counts the columns and cuts each into sets.
pub fn answer(question: &Question, threads: usize, watch: &dyn Watch) -> Result<Together> {
    let study = study(question)?;
    let table = Table::open_watched(study.data.files()?, &study.data.reading, watch)?;
    for asked in &question.columns {
        table.column(&asked.column, "tree.column")?;
    }
    let counted = frequency::count(&table, &study, &[], threads, watch)?;
    let mut columns = Vec::new();
    for (asked, domain) in question.columns.iter().zip(counted.domains) {
        watch.check()?;
        let column = column(&domain)?;
        let order = question.method.order(&column, question.key, question.walk);
        let sets = question.method.cut(&order, &column, asked.k).map_err(|error| of_column(&asked.column, error))?;
        let losses = losses(&column, &sets);
        columns.push(Grouped { domain, column, k: asked.k, sets, losses });
    }
    let before = &counted.frequency.counts;
    let after = combined(&counted.frequency, &columns);
    let least = |counts: &[u64]| counts.iter().copied().min().unwrap_or(0);
    Ok(Together {
        k: (least(before), least(&after)),
        classes: (before.len() as u64, after.len() as u64),
        rows: counted.frequency.rows,
        dropped: counted.dropped,
        table,
        study,
        columns,
    })
}

/// The study that the question stands for.
fn study(question: &Question) -> Result<Study> {
    let mut file = StudyFile::default();
    file.data.path = Some(question.table.clone());
    let missing = crate::study::MissingFile {
        rows: question.missing.clone(),
        allow_loss: Some(question.allow_loss),
        ..Default::default()
    };
    file.data.missing = Some(missing);
    for (place, asked) in question.columns.iter().enumerate() {
        if question.columns[..place].iter().any(|other| other.column == asked.column) {
            let what = format!("\"{}\" is given twice", asked.column);
            return Err(Error::study("tree.column", what, "name each column once"));
        }
        file.set_column(&asked.column, "role", "quasi-identifier".into());
    }
    let mut study = Study::check("celosia tree", &file)?;
    study.data.reading = question.reading.clone();
    // The columns in the order in which they were asked for.
    study.columns.sort_by_key(|column| question.columns.iter().position(|asked| asked.column == column.name));
    Ok(study)
}

/// A domain as the trees see it: values enter in the order of their first row.
pub fn column(domain: &Domain) -> Result<Column> {
    let mut arrival: Vec<u32> = (0..domain.len() as u32).collect();
    arrival.sort_by_key(|code| (domain.seen[*code as usize].file, domain.seen[*code as usize].line));
    Column::new(domain.counts.clone(), arrival)
}

fn of_column(column: &str, error: Error) -> Error {
    match error {
        Error::Study { what, hint, .. } => Error::study(format!("column \"{column}\""), what, hint),
        other => other,
    }
}

/// Rows of each class of the combination.
fn combined(frequency: &Frequency, columns: &[Grouped]) -> Vec<u64> {
    let groups: Vec<Vec<u32>> = columns.iter().map(|c| c.sets.group_of(c.domain.len())).collect();
    let mut classes: HashMap<Vec<u32>, u64> = HashMap::new();
    for (tuple, rows) in frequency.counts.iter().enumerate() {
        let shown = groups.iter().zip(&frequency.columns).map(|(of, codes)| of[codes[tuple] as usize]).collect();
        *classes.entry(shown).or_insert(0) += rows;
    }
    classes.into_values().collect()
}
