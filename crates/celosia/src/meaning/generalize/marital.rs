//! Marital status: married, formerly married, never married.

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Marital status as words.
pub const ABOUT: About = About { name: "marital status", recognise };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "marital", "maritalstatus", "civil status", "civil state", "estado civil", "familienstand", "etat civil",
    "situation familiale", "situation matrimoniale", "stato civile", "burgerlijke staat", "zivilstand", "marriage",
];

#[rustfmt::skip]
const MARRIED: &[&str] = &[
    "married", "married civ spouse", "married af spouse", "married spouse absent", "civil partnership",
        "civil union", "domestic partner", "domestic partnership", "partnered", "cohabiting",
    "registered partnership", "in a relationship", "living with partner", "verheiratet",
        "eingetragene lebenspartnerschaft", "lebenspartnerschaft", "in partnerschaft", "casado", "casada",
    "casado a", "casada o", "pareja de hecho", "union libre", "union de hecho", "conviviente", "marie", "mariee",
        "marie e", "pacse", "pacsee", "pacse e", "concubinage", "union libre", "coniugato", "coniugata",
    "sposato", "sposata", "convivente", "uniao de facto", "uniao estavel", "gehuwd", "getrouwd", "samenwonend",
        "geregistreerd partnerschap", "m",
];
#[rustfmt::skip]
const FORMERLY: &[&str] = &[
    "divorced", "separated", "widowed", "widow", "widower", "legally separated", "divorced or separated",
        "separated or divorced", "divorced separated", "geschieden", "verwitwet",
    "getrennt", "getrennt lebend", "divorciado", "divorciada", "separado", "separada", "viudo", "viuda",
        "divorciado a", "separado a", "viudo a", "divorce", "divorcee", "divorce e",
    "separe", "separee", "separe e", "veuf", "veuve", "veuf ve", "divorziato", "divorziata", "separato", "separata",
        "vedovo", "vedova", "viuvo", "viuva", "gescheiden", "verweduwd", "weduwe", "weduwnaar", "d", "w",
];
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "never married", "single", "unmarried", "not married", "single never married", "ledig", "soltero", "soltera",
        "soltero a", "celibataire", "celibe", "nubile", "solteiro", "solteira", "ongehuwd", "alleenstaand", "s",
];

fn recognise(seen: &Seen) -> Option<Found> {
    let word = named(seen, NAMED);
    let groups: Vec<Option<usize>> = seen.domain.values.iter().map(|value| group(&plain(value))).collect();
    let known = groups.iter().flatten().count();
    let other =
        seen.domain.values.iter().zip(&groups).filter(|(value, group)| group.is_none() && !is_unknown(value)).count();
    let letters = seen.domain.values.iter().all(|value| value.trim().chars().count() <= 1);
    if seen.domain.kind != Kind::String || known < 2 || other * 4 > known || (word.is_none() && (letters || known < 3))
    {
        return None;
    }
    const LABELS: [[&str; 2]; 3] =
        [["married or with a partner"; 2], ["formerly married", "not married"], ["never married", "not married"]];
    let place = |code: usize| match groups[code] {
        Some(group) => Place::In(LABELS[group].map(String::from).to_vec()),
        None if is_unknown(&seen.domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    Some(Found {
        kind: "marital status".into(),
        role: Role::QuasiIdentifier,
        why: word.map_or("its values are words for marital status".into(), |word| format!("its name says \"{word}\"")),
        sure: true,
        keys: vec![],
        hierarchy: groups::file_by(&seen.domain, |code| groups[code].unwrap_or(9) as f64, place),
    })
}

fn group(value: &str) -> Option<usize> {
    [MARRIED, FORMERLY, NEVER].iter().position(|words| words.contains(&value))
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn marital_status_of_adult_and_in_german() {
        let values = [
            "Married-civ-spouse",
            "Divorced",
            "Never-married",
            "Separated",
            "Widowed",
            "Married-spouse-absent",
            "Married-AF-spouse",
        ];
        let adult = evenly("marital-status", &values, 50);
        assert_eq!(meaning(&adult).0, "marital status");
        assert_eq!(path(&adult, "Widowed"), ["formerly married", "not married"]);
        assert_eq!(path(&adult, "Married-AF-spouse"), ["married or with a partner"; 2]);
        assert_eq!(meaning(&evenly("q1", &["ledig", "verheiratet", "geschieden"], 50)).0, "marital status");
    }
}
