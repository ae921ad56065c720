//! Tables in memory and releases to memory: the same front, the same release and the same record as from files.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringDictionaryBuilder;
use arrow_array::types::{Int8Type, Int32Type};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int32Array, Int64Array, LargeStringArray,
    ListArray, RecordBatch, StringArray, StringViewArray, TimestampMicrosecondArray,
};
use celosia::error::Result;
use celosia::flow::Flow;
use celosia::front::Front;
use celosia::release::{InMemory, Options, Plan, Suppressed};
use celosia::study::{Study, StudyFile};
use celosia::table::{Batch, Table};
use celosia::watch::Silent;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use sha2::{Digest, Sha256};

const ROWS: usize = 900;

const STUDY: &str = r#"
    [data]
    missing = { values = ["", "?"], rows = "keep" }
    [columns.name]
    role = "identifier"
    [columns.age]
    role = "quasi-identifier"
    hierarchy = { interval = [10, 20, 40] }
    [columns.town]
    role = "quasi-identifier"
    [columns.born]
    role = "quasi-identifier"
    hierarchy = { date = ["month", "year"] }
    [columns.member]
    role = "quasi-identifier"
    [columns.job]
    role = "sensitive"
    unprotected = true
    [columns.ill]
    role = "class"
    unprotected = true
    [columns.pay]
    role = "insensitive"
    unprotected = true
    [columns.seen]
    role = "insensitive"
    unprotected = true
    [columns.score]
    role = "insensitive"
    unprotected = true
    [columns.visits]
    role = "insensitive"
    unprotected = true
    [suppression]
    limit = "5%"
"#;

/// A table with every kind of column; nothing in some of the cells.
fn people() -> RecordBatch {
    let random = &mut StdRng::seed_from_u64(17);
    let mut draw = |most: i64| -> Vec<Option<i64>> {
        (0..ROWS).map(|_| random.random_bool(0.97).then(|| random.random_range(0..most))).collect()
    };
    let towns = ["Ulm", "Bonn", "Kiel, old", "Jena \"east\"", "Köln"];
    let jobs = ["nurse", "cook", "clerk"];
    let text = |values: Vec<Option<i64>>, names: &'static [&'static str]| -> Vec<Option<&'static str>> {
        values.into_iter().map(|value| value.map(|value| names[value as usize])).collect()
    };
    let towns = text(draw(5), towns.to_vec().leak());
    let mut job = StringDictionaryBuilder::<Int8Type>::new();
    text(draw(3), jobs.to_vec().leak()).into_iter().for_each(|value| job.append_option(value));
    let numbers = |values: Vec<Option<i64>>| values.into_iter().map(|value| value.map(|value| value as i32));
    let names: Vec<String> = (0..ROWS).map(|row| format!("person {row}")).collect();
    let pay: Decimal128Array = draw(5000).into_iter().map(|value| value.map(i128::from)).collect();
    let seen: TimestampMicrosecondArray =
        draw(1000).into_iter().map(|value| value.map(|value| 1_700_000_000_000_000 + value * 250_000)).collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("name", Arc::new(LargeStringArray::from(names))),
        ("age", Arc::new(Int32Array::from_iter(numbers(draw(80))))),
        ("town", Arc::new(StringViewArray::from_iter(towns))),
        ("born", Arc::new(Date32Array::from_iter(numbers(draw(700))))),
        ("member", Arc::new(BooleanArray::from_iter(draw(2).into_iter().map(|value| value.map(|value| value == 1))))),
        ("job", Arc::new(job.finish())),
        ("ill", Arc::new(StringArray::from_iter(text(draw(2), &["yes", "no"])))),
        ("pay", Arc::new(pay.with_precision_and_scale(10, 2).unwrap())),
        ("seen", Arc::new(seen.with_timezone("UTC"))),
        ("score", Arc::new(Float64Array::from_iter(draw(40).into_iter().map(|v| v.map(|v| v as f64 / 8.0))))),
        ("visits", Arc::new(Int64Array::from_iter(draw(9)))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true))).unwrap()
}

/// The same rows in batches of these lengths; what is left goes into the last.
fn cut(batch: &RecordBatch, lengths: &[usize]) -> Vec<RecordBatch> {
    let mut from = 0;
    let mut parts = Vec::new();
    for length in lengths {
        parts.push(batch.slice(from, *length));
        from += length;
    }
    parts.push(batch.slice(from, batch.num_rows() - from));
    parts
}

