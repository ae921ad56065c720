//! What others know of a person by the words of the values, where the name says nothing: origin, citizenship, work.

use super::names::{holds, split};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// A quasi-identifier by its values.
pub const BY_WORDS: About = About { name: "known by its values", recognise };

/// What they say, and the words of which two values or more say one.
const LISTS: &[(&str, &[&str])] = &[
    (
        "ethnic origin",
        &[
            "white",
            "black",
            "asian",
            "hispanic",
            "latino",
            "caucasian",
            "african american",
            "pacific islander",
            "native american",
            "amer indian",
            "american indian",
            "non hispanic",
            "africanamerican",
        ],
    ),
    ("nationality", &["citizen", "foreign born", "native born", "born abroad", "foreigner", "permanent resident"]),
    (
        "work",
        &[
            "self employed",
            "selfemployed",
            "unemployed",
            "retired",
            "government",
            "federal government",
            "local government",
            "private",
            "not in labor force",
            "not in universe",
            "full time",
            "part time",
            "armed forces",
            "homemaker",
            "erwerbstaetig",
            "arbeitslos",
            "arbeitsuchend",
            "rentner",
            "rentnerin",
            "im ruhestand",
            "hausfrau",
            "angestellt*",
            "beamt*",
            "selbstaendig*",
            "selbststaendig*",
            "salarie",
            "salariee",
            "retraite",
            "retraitee",
            "chomeur",
            "chomeuse",
            "au chomage",
            "etudiant",
            "independant",
            "trabaja",
            "parado",
            "desempleado",
            "jubilado",
            "pensionista",
            "ama casa",
            "autonomo",
            "impiegato",
            "operaio",
            "pensionato",
            "disoccupato",
            "casalinga",
            "aposentado",
            "desempregado",
            "empregado",
            "gepensioneerd",
            "werkloos",
            "zzp",
        ],
    ),
    (
        "education",
        &[
            "graduate",
            "some college",
            "college",
            "high school",
            "hs",
            "bachelor",
            "bachelors",
            "master",
            "masters",
            "phd",
            "doctorate",
            "university",
            "no schooling",
            "abitur",
            "realschule",
            "hauptschule",
            "gymnasium",
            "baccalaureat",
            "bac",
            "secundaria",
            "primaria",
            "bachillerato",
            "licenciatura",
            "laurea",
            "licenza media",
            "ensino medio",
            "ensino fundamental",
            "mbo",
            "hbo",
            "havo",
            "vwo",
        ],
    ),
    (
        "day of an event",
        &[
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "mon",
            "tue",
            "wed",
            "thu",
            "fri",
            "sat",
            "sun",
            "montag",
            "dienstag",
            "mittwoch",
            "donnerstag",
            "freitag",
            "samstag",
            "sonntag",
            "lunes",
            "martes",
            "miercoles",
            "jueves",
            "viernes",
            "sabado",
            "domingo",
            "lundi",
            "mardi",
            "mercredi",
            "jeudi",
            "vendredi",
            "samedi",
            "dimanche",
        ],
    ),
];

fn recognise(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String || seen.capped || seen.distinct() > 40 {
        return None;
    }
    let values: Vec<Vec<String>> = seen.domain.values.iter().map(|value| split(value)).collect();
    let saying = |words: &[&str]| values.iter().filter(|value| words.iter().any(|word| holds(value, word))).count();
    let (means, _) = LISTS.iter().find(|(_, words)| saying(words) >= 2 && 2 * saying(words) >= values.len())?;
    let why = format!("its values are words for {means}: others may know it");
    Some(Found::new(*means, Role::QuasiIdentifier, why).unsure())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_and_work_are_told_by_their_words() {
        let kind = |values: &[&str]| recognise(&Seen::of_rows("v7", values)).map(|found| found.kind);
        assert_eq!(kind(&[" White", " Black", " Other"]).as_deref(), Some("ethnic origin"));
        assert_eq!(
            kind(&["Native- Born in the United States", "Foreign born- Not a citizen"]).as_deref(),
            Some("nationality")
        );
        assert_eq!(kind(&["Private", "Self-employed-incorporated", "Local government"]).as_deref(), Some("work"));
        assert_eq!(kind(&["Trabaja", "Parado/a", "Jubilado/a", "Estudiante"]).as_deref(), Some("work"));
        assert_eq!(kind(&["HS+some college", "College graduate", "8th grade or less"]).as_deref(), Some("education"));
        assert_eq!(kind(&["red wine", "white wine", "rose"]), None);
    }
}
