//! Reading: every format gives the same frequency table on any number of threads, and it is the one that a naive
//! count gives; bad files give errors that name the place, and never a panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, DictionaryArray, Float64Array, Int64Array, RecordBatch, StringArray,
};
use celosia::error::{Error, Result};
use celosia::frequency::{Counted, Tracked, count};
use celosia::study::{Kind, Study, StudyFile};
use celosia::table::{Access, Domain, Table, Writer, atomically};
use celosia::watch::Silent;
use proptest::prelude::*;
use tempfile::{TempDir, tempdir};

const COLUMNS: [&str; 6] = ["name", "age", "height", "born", "member", "disease"];

/// Delimiters, quotes, newlines, other alphabets, empty fields: what breaks readers.
const ROWS: [[&str; 6]; 7] = [
    ["O'Brien, Pat; Jr.", "34", "1.75", "1990-02-28", "true", "flu"],
    ["the \"Duke\"", "9", "1.5", "2015-12-31", "false", "cold"],
    ["two\nlines", "100", "1.6", "1924-01-01", "false", "flu"],
    ["Zoë\t|", "34", "1.75", "1990-02-28", "true", "flu"],
    ["", "9", "1.5", "2015-12-31", "false", "?"],
    ["the \"Duke\"", "9", "1.5", "2015-12-31", "false", "flu"],
    ["the \"Duke\"", "9", "1.5", "", "false", "flu"],
];

fn csv_text(rows: &[[&str; 6]], delimiter: u8, terminator: csv::Terminator) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).terminator(terminator).from_writer(Vec::new());
    writer.write_record(COLUMNS).unwrap();
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.into_inner().unwrap()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The table with the types that a columnar file would have.
fn record_batch() -> RecordBatch {
    let column = |c: usize| ROWS.iter().map(move |row| row[c]);
    let day = |text: &str| celosia::table::number(Kind::Date, text).map(|days| days as i32);
    let columns: [ArrayRef; 6] = [
        Arc::new(StringArray::from_iter(column(0).map(|v| Some(v).filter(|v| !v.is_empty())))),
        Arc::new(Int64Array::from_iter_values(column(1).map(|v| v.parse().unwrap()))),
        Arc::new(Float64Array::from_iter_values(column(2).map(|v| v.parse().unwrap()))),
        Arc::new(Date32Array::from_iter(column(3).map(day))),
        Arc::new(BooleanArray::from_iter(column(4).map(|v| Some(v == "true")))),
        Arc::new(column(5).collect::<DictionaryArray<Int32Type>>()),
    ];
    RecordBatch::try_from_iter_with_nullable(COLUMNS.into_iter().zip(columns).map(|(n, c)| (n, c, true))).unwrap()
}

fn parquet_bytes(batch: &RecordBatch) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = parquet::arrow::ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    // Two row groups.
    for from in [0, 4] {
        writer.write(&batch.slice(from, (batch.num_rows() - from).min(4))).unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
    bytes
}

fn ipc_bytes(batch: &RecordBatch) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema()).unwrap();
    writer.write(&batch.slice(0, 4)).unwrap();
    writer.write(&batch.slice(4, 3)).unwrap();
    writer.finish().unwrap();
    bytes
}

fn stream_bytes(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    writer.write(&batch.slice(0, 4)).unwrap();
    writer.write(&batch.slice(4, 3)).unwrap();
    writer.into_inner().unwrap()
}

