//! Precision (Sweeney): how many steps up its hierarchy each cell was taken.
//!
//! **Monotone.** A coarser group lies at least as high in its hierarchy; a suppressed row costs 1, which is the top.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows};
use crate::frequency::Attribute;
use crate::space::Set;

pub const PRECISION: About = About {
    name: "precision",
    measures: "how far up its hierarchy each cell was taken, on average",
    definition: "per cell, steps up the hierarchy / steps to its top; 1 for a cell of a suppressed row",
    range: "0 to 1, the mean over all cells; raw: Prec = 1 − that mean, so larger is better",
    reference: "Sweeney 2002, precision metric",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| Box::new(Precision { attributes }),
};

struct Precision {
    attributes: Arc<[Attribute]>,
}

impl Metric for Precision {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        // An attribute with one value loses nothing, however high its hierarchy.
        if self.attributes[attribute].counts.len() > 1 { set.height } else { 0.0 }
    }

    fn total(&self, kept: &Kept) -> Loss {
        let value = mean_over_rows(kept, self.attributes.len()).value;
        Loss { value, raw: 1.0 - value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cost_their_height() {
        let attribute = |values| Attribute { weight: 1.0, counts: vec![2; values], numbers: None, leaves: None };
        let metric = Precision { attributes: vec![attribute(3), attribute(1)].into() };
        assert_eq!(metric.cell(0, &Set { values: &[1, 2], rows: 4, height: 0.25, open: 2 }), 0.25);
        assert_eq!(metric.cell(1, &Set { values: &[0], rows: 2, height: 1.0, open: 1 }), 0.0);
    }

    #[test]
    fn raw_is_the_precision_of_the_paper() {
        let attribute = Attribute { weight: 1.0, counts: vec![2; 3], numbers: None, leaves: None };
        let metric = Precision { attributes: vec![attribute].into() };
        // Three rows at half their height, one suppressed.
        let loss = metric.total(&Kept { cost: 1.5, classes: 1, rows: 3, suppressed: 1 });
        assert_eq!(loss, Loss { value: 0.625, raw: 0.375 });
    }
}
