//! A statement with the small tables of ours that it joins: written into it, or sent beside it.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};

use super::Dialect;
use crate::engine::{Engine, failed};
use crate::error::Result;
use crate::watch::Watch;

/// Named queries, and the one that uses them.
pub struct Statement {
    /// Our tables.
    pub maps: Vec<Map>,
    /// Name and text of each query, in the order in which they use one another.
    pub with: Vec<(&'static str, String)>,
    /// The last query.
    pub query: String,
}

/// A small table of text: values and what they become, or classes that are suppressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// Its name in the statement.
    pub name: String,
    /// Names of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

impl Statement {
    /// One text that needs nothing else.
    pub fn whole(&self, dialect: &Dialect) -> String {
        let maps = self.maps.iter().map(|map| (map.name.as_str(), map.inline(dialect)));
        self.text(maps.chain(self.with.iter().map(|(name, query)| (*name, query.clone()))))
    }

    /// The text for an engine that has our tables already.
    pub fn beside(&self) -> String {
        self.text(self.with.iter().map(|(name, query)| (*name, query.clone())))
    }

    /// Sends our tables to an engine; the text that uses them.
    pub fn put(&self, engine: &dyn Engine, watch: &dyn Watch) -> Result<String> {
        for map in &self.maps {
            let table = map.table().map_err(|e| failed(engine, e, "this is a defect of celosia: please report it"))?;
            engine.put(&map.name, &table, watch)?;
        }
        Ok(self.beside())
    }

    fn text<'a>(&self, with: impl Iterator<Item = (&'a str, String)>) -> String {
        let with: Vec<String> = with.map(|(name, query)| format!("{name} AS (\n  {query}\n)")).collect();
        if with.is_empty() { self.query.clone() } else { format!("WITH {}\n{}", with.join(",\n"), self.query) }
    }
}

impl Map {
    /// Values (`v`) and what they become (`w`).
    pub fn of_pairs<'v>(name: String, pairs: impl Iterator<Item = (&'v str, &'v str)>) -> Map {
        let rows = pairs.map(|(value, becomes)| vec![value.to_string(), becomes.to_string()]).collect();
        Map { name, columns: vec!["v".into(), "w".into()], rows }
    }

    fn inline(&self, dialect: &Dialect) -> String {
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(|value| (dialect.literal)(value)).collect()).collect();
        (dialect.inline)(&self.columns, &rows)
    }

    fn table(&self) -> std::result::Result<RecordBatch, arrow_schema::ArrowError> {
        let column =
            |i: usize| Arc::new(StringArray::from_iter_values(self.rows.iter().map(|row| &row[i]))) as ArrayRef;
        RecordBatch::try_from_iter(self.columns.iter().enumerate().map(|(i, name)| (name.as_str(), column(i))))
    }
}