/// The same table in every form, each under the path that opens it.
fn every_form(folder: &Path) -> Vec<PathBuf> {
    let line = csv::Terminator::Any(b'\n');
    let plain = csv_text(&ROWS, b',', line);
    let (first, second) = plain.split_at(plain.len() / 2);
    let mut files: Vec<(&str, Vec<u8>)> = vec![
        ("comma.csv", plain.clone()),
        ("semicolon.csv", csv_text(&ROWS, b';', line)),
        ("tab.tsv", csv_text(&ROWS, b'\t', line)),
        ("bar.txt", csv_text(&ROWS, b'|', line)),
        ("windows.csv", csv_text(&ROWS, b',', csv::Terminator::CRLF)),
        ("bom.csv", [b"\xef\xbb\xbf".as_slice(), &plain].concat()),
        ("blank.csv", [b"\r\n\n".as_slice(), &plain, b"\n\r\n\n"].concat()),
        ("cut.csv", plain.strip_suffix(b"\n").unwrap().to_vec()),
        ("one.csv.gz", gzipped(&plain)),
        ("members.csv.gz", [gzipped(first), gzipped(second)].concat()),
        ("one.csv.zst", zstd::encode_all(plain.as_slice(), 3).unwrap()),
        ("frames.csv.zst", [first, second].map(|half| zstd::encode_all(half, 3).unwrap()).concat()),
        ("typed.parquet", parquet_bytes(&record_batch())),
        ("typed.arrow", ipc_bytes(&record_batch())),
        ("typed.arrows", stream_bytes(&record_batch())),
        // The name says nothing: the first bytes do.
        ("parquet.csv", parquet_bytes(&record_batch())),
    ];
    for (i, half) in ROWS.chunks(4).enumerate() {
        files.push((["folder/a.csv", "folder/b.csv"][i], csv_text(half, b';', line)));
        files.push((["folder/_SUCCESS", "folder/.hidden"][i], Vec::new()));
        files.push((["part-1.data", "part-2.data"][i], gzipped(&csv_text(half, b',', line))));
    }
    fs::create_dir(folder.join("folder")).unwrap();
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let names = files.iter().map(|(name, _)| *name).filter(|name| !name.contains("/") && !name.contains("part-"));
    let mut paths: Vec<PathBuf> = names.chain(["folder", "part-*.data"]).map(|name| folder.join(name)).collect();
    for name in ["written.parquet", "written.csv", "written.tsv"] {
        let path = folder.join(name);
        let kinds = [Kind::String, Kind::Integer, Kind::Decimal, Kind::Date, Kind::String, Kind::String];
        let columns: Vec<(String, Kind)> = COLUMNS.map(String::from).into_iter().zip(kinds).collect();
        let write = atomically(&path, Access::Shared, |_, file| {
            let mut writer = Writer::new(&path, file, &columns)?;
            for row in ROWS {
                writer.row(row.into_iter().map(|value| Some(value).filter(|v| !v.is_empty())))?;
            }
            writer.finish()
        });
        write.unwrap();
        paths.push(path);
    }
    paths
}

fn study(path: &Path, quasi: &[&str], sensitive: &[&str], rows: &str) -> Study {
    let mut file =
        StudyFile::parse("test", &format!("[data]\nmissing = {{ rows = \"{rows}\", allow-loss = true }}\n")).unwrap();
    file.data.path = Some(path.into());
    quasi.iter().for_each(|name| file.set_column(name, "role", "quasi-identifier".into()));
    sensitive.iter().for_each(|name| file.set_column(name, "role", "sensitive".into()));
    Study::check("test", &file).unwrap()
}

fn counted(path: &Path, study: &Study, threads: usize) -> Result<Counted> {
    count(&Table::open(path, &celosia::study::Reading::default())?, study, &[], threads, &Silent)
}

#[test]
fn every_form_of_a_table_gives_the_same_counts() {
    let folder = tempdir().unwrap();
    let paths = every_form(folder.path());
    assert_eq!(paths.len(), 21);
    for rule in ["drop", "keep"] {
        let of = |path: &Path| study(path, &COLUMNS[..5], &COLUMNS[5..], rule);
        let first = counted(&paths[0], &of(&paths[0]), 1).unwrap();
        assert_eq!((first.read, first.dropped), if rule == "drop" { (7, 2) } else { (7, 0) });
        let kinds = [Kind::String, Kind::Integer, Kind::Decimal, Kind::Date, Kind::String];
        assert_eq!(first.domains.iter().map(|d| d.kind).collect::<Vec<_>>(), kinds);
        assert_eq!(first.domains[1].values, ["9", "34", "100"], "the order follows the type");
        for path in &paths {
            for threads in [1, 4] {
                let other = counted(path, &of(path), threads).unwrap();
                assert_eq!(other.frequency, first.frequency, "{} on {threads} threads", path.display());
                assert_eq!((other.read, other.dropped), (first.read, first.dropped));
                for (a, b) in
                    other.domains.iter().chain(&other.sensitive).zip(first.domains.iter().chain(&first.sensitive))
                {
                    assert_eq!((&a.values, a.kind, a.missing), (&b.values, b.kind, b.missing), "{}", path.display());
                }
            }
        }
    }
}

/// A naive count: rows per tuple of texts and, for each sensitive column, per value; missing is one text.
type Naive = BTreeMap<Vec<String>, (u64, Vec<BTreeMap<String, u64>>)>;

const MISSING: &str = "<missing>";

fn is_missing(value: &str) -> bool {
    matches!(value.trim(), "" | "?")
}

/// Where a value was first seen: file and line.
type Seen = BTreeMap<String, (usize, u64)>;

