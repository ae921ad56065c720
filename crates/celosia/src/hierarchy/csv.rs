//! Hierarchies from a file in ARX's convention: one row per value, one column per level, no header.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::Paths;
use super::missing::own_path;
use crate::error::{Error, Place, Result};
use crate::input;
use crate::study::Kind;
use crate::table::{Domain, Writing};

/// The labels that a file gives to each value, in its order.
pub fn read_file(file: &Path) -> Result<Lookup> {
    let bytes = input::read(file)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        refuse(file, line as u64, "text that is not UTF-8".into(), "save the file as UTF-8")
    })?;
    read(file, text.trim_start_matches('\u{feff}'))
}

/// Reads and checks the rows.
fn read(file: &Path, text: &str) -> Result<Lookup> {
    let separator = separator(text);
    let mut known = Lookup::default();
    let mut lines: Vec<u64> = Vec::new();
    let mut expected = None;
    for row in rows(text, separator) {
        let row = row.map_err(|error| refuse(file, 0, error.to_string(), LAYOUT))?;
        let (line, found) = (line(text, &row), row.len());
        let (first, fields) = *expected.get_or_insert((line, found));
        if found < 2 {
            let what = format!(
                "one field found, where a value and its label at level 1 are expected (separator {})",
                show(separator)
            );
            return Err(refuse(file, line, what, LAYOUT));
        }
        if found != fields {
            let what = format!(
                "{fields} fields expected, as on line {first}, but {found} found (separator {})",
                show(separator)
            );
            return Err(refuse(
                file,
                line,
                what,
                "give every value one label per level; quote labels that hold the separator",
            ));
        }
        let path: Vec<String> = row.iter().skip(1).map(String::from).collect();
        match known.exact.get(&row[0]) {
            Some(&earlier) if known.paths[earlier] == path => {}
            Some(&earlier) => {
                let what =
                    format!("\"{}\" is listed again, with other labels than on line {}", &row[0], lines[earlier]);
                return Err(refuse(file, line, what, "remove one of the two rows"));
            }
            None => {
                lines.push(line);
                known.insert(&row[0], path);
            }
        }
    }
    if lines.is_empty() {
        return Err(refuse(file, 0, "the hierarchy has no rows".into(), LAYOUT));
    }
    Ok(known)
}

const LAYOUT: &str = "write one row per value: the value, then its label at level 1, 2, …, such as 34;30–34;30–39;*";

fn refuse(file: &Path, line: u64, what: String, hint: &str) -> Error {
    Error::Table { place: Place { line, ..Place::file(file) }, what, hint: hint.into() }
}

fn rows(text: &str, separator: u8) -> impl Iterator<Item = ::csv::Result<::csv::StringRecord>> {
    let mut builder = ::csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes()).into_records()
}

/// The line on which a row starts. The reader's position lies before the blank lines that it skips.
fn line(text: &str, row: &::csv::StringRecord) -> u64 {
    let Some(position) = row.position() else { return 0 };
    let skipped = text.as_bytes().iter().skip(position.byte() as usize).take_while(|b| matches!(b, b'\r' | b'\n'));
    position.line() + skipped.filter(|b| **b == b'\n').count() as u64
}

/// The separator under which the first rows have the same number of fields, two or more; if there is none, the one that
/// splits most rows. A tab goes before a comma, because labels such as "A, B or C" hold commas.
fn separator(text: &str) -> u8 {
    const KNOWN: [u8; 3] = [b';', b'\t', b','];
    let fields =
        |separator| rows(text, separator).take(50).map(|row| row.map_or(0, |row| row.len())).collect::<Vec<_>>();
    let even = |separator: &u8| {
        let fields = fields(*separator);
        fields.iter().all(|&count| count >= 2 && count == fields[0])
    };
    let splits = |separator: &u8| fields(*separator).iter().filter(|&&count| count >= 2).count();
    KNOWN.into_iter().find(even).or_else(|| KNOWN.into_iter().rev().max_by_key(splits)).unwrap_or(b';')
}

