//! Roles proposed from names and values. A proposal errs on the side of protection and always says why.

use super::Look;
use crate::study::{Kind, Role};

/// A role for a column, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The role.
    pub role: Role,
    /// Why, for the study file's comment.
    pub why: String,
}

/// Words in a column's name that name a person.
const IDENTIFIERS: &[&str] = &[
    "id",
    "name",
    "firstname",
    "lastname",
    "forename",
    "surname",
    "fullname",
    "email",
    "mail",
    "phone",
    "telephone",
    "tel",
    "mobile",
    "fax",
    "ssn",
    "passport",
    "iban",
    "account",
    "address",
    "street",
    "url",
    "ip",
    "uuid",
    "guid",
    "mrn",
    "username",
    "login",
    "license",
    "licence",
];

/// Words that name what others may know of a person.
const QUASI: &[&str] = &[
    "age",
    "sex",
    "gender",
    "birth",
    "birthday",
    "birthdate",
    "born",
    "dob",
    "yob",
    "zip",
    "zipcode",
    "postcode",
    "postal",
    "plz",
    "city",
    "town",
    "village",
    "county",
    "state",
    "district",
    "region",
    "province",
    "country",
    "nationality",
    "citizenship",
    "race",
    "ethnicity",
    "ethnic",
    "marital",
    "civil",
    "education",
    "degree",
    "occupation",
    "job",
    "profession",
    "employer",
    "workclass",
    "religion",
    "language",
    "lat",
    "latitude",
    "lon",
    "lng",
    "longitude",
    "gps",
    "geo",
    "coord",
    "coordinate",
    "location",
    "household",
    "children",
    "date",
    "admission",
    "discharge",
    "year",
];

/// Words that name what nobody should learn of a person.
const SENSITIVE: &[&str] = &[
    "disease",
    "diagnosis",
    "diagnoses",
    "icd",
    "icd10",
    "condition",
    "illness",
    "symptom",
    "income",
    "salary",
    "wage",
    "pay",
    "hiv",
    "test",
    "result",
    "medication",
    "drug",
    "treatment",
    "therapy",
    "procedure",
    "score",
    "grade",
    "debt",
    "credit",
    "crime",
    "offence",
    "offense",
    "party",
    "vote",
    "orientation",
    "mental",
    "disability",
    "benefit",
    "target",
    "label",
];

/// Above this many values a column of text cannot be grouped sensibly.
const TOO_MANY: usize = 5_000;

/// Proposes a role for a column.
pub fn propose(look: &Look) -> Proposal {
    let (present, distinct) = (look.rows - look.missing, look.distinct as u64);
    let because = |role: Role, why: String| Proposal { role, why };
    if distinct == 0 {
        return because(Role::Identifier, "it is empty".into());
    }
    let says = |words: &[&'static str]| word_of(&look.name, words);
    if let Some(word) = says(IDENTIFIERS) {
        return because(Role::Identifier, format!("its name says \"{word}\""));
    }
    if let Some(word) = says(QUASI) {
        return match look.kind {
            Kind::String if look.distinct > TOO_MANY => {
                because(Role::Identifier, format!("its name says \"{word}\", but it has too many values to group"))
            }
            _ => because(Role::QuasiIdentifier, format!("its name says \"{word}\": others may know it")),
        };
    }
    if let Some(word) = says(SENSITIVE) {
        return because(Role::Sensitive, format!("its name says \"{word}\": nobody should learn it"));
    }
    if present > 20 && distinct == present && !matches!(look.kind, Kind::Decimal | Kind::Date) {
        return because(Role::Identifier, "every row has a value of its own".into());
    }
    match look.kind {
        Kind::String if look.length > 40.0 || look.distinct > TOO_MANY => {
            because(Role::Identifier, "free text, or too many values to group".into())
        }
        _ => because(Role::QuasiIdentifier, "others may know it; say otherwise if they cannot".into()),
    }
}

/// The first word of a column's name that is in a list. Names are split at anything but letters and digits and where
/// small letters meet capitals.
fn word_of(name: &str, words: &[&'static str]) -> Option<&'static str> {
    let mut parts: Vec<String> = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (small && c.is_uppercase()) {
            parts.push(String::new());
        }
        small = c.is_lowercase();
        if let Some(part) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            part.extend(c.to_lowercase());
        }
    }
    words.iter().copied().find(|word| parts.iter().any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str, kind: Kind, distinct: usize, rows: u64) -> Role {
        propose(&Look { name: name.into(), kind, distinct, rows, missing: 0, length: 8.0 }).role
    }

    #[test]
    fn names_come_first_then_values() {
        assert_eq!(role("patient_id", Kind::Integer, 3, 100), Role::Identifier);
        assert_eq!(role("ZipCode", Kind::String, 900, 1000), Role::QuasiIdentifier);
        assert_eq!(role("primaryDiagnosis", Kind::String, 30, 1000), Role::Sensitive);
        assert_eq!(role("x17", Kind::String, 1000, 1000), Role::Identifier, "a value of its own in every row");
        assert_eq!(role("x18", Kind::String, 4, 1000), Role::QuasiIdentifier);
        assert_eq!(role("age", Kind::String, 0, 1000), Role::Identifier, "nothing can be known of an empty column");
        assert_eq!(role("idle", Kind::Integer, 4, 1000), Role::QuasiIdentifier, "\"idle\" is not \"id\"");
    }
}
