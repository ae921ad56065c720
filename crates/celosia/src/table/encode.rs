//! Rows of text as bytes of the file that they go to: parts of a table, which threads encode side by side and a writer appends.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};

use super::typed::Typed;
use super::write::{Quotes, Style, unwritten};
use crate::error::{Error, Result};
use crate::study::Kind;

/// Bytes of text, about, that are worth handing on.
const TEXT: usize = 1 << 18;
/// Rows of a row group: few enough that a million rows are work for several threads.
pub const GROUP: usize = 1 << 18;

/// Encoded rows.
pub struct Part {
    pub(super) rows: Encoded,
    /// Cells of each column of text that a spreadsheet would take for a formula.
    pub(super) formulas: Vec<u64>,
}

pub(super) enum Encoded {
    Text(Vec<u8>),
    /// The columns of a row group; none where there are no rows.
    Group(Vec<ArrowColumnChunk>),
    Batches(Vec<RecordBatch>),
}

/// Makes encoders for the parts of one table.
#[derive(Clone)]
pub struct Encoders(Arc<About>);

struct About {
    path: PathBuf,
    columns: Vec<(String, Kind)>,
    form: Form,
}

enum Form {
    Text(csv::QuoteStyle, Style),
    Parquet(ArrowRowGroupWriterFactory),
    Memory,
}

impl Encoders {
    pub(super) fn text(path: &Path, columns: &[(String, Kind)], style: Style) -> Encoders {
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
        Encoders::new(path, columns, Form::Text(quotes, style))
    }

    pub(super) fn parquet(path: &Path, columns: &[(String, Kind)], groups: ArrowRowGroupWriterFactory) -> Encoders {
        Encoders::new(path, columns, Form::Parquet(groups))
    }

    pub(super) fn memory(path: &Path, columns: &[(String, Kind)]) -> Encoders {
        Encoders::new(path, columns, Form::Memory)
    }

    fn new(path: &Path, columns: &[(String, Kind)], form: Form) -> Encoders {
        Encoders(Arc::new(About { path: path.into(), columns: columns.to_vec(), form }))
    }

    /// Rows that are worth a part of their own.
    pub fn rows(&self) -> usize {
        match self.0.form {
            Form::Text(..) => GROUP / 8,
            Form::Parquet(_) | Form::Memory => GROUP,
        }
    }

    /// The names of the columns, as they begin a text.
    pub(super) fn header(&self) -> Result<Part> {
        let mut encoder = self.encoder()?;
        encoder.row(self.0.columns.iter().map(|(name, _)| Some(name.as_str())))?;
        let Part { rows, formulas } = encoder.part()?;
        Ok(Part { rows, formulas: vec![0; formulas.len()] })
    }

    /// The columns without a row.
    pub(super) fn no_rows(&self) -> Option<RecordBatch> {
        Some(RecordBatch::new_empty(Typed::new(&self.0.columns).schema))
    }

    /// An encoder without rows.
    pub fn encoder(&self) -> Result<Encoder> {
        let formulas = match self.0.form {
            Form::Text(..) => vec![0; self.0.columns.len()],
            Form::Parquet(_) | Form::Memory => Vec::new(),
        };
        let to = match &self.0.form {
            Form::Text(..) => Rows::Text(Box::new(self.0.csv())),
            Form::Parquet(_) => Rows::Parquet { columns: Vec::new(), rows: Typed::new(&self.0.columns), written: 0 },
            Form::Memory => Rows::Memory { batches: Vec::new(), rows: Typed::new(&self.0.columns) },
        };
        Ok(Encoder { about: self.0.clone(), to, formulas })
    }
}

impl About {
    fn csv(&self) -> csv::Writer<Vec<u8>> {
        let mut builder = csv::WriterBuilder::new();
        if let Form::Text(quotes, style) = &self.form {
            let ends = if style.crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
            builder.delimiter(style.delimiter).quote_style(*quotes).terminator(ends);
        }
        builder.from_writer(Vec::new())
    }
}

/// Encodes rows: one thread's.
pub struct Encoder {
    about: Arc<About>,
    to: Rows,
    formulas: Vec<u64>,
}

enum Rows {
    Text(Box<csv::Writer<Vec<u8>>>),
    Parquet { columns: Vec<ArrowColumnWriter>, rows: Typed, written: usize },
    Memory { batches: Vec<RecordBatch>, rows: Typed },
}

impl Encoder {
    /// Adds one row; a missing value is nothing. Are there enough for a part? Those of Parquet are a row group then.
    pub fn row<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>) -> Result<bool> {
        let enough = match &mut self.to {
            Rows::Text(writer) => {
                for (value, formulas) in values.zip(&mut self.formulas) {
                    *formulas += u64::from(value.is_some_and(is_formula));
                    writer.write_field(value.unwrap_or("")).map_err(|e| csv_failed(&self.about.path, e))?;
                }
                writer.write_record(None::<&[u8]>).map_err(|e| csv_failed(&self.about.path, e))?;
                return Ok(writer.get_ref().len() >= TEXT);
            }
            Rows::Parquet { rows, .. } | Rows::Memory { rows, .. } => rows.push(values),
        };
        if enough {
            self.encode()?;
        }
        Ok(match &self.to {
            Rows::Text(_) => false,
            Rows::Parquet { written, .. } => *written >= GROUP,
            Rows::Memory { .. } => enough,
        })
    }

    /// What was encoded since the last part.
    pub fn part(&mut self) -> Result<Part> {
        self.encode()?;
        let about = &self.about;
        let rows = match &mut self.to {
            Rows::Text(writer) => {
                let writer = std::mem::replace(&mut **writer, about.csv());
                let text = writer.into_inner().map_err(|e| Error::io("write", &about.path)(e.into_error()))?;
                Encoded::Text(text)
            }
            Rows::Parquet { columns, written, .. } => {
                *written = 0;
                let chunks = std::mem::take(columns).into_iter().map(ArrowColumnWriter::close);
                Encoded::Group(chunks.collect::<std::result::Result<_, _>>().map_err(|e| unwritten(&about.path, e))?)
            }
            Rows::Memory { batches, .. } => Encoded::Batches(std::mem::take(batches)),
        };
        let none = vec![0; self.formulas.len()];
        Ok(Part { rows, formulas: std::mem::replace(&mut self.formulas, none) })
    }

    /// Cells of each column since the last part that a spreadsheet would take for a formula.
    pub(super) fn formulas(&self) -> &[u64] {
        &self.formulas
    }

    /// Encodes the rows that wait.
    fn encode(&mut self) -> Result<()> {
        let path = &self.about.path;
        match &mut self.to {
            Rows::Parquet { columns, rows, written } if !rows.is_empty() => {
                let batch = rows.take(path)?;
                *written += batch.num_rows();
                if let (true, Form::Parquet(groups)) = (columns.is_empty(), &self.about.form) {
                    *columns = groups.create_column_writers(0).map_err(|e| unwritten(path, e))?;
                }
                let fields = batch.schema_ref().fields().iter().zip(batch.columns());
                for ((field, array), column) in fields.zip(columns) {
                    let leaves = compute_leaves(field, array).map_err(|e| unwritten(path, e))?;
                    leaves.iter().try_for_each(|leaf| column.write(leaf)).map_err(|e| unwritten(path, e))?;
                }
                Ok(())
            }
            Rows::Memory { batches, rows } if !rows.is_empty() => {
                batches.push(rows.take(path)?);
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