fn show(separator: u8) -> String {
    if separator == b'\t' { "tab".into() } else { format!("\"{}\"", separator as char) }
}

/// What is listed, by number; nothing where two spellings of one number have different paths.
type Numbers = HashMap<u64, Option<usize>>;

/// Paths by the spelling of their value: exact, else without surrounding spaces, else (numbers) by what it counts.
#[derive(Default)]
pub struct Lookup {
    paths: Vec<Vec<String>>,
    exact: HashMap<String, usize>,
    /// Nothing where two spellings with different paths meet.
    trimmed: HashMap<String, Option<usize>>,
}

impl Lookup {
    /// Adds a value that is not there yet.
    pub(super) fn insert(&mut self, value: &str, path: Vec<String>) {
        let new = self.paths.len();
        let merge = |slot: &mut Option<usize>| *slot = slot.filter(|&old| self.paths[old] == path);
        self.trimmed.entry(value.trim().into()).and_modify(merge).or_insert(Some(new));
        self.exact.insert(value.into(), new);
        self.paths.push(path);
    }

    /// The path of each value of the data that is listed. What the data does not have is ignored.
    pub(super) fn paths(&self, domain: &Domain) -> Paths {
        let numbers = self.numbers(domain);
        let path = |code: usize| self.code(domain, &numbers, code).map(|found| self.paths[found].clone());
        (0..domain.len()).map(path).collect()
    }

    /// The path of a missing value that the list does not name: the label for missing, up to the top.
    pub(super) fn path_of_missing(&self) -> Option<Vec<String>> {
        let known: HashSet<&str> = self.paths.iter().flatten().map(String::as_str).collect();
        Some(own_path(self.paths.first()?, &known))
    }

    /// Every label of the list.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().flatten().map(String::as_str)
    }

    /// The paths of what is listed and the data does not have. What reads alike, such as the numbers 17 and 17.0, is one.
    pub(super) fn absent(&self, domain: &Domain) -> Vec<&[String]> {
        fn key<'v>(domain: &Domain, value: &'v str) -> std::result::Result<u64, &'v str> {
            let number = matches!(domain.kind, Kind::Integer | Kind::Decimal);
            number.then(|| number_key(&domain.writing, value)).flatten().ok_or(value.trim())
        }
        let numbers = self.numbers(domain);
        let mut listed: Vec<(&str, usize)> = self.exact.iter().map(|(value, at)| (value.as_str(), *at)).collect();
        listed.sort_unstable_by_key(|(_, at)| *at);
        let found: HashSet<usize> = (0..domain.len()).filter_map(|code| self.code(domain, &numbers, code)).collect();
        let mut known: HashSet<_> =
            listed.iter().filter(|(_, at)| found.contains(at)).map(|(value, _)| key(domain, value)).collect();
        listed
            .into_iter()
            .filter(|(value, _)| known.insert(key(domain, value)))
            .map(|(_, at)| &self.paths[at][..])
            .collect()
    }

    /// Where a value of the data stands in the list; behind all others if it is not there.
    pub(super) fn place(&self, domain: &Domain, code: usize) -> usize {
        self.code(domain, &HashMap::new(), code).unwrap_or(usize::MAX)
    }

    /// The place of a value; missing may be listed under any of its spellings.
    fn code(&self, domain: &Domain, numbers: &Numbers, code: usize) -> Option<usize> {
        let of_missing = if domain.missing == Some(code as u32) { &domain.spellings[..] } else { &[] };
        let mut spellings = [&domain.values[code]].into_iter().chain(of_missing);
        spellings.find_map(|value| self.find(&domain.writing, numbers, value))
    }

    /// What is listed, by the number that it is in the column's writing; of a column that holds other things, nothing.
    fn numbers(&self, domain: &Domain) -> Numbers {
        let mut numbers = Numbers::new();
        if matches!(domain.kind, Kind::Integer | Kind::Decimal) {
            let mut listed: Vec<(&String, usize)> = self.exact.iter().map(|(value, at)| (value, *at)).collect();
            listed.sort_unstable_by_key(|(_, at)| *at);
            for (value, at) in listed {
                let merge = |slot: &mut Option<usize>| *slot = slot.filter(|&old| self.paths[old] == self.paths[at]);
                if let Some(key) = number_key(&domain.writing, value) {
                    numbers.entry(key).and_modify(merge).or_insert(Some(at));
                }
            }
        }
        numbers
    }

    fn find(&self, writing: &Writing, numbers: &Numbers, value: &str) -> Option<usize> {
        let trimmed = || self.trimmed.get(value.trim()).copied().flatten();
        let by_number = || number_key(writing, value).and_then(|key| numbers.get(&key).copied().flatten());
        self.exact.get(value).copied().or_else(trimmed).or_else(by_number)
    }
}

