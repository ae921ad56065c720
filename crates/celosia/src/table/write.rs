//! Writing a table: CSV or Parquet by the file's name, or record batches in memory.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

use super::codec;
use super::memory::MEMORY;
use super::typed::Typed;
use crate::error::{Error, Result};
use crate::study::{Kind, Reading};

/// How text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Between two columns.
    pub delimiter: u8,
    /// What has quotes around it.
    pub quotes: Quotes,
    /// Do lines end as on Windows?
    pub crlf: bool,
}

/// What has quotes around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// What could not be read back without.
    Necessary,
    /// What is no number.
    Text,
    /// Everything.
    Always,
}

impl Default for Style {
    fn default() -> Style {
        Style { delimiter: b',', quotes: Quotes::Necessary, crlf: false }
    }
}

/// The form that a file's name asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Text.
    Text(Style),
    /// Parquet.
    Parquet,
}

impl Form {
    /// `.parquet` and `.pq` are Parquet, `.tsv` has tabs, anything else is CSV.
    pub fn of(path: &Path) -> Form {
        Form::like(path, Style::default())
    }

    /// The same for what is made of a text of this style, which it keeps.
    pub fn like(path: &Path, style: Style) -> Form {
        match path.extension().map(|e| e.to_string_lossy().to_lowercase()).as_deref() {
            Some("parquet" | "pq") => Form::Parquet,
            Some("tsv") => Form::Text(Style { delimiter: b'\t', ..style }),
            _ => Form::Text(style),
        }
    }

    /// How to read back what was written.
    pub fn reading(self) -> Reading {
        match self {
            Form::Text(style) => Reading::exact(Some(style.delimiter)),
            Form::Parquet => Reading::exact(None),
        }
    }
}

/// Writes rows of text; the columns of Parquet and of record batches get the type that is given for them.
pub struct Writer<'a> {
    path: PathBuf,
    to: To<'a>,
    /// Cells of each column of text that a spreadsheet would take for a formula.
    formulas: Vec<(String, u64)>,
}

