//! What nobody should learn of a person: health, money, opinions, crime.

use super::names::Words;
use super::words::{health, money, private};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// By the column's name.
pub const BY_NAME: About = About { name: "sensitive by name", recognise: by_name };

/// By values that are findings: normal and abnormal, positive and negative.
pub const BY_VALUES: About = About { name: "sensitive by values", recognise: by_values };

/// By the column's name, which is a question or a good part of one.
pub const ANSWER: About = About { name: "answer", recognise: answer };

/// Words that only long names have: those of questions.
const ASKS: &[&str] = &[
    "how", "often", "ever", "told", "past", "feel", "felt", "able", "since", "times", "during", "would", "did", "you",
    "your",
];

/// Words that ask for what others know, too.
const KNOWN: &[&str] =
    &["old", "age", "sex", "gender", "born", "birth", "live", "race", "educ", "education", "married"];

fn answer(seen: &Seen) -> Option<Found> {
    let has = |words: &[&str]| seen.words.iter().find(|word| words.contains(&word.as_str()));
    let asks = has(ASKS).filter(|_| seen.words.len() >= 4 && has(KNOWN).is_none())?;
    let why = format!("its name says \"{asks}\" among other words, as questions do");
    Some(Found::new("answer", Role::Sensitive, why).unsure())
}

/// Words of health come first: several of them make a table one about health.
pub const LISTS: &[&Words] = &[
    &health::DIAGNOSIS,
    &health::TREATMENT,
    &health::LABORATORY,
    &health::SUBSTANCES,
    &money::MONEY,
    &private::OPINION,
    &private::INTIMATE,
    &private::CRIME,
    &private::ACHIEVEMENT,
];

fn by_name(seen: &Seen) -> Option<Found> {
    let lists = LISTS.iter().filter_map(|list| Some((*list, list.find(&seen.words)?)));
    // The first of those with the longest term.
    let longest = lists.reduce(|best, next| if next.1.len() > best.1.len() { next } else { best });
    let (list, term) = longest?;
    Some(Found::new(list.means, Role::Sensitive, format!("its name says \"{term}\": nobody should learn it")))
}

fn by_values(seen: &Seen) -> Option<Found> {
    const FINDINGS: &[&str] = &[
        "normal",
        "abnormal",
        "present",
        "notpresent",
        "not present",
        "absent",
        "positive",
        "negative",
        "positiv",
        "negativ",
        "auffaellig",
        "unauffaellig",
        "positif",
        "negatif",
        "positivo",
        "negativo",
        "reactive",
        "nonreactive",
        "detected",
        "not detected",
    ];
    let finding = |value: &str| FINDINGS.contains(&super::names::split(value).join(" ").as_str());
    (seen.domain.kind == Kind::String && seen.mostly(finding))
        .then(|| Found::new("finding", Role::Sensitive, "its values are findings, such as of a test"))
}

/// Is it about health, as far as its name or its values say?
pub fn is_health(seen: &Seen) -> bool {
    LISTS[..4].iter().any(|list| list.says(&seen.words)) || by_values(seen).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_words_in_seven_languages() {
        for name in [
            "diagnosis",
            "Diagnose",
            "enfermedad",
            "maladie",
            "malattia",
            "doença",
            "ziekte",
            "Gehalt",
            "salaire",
            "salario",
            "stipendio",
            "inkomen",
            "religion",
            "num_lab_procedures",
            "diag_1",
            "A1Cresult",
            "max_glu_serum",
            "capital-gain",
        ] {
            let found = by_name(&Seen::of_rows(name, &["a", "b"]));
            assert_eq!(found.map(|found| found.role), Some(Role::Sensitive), "{name}");
        }
        for name in ["sex", "city", "payload", "repay_x", "stages", "testament"] {
            assert_eq!(by_name(&Seen::of_rows(name, &["a", "b"])), None, "{name}");
        }
    }

    #[test]
    fn findings_are_told_from_their_values() {
        assert!(by_values(&Seen::of_rows("pc", &["normal", "abnormal", "normal"])).is_some());
        assert!(by_values(&Seen::of_rows("pcc", &["present", "notpresent"])).is_some());
        assert!(by_values(&Seen::of_rows("x", &["yes", "no"])).is_none());
    }
}
