//! Which values of a column look as if they stood for "missing": said, and taken where nothing else can be meant.

use crate::study::{BLANK, Kind};
use crate::table::infer;

/// Spellings that are no value of any text.
const NEVER_TEXT: &[&str] = &["NULL", "null", "Null", "N/A", "n/a", "#N/A", "NaN", "nan", "<NA>", "#NULL!", "(null)"];

/// Spellings that are missing where the other values are numbers or dates, but may be words of a text: Namibia, "none", a mark.
const BESIDE_NUMBERS: &[&str] = &[
    "NA", "na", "N.A.", "n.a.", "None", "none", ".", "-", "--", "?", "*", "missing", "Missing", "MISSING", "unknown",
    "Unknown",
];

/// Spellings of missing in one column.
#[derive(Debug, Clone, Default)]
pub struct Spellings(Vec<String>);

impl Spellings {
    /// Those that occur among values, in an order that every run gives.
    pub fn of(values: &[(String, u64)]) -> Spellings {
        let trimmed = |value: &str| value.trim_matches(BLANK).to_string();
        let (never, rest): (Vec<&str>, Vec<&str>) = values
            .iter()
            .map(|(value, _)| value.as_str())
            .partition(|value| NEVER_TEXT.contains(&trimmed(value).as_str()));
        let (beside, others): (Vec<&str>, Vec<&str>) =
            rest.iter().partition(|value| BESIDE_NUMBERS.contains(&trimmed(value).as_str()));
        let typed = !others.is_empty() && is_of_a_type(&others);
        let mut found: Vec<String> =
            never.iter().chain(beside.iter().filter(|_| typed)).map(|value| trimmed(value)).collect();
        found.extend(beside.iter().filter(|value| !typed && is_text_na(value, &others)).map(|value| trimmed(value)));
        found.sort();
        found.dedup();
        Spellings(found)
    }

    /// May a value be one of these in some column?
    pub fn may_be(value: &str) -> bool {
        let value = value.trim_matches(BLANK);
        value.len() <= 8 && [NEVER_TEXT, BESIDE_NUMBERS].iter().any(|known| known.contains(&value))
    }

    /// Is a value spelt as one of these?
    pub fn is_missing(&self, value: &str) -> bool {
        self.0.iter().any(|spelling| spelling == value.trim_matches(BLANK))
    }

    /// The spellings.
    pub fn texts(self) -> Vec<String> {
        self.0
    }
}

/// Numbers and dates in any writing: every value has a digit, and no letters but those of months.
fn is_of_a_type(values: &[&str]) -> bool {
    let figure = |value: &&str| {
        value.bytes().any(|b| b.is_ascii_digit())
            && value.chars().all(|c| !c.is_alphabetic() || c == 'T' || c == 'Z' || c == 'e' || c == 'E')
    };
    infer(values) != Kind::String || values.iter().all(figure)
}

/// "NA" among words: missing, unless the others are codes of two capitals, as countries have. "-" and "." stand for nothing.
fn is_text_na(value: &str, others: &[&str]) -> bool {
    let short = |other: &&str| other.trim().len() <= 2;
    let all_short = others.iter().all(short);
    match value.trim() {
        "NA" | "N.A." | "n.a." | "na" => !all_short,
        "." | "-" | "--" => !all_short && others.len() > 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(values: &[&str]) -> Vec<String> {
        Spellings::of(&values.iter().map(|value| (value.to_string(), 1)).collect::<Vec<_>>()).texts()
    }

    #[test]
    fn spellings_are_taken_where_nothing_else_is_meant() {
        assert_eq!(spellings(&["1", "2", "NA", "."]), [".", "NA"]);
        assert_eq!(spellings(&["01/02/2021", "NULL", "-"]), ["-", "NULL"]);
        assert_eq!(spellings(&["yes", "no", "NULL", "None"]), ["NULL"], "None is a word");
        assert_eq!(spellings(&["DE", "FR", "NA"]), [] as [&str; 0], "Namibia");
        assert_eq!(spellings(&["Germany", "France", "NA"]), ["NA"]);
        assert_eq!(spellings(&["A", "-", "B"]), [] as [&str; 0], "a blood group's sign, perhaps");
        assert_eq!(spellings(&["NULL"]), ["NULL"]);
    }
}