enum To<'a> {
    Csv(Box<csv::Writer<BufWriter<&'a mut File>>>),
    Parquet { writer: Box<ArrowWriter<&'a mut File>>, rows: Typed },
    Memory { batches: Vec<RecordBatch>, rows: Typed },
}

impl<'a> Writer<'a> {
    /// A writer for the form that the path's name asks for.
    pub fn new(path: &Path, file: &'a mut File, columns: &[(String, Kind)]) -> Result<Writer<'a>> {
        Writer::of_form(path, Form::of(path), file, columns)
    }

    /// A writer for a form.
    pub fn of_form(path: &Path, form: Form, file: &'a mut File, columns: &[(String, Kind)]) -> Result<Writer<'a>> {
        let to = match form {
            Form::Parquet => {
                let rows = Typed::new(columns);
                let properties = WriterProperties::builder().set_compression(codec::PARQUET).build();
                let writer = ArrowWriter::try_new(file, rows.schema.clone(), Some(properties));
                To::Parquet { writer: Box::new(writer.map_err(|e| unwritten(path, e))?), rows }
            }
            Form::Text(style) => {
                // A name that starts as another format does would make the table one; a byte order mark would go.
                let marks = ["\u{feff}", "PAR1", "ARROW1", "PK", "sep=", "{", "[", "<", "%", "$"];
                let is_marked = |name: &str| marks.iter().any(|mark| name.starts_with(mark)) || name.contains('\0');
                let marked = columns.iter().any(|(name, _)| is_marked(name));
                let quotes = match style.quotes {
                    _ if marked => csv::QuoteStyle::Always,
                    Quotes::Always => csv::QuoteStyle::Always,
                    Quotes::Text => csv::QuoteStyle::NonNumeric,
                    Quotes::Necessary => csv::QuoteStyle::Necessary,
                };
                let mut builder = csv::WriterBuilder::new();
                let ends = if style.crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
                builder.delimiter(style.delimiter).quote_style(quotes).terminator(ends);
                let mut writer = builder.from_writer(BufWriter::new(file));
                writer.write_record(columns.iter().map(|(name, _)| name)).map_err(|e| csv_failed(path, e))?;
                To::Csv(Box::new(writer))
            }
        };
        let formulas = columns.iter().map(|(name, _)| (name.clone(), 0)).collect();
        Ok(Writer { path: path.into(), to, formulas })
    }

    /// A writer that writes nowhere, and gives record batches in the end.
    pub fn in_memory(columns: &[(String, Kind)]) -> Writer<'static> {
        Writer {
            path: MEMORY.into(),
            to: To::Memory { batches: Vec::new(), rows: Typed::new(columns) },
            formulas: Vec::new(),
        }
    }

    /// Have columns types of their own, with a place for what is missing?
    pub fn is_typed(&self) -> bool {
        !matches!(self.to, To::Csv(_))
    }

    /// Writes one row; a missing value is nothing.
    pub fn row<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<()> {
        let enough = match &mut self.to {
            To::Csv(writer) => {
                for (value, (_, formulas)) in values.zip(&mut self.formulas) {
                    *formulas += u64::from(value.is_some_and(is_formula));
                    writer.write_field(value.unwrap_or("")).map_err(|e| csv_failed(&self.path, e))?;
                }
                return writer.write_record(None::<&[u8]>).map_err(|e| csv_failed(&self.path, e));
            }
            To::Parquet { rows, .. } | To::Memory { rows, .. } => rows.push(values),
        };
        if enough { self.flush() } else { Ok(()) }
    }

    /// The columns with cells that a spreadsheet would take for a formula, and how many. Only text can be taken so.
    pub fn formulas(&self) -> Vec<(String, u64)> {
        self.formulas.iter().filter(|(_, cells)| *cells > 0).cloned().collect()
    }

    /// Writes what is held and ends the file.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        match self.to {
            To::Csv(mut writer) => writer.flush().map_err(Error::io("write", &self.path)),
            To::Parquet { writer, .. } => writer.close().map(|_| ()).map_err(|e| unwritten(&self.path, e)),
            To::Memory { .. } => Ok(()),
        }
    }

    /// What was written in memory: batches of one schema, at least one. Nothing of what goes to a file.
    pub fn into_batches(mut self) -> Result<Vec<RecordBatch>> {
        self.flush()?;
        match self.to {
            To::Memory { batches, rows } if batches.is_empty() => Ok(vec![RecordBatch::new_empty(rows.schema)]),
            To::Memory { batches, .. } => Ok(batches),
            To::Csv(_) | To::Parquet { .. } => Ok(Vec::new()),
        }
    }

    fn flush(&mut self) -> Result<()> {
        match &mut self.to {
            To::Parquet { writer, rows } if !rows.is_empty() => {
                let batch = rows.take(&self.path)?;
                writer.write(&batch).map_err(|e| unwritten(&self.path, e))
            }
            To::Memory { batches, rows } if !rows.is_empty() => {
                batches.push(rows.take(&self.path)?);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Would a spreadsheet run this cell? What looks like a number, or like several, it shows.
fn is_formula(value: &str) -> bool {
    match value.as_bytes() {
        [b'=' | b'@' | b'\t' | b'\r', _, ..] => true,
        [b'+' | b'-', rest @ ..] => {
            rest.iter().any(|byte| byte.is_ascii_alphabetic() || b"=(@|".contains(byte))
                && value.parse::<f64>().is_err()
        }
        _ => false,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_and_numbers() {
        for run in ["=1+1", "@sum(A1)", "\t=1", "-cmd|x", "+a", "-2+HYPERLINK(\"x\")"] {
            assert!(is_formula(run), "{run}");
        }
        for shown in ["", "-", "=", "-5", "+4.5", "-1e-3", "-10–-1", "-5,3", "+49 170 123", "a=b"] {
            assert!(!is_formula(shown), "{shown}");
        }
    }
}
