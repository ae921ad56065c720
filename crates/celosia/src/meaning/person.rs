//! Keys that stand for a person who may have several rows.

use super::words::identifiers::{ID, KEY, PERSON};
use super::words::{places, things};
use super::{About, Found, Seen, names};
use crate::study::{Kind, Role};

/// A person's key.
pub const PERSON_KEY: &str = "key of a person";

/// Named like a key of persons, with several rows for a value; or like a key of nothing in particular, with many values.
pub const KEY_OF_PERSON: About = About { name: "person", recognise: person };

fn person(seen: &Seen) -> Option<Found> {
    let key = ID.says(&seen.words) || KEY.says(&seen.words);
    // "patient_nbr", "Kundennummer", "userid".
    let one_word = PERSON_IDS.iter().any(|word| names::holds(&seen.words, word));
    let of_person = key && PERSON.says(&seen.words) || one_word;
    let fits = matches!(seen.domain.kind, Kind::Integer | Kind::String);
    let several = seen.rows_per_value() >= 1.02 && !seen.is_unique();
    if !fits || seen.distinct() < 2 || things::COUNT.says(&seen.words) && seen.distinct() < 50 {
        return None;
    }
    if of_person && !several {
        return Some(Found::new(
            "key of a person",
            Role::Identifier,
            "it is called a person's key, and every row has its own",
        ));
    }
    if of_person {
        return Some(Found::new(
            PERSON_KEY,
            Role::Person,
            "it is called a person's key, and a value stands in several rows",
        ));
    }
    // Who manages, treats or teaches the person of the row is a person too, but not the one that rows are counted by.
    if key && OTHERS.iter().any(|word| names::holds(&seen.words, word)) && !of_person && seen.distinct() > 2 {
        return Some(Found::new(
            "key of another person",
            Role::Identifier,
            "it is called the key of a person beside them",
        ));
    }
    // "id" with a few rows for each of many values; a hospital's or a district's is no person's.
    let place = places::AREA.says(&seen.words) || places::SITE.says(&seen.words);
    let bare = ID.is_all(&seen.words) && !place;
    let many = seen.distinct() > 20 && seen.rows_per_value() <= 200.0;
    (bare && several && many).then(|| {
        Found::new(PERSON_KEY, Role::Person, "it is called a key, and each of its many values stands in a few rows")
            .unsure()
    })
}

/// Persons beside the one that a row is about.
const OTHERS: &[&str] = &[
    "manager",
    "supervisor",
    "boss",
    "doctor",
    "physician",
    "clinician",
    "surgeon",
    "nurse",
    "attending",
    "advisor",
    "adviser",
    "counselor",
    "referrer",
    "vorgesetzte*",
    "arzt",
    "aerztin",
    "medecin",
    "medico",
    "arts",
    "huisarts",
];

/// Keys of persons that are written as one word.
const PERSON_IDS: &[&str] = &[
    "userid",
    "patientid",
    "personid",
    "customerid",
    "clientid",
    "memberid",
    "subjectid",
    "studentid",
    "employeeid",
    "subjid",
    "usubjid",
    "pidp",
    "personnummer",
    "patnr",
    "*nutzerid",
    "patientennr",
    "kundennr",
    "empid",
    "custid",
    "respid",
    "idpersona",
    "mrn",
    "medical record",
    "ipp",
    "historia clinica",
    "cartella clinica",
    "prontuario",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str, rows: u64, of_each: u64) -> Option<Role> {
        let values: Vec<String> = (0..rows).map(|n| (100_000 + n * 13).to_string()).collect();
        let counted: Vec<(&str, u64)> = values.iter().map(|value| (value.as_str(), of_each)).collect();
        person(&Seen::of(name, Kind::Integer, &counted)).map(|found| found.role)
    }

    #[test]
    fn keys_of_persons_are_told_from_keys_of_things() {
        for name in ["patient_nbr", "user_id", "CustomerID", "Patientennummer", "id_paciente", "Kundennr", "id"] {
            assert_eq!(role(name, 100, 3), Some(Role::Person), "{name}");
        }
        assert_eq!(role("patient_id", 100, 1), Some(Role::Identifier));
        for name in ["ManagerID", "doctor_id", "id_medico"] {
            assert_eq!(role(name, 100, 3), Some(Role::Identifier), "{name}");
        }
        for name in ["hospital_id", "valid", "admission_type_id", "num_patients", "patients", "bid", "age"] {
            assert_eq!(role(name, 12, 300), None, "{name}");
        }
    }
}
