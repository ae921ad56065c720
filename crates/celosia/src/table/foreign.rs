//! Files that are no table celosia reads: recognised by their first bytes, and what to do with them.

use std::path::Path;

use crate::error::{Error, Place, Result};

/// Files of statistics programs, each with a line of R and of Python that makes CSV of it.
const STATISTICS: &[(&str, &str, &str)] = &[
    ("an SPSS file", "haven::read_sav", "pandas.read_spss"),
    ("a portable SPSS file", "haven::read_por", "pyreadstat.read_por"),
    ("a Stata file", "haven::read_dta", "pandas.read_stata"),
    ("a SAS file", "haven::read_sas", "pandas.read_sas"),
    ("a SAS transport file", "haven::read_xpt", "pandas.read_sas"),
];

/// Starts of other files: what they are, and what to do.
const OTHERS: &[(&[u8], &str, &str)] = &[
    (b"%PDF-", "a PDF document", "take the table out of it by hand, or ask its maker for the table as CSV"),
    (b"BZh91AY&SY", "compressed with bzip2", "unpack it first: bunzip2 FILE"),
    (b"\xfd7zXZ", "compressed with xz", "unpack it first: unxz FILE"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first, and give the table in it"),
    (b"Rar!\x1a", "a RAR archive", "unpack it first, and give the table in it"),
    (
        b"SQLite format 3",
        "an SQLite database",
        "export the table: sqlite3 -header -csv FILE \"select * from TABLE\" > people.csv",
    ),
    (b"\x00\x01\x00\x00Standard", "an Access database", "export the table as CSV: mdb-export FILE TABLE > people.csv"),
    (
        b"\x89HDF",
        "an HDF5 file",
        "write the table as CSV: pandas.read_hdf(\"FILE\").to_csv(\"people.csv\", index=False)",
    ),
    (
        b"FEA1\x00",
        "an old Feather file",
        "write it as Parquet: pandas.read_feather(\"FILE\").to_parquet(\"people.parquet\")",
    ),
    (b"Obj\x01", "an Avro file", "write it as Parquet or CSV with the program that it comes from"),
    (
        b"\x93NUMPY",
        "a NumPy array",
        "write it as CSV: numpy.savetxt(\"people.csv\", numpy.load(\"FILE\"), delimiter=\",\")",
    ),
    (
        b"RDX3\n",
        "an R workspace",
        "write the table as CSV: load(\"FILE\"); write.csv(TABLE, \"people.csv\", row.names = FALSE)",
    ),
    (
        b"RDX2\n",
        "an R workspace",
        "write the table as CSV: load(\"FILE\"); write.csv(TABLE, \"people.csv\", row.names = FALSE)",
    ),
    (
        b"X\n\x00\x00\x00",
        "an R object",
        "write it as CSV: write.csv(readRDS(\"FILE\"), \"people.csv\", row.names = FALSE)",
    ),
    (b"{\\rtf", "a text document (RTF)", "take the table out of it, and save it as CSV"),
    (b"\x89PNG", "an image", "give the table itself"),
    (b"\xff\xd8\xff", "an image", "give the table itself"),
    (b"GIF89a", "an image", "give the table itself"),
    (b"II*\x00", "an image", "give the table itself"),
    (b"MM\x00*", "an image", "give the table itself"),
    (b"GIF87a", "an image", "give the table itself"),
    (b"\x7fELF", "a program", "give the table itself"),
];

/// The start of a file of SAS.
const SAS: &[u8] = b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60\xb3\x14\x11\xcf";

/// An error for what is recognised and is no text table.
pub fn refuse(path: &Path, start: &[u8]) -> Result<()> {
    let Some((what, hint)) = told(start) else { return Ok(()) };
    Err(Error::Table { place: Place::file(path), what: format!("this is {what}"), hint })
}

fn told(start: &[u8]) -> Option<(&'static str, String)> {
    if let Some(number) = statistics(start) {
        let (what, r, python) = STATISTICS[number];
        let hint = format!(
            "write it as CSV first; in R: write.csv({r}(\"FILE\"), \"people.csv\", row.names = FALSE), in Python: \
             {python}(\"FILE\").to_csv(\"people.csv\", index=False)"
        );
        return Some((what, hint));
    }
    // The letters are a name of a column too (ORCID).
    if matches!(start, [b'O', b'R', b'C', 0..=8 | 14..=31 | 128.., ..]) {
        return Some((
            "an ORC file",
            "write it as Parquet: pandas.read_orc(\"FILE\").to_parquet(\"people.parquet\")".into(),
        ));
    }
    if let Some((_, what, hint)) = OTHERS.iter().find(|(magic, ..)| start.starts_with(magic)) {
        return Some((what, hint.to_string()));
    }
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let begins = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if [&b"<!doctype html"[..], b"<html", b"<table", b"<head", b"<body"].into_iter().any(begins) {
        let hint = "open it in a spreadsheet and save it as CSV; some programs call such a page .xls";
        return Some(("a web page (HTML)", hint.into()));
    }
    if begins(b"<?xml") {
        let hint = "open it in a spreadsheet and save it as CSV, or convert it with the program that it comes from";
        return Some(("an XML file", hint.into()));
    }
    if is_json(text) {
        let hint = "write it as CSV: pandas.read_json(\"FILE\").to_csv(\"people.csv\", index=False); with one object per line \
                    give lines=True";
        return Some(("a JSON file", hint.into()));
    }
    None
}

/// Which of the statistics programs wrote it?
fn statistics(start: &[u8]) -> Option<usize> {
    let has =
        |words: &[u8]| start.get(..512.min(start.len())).is_some_and(|s| s.windows(words.len()).any(|w| w == words));
    match start {
        [b'$', b'F', b'L', b'2' | b'3', ..] => Some(0),
        _ if has(b"SPSS PORT FILE") => Some(1),
        _ if start.starts_with(b"<stata_dta>") => Some(2),
        [0x69..=0x73, 1 | 2, 1, 0, ..] => Some(2),
        _ if start.starts_with(SAS) => Some(3),
        _ if start.starts_with(b"HEADER RECORD*******LIB") => Some(4),
        _ => None,
    }
}

/// An object or a list of what JSON has, and not a name in braces.
fn is_json(text: &[u8]) -> bool {
    let (open, rest) = match text {
        [open @ (b'{' | b'['), rest @ ..] => (*open, rest.trim_ascii_start()),
        _ => return false,
    };
    match (open, rest) {
        (b'{', [b'}', ..]) | (b'[', [b'{' | b'[' | b']', ..]) => true,
        // A name in quotes is followed by a colon.
        (b'{', [b'"', name @ ..]) => name
            .iter()
            .position(|byte| *byte == b'"')
            .is_some_and(|end| name[end + 1..].trim_ascii_start().starts_with(b":")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_table_is_named() {
        let padded = [&b"ASCII SPSS PORT FILE".repeat(5)[..], b"rest"].concat();
        for (start, what) in [
            (&b"$FL2@(#) SPSS"[..], "an SPSS file"),
            (&padded, "a portable SPSS file"),
            (b"<stata_dta><header>", "a Stata file"),
            (b"\x72\x02\x01\x00", "a Stata file"),
            (SAS, "a SAS file"),
            (b"HEADER RECORD*******LIBRARY HEADER", "a SAS transport file"),
            (b"%PDF-1.7", "a PDF document"),
            (b"\xef\xbb\xbf \n{\"a\": 1}", "a JSON file"),
            (b"[\n {\"a\": 1}]", "a JSON file"),
            (b"<?xml version=\"1.0\"?>", "an XML file"),
            (b"<!DOCTYPE html>", "a web page (HTML)"),
            (b"<TABLE border=1>", "a web page (HTML)"),
            (b"RDX3\nX\n", "an R workspace"),
        ] {
            let (found, hint) = told(start).unwrap();
            assert_eq!(found, what);
            assert!(!hint.is_empty());
        }
    }

    #[test]
    fn tables_are_tables() {
        for text in
            ["age,sex\n", "{a},b\n1,2\n", "[0, 10),b\n", "{\"a\",\"b\"\n", "\"x\"\n", "ORCID,name\n", "FEA1,FEA2\n"]
        {
            assert_eq!(told(text.as_bytes()), None, "{text}");
        }
    }
}
