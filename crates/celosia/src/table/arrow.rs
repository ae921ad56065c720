//! Columnar tables: Parquet and Arrow IPC, files and streams. Parquet is cut into pieces of row groups, which threads decode side by side.

use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{DataType, Fields, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::PageIndexPolicy;
use parquet::file::reader::{ChunkReader, Length};

use super::batch::Batch;
use super::blocks;
use super::codec;
use super::damage::survive;
use super::files::{Header, Ipc};
use crate::error::{Error, Place, Result};
use crate::input::{Input, Reader};
use crate::study::Kind;

/// Rows per batch: what one thread turns into text at a time.
pub(super) const BATCH: usize = 8192;
/// Rows per piece of a row group whose pages can be found without reading those before them.
const PIECE: u64 = 1 << 17;

/// A piece of a columnar file that one thread decodes.
pub struct Piece {
    what: What,
    file: usize,
    input: Input,
    /// Rows of the file before this piece.
    before: u64,
    /// Its share of the file, for progress.
    pub bytes: u64,
}

enum What {
    /// Some rows of a row group, still in the file.
    Rows { metadata: ArrowReaderMetadata, group: usize, from: u64, rows: u64 },
    /// A record batch that holds the columns asked for.
    Loaded(RecordBatch),
}

/// Hands out the pieces of a file.
pub struct Pieces {
    input: Input,
    file: usize,
    before: u64,
    of: Of,
}

enum Of {
    /// The row group that is being handed out, and how many of its rows have been.
    Parquet { metadata: ArrowReaderMetadata, group: usize, from: u64 },
    Ipc {
        reader: Box<FileReader<Reader>>,
        share: u64,
        /// Record batches that were handed out.
        read: usize,
    },
    /// Where the last batch ended.
    Stream { reader: Box<StreamReader<Reader>>, at: u64 },
}

/// Columns of a Parquet file.
pub fn parquet_header(input: &Input) -> Result<Header> {
    header(input.path(), parquet_metadata(input)?.schema())
}

/// Columns of Arrow IPC.
pub fn ipc_header(input: &Input, form: Ipc) -> Result<Header> {
    let schema = match form {
        Ipc::File => ipc_reader(input, None)?.schema(),
        Ipc::Stream => stream_reader(input, None)?.schema(),
    };
    header(input.path(), &schema)
}

impl Pieces {
    pub fn parquet(input: &Input, file: usize) -> Result<Pieces> {
        let metadata = with_dictionaries(parquet_metadata(input)?);
        Ok(Pieces { input: input.clone(), file, before: 0, of: Of::Parquet { metadata, group: 0, from: 0 } })
    }

    pub fn ipc(input: &Input, file: usize, form: Ipc, columns: &[usize]) -> Result<Pieces> {
        let mut sorted = columns.to_vec();
        sorted.sort_unstable();
        let of = match form {
            Ipc::File => {
                let reader = ipc_reader(input, Some(sorted))?;
                let share = input.bytes() / reader.num_batches().max(1) as u64;
                Of::Ipc { reader: Box::new(reader), share, read: 0 }
            }
            Ipc::Stream => Of::Stream { reader: Box::new(stream_reader(input, Some(sorted))?), at: 0 },
        };
        Ok(Pieces { input: input.clone(), file, before: 0, of })
    }

    /// The next piece, or nothing at the end.
    pub fn next(&mut self) -> Result<Option<Piece>> {
        let (what, rows, bytes) = match &mut self.of {
            Of::Parquet { metadata, group, from } => {
                let Some(about) = metadata.metadata().row_groups().get(*group) else { return Ok(None) };
                let (all, bytes) = (about.num_rows().max(0) as u64, about.compressed_size().max(0) as u64);
                let seekable = about.columns().iter().all(|column| column.offset_index_offset().is_some());
                let rows = if seekable { PIECE.min(all - *from) } else { all };
                let piece = What::Rows { metadata: metadata.clone(), group: *group, from: *from, rows };
                (*group, *from) = if *from + rows < all { (*group, *from + rows) } else { (*group + 1, 0) };
                (piece, rows, (bytes as f64 * rows as f64 / all.max(1) as f64) as u64)
            }
            Of::Ipc { reader, share, read } => {
                match survive(|| reader.next().transpose()).map_err(|e| broken(self.input.path(), e))? {
                    // A message of no kind reads as the end, and there may be others behind it.
                    None if *read < reader.num_batches() => {
                        let (next, all) = (*read + 1, reader.num_batches());
                        return Err(broken(self.input.path(), format!("record batch {next} of {all} is none")));
                    }
                    None => return Ok(None),
                    Some(batch) => {
                        *read += 1;
                        let rows = batch.num_rows() as u64;
                        (What::Loaded(batch), rows, *share)
                    }
                }
            }
            Of::Stream { reader, at } => {
                let batch = survive(|| reader.next().transpose()).map_err(|e| broken(self.input.path(), e))?;
                let before = std::mem::replace(at, reader.get_ref().place());
                match batch {
                    // A second stream behind the first would be lost.
                    None if *at < self.input.bytes() => return Err(goes_on(self.input.path())),
                    None => return Ok(None),
                    Some(batch) => {
                        let rows = batch.num_rows() as u64;
                        (What::Loaded(batch), rows, *at - before)
                    }
                }
            }
        };
        let piece = Piece { what, file: self.file, input: self.input.clone(), before: self.before, bytes };
        // A file may claim any number of rows.
        self.before = self.before.saturating_add(rows);
        Ok(Some(piece))
    }
}

impl Piece {
    /// Decodes the piece and hands on its rows.
    pub fn batches(&self, columns: &[usize], work: &mut impl FnMut(Batch) -> Result<()>) -> Result<()> {
        match &self.what {
            What::Loaded(records) => {
                for from in (0..records.num_rows()).step_by(BATCH) {
                    let some = records.slice(from, BATCH.min(records.num_rows() - from));
                    work(self.to_text(&some, columns, self.before + from as u64)?)?;
                }
                Ok(())
            }
            What::Rows { metadata, group, from, rows } => {
                let mask = ProjectionMask::roots(metadata.parquet_schema(), columns.iter().copied());
                let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(self.input.reader()?, metadata.clone())
                    .with_row_groups(vec![*group])
                    .with_projection(mask)
                    .with_batch_size(BATCH)
                    .with_offset(*from as usize)
                    .with_limit(*rows as usize);
                let mut reader = survive(|| reader.build()).map_err(|e| broken(self.input.path(), e))?;
                let mut read = 0;
                while let Some(records) =
                    survive(|| reader.next().transpose()).map_err(|e| broken(self.input.path(), e))?
                {
                    work(self.to_text(&records, columns, self.before + read)?)?;
                    read += records.num_rows() as u64;
                }
                let (read, rows) = (from + read, from + rows);
                let short = || broken(self.input.path(), format!("row group {group} ends after {read} of {rows} rows"));
                if read == rows { Ok(()) } else { Err(short()) }
            }
        }
    }

    /// A projected batch holds its columns in the file's order; ours may be asked for in another.
    fn to_text(&self, records: &RecordBatch, columns: &[usize], before: u64) -> Result<Batch> {
        let mut sorted = columns.to_vec();
        sorted.sort_unstable();
        let position = |column: &usize| sorted.partition_point(|before| before < column);
        let arrays = columns.iter().map(|column| records.column(position(column)));
        let batch = Batch::of_arrays(arrays, records.num_rows(), self.input.path().into(), before);
        batch.map(|batch| Batch { file: self.file, ..batch }).map_err(|e| broken(self.input.path(), e))
    }
}

fn keyed(value: DataType) -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(value))
}

