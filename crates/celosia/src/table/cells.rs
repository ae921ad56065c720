//! The values of columnar files as text, as they would stand in a CSV file.

use std::hash::Hash;
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType};
use hashbrown::HashMap;

use super::batch::Batch;
use super::damage::survive;
use super::times::Times;

impl Batch {
    /// All columns of a record batch as text; `path` is what errors call its source, `before` the rows before it.
    pub fn of_record(record: &RecordBatch, path: PathBuf, before: u64) -> std::result::Result<Batch, String> {
        Batch::of_arrays(record.columns().iter(), record.num_rows(), path, before)
    }

    /// The same for some columns of `rows` rows each.
    pub(super) fn of_arrays<'a>(
        arrays: impl ExactSizeIterator<Item = &'a ArrayRef>,
        rows: usize,
        path: PathBuf,
        before: u64,
    ) -> std::result::Result<Batch, String> {
        let mut batch = Batch::new(0, path, arrays.len());
        batch.lines = (before + 1..=before + rows as u64).collect();
        for (column, array) in arrays.enumerate() {
            survive(|| texts(array, column, &mut batch))?;
        }
        match u32::try_from(batch.text.len()) {
            Ok(_) => Ok(batch),
            Err(_) => Err(format!("{rows} rows have more than 4 GB of text")),
        }
    }
}

/// Writes every value of an array as text; null is the empty text. What has few distinct values is written once per
/// value, with the keys of the rows beside it.
fn texts(array: &ArrayRef, column: usize, batch: &mut Batch) -> std::result::Result<(), ArrowError> {
    match array.data_type() {
        DataType::Dictionary(_, value) => {
            let dictionary = array.as_any_dictionary();
            if dictionary.values().len() > array.len() {
                return plain_texts(&cast(array, value)?, column, batch);
            }
            let null = dictionary.values().len() as u32;
            let mut keys: Vec<u32> = dictionary.normalized_keys().into_iter().map(|key| key as u32).collect();
            if let Some(nulls) = array.nulls() {
                keys.iter_mut().zip(nulls).filter(|(_, valid)| !valid).for_each(|(key, _)| *key = null);
            }
            plain_texts(dictionary.values(), column, batch)?;
            batch.push(column, "");
            batch.columns[column].keys = Some(keys);
            Ok(())
        }
        DataType::Int64 => number_texts(array, array.as_primitive::<Int64Type>().iter(), column, batch),
        DataType::Int32 => number_texts(array, array.as_primitive::<Int32Type>().iter(), column, batch),
        DataType::Date32 => number_texts(array, array.as_primitive::<Date32Type>().iter(), column, batch),
        DataType::Float64 => {
            let bits = array.as_primitive::<Float64Type>().iter().map(|number| number.map(f64::to_bits));
            number_texts(array, bits, column, batch)
        }
        DataType::Timestamp(unit, zone) => {
            let times = Times::new(array, *unit, zone.as_deref())?;
            keyed_texts(times.counts(), |row| times.text(row), column, batch)
        }
        _ => plain_texts(array, column, batch),
    }
}

/// Writes each distinct number once; `numbers` are what makes them distinct.
fn number_texts<N: Eq + Hash>(
    array: &ArrayRef,
    numbers: impl Iterator<Item = Option<N>>,
    column: usize,
    batch: &mut Batch,
) -> std::result::Result<(), ArrowError> {
    let options = FormatOptions::default().with_null("");
    let formatter = ArrayFormatter::try_new(array, &options)?;
    keyed_texts(numbers, |row| formatter.value(row).try_to_string(), column, batch)
}

fn keyed_texts<N: Eq + Hash>(
    numbers: impl Iterator<Item = Option<N>>,
    text: impl Fn(usize) -> std::result::Result<String, ArrowError>,
    column: usize,
    batch: &mut Batch,
) -> std::result::Result<(), ArrowError> {
    let mut key_of = HashMap::new();
    let mut keys = Vec::new();
    for (row, number) in numbers.enumerate() {
        let next = key_of.len() as u32;
        let key = *key_of.entry(number).or_insert(next);
        if key == next {
            batch.push(column, &text(row)?);
        }
        keys.push(key);
    }
    batch.columns[column].keys = Some(keys);
    Ok(())
}

fn plain_texts(array: &ArrayRef, column: usize, batch: &mut Batch) -> std::result::Result<(), ArrowError> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::LargeUtf8 => array.as_string::<i64>().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::Utf8View => array.as_string_view().iter().for_each(|v| batch.push(column, v.unwrap_or(""))),
        DataType::Timestamp(unit, zone) => {
            let times = Times::new(array, *unit, zone.as_deref())?;
            for row in 0..array.len() {
                batch.push(column, &times.text(row)?);
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
