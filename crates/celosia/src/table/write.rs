//! Writing a table: CSV or Parquet by the file's name, or record batches in memory.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use super::codec;
use super::encode::{Encoded, Encoder, Encoders, Part};
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

/// Writes rows of text; the columns of Parquet and of record batches get the type that is given for them. Parts of a table that
/// other threads have encoded are appended as they are.
pub struct Writer<'a> {
    path: PathBuf,
    to: To<'a>,
    encoder: Encoder,
    encoders: Encoders,
    /// Cells of each column of text that a spreadsheet would take for a formula.
    formulas: Vec<(String, u64)>,
}

enum To<'a> {
    Csv(BufWriter<&'a mut File>),
    Parquet(Box<SerializedFileWriter<&'a mut File>>),
    Memory(Vec<RecordBatch>),
}

impl<'a> Writer<'a> {
    /// A writer for the form that the path's name asks for.
    pub fn new(path: &Path, file: &'a mut File, columns: &[(String, Kind)]) -> Result<Writer<'a>> {
        Writer::of_form(path, Form::of(path), file, columns)
    }

    /// A writer for a form.
    pub fn of_form(path: &Path, form: Form, file: &'a mut File, columns: &[(String, Kind)]) -> Result<Writer<'a>> {
        let (to, encoders) = match form {
            Form::Parquet => {
                let schema = Typed::new(columns).schema;
                let properties = WriterProperties::builder().set_compression(codec::PARQUET).build();
                let writer = ArrowWriter::try_new(file, schema, Some(properties));
                let writer = writer.and_then(ArrowWriter::into_serialized_writer);
                let (writer, groups) = writer.map_err(|e| unwritten(path, e))?;
                (To::Parquet(Box::new(writer)), Encoders::parquet(path, columns, groups))
            }
            Form::Text(style) => (To::Csv(BufWriter::new(file)), Encoders::text(path, columns, style)),
        };
        let header = match &to {
            To::Csv(_) => Some(encoders.header()?),
            To::Parquet(_) | To::Memory(_) => None,
        };
        let formulas = columns.iter().map(|(name, _)| (name.clone(), 0)).collect();
        let mut writer = Writer { path: path.into(), to, encoder: encoders.encoder()?, encoders, formulas };
        header.map_or(Ok(()), |header| writer.append(header))?;
        Ok(writer)
    }

    /// A writer that writes nowhere, and gives record batches in the end.
    pub fn in_memory(columns: &[(String, Kind)]) -> Result<Writer<'static>> {
        let encoders = Encoders::memory(Path::new(MEMORY), columns);
        let encoder = encoders.encoder()?;
        Ok(Writer { path: MEMORY.into(), to: To::Memory(Vec::new()), encoder, encoders, formulas: Vec::new() })
    }

    /// Have columns types of their own, with a place for what is missing?
    pub fn is_typed(&self) -> bool {
        !matches!(self.to, To::Csv(_))
    }

    /// What encodes parts of the table, side by side.
    pub(crate) fn encoders(&self) -> Encoders {
        self.encoders.clone()
    }

    /// Writes one row; a missing value is nothing.
    pub fn row<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<()> {
        if self.encoder.row(values)? { self.flush() } else { Ok(()) }
    }

    /// Writes rows that were encoded elsewhere, behind those that are written.
    pub(crate) fn append(&mut self, part: Part) -> Result<()> {
        self.formulas.iter_mut().zip(&part.formulas).for_each(|((_, all), cells)| *all += cells);
        match (&mut self.to, part.rows) {
            (To::Csv(file), Encoded::Text(text)) => file.write_all(&text).map_err(Error::io("write", &self.path)),
            (To::Parquet(file), Encoded::Group(columns)) if !columns.is_empty() => {
                let append = |file: &mut SerializedFileWriter<&mut File>| {
                    let mut group = file.next_row_group()?;
                    columns.into_iter().try_for_each(|column| column.append_to_row_group(&mut group))?;
                    group.close()
                };
                append(file).map(drop).map_err(|e| unwritten(&self.path, e))
            }
            (To::Memory(batches), Encoded::Batches(more)) => {
                batches.extend(more);
                Ok(())
            }
            // Nothing, or of another writer.
            _ => Ok(()),
        }
    }

    /// The columns with cells that a spreadsheet would take for a formula, and how many. Only text can be taken so.
    pub fn formulas(&self) -> Vec<(String, u64)> {
        let waiting = self.encoder.formulas().iter().copied().chain(std::iter::repeat(0));
        let all = self.formulas.iter().zip(waiting).map(|((name, cells), waiting)| (name.clone(), cells + waiting));
        all.filter(|(_, cells)| *cells > 0).collect()
    }

    /// Writes what is held and ends the file.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        match self.to {
            To::Csv(mut file) => file.flush().map_err(Error::io("write", &self.path)),
            To::Parquet(file) => file.close().map(drop).map_err(|e| unwritten(&self.path, e)),
            To::Memory(_) => Ok(()),
        }
    }

    /// What was written in memory: batches of one schema, at least one. Nothing of what goes to a file.
    pub fn into_batches(mut self) -> Result<Vec<RecordBatch>> {
        self.flush()?;
        match self.to {
            To::Memory(batches) if batches.is_empty() => Ok(self.encoders.no_rows().into_iter().collect()),
            To::Memory(batches) => Ok(batches),
            To::Csv(_) | To::Parquet(_) => Ok(Vec::new()),
        }
    }

    fn flush(&mut self) -> Result<()> {
        let part = self.encoder.part()?;
        self.append(part)
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
