//! Weighted normalised certainty penalty (Xu et al.): how wide the shown groups are.
//!
//! **Monotone.** A coarser group contains the finer one, so it spans at least as much of the range and holds at least
//! as many values, or leaves where a study counts these (see `general_loss.rs`). Numbers pay the span of the table's numbers
//! either way. No cell costs more than 1, the price of a cell of a suppressed row.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows, part_of_range, total_weight};
use crate::frequency::Attribute;
use crate::space::Set;

pub const CERTAINTY_PENALTY: About = About {
    name: "certainty-penalty",
    measures: "how wide the shown groups are: of numbers by their span, of categories by their size, on average",
    definition: "per cell, numbers: (highest − lowest of the group) / (highest − lowest of the domain); categories: \
                 values in the group / values in the domain, both as objectives.domain counts them, 0 for a single value; 1 for a cell of a suppressed row",
    range: "0 to 1, the weighted mean over all cells; raw: the sum over all cells of weight × penalty",
    reference: "Xu et al. 2006, weighted normalized certainty penalty",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| Box::new(CertaintyPenalty { attributes }),
};

struct CertaintyPenalty {
    attributes: Arc<[Attribute]>,
}

impl Metric for CertaintyPenalty {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        let attribute = &self.attributes[attribute];
        match &attribute.numbers {
            // Codes follow the order of the numbers.
            Some(numbers) => part_of_range(numbers, set.extent()),
            None if set.open > 1 => set.open as f64 / attribute.domain() as f64,
            None => 0.0,
        }
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed) as f64;
        let value = mean_over_rows(kept, self.attributes.len()).value;
        Loss { value, raw: value * rows * total_weight(&self.attributes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metric() -> CertaintyPenalty {
        let age =
            Attribute { weight: 3.0, counts: vec![1; 4], numbers: Some(vec![20.0, 25.0, 40.0, 60.0]), leaves: None };
        let city = Attribute { weight: 1.0, counts: vec![1; 4], numbers: None, leaves: None };
        CertaintyPenalty { attributes: vec![age, city].into() }
    }

    #[test]
    fn numbers_pay_their_span_and_categories_their_size() {
        let cells = |attribute| {
            let cell = |values: &[u32]| {
                metric().cell(attribute, &Set { values, rows: 3, height: 0.5, open: values.len() as u64 })
            };
            [cell(&[0, 1, 2]), cell(&[3])]
        };
        assert_eq!(cells(0), [0.5, 0.0]);
        assert_eq!(cells(1), [0.75, 0.0]);
    }

    #[test]
    fn one_number_spans_nothing() {
        let attribute = Attribute { weight: 1.0, counts: vec![4], numbers: Some(vec![7.0]), leaves: None };
        let metric = CertaintyPenalty { attributes: vec![attribute].into() };
        assert_eq!(metric.cell(0, &Set { values: &[0], rows: 4, height: 1.0, open: 1 }), 0.0);
    }

    #[test]
    fn the_raw_penalty_carries_the_weights() {
        // Three rows with age 20 to 40 (3 × 0.5 each, one class), one row suppressed (3 + 1).
        let kept = Kept { cost: 3.0 * (3.0 * 0.5 / 4.0), classes: 1, rows: 3, suppressed: 1 };
        assert_eq!(metric().total(&kept), Loss { value: 8.5 / 16.0, raw: 8.5 });
    }
}
