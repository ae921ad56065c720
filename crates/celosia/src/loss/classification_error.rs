//! Classification error (Iyengar): rows that do not carry the most frequent label of their class.
//!
//! **Monotone.** In a union of two classes the most frequent label has at most as many rows as the most frequent label
//! of the one and that of the other together, so at least as many rows differ from it. A suppressed class costs all of
//! its rows, which no kept class exceeds.

use super::{About, Class, Kept, Loss, Metric, Needs};

pub const CLASSIFICATION_ERROR: About = About {
    name: "classification-error",
    measures: "the share of rows whose label is not the one that most rows of their class carry",
    definition: "per class, rows − rows with its most frequent label; a suppressed row costs 1",
    range: "0 to 1, the count divided by the rows of the table; raw: the count",
    reference: "Iyengar 2002, classification metric",
    needs: Needs::Label,
    monotone: true,
    additive: true,
    whole: true,
    cells_only: false,
    build: |_| Box::new(ClassificationError),
};

struct ClassificationError;

impl Metric for ClassificationError {
    fn class(&self, class: &Class) -> f64 {
        errors(class)
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed) as f64;
        let raw = kept.cost + kept.suppressed as f64;
        Loss { value: if rows == 0.0 { 0.0 } else { raw / rows }, raw }
    }
}

/// The rows of a class that do not carry its most frequent label.
pub(super) fn errors(class: &Class) -> f64 {
    // `needs` asks for the labels, so they are there; a class without labels has none to get wrong.
    let Some(label) = class.label else { return 0.0 };
    let majority = label.counts.iter().copied().max().unwrap_or(0);
    class.rows.saturating_sub(majority) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frequency::Histogram;

    #[test]
    fn rows_off_the_majority_and_suppressed_rows_are_errors() {
        let class = |counts: &[u64]| {
            let label = Histogram { values: &[0, 1], counts };
            let rows = counts.iter().sum();
            ClassificationError.class(&Class { rows, row: 0.0, label: Some(label), extents: &[] })
        };
        // One of four, two of four (a tie costs the same either way), none of two; and two suppressed rows, of 12.
        let cost = class(&[3, 1]) + class(&[2, 2]) + class(&[0, 2]);
        let loss = ClassificationError.total(&Kept { cost, classes: 3, rows: 10, suppressed: 2 });
        assert_eq!(loss, Loss { value: 5.0 / 12.0, raw: 5.0 });
    }
}
