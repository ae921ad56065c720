//! Text that people wrote: it may hold anything, so it is never released.

use super::words::things::TEXT;
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Several words in many different values.
pub const FREE_TEXT: About = About { name: "free text", recognise: free_text };

fn free_text(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::String || seen.distinct() < 4 {
        return None;
    }
    let asked = seen.sample().count() as f64;
    let words: usize = seen.sample().map(|(value, _)| value.split_whitespace().count()).sum();
    let words = words as f64 / asked;
    let many = seen.rows_per_value() < 3.0 || seen.distinct() > 2_000;
    let why = match TEXT.find(&seen.words) {
        Some(term) if words >= 1.5 && many => format!("its name says \"{term}\", and its values are texts"),
        _ if words >= 5.0 && many => "its values are texts of many words".into(),
        _ => return None,
    };
    Some(Found::new("free text", Role::FreeText, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_from_long_labels() {
        let texts = [
            "came with a cough and was sent home",
            "fell from a ladder in the garden",
            "no complaints today at all",
            "was seen by two doctors in March",
        ];
        assert_eq!(free_text(&Seen::of_rows("x", &texts)).map(|found| found.role), Some(Role::FreeText));
        let label = [
            ("treated in hospital for more than a day", 40),
            ("sent home on the same day after care", 50),
            ("no care was needed at the scene", 30),
            ("not known to the police at all", 9),
        ];
        assert_eq!(free_text(&Seen::of("x", Kind::String, &label)), None);
    }
}
