//! Education as words, in its order: from no school to a doctorate.

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, plain};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Education as words.
pub const ABOUT: About = About { name: "education", recognise };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "education", "educ", "educational", "edu", "degree", "qualification", "schooling", "academic", "bildung",
    "bildungsabschluss", "abschluss", "schulabschluss", "estudios", "educacion", "nivel educativo", "formacion",
    "diplome", "niveau d etudes", "etudes", "istruzione", "titolo di studio", "escolaridade", "instrucao",
    "opleiding", "opleidingsniveau",
];

/// The steps: what the first and the second level call them, and the words that tell them. The first step that fits
/// has a value, so what is more special stands before what is less.
#[rustfmt::skip]
const STEPS: &[(&str, &str, &[&str])] = &[
    ("doctorate or professional degree", "university degree", &["doctor", "phd", "ph d", "doctorate", "doctoral",
        "promotion", "dottorato", "doutorado", "doutoramento", "doctorado", "doctorat", "prof school",
        "professional", "professional degree", "promoviert", "md", "jd"]),
    ("master's degree", "university degree", &["master", "masters", "msc", "mba", "postgraduate", "graduate degree",
        "graduate school", "master s", "maestria", "mestrado", "laurea magistrale", "diplom", "magister",
        "staatsexamen", "bac 5", "posgrado", "pos graduacao", "university", "universitat", "hochschulabschluss",
        "universitarios", "universitario", "licenciatura", "universite", "universita", "universiteit", "hbo", "wo",
        "graduate", "hochschule"]),
    ("bachelor's degree", "university degree", &["bachelor", "bachelors", "bachelor s", "bsc", "ba", "undergraduate",
        "college degree", "college graduate", "university degree", "grado", "licence", "laurea", "laurea triennale",
        "fachhochschule", "higher education", "grado universitario"]),
    ("college or vocational training", "secondary school or training", &["assoc", "associate", "associates",
        "some college", "assoc voc", "assoc acdm", "vocational", "trade", "technical", "college", "some university",
        "lehre", "ausbildung", "berufsausbildung", "apprenticeship", "formacion profesional", "fp", "bts", "dut",
        "cap", "mbo", "diploma", "certificate", "tecnico", "meister", "post secondary"]),
    ("high school", "secondary school or training", &["high school", "hs grad", "high school graduate", "highschool",
        "ged", "secondary", "upper secondary", "a level", "a levels", "abitur", "matura", "bachillerato",
        "baccalaureat", "bac", "maturita", "diploma di maturita", "ensino medio", "secundario", "fachabitur", "havo",
        "vwo", "lycee", "liceo", "secundaria", "12th grade"]),
    ("some high school", "less than high school", &["some high school", "9th", "10th", "11th", "12th",
        "lower secondary", "middle school", "hauptschule", "realschule", "mittlere reife", "hauptschulabschluss",
        "realschulabschluss", "eso", "brevet", "college", "licenza media", "vmbo", "mavo", "gcse",
        "incomplete high school", "ensino fundamental", "9th grade", "10th grade", "11th grade", "junior high",
        "less than high school", "no diploma"]),
    ("primary school or less", "less than high school", &["preschool", "none", "no education", "no schooling",
        "no formal", "illiterate", "1st 4th", "5th 6th", "7th 8th", "primary", "elementary", "grundschule",
        "volksschule", "primaria", "primaire", "elementare", "ohne abschluss", "kein abschluss", "sin estudios",
        "analfabeto", "basisonderwijs", "8th grade", "kindergarten", "primario", "sans diplome"]),
];

fn recognise(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String || seen.capped || seen.domain.len() > 60 {
        return None;
    }
    let word = named(seen, NAMED)?;
    let steps: Vec<Option<usize>> = seen.domain.values.iter().map(|value| step(value)).collect();
    let other =
        seen.domain.values.iter().zip(&steps).filter(|(value, step)| step.is_none() && !is_unknown(value)).count();
    let mut different: Vec<usize> = steps.iter().flatten().copied().collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < 3 || other * 5 > seen.domain.len() {
        return None;
    }
    let place = |code: usize| match steps[code] {
        Some(step) => Place::In(vec![STEPS[step].0.into(), STEPS[step].1.into()]),
        None if is_unknown(&seen.domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    Some(Found {
        kind: "education".into(),
        role: Role::QuasiIdentifier,
        why: format!("its name says \"{word}\", and its values are schools and degrees"),
        sure: true,
        keys: vec![],
        hierarchy: groups::file_by(&seen.domain, |code| -(steps[code].unwrap_or(0) as f64), place),
    })
}

/// The longest phrase that a value holds decides: "some high school" is not "high school".
fn step(value: &str) -> Option<usize> {
    let value = format!(" {} ", plain(value));
    let fits = STEPS.iter().enumerate().flat_map(|(at, (.., words))| words.iter().map(move |word| (at, *word)));
    let known = fits.filter(|(_, word)| value.contains(&format!(" {word} ")));
    known.max_by_key(|(at, word)| (word.len(), std::cmp::Reverse(*at))).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{built, evenly, meaning, path};

    #[test]
    fn education_of_adult() {
        let values = [
            "Preschool",
            "1st-4th",
            "5th-6th",
            "7th-8th",
            "9th",
            "10th",
            "11th",
            "12th",
            "HS-grad",
            "Some-college",
            "Assoc-voc",
            "Assoc-acdm",
            "Bachelors",
            "Masters",
            "Prof-school",
            "Doctorate",
        ];
        let adult = evenly("education", &values, 50);
        let (about, found) = meaning(&adult);
        assert_eq!((about, found.role), ("education", Role::QuasiIdentifier));
        let groups: Vec<usize> = built(&adult, &found).levels.iter().map(|level| level.labels.len()).collect();
        assert_eq!(groups, [16, 7, 3, 1]);
        assert_eq!(path(&adult, "12th"), ["some high school", "less than high school"]);
        assert_eq!(path(&adult, "HS-grad"), ["high school", "secondary school or training"]);
        assert_eq!(path(&adult, "Prof-school"), ["doctorate or professional degree", "university degree"]);
    }

    #[test]
    fn other_wordings() {
        let words =
            ["Some high school", "High School", "Bachelor's degree", "Master's degree", "PhD", "Prefer not to say"];
        let survey = evenly("Education level", &words, 50);
        assert_eq!(path(&survey, "Some high school")[0], "less than high school");
        assert_eq!(path(&survey, "Prefer not to say"), ["university degree or unknown"]);
    }
}