fn write_parquet(batch: &RecordBatch, path: &Path) {
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

fn read_parquet(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    reader.with_batch_size(8192).build().unwrap().map(|batch| batch.unwrap()).collect()
}

/// The rows of a table as text.
fn texts(table: &Table) -> Vec<Vec<String>> {
    let rows = std::sync::Mutex::new(Vec::new());
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let read = table.scan(&all, 1, &Silent, || {
        |batch: &Batch| {
            let row = |row| all.iter().map(|column| batch.value(*column, row).to_string()).collect();
            rows.lock().unwrap().extend((0..batch.rows()).map(row));
            Ok(())
        }
    });
    read.unwrap();
    rows.into_inner().unwrap()
}

fn write_csv(table: &Table, path: &Path) {
    let mut writer = csv::Writer::from_path(path).unwrap();
    writer.write_record(&table.columns).unwrap();
    texts(table).iter().for_each(|row| writer.write_record(row).unwrap());
    writer.flush().unwrap();
}

fn study_of(path: &Path) -> Study {
    let mut file = StudyFile::parse("people", STUDY).unwrap();
    file.data.path = Some(path.into());
    Study::check("people", &file).unwrap()
}

fn given(batches: Vec<RecordBatch>) -> Result<Flow> {
    let study = Study::check_given("people", &StudyFile::parse("people", STUDY)?)?;
    Flow::open_table(study, Table::from_batches(batches)?, &Silent)
}

fn same_flow(a: &Flow, b: &Flow) -> (Front, Front) {
    assert_eq!(a.problem.frequency, b.problem.frequency);
    assert_eq!((a.source.read, a.source.dropped), (b.source.read, b.source.dropped));
    for (a, b) in a.source.columns.iter().zip(&b.source.columns) {
        let values = |column: &celosia::open::Column| column.domain().map(|d| (d.values.clone(), d.kind, d.missing));
        assert_eq!(values(a), values(b));
        assert_eq!(a.position, b.position);
    }
    let fronts = (a.front(&a.request(), &Silent).unwrap(), b.front(&b.request(), &Silent).unwrap());
    let points = |front: &Front| front.points.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>();
    assert_eq!(points(&fronts.0), points(&fronts.1));
    assert!(fronts.0.points.len() > 3);
    fronts
}

fn record(record: &Value) -> Value {
    let mut record = record.clone();
    record["input"] = Value::Null;
    record["output"] = Value::Null;
    record
}

fn sorted(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    rows.sort();
    rows
}

#[test]
fn batches_give_the_front_and_the_release_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let people = people();
    write_parquet(&people, &at("people.parquet"));
    write_csv(&Table::from_batches(vec![people.clone()]).unwrap(), &at("people.csv"));
    let flow = given(vec![people]).unwrap();
    let by_parquet = Flow::open(study_of(&at("people.parquet")), &Silent).unwrap();
    let by_text = Flow::open(study_of(&at("people.csv")), &Silent).unwrap();
    same_flow(&flow, &by_text);
    let (front, _) = same_flow(&flow, &by_parquet);
    for point in [0, front.points.len() / 2, front.points.len() - 1].map(|point| &front.points[point]) {
        for suppressed in [Suppressed::Drop, Suppressed::Star] {
            let options = Options { suppressed, keep_order: true };
            let plan = Plan::new(&flow.source, &flow.problem, point, options);
            let released = plan.to_batches(&Silent).unwrap();
            let output = at("release.parquet");
            let from_file = Plan::new(&by_parquet.source, &by_parquet.problem, point, options);
            let (written, verified) = from_file.write(&output, &Silent).unwrap();
            assert_eq!(record(released.record.json()), record(written.json()));
            assert_eq!(format!("{:?}", released.verified), format!("{verified:?}"));
            // The same types and the same values, nulls as nulls.
            let read = read_parquet(&output);
            let types = |batch: &RecordBatch| batch.schema().fields().iter().map(|f| f.data_type().clone()).collect();
            let (types, expected): (Vec<_>, Vec<_>) = (types(&released.batches[0]), types(&read[0]));
            assert_eq!(types, expected);
            assert_eq!(released.batches.len(), read.len());
            released.batches.iter().zip(&read).for_each(|(a, b)| assert_eq!(a.columns(), b.columns()));
            // A file of the batches' release, and the text of a text table's.
            let (again, _) = plan.write(&at("again.parquet"), &Silent).unwrap();
            assert_eq!(std::fs::read(at("again.parquet")).unwrap(), std::fs::read(&output).unwrap());
            assert_eq!(again.json()["output"]["sha256"], written.json()["output"]["sha256"]);
            let text = at("release.csv");
            Plan::new(&by_text.source, &by_text.problem, point, options).write(&text, &Silent).unwrap();
            plan.write(&at("again.csv"), &Silent).unwrap();
            assert_eq!(std::fs::read_to_string(&text).unwrap(), std::fs::read_to_string(at("again.csv")).unwrap());
        }
    }
}

