//! Generalization loss alone: general loss of the rows that stay, for problems in which suppressed rows are an objective
//! of their own.
//!
//! **Not monotone.** Generalizing never lowers it, but suppressing a row does: its cells no longer count.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, general_loss};
use crate::frequency::Attribute;
use crate::space::Set;

pub const GENERALIZATION_LOSS: About = About {
    name: "generalization-loss",
    measures: "how much of its domain each cell that is kept leaves open; suppressed rows cost nothing here",
    definition: "per cell (values in the shown group − 1) / (values in the domain − 1), both as objectives.domain counts them; 0 for a cell of a suppressed row",
    range: "0 to 1, the sum divided by rows × quasi-identifiers; raw: GL, the sum over all cells",
    reference: "Dewri et al., chapter on multi-objective disclosure control, equations 1.2 and 1.3",
    needs: Needs::Rows,
    monotone: false,
    additive: false,
    whole: false,
    cells_only: true,
    build: |attributes| Box::new(GeneralizationLoss { attributes }),
};

struct GeneralizationLoss {
    attributes: Arc<[Attribute]>,
}

impl Metric for GeneralizationLoss {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        general_loss::open(set, &self.attributes[attribute])
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed).max(1) as f64;
        Loss { value: kept.cost / rows, raw: kept.cost * self.attributes.len() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suppressed_rows_cost_nothing() {
        let attribute = Attribute { weight: 1.0, counts: vec![5, 5], numbers: None, leaves: None };
        let metric = GeneralizationLoss { attributes: vec![attribute; 2].into() };
        // 8 rows, each with one open cell of two: GL = 8 of 20 cells; the 2 suppressed rows are counted elsewhere.
        let loss = metric.total(&Kept { cost: 8.0 * 0.5, classes: 2, rows: 8, suppressed: 2 });
        assert_eq!(loss, Loss { value: 0.4, raw: 8.0 });
    }
}
