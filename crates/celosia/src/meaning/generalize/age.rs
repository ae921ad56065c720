//! Ages as numbers: in years, of children and in months, and years of birth.

use super::spelling::named;
use super::steps::{self, Numbers};
use super::{About, Found, Seen};
use crate::meaning::words::people;
use crate::study::Role;

/// Ages and years of birth.
pub const ABOUT: About = About { name: "age", recognise };

#[rustfmt::skip]
const AGE: &[&str] = &[
    "age", "ages", "aged", "edad", "edades", "alter", "lebensalter", "eta", "idade", "leeftijd", "alder", "wiek",
    "anos cumplidos", "years old", "agey", "ageyrs", "ageyears",
];
const MONTHS: &[&str] = &["month", "months", "mo", "mos", "meses", "monate", "monaten", "mois", "mesi", "maanden"];
#[rustfmt::skip]
const BORN: &[&str] = &[
    "birth year", "birthyear", "year of birth", "yob", "byear", "year born", "born", "birth", "geburtsjahr",
    "jahrgang", "ano de nacimiento", "ano nacimiento", "annee de naissance", "annee naissance", "anno di nascita",
    "anno nascita", "ano de nascimento", "ano nascimento", "geboortejaar", "nacimiento", "naissance", "nascita",
    "nascimento",
];

fn recognise(seen: &Seen) -> Option<Found> {
    let numbers = Numbers::of(seen)?;
    if let Some(word) = named(seen, BORN)
        && numbers.whole
        && numbers.share(|year| (1880.0..=2035.0).contains(&year)) >= 0.95
    {
        return Some(Found {
            kind: "year of birth".into(),
            role: Role::QuasiIdentifier,
            why: format!("its name says \"{word}\", and its values are years"),
            sure: true,
            keys: vec![],
            hierarchy: Some(steps::interval(&[5.0, 10.0, 20.0], None, None)),
        });
    }
    let word = named(seen, AGE).or_else(|| people::AGE.find(&seen.words));
    if word.is_none() && !(has_no_name(seen) && look_like_ages(seen, &numbers)) {
        return None;
    }
    of_ages(seen, &numbers, word)
}

/// A column of whole numbers of unknown meaning, of a table that tells no age otherwise.
pub fn unnamed(seen: &Seen) -> Option<Found> {
    let numbers = Numbers::of(seen)?;
    let dense = numbers.different() as f64 >= 0.9 * (numbers.usual().1 - numbers.usual().0 + 1.0);
    (look_like_ages(seen, &numbers) && dense).then(|| of_ages(seen, &numbers, None)).flatten()
}

fn of_ages(seen: &Seen, numbers: &Numbers, word: Option<&str>) -> Option<Found> {
    let (_, oldest) = numbers.usual();
    let (kind, most) = if named(seen, MONTHS).is_some() { ("age in months", 1440.0) } else { ("age in years", 120.0) };
    if numbers.share(|age| (0.0..=most).contains(&age)) < 0.95 {
        return None;
    }
    let (youngest, _) = numbers.usual();
    let hierarchy = match (most > 120.0, oldest < 18.0, oldest - youngest <= 16.0) {
        (true, ..) => {
            Some(steps::interval(&[6.0, 12.0, 24.0], None, Some(if oldest < 216.0 { 216.0 } else { 1080.0 })))
        }
        // Children change fast when they are small.
        (false, true, _) => {
            steps::cuts(&[vec![0.0, 1.0, 3.0, 6.0, 10.0, 14.0, 18.0], vec![0.0, 6.0, 14.0, 18.0], vec![6.0]], numbers)
        }
        (false, false, true) => Some(steps::interval(&[2.0, 4.0, 8.0], None, Some(90.0))),
        (false, false, false) => Some(steps::interval(&[5.0, 10.0, 20.0, 40.0], None, Some(90.0))),
    };
    Some(Found {
        kind: kind.into(),
        role: Role::QuasiIdentifier,
        why: match word {
            Some(word) => format!("its name says \"{word}\", and its values are ages"),
            None => "its values could be ages, and nothing else tells an age".into(),
        },
        sure: word.is_some(),
        keys: vec![WEIGHT],
        hierarchy,
    })
}

/// Readers ask for the age first: losing it costs three times what losing another column does.
pub const WEIGHT: (&str, toml::Value) = ("weight", toml::Value::Integer(3));

/// Does the name say nothing at all: column1, v3, x2?
fn has_no_name(seen: &Seen) -> bool {
    let plain = ["column", "col", "field", "var", "v", "x", "c"];
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    seen.name.ends_with(|c: char| c.is_ascii_digit())
        && seen.words.iter().all(|word| plain.contains(&word.as_str()) || is_number(word))
}

/// Whole numbers as the ages of many people lie.
fn look_like_ages(seen: &Seen, numbers: &Numbers) -> bool {
    let (youngest, oldest) = numbers.usual();
    // From 0 to 100 points and percentages lie.
    let percent = numbers.lowest() == 0.0 && numbers.highest() == 100.0;
    numbers.whole
        && seen.distinct() >= 15
        && !percent
        && (0.0..=40.0).contains(&youngest)
        && (50.0..=110.0).contains(&oldest)
        && numbers.highest() <= 120.0
        && numbers.lowest() >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{built, meaning, path, seen};

    fn column(name: &str, values: impl Iterator<Item = u32>) -> Seen {
        let texts: Vec<String> = values.map(|value| value.to_string()).collect();
        seen(name, &texts.iter().map(|text| (text.as_str(), 12)).collect::<Vec<_>>())
    }

    #[test]
    fn ages_in_several_languages_have_steps_of_five_to_forty() {
        for name in ["age", "Alter", "edad", "età", "patient_age"] {
            let ages = column(name, 18..=94);
            let (about, found) = meaning(&ages);
            assert_eq!(
                (about, found.kind.as_str(), found.role),
                ("age", "age in years", Role::QuasiIdentifier),
                "{name}"
            );
            assert_eq!(built(&ages, &found).height(), 5);
            let labels = path(&ages, "93");
            assert!(labels.iter().all(|label| label.contains("90")), "{labels:?}");
        }
    }

    #[test]
    fn children_months_and_years_of_birth() {
        let children = column("age", 0..=16);
        assert_eq!(path(&children, "4").len(), 3);
        assert_eq!(meaning(&column("age_months", 0..=70)).1.kind, "age in months");
        let born = column("year_of_birth", 1930..=2004);
        assert_eq!(meaning(&born).1.kind, "year of birth");
        assert_eq!(path(&born, "1987").len(), 3);
    }

    #[test]
    fn what_is_no_age_is_none() {
        assert_ne!(meaning(&column("age", (1000..=9000).step_by(100))).0, "age");
        assert_ne!(meaning(&column("village", 1..=60)).0, "age");
    }
}
