//! Missing values in words of SQL, said from the same spellings and the same rule that our own readers ask
//! ([`Missing`](crate::study::Missing)).

use std::borrow::Borrow;

use super::Dialect;
use crate::study::{Missing, MissingRule};

/// Is a text a spelling of missing? Nothing where the study has no such spelling.
pub fn is_missing(dialect: &Dialect, missing: &Missing, text: &str) -> Option<String> {
    let spellings: Vec<String> = missing.spellings.iter().map(|spelling| (dialect.literal)(spelling)).collect();
    (!spellings.is_empty()).then(|| format!("{} IN ({})", (dialect.trim)(text), spellings.join(", ")))
}

/// Conditions of which any takes a row out of the study, from the text of each column: none where missing values are kept.
pub fn drops<M: Borrow<Missing>>(dialect: &Dialect, columns: impl Iterator<Item = (M, String)>) -> Vec<String> {
    let columns = columns.filter(|(missing, _)| missing.borrow().rule == MissingRule::Drop);
    columns.filter_map(|(missing, text)| is_missing(dialect, missing.borrow(), &text)).collect()
}

/// A text that reads otherwise where it is missing; nothing where it never is.
pub fn or_else(dialect: &Dialect, missing: &Missing, text: &str, otherwise: &str) -> Option<String> {
    is_missing(dialect, missing, text).map(|is| format!("CASE WHEN {is} THEN {otherwise} ELSE {text} END"))
}
