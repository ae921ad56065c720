//! Tables as people have them: every writing of a table goes from inspect to a checked release, and what was decided is said.

use std::io::Write;

use crate::celosia::{Answer, Folder};

/// Names beyond ASCII, decimals, a number for each person.
const HEADER: [&str; 4] = ["Straße", "age", "sex", "disease"];

/// Some people, four columns each.
fn rows() -> Vec<[String; 4]> {
    let street = ["Größe", "Elbe", "Märkte", "Zoë"];
    let disease = ["flu", "cold", "gout"];
    (0..60)
        .map(|i| {
            let sex = if i % 2 == 0 { "m" } else { "f" };
            [street[i % 4].to_string(), (30 + i % 7).to_string(), sex.to_string(), disease[i % 3].to_string()]
        })
        .collect()
}

/// The people with this between columns and at the end of lines.
fn written(delimiter: &str, end: &str, header: bool) -> String {
    let names = header.then(|| HEADER.join(delimiter) + end);
    let rows = rows().into_iter().map(|row| row.join(delimiter) + end);
    names.into_iter().chain(rows).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn western(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()
}

/// From a table to a checked release: the proposed study, its front, a release and what that is worth. Gives what inspect said.
fn flows(folder: &Folder, table: &str, quasi: &str) -> Answer {
    let inspected = folder.ok(&format!("inspect {table} -o study.toml --force"));
    folder.ok(&format!("front study.toml --quasi {quasi} --suppression 20%"));
    let words = format!("{table} --quasi {quasi} --k 2 --force -o out.csv");
    folder.ok(&format!("release {words}"));
    let verified = folder.ask(&format!("verify out.csv --quasi {quasi}"));
    assert!(verified["k"].as_u64().is_none_or(|k| k >= 2), "{verified}");
    inspected
}

#[test]
fn every_encoding_is_the_same_table() {
    let text = written(",", "\n", true);
    let expected: Vec<u8> = {
        let folder = Folder::with(&[("people.csv", &text)]);
        folder
            .ok("release people.csv --quasi Straße,age,sex --sensitive disease --k 2 --keep-order --force -o out.csv");
        std::fs::read(folder.path("out.csv")).unwrap()
    };
    let marked = utf16(&format!("\u{feff}{text}"));
    for (bytes, name, said) in [
        (western(&text), "windows-1252", "windows-1252"),
        (marked, "utf-16le", "utf-16le"),
        (utf16(&text), "utf-16le", "utf-16le"),
        (format!("\u{feff}{text}").into_bytes(), "utf-8", ""),
    ] {
        let folder = Folder::new();
        folder.write("people.csv", &bytes);
        let inspected = flows(&folder, "people.csv", "Straße,age,sex");
        assert!(inspected.err.contains(said), "{}", inspected.err);
        if !said.is_empty() {
            assert!(folder.read("study.toml").contains(&format!("encoding = \"{name}\"")));
            // Who states it hears nothing.
            let stated = folder.ok("front study.toml --quasi age,sex --suppression 20%");
            assert!(!stated.err.contains("note: the text"), "{}", stated.err);
        }
        for flag in ["", &format!("--encoding {name}")] {
            folder.ok(&format!(
                "release people.csv --quasi Straße,age,sex --sensitive disease --k 2 --keep-order --force -o same.csv {flag}"
            ));
            assert_eq!(std::fs::read(folder.path("same.csv")).unwrap(), expected, "{name} {flag}");
        }
        let gzip = folder.shell("gzip -k people.csv && $CELOSIA verify people.csv.gz --quasi Straße --json");
        let piped = folder.shell("cat people.csv | $CELOSIA verify - --quasi Straße --json");
        assert_eq!((gzip.code, piped.code), (0, 0), "{} {}", gzip.err, piped.err);
        assert_eq!(gzip.json()["rows"], 60);
        assert_eq!(piped.json()["rows"], 60);
    }
}

#[test]
fn a_late_letter_tells_the_encoding() {
    // Half a megabyte of ASCII, and then one letter.
    let mut text = String::from("age,sex,name\n");
    (0..40_000).for_each(|i| text += &format!("{},m,ann {i}\n", 30 + i % 7));
    text += "35,f,Zoë\n";
    let folder = Folder::new();
    folder.write("western.csv", western(&text));
    folder.write("utf8.csv", &text);
    let mut mixed = text.clone().into_bytes();
    mixed.extend(western("35,f,Jörg\n"));
    (0..40_000).for_each(|i| mixed.extend(format!("{},m,ann {i}\n", 30 + i % 7).into_bytes()));
    mixed.extend(western("35,f,Jörg\n"));
    folder.write("mixed.csv", mixed);
    for name in ["western.csv", "utf8.csv"] {
        let answer = folder.ok(&format!(
            "release {name} --quasi age,sex --insensitive name --unprotected name --k 1 --keep-order --force -o out.csv"
        ));
        assert!(folder.read("out.csv").ends_with("35,f,Zoë\n"), "{name}");
        assert_eq!(answer.err.contains("windows-1252"), name == "western.csv", "{}", answer.err);
    }
    folder.refuses("front mixed.csv --quasi age,name", &["mixed.csv, line", "field 3 is not UTF-8", "data.encoding"]);
}

#[test]
fn a_wrong_encoding_is_refused() {
    let folder = Folder::new();
    let text = written(",", "\n", true);
    folder.write("utf8.csv", &text);
    folder.write("western.csv", western(&text));
    folder.write("wide.csv", utf16(&text));
    let (russian, ..) = encoding_rs::WINDOWS_1251.encode("имя,пол\nИван,м\nАнна,ж\nПётр,м\nМария,ж\n");
    folder.write("russian.csv", &russian);
    let line = |name: &str, flag: &str| format!("front {name} --quasi age {flag}");
    folder.refuses(&line("utf8.csv", "--encoding latin1"), &["--encoding says windows-1252", "leave the encoding out"]);
    folder.refuses(&line("utf8.csv", "--encoding utf-16"), &["--encoding says utf-16le"]);
    folder.refuses(&line("wide.csv", "--encoding latin1"), &["--encoding says windows-1252"]);
    folder.refuses(&line("western.csv", "--encoding utf-8"), &["not UTF-8 text", "data.encoding"]);
    folder.refuses(&line("utf8.csv", "--encoding utf-9"), &["\"utf-9\" is not an encoding", "give utf-8"]);
    folder.refuses(&line("russian.csv", ""), &["neither UTF-8 nor", "data.encoding = \"windows-1251\""]);
    let verified = folder.ask("verify russian.csv --quasi имя --encoding windows-1251");
    assert_eq!(verified["rows"], 4);
}

#[test]
fn a_table_without_names_loses_nobody() {
    let folder = Folder::with(&[("people.csv", &written(",", "\n", false))]);
    let inspected = flows(&folder, "people.csv", "column2,column3");
    assert!(inspected.err.contains("warning: the first row looks like all others"), "{}", inspected.err);
    assert!(inspected.err.contains("--no-header"), "{}", inspected.err);
    let study = folder.read("study.toml");
    assert!(study.contains("header = false") && study.contains("[columns.column2]"), "{study}");
    let verified = |flags: &str| folder.ask(&format!("verify people.csv --quasi column2 {flags}"))["rows"].clone();
    assert_eq!(verified(""), 60);
    assert_eq!(verified("--no-header"), 60);
    // Who knows better says so.
    let named = folder.ok("verify people.csv --quasi 30 --header --json");
    assert_eq!(named.json()["rows"], 59);
    assert!(!named.err.contains("warning"), "{}", named.err);
    let notes = folder.ask("inspect people.csv -o again.toml")["notes"].clone();
    assert!(notes[0].as_str().unwrap().contains("data.header"), "{notes}");
    folder.refuses("front people.csv --quasi column2 --header --no-header", &["--no-header"]);
}

#[test]
fn any_delimiter_is_found_and_kept() {
    for (delimiter, key) in [(";", ";"), ("\t", "tab"), ("|", "|"), ("^", "^"), ("~", "~")] {
        let folder = Folder::with(&[("people.txt", &written(delimiter, "\r\n", true))]);
        flows(&folder, "people.txt", "age,sex");
        assert!(folder.read("study.toml").contains(&format!("delimiter = \"{key}\"")), "{key}");
        folder.ok("release people.txt --quasi age,sex --insensitive disease --k 1 --keep-order --force -o out.csv");
        let lines: Vec<String> = written(delimiter, "\r\n", true)
            .split_inclusive('\n')
            .map(|line| line.split_once(delimiter).unwrap().1.to_string())
            .collect();
        assert_eq!(folder.read("out.csv"), lines.concat());
    }
    let folder = Folder::with(&[("people.txt", &written("  ", "\n", true))]);
    let inspected = flows(&folder, "people.txt", "age,sex");
    assert!(inspected.err.contains("note: columns are parted by runs of blanks"), "{}", inspected.err);
    assert!(folder.read("study.toml").contains("delimiter = \"blanks\""));
    assert!(folder.read("out.csv").starts_with("age,sex\n"));
    folder.ok("verify people.txt --quasi age --delimiter blanks");
}

#[test]
fn quotes_are_kept_as_they_were() {
    let all = |text: &str| text.lines().map(|line| format!("\"{}\"\n", line.replace(',', "\",\""))).collect::<String>();
    let folder = Folder::with(&[("people.csv", &all(&written(",", "\n", true)))]);
    folder.ok("release people.csv --quasi age,sex --k 1 --keep-order --force -o out.csv");
    assert!(folder.read("out.csv").starts_with("\"age\",\"sex\"\n\"30\",\"m\"\n"));
    folder.ok("verify out.csv --quasi age,sex --require k-anonymity=1");
}

#[test]
fn one_column_says_what_may_part_it() {
    let folder = Folder::with(&[("people.txt", "first last\nAnn Lee\nBob Ray\n"), ("people.csv", "a;b\n1;2\n3;4\n")]);
    let answer = folder.run("verify people.txt --quasi first");
    assert!(answer.err.contains("one column") && answer.err.contains("blanks"), "{}", answer.err);
    let answer = folder.run("verify people.csv --quasi a --delimiter ,");
    assert!(answer.err.contains("warning: with data.delimiter") && answer.err.contains("\";\""), "{}", answer.err);
}

#[test]
fn names_become_names() {
    let text = "age,age,\"first\nname\",,age (2),\n1,2,x,y,3,\n4,5,z,w,6,\n7,8,v,u,9,\n";
    let folder = Folder::with(&[("people.csv", text)]);
    let answer = folder.ok("inspect people.csv");
    for said in ["column4", "age (3)", "line breaks", "1 column behind the last name"] {
        assert!(answer.err.contains(said), "{said}: {}", answer.err);
    }
    let study = folder.read("people.toml");
    for name in [
        "[columns.age]",
        "[columns.\"age (3)\"]",
        "[columns.\"first name\"]",
        "[columns.column4]",
        "[columns.\"age (2)\"]",
    ] {
        assert!(study.contains(name), "{name}: {study}");
    }
    // A value behind the last name is not lost in silence.
    let late: String = (0..400).map(|i| format!("{},m,{}\n", 30 + i % 7, if i == 390 { "x" } else { "" })).collect();
    folder.write("late.csv", format!("age,sex,\n{late}"));
    folder.refuses(
        "front late.csv --quasi age",
        &["late.csv, line 392", "field 3 has a value", "give the column a name"],
    );
}

#[test]
fn lines_above_the_header_are_skipped_and_said() {
    let table = written(";", "\n", true);
    for (above, lines) in [
        ("sep=;\n", "1 line"),
        ("People of the year 2020\n\n", "1 line"),
        ("# exported\n# by nobody\n", "2 lines"),
        ("People;;;\n;;;\nof 2020;;;\n", "3 lines"),
    ] {
        let folder = Folder::with(&[("people.csv", &format!("{above}{table}"))]);
        let inspected = flows(&folder, "people.csv", "age,sex");
        assert!(inspected.err.contains(&format!("note: {lines} above the header")), "{above}: {}", inspected.err);
        assert_eq!(folder.ask("verify people.csv --quasi age,sex")["rows"], 60, "{above}");
    }
    // What could be a row is none that is skipped.
    let folder = Folder::with(&[("people.csv", "address\nMain St 5, Ulm\nSide St 7, Bonn\n")]);
    folder.refuses("verify people.csv --quasi address", &["people.csv, line 2", "2 fields where the header has 1"]);
}

#[test]
fn names_of_rows_as_r_writes_them() {
    let folder = Folder::with(&[("people.txt", "\"age\" \"sex\"\n\"1\" 34 \"m\"\n\"2\" 35 \"f\"\n\"3\" 34 \"m\"\n")]);
    let answer = folder.ok("verify people.txt --quasi age,sex --json");
    assert!(answer.err.contains("names of rows"), "{}", answer.err);
    assert_eq!(answer.json()["rows"], 3);
}

#[test]
fn cells_that_a_spreadsheet_would_run_are_pointed_out() {
    let text = "age,job,note\n34,=cmd,-5\n34,cook,+1\n34,@home,7\n34,cook,-x\n";
    let folder = Folder::with(&[("people.csv", text)]);
    let answer = folder
        .ok("release people.csv --quasi age --insensitive job,note --unprotected job,note --k 2 --force -o out.csv");
    assert!(answer.err.contains("warning: 3 cells"), "{}", answer.err);
    assert!(answer.err.contains("job, note") && !answer.err.contains("=cmd"), "{}", answer.err);
    let answer = folder.ok(
        "release people.csv --quasi age --insensitive job,note --unprotected job,note --k 2 --force -o out.parquet",
    );
    assert!(!answer.err.contains("warning"), "{}", answer.err);
}

#[test]
fn a_sheet_is_a_table() {
    let folder = Folder::new();
    let (xlsx, ods) = (workbook(), ods());
    folder.write("people.xlsx", &xlsx);
    folder.write("people.ods", &ods);
    for name in ["people.xlsx", "people.ods"] {
        let inspected = flows(&folder, name, "age,sex");
        for said in ["\"People\" is read", "\"Other\"", "1 line above the header"] {
            assert!(inspected.err.contains(said), "{said}: {}", inspected.err);
        }
        folder.ok(&format!("release {name} --quasi age,sex --insensitive born,smokes --unprotected born,smokes --k 1 --keep-order --force -o out.csv"));
        let out = folder.rows("out.csv");
        assert_eq!(out[0], ["age", "sex", "born", "smokes"], "{name}");
        assert_eq!(out[1], ["30", "m", "1990-01-02", "true"], "{name}");
        assert_eq!(out.len(), 41, "{name}");
        let other = folder.ask(&format!("verify {name} --quasi town --sheet Other"));
        assert_eq!(other["rows"], 2);
        assert_eq!(folder.ask(&format!("verify {name} --quasi town --sheet 2"))["rows"], 2);
        folder.refuses(
            &format!("verify {name} --quasi age --sheet Peopel"),
            &["--sheet", "no sheet \"Peopel\"", "\"People\", \"Other\""],
        );
        folder.refuses(&format!("verify {name} --quasi age --sheet 3"), &["no sheet 3", "\"People\""]);
        let piped = folder.shell(&format!("cat {name} | $CELOSIA verify - --quasi age,sex --json"));
        assert_eq!(piped.json()["rows"], 40, "{}", piped.err);
    }
    let inspected = folder.ok("inspect people.xlsx --sheet Other -o other.toml --json");
    assert!(inspected.code == 0 && folder.read("other.toml").contains("sheet = \"Other\""), "{}", inspected.err);
}

/// A workbook with a title, an empty row and an empty column, a date, a truth value and a formula; and another sheet.
fn workbook() -> Vec<u8> {
    use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
    let mut book = Workbook::new();
    let date = Format::new().set_num_format("dd/mm/yyyy");
    let sheet = book.add_worksheet().set_name("People").unwrap();
    sheet.write(0, 0, "Our people").unwrap();
    for (column, name) in [(0, "age"), (1, "sex"), (3, "born"), (4, "smokes")] {
        sheet.write(2, column, name).unwrap();
    }
    for i in 0..40u32 {
        // One empty row between others.
        let row = 3 + i + u32::from(i > 20);
        if i % 2 == 0 {
            sheet.write(row, 0, 30 + i % 5).unwrap();
        } else {
            sheet.write(row, 0, Formula::new("=1+1").set_result(format!("{}", 30 + i % 5))).unwrap();
        }
        sheet.write(row, 1, if i % 2 == 0 { "m" } else { "f" }).unwrap();
        let born = ExcelDateTime::from_ymd(1990, 1, 2 + (i % 20) as u8).unwrap();
        sheet.write_with_format(row, 3, &born, &date).unwrap();
        sheet.write(row, 4, i % 3 == 0).unwrap();
    }
    let other = book.add_worksheet().set_name("Other").unwrap();
    for (row, town) in ["town", "Ulm", "Bonn"].into_iter().enumerate() {
        other.write(row as u32, 0, town).unwrap();
    }
    book.save_to_buffer().unwrap()
}

/// The same as LibreOffice writes it: XML in an archive.
fn ods() -> Vec<u8> {
    let text = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let none = "<table:table-cell/>".to_string();
    let row = |cells: &[String]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let mut people = row(&[text("Our people")]) + &row(std::slice::from_ref(&none));
    people += &row(&[text("age"), text("sex"), none.clone(), text("born"), text("smokes")]);
    for i in 0..40 {
        if i == 21 {
            people += &row(std::slice::from_ref(&none));
        }
        let age = 30 + i % 5;
        let born = format!("1990-01-{:02}", 2 + i % 20);
        let smokes = i % 3 == 0;
        people += &row(&[
            format!(
                "<table:table-cell office:value-type=\"float\" office:value=\"{age}\"><text:p>{age}</text:p></table:table-cell>"
            ),
            text(if i % 2 == 0 { "m" } else { "f" }),
            none.clone(),
            format!(
                "<table:table-cell office:value-type=\"date\" office:date-value=\"{born}\"><text:p>{born}</text:p></table:table-cell>"
            ),
            format!(
                "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"{smokes}\"><text:p>{smokes}</text:p></table:table-cell>"
            ),
        ]);
    }
    let other: String = ["town", "Ulm", "Bonn"].iter().map(|town| row(&[text(town)])).collect();
    let content = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:document-content \
         xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
         xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
         xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" office:version=\"1.2\"><office:body><office:spreadsheet>\
         <table:table table:name=\"People\">{people}</table:table><table:table table:name=\"Other\">{other}</table:table>\
         </office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><manifest:manifest \
                    xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.2\">\
                    <manifest:file-entry manifest:full-path=\"/\" \
                    manifest:media-type=\"application/vnd.oasis.opendocument.spreadsheet\"/></manifest:manifest>";
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", &content),
    ])
}

/// An archive of these files, as they are.
pub fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, text) in files {
        archive.start_file(*name, stored).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
