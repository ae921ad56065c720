//! General loss (Iyengar): how much of an attribute's domain a shown group leaves open.
//!
//! **Monotone.** A coarser group holds more values, so every cell costs at least as much; a suppressed row costs 1,
//! which no cell exceeds. Where a study counts leaves (`domain = "leaves"`), the leaves of a group are those of the groups that
//! it takes in and perhaps more, and of a set of values no fewer than of a smaller set (`space/lattice.rs`), so the same holds.
//! By leaves a group costs more than the group below it also where the table has no further value for it.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows};
use crate::frequency::Attribute;
use crate::space::Set;

pub const GENERAL_LOSS: About = About {
    name: "general-loss",
    measures: "how much of its domain each cell leaves open, on average",
    definition: "per cell (values in the shown group − 1) / (values in the domain − 1), both as objectives.domain counts them; 1 for a cell of a suppressed row",
    range: "0 to 1, the sum divided by rows × quasi-identifiers; raw: GL + SL, the sum over all cells",
    reference: "Iyengar 2002, who counts leaves; Dewri et al., chapter on multi-objective disclosure control, equations 1.2 to 1.4",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| Box::new(GeneralLoss { attributes }),
};

struct GeneralLoss {
    attributes: Arc<[Attribute]>,
}

impl Metric for GeneralLoss {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        open(set, &self.attributes[attribute])
    }

    fn total(&self, kept: &Kept) -> Loss {
        mean_over_rows(kept, self.attributes.len())
    }
}

/// Equation 1.2: the part of a domain that a set leaves open. An attribute with one value loses nothing.
pub(super) fn open(set: &Set, attribute: &Attribute) -> f64 {
    let domain = attribute.domain();
    if domain > 1 { set.open.saturating_sub(1) as f64 / (domain - 1) as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_three_of_five_values_leaves_half_the_domain_open() {
        let attribute = |counts: &[u64]| Attribute { weight: 1.0, counts: counts.into(), numbers: None, leaves: None };
        let metric = GeneralLoss { attributes: vec![attribute(&[7, 1, 1, 2, 9]), attribute(&[4])].into() };
        let cell = |attribute, values: &[u32]| {
            metric.cell(attribute, &Set { values, rows: 4, height: 0.5, open: values.len() as u64 })
        };
        assert_eq!([cell(0, &[0]), cell(0, &[1, 2, 3]), cell(0, &[0, 1, 2, 3, 4])], [0.0, 0.5, 1.0]);
        assert_eq!(cell(1, &[0]), 0.0);
    }

    #[test]
    fn suppressed_rows_cost_one_in_every_cell() {
        let attribute = Attribute { weight: 1.0, counts: vec![5, 5], numbers: None, leaves: None };
        let metric = GeneralLoss { attributes: vec![attribute; 2].into() };
        // 8 rows, each with one open cell of two (GL = 8), and 2 suppressed rows (SL = 4), of 20 cells.
        let loss = metric.total(&Kept { cost: 8.0 * 0.5, classes: 2, rows: 8, suppressed: 2 });
        assert_eq!(loss, Loss { value: 0.6, raw: 12.0 });
    }
}