fn naive(files: &[Vec<Vec<&str>>], quasi: usize, keep: bool) -> (Naive, Vec<Seen>, u64) {
    let (mut naive, mut dropped) = (Naive::new(), 0);
    let mut seen: Vec<Seen> = Vec::new();
    for (f, rows) in files.iter().enumerate() {
        for (r, row) in rows.iter().enumerate() {
            // A row without any value is none.
            if row.len() > 1 && row.iter().all(|value| value.trim().is_empty()) {
                continue;
            }
            if !keep && row.iter().any(|value| is_missing(value)) {
                dropped += 1;
                continue;
            }
            let row: Vec<&str> = row.iter().map(|v| if is_missing(v) { MISSING } else { v }).collect();
            seen.resize(row.len(), Seen::new());
            for (seen, value) in seen.iter_mut().zip(&row) {
                seen.entry(value.to_string()).or_insert((f, r as u64 + 2));
            }
            let tuple = row[..quasi].iter().map(|v| v.to_string()).collect();
            let entry = naive.entry(tuple).or_insert_with(|| (0, vec![BTreeMap::new(); row.len() - quasi]));
            entry.0 += 1;
            for (histogram, value) in entry.1.iter_mut().zip(&row[quasi..]) {
                *histogram.entry(value.to_string()).or_insert(0) += 1;
            }
        }
    }
    (naive, seen, dropped)
}

fn word(domain: &Domain, code: u32) -> String {
    if domain.missing == Some(code) { MISSING.into() } else { domain.values[code as usize].clone() }
}

/// The same shape out of a frequency table.
fn decoded(counted: &Counted) -> Naive {
    let frequency = &counted.frequency;
    let histogram = |tracked: &Tracked, domain: &Domain, tuple: usize| {
        let histogram = tracked.histograms.of(tuple);
        histogram.values.iter().zip(histogram.counts).map(|(v, n)| (word(domain, *v), *n)).collect()
    };
    let tuples = (0..frequency.distinct()).map(|i| {
        let tuple = frequency.columns.iter().zip(&counted.domains).map(|(column, d)| word(d, column[i])).collect();
        let tracked = frequency.sensitive.iter().zip(&counted.sensitive).map(|(t, d)| histogram(t, d, i)).collect();
        (tuple, (frequency.counts[i], tracked))
    });
    tuples.collect()
}

fn write_files(files: &[Vec<Vec<&str>>], columns: usize) -> TempDir {
    let folder = tempdir().unwrap();
    for (f, rows) in files.iter().enumerate() {
        let mut writer = csv::Writer::from_path(folder.path().join(format!("{f:03}.csv"))).unwrap();
        writer.write_record(&COLUMNS[..columns]).unwrap();
        rows.iter().for_each(|row| writer.write_record(row).unwrap());
        writer.flush().unwrap();
    }
    folder
}

/// Numbers and texts, quotes and delimiters, and three spellings of missing.
const VALUES: [&str; 10] = ["1", "2", "10", "-3", "", "?", " ", "x", "ä\"", "7,5"];

