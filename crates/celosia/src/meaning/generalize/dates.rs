//! Dates: of birth from the year on, of what happened by the units that its span has.

use chrono::{Datelike, NaiveDate};
use toml::Value;

use super::spelling::named;
use super::steps::{self, Numbers};
use super::{About, Found, Proposed, Seen};
use crate::study::{Kind, Role};

/// Dates, and years alone.
pub const ABOUT: About = About { name: "date", recognise };

#[rustfmt::skip]
const BORN: &[&str] = &[
    "birth", "birthday", "birthdate", "born", "dob", "geburtsdatum", "geburtstag", "geboren", "geburt",
    "nacimiento", "naissance", "nascita", "nascimento", "geboortedatum", "geboorte", "fecnac", "datanasc",
];
const YEAR: &[&str] = &["year", "jahr", "ano", "annee", "anno", "jaar", "yr", "rok"];

fn recognise(seen: &Seen) -> Option<Found> {
    let numbers = Numbers::of(seen)?;
    if seen.domain.kind != Kind::Date {
        return year(seen, &numbers);
    }
    let (first, last) = numbers.usual();
    let days = last - first;
    let timed = seen.domain.values.iter().filter(|value| value.contains(':')).count() * 2 > seen.domain.len();
    if let Some(word) = named(seen, BORN) {
        return Some(Found {
            kind: "date of birth".into(),
            role: Role::QuasiIdentifier,
            why: format!("its name says \"{word}\", and its values are dates"),
            sure: true,
            keys: vec![],
            hierarchy: Some(units(&["year", "decade"])),
        });
    }
    let mut names: Vec<&str> = if timed { vec!["day"] } else { vec![] };
    names.push("month");
    // A unit is worth a level where the dates lie in several of it, and it holds several of the one before.
    let years = year_of(last) - year_of(first);
    for (unit, is_of_use) in
        [("quarter", (80.0..4000.0).contains(&days)), ("year", years >= 1), ("decade", years >= 12)]
    {
        names.extend(is_of_use.then_some(unit));
    }
    Some(Found {
        kind: if timed { "date and time" } else { "date" }.into(),
        role: Role::QuasiIdentifier,
        why: if timed { "its values are dates with a time" } else { "its values are dates" }.into(),
        sure: true,
        keys: vec![],
        hierarchy: if seen.domain.len() == 1 { None } else { Some(units(&names)) },
    })
}

/// A column of years, which is a number like any other to who reads it.
fn year(seen: &Seen, numbers: &Numbers) -> Option<Found> {
    // "yearacc", "dxyr": years whose name is one word with something else.
    let within = || {
        let parts = ["year", "jahr", "annee"].into_iter().chain(["yr"]);
        let mut words = seen.words.iter();
        words.find_map(|word| parts.clone().find(|part| word.starts_with(part) || word.ends_with(part)))
    };
    let word = named(seen, YEAR).or_else(within)?;
    if !numbers.whole || numbers.share(|year| (1700.0..=2100.0).contains(&year)) < 0.98 {
        return None;
    }
    let (first, last) = numbers.usual();
    Some(Found {
        kind: "year".into(),
        role: Role::QuasiIdentifier,
        why: format!("its name says \"{word}\", and its values are years"),
        sure: true,
        keys: vec![],
        hierarchy: match last - first {
            0.0..8.0 => super::groups::flat(),
            8.0..25.0 => Some(steps::interval(&[5.0, 10.0], None, None)),
            _ => Some(steps::interval(&[5.0, 10.0, 20.0], None, None)),
        },
    })
}

fn year_of(days: f64) -> i32 {
    let epoch = NaiveDate::from_ymd_opt(1970, 1, 1).unwrap_or_default();
    epoch.checked_add_signed(chrono::Duration::days(days as i64)).map_or(1970, |day| day.year())
}

fn units(names: &[&str]) -> Proposed {
    let names = names.iter().map(|name| Value::String(name.to_string())).collect();
    Proposed::Key(Value::Table(toml::Table::from_iter([("date".to_string(), Value::Array(names))])))
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn a_date_of_birth_starts_at_the_year() {
        let born = evenly("dob", &["1950-03-04", "1961-05-06", "1988-07-08", "1990-01-02"], 20);
        assert_eq!(meaning(&born).1.kind, "date of birth");
        assert_eq!(path(&born, "1961-05-06"), ["1961", "1960s"]);
    }

    #[test]
    fn events_have_the_units_that_their_span_has() {
        let year = evenly("admitted", &["2021-01-05", "2021-02-28", "2021-08-09", "2021-12-31"], 20);
        assert_eq!(path(&year, "2021-08-09").len(), 2);
        let long = evenly("fecha", &["1991-01-05", "2001-02-28", "2011-08-09", "2021-12-31"], 20);
        assert_eq!(path(&long, "2001-02-28").len(), 3);
        let timed = evenly("when", &["2021-01-05 10:00:00", "2021-01-06 11:30:00", "2021-05-06 09:00:00"], 20);
        assert_eq!(meaning(&timed).1.kind, "date and time");
    }

    #[test]
    fn years_are_years() {
        assert_eq!(meaning(&evenly("year", &["2019", "2020", "2021"], 20)).1.kind, "year");
        assert_eq!(meaning(&evenly("yearacc", &["1997", "1998", "2001"], 20)).1.kind, "year");
        assert_ne!(meaning(&evenly("yearly", &["17", "200", "2001"], 20)).1.kind, "year");
        assert_eq!(meaning(&evenly("anno", &["1999", "2020", "2021", "2003"], 20)).1.kind, "year");
    }
}
