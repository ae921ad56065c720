//! Classification error of the rows that stay, for a reading of POkA's experiment in which suppressed rows cost nothing.
//!
//! Iyengar's metric counts a suppressed row as an error. POkA measures it by tolerance, where every node suppresses what it
//! may; where such rows cost, no neighbour of the top loses less than the top, and Function 1 ends there at once. The paper
//! does not say which it means, and its figure shows many points, so this is the other reading.
//!
//! **Not monotone.** Generalizing never lowers the errors of rows that stay, but suppressing a row does.

use super::{About, Class, Kept, Loss, Metric, Needs, classification_error};

pub const KEPT_CLASSIFICATION_ERROR: About = About {
    name: "kept-classification-error",
    measures: "the share of rows that are kept with a label other than most rows of their class carry; suppressed rows cost \
               nothing here",
    definition: "per class, rows − rows with its most frequent label; a suppressed row costs 0",
    range: "0 to 1, the count divided by the rows of the table; raw: the count",
    reference: "Dewri et al., POkA (CIKM 2009), section 6, in the reading in which suppressed rows cost nothing",
    needs: Needs::Label,
    monotone: false,
    additive: false,
    whole: true,
    cells_only: false,
    build: |_| Box::new(KeptClassificationError),
};

struct KeptClassificationError;

impl Metric for KeptClassificationError {
    fn class(&self, class: &Class) -> f64 {
        classification_error::errors(class)
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed).max(1) as f64;
        Loss { value: kept.cost / rows, raw: kept.cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suppressed_rows_cost_nothing() {
        // Three of ten kept rows are off the majority of their classes; two more are suppressed.
        let loss = KeptClassificationError.total(&Kept { cost: 3.0, classes: 3, rows: 10, suppressed: 2 });
        assert_eq!(loss, Loss { value: 0.25, raw: 3.0 });
    }
}
