//! What stands between the columns of a text: told from the first records, which all have as many fields.

use std::io::Read;

use super::blanks::{Blanks, TAB};
use super::encoding::Bytes;
use super::first::{Record, records};
use crate::study::Delimiter;

/// What most text tables have. Where two fit as well, the earlier one is taken.
const COMMON: &[u8] = b",;\t|";
/// What some have, and other texts have by chance.
const RARE: &[u8] = b"^~:";

/// The first records under one delimiter.
#[derive(Debug)]
pub struct Cut {
    pub delimiter: Delimiter,
    /// The text that was cut: with runs of blanks as tabs, where those part the columns.
    pub text: Option<Vec<u8>>,
    pub records: Vec<Record>,
    /// How many fields most records have.
    pub width: usize,
    /// How many have another number of them.
    odd: usize,
}

impl Cut {
    /// Cuts the first records of a text.
    pub fn new(bytes: &[u8], whole: bool, delimiter: Delimiter, written: &Bytes) -> Cut {
        let parted = (delimiter == Delimiter::Blanks).then(|| parted(bytes));
        let records = records(parted.as_deref().unwrap_or(bytes), whole, byte(delimiter), written);
        let widths: Vec<usize> = records.iter().map(Record::width).collect();
        let same = |width: usize| widths.iter().filter(|other| **other == width).count();
        // Of equally many the one that comes first.
        let mut width = widths.first().copied().unwrap_or(0);
        let mut counted = same(width);
        let mut distinct: Vec<usize> = widths.clone();
        distinct.sort_unstable();
        distinct.dedup();
        for other in distinct {
            if same(other) > counted {
                (width, counted) = (other, same(other));
            }
        }
        Cut { delimiter, text: parted, odd: widths.len() - counted, records, width }
    }

    fn is_even(&self) -> bool {
        self.width >= 2 && self.odd == 0 && self.records.len() >= 2
    }

    /// Are names of rows in front, which have no name, as R writes them? Then all rows have one field more than the header.
    fn is_nearly_even(&self) -> bool {
        let shorter = self.records.first().is_some_and(|first| first.width() + 1 == self.width);
        self.is_even() || self.odd == 1 && shorter && self.records.len() >= 3
    }

    /// Has every cell with a comma a number in it, as where the comma is the mark before decimals?
    fn has_decimal_commas(&self) -> bool {
        let cells = self.records.iter().flat_map(|record| &record.fields).filter(|cell| cell.contains(','));
        let mut cells = cells.peekable();
        let is_number = |cell: &String| cell.trim().replace([',', '.'], "").parse::<i128>().is_ok();
        cells.peek().is_some() && cells.all(is_number)
    }

    /// Is some cell in each of these rows no number?
    fn has(&self, least: usize, numbers: bool) -> bool {
        let is_number = |cell: &String| cell.trim().parse::<f64>().is_ok();
        let rows = &self.records[1.min(self.records.len())..];
        self.width >= least
            && (0..self.width).any(|column| {
                let mut cells = rows.iter().filter_map(|row| row.fields.get(column));
                if numbers { cells.all(is_number) } else { cells.all(|cell| !is_number(cell)) }
            })
    }
}

/// The byte that the reader parts the columns by.
pub fn byte(delimiter: Delimiter) -> u8 {
    match delimiter {
        Delimiter::Byte(byte) => byte,
        Delimiter::Blanks => TAB,
    }
}

/// The text with its runs of blanks as tabs.
pub fn parted(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    // Bytes in memory cannot fail.
    let _ = Blanks::new(bytes).read_to_end(&mut text);
    text
}

