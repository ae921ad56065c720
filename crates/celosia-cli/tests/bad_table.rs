//! Tables that are not tables: exit 2, a message with the facts, a hint, nothing written, whatever the command.

use crate::celosia::{Folder, PEOPLE, people};
use crate::reading::archive;

/// Every command that reads a table must refuse this one.
fn all_refuse(folder: &Folder, table: &str, facts: &[&str]) {
    folder.refuses(&format!("front {table} --quasi age"), facts);
    folder.refuses(&format!("inspect {table}"), facts);
    folder.refuses(&format!("release {table} --quasi age --k 2 -o out.csv"), facts);
    folder.refuses(&format!("verify {table} --quasi age"), facts);
    folder.refuses(&format!("hierarchy show {table} --column age"), facts);
}

fn refused(bytes: impl AsRef<[u8]>, facts: &[&str]) {
    let folder = Folder::new();
    folder.write("people.csv", bytes);
    all_refuse(&folder, "people.csv", &[&["people.csv"], facts].concat());
}

#[test]
fn missing_file() {
    all_refuse(&Folder::new(), "nobody.csv", &["nobody.csv", "No such file", "check the spelling"]);
    let folder = Folder::with(&[("s.toml", "[data]\npath = 'nobody.csv'\n[columns.age]\nrole = 'quasi-identifier'\n")]);
    folder.refuses("front s.toml", &["nobody.csv", "No such file", "relative to the study file"]);
}

#[test]
fn empty_table() {
    refused("", &["the file is empty", "a header and at least one row"]);
    refused("\n\r\n\n", &["nothing but blank lines"]);
}

#[test]
fn header_only() {
    refused("age,sex\n", &["there is a header but no row"]);
    refused("age,sex", &["there is a header but no row"]);
    refused("age,sex\n\n\n", &["there is a header but no row"]);
    let folder = Folder::with(&[("none.csv", "age,sex\n"), ("people.csv", PEOPLE), ("row.csv", "39,State-gov\n")]);
    folder.refuses("front row.csv --quasi 39", &["there is a header but no row", "--no-header"]);
    folder.refuses("verify none.csv --quasi age --population people.csv", &["none.csv", "no row"]);
    folder.refuses("verify people.csv --quasi age --population none.csv", &["none.csv", "no row"]);
}

#[test]
fn every_row_missing() {
    let folder = Folder::with(&[("people.csv", "age,sex\n?,m\n,f\n")]);
    folder.refuses(
        "front people.csv --quasi age --missing drop",
        &["people.csv", "each of the 2 rows", "missing", "keep"],
    );
}

#[test]
fn ragged_row() {
    refused("age,sex\n1,m\n2,f\n3,m,x\n", &["people.csv, line 4", "3 fields", "header has 2", "delimiter"]);
    refused("age,sex,zip\n1,m\n", &["people.csv, line 2", "2 fields", "header has 3"]);
    refused("age;sex\n1;m\n2\n", &["people.csv, line 3", "1 field", "header has 2"]);
    // The line of a file counts, not the record: a quoted field may hold line breaks.
    refused("age,sex\n1,\"a\nb\nc\"\n2\n", &["people.csv, line 5", "1 field"]);
}

#[test]
fn blank_lines_count() {
    refused("age,sex\n1,m\n\n\n3,m,x\n", &["people.csv, line 5", "3 fields"]);
    let folder = Folder::with(&[("people.csv", "age,sex\n1,m\n\n\n3,m\n"), ("age.csv", "1;*\n")]);
    folder.refuses("front people.csv --quasi age --hierarchy age=age.csv", &["\"3\" (first at people.csv, line 5)"]);
}

#[test]
fn ragged_row_far_down_names_the_first() {
    let mut table = people(60_000);
    let place = table.match_indices('\n').nth(40_000).unwrap().0;
    table.insert_str(place, ",surplus");
    table += "cut,short\n";
    let folder = Folder::with(&[("people.csv", &table)]);
    folder.refuses("front people.csv --quasi age", &["people.csv, line 40001", "7 fields", "header has 6"]);
}