#[test]
fn batches_of_any_length_are_one_table() {
    let people = people();
    let whole = given(vec![people.clone()]).unwrap();
    let front = whole.front(&whole.request(), &Silent).unwrap();
    let point = &front.points[front.points.len() / 2];
    let release = |flow: &Flow, keep_order| -> InMemory {
        let options = Options { suppressed: Suppressed::Drop, keep_order };
        Plan::new(&flow.source, &flow.problem, point, options).to_batches(&Silent).unwrap()
    };
    let expected = release(&whole, true);
    for lengths in [&[0, 1, 0, 2, 700, 0][..], &[450], &[899, 1, 0]] {
        let flow = given(cut(&people, lengths)).unwrap();
        same_flow(&whole, &flow);
        let released = release(&flow, true);
        assert_eq!(released.batches, expected.batches, "{lengths:?}");
        assert_eq!(record(released.record.json()), record(expected.record.json()));
        // Shuffled: the same rows in another order.
        let shuffled = Table::from_batches(release(&flow, false).batches).unwrap();
        let expected = texts(&Table::from_batches(expected.batches.clone()).unwrap());
        assert_ne!(texts(&shuffled), expected);
        assert_eq!(sorted(texts(&shuffled)), sorted(expected));
    }
}

#[test]
fn many_rows_are_read_on_several_threads_and_released_in_several_batches() {
    let ages: Int64Array = (0..200_000).map(|row| Some(row * 7919 % 90)).collect();
    let towns: Vec<String> = (0..200_000).map(|row| format!("town {}", row % 7)).collect();
    let towns = arrow_cast::cast(
        &StringArray::from(towns),
        &arrow_schema::DataType::Dictionary(
            Box::new(arrow_schema::DataType::Int32),
            Box::new(arrow_schema::DataType::Utf8),
        ),
    );
    let columns: [(&str, ArrayRef); 2] = [("age", Arc::new(ages)), ("town", towns.unwrap())];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let toml = "[columns.age]\nrole = 'quasi-identifier'\n[columns.town]\nrole = 'quasi-identifier'\n";
    let open = |threads: usize, batches: Vec<RecordBatch>| {
        let mut study = Study::check_given("people", &StudyFile::parse("people", toml).unwrap()).unwrap();
        study.search.threads = threads;
        Flow::open_table(study, Table::from_batches(batches).unwrap(), &Silent).unwrap()
    };
    let (one, several) = (open(1, vec![batch.clone()]), open(4, cut(&batch, &[3, 99_000])));
    let (front, _) = same_flow_of_two(&one, &several);
    let plan = Plan::new(&several.source, &several.problem, &front.points[0], Options::default());
    let released = plan.to_batches(&Silent).unwrap();
    assert!(released.batches.len() > 20);
    assert_eq!(released.batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 200_000);
    assert_eq!(released.verified.rows, 200_000);
    // Whoever gets the batches can verify them.
    let again = Table::from_batches(released.batches).unwrap();
    assert_eq!(again.columns, ["age", "town"]);
}

fn same_flow_of_two(a: &Flow, b: &Flow) -> (Front, Front) {
    assert_eq!(a.problem.frequency, b.problem.frequency);
    (a.front(&a.request(), &Silent).unwrap(), b.front(&b.request(), &Silent).unwrap())
}

