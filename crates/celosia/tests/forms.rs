//! Forms of tables that other tools write: points in time of every unit and zone, streams of Arrow messages, headers of a
//! megabyte, tables of thousands of columns, pipes.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, RecordBatch, StringArray, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, TimestampSecondArray,
};
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use celosia::error::Result;
use celosia::frequency::{Counted, count};
use celosia::input;
use celosia::study::{Kind, Study, StudyFile};
use celosia::table::Table;
use celosia::watch::Silent;
use tempfile::{TempDir, tempdir};

fn counted(path: &Path, quasi: &[&str]) -> Result<Counted> {
    let mut file = StudyFile::parse("test", "[data]\nmissing = { rows = \"keep\" }\n")?;
    file.data.path = Some(path.into());
    quasi.iter().for_each(|name| file.set_column(name, "role", "quasi-identifier".into()));
    count(&Table::open(path, &celosia::study::Reading::default())?, &Study::check("test", &file)?, &[], 2, &Silent)
}

/// The values of the only column that is asked for.
fn values(path: &Path, column: &str) -> Result<Vec<String>> {
    Ok(counted(path, &[column])?.domains.remove(0).values)
}

fn saved(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn parquet(batch: &RecordBatch) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = parquet::arrow::ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn stream(batches: &[RecordBatch], options: IpcWriteOptions) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = StreamWriter::try_new_with_options(&mut bytes, &batches[0].schema(), options).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    drop(writer);
    bytes
}

/// 2023-11-14 22:13:20 with and without a part of a second, and a day before 1970, in seconds.
const SECONDS: [i64; 2] = [1_700_000_000, -86_400];

fn times(zone: Option<&str>) -> RecordBatch {
    let scaled = |factor: i64, more: i64| SECONDS.iter().map(move |s| Some(s * factor + more)).chain([None]);
    let columns: [(&str, ArrayRef); 4] = [
        ("second", Arc::new(TimestampSecondArray::from_iter(scaled(1, 0)).with_timezone_opt(zone))),
        ("milli", Arc::new(TimestampMillisecondArray::from_iter(scaled(1_000, 120)).with_timezone_opt(zone))),
        ("micro", Arc::new(TimestampMicrosecondArray::from_iter(scaled(1_000_000, 1)).with_timezone_opt(zone))),
        ("nano", Arc::new(TimestampNanosecondArray::from_iter(scaled(1_000_000_000, 1_000)).with_timezone_opt(zone))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true))).unwrap()
}

#[test]
fn points_in_time_of_every_unit_are_the_text_that_engines_cast_them_to() {
    let folder = tempdir().unwrap();
    for zone in [None, Some("UTC"), Some("Etc/UTC"), Some("+00:00")] {
        let batch = times(zone);
        let paths = [
            saved(&folder, "times.parquet", parquet(&batch)),
            saved(&folder, "times.arrows", stream(&[batch], IpcWriteOptions::default())),
        ];
        for path in &paths {
            // Parquet has no seconds: they are written as milliseconds.
            let both =
                |fraction: &str| ["1969-12-31 00:00:00", "2023-11-14 22:13:20"].map(|t| format!("{t}{fraction}"));
            for (column, fraction) in [("second", ""), ("milli", ".12"), ("micro", ".000001"), ("nano", ".000001")] {
                let found = counted(path, &[column]).unwrap().domains.remove(0);
                assert_eq!(found.values, [&both(fraction)[..], &[String::new()]].concat(), "{zone:?} {column}");
                assert_eq!(found.kind, Kind::Date, "a date with a time of day");
            }
        }
    }
}

#[test]
fn times_of_a_fixed_offset_say_so_and_zones_with_rules_are_refused_where_they_are_read() {
    let folder = tempdir().unwrap();
    let path = saved(&folder, "offset.parquet", parquet(&times(Some("+02:00"))));
    let expected = ["1969-12-31 02:00:00.12+02:00", "2023-11-15 00:13:20.12+02:00", ""];
    assert_eq!(values(&path, "milli").unwrap(), expected);

    let (berlin, plain) = (times(Some("Europe/Berlin")), StringArray::from(vec!["x", "y", "x"]));
    let micro = berlin.column_by_name("micro").unwrap().clone();
    let batch = RecordBatch::try_from_iter([("born", micro), ("name", Arc::new(plain) as ArrayRef)]).unwrap();
    let path = saved(&folder, "berlin.parquet", parquet(&batch));
    let error = values(&path, "born").unwrap_err().to_string();
    assert!(error.contains("berlin.parquet") && error.contains("times in the zone Europe/Berlin"), "{error}");
    assert!(error.contains("convert the column to UTC"), "{error}");
    assert_eq!(values(&path, "name").unwrap(), ["x", "y"], "other columns can be read");
}