#[test]
fn what_is_no_table_is_named() {
    for (bytes, facts) in [
        (&b"%PDF-1.7\n%\xe2\xe3"[..], &["a PDF document", "by hand"][..]),
        (b"$FL2@(#) SPSS DATA FILE", &["an SPSS file", "haven::read_sav", "pandas.read_spss"]),
        (b"<stata_dta><header><release>118", &["a Stata file", "haven::read_dta"]),
        (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", &["a SAS transport file", "haven::read_xpt"]),
        (b"ASCII SPSS PORT FILE", &["a portable SPSS file", "haven::read_por"]),
        (&[114, 2, 1, 0, 5, 0, 0, 0], &["a Stata file", "haven::read_dta"]),
        (b"RDX3\nX\n\0\0\0\x03", &["an R workspace", "write.csv"]),
        (b"SQLite format 3\0\x10\0", &["an SQLite database", "sqlite3"]),
        (b"\x00\x01\x00\x00Standard Jet DB\0", &["an Access database", "mdb-export"]),
        (b"[{\"age\": 3}]", &["a JSON file", "pandas.read_json"]),
        (b"<?xml version=\"1.0\"?>\n<a/>", &["an XML file", "spreadsheet"]),
        (b"BZh91AY&SY\x01\x02", &["compressed with bzip2", "bunzip2"]),
        (b"\x89PNG\r\n\x1a\n\0\0", &["an image"]),
    ] {
        refused(bytes, facts);
    }
    let folder = Folder::new();
    folder.write("people.rds", b"X\n\x00\x00\x00\x03\x00\x04");
    assert_eq!(folder.shell("gzip people.rds").code, 0);
    all_refuse(&folder, "people.rds.gz", &["an R object", "readRDS"]);
}

#[test]
fn workbooks_that_are_none() {
    refused(archive(&[("a.txt", "age\n1\n")]), &["a ZIP archive", "unpack it"]);
    refused(archive(&[("word/document.xml", "<a/>")]), &["a Word document", "CSV"]);
    refused(archive(&[("xl/workbook.xml", "<a/>")]), &["this workbook cannot be read", "save it again"]);
    refused(&archive(&[("xl/workbook.xml", "<a/>")])[..60], &["this workbook cannot be read"]);
    refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more", &["this workbook cannot be read"]);
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().set_name("Empty").unwrap();
    refused(book.save_to_buffer().unwrap(), &["the sheet \"Empty\" is empty", "--sheet"]);
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().write(0, 0, "age").unwrap();
    refused(book.save_to_buffer().unwrap(), &["there is a header but no row"]);
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    folder.refuses("front people.csv --quasi age --sheet 1", &["people.csv", "--sheet", "no workbook"]);
}

#[test]
fn unknown_column_names_the_nearest() {
    let folder = Folder::with(&[("people.csv", PEOPLE)]);
    let facts = ["no column \"agee\"", "did you mean \"age\"?"];
    folder.refuses("front people.csv --quasi agee", &facts);
    folder.refuses("release people.csv --quasi agee --k 2 -o out.csv", &facts);
    folder.refuses("verify people.csv --quasi agee", &facts);
    folder.refuses("verify people.csv --quasi age --sensitive diseas", &["no column \"diseas\"", "\"disease\""]);
    folder.refuses("hierarchy show people.csv --column agee", &["--column", "no column \"agee\"", "\"age\""]);
    folder.refuses("front people.csv --quasi income", &["no column \"income\"", "choose one of: age, sex, disease"]);
    folder.refuses("front people.csv --quasi age --identifier nam", &["no column \"nam\""]);
}

#[test]
fn not_utf8() {
    let stray = [b"age,sex\n1,m\n2,", "männlich\n3,männlich\n4,".as_bytes(), b"m\xe4nnlich\n"].concat();
    refused(stray, &["people.csv, line 5", "field 2 is not UTF-8", "save"]);
    refused(b"\xff\xfea\0g\0e\0\n\x001\0\n\0\x00\xd8a\0", &["people.csv", "not utf-16le"]);
    refused([0, 1, 2, 0xfe, 0xff, 0x80, b'\n', 7], &["not UTF-8"]);
}

#[test]
fn unclosed_quote() {
    refused("age,sex\n1,m\n2,\"f\n3,m\n", &["people.csv, line", "quote", "never closed"]);
    refused("age,\"sex\n1,m\n", &["people.csv, line 1", "quote", "never closed"]);
}

/// Files that begin as compressed ones do, and go on otherwise.
fn damaged() -> (Folder, [&'static str; 3]) {
    let folder = Folder::new();
    folder.write("people.csv.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03this is no deflated text");
    folder.write("people.csv.zst", b"\x28\xb5\x2f\xfd no frame of zstandard");
    folder.write("cut.csv", people(5000));
    let cut = folder.shell("gzip cut.csv && head -c 3000 cut.csv.gz > half.csv.gz");
    assert_eq!(cut.code, 0, "{}", cut.err);
    (folder, ["people.csv.gz", "people.csv.zst", "half.csv.gz"])
}

#[test]
fn damaged_compression() {
    let (folder, tables) = damaged();
    let before = folder.files();
    for table in tables {
        for command in ["front", "verify"] {
            let line = format!("{command} {table} --quasi age");
            folder.run(&line).is_failure(2, &line, &[table]);
        }
    }
    assert_eq!(folder.files(), before);
}

#[test]
fn damaged_compression_has_a_hint() {
    let (folder, tables) = damaged();
    tables.iter().for_each(|table| all_refuse(&folder, table, &[table]));
}

#[test]
fn damaged_parquet() {
    let folder = Folder::with(&[("people.csv", &people(500))]);
    folder.ok("release people.csv --quasi age,sex --k 2 -o whole.parquet");
    let whole = std::fs::read(folder.path("whole.parquet")).unwrap();
    folder.write("cut.parquet", &whole[..whole.len() / 2]);
    all_refuse(&folder, "cut.parquet", &["cut.parquet", "cannot be read", "cut short"]);
    folder.write("four.parquet", b"PAR1");
    all_refuse(&folder, "four.parquet", &["four.parquet", "cannot be read"]);
    let mut broken = whole.clone();
    broken[4..whole.len() / 2].fill(0xaa);
    folder.write("broken.parquet", broken);
    all_refuse(&folder, "broken.parquet", &["broken.parquet", "cannot be read"]);
    folder.write("cut.arrow", &include_bytes!("celosia/typed.arrow")[..700]);
    all_refuse(&folder, "cut.arrow", &["cut.arrow", "cannot be read"]);
}

#[test]
fn nested_column() {
    let folder = Folder::new();
    folder.write("nested.parquet", include_bytes!("celosia/nested.parquet"));
    all_refuse(&folder, "nested.parquet", &["nested.parquet", "column \"tags\"", "not single values", "flatten"]);
}

#[test]
fn folders_and_patterns() {
    let folder = Folder::with(&[("one.csv", "age,sex\n1,m\n")]);
    std::fs::create_dir(folder.path("empty")).unwrap();
    all_refuse(&folder, "empty", &["empty", "holds no files"]);
    all_refuse(&folder, "*.parquet", &["*.parquet", "no file matches"]);
    std::fs::create_dir(folder.path("parts")).unwrap();
    folder.write("parts/a.csv", "age,sex\n1,m\n");
    folder.write("parts/b.csv", "age,zip\n1,2\n");
    all_refuse(&folder, "parts", &["b.csv", "(age, zip)", "(age, sex)", "the same columns"]);
    folder.refuses("front parts", &["no column is a quasi-identifier"]);
}
