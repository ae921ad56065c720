//! Parts of countries whose larger parts are known: American and Brazilian states, German and Austrian Länder, Spanish, Italian
//! and British regions, Canadian and Dutch provinces. Other places have no groups that follow from their names.

use std::collections::HashMap;

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Parts of countries.
pub const ABOUT: About = About { name: "part of a country", recognise };

const LIST: &str = include_str!("places.txt");

const NAMED: &[&str] = &[
    "state",
    "states",
    "region",
    "province",
    "territory",
    "bundesland",
    "land",
    "provincia",
    "comunidad",
    "comunidad autonoma",
    "ccaa",
    "estado",
    "uf",
    "regione",
    "provincie",
    "division",
    "area",
    "residence",
    "st",
];

fn recognise(seen: &Seen) -> Option<Found> {
    let domain = &seen.domain;
    if domain.kind != Kind::String || seen.capped || domain.len() > 100 {
        return None;
    }
    let word = named(seen, NAMED);
    let codes_only = domain.values.iter().all(|value| value.trim().len() <= 3);
    let fits = |known: &HashMap<String, [&'static str; 2]>| {
        let all = domain.values.iter().filter(|value| !is_unknown(value)).count();
        let there = domain.values.iter().filter(|value| known.contains_key(&plain(value))).count();
        // Codes of two letters mean many things.
        let enough =
            if codes_only { word.is_some() && there >= 3 } else { there >= 4 || (word.is_some() && there >= 2) };
        (enough && there * 10 >= all * 9).then_some(there)
    };
    let countries = known().into_iter().filter_map(|(country, known)| Some((fits(&known)?, country, known)));
    // The first of those that know most of the values.
    let (_, country, known) = countries.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let place = |code: usize| match known.get(&plain(&domain.values[code])) {
        Some(parts) => Place::In(parts.map(String::from).to_vec()),
        None if is_unknown(&domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    Some(Found {
        kind: format!("part of a country ({country})"),
        role: Role::QuasiIdentifier,
        why: format!("its values are parts of a country ({country})"),
        sure: true,
        keys: vec![],
        hierarchy: groups::file(domain, place),
    })
}

/// For each country its parts by their plain names, with the larger parts: the smaller of them first.
fn known() -> Vec<(&'static str, HashMap<String, [&'static str; 2]>)> {
    let mut countries: Vec<(&str, HashMap<String, [&str; 2]>)> = Vec::new();
    let mut parts = ["", ""];
    for line in LIST.lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let mut heads = head.split("; ");
            let country = heads.next().unwrap_or_default();
            let large = heads.next().unwrap_or_default();
            parts = [heads.next().unwrap_or_default(), large];
            if countries.last().is_none_or(|(last, _)| *last != country) {
                countries.push((country, HashMap::new()));
            }
        } else if let Some((_, names)) = countries.last_mut() {
            names.extend(line.split("; ").flat_map(|place| place.split('|')).map(|name| (plain(name), parts)));
        }
    }
    countries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn every_name_stands_once_in_its_country() {
        let names = |line: &str| line.split("; ").map(|place| place.split('|').count()).sum::<usize>();
        let listed: usize = LIST.lines().filter(|line| !line.starts_with(['#', '['])).map(names).sum();
        assert_eq!(known().iter().map(|(_, names)| names.len()).sum::<usize>(), listed);
        let states = known().into_iter().find(|(country, _)| *country == "United States").map(|(_, names)| names.len());
        assert_eq!(states, Some(2 * 51 + 1));
    }

    #[test]
    fn states_by_their_codes_and_regions_by_their_names() {
        let states = evenly("state", &["CA", "NY", "TX", "WA", "NJ", "CO", "NV"], 30);
        assert_eq!(meaning(&states).1.kind, "part of a country (United States)");
        assert_eq!(path(&states, "CA"), ["Pacific", "West"]);
        let lander = evenly("Bundesland", &["Bayern", "Berlin", "Hessen", "Sachsen"], 30);
        assert_eq!(path(&lander, "Sachsen"), ["East"]);
        let spain = evenly("x", &["Cataluña", "Madrid", "Andalucía", "Galicia", "Comunitat Valenciana"], 30);
        assert_eq!(path(&spain, "Cataluña"), ["East"]);
        assert_ne!(meaning(&evenly("payer", &["CA", "MC", "AL", "NY"], 30)).0, "part of a country");
    }
}
