//! How a text table begins: its encoding, what parts its columns, what stands above its header, whether it has one, and the
//! names of its columns. Whatever was not given is told from the first records, and said.

use std::io::Read;
use std::sync::Arc;

use super::delimiter::{self, Cut, byte};
use super::empty::Empty;
use super::encoding::{Bytes, Seen, kind};
use super::files::Compression;
use super::first::{self, Record};
use super::foreign;
use super::header::{self, First};
use super::text::{CHUNK, LONGEST_RECORD, Opened, open};
use super::write::Style;
use crate::error::{Error, Place, Result};
use crate::input::Input;
use crate::say::count;
use crate::study::{Delimiter, Encoding, Reading};

/// A text table, as its beginning shows it.
#[derive(Debug, Clone)]
pub struct Text {
    pub opened: Opened,
    /// What the reader parts columns by.
    pub delimiter: u8,
    /// What a person would say parts them.
    pub parted_by: Delimiter,
    /// Bytes of the decoded text before the first row.
    pub skip: usize,
    /// Fields of each record.
    pub width: usize,
    /// Those of them that have neither a name nor a value, in their order.
    pub nameless: Arc<[usize]>,
    /// Is a record without any value no row?
    pub skips_empty: bool,
    /// How many such records a whole reading found.
    pub empty: Arc<Empty>,
    /// Does it begin with names?
    pub header: bool,
    pub style: Style,
}

/// How a text is read, the names of its columns, and what was decided.
type Begun = (Text, Vec<String>, Vec<String>);

/// Rows above the header that may be skipped.
const ABOVE: usize = 30;

/// Looks at the beginning of a text: how to read it, the names of its columns, and what was decided.
pub fn begin(input: &Input, compression: Compression, reading: &Reading) -> Result<Begun> {
    let mut notices = Vec::new();
    let mut opened = Opened { compression, encoding: None, bytes: Bytes::Utf8, blanks: false };
    let (start, whole) = window(input, &opened, CHUNK)?;
    foreign::refuse(input.path(), &start)?;
    encoding(input, &start, whole, reading, &mut opened, &mut notices)?;
    let mut size = CHUNK;
    loop {
        let (start, whole) = window(input, &opened, size)?;
        let start = start.strip_prefix(BOM).unwrap_or(&start);
        if let Some(text) = told(input, start, whole || size >= LONGEST_RECORD, &opened, reading, &mut notices)? {
            return Ok(text);
        }
        // What ends where the reading ended may go on behind it.
        size = LONGEST_RECORD.min(8 * size);
    }
}

/// The first bytes of a text, decoded, and whether these are all.
fn window(input: &Input, opened: &Opened, size: usize) -> Result<(Vec<u8>, bool)> {
    let mut start = Vec::new();
    let read = open(input, opened, Default::default())?.take(size as u64).read_to_end(&mut start);
    let read = read.map_err(|error| super::text::unread(input.path(), error))?;
    Ok((start, read < size))
}

/// What the letters are written in: what is given, where that can be, or what the first bytes show.
fn encoding(
    input: &Input,
    start: &[u8],
    whole: bool,
    reading: &Reading,
    opened: &mut Opened,
    notices: &mut Vec<String>,
) -> Result<()> {
    let table = |what: String, hint: &str| Error::Table { place: Place::file(input.path()), what, hint: hint.into() };
    let wide = |encoding| [Encoding::UTF_16LE, Encoding::UTF_16BE].contains(&encoding);
    match (reading.encoding, kind(start, whole)) {
        (None, Seen::Ascii) => opened.bytes = if whole { Bytes::Utf8 } else { Bytes::Undecided(Default::default()) },
        (None, Seen::Utf8) => {}
        (None, Seen::Western) => {
            notices.push(WESTERN.into());
            opened.bytes = Bytes::Western;
        }
        (None, Seen::Wide(encoding)) => {
            notices.push(format!("the text is {}", encoding.key()));
            opened.encoding = Some(encoding);
        }
        (None, Seen::Other) => {
            let what = "its text is neither UTF-8 nor in a western European encoding".into();
            let hint = "say what it is, such as data.encoding = \"windows-1251\" or \"shift_jis\", or save it as UTF-8";
            return Err(table(what, hint));
        }
        (None, Seen::Binary) => {
            let hint =
                "celosia reads CSV, Excel and LibreOffice sheets, Parquet and Arrow IPC; save the table as one of them";
            return Err(table("this is no text, and no table that celosia knows: it is not UTF-8".into(), hint));
        }
        // What a mark at the beginning says, it knows better.
        (Some(given), Seen::Wide(seen)) if wide(given) => opened.encoding = Some(seen),
        (Some(given), _) if given == Encoding::UTF_8 => {}
        (Some(given), seen) if wide(given) && seen != Seen::Binary => {
            let what = format!(
                "data.encoding says {}, which has two bytes for most letters, and this text has one",
                given.key()
            );
            return Err(table(what, "leave the encoding out, so that it is told from the bytes"));
        }
        (Some(given), Seen::Utf8 | Seen::Wide(_)) => {
            let what = format!("data.encoding says {}, and the bytes say otherwise", given.key());
            return Err(table(what, "leave the encoding out, so that it is told from the bytes"));
        }
        (Some(given), _) if given == Encoding::WESTERN => opened.bytes = Bytes::Western,
        (Some(given), _) => opened.encoding = Some(given),
    }
    Ok(())
}