/// How files of each format start.
const MAGIC: [&[u8]; 7] =
    [b"", b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff\x10\0\0\0", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"a,b\n"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Counting is grouping rows of text: on one thread and on four, with missing rows dropped or kept.
    #[test]
    fn counting_is_what_a_naive_count_says(
        values in prop::collection::vec(prop::sample::select(VALUES.to_vec()), 4..400),
        quasi in 1usize..4,
        parts in 1usize..8,
        keep: bool,
    ) {
        let rows: Vec<Vec<&str>> = values.chunks_exact(4).map(<[&str]>::to_vec).collect();
        let files: Vec<Vec<Vec<&str>>> = rows.chunks(rows.len().div_ceil(parts)).map(<[Vec<&str>]>::to_vec).collect();
        let folder = write_files(&files, 4);
        let rule = if keep { "keep" } else { "drop" };
        let study = study(folder.path(), &COLUMNS[..quasi], &COLUMNS[quasi..4], rule);
        let (naive, seen, dropped) = naive(&files, quasi, keep);
        if naive.is_empty() {
            prop_assert!(counted(folder.path(), &study, 4).is_err());
            return Ok(());
        }
        let one = counted(folder.path(), &study, 1).unwrap();
        prop_assert_eq!(decoded(&one), naive);
        prop_assert_eq!(one.dropped, dropped);
        for (domain, seen) in one.domains.iter().chain(&one.sensitive).zip(&seen) {
            prop_assert_eq!(domain.len(), seen.len(), "no value of a dropped row");
            for code in 0..domain.len() {
                let place = &domain.seen[code];
                prop_assert_eq!((place.file, place.line), seen[&word(domain, code as u32)]);
            }
        }
        let four = counted(folder.path(), &study, 4).unwrap();
        prop_assert_eq!(&four.frequency, &one.frequency);
        for (a, b) in four.domains.iter().chain(&four.sensitive).zip(one.domains.iter().chain(&one.sensitive)) {
            prop_assert_eq!((&a.values, &a.seen, a.missing), (&b.values, &b.seen, b.missing));
        }
        let distinct = one.frequency.distinct();
        let tuple = |i: usize| one.frequency.columns.iter().map(|column| column[i]).collect::<Vec<u32>>();
        prop_assert!((1..distinct).all(|i| tuple(i - 1) < tuple(i)), "tuples are ordered by their codes");
    }

    /// Random bytes are an error or a table, and never a panic.
    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200), magic in prop::sample::select(MAGIC.to_vec())) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("random");
        fs::write(&path, [magic, &bytes].concat()).unwrap();
        read_all(&path);
    }

    /// So are files that were cut off or damaged.
    #[test]
    fn damaged_files_do_no_harm(
        form in 0usize..6,
        cut in 0.0..1.0,
        flips in prop::collection::vec((0.0..1.0, any::<u8>()), 0..4),
    ) {
        let plain = csv_text(&ROWS, b',', csv::Terminator::CRLF);
        let mut bytes = match form {
            0 => plain,
            1 => gzipped(&plain),
            2 => zstd::encode_all(plain.as_slice(), 1).unwrap(),
            3 => parquet_bytes(&record_batch()),
            4 => ipc_bytes(&record_batch()),
            _ => stream_bytes(&record_batch()),
        };
        let at = |share: f64, length: usize| (share * length as f64) as usize;
        for (share, byte) in flips {
            let at = at(share, bytes.len());
            bytes[at] = byte;
        }
        // Half of the files keep their end, where columnar files have their table of contents.
        bytes.truncate(at(f64::min(2.0 * cut, 1.0), bytes.len()));
        let folder = tempdir().unwrap();
        let path = folder.path().join("damaged");
        fs::write(&path, bytes).unwrap();
        read_all(&path);
    }
}

/// Opens and counts all columns, whatever comes.
fn read_all(path: &Path) -> Option<Counted> {
    let table = Table::open(path, &celosia::study::Reading::default()).ok()?;
    let names: Vec<&str> = table.columns.iter().map(String::as_str).collect();
    count(&table, &study(path, &names, &[], "keep"), &[], 2, &Silent).ok()
}

/// A CSV file of many chunks; `line` stands at the given line number.
fn long_file(folder: &Path, at: usize, line: &[u8]) -> PathBuf {
    let mut text = b"a,b\n".to_vec();
    for number in 2..100_000 {
        if number == at {
            text.extend(line);
            text.push(b'\n');
        } else {
            writeln!(text, "{},\"v{}\"", number % 7, number % 1000).unwrap();
        }
    }
    let path = folder.join("long.csv");
    fs::write(&path, text).unwrap();
    path
}

fn complaint(result: Result<Counted>) -> String {
    result.err().map_or("no error".into(), |error| error.to_string())
}

#[test]
fn errors_name_the_line_however_late_and_on_any_thread() {
    let folder = tempdir().unwrap();
    let cases: [(&[u8], &str); 3] = [
        (b"1,2,3", "3 fields where the header has 2"),
        // With a letter of UTF-8 it is UTF-8 with a fault, without one it would be windows-1252.
        (b"\xc3\xa4,\xff", "field 2 is not UTF-8 text"),
        (b"1,\"x", "a quote opened in this line is never closed"),
    ];
    for (line, what) in cases {
        for at in [2, 50_000, 99_999] {
            // Behind an open quote no other may come: it would close it.
            let path = long_file(folder.path(), at, line);
            if what.contains("quote") {
                let text = fs::read(&path).unwrap();
                let open = text.windows(5).position(|w| w == b"1,\"x\n").unwrap();
                let (before, behind) = text.split_at(open + 3);
                fs::write(
                    &path,
                    [before, &behind.iter().copied().filter(|b| *b != b'"').collect::<Vec<u8>>()].concat(),
                )
                .unwrap();
            }
            for threads in [1, 4] {
                let error = complaint(counted(&path, &study(&path, &["a"], &["b"], "drop"), threads));
                assert_eq!(error, format!("{}, line {at}: {what}", path.display()), "on {threads} threads");
            }
        }
    }
}

