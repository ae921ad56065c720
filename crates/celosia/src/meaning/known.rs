//! What others know of a person by the column's name: sex, origin, family, education, work, places.

use super::generalize::age::WEIGHT;
use super::names::Words;
use super::words::{health, money, people, places, private, things, times};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// A quasi-identifier by its name.
pub const BY_NAME: About = About { name: "known to others", recognise: known };

/// In the order in which they are tried. Ages, dates, postal codes and coordinates are here too: those whose writing nothing
/// else understands are known to others all the same.
const LISTS: &[&Words] = &[
    &times::BIRTH,
    &people::SEX,
    &people::AGE,
    &people::RACE,
    &people::NATION,
    &people::FAMILY,
    &people::EDUCATION,
    &people::WORK,
    &people::BODY,
    &people::HABITS,
    &places::POSTAL,
    &places::COORDINATE,
    &places::AREA,
    &places::SITE,
    &times::DATE,
    &times::TIME,
];

/// Lists whose words are stronger where a name has both: "household income" is income.
const STRONGER: &[&Words] = &[
    &money::MONEY,
    &health::DIAGNOSIS,
    &health::TREATMENT,
    &health::LABORATORY,
    &health::SUBSTANCES,
    &private::OPINION,
    &private::INTIMATE,
    &private::CRIME,
    &private::ACHIEVEMENT,
    &things::WEIGHTING,
];

fn known(seen: &Seen) -> Option<Found> {
    let weight = |term: &str| (term.split(' ').count(), term.trim_matches('*').len());
    let mut lists = LISTS.iter().filter(|list| agrees(list, seen));
    let (list, term) = lists.find_map(|list| Some((*list, list.find(&seen.words)?)))?;
    let stronger = STRONGER.iter().filter_map(|list| list.find(&seen.words)).map(weight).max();
    let best = LISTS.iter().filter_map(|list| list.find(&seen.words)).map(weight).max();
    // A name that is one of our terms as a whole is what it says: "weight", "school".
    if !list.is_all(&seen.words) && stronger.is_some_and(|stronger| Some((stronger.0, usize::MAX)) >= best) {
        return None;
    }
    if std::ptr::eq(list, &people::BODY) && weighs_rows(seen) {
        let why = format!("its name says \"{term}\", and its values lie around 1");
        return Some(Found::new("weight of a sample", Role::Insensitive, why));
    }
    // Who worked for long has experience, and questions ask whether one experiences something.
    if term == "experience" && seen.words.len() > 2 {
        return None;
    }
    // "male" with two values is a sex, "hours" with many numbers a duration, "title" a title of anything.
    let figure = seen.is_number() && things::COUNT.says(&seen.words) && !is_of_person(list);
    let long_text = seen.domain.kind == Kind::String && things::TEXT.says(&seen.words) && seen.rows_per_value() < 2.0;
    let title_only = std::ptr::eq(list, &people::SEX) && seen.distinct() > 20;
    let period = std::ptr::eq(list, &times::TIME) && seen.is_number();
    if figure || long_text || title_only || period {
        return None;
    }
    let why = format!("its name says \"{term}\": others may know it");
    let mut found = Found::new(list.means, Role::QuasiIdentifier, why);
    if std::ptr::eq(list, &people::AGE) {
        found.keys.push(WEIGHT);
    }
    Some(found)
}

/// Can the values be what the name says? Dates, times and places in figures have figures, and more than two of them.
fn agrees(list: &Words, seen: &Seen) -> bool {
    let figures = [&times::BIRTH, &times::DATE, &times::TIME, &places::POSTAL, &places::COORDINATE];
    let in_figures = figures.iter().any(|known| std::ptr::eq(*known, list));
    let has_figure = |value: &str| value.bytes().any(|byte| byte.is_ascii_digit());
    !in_figures || seen.domain.kind == Kind::Date || seen.distinct() > 2 && seen.share(has_figure) >= 0.5
}

/// Decimals around 1 are no weights of bodies.
fn weighs_rows(seen: &Seen) -> bool {
    let weight = ["weight", "wt", "gewicht", "poids", "peso"].iter().any(|word| super::names::holds(&seen.words, word));
    let numbers = seen.domain.numbers().filter(|_| weight && seen.domain.kind == Kind::Decimal && seen.distinct() > 20);
    let mean = numbers.map(|numbers| {
        let sum: f64 = numbers.iter().zip(&seen.domain.counts).map(|(number, rows)| number * *rows as f64).sum();
        sum / seen.domain.counts.iter().sum::<u64>().max(1) as f64
    });
    mean.is_some_and(|mean| (0.6..1.6).contains(&mean))
}

/// Words that are said of persons even where numbers count something.
fn is_of_person(list: &Words) -> bool {
    [&people::FAMILY, &people::AGE, &people::BODY, &people::EDUCATION].iter().any(|known| std::ptr::eq(*known, list))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str) -> Option<String> {
        known(&Seen::of(name, Kind::String, &[("a1", 30), ("b2", 40), ("c3", 9)])).map(|found| found.kind)
    }

    #[test]
    fn what_others_know_in_seven_languages() {
        for (means, names) in [
            ("sex", &["sex", "Gender", "Geschlecht", "sexe", "sexo", "genere", "geslacht"][..]),
            (
                "age",
                &[
                    "age",
                    "patient_age",
                    "Alter",
                    "Altersgruppe",
                    "edad",
                    "rango_edad",
                    "età",
                    "faixa etária",
                    "leeftijd",
                ],
            ),
            (
                "date of birth",
                &["geburtsdatum", "fecha de nacimiento", "DateOfBirth", "dob", "data_nascita", "geboortedatum"],
            ),
            (
                "family or household",
                &["marital-status", "Familienstand", "état civil", "estado civil", "stato civile", "burgerlijke staat"],
            ),
            ("education", &["education", "Schulabschluss", "diplôme", "escolaridade", "titolo di studio", "opleiding"]),
            ("work", &["occupation", "Beruf", "profession", "ocupación", "professione", "profissão", "beroep"]),
            ("place", &["Wohnort", "cod_distrito", "ciudad", "commune", "comune", "cidade", "woonplaats", "home_town"]),
            ("ethnic origin", &["race", "ethnicity", "raza", "etnia", "Raça/Cor"]),
            ("what can be seen of a person", &["height", "Gewicht", "taille", "peso", "altezza", "hair_color"]),
        ] {
            for name in names {
                assert_eq!(kind(name).as_deref(), Some(means), "{name}");
            }
        }
    }

    #[test]
    fn decimals_around_one_weigh_rows_and_not_bodies() {
        let column = |name: &str, unit: f64| {
            let values: Vec<String> = (0..60).map(|n| format!("{:.3}", unit * (0.4 + f64::from(n) / 50.0))).collect();
            known(&Seen::of_rows(name, &values.iter().map(String::as_str).collect::<Vec<_>>())).unwrap()
        };
        assert_eq!(column("peso", 1.0).kind, "weight of a sample");
        assert_eq!(column("peso", 1.0).role, Role::Insensitive);
        assert_eq!(column("weight", 70.0).role, Role::QuasiIdentifier);
    }

    #[test]
    fn false_friends_are_not_known_to_others() {
        for name in [
            "message",
            "stage",
            "average",
            "percentage",
            "manager_score",
            "package",
            "voltage",
            "dosage",
            "usage",
            "garage",
        ] {
            assert_ne!(kind(name).as_deref(), Some("age"), "{name}");
        }
        for name in ["household_income", "white_blood_cells", "heart_rate", "job_satisfaction", "credit_amount"] {
            assert_eq!(kind(name), None, "{name}");
        }
    }
}
