//! Where generated rows go: a folder of Parquet parts that threads write side by side, or one file. Either gets its
//! name when it is whole.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, Date32Array, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use rayon::prelude::*;

use super::SYNTHETIC;
use super::draw::{BLOCK, Block};
use super::learn::{Column, Shape};
use crate::error::{Error, Result};
use crate::study::Kind;
use crate::table::{Access, Form, PARQUET_CODEC, PartialFolder, Writer, atomically, folder_of, number, unwritten};
use crate::threads;
use crate::watch::Watch;

/// Blocks per part of a folder: about a million rows.
const PART: u64 = 16;
/// Rows per call of the Parquet writer: their codes stay near the processor.
const BATCH: usize = 8192;

/// What a path asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A folder of Parquet parts.
    Folder(PathBuf),
    /// One file, Parquet or text by its name.
    File(PathBuf),
}

/// A path with the ending of a table is a file, any other is a folder, which must be empty if it is there.
pub fn place(path: &Path) -> Result<Place> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    if ending.is_some_and(|e| ["parquet", "pq", "csv", "tsv"].contains(&e.as_str())) {
        return Ok(Place::File(path.into()));
    }
    let refuse = |what: &str, hint: &str| Err(Error::output(path.display().to_string(), what, hint));
    if path.file_name().is_none() {
        return refuse("this folder cannot be made", "give a new folder's name, or a file's (.parquet, .csv)");
    }
    if path.is_dir() {
        let mut inside = std::fs::read_dir(path).map_err(Error::io("list", path))?;
        if inside.next().is_some() {
            return refuse("the folder is not empty", "empty it, or choose another: rows are never added to a table");
        }
    } else if path.exists() {
        return refuse("a file stands where the folder should be", "choose another name, or one with .parquet or .csv");
    }
    Ok(Place::Folder(path.into()))
}

/// Draws and writes `rows` rows on `threads` threads (0: all cores). The same seed gives the same bytes on any number
/// of threads. Returns how many files were written.
pub fn generate(shape: &Shape, rows: u64, seed: u64, place: &Place, threads: usize, watch: &dyn Watch) -> Result<u64> {
    let pool = threads::pool(threads)?;
    watch.begin("generating", rows);
    pool.install(|| match place {
        Place::Folder(folder) => write_folder(shape, rows, seed, folder, watch),
        Place::File(path) => write_file(shape, rows, seed, path, watch).map(|()| 1),
    })
}

/// All parts under a temporary name, which becomes the folder's when the last is whole.
fn write_folder(shape: &Shape, rows: u64, seed: u64, folder: &Path, watch: &dyn Watch) -> Result<u64> {
    let temporary = PartialFolder::new(folder_of(folder))?;
    let parts = rows.div_ceil(PART * BLOCK);
    (0..parts).into_par_iter().try_for_each(|part| {
        let path = temporary.path().join(format!("part-{part:05}.parquet"));
        let failed = |e| unwritten(folder, e);
        let mut file = File::create(&path).map_err(Error::io("write", folder))?;
        let mut writer = ParquetPart::new(shape, &mut file).map_err(failed)?;
        for number in part * PART..((part + 1) * PART).min(rows.div_ceil(BLOCK)) {
            watch.check()?;
            let block = shape.block(rows, seed, number);
            writer.write(&block).map_err(failed)?;
            watch.rows(block.rows as u64);
            watch.advance(block.rows as u64);
        }
        writer.close().map_err(failed)?;
        file.sync_all().map_err(Error::io("write", folder))
    })?;
    temporary.publish(folder)?;
    Ok(parts)
}

/// One file: threads draw, one writes.
fn write_file(shape: &Shape, rows: u64, seed: u64, path: &Path, watch: &dyn Watch) -> Result<()> {
    let failed = |e| unwritten(path, e);
    let together = rayon::current_num_threads() as u64;
    atomically(path, Access::Shared, |_, file| {
        let mut into = match Form::of(path) {
            Form::Parquet => Into::Parquet(Box::new(ParquetPart::new(shape, file).map_err(failed)?)),
            Form::Text(_) => {
                let columns: Vec<(String, Kind)> = shape.columns.iter().map(|c| (c.name.clone(), c.kind)).collect();
                Into::Text(Box::new(Writer::new(path, file, &columns)?))
            }
        };
        let blocks = rows.div_ceil(BLOCK);
        for from in (0..blocks).step_by(together as usize) {
            watch.check()?;
            let numbers = from..(from + together).min(blocks);
            let drawn: Vec<Block> = numbers.into_par_iter().map(|number| shape.block(rows, seed, number)).collect();
            for block in drawn {
                match &mut into {
                    Into::Parquet(part) => part.write(&block).map_err(failed)?,
                    Into::Text(writer) => write_text(shape, &block, writer)?,
                }
                watch.rows(block.rows as u64);
                watch.advance(block.rows as u64);
            }
        }
        match into {
            Into::Parquet(part) => part.close().map_err(failed),
            Into::Text(writer) => writer.finish(),
        }
    })
}

