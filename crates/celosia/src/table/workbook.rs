//! Workbooks of Excel and LibreOffice: one sheet of them becomes text once, in a temporary file, and is read from there as any
//! other text. Its lines are the sheet's rows.

use std::fs::File;
use std::path::Path;

use crate::error::{Error, Place, Result};
use crate::input::Input;
use crate::study::Reading;
use crate::watch::Watch;

/// Does a file begin as workbooks do: as a ZIP archive, or as a document of old Office programs?
pub fn is_one(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04") || start.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

fn table(path: &Path, what: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::Table { place: Place::file(path), what: what.into(), hint: hint.into() }
}

/// The rows of a sheet as CSV, and what was decided.
#[cfg(not(feature = "sheets"))]
pub fn rows(input: &Input, _: &Reading, _: &dyn Watch) -> Result<(File, Vec<String>)> {
    let hint = "build celosia with the feature sheets, or save the sheet as CSV";
    Err(table(input.path(), "this may be a workbook, which this build cannot read", hint))
}

#[cfg(feature = "sheets")]
pub use read::rows;

#[cfg(feature = "sheets")]
mod read {
    use std::io::{Cursor, Read, Write};

    use bytes::Bytes;
    use calamine::{
        Data, Ods, OdsError, Range, Reader, SheetType, SheetVisible, Sheets, Xls, XlsError, Xlsb, Xlsx, XlsxError,
    };

    use super::*;
    use crate::input::temporary;
    use crate::say::count;
    use crate::study::Sheet;
    use crate::table::damage::survive;
    use crate::table::sheet;

    type Book = Sheets<Cursor<Bytes>>;

    /// The rows of a sheet as CSV, and what was decided.
    pub fn rows(input: &Input, reading: &Reading, watch: &dyn Watch) -> Result<(File, Vec<String>)> {
        let path = input.path();
        let mut bytes = Vec::new();
        input.reader()?.read_to_end(&mut bytes).map_err(Error::io("read", path))?;
        watch.check()?;
        let mut book = open(path, bytes.into())?;
        let mut notices = Vec::new();
        let name = choose(&mut book, path, reading, &mut notices)?;
        let damaged = |why: String| {
            table(
                path,
                format!("the sheet \"{name}\" cannot be read: {why}"),
                "save the workbook again, or the sheet as CSV",
            )
        };
        let cells = survive(|| book.worksheet_range(&name)).map_err(damaged)?;
        watch.check()?;
        if cells.is_empty() {
            let what = format!("the sheet \"{name}\" is empty");
            return Err(table(path, what, "name the sheet that holds the table, as data.sheet"));
        }
        let mut file = temporary()?;
        let text = text(&cells, &mut notices);
        file.write_all(text.as_bytes()).map_err(crate::input::no_room)?;
        Ok((file, notices))
    }

    fn text(cells: &Range<Data>, notices: &mut Vec<String>) -> String {
        let written = sheet::text(cells);
        let mut say = |number: u64, of: (&str, &str), fate: &str| {
            if number > 0 {
                notices.push(format!("{} {fate}", count(number, of.0, of.1)));
            }
        };
        say(written.empty_rows, ("empty row", "empty rows"), "left out");
        say(written.empty_columns, ("empty column", "empty columns"), "left out");
        say(written.errors, ("cell", "cells"), "with an error of a formula read as missing");
        written.text
    }

    fn open(path: &Path, bytes: Bytes) -> Result<Book> {
        let has = |words: &str| memchr::memmem::find(&bytes, words.as_bytes()).is_some();
        let reader = || Cursor::new(bytes.clone());
        let (opened, is_locked) = if !bytes.starts_with(b"PK") {
            let locked = matches!(survived(|| Xlsx::new(reader())), Ok(Err(XlsxError::Password)));
            match survived(|| Xls::new(reader())) {
                Ok(Ok(book)) => (Ok(Sheets::Xls(book)), locked),
                Ok(Err(XlsError::Password)) => (Err("it is locked".into()), true),
                Ok(Err(error)) => (Err(error.to_string()), locked),
                Err(why) => (Err(why), locked),
            }
        } else if has("xl/workbook.bin") {
            (survive(|| Xlsb::new(reader())).map(Sheets::Xlsb), false)
        } else if has("xl/") {
            (survive(|| Xlsx::new(reader())).map(Sheets::Xlsx), false)
        } else if has("application/vnd.oasis.opendocument.spreadsheet") {
            match survived(|| Ods::new(reader())) {
                Ok(Ok(book)) => (Ok(Sheets::Ods(book)), false),
                Ok(Err(OdsError::Password)) => (Err("it is locked".into()), true),
                Ok(Err(error)) => (Err(error.to_string()), false),
                Err(why) => (Err(why), false),
            }
        } else {
            return Err(archive(path, has));
        };
        if is_locked {
            let hint = "open it with its password and save it without one, or save the sheet as CSV";
            return Err(table(path, "this workbook is encrypted", hint));
        }
        opened.map_err(|why| {
            let hint = "the file may be cut short, or no workbook; save it again, or the sheet as CSV";
            table(path, format!("this workbook cannot be read: {why}"), hint)
        })
    }

    /// A decoder's result as it is, or what its panic becomes.
    fn survived<T>(decode: impl FnOnce() -> T) -> std::result::Result<T, String> {
        survive(|| Ok::<T, String>(decode()))
    }

    /// The error for an archive that is no workbook.
    fn archive(path: &Path, has: impl Fn(&str) -> bool) -> Error {
        let documents = [
            ("word/document", "a Word document"),
            ("ppt/presentation", "a presentation"),
            ("application/vnd.oasis.opendocument", "a document of LibreOffice that is no sheet"),
            ("Index/Document.iwa", "a document of Numbers"),
        ];
        match documents.iter().find(|(mark, _)| has(mark)) {
            Some((_, what)) => {
                table(path, format!("this is {what}"), "open it, take the table out of it, and save that as CSV")
            }
            None => table(path, "this is a ZIP archive", "unpack it first, and give the table in it"),
        }
    }

    /// The name of the sheet that is meant: the one that is given, or the first that is shown.
    fn choose(book: &mut Book, path: &Path, reading: &Reading, notices: &mut Vec<String>) -> Result<String> {
        let sheets = book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
        let sheets: Vec<(String, bool)> =
            sheets.map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible)).collect();
        let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
        let listed = |names: &[&str]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let unknown = |what: String| {
            let hint = format!("the sheets of {} are {}", path.display(), listed(&names));
            Err(Error::study("data.sheet", what, hint))
        };
        let name = match &reading.sheet {
            Some(Sheet::Name(name)) => match names.iter().find(|known| *known == name) {
                Some(known) => known.to_string(),
                None => return unknown(format!("there is no sheet \"{name}\"")),
            },
            Some(Sheet::Number(number)) => match names.get(number - 1) {
                Some(known) => known.to_string(),
                None => return unknown(format!("there is no sheet {number}")),
            },
            None => {
                let first = sheets.iter().find(|(_, shown)| *shown).or(sheets.first());
                let Some((first, _)) = first else {
                    return Err(table(path, "this workbook has no sheet", "save the table as a sheet or as CSV"));
                };
                let others: Vec<&str> = names.iter().copied().filter(|name| name != first).collect();
                if !others.is_empty() {
                    let are = if others.len() == 1 { "the other is" } else { "the others are" };
                    notices.push(format!(
                        "the sheet \"{first}\" is read; {are} {}: data.sheet names the one that is meant",
                        listed(&others)
                    ));
                }
                first.clone()
            }
        };
        Ok(name)
    }
}