/// "17" and "17.0" are one number; above 2⁵³ different integers would be one, so there only the spelling counts.
fn number_key(writing: &Writing, text: &str) -> Option<u64> {
    writing.number(Kind::Decimal, text).filter(|n| n.abs() < 9_007_199_254_740_992.0).map(|n| (n + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[u8], kind: Kind, values: &[&str]) -> Result<Paths> {
        let file = tempfile::NamedTempFile::new().map_err(Error::io("make", "a file"))?;
        std::fs::write(file.path(), text).map_err(Error::io("write", file.path()))?;
        Ok(read_file(file.path())?.paths(&Domain::of("age", kind, values)))
    }

    fn message(text: &[u8]) -> String {
        of(text, Kind::String, &["a"]).err().map_or_else(String::new, |e| e.to_string())
    }

    fn some(labels: &[&str]) -> Option<Vec<String>> {
        Some(labels.iter().map(|l| l.to_string()).collect())
    }

    #[test]
    fn separators_are_found() -> Result<()> {
        let expected = [some(&["[15, 20)", "*"]), some(&["[15, 20)", "*"])];
        for text in [
            "17;[15, 20);*\n18;[15, 20);*",
            "17\t[15, 20)\t*\n18\t[15, 20)\t*\n",
            "17,\"[15, 20)\",*\r\n18,\"[15, 20)\",*\r\n",
        ] {
            assert_eq!(of(text.as_bytes(), Kind::Integer, &["17", "18"])?, expected, "{text}");
        }
        Ok(())
    }

    #[test]
    fn byte_order_mark_quotes_and_unused_rows() -> Result<()> {
        let text = "\u{feff}a;\"x;\"\"y\"\"\";*\nunused;z;*\n\na;\"x;\"\"y\"\"\";*\n";
        assert_eq!(of(text.as_bytes(), Kind::String, &["a", "b"])?, [some(&["x;\"y\"", "*"]), None]);
        Ok(())
    }

    #[test]
    fn values_match_exactly_then_trimmed_then_as_numbers() -> Result<()> {
        let text = b" a ;spaced;*\na;exact;*\nb ;trimmed;*\nc ;one;*\n c;two;*\n";
        let found = of(text, Kind::String, &["a", " b", "c"])?;
        assert_eq!(found, [some(&["trimmed", "*"]), some(&["exact", "*"]), None]);
        let found = of(b"17.0;low;*\n018;high;*", Kind::Integer, &["17", "18", "19"])?;
        assert_eq!(found, [some(&["low", "*"]), some(&["high", "*"]), None]);
        assert_eq!(of(b"17.0;low;*", Kind::String, &["17"])?, [None]);
        assert_eq!(of(b"9007199254740993;x;*", Kind::Integer, &["9007199254740992"])?, [None]);
        Ok(())
    }

    #[test]
    fn errors_name_the_line() {
        assert!(
            message(b"a;x;*\n\n\nb;y;*\r\nc;*\n").contains(", line 5: 3 fields expected, as on line 1, but 2 found")
        );
        assert!(
            message(b"\n\"a\nb\";x;*\na;x;*\na;y;*\n")
                .contains(", line 5: \"a\" is listed again, with other labels than on line 4")
        );
        assert!(message(b"\n \n").contains("line 2: one field"));
        assert!(message(b"").contains("no rows"));
        assert!(message(b"a;x\nb;\xff").contains("line 2: text that is not UTF-8"));
    }
}