/// What is said where a text is not UTF-8.
pub const WESTERN: &str = "the text is not UTF-8 and is read as windows-1252; where letters come out wrong, \
                           give its encoding as data.encoding";

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Tells by the first bytes; nothing where they are too few.
fn told(
    input: &Input,
    start: &[u8],
    whole: bool,
    opened: &Opened,
    reading: &Reading,
    notices: &mut Vec<String>,
) -> Result<Option<Begun>> {
    let separator = if reading.exact { None } else { separator(start) };
    let above = separator.map_or(0, |(_, length)| length);
    let body = &start[above..];
    let given = reading.delimiter.or(separator.map(|(delimiter, _)| Delimiter::Byte(delimiter)));
    let (cut, likely) = match given {
        Some(given) => (Cut::new(body, whole, given, &opened.bytes), None),
        None => delimiter::choose(body, whole, &opened.bytes),
    };
    let Cut { records, delimiter: parted_by, .. } = &cut;
    if records.is_empty() {
        return if whole { Err(blank(input)) } else { Ok(None) };
    }
    if let (Some(given), 1, false) = (given, cut.width, reading.exact) {
        let other = delimiter::likely(body, whole, &opened.bytes).filter(|other| *other != given);
        notices.extend(other.map(|other| one_column(other, Some(given))));
    }
    notices.extend(likely.map(|other| one_column(other, None)));
    if let (Delimiter::Blanks, None) = (parted_by, reading.delimiter) {
        notices.push("columns are parted by runs of blanks".into());
    }
    let first = if reading.exact || reading.header == Some(false) { 0 } else { above_the_header(&cut) };
    let below: Vec<&[String]> = records[first + 1..].iter().map(|record| record.fields.as_slice()).collect();
    let header = match (reading.header, header::first(&records[first].fields, &below)) {
        (Some(header), _) => header,
        (None, _) if first > 0 => true,
        (None, First::Names) => true,
        (None, First::Row) => {
            notices.push(
                "warning: the first row looks like all others and is read as one: the columns are called column1, column2, …; \
                 give data.header = true where it holds their names, data.header = false where it does not"
                    .into(),
            );
            false
        }
        (None, First::Doubtful) => {
            notices.push(
                "warning: the first row is taken for the names of the columns, and could be a row; give data.header = false \
                 where it is one, data.header = true where it is not"
                    .into(),
            );
            true
        }
    };
    let skipped = first + usize::from(above > 0);
    if skipped > 0 {
        let lines = if skipped == 1 {
            "1 line above the header is".into()
        } else {
            format!("{skipped} lines above the header are")
        };
        notices.push(format!("{lines} skipped"));
    }
    let (mut width, mut nameless) = (records[first].width(), Vec::new());
    let mut names: Vec<String> = match header {
        true => records[first].fields.iter().map(|name| name.trim().to_string()).collect(),
        false => (0..width).map(header::numbered).collect(),
    };
    if header && !reading.exact {
        let all = whole && records.len() < first::MOST;
        (names, width, nameless) = fitted(names, &records[first + 1..], all, notices);
        let (own, said) = header::names(&names);
        names = own;
        notices.extend(said);
    }
    let text = cut.text.as_deref().unwrap_or(body);
    let row = if header { records.get(first).map_or(0, |record| record.to) } else { 0 };
    // Blanks part no bytes of the file itself, so there the line above stays where it was.
    let skip = row + if cut.text.is_some() { delimiter::parted(&start[..above]).len() } else { above };
    let style = first::style(text, &records[first..], byte(*parted_by));
    let opened = Opened { blanks: *parted_by == Delimiter::Blanks, ..opened.clone() };
    let text = Text {
        opened,
        delimiter: byte(*parted_by),
        parted_by: *parted_by,
        skip,
        width,
        nameless: nameless.into(),
        // A table of one column has no other rows without a value than missing ones.
        skips_empty: !reading.exact && width > 1,
        empty: Arc::default(),
        header,
        style,
    };
    Ok(Some((text, names, std::mem::take(notices))))
}

