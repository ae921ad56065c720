//! Sex and gender, however it is coded.

use super::groups::{self};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen, as_text};
use crate::study::Role;

/// Sex and gender.
pub const ABOUT: About = About { name: "sex", recognise };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "sex", "gender", "sexo", "genero", "geschlecht", "sexe", "genre", "sesso", "genere", "geslacht", "kon", "kjonn",
    "plec", "mf",
];

/// Words for men and women alone, which nothing else uses.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "male", "female", "man", "woman", "men", "women", "boy", "girl", "hombre", "mujer", "varon", "hembra",
    "masculino", "femenino", "mannlich", "weiblich", "mann", "frau", "homme", "femme", "masculin", "feminin",
    "maschio", "femmina", "uomo", "donna", "maschile", "femminile", "feminino", "homem", "mulher", "vrouw",
    "mannelijk", "vrouwelijk", "non binary", "nonbinary", "divers", "transgender", "intersex",
];

fn recognise(seen: &Seen) -> Option<Found> {
    let values: Vec<String> =
        seen.domain.values.iter().filter(|value| !is_unknown(value)).map(|value| plain(value)).collect();
    let words = values.iter().filter(|value| WORDS.contains(&value.as_str())).count();
    let (name, few) = (named(seen, NAMED), (1..=8).contains(&values.len()));
    let by_letters = is_letters(&values);
    let by_values = words >= 2 && words + 2 >= values.len() && few || by_letters;
    if !by_values && (name.is_none() || !few) {
        return None;
    }
    // Codes are categories, whatever numbers they are.
    let keys = as_text(seen);
    Some(Found {
        kind: "sex or gender".into(),
        role: Role::QuasiIdentifier,
        why: match name {
            Some(word) => format!("its name says \"{word}\""),
            None if by_letters => "its values are letters for men and women".into(),
            None => "its values are words for men and women".into(),
        },
        sure: name.is_some() || !by_letters,
        keys,
        hierarchy: groups::flat(),
    })
}

/// Is every value a letter that stands for a sex, and are there two of them: f and m, w and m, v and m, h and m, h and f?
fn is_letters(values: &[String]) -> bool {
    let has = |letter: &str| values.iter().any(|value| value == letter);
    let pair = [("f", "m"), ("w", "m"), ("v", "m"), ("h", "m"), ("h", "f")].iter().any(|(a, b)| has(a) && has(b));
    let others = values.iter().filter(|value| !["f", "m", "w", "v", "h"].contains(&value.as_str()));
    pair && values.len() <= 4 && others.into_iter().all(|value| ["d", "x", "u", "o"].contains(&value.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning};

    #[test]
    fn sex_is_told_by_name_or_by_words() {
        for (name, values) in [
            ("sex", &["m", "f"][..]),
            ("gender", &["0", "1"]),
            ("sexo", &["Hombre", "Mujer", "Desconocido"]),
            ("x1", &["Male", "Female"]),
            ("q2", &["männlich", "weiblich", "divers"]),
            ("gender", &["Female", "Male", "Unknown/Invalid"]),
            ("Geschlecht", &["w", "m"]),
        ] {
            let (about, found) = meaning(&evenly(name, values, 40));
            assert_eq!((about, found.role), ("sex", Role::QuasiIdentifier), "{name} {values:?}");
        }
        assert_ne!(meaning(&evenly("x1", &["0", "1"], 40)).0, "sex");
    }
}
