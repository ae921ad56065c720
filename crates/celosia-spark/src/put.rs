//! Tables of ours (maps from values to labels) as temporary views of the session.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_cast::cast;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use celosia::error::Result;
use celosia::watch::Watch;

use crate::open::ask;
use crate::operation::run;
use crate::session::Session;
use crate::{plan, quote};

/// A message may have 128 MB, on both sides; parts of about a quarter leave room for rows that are longer than most.
const PART: usize = 32 << 20;

/// Makes a table a view. A large one goes over in parts.
pub fn put(session: &Session, name: &str, table: &RecordBatch, watch: &dyn Watch) -> Result<()> {
    let broken =
        |e: ArrowError| session.refuse(format!("cannot send table {name}: {e}"), "this is a defect of celosia");
    let table = plain(table).map_err(broken)?;
    let bytes = table.get_array_memory_size();
    let parts = bytes.div_ceil(PART).max(1);
    let rows = table.num_rows().div_ceil(parts).max(1);
    if parts == 1 {
        let stream = stream(&table).map_err(broken)?;
        return send(session, quote::identifier(name), stream, watch);
    }
    let mut union = Vec::new();
    for from in (0..table.num_rows()).step_by(rows) {
        let part = quote::identifier(&quote::random("celosia_part_"));
        let slice = table.slice(from, rows.min(table.num_rows() - from));
        send(session, part.clone(), stream(&slice).map_err(broken)?, watch)?;
        union.push(format!("SELECT * FROM {part}"));
    }
    let view = quote::identifier(name);
    ask(session, &format!("CREATE OR REPLACE TEMPORARY VIEW {view} AS {}", union.join(" UNION ALL ")), watch)
}

fn send(session: &Session, view: String, stream: Vec<u8>, watch: &dyn Watch) -> Result<()> {
    run(session, plan::view(view, stream), "sending a table to Spark", watch)
}

/// The same table in types that Spark knows: it has neither dictionaries nor unsigned numbers.
fn plain(table: &RecordBatch) -> std::result::Result<RecordBatch, ArrowError> {
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for (field, column) in table.schema().fields().iter().zip(table.columns()) {
        let known = match field.data_type() {
            DataType::Dictionary(_, value) => value.as_ref().clone(),
            DataType::Utf8View | DataType::LargeUtf8 => DataType::Utf8,
            DataType::UInt8 => DataType::Int16,
            DataType::UInt16 => DataType::Int32,
            DataType::UInt32 | DataType::UInt64 => DataType::Int64,
            other => other.clone(),
        };
        columns.push(cast(column, &known)?);
        fields.push(Field::new(field.name(), known, field.is_nullable()));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn stream(table: &RecordBatch) -> std::result::Result<Vec<u8>, ArrowError> {
    let mut writer = StreamWriter::try_new(Vec::new(), &table.schema())?;
    writer.write(table)?;
    writer.into_inner()
}
