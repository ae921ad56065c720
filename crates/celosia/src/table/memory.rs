//! Tables in memory: Arrow record batches of one schema, read where they lie, as often as needed and on several threads.

use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use super::arrow::{self, BATCH};
use super::batch::Batch;
use super::files::Header;
use crate::error::{Error, Place, Result};

/// What errors call a table in memory.
pub const MEMORY: &str = "record batches";

/// Rows per piece that one thread reads.
const PIECE: usize = 1 << 16;

/// Record batches of one schema.
#[derive(Debug, Clone)]
pub struct Memory {
    batches: Arc<[RecordBatch]>,
}

impl Memory {
    /// Checks that batches are one table of single values; its columns.
    pub fn new(batches: Vec<RecordBatch>) -> Result<(Memory, Header)> {
        let refuse =
            |what: String, hint: &str| Err(Error::Table { place: Place::file(MEMORY), what, hint: hint.into() });
        let Some(first) = batches.first() else {
            return refuse("there are none".into(), "give at least one batch, which says what the columns are");
        };
        let schema = first.schema();
        if let Some((number, batch)) = batches.iter().enumerate().find(|(_, batch)| !same(&schema, &batch.schema())) {
            let what = format!(
                "the columns of batch {} ({}) differ from those of the first ({})",
                number + 1,
                said(&batch.schema()),
                said(&schema)
            );
            return refuse(what, "all batches of a table need the same columns, of the same types, in the same order");
        }
        let header = arrow::header(Path::new(MEMORY), &schema)?;
        Ok((Memory { batches: batches.into() }, header))
    }

    /// Bytes of the columns, about, for progress.
    pub fn bytes(&self) -> u64 {
        self.batches.iter().map(bytes).sum()
    }

    /// Hands out the rows from the first.
    pub fn pieces(&self) -> Pieces {
        Pieces { batches: self.batches.clone(), batch: 0, from: 0, before: 0 }
    }
}

/// The same names and types; whether a column may hold nulls does not matter.
fn same(a: &Schema, b: &Schema) -> bool {
    let fields = a.fields().iter().zip(b.fields());
    a.fields().len() == b.fields().len()
        && fields.into_iter().all(|(a, b)| a.name() == b.name() && a.data_type() == b.data_type())
}

fn said(schema: &Schema) -> String {
    let fields: Vec<String> = schema.fields().iter().map(|f| format!("{}: {}", f.name(), f.data_type())).collect();
    fields.join(", ")
}

fn bytes(batch: &RecordBatch) -> u64 {
    batch.get_array_memory_size() as u64
}

/// Hands out batches in pieces that threads read side by side.
pub struct Pieces {
    batches: Arc<[RecordBatch]>,
    batch: usize,
    from: usize,
    before: u64,
}

/// Some rows of a batch, which still lie where they lay.
pub struct Piece {
    records: RecordBatch,
    /// Rows of the table before them.
    before: u64,
    /// Their share of the batch, for progress.
    pub bytes: u64,
}

impl Pieces {
    /// The next piece, or nothing at the end.
    pub fn next(&mut self) -> Option<Piece> {
        let batch = self.batches.get(self.batch)?;
        let all = batch.num_rows();
        let rows = PIECE.min(all - self.from);
        let share = bytes(batch) as f64 * rows as f64 / all.max(1) as f64;
        let piece = Piece { records: batch.slice(self.from, rows), before: self.before, bytes: share as u64 };
        (self.batch, self.from) =
            if self.from + rows < all { (self.batch, self.from + rows) } else { (self.batch + 1, 0) };
        self.before += rows as u64;
        Some(piece)
    }
}

impl Piece {
    /// Hands on the rows as text.
    pub fn batches(&self, columns: &[usize], work: &mut impl FnMut(Batch) -> Result<()>) -> Result<()> {
        for from in (0..self.records.num_rows()).step_by(BATCH) {
            let some = self.records.slice(from, BATCH.min(self.records.num_rows() - from));
            let arrays = columns.iter().map(|column| some.column(*column));
            let batch = Batch::of_arrays(arrays, some.num_rows(), MEMORY.into(), self.before + from as u64);
            work(batch.map_err(unreadable)?)?;
        }
        Ok(())
    }
}

fn unreadable(why: String) -> Error {
    Error::Table {
        place: Place::file(MEMORY),
        what: format!("cannot be read: {why}"),
        hint: "cast the column to text, to numbers or to dates first".into(),
    }
}
