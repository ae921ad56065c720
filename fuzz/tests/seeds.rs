//! Writes the seeds that no editor can write (columnar files) or that follow the formats (certificate, checkpoint, front):
//! `cargo test -p celosia-fuzz --test all seeds -- --ignored`, after a format has changed.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray,
    TimestampMicrosecondArray,
};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

fn seed(target: &str, name: &str, bytes: &[u8]) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), bytes).expect("a seed");
}

/// Small columns of the types that people have, with a null in each.
fn columns() -> Vec<(&'static str, ArrayRef)> {
    let words: DictionaryArray<Int32Type> = vec![Some("f"), None, Some("m"), Some("f")].into_iter().collect();
    vec![
        ("age", Arc::new(Int64Array::from(vec![Some(31), Some(-4), None, Some(31)]))),
        ("name", Arc::new(StringArray::from(vec![Some("ä"), Some(""), None, Some("b,\"c")]))),
        ("sex", Arc::new(words)),
        ("pay", Arc::new(Float64Array::from(vec![Some(1.5), None, Some(-0.0), Some(1e300)]))),
        ("born", Arc::new(Date32Array::from(vec![Some(0), Some(-1), None, Some(20_000)]))),
        ("alive", Arc::new(BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]))),
        ("seen", Arc::new(TimestampMicrosecondArray::from(vec![Some(0), Some(1), None, Some(-1)]))),
    ]
}

#[test]
#[ignore = "writes into the corpus"]
fn columnar_files() {
    let all = columns();
    let named = |from: usize, to: usize| {
        RecordBatch::try_from_iter_with_nullable(all[from..to].iter().map(|(n, a)| (*n, a.clone(), true)))
            .expect("rows")
    };
    for (name, records) in
        [("all", named(0, 7)), ("numbers", named(0, 1)), ("texts", named(1, 3)), ("dates", named(4, 7))]
    {
        for (codec, compression) in [("plain", Compression::UNCOMPRESSED), ("snappy", Compression::SNAPPY)] {
            let properties = WriterProperties::builder()
                .set_compression(compression)
                .set_dictionary_enabled(codec == "plain")
                .set_statistics_enabled(EnabledStatistics::None)
                .set_max_row_group_row_count(Some(3));
            let mut writer =
                ArrowWriter::try_new(Vec::new(), records.schema(), Some(properties.build())).expect("writer");
            writer.write(&records).expect("rows");
            seed("parquet", &format!("{name}-{codec}.parquet"), &writer.into_inner().expect("a file"));
        }
        let mut writer = FileWriter::try_new(Vec::new(), &records.schema()).expect("writer");
        writer.write(&records).expect("rows");
        writer.write(&records.slice(1, 2)).unwrap_or(());
        writer.finish().expect("a file");
        seed("arrow", &format!("{name}.arrow"), &writer.into_inner().expect("a file"));
        let mut writer = StreamWriter::try_new(Vec::new(), &records.schema()).expect("writer");
        writer.write(&records).expect("rows");
        writer.write(&records.slice(1, 2)).expect("rows");
        writer.finish().expect("a stream");
        seed("stream", &format!("{name}.arrows"), &writer.into_inner().expect("a stream"));
    }
    let options = IpcWriteOptions::try_new(8, false, arrow_ipc::MetadataVersion::V5).expect("options");
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &named(1, 2).schema(), options).expect("writer");
    writer.write(&named(1, 2)).expect("rows");
    writer.finish().expect("a file");
    seed("arrow", "narrow.arrow", &writer.into_inner().expect("a file"));
    // As written before version 0.15: no mark before a message.
    let old = IpcWriteOptions::try_new(8, true, arrow_ipc::MetadataVersion::V4).expect("options");
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &named(1, 2).schema(), old).expect("writer");
    writer.write(&named(1, 2)).expect("rows");
    writer.finish().expect("a stream");
    seed("stream", "old.arrows", &writer.into_inner().expect("a stream"));
}

#[test]
#[ignore = "writes into the corpus"]
fn certificates_checkpoints_and_fronts() {
    for (target, name, bytes) in celosia_fuzz::seeds() {
        seed(target, name, &bytes);
    }
}
