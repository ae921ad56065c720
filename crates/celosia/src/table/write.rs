//! Writing a table, CSV or Parquet by the file's name.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Date32Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use super::{codec, domain};
use crate::error::{Error, Result};
use crate::study::Kind;

/// Rows per Parquet batch.
const BATCH: usize = 8192;

/// The form that a file's name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text with this delimiter.
    Text(u8),
    /// Parquet.
    Parquet,
}

impl Form {
    /// `.parquet` and `.pq` are Parquet, `.tsv` has tabs, anything else is CSV.
    pub fn of(path: &Path) -> Form {
        match path.extension().map(|e| e.to_string_lossy().to_lowercase()).as_deref() {
            Some("parquet" | "pq") => Form::Parquet,
            Some("tsv") => Form::Text(b'\t'),
            _ => Form::Text(b','),
        }
    }

    /// The delimiter, for reading back what was written.
    pub fn delimiter(self) -> Option<u8> {
        match self {
            Form::Text(delimiter) => Some(delimiter),
            Form::Parquet => None,
        }
    }
}

/// Writes rows of text; Parquet columns get the type that is given for them.
pub struct Writer<'a> {
    path: PathBuf,
    to: To<'a>,
}

enum To<'a> {
    Csv(Box<csv::Writer<BufWriter<&'a mut File>>>),
    Parquet { writer: Box<ArrowWriter<&'a mut File>>, columns: Vec<(String, Kind)>, rows: Vec<Cells> },
}

/// The values of a column that wait to be written, end to end.
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

impl<'a> Writer<'a> {
    /// A writer for the form that the path's name asks for.
    pub fn new(path: &Path, file: &'a mut File, columns: &[(String, Kind)]) -> Result<Writer<'a>> {
        let to = match Form::of(path) {
            Form::Parquet => {
                let fields: Vec<Field> =
                    columns.iter().map(|(n, kind)| Field::new(n, data_type(*kind), true)).collect();
                let properties = WriterProperties::builder().set_compression(codec::PARQUET).build();
                let writer = ArrowWriter::try_new(file, Arc::new(Schema::new(fields)), Some(properties));
                let writer = Box::new(writer.map_err(|e| unwritten(path, e))?);
                To::Parquet { writer, columns: columns.to_vec(), rows: vec![Cells::default(); columns.len()] }
            }
            Form::Text(delimiter) => {
                // A name that starts as another format does would make the table one; a byte order mark would go.
                let marks = ["\u{feff}", "PAR1", "ARROW1"];
                let is_marked = |name: &str| marks.iter().any(|mark| name.starts_with(mark)) || name.contains('\0');
                let marked = columns.iter().any(|(name, _)| is_marked(name));
                let quotes = if marked { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
                let mut builder = csv::WriterBuilder::new();
                let mut writer = builder.delimiter(delimiter).quote_style(quotes).from_writer(BufWriter::new(file));
                writer.write_record(columns.iter().map(|(name, _)| name)).map_err(|e| csv_failed(path, e))?;
                To::Csv(Box::new(writer))
            }
        };
        Ok(Writer { path: path.into(), to })
    }

    /// Writes one row; a missing value is nothing.
    pub fn row<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<()> {
        match &mut self.to {
            To::Csv(writer) => {
                for value in values {
                    writer.write_field(value.unwrap_or("")).map_err(|e| csv_failed(&self.path, e))?;
                }
                writer.write_record(None::<&[u8]>).map_err(|e| csv_failed(&self.path, e))
            }
            To::Parquet { rows, .. } => {
                for (column, value) in rows.iter_mut().zip(values) {
                    column.push(value);
                }
                if rows.first().is_some_and(|column| column.spans.len() >= BATCH) { self.flush() } else { Ok(()) }
            }
        }
    }

    /// Writes what is held and ends the file.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        match self.to {
            To::Csv(mut writer) => writer.flush().map_err(Error::io("write", &self.path)),
            To::Parquet { writer, .. } => writer.close().map(|_| ()).map_err(|e| unwritten(&self.path, e)),
        }
    }

    fn flush(&mut self) -> Result<()> {
        let To::Parquet { writer, columns, rows } = &mut self.to else { return Ok(()) };
        if rows.first().is_none_or(|column| column.spans.is_empty()) {
            return Ok(());
        }
        let mut arrays: Vec<(&str, ArrayRef)> = Vec::new();
        for ((name, kind), values) in columns.iter().zip(rows.iter()) {
            arrays.push((name, array(values, *kind).map_err(|value| mistyped(name, *kind, value))?));
        }
        let batch =
            RecordBatch::try_from_iter_with_nullable(arrays.into_iter().map(|(name, array)| (name, array, true)));
        let batch = batch.map_err(|e| unwritten(&self.path, e))?;
        rows.iter_mut().for_each(Cells::clear);
        writer.write(&batch).map_err(|e| unwritten(&self.path, e))
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Integer => DataType::Int64,
        Kind::Decimal => DataType::Float64,
        Kind::Date => DataType::Date32,
        Kind::String => DataType::Utf8,
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
        Kind::Decimal => Arc::new(Float64Array::from(parsed(values, |v| domain::number(kind, v))?)),
        Kind::Date => Arc::new(Date32Array::from(parsed(values, |v| domain::number(kind, v).map(|n| n as i32))?)),
        Kind::String => Arc::new(StringArray::from_iter(values.iter())),
    })
}

fn mistyped(column: &str, kind: Kind, value: &str) -> Error {
    Error::study(
        format!("column \"{column}\""),
        format!("\"{value}\" is not of type {}", kind.name()),
        "change the column's type in the study, or write CSV",
    )
}

fn csv_failed(path: &Path, error: csv::Error) -> Error {
    match error.into_kind() {
        csv::ErrorKind::Io(source) => Error::Io { action: "write", path: path.into(), source },
        other => Error::Io { action: "write", path: path.into(), source: std::io::Error::other(format!("{other:?}")) },
    }
}

/// The error of a columnar writer, with the operating system's own inside it.
pub fn unwritten(path: &Path, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    // A full disk hides inside the columnar writer's error.
    let mut source: Option<&(dyn std::error::Error + 'static)> = Some(&error);
    while let Some(inner) = source {
        if let Some(io) = inner.downcast_ref::<std::io::Error>() {
            let source = std::io::Error::new(io.kind(), io.to_string());
            return Error::Io { action: "write", path: path.into(), source };
        }
        source = inner.source();
    }
    Error::Io { action: "write", path: path.into(), source: std::io::Error::other(error) }
}
