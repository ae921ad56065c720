//! What a table that is meant for others still shows of the eighteen classes of identifiers of HIPAA's Safe Harbor (45 CFR
//! 164.514(b)(2)), told from the names of its columns and the shapes of their values. It finds what it knows, and proves nothing
//! where it finds nothing.

use std::collections::BTreeSet;
use std::sync::Mutex;

use crate::error::Result;
use crate::hierarchy::TOP;
use crate::meaning::names;
use crate::meaning::shapes::SHAPES;
use crate::table::{Batch, Table, lock, unlocked};
use crate::watch::Watch;

/// Something that the rule does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Letters of the rule's classes.
    pub class: &'static str,
    /// The column.
    pub column: String,
    /// What it shows, without a value of it.
    pub what: String,
}

/// No more values of a column are looked at.
const MOST: usize = 100_000;
/// ZIP3 of 20,000 people or fewer by the census of 2000: these are shown as 000.
const SMALL: [&str; 17] = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890",
    "893",
];
/// Words of names of columns that are an identifier by themselves, with the letters of their classes.
const IDENTIFIERS: &[(&str, &str)] = &[
    ("A", "name"),
    ("A", "names"),
    ("A", "surname"),
    ("A", "firstname"),
    ("A", "lastname"),
    ("A", "fullname"),
    ("B", "street"),
    ("B", "address"),
    ("B", "city"),
    ("B", "town"),
    ("B", "county"),
    ("B", "precinct"),
    ("B", "geocode"),
    ("D", "phone"),
    ("D", "telephone"),
    ("E", "fax"),
    ("F", "email"),
    ("F", "mail"),
    ("G", "ssn"),
    ("H", "mrn"),
    ("I", "beneficiary"),
    ("J", "account"),
    ("K", "license"),
    ("L", "plate"),
    ("L", "vin"),
    ("M", "serial"),
    ("M", "imei"),
    ("N", "url"),
    ("O", "ip"),
    ("P", "fingerprint"),
    ("P", "voiceprint"),
    ("Q", "photo"),
    ("Q", "photograph"),
];

/// Looks at every column of a table.
pub fn safe_harbor(table: &Table, watch: &dyn Watch) -> Result<Vec<Shown>> {
    let columns: Vec<usize> = (0..table.columns.len()).collect();
    let all: Mutex<Vec<BTreeSet<String>>> = Mutex::new(vec![BTreeSet::new(); columns.len()]);
    table.scan(&columns, 1, watch, || {
        |batch: &Batch| {
            let mut all = lock(&all);
            for (column, values) in all.iter_mut().enumerate() {
                for row in 0..batch.rows() {
                    let value = batch.value(column, row);
                    if values.len() < MOST && !values.contains(value) {
                        values.insert(value.to_string());
                    }
                }
            }
            Ok(())
        }
    })?;
    let all = unlocked(all);
    Ok(table.columns.iter().zip(&all).flat_map(|(name, values)| column(name, values)).collect())
}

/// What one column shows.
fn column(name: &str, values: &BTreeSet<String>) -> Vec<Shown> {
    let words = names::split(name);
    let is = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let values: Vec<&str> = values.iter().map(|v| v.trim()).filter(|v| !v.is_empty() && *v != TOP).collect();
    let shows = |class: &'static str, what: String| Shown { class, column: name.into(), what };
    let mut shown = Vec::new();
    if values.is_empty() {
        return shown;
    }
    if let Some((class, word)) = IDENTIFIERS.iter().find(|(_, word)| is(&[word])) {
        shown.push(shows(class, format!("by its name it is a {word}")));
    }
    // What nothing else looks like counts once, what others do by chance where most do.
    let fits = |shape: &crate::meaning::shapes::Shape| {
        let count = values.iter().filter(|value| (shape.fits)(value)).count();
        count * 10 >= values.len() * if shape.by_chance { 9 } else { 1 } && count > 0
    };
    if let Some(shape) = SHAPES.iter().find(|shape| fits(shape)) {
        shown.push(shows("D–P, R", format!("values have the shape of a {}", shape.name)));
    }
    if is(&["zip", "zipcode", "zip3", "zip5", "postcode", "postal"]) {
        let digits = |value: &&str| value.chars().take_while(char::is_ascii_digit).count();
        if values.iter().any(|value| digits(value) > 3) {
            shown.push(shows("B", "more than three digits of ZIP codes".into()));
        } else if values.iter().any(|value| digits(value) == 3 && SMALL.contains(&&value[..3])) {
            shown.push(shows("B", "ZIP3 of 20,000 people or fewer by the census of 2000, which are to be 000".into()));
        }
        return shown;
    }
    if is(&["age", "ages"]) {
        if values.iter().any(|value| is_above_89(value)) {
            shown.push(shows("C", "ages above 89 that are not in one class of 90 or above".into()));
        }
        return shown;
    }
    if values.iter().filter(|value| is_finer_than_a_year(value)).count() * 10 >= values.len() {
        shown.push(shows("C", "dates finer than a year".into()));
    }
    shown
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect()
}

/// Does a label of ages tell an age above 89 from others, or from younger ones? The one class of 90 or above does not.
fn is_above_89(label: &str) -> bool {
    let ages: Vec<u32> = numbers(label).into_iter().filter_map(|age| age.parse().ok()).collect();
    match ages[..] {
        [from] if ["more", "above", "older", "over", "+", "≥"].iter().any(|open| label.contains(open)) => from > 90,
        _ => ages.iter().any(|age| *age > 89),
    }
}

/// Is it a date with a month? A year and one or two small numbers, or the name of a month beside a year.
fn is_finer_than_a_year(text: &str) -> bool {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let parts = numbers(text);
    let year = |part: &&str| part.len() == 4 && ("1850".."2100").contains(part);
    let small = |part: &&str| part.len() <= 2 && part.parse::<u32>().is_ok_and(|n| (1..=31).contains(&n));
    let years = parts.iter().filter(|part| year(part)).count();
    let smalls = parts.iter().filter(|part| small(part)).count();
    let text = text.to_lowercase();
    let named = text
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() >= 3 && MONTHS.iter().any(|m| word.starts_with(m)));
    years == 1 && (named || ((1..=2).contains(&smalls) && parts.len() == years + smalls))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(name: &str, values: &[&str]) -> Vec<&'static str> {
        column(name, &values.iter().map(|v| v.to_string()).collect()).into_iter().map(|shown| shown.class).collect()
    }

    #[test]
    fn what_the_rule_allows_is_not_found_and_what_it_does_not_is() {
        for (name, allowed, refused, class) in [
            ("zip", ["021", "945"], ["02139", "945"], "B"),
            ("zip", ["021**", "000"], ["036**", "021**"], "B"),
            ("age", ["30–39", "90 or more"], ["30–39", "95"], "C"),
            ("age", ["89", "*"], ["85–94", "20"], "C"),
            ("admitted", ["2011", "2012"], ["2011-03", "2012-04"], "C"),
            ("admitted", ["2010–2019", "2000–2009"], ["3 May 2011", "1 Jul 2012"], "C"),
            ("contact", ["yes", "no"], ["ann@example.org", "bob@example.org"], "D–P, R"),
            ("patient_name", ["*", "*"], ["Ann", "Bob"], "A"),
        ] {
            assert!(
                classes(name, &allowed).is_empty(),
                "{name} {allowed:?} {:?}",
                column(name, &allowed.map(String::from).into())
            );
            assert!(classes(name, &refused).contains(&class), "{name} {refused:?} {:?}", classes(name, &refused));
        }
    }
}
