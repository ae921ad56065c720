//! What a column is: its meaning, told from its name, the shape of its values and how often they occur. One meaning per file,
//! one line each in `MEANINGS`; the first that recognises a column has it.

mod age;
mod amounts;
mod bands;
mod by_name;
mod categories;
mod codes;
mod coordinates;
mod counts;
mod dates;
mod education;
mod groups;
mod marital;
mod measurements;
mod numbered;
mod occupation;
mod ordered;
mod postal;
mod scales;
mod sex;
mod spelling;
mod steps;
#[cfg(test)]
mod testing;
mod times;
mod yes_no;

use crate::study::Role;
use crate::table::Domain;

/// A column as it was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its name.
    pub name: String,
    /// The words of its name, in small letters: "ZipCode" and "zip_code" are "zip" and "code".
    pub words: Vec<String>,
    /// Its values with their rows, missing left out. At most so many as are counted.
    pub domain: Domain,
    /// Has it more values than were counted?
    pub capped: bool,
    /// Rows of the table.
    pub rows: u64,
    /// Rows in which it is missing.
    pub missing: u64,
}

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

/// All meanings, in the order in which they are tried.
pub const MEANINGS: &[About] = &[
    postal::ABOUT,
    coordinates::ABOUT,
    times::ABOUT,
    age::ABOUT,
    sex::ABOUT,
    marital::ABOUT,
    education::ABOUT,
    occupation::ABOUT,
    yes_no::ABOUT,
    dates::ABOUT,
    ordered::ABOUT,
    amounts::ABOUT,
    counts::ABOUT,
    codes::ABOUT,
    measurements::ABOUT,
    categories::ABOUT,
];