#[test]
fn streams_of_arrow_messages_are_read() {
    let folder = tempdir().unwrap();
    let batch = |names: [&str; 2]| {
        let sex: DictionaryArray<Int32Type> = ["m", "f"].into_iter().collect();
        let columns = [("name", Arc::new(StringArray::from(names.to_vec())) as ArrayRef), ("sex", Arc::new(sex))];
        RecordBatch::try_from_iter(columns).unwrap()
    };
    let batches = [batch(["ann", "bob"]), batch(["cyd", "dan"])];
    let legacy = IpcWriteOptions::try_new(8, true, arrow_ipc::MetadataVersion::V4).unwrap();
    let whole = stream(&batches, IpcWriteOptions::default());
    for (name, bytes) in [("new.arrows", whole.clone()), ("old.arrows", stream(&batches, legacy))] {
        let path = saved(&folder, name, bytes);
        assert_eq!(values(&path, "name").unwrap(), ["ann", "bob", "cyd", "dan"], "{name}");
        assert_eq!(values(&path, "sex").unwrap(), ["f", "m"], "{name}");
        assert_eq!(counted(&path, &["sex", "name"]).unwrap().read, 4, "{name}");
    }
    let refused = |name: &str, bytes: &[u8], what: &str| {
        let error = counted(&saved(&folder, name, bytes), &["sex"]).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(what), "{name}: {error}");
    };
    refused("cut.arrows", &whole[..whole.len() - 100], "cannot be read");
    refused("two.arrows", &[whole.clone(), whole].concat(), "there is more behind the end of the stream");
}

#[test]
fn a_header_may_be_longer_than_a_megabyte() {
    let folder = tempdir().unwrap();
    // Two bytes per letter and an odd length, so that some reading ends within a letter.
    let name = |column: usize| format!("x{}{column:04}", "ä".repeat(50));
    let names: Vec<String> = (0..12_000).map(name).collect();
    assert!(names.iter().map(String::len).sum::<usize>() > 1 << 20);
    for delimiter in [",", ";"] {
        let row = vec!["1"; names.len()].join(delimiter);
        let text = format!("\u{feff}{}\n{row}\n{row}\n", names.join(delimiter));
        let path = saved(&folder, "long.csv", text);
        assert_eq!(Table::open(&path, &celosia::study::Reading::default()).unwrap().columns, names);
        assert_eq!(counted(&path, &[&names[0], &names[11_999]]).unwrap().read, 2);
    }
    // A last line without a newline that ends just where a reading does.
    let path = saved(&folder, "only.csv", "a".repeat(1 << 18));
    assert_eq!(Table::open(&path, &celosia::study::Reading::default()).unwrap().columns[0].len(), 1 << 18);
}

#[cfg(unix)]
#[test]
fn a_fifo_is_read_once_and_by_every_reader_from_its_beginning() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("feed");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let bytes = parquet(&times(Some("UTC")));
    let (feed, fed) = (path.clone(), bytes.clone());
    let writer = std::thread::spawn(move || fs::write(feed, fed).unwrap());
    let table = Table::open(&path, &celosia::study::Reading::default()).unwrap();
    writer.join().unwrap();
    assert!(!table.inputs().next().unwrap().is_file());
    assert_eq!(table.inputs().next().unwrap().bytes(), bytes.len() as u64);
    // Nobody writes any more: whoever asks again gets the same bytes, on any number of threads.
    assert_eq!(input::read(&path).unwrap(), bytes);
    assert_eq!(values(&path, "second").unwrap().len(), 3);
    assert_eq!(counted(&path, &["milli", "micro"]).unwrap().read, 3);
}