enum Into<'a> {
    Parquet(Box<ParquetPart<'a>>),
    Text(Box<Writer<'a>>),
}

fn write_text(shape: &Shape, block: &Block, writer: &mut Writer) -> Result<()> {
    let mut number = String::new();
    for row in 0..block.rows {
        number.clear();
        number += &(block.first + row as u64 + 1).to_string();
        let value = |(column, codes): (&'_ Column, &Vec<u32>)| match column.is_numbered() {
            true => number.clone(),
            false => column.values[codes[row] as usize].clone(),
        };
        let values: Vec<String> = shape.columns.iter().zip(&block.codes).map(value).collect();
        writer.row(values.iter().map(|value| Some(value.as_str())))?;
    }
    Ok(())
}

type Parquet<T> = std::result::Result<T, parquet::errors::ParquetError>;

/// A Parquet file that is being written: the writer, and the values that codes stand for.
struct ParquetPart<'a> {
    writer: ArrowWriter<&'a mut File>,
    shape: &'a Shape,
    values: Vec<Values>,
}

/// The values of a column as Parquet holds them.
enum Values {
    Numbers,
    Integers(Vec<Option<i64>>),
    Decimals(Vec<Option<f64>>),
    Days(Vec<Option<i32>>),
    /// Texts, and the code that is null.
    Texts(ArrayRef, Option<u32>),
}

impl<'a> ParquetPart<'a> {
    fn new(shape: &'a Shape, file: &'a mut File) -> Parquet<ParquetPart<'a>> {
        let values: Vec<Values> = shape.columns.iter().map(Values::of).collect();
        let none = Block { first: 0, rows: 0, codes: vec![Vec::new(); values.len()] };
        let schema = batch(shape, &values, &none, 0..0)?.schema();
        let about = vec![KeyValue::new("celosia".into(), SYNTHETIC.to_string())];
        // Rows are in no order, so least and greatest values would spare a reader nothing.
        let properties = WriterProperties::builder()
            .set_statistics_enabled(EnabledStatistics::None)
            .set_compression(PARQUET_CODEC)
            .set_key_value_metadata(Some(about))
            .build();
        // Readers need not know that texts came as dictionaries.
        let options = ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true);
        Ok(ParquetPart { writer: ArrowWriter::try_new_with_options(file, schema, options)?, shape, values })
    }

    fn write(&mut self, block: &Block) -> Parquet<()> {
        for from in (0..block.rows).step_by(BATCH) {
            let rows = from..(from + BATCH).min(block.rows);
            self.writer.write(&batch(self.shape, &self.values, block, rows)?)?;
        }
        Ok(())
    }

    fn close(self) -> Parquet<()> {
        self.writer.close().map(|_| ())
    }
}

fn batch(shape: &Shape, values: &[Values], block: &Block, rows: std::ops::Range<usize>) -> Parquet<RecordBatch> {
    let columns = shape.columns.iter().zip(values).zip(&block.codes);
    let arrays = columns.map(|((column, values), codes)| {
        let first = block.first + rows.start as u64;
        (column.name.as_str(), values.array(codes.get(rows.clone()).unwrap_or_default(), first, rows.len()), true)
    });
    Ok(RecordBatch::try_from_iter_with_nullable(arrays)?)
}

impl Values {
    fn of(column: &Column) -> Values {
        let texts = || column.values.iter().map(String::as_str);
        match column.kind {
            _ if column.is_numbered() => Values::Numbers,
            Kind::Integer => Values::Integers(texts().map(|v| v.parse().ok()).collect()),
            Kind::Decimal => Values::Decimals(texts().map(|v| number(Kind::Decimal, v)).collect()),
            Kind::Date => Values::Days(texts().map(|v| number(Kind::Date, v).map(|day| day as i32)).collect()),
            Kind::Time | Kind::String => Values::Texts(Arc::new(StringArray::from_iter_values(texts())), column.null),
        }
    }

    fn array(&self, codes: &[u32], first: u64, rows: usize) -> ArrayRef {
        let codes = codes.iter().map(|&code| code as usize);
        match self {
            Values::Numbers => {
                Arc::new(Int64Array::from_iter_values((0..rows as i64).map(|row| first as i64 + row + 1)))
            }
            Values::Integers(values) => Arc::new(codes.map(|code| values[code]).collect::<Int64Array>()),
            Values::Decimals(values) => Arc::new(codes.map(|code| values[code]).collect::<Float64Array>()),
            Values::Days(values) => Arc::new(codes.map(|code| values[code]).collect::<Date32Array>()),
            Values::Texts(values, null) => {
                let keys = codes.map(|code| Some(code as i32).filter(|_| *null != Some(code as u32)));
                Arc::new(DictionaryArray::<Int32Type>::new(keys.collect(), values.clone()))
            }
        }
    }
}
