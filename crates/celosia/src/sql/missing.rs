//! Missing values in words of SQL, said from the same spellings and the same rule that our own readers ask
//! ([`Missing`](crate::study::Missing)).

use super::Dialect;
use crate::study::{Missing, MissingRule};

/// Is a text a spelling of missing? Nothing where the study has no such spelling.
pub fn is_missing(dialect: &Dialect, missing: &Missing, text: &str) -> Option<String> {
    let spellings: Vec<String> = missing.spellings.iter().map(|spelling| (dialect.literal)(spelling)).collect();
    (!spellings.is_empty()).then(|| format!("{} IN ({})", (dialect.trim)(text), spellings.join(", ")))
}

/// Conditions of which any takes a row out of the study: none where missing values are kept.
pub fn drops(dialect: &Dialect, missing: &Missing, texts: impl Iterator<Item = String>) -> Vec<String> {
    let texts = texts.filter(|_| missing.rule == MissingRule::Drop);
    texts.filter_map(|text| is_missing(dialect, missing, &text)).collect()
}

/// A text that reads otherwise where it is missing; nothing where it never is.
pub fn or_else(dialect: &Dialect, missing: &Missing, text: &str, otherwise: &str) -> Option<String> {
    is_missing(dialect, missing, text).map(|is| format!("CASE WHEN {is} THEN {otherwise} ELSE {text} END"))
}
