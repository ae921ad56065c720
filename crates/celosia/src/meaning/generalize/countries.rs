//! Countries by their ISO codes or names: by sub-region and region of the United Nations (M49).

use std::collections::HashMap;

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Countries.
pub const ABOUT: About = About { name: "country", recognise };

const LIST: &str = include_str!("countries.txt");

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "country", "countries", "nation", "nationality", "citizenship", "native country", "birthplace",
    "country of birth", "birth country", "land", "staat", "herkunftsland", "geburtsland", "staatsangehorigkeit",
    "nationalitat", "pais", "nacionalidad", "pais de nacimiento", "pays", "nationalite", "paese", "nazione",
    "nazionalita", "cittadinanza", "nacionalidade", "nationaliteit", "geboorteland", "iso", "iso2", "iso3",
    "origin", "residence", "cntry", "ctry", "nat", "destination",
];

fn recognise(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String || seen.capped || seen.domain.len() > 400 {
        return None;
    }
    let word = named(seen, NAMED);
    let (codes, names) = known();
    let of = |value: &str| {
        // Codes are in capitals: "de" and "no" are words.
        let code = value.trim();
        let code = if code.len() <= 3 {
            codes.get(code).or_else(|| word.and_then(|_| codes.get(code.to_ascii_uppercase().as_str())))
        } else {
            None
        };
        code.or_else(|| names.get(&plain(value)).filter(|_| value.trim().len() > 2)).copied()
    };
    let places: Vec<Option<(&str, &str)>> = seen.domain.values.iter().map(|value| of(value)).collect();
    let says = || {
        seen.domain
            .values
            .iter()
            .zip(&seen.domain.counts)
            .zip(&places)
            .filter(|((value, _), _)| !is_unknown(value) || word.is_some())
    };
    let (all, there) = (says().count(), says().filter(|(_, place)| place.is_some()).count());
    let (rows, rows_there): (u64, u64) = (
        says().map(|((_, rows), _)| rows).sum(),
        says().filter(|(_, place)| place.is_some()).map(|((_, rows), _)| rows).sum(),
    );
    let short = seen.domain.values.iter().all(|value| value.trim().len() <= 3);
    let enough = match word {
        Some(_) => there >= 2 && there * 10 >= all * 7 && rows_there * 10 >= rows * 8,
        // Two letters are codes of many things.
        None => there >= if short { 12 } else { 4 } && there * 10 >= all * 9 && rows_there * 20 >= rows * 19,
    };
    if !enough {
        return None;
    }
    let place = |code: usize| match places[code] {
        Some((region, part)) => Place::In(vec![part.into(), region.into()]),
        None if is_unknown(&seen.domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    Some(Found {
        kind: "country".into(),
        role: Role::QuasiIdentifier,
        why: word.map_or("its values are countries".into(), |word| {
            format!("its name says \"{word}\", and its values are countries")
        }),
        sure: true,
        keys: vec![],
        hierarchy: groups::file_by(&seen.domain, |code| place_in_list(places[code]), place),
    })
}

/// Where a sub-region stands in the list; behind all where there is none.
fn place_in_list(place: Option<(&str, &str)>) -> f64 {
    let line = |line: &str| place.is_some_and(|(region, part)| line == format!("[{region}; {part}]"));
    LIST.lines().position(line).unwrap_or(usize::MAX) as f64
}

type Known = HashMap<String, (&'static str, &'static str)>;

/// Codes, and plain names, with their region and sub-region.
fn known() -> (Known, Known) {
    let (mut codes, mut names, mut at) = (Known::new(), Known::new(), ("", ""));
    for line in LIST.lines().filter(|line| !line.starts_with('#')) {
        if let Some(regions) =
            line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).and_then(|line| line.split_once("; "))
        {
            at = regions;
        } else if let (Some(two), Some(three), Some(all)) = (line.get(..2), line.get(3..6), line.get(7..)) {
            codes.extend([two, three].map(|code| (code.to_string(), at)));
            names.extend(all.split('|').map(|name| (plain(name), at)));
        }
    }
    (codes, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn every_country_stands_once_in_one_sub_region() {
        let (codes, names) = known();
        let lines: Vec<&str> = LIST.lines().filter(|line| !line.starts_with(['#', '['])).collect();
        assert_eq!(codes.len(), 2 * lines.len());
        for line in &lines {
            let of_name = line[7..].split('|').map(|name| names[&plain(name)]);
            assert!(of_name.clone().all(|place| place == codes[&line[..2]] && place == codes[&line[3..6]]), "{line}");
        }
        assert!(lines.len() >= 249, "{}", lines.len());
        assert!(lines.iter().all(|line| line.as_bytes()[2] == b' ' && line.as_bytes()[6] == b' '));
        let mut parts: Vec<(&str, &str)> = codes.values().copied().collect();
        parts.sort_unstable();
        parts.dedup();
        let regions: HashMap<&str, &str> = parts.iter().map(|(region, part)| (*part, *region)).collect();
        assert_eq!(regions.len(), parts.len(), "a sub-region lies in one region");
    }

    #[test]
    fn codes_and_names_in_several_languages() {
        for (name, values, value, labels) in [
            ("country", &["DE", "FR", "US", "JP"][..], "FR", ["Western Europe", "Europe"]),
            ("iso3", &["DEU", "ESP", "BRA"], "BRA", ["South America", "Americas"]),
            ("x", &["Spanien", "Türkei", "Österreich", "Italien"], "Türkei", ["Western Asia", "Asia"]),
            ("nacionalidad", &["España", "Marruecos", "Perú", "Francia"], "Marruecos", ["Northern Africa", "Africa"]),
        ] {
            let countries = evenly(name, values, 50);
            assert_eq!(meaning(&countries).0, "country", "{name}");
            // A level that changes nothing is left out.
            let found = path(&countries, value);
            assert!(!found.is_empty() && found.iter().all(|label| labels.contains(&label.as_str())), "{found:?}");
        }
    }

    #[test]
    fn native_countries_of_adult() {
        let values = [
            "United-States",
            "Cambodia",
            "England",
            "Puerto-Rico",
            "Canada",
            "Germany",
            "Outlying-US(Guam-USVI-etc)",
            "India",
            "Japan",
            "Greece",
            "South",
            "China",
            "Cuba",
            "Iran",
            "Honduras",
            "Philippines",
            "Italy",
            "Poland",
            "Jamaica",
            "Vietnam",
            "Mexico",
            "Portugal",
            "Ireland",
            "France",
            "Dominican-Republic",
            "Laos",
            "Ecuador",
            "Taiwan",
            "Haiti",
            "Columbia",
            "Hungary",
            "Guatemala",
            "Nicaragua",
            "Scotland",
            "Thailand",
            "Yugoslavia",
            "El-Salvador",
            "Trinadad&Tobago",
            "Peru",
            "Hong",
            "Holand-Netherlands",
        ];
        let adult = evenly("native-country", &values, 50);
        assert_eq!(meaning(&adult).0, "country");
        assert_eq!(path(&adult, "South")[0], "other");
        assert_eq!(path(&adult, "Hong")[0], "Eastern Asia");
        assert_eq!(path(&adult, "Holand-Netherlands"), ["Western Europe", "Europe"]);
    }

    #[test]
    fn words_of_two_letters_are_no_countries() {
        assert_ne!(meaning(&evenly("answer", &["no", "de", "it"], 50)).0, "country");
        assert_ne!(meaning(&evenly("payer_code", &["MC", "HM", "SP", "BC", "MD", "CP", "UN", "CM"], 50)).0, "country");
    }
}