#[test]
fn the_hash_of_rows_in_memory_is_that_of_their_csv() {
    let folder = tempfile::tempdir().unwrap();
    let people = people();
    let csv = folder.path().join("people.csv");
    write_csv(&Table::from_batches(vec![people.clone()]).unwrap(), &csv);
    let flow = given(cut(&people, &[5, 0, 300])).unwrap();
    let front = flow.front(&flow.request(), &Silent).unwrap();
    let released = Plan::new(&flow.source, &flow.problem, &front.points[0], Options::default()).to_batches(&Silent);
    let InMemory { batches, record, salt, hierarchies, .. } = released.unwrap();
    let hex = |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let salted = hex(format!("{salt}\n{}\n", hex(&std::fs::read(&csv).unwrap())).as_bytes());
    assert_eq!(record.json()["input"]["salted_sha256"], salted);
    assert_eq!(record.json()["input"]["of"], "the rows as CSV");
    let output = folder.path().join("release.csv");
    write_csv(&Table::from_batches(batches).unwrap(), &output);
    assert_eq!(record.json()["output"]["sha256"], hex(&std::fs::read(&output).unwrap()));
    assert_eq!(salt.len(), 64);
    // What a release on the disk has beside it: hierarchies of the columns whose study gives none.
    let names: Vec<&str> = hierarchies.iter().map(|(name, _)| name.as_str()).collect();
    let files: Vec<String> = {
        let output = folder.path().join("out.csv");
        let point = &front.points[0];
        Plan::new(&flow.source, &flow.problem, point, Options::default()).write(&output, &Silent).unwrap();
        let files = celosia::release::hierarchies::files(&flow.source, &output);
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
    };
    assert_eq!(names, ["town", "member"]);
    assert_eq!(hierarchies.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>(), files);
}

#[test]
fn what_is_no_table_is_refused() {
    let message = |batches: Vec<RecordBatch>| match Table::from_batches(batches) {
        Ok(_) => panic!("taken"),
        Err(error) => format!("{error}; {}", error.hint()),
    };
    let numbers = || -> ArrayRef { Arc::new(Int64Array::from(vec![1, 2])) };
    let of = |columns: Vec<(&str, ArrayRef)>| RecordBatch::try_from_iter(columns).unwrap();
    assert!(message(vec![]).contains("there are none"));
    let twice = message(vec![of(vec![("a", numbers()), ("b", numbers()), ("a", numbers())])]);
    assert!(twice.contains("columns 1 and 3 are both called \"a\""), "{twice}");
    let words: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
    let other = message(vec![of(vec![("a", numbers())]), of(vec![("a", words.clone())])]);
    assert!(other.contains("batch 2 (a: Utf8) differ from those of the first (a: Int64)"), "{other}");
    let other = message(vec![of(vec![("a", numbers())]), of(vec![("a", numbers()), ("b", words)])]);
    assert!(other.contains("batch 2"), "{other}");
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1)]), None]);
    let nested = message(vec![of(vec![("a", numbers()), ("l", Arc::new(list))])]);
    assert!(nested.contains("column \"l\" holds List") && nested.contains("flatten"), "{nested}");
}

#[test]
fn errors_say_where() {
    let toml = |kind: &str| format!("[columns.age]\nrole = 'quasi-identifier'\ntype = '{kind}'\n");
    let open = |kind: &str, column: ArrayRef| {
        let study = Study::check_given("people", &StudyFile::parse("people", &toml(kind)).unwrap()).unwrap();
        let batch = RecordBatch::try_from_iter([("age", column)]).unwrap();
        let parts = cut(&batch, &[batch.num_rows() / 2]);
        Flow::open_table(study, Table::from_batches(parts).unwrap(), &Silent).map(drop).unwrap_err().to_string()
    };
    let wrong = open("integer", Arc::new(StringArray::from(vec!["1", "2", "3", "x"])));
    assert_eq!(wrong, "record batches, line 4: \"x\" in column \"age\" is not of type integer");
    let times = TimestampMicrosecondArray::from(vec![1, 2]).with_timezone("Europe/Berlin");
    let zone = open("string", Arc::new(times));
    assert!(zone.contains("Europe/Berlin") && zone.contains("convert the column to UTC"), "{zone}");
    let empty = open("integer", Arc::new(StringArray::from(Vec::<&str>::new())));
    assert!(empty.contains("record batches: there is a header but no row"), "{empty}");
    // A study that names no rows must be given some.
    let study = Study::check_given("people", &StudyFile::parse("people", &toml("integer")).unwrap()).unwrap();
    let nothing = Flow::open(study, &Silent).map(drop).unwrap_err().to_string();
    assert!(nothing.contains("the study names no rows"), "{nothing}");
}
