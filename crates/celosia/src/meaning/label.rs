//! What a model is taught to predict, where the name says so.

use super::words::things::LABEL;
use super::{About, Found, Seen};
use crate::study::Role;

/// Called a target, a label or a class, with few values.
pub const BY_NAME: About = About { name: "label", recognise: label };

fn label(seen: &Seen) -> Option<Found> {
    let few = seen.distinct() <= 30 && seen.rows_per_value() >= 2.0;
    let term = LABEL.find(&seen.words).filter(|_| few && LABEL.is_all(&seen.words))?;
    Some(Found::new("label to predict", Role::Class, format!("it is called \"{term}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_called_so_is_a_label() {
        let label = |name: &str| label(&Seen::of_rows(name, &["a", "b", "a", "b"])).is_some();
        assert!(label("target") && label("Outcome") && label("class"));
        assert!(!label("school class") && !label("workclass") && !label("disease"));
    }
}
