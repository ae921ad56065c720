//! Rows come back as they are: types, names, paths, tables of ours, millions of rows.

use std::sync::Arc;
use std::time::Instant;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, DictionaryArray, RecordBatch, StringArray, UInt32Array};
use celosia::engine::{Engine, Rows};
use celosia::study::Kind;
use celosia::watch::Silent;

use super::{number, rows, spark, texts, told};

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn every_type_comes_back() {
    let spark = spark();
    let query = "SELECT * FROM VALUES (1Y, 2S, 3, 4L, 1.5F, 2.5D, 7.25BD, true, 'ñ', date'2020-02-29', CAST(NULL AS STRING)) \
                 AS t(byte, short, int, long, float, double, decimal, boolean, text, date, nothing)";
    let from = spark.open(&Rows::Query(format!("{query} -- a comment")), &Silent).unwrap();
    let kinds: Vec<Option<Kind>> = spark.columns(&from, &Silent).unwrap().into_iter().map(|(_, kind)| kind).collect();
    let (integer, decimal) = (Some(Kind::Integer), Some(Kind::Decimal));
    let expected = [integer, integer, integer, integer, decimal, decimal, None, None, None, Some(Kind::Date), None];
    assert_eq!(kinds, expected);
    let two = spark.open(&Rows::Query(format!("{query}; DROP TABLE x")), &Silent).unwrap_err();
    assert!(told(&two).0.contains("PARSE_SYNTAX_ERROR"), "{two}");
    let row = ["1", "2", "3", "4", "1.5", "2.5", "7.25", "true", "ñ", "2020-02-29", "∅"];
    assert_eq!(rows(&spark, &format!("SELECT * FROM {from}")), [row]);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn tables_of_ours_can_be_joined() {
    let spark = spark();
    spark
        .put(
            "map of `age`",
            &texts(&[("value", vec![Some("1"), Some("2")]), ("label", vec![Some("low"), None])]),
            &Silent,
        )
        .unwrap();
    let joined = "SELECT id, label FROM range(3) LEFT JOIN `map of ``age``` ON value = CAST(id AS STRING)";
    assert_eq!(rows(&spark, joined), [["0", "∅"], ["1", "low"], ["2", "∅"]]);

    // Later tables replace earlier ones; dictionaries and unsigned numbers become what Spark knows.
    let keyed: DictionaryArray<arrow_array::types::Int32Type> = vec!["x", "y", "x"].into_iter().collect();
    let columns: [(&str, ArrayRef); 2] =
        [("value", Arc::new(keyed)), ("n", Arc::new(UInt32Array::from(vec![1, 2, u32::MAX])))];
    spark.put("map of `age`", &RecordBatch::try_from_iter(columns).unwrap(), &Silent).unwrap();
    assert_eq!(rows(&spark, "SELECT * FROM `map of ``age```"), [["x", "1"], ["x", "4294967295"], ["y", "2"]]);
    spark.put("nothing", &texts(&[("value", vec![])]), &Silent).unwrap();
    assert_eq!(rows(&spark, "SELECT * FROM nothing").len(), 0);
    assert_eq!(spark.columns("nothing", &Silent).unwrap(), [("value".to_string(), None)]);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn a_map_of_a_million_rows_goes_over() {
    let spark = spark();
    let column = |prefix: &str| {
        let values = (0..1_000_000).map(|i| format!("{prefix} with some more text so that it is long {i}"));
        Arc::new(StringArray::from_iter_values(values)) as ArrayRef
    };
    let map = RecordBatch::try_from_iter([("value", column("value")), ("label", column("label"))]).unwrap();
    let began = Instant::now();
    spark.put("big", &map, &Silent).unwrap();
    println!("{} MB sent in {:?}", map.get_array_memory_size() >> 20, began.elapsed());
    let found = "SELECT COUNT(DISTINCT value) FROM big WHERE replace(label, 'label', 'value') = value";
    assert_eq!(number(&spark, found, &Silent).unwrap(), 1_000_000);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn three_million_rows_come_back_once_each() {
    let spark = spark();
    let (mut count, mut sum, mut batches, mut largest) = (0, 0, 0, 0);
    let began = Instant::now();
    spark
        .query("SELECT id, concat('row ', id) AS text FROM range(3000000)", &Silent, &mut |batch| {
            count += batch.num_rows();
            sum += batch.column(0).as_primitive::<Int64Type>().values().iter().sum::<i64>();
            batches += 1;
            largest = largest.max(batch.num_rows());
            Ok(())
        })
        .unwrap();
    println!("{count} rows in {batches} batches in {:?}", began.elapsed());
    assert_eq!((count, sum), (3_000_000, 3_000_000 * 2_999_999 / 2));
    assert!(batches > 10 && largest < 1_000_000, "{batches} batches, the largest of {largest} rows");
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn no_name_and_no_text_becomes_a_statement() {
    let spark = spark();
    let names = ["\"; DROP TABLE x; --", "back`tick", "${HOME}", "it's", "a.b", "Ünï code"];
    let columns: Vec<(&str, Vec<Option<&str>>)> = names.iter().map(|name| (*name, vec![Some("${HOME}")])).collect();
    spark.put("x", &texts(&columns), &Silent).unwrap();
    let from = spark.open(&Rows::Table("x".into()), &Silent).unwrap();
    assert_eq!(spark.columns(&from, &Silent).unwrap(), names.map(|name| (name.to_string(), None)));
    let quoted = names.map(|name| format!("`{}`", name.replace('`', "``"))).join(", ");
    assert_eq!(rows(&spark, &format!("SELECT {quoted} FROM {from} WHERE '${{HOME}}' = `a.b`")), [["${HOME}"; 6]]);
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn csv_is_read_as_our_own_reader_reads_it() {
    let spark = spark();
    let folder = tempfile::tempdir().unwrap();
    let text = "a;b;\"c;d\"\n1; 2 ;\"x;\"\"y\"\"\nz\"\n007;\\;\"\"\n;é;C:\\temp\\\n";
    let expected = [["", "é", "C:\\temp\\"], ["007", "\\", ""], ["1", " 2 ", "x;\"y\"\nz"]];
    for name in ["it's here.csv", "back\\slash.csv", "a \"quoted\" b.csv", "per%20cent #1.csv"] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap().to_string();
        let from = spark.open(&Rows::Path { path, format: "csv".into(), delimiter: Some(';') }, &Silent).unwrap();
        let columns: Vec<String> =
            spark.columns(&from, &Silent).unwrap().into_iter().map(|(column, _)| column).collect();
        assert_eq!(columns, ["a", "b", "c;d"], "{name}");
        let mut found = rows(&spark, &format!("SELECT * FROM {from}"));
        // Spark tells an empty text from nothing at all; our reader and the statements do not.
        found.iter_mut().flatten().filter(|value| *value == "∅").for_each(String::clear);
        found.sort();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
#[ignore = "needs a cluster: tests/spark/run"]
fn errors_are_one_line_with_names_but_no_values() {
    let spark = spark();
    let missing = spark.columns(&spark.open(&Rows::Table("no.such".into()), &Silent).unwrap(), &Silent).unwrap_err();
    let (what, hint) = told(&missing);
    assert!(what.contains("`no`.`such`") && what.lines().count() == 1 && !hint.is_empty(), "{what}");
    let value = "SELECT CAST(concat('Jane ', id) AS INT) FROM range(10)";
    let (what, _) = told(&spark.query(value, &Silent, &mut |_| Ok(())).unwrap_err());
    assert!(what.contains("CAST_INVALID_INPUT") && !what.contains("Jane"), "{what}");
    // The session goes on.
    assert_eq!(rows(&spark, "SELECT 1"), [["1"]]);
}