/// The delimiter under which the records are most alike; with it, what the columns of a text of one column may be parted by.
pub fn choose(bytes: &[u8], whole: bool, written: &Bytes) -> (Cut, Option<Delimiter>) {
    let cut = |byte: &u8| Cut::new(bytes, whole, Delimiter::Byte(*byte), written);
    let common: Vec<Cut> = COMMON.iter().map(cut).collect();
    let even: Vec<&Cut> = common.iter().filter(|cut| cut.is_even()).collect();
    if let [one] = even[..] {
        let delimiter = one.delimiter;
        return (taken(common, delimiter), None);
    }
    if !even.is_empty() {
        let best = even.iter().max_by_key(|cut| {
            // A comma may stand in numbers, where another delimiter parts them.
            let not_a_mark = cut.delimiter != Delimiter::Byte(b',');
            (not_a_mark && cut.has_decimal_commas(), cut.width, std::cmp::Reverse(place(cut)))
        });
        if let Some(best) = best {
            let delimiter = best.delimiter;
            return (taken(common, delimiter), None);
        }
    }
    // No record is like all others: the fewest odd ones, then the most fields of the first.
    let several = common.iter().filter(|cut| cut.width >= 2 || cut.records.first().is_some_and(|r| r.width() >= 2));
    let best = several.min_by_key(|cut| {
        let rows = cut.records.len().max(1);
        let odd = (10 * cut.odd / rows, cut.odd);
        (odd, std::cmp::Reverse(cut.records.first().map_or(0, Record::width)), place(cut))
    });
    if let Some(delimiter) = best.map(|cut| cut.delimiter) {
        return (taken(common, delimiter), None);
    }
    let rare: Vec<Cut> = RARE.iter().map(cut).collect();
    let found = rare.into_iter().find(|cut| match cut.delimiter {
        // Times have colons, and so do words.
        Delimiter::Byte(b':') => cut.is_even() && cut.has(3, false) && cut.has(3, true),
        _ => cut.is_even(),
    });
    if let Some(found) = found {
        return (found, None);
    }
    let blanks = Cut::new(bytes, whole, Delimiter::Blanks, written);
    // Names of people have blanks too.
    if blanks.is_nearly_even() && blanks.records.len() >= 3 && blanks.has(3, true) {
        return (blanks, None);
    }
    let colons = Cut::new(bytes, whole, Delimiter::Byte(b':'), written);
    let likely = [blanks, colons].into_iter().find(|cut| cut.is_nearly_even() && cut.records.len() >= 3);
    (taken(common, Delimiter::Byte(COMMON[0])), likely.map(|cut| cut.delimiter))
}

/// Another delimiter that would give several columns where the given one gives one.
pub fn likely(bytes: &[u8], whole: bool, written: &Bytes) -> Option<Delimiter> {
    let (cut, likely) = choose(bytes, whole, written);
    if cut.width >= 2 { Some(cut.delimiter) } else { likely }
}

fn place(cut: &Cut) -> usize {
    COMMON.iter().position(|byte| Delimiter::Byte(*byte) == cut.delimiter).unwrap_or(COMMON.len())
}

fn taken(cuts: Vec<Cut>, delimiter: Delimiter) -> Cut {
    let nothing = || Cut { delimiter, text: None, records: Vec::new(), width: 0, odd: 0 };
    cuts.into_iter().find(|cut| cut.delimiter == delimiter).unwrap_or_else(nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> (String, usize, Option<String>) {
        let (cut, likely) = choose(text.as_bytes(), true, &Bytes::Utf8);
        (cut.delimiter.key(), cut.width, likely.map(Delimiter::key))
    }

    #[test]
    fn the_delimiter_is_what_makes_records_alike() {
        for (text, delimiter, width) in [
            ("age,sex\n1,m\n2,f\n", ",", 2),
            ("age;income\n34;1,5\n35;2,5\n", ";", 2),
            ("1,5;2,5;3\n2,5;3,5;4\n", ";", 3),
            ("1,5\t2,5\n2,5\t3,5\n", "tab", 2),
            ("name|city, state|age\nJoe|Ulm, BW|3\nAnn|Bonn, NRW|4\n", "|", 3),
            ("a;b,c;d\n1;2,3;4\nx;y,z;w\n", ";", 3),
            ("age,sex\n1,m\n2,f\n3,m,x\n", ",", 2),
            ("age;sex\n1;m\n2\n", ";", 2),
            ("age,sex", ",", 2),
            ("a^b\n1^2\n3^4\n", "^", 2),
            ("root:x:0:/root\ndaemon:x:1:/usr\nbin:x:2:/bin\n", ":", 4),
            ("A11 6 A34\nA12 48  A32\nA14 12 A34\n", "blanks", 3),
            ("\"age\" \"sex\" \"n\"\n\"1\" 34 \"m\" 2\n\"2\" 35 \"f\" 3\n", "blanks", 4),
        ] {
            assert_eq!(told(text), (delimiter.to_string(), width, None), "{text}");
        }
    }

    #[test]
    fn one_column_is_one_and_what_may_part_it_is_named() {
        assert_eq!(told("age\n1\n2\n"), (",".into(), 1, None));
        assert_eq!(told("time\n12:30:05\n13:10:00\n12:01:59\n"), (",".into(), 1, None));
        assert_eq!(told("first last\nAnn Lee\nBob Ray\n").2, Some("blanks".into()));
        assert_eq!(told("12:30\n13:10\n14:15\n").2, Some(":".into()));
        assert_eq!(told("12:30\n"), (",".into(), 1, None));
    }
}