#[test]
fn of_several_errors_the_first_is_reported() {
    let folder = tempdir().unwrap();
    let path = long_file(folder.path(), 40_000, b"only one");
    let mut text = fs::read(&path).unwrap();
    text.extend_from_slice(b"1,2,3\n\xff,4\n");
    fs::write(&path, &text).unwrap();
    let packed = folder.path().join("long.csv.gz");
    let mut bytes = gzipped(&text);
    bytes.truncate(bytes.len() - 20);
    fs::write(&packed, bytes).unwrap();
    for path in [path, packed] {
        for _ in 0..5 {
            let error = complaint(counted(&path, &study(&path, &["a"], &[], "drop"), 4));
            assert_eq!(error, format!("{}, line 40000: 1 fields where the header has 2", path.display()));
        }
    }
}

#[test]
fn a_type_that_a_value_does_not_fit_names_its_first_row() {
    let folder = tempdir().unwrap();
    let path = long_file(folder.path(), 77_777, b"seven,x");
    for threads in [1, 4] {
        let mut study = study(&path, &["a"], &[], "drop");
        study.columns[0].kind = Some(Kind::Integer);
        let error = complaint(counted(&path, &study, threads));
        assert_eq!(error, format!("{}, line 77777: \"seven\" in column \"a\" is not of type integer", path.display()));
    }
}

#[test]
fn many_threads_see_what_one_sees_in_large_files() {
    let folder = tempdir().unwrap();
    let csv = long_file(folder.path(), 99_998, b"8,last");
    let parquet = folder.path().join("long.parquet");
    let rows: Vec<csv::StringRecord> = csv::Reader::from_path(&csv).unwrap().records().map(|r| r.unwrap()).collect();
    let columns = [("a".to_string(), Kind::Integer), ("b".to_string(), Kind::String)];
    let write = atomically(&parquet, Access::Shared, |_, file| {
        let mut writer = Writer::new(&parquet, file, &columns)?;
        // Large enough for several pieces of one row group.
        rows.iter().chain(&rows).try_for_each(|row| writer.row(row.iter().map(Some)))?;
        writer.finish()
    });
    write.unwrap();
    for (path, times, first_line) in [(&csv, 1, 2), (&parquet, 2, 1)] {
        let study = study(path, &["a"], &["b"], "drop");
        let one = counted(path, &study, 1).unwrap();
        let four = counted(path, &study, 4).unwrap();
        assert_eq!(one.read, 99_998 * times);
        assert_eq!(one.frequency, four.frequency);
        assert_eq!(one.domains[0].seen, four.domains[0].seen);
        assert_eq!(one.sensitive[0].seen, four.sensitive[0].seen);
        // Row 2 of the file is line 3, and the number in it is 3.
        let three = one.domains[0].values.iter().position(|v| v == "3").unwrap();
        assert_eq!(four.domains[0].seen[three].line, first_line + 1);
        let last = one.sensitive[0].values.iter().position(|v| v == "last").unwrap();
        assert_eq!(four.sensitive[0].seen[last].line, first_line + 99_996);
        assert_eq!(one.frequency.rows, one.frequency.counts.iter().sum::<u64>());
    }
}

#[test]
fn files_that_are_no_table_say_so() {
    let folder = tempdir().unwrap();
    let refused = |name: &str, bytes: &[u8], what: &str| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let error = complaint(counted(&path, &study(&path, &["a"], &[], "drop"), 4));
        assert!(error.contains(what) && error.contains(name), "{name}: {error}");
    };
    refused("empty.csv", b"", "the file is empty");
    refused("blank.csv", b"\n\r\n", "nothing but blank lines");
    refused("header.csv", b"a,b\n", "a header but no row");
    refused("missing.csv", b"a,b\n?,1\n,2\n", "each of the 2 rows has a missing value");
    refused("utf16.csv", b"\xff\xfea\0,\0b\0\n\0", "a header but no row");
    refused("cut.gz", &gzipped(b"a,b\n1,2\n")[..20], "cannot read");
    refused("cut.parquet", &parquet_bytes(&record_batch())[..300], "cannot be read");
    refused("cut.arrow", &ipc_bytes(&record_batch())[..300], "cannot be read");
    let error = Table::open(&folder.path().join("*.nothing"), &celosia::study::Reading::default()).unwrap_err();
    assert!(matches!(error, Error::Table { ref what, .. } if what.contains("no file matches")), "{error}");
}
