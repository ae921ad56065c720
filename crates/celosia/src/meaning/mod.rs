//! What a column is: its meaning, told from its name, the shape of its values and how often they occur. One meaning per file,
//! one line each in `MEANINGS`; the first that recognises a column has it.

pub(crate) mod category;
mod constant;
mod free_text;
pub(crate) mod generalize;
pub(crate) mod identifier;
mod known;
mod label;
pub(crate) mod measurement;
pub mod names;
mod person;
pub mod seen;
pub(crate) mod sensitive;
pub(crate) mod sentinel;
pub mod shapes;
pub mod words;
mod words_of_values;

use crate::study::Role;
pub(crate) use generalize::complete;
pub use seen::Seen;

/// A meaning.
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Is a column of this meaning? Says what follows from it.
    pub recognise: fn(&Seen) -> Option<Found>,
}

/// What follows from what a column means.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it is taken for, in words: "age in years", "postal code of Germany".
    pub kind: String,
    /// The role that such columns have, before the risk is measured.
    pub role: Role,
    /// Why, in words that hold no value of the data.
    pub why: String,
    /// Is that sure enough not to ask?
    pub sure: bool,
    /// Further keys of the column in the study: `type`, `format`, …
    pub keys: Vec<(&'static str, toml::Value)>,
    /// How it is generalized, where it is known to others.
    pub hierarchy: Option<Proposed>,
}

impl Found {
    /// A kind with its role, surely so, and nothing else.
    pub fn new(kind: impl Into<String>, role: Role, why: impl Into<String>) -> Found {
        Found { kind: kind.into(), role, why: why.into(), sure: true, keys: Vec::new(), hierarchy: None }
    }

    /// The same, but a person should look at it.
    pub fn unsure(self) -> Found {
        Found { sure: false, ..self }
    }
}

/// A hierarchy that follows from a meaning.
#[derive(Debug, Clone, PartialEq)]
pub enum Proposed {
    /// The value of the key `hierarchy`.
    Key(toml::Value),
    /// A file beside the study, ready to edit: for each value itself, its groups, and `*`.
    File(Vec<Vec<String>>),
    /// Such a file whose groups follow how often values occur and nothing else: to be edited.
    WithoutMeaning(Vec<Vec<String>>),
}

/// All meanings, in the order in which they are tried: what names a person by itself, then what is generalized by its meaning,
/// then what the name says, then what the values look like. The last takes every column.
pub const MEANINGS: &[About] = &[
    constant::EMPTY,
    constant::CONSTANT,
    identifier::BY_VALUES,
    identifier::BY_NAME,
    person::KEY_OF_PERSON,
    sensitive::ANSWER,
    generalize::icd::ICD10,
    generalize::icd::ICD9,
    generalize::postal::ABOUT,
    generalize::coordinates::ABOUT,
    generalize::times::ABOUT,
    generalize::age::ABOUT,
    generalize::sex::ABOUT,
    generalize::marital::ABOUT,
    generalize::education::ABOUT,
    generalize::occupation::ABOUT,
    generalize::countries::ABOUT,
    generalize::places::ABOUT,
    generalize::dates::ABOUT,
    free_text::FREE_TEXT,
    known::BY_NAME,
    sensitive::BY_NAME,
    label::BY_NAME,
    identifier::BY_UNIQUENESS,
    sensitive::BY_VALUES,
    words_of_values::BY_WORDS,
    measurement::MEASUREMENT,
    category::CATEGORY,
];

/// The meaning of a column, by the name of the meaning, and what follows from it.
pub fn recognise(seen: &Seen) -> (&'static str, Found) {
    let first = MEANINGS.iter().find_map(|about| Some((about.name, (about.recognise)(seen)?)));
    let (name, found) = first.unwrap_or((category::CATEGORY.name, category::any(seen)));
    (name, generalize::complete(seen, found))
}