pub(super) fn header(path: &Path, schema: &Schema) -> Result<Header> {
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

fn parquet_metadata(input: &Input) -> Result<ArrowReaderMetadata> {
    let options = ArrowReaderOptions::new().with_offset_index_policy(PageIndexPolicy::Optional);
    let reader = input.reader()?;
    survive(|| ArrowReaderMetadata::load(&reader, options)).map_err(|e| broken(input.path(), e))
}

fn ipc_reader(input: &Input, columns: Option<Vec<usize>>) -> Result<FileReader<Reader>> {
    let reader = input.reader()?;
    let open = || blocks::lie_within(&reader).and_then(|()| FileReader::try_new(reader, columns));
    survive(open).map_err(|e| broken(input.path(), e))
}

fn stream_reader(input: &Input, columns: Option<Vec<usize>>) -> Result<StreamReader<Reader>> {
    let reader = input.reader()?;
    survive(|| StreamReader::try_new(reader, columns)).map_err(|e| broken(input.path(), e))
}

impl Length for Reader {
    fn len(&self) -> u64 {
        self.size().unwrap_or(0)
    }
}

impl ChunkReader for Reader {
    type T = BufReader<Reader>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<BufReader<Reader>> {
        Ok(BufReader::new(self.at(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        // A damaged file may claim more than any memory holds.
        let there = self.size()?.saturating_sub(start).min(length as u64);
        let mut bytes = Vec::with_capacity(there as usize);
        let read = self.at(start).take(length as u64).read_to_end(&mut bytes)?;
        let short = || parquet::errors::ParquetError::EOF(format!("{read} of {length} bytes at {start}"));
        if read == length { Ok(bytes.into()) } else { Err(short()) }
    }
}

/// The same file, but texts that it holds as dictionaries are read as dictionaries.
fn with_dictionaries(metadata: ArrowReaderMetadata) -> ArrowReaderMetadata {
    let groups = metadata.metadata().row_groups();
    let in_dictionary = |column: usize| {
        groups.iter().all(|group| group.columns().get(column).is_some_and(|c| c.dictionary_page_offset().is_some()))
    };
    let fields = metadata.schema().fields().iter().enumerate().map(|(column, field)| match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View if in_dictionary(column) => {
            Arc::new(field.as_ref().clone().with_data_type(keyed(DataType::Utf8)))
        }
        _ => field.clone(),
    });
    let schema = Schema::new_with_metadata(fields.collect::<Fields>(), metadata.schema().metadata().clone());
    let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
    ArrowReaderMetadata::try_new(metadata.metadata().clone(), options).unwrap_or(metadata)
}

fn goes_on(path: &Path) -> Error {
    Error::Table {
        place: Place::file(path),
        what: "there is more behind the end of the stream".into(),
        hint: "give each stream a file of its own; a folder of them is one table".into(),
    }
}

fn broken(path: &Path, why: String) -> Error {
    Error::Table { place: Place::file(path), hint: codec::hint(&why).into(), what: format!("cannot be read: {why}") }
}
