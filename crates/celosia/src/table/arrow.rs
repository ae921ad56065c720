//! Columnar tables: Parquet and Arrow IPC. Parquet is cut into row groups, which threads decode side by side.

use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_ipc::reader::FileReader;
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ParquetRecordBatchReaderBuilder};

use super::batch::Batch;
use super::files::Header;
use crate::error::{Error, Place, Result};
use crate::study::Kind;

/// Rows per batch out of a row group.
const BATCH: usize = 8192;

/// A piece of a columnar file that one thread decodes.
pub struct Piece {
    what: What,
    file: usize,
    path: PathBuf,
    /// Rows of the file before this piece.
    before: u64,
    /// Its share of the file, for progress.
    pub bytes: u64,
}

enum What {
    /// A row group, still in the file.
    RowGroup(ArrowReaderMetadata, usize),
    /// A record batch that holds the columns asked for.
    Loaded(RecordBatch),
}

/// Hands out the pieces of a file.
pub struct Pieces {
    path: PathBuf,
    file: usize,
    before: u64,
    of: Of,
}

enum Of {
    Parquet(ArrowReaderMetadata, usize),
    Ipc(Box<FileReader<File>>, u64),
}

/// Columns of a Parquet file.
pub fn parquet_header(path: &Path) -> Result<Header> {
    header(path, parquet_metadata(path)?.schema())
}

/// Columns of an Arrow IPC file.
pub fn ipc_header(path: &Path) -> Result<Header> {
    let reader = FileReader::try_new(open(path)?, None).map_err(|e| broken(path, &e))?;
    header(path, &reader.schema())
}

impl Pieces {
    pub fn parquet(path: &Path, file: usize) -> Result<Pieces> {
        Ok(Pieces { path: path.into(), file, before: 0, of: Of::Parquet(parquet_metadata(path)?, 0) })
    }

    pub fn ipc(path: &Path, file: usize, columns: &[usize]) -> Result<Pieces> {
        let opened = open(path)?;
        let bytes = opened.metadata().map_err(Error::io("open", path))?.len();
        let mut sorted = columns.to_vec();
        sorted.sort_unstable();
        let reader = FileReader::try_new(opened, Some(sorted)).map_err(|e| broken(path, &e))?;
        let share = bytes / reader.num_batches().max(1) as u64;
        Ok(Pieces { path: path.into(), file, before: 0, of: Of::Ipc(Box::new(reader), share) })
    }

    /// The next piece, or nothing at the end.
    pub fn next(&mut self) -> Result<Option<Piece>> {
        let (what, rows, bytes) = match &mut self.of {
            Of::Parquet(metadata, next) => {
                let Some(group) = metadata.metadata().row_groups().get(*next) else { return Ok(None) };
                let (rows, bytes) = (group.num_rows().max(0) as u64, group.compressed_size().max(0) as u64);
                *next += 1;
                (What::RowGroup(metadata.clone(), *next - 1), rows, bytes)
            }
            Of::Ipc(reader, share) => match reader.next() {
                None => return Ok(None),
                Some(batch) => {
                    let batch = batch.map_err(|e| broken(&self.path, &e))?;
                    let rows = batch.num_rows() as u64;
                    (What::Loaded(batch), rows, *share)
                }
            },
        };
        let piece = Piece { what, file: self.file, path: self.path.clone(), before: self.before, bytes };
        self.before += rows;
        Ok(Some(piece))
    }
}

impl Piece {
    /// Decodes the piece and hands on its rows.
    pub fn batches(&self, columns: &[usize], work: &mut impl FnMut(&Batch) -> Result<()>) -> Result<()> {
        match &self.what {
            What::Loaded(batch) => work(&self.to_text(batch, columns, self.before)?),
            What::RowGroup(metadata, group) => {
                let mask = ProjectionMask::roots(metadata.parquet_schema(), columns.iter().copied());
                let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(open(&self.path)?, metadata.clone())
                    .with_row_groups(vec![*group])
                    .with_projection(mask)
                    .with_batch_size(BATCH)
                    .build()
                    .map_err(|e| broken(&self.path, &e))?;
                let mut before = self.before;
                for batch in reader {
                    let batch = batch.map_err(|e| broken(&self.path, &e))?;
                    work(&self.to_text(&batch, columns, before)?)?;
                    before += batch.num_rows() as u64;
                }
                Ok(())
            }
        }
    }

    /// A projected batch holds its columns in the file's order; ours may be asked for in another.
    fn to_text(&self, records: &RecordBatch, columns: &[usize], before: u64) -> Result<Batch> {
        let mut batch = Batch::new(self.file, self.path.clone(), columns.len());
        batch.lines = (1..=records.num_rows() as u64).map(|row| before + row).collect();
        for (i, column) in columns.iter().enumerate() {
            let position = columns.iter().filter(|c| *c < column).count();
            texts(records.column(position), i, &mut batch).map_err(|e| broken(&self.path, &e))?;
        }
        Ok(batch)
    }
}

/// Writes every value of an array as text; null is the empty text. Strings and whole numbers take a short way.
fn texts(array: &ArrayRef, column: usize, batch: &mut Batch) -> std::result::Result<(), arrow_schema::ArrowError> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::Utf8View => array.as_string_view().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::Int64 => array.as_primitive::<Int64Type>().iter().for_each(|v| push_number(batch, column, v)),
        DataType::Int32 => {
            array.as_primitive::<Int32Type>().iter().for_each(|v| push_number(batch, column, v.map(i64::from)));
        }
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            let mut values = Batch::new(0, PathBuf::new(), 1);
            texts(dictionary.values(), 0, &mut values)?;
            for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
                batch.push(column, if array.is_null(row) { "" } else { values.value(0, key) });
            }
        }
        _ => {
            let options = FormatOptions::default().with_null("");
            let formatter = ArrayFormatter::try_new(array, &options)?;
            for row in 0..array.len() {
                let value = formatter.value(row).try_to_string()?;
                batch.push(column, &value);
            }
        }
    }
    Ok(())
}

fn push_number(batch: &mut Batch, column: usize, number: Option<i64>) {
    batch.push_with(column, |text| {
        if let Some(number) = number {
            // Writing to a String cannot fail.
            let _ = write!(text, "{number}");
        }
    });
}

fn header(path: &Path, schema: &Schema) -> Result<Header> {
    for field in schema.fields() {
        if field.data_type().is_nested() && !matches!(field.data_type(), DataType::Dictionary(_, _)) {
            return Err(Error::Table {
                place: Place::file(path),
                what: format!("column \"{}\" holds {}, not single values", field.name(), field.data_type()),
                hint: "flatten or drop the column before anonymizing".into(),
            });
        }
    }
    let kind = |data_type: &DataType| match data_type {
        t if t.is_integer() && *t != DataType::UInt64 => Some(Kind::Integer),
        DataType::Float32 | DataType::Float64 => Some(Kind::Decimal),
        DataType::Date32 => Some(Kind::Date),
        _ => None,
    };
    Ok(schema.fields().iter().map(|f| (f.name().clone(), kind(f.data_type()))).collect())
}

fn parquet_metadata(path: &Path) -> Result<ArrowReaderMetadata> {
    ArrowReaderMetadata::load(&open(path)?, Default::default()).map_err(|e| broken(path, &e))
}

fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(Error::io("open", path))
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::Table {
        place: Place::file(path),
        what: format!("cannot be read: {error}"),
        hint: "the file may be cut short; write it again, or convert it to CSV".into(),
    }
}
