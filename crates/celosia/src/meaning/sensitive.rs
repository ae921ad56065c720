//! What nobody should learn of a person: health, money, opinions, crime.

use super::names::Words;
use super::words::{health, money, people, places, private, times};
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
    "how", "often", "ever", "told", "past", "feel", "felt", "able", "since", "times", "during", "would", "did", "do",
    "does", "you", "your", "have", "has", "had", "get", "got", "usual", "least", "tried", "would",
];

/// A name of so many words is a question, whatever they are.
const LONG: usize = 5;

/// Words that ask for what others know, too.
const KNOWN: &[&str] = &[
    "old",
    "age",
    "sex",
    "gender",
    "born",
    "birth",
    "live",
    "race",
    "educ",
    "education",
    "married",
    "marital",
    "country",
    "household",
    "children",
    "occupation",
    "city",
    "zip",
    "postal",
    "date",
    "region",
    "employment",
    "level",
    "id",
    "number",
    "name",
    "address",
    "code",
    "origin",
];

/// What is known to others in whatever language it is asked for; work and the like only in these words, for "do you work at night"
/// asks for something else.
const PLAIN: &[&Words] = &[&people::SEX, &people::AGE, &people::NATION, &places::POSTAL, &times::BIRTH];
const PLAINLY: &[&str] = &[
    "job title",
    "occupation",
    "profession",
    "years worked",
    "beruf",
    "schulabschluss",
    "bildungsabschluss",
    "familienstand",
    "bundesland",
    "wohnort",
    "metier",
    "diplome",
    "etat civil",
    "situation familiale",
    "departement",
    "ville",
    "ocupacion",
    "profesion",
    "estado civil",
    "nivel estudios",
    "comunidad autonoma",
    "provincia",
    "municipio",
    "professione",
    "stato civile",
    "titolo studio",
    "regione",
    "comune",
    "profissao",
    "escolaridade",
    "municipio",
    "beroep",
    "burgerlijke staat",
    "opleiding",
    "woonplaats",
    "province",
    "county",
    "town",
    "nationality",
    "citizenship",
];

fn answer(seen: &Seen) -> Option<Found> {
    let words: Vec<&str> = seen.words.iter().map(String::as_str).filter(|word| word.len() > 1).collect();
    let has = |list: &[&str]| words.iter().copied().find(|word| list.contains(word));
    let frequency = has(&["often", "ever", "told"]);
    let asks = has(ASKS).filter(|_| words.len() >= 4);
    let long = asks.is_some() || words.len() >= LONG && !seen.is_unique();
    let plain = || {
        PLAIN.iter().any(|list| list.says(&seen.words))
            || PLAINLY.iter().any(|term| super::names::holds(&seen.words, term))
    };
    if !long || frequency.is_none() && (has(KNOWN).is_some() || plain()) {
        return None;
    }
    let why = match asks {
        Some(word) => format!("its name says \"{word}\" among other words, as questions do"),
        None => "its name is as long as a question".into(),
    };
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
    let found = |kind: &str, why: &str| Some(Found::new(kind, Role::Sensitive, why));
    if seen.domain.kind != Kind::String {
        return None;
    }
    if seen.mostly(finding) {
        return found("finding", "its values are findings, such as of a test");
    }
    let says = |value: &str, words: &[&str]| {
        let value = super::names::split(value);
        words.iter().any(|word| super::names::holds(&value, word))
    };
    let count = |words: &[&str]| seen.sample().filter(|(value, _)| says(value, words)).count();
    let (ill, degrees) = (count(ILLNESSES), count(DEGREES));
    let of = seen.sample().count();
    if ill >= 2 && 3 * ill >= of {
        return found("illness", "its values are illnesses");
    }
    if degrees >= 2 && 2 * degrees >= of && of <= 12 {
        return found("answer", "its values say how often, or how much one agrees");
    }
    None
}

/// Illnesses that tables name as they are.
const ILLNESSES: &[&str] = &[
    "cancer",
    "tumor",
    "tumour",
    "carcinoma",
    "lymphoma",
    "leukemia",
    "melanoma",
    "metastatic",
    "cirrhosis",
    "copd",
    "chf",
    "heart failure",
    "renal failure",
    "asthma",
    "diabetes",
    "hypertension",
    "influenza",
    "flu",
    "stroke",
    "infarction",
    "pneumonia",
    "hiv",
    "hepatitis",
    "depression",
    "schizophrenia",
    "dementia",
    "epilepsy",
    "migraine",
    "fracture",
    "sepsis",
    "arthritis",
    "anemia",
    "coma",
    "covid",
    "obesity",
    "tuberculosis",
    "malaria",
    "angina",
    "gastritis",
    "bronchitis",
    "ulcer",
    "neoplasm*",
    "circulatory",
    "cardiovascular",
    "respiratory",
    "digestive",
    "genitourinary",
    "musculoskeletal",
    "endocrine",
    "infectious",
    "mental",
    "nervous",
    "tumore",
    "tumeur",
    "tumoren",
    "krebs",
    "grippe",
    "herzinfarkt",
    "schlaganfall",
    "asma",
    "hipertension",
    "gripe",
    "neumonia",
    "diabete",
    "asthme",
];

/// Steps of how often and how much.
const DEGREES: &[&str] = &[
    "never",
    "rarely",
    "seldom",
    "sometimes",
    "often",
    "always",
    "usually",
    "frequently",
    "most of time",
    "agree",
    "disagree",
    "strongly agree",
    "strongly disagree",
    "satisfied",
    "dissatisfied",
    "did not",
];

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
    fn questions_for_what_others_know_are_no_secrets() {
        let asks = |name: &str| answer(&Seen::of_rows(name, &["a", "b"])).is_some();
        for name in [
            "What is your current job title?",
            "In welchem Bundesland leben Sie derzeit?",
            "¿Cuál es su fecha de nacimiento exacta?",
            "Quelle est votre situation familiale actuelle ?",
        ] {
            assert!(!asks(name), "{name}");
        }
        assert!(asks("How often do you feel valued at work?") && asks("Have you ever told your age to a stranger?"));
    }

    #[test]
    fn findings_are_told_from_their_values() {
        assert!(by_values(&Seen::of_rows("pc", &["normal", "abnormal", "normal"])).is_some());
        assert!(by_values(&Seen::of_rows("pcc", &["present", "notpresent"])).is_some());
        assert!(by_values(&Seen::of_rows("x", &["yes", "no"])).is_none());
    }
}