/// How many records stand above the header: titles, which fill one cell or few, and only where the row below them is clearly a
/// header. A row that could be data is never skipped.
fn above_the_header(cut: &Cut) -> usize {
    let Cut { records, width, .. } = cut;
    let is_title = |record: &&Record| {
        record.filled() <= 1 && (record.width() < *width || *width >= 3) || 3 * record.filled() <= *width
    };
    let above = records.iter().take(ABOVE).take_while(is_title).count();
    let Some(header) = records.get(above).filter(|_| above > 0) else { return 0 };
    let below: Vec<&[String]> = records[above + 1..].iter().map(|record| record.fields.as_slice()).collect();
    let fits = header.width() == *width || header.width() + 1 == *width;
    let filled = 3 * header.filled() >= 2 * header.width();
    let fit = below.iter().all(|row| row.len() == *width);
    // A title that reaches over all columns as an empty row does is none of them; others need a header that is told by its rows.
    let is_padded = records[..above].iter().all(|record| record.width() == *width);
    let is_comment = records[..above].iter().all(|record| record.fields[0].trim_start().starts_with('#'));
    let is_header = header::names_figures(&header.fields, &below)
        || (is_padded || is_comment) && !header::has_figures(&header.fields);
    if fits && filled && fit && is_header { above } else { 0 }
}

/// Names for as many columns as rows have: one in front where the rows have names of their own, as R writes them. What has
/// neither a name nor a value is left out; between others only where `all` rows are seen. Returns the names, how many fields
/// a row has, and which of them are left out.
fn fitted(
    mut names: Vec<String>,
    rows: &[Record],
    all: bool,
    notices: &mut Vec<String>,
) -> (Vec<String>, usize, Vec<usize>) {
    let have = |width: usize| !rows.is_empty() && rows.iter().all(|row| row.width() == width);
    let empty_at =
        |place: usize| rows.iter().all(|row| row.fields.get(place).is_none_or(|cell| cell.trim().is_empty()));
    let mut width = names.len();
    if width >= 2 && have(width + 1) {
        width += 1;
        if empty_at(width - 1) {
            names.push(String::new());
        } else {
            names.insert(0, String::new());
            notices.push(
                "rows have one field more than the header, so the first column is taken for names of rows".into(),
            );
        }
    } else if width >= 2 && names.last().is_some_and(String::is_empty) && have(width - 1) {
        names.pop();
        width -= 1;
    }
    if rows.is_empty() || names.iter().all(String::is_empty) {
        return (names, width, Vec::new());
    }
    let named = names.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1);
    // Behind the last name, what comes after those that have a value.
    let behind = (named..width).rev().take_while(|place| empty_at(*place)).count();
    let between = (0..width - behind).filter(|place| all && names[*place].is_empty() && empty_at(*place));
    let nameless: Vec<usize> = between.chain(width - behind..width).collect();
    if behind > 0 {
        let columns = count(behind as u64, "column", "columns");
        notices.push(format!("{columns} behind the last name, without a name and a value, left out"));
    }
    if nameless.len() > behind {
        let columns = count((nameless.len() - behind) as u64, "empty column", "empty columns");
        notices.push(format!("{columns}, without a name and a value, left out"));
    }
    nameless.iter().rev().for_each(|place| drop(names.remove(*place)));
    (names, width, nameless)
}

/// The delimiter that a first line such as `sep=;` gives, as Excel writes it, and the length of that line.
fn separator(start: &[u8]) -> Option<(u8, usize)> {
    let [s, e, p, b'=', delimiter, rest @ ..] = start else { return None };
    let said = [*s, *e, *p].eq_ignore_ascii_case(b"sep") && delimiter.is_ascii() && !b"\"\r\n".contains(delimiter);
    let end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    said.then_some((*delimiter, 5 + end))
}

fn one_column(other: Delimiter, given: Option<Delimiter>) -> String {
    let other = other.key();
    match given {
        Some(given) => format!(
            "warning: with data.delimiter = \"{}\" there is one column; \"{other}\" would part several",
            given.key()
        ),
        None => format!(
            "the table is read as one column; where \"{other}\" parts several, give data.delimiter = \"{other}\""
        ),
    }
}

fn blank(input: &Input) -> Error {
    Error::Table {
        place: Place::file(input.path()),
        what: "the file holds nothing but blank lines".into(),
        hint: "a table needs a header and at least one row".into(),
    }
}
