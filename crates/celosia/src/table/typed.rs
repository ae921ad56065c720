//! Rows of text as Arrow columns of the types that are given for them.

use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::write::unwritten;
use crate::error::{Error, Result};
use crate::study::Kind;
use crate::writing::number;

/// Rows per batch.
const BATCH: usize = 8192;

/// Rows that wait to become a record batch.
pub struct Typed {
    /// The columns that they become.
    pub schema: SchemaRef,
    kinds: Vec<Kind>,
    columns: Vec<Cells>,
}

/// The values of a column that wait, end to end.
#[derive(Default, Clone)]
struct Cells {
    text: String,
    /// Where each value stands in the text; nothing for a missing one.
    spans: Vec<Option<(usize, usize)>>,
}

impl Cells {
    fn push(&mut self, value: Option<&str>) {
        let start = self.text.len();
        self.text.push_str(value.unwrap_or_default());
        self.spans.push(value.map(|_| (start, self.text.len())));
    }

    fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    fn iter(&self) -> impl Iterator<Item = Option<&str>> {
        self.spans.iter().map(|span| span.map(|(start, end)| &self.text[start..end]))
    }
}

impl Typed {
    /// No rows of these columns.
    pub fn new(columns: &[(String, Kind)]) -> Typed {
        let fields: Vec<Field> = columns.iter().map(|(name, kind)| Field::new(name, data_type(*kind), true)).collect();
        let kinds: Vec<Kind> = columns.iter().map(|(_, kind)| *kind).collect();
        Typed { schema: Arc::new(Schema::new(fields)), columns: vec![Cells::default(); kinds.len()], kinds }
    }

    /// Adds a row; are there enough for a batch?
    pub fn push<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> bool {
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        self.columns.first().is_some_and(|column| column.spans.len() >= BATCH)
    }

    /// No rows wait?
    pub fn is_empty(&self) -> bool {
        self.columns.first().is_none_or(|column| column.spans.is_empty())
    }

    /// The rows as a batch; none wait any more. `path` is where it goes.
    pub fn take(&mut self, path: &Path) -> Result<RecordBatch> {
        let mut arrays: Vec<ArrayRef> = Vec::new();
        for ((field, kind), values) in self.schema.fields().iter().zip(&self.kinds).zip(&self.columns) {
            arrays.push(array(values, *kind).map_err(|value| mistyped(field.name(), *kind, value))?);
        }
        let batch = RecordBatch::try_new(self.schema.clone(), arrays).map_err(|e| unwritten(path, e))?;
        self.columns.iter_mut().for_each(Cells::clear);
        Ok(batch)
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Integer => DataType::Int64,
        Kind::Decimal => DataType::Float64,
        Kind::Date => DataType::Date32,
        Kind::Time | Kind::String => DataType::Utf8,
    }
}

/// An array of the type; the first value that does not fit is the error.
fn array(values: &Cells, kind: Kind) -> std::result::Result<ArrayRef, &str> {
    fn parsed<'v, T>(
        values: &'v Cells,
        parse: impl Fn(&'v str) -> Option<T>,
    ) -> std::result::Result<Vec<Option<T>>, &'v str> {
        values.iter().map(|v| v.map(|v| parse(v).ok_or(v)).transpose()).collect()
    }
    Ok(match kind {
        Kind::Integer => Arc::new(Int64Array::from(parsed(values, |v| v.trim().parse::<i64>().ok())?)),
        Kind::Decimal => Arc::new(Float64Array::from(parsed(values, |v| number(kind, v))?)),
        Kind::Date => Arc::new(Date32Array::from(parsed(values, |v| number(kind, v).map(|n| n as i32))?)),
        Kind::Time | Kind::String => Arc::new(StringArray::from_iter(values.iter())),
    })
}

fn mistyped(column: &str, kind: Kind, value: &str) -> Error {
    Error::study(
        format!("column \"{column}\""),
        format!("\"{value}\" is not of type {}", kind.name()),
        "change the column's type in the study, or write CSV",
    )
}
