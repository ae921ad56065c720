//! General loss (Iyengar): how much of an attribute's domain a shown group leaves open.
//!
//! **Monotone.** A coarser group holds more values, so every cell costs at least as much; a suppressed row costs 1,
//! which no cell exceeds.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows};
use crate::frequency::Attribute;
use crate::space::Grouping;

pub const GENERAL_LOSS: About = About {
    name: "general-loss",
    measures: "how much of its domain each cell leaves open, on average",
    definition: "per cell (values in the shown group − 1) / (values in the domain − 1); 1 for a cell of a suppressed row",
    range: "0 to 1, the sum divided by rows × quasi-identifiers; raw: GL + SL, the sum over all cells",
    reference: "Iyengar 2002; Dewri et al., chapter on multi-objective disclosure control, equations 1.2 to 1.4",
    needs: Needs::Rows,
    monotone: true,
    build: |attributes| Box::new(GeneralLoss { attributes }),
};

struct GeneralLoss {
    attributes: Arc<[Attribute]>,
}

impl Metric for GeneralLoss {
    fn cells(&self, attribute: usize, grouping: &Grouping) -> Vec<f64> {
        let domain = self.attributes[attribute].counts.len();
        // Equation 1.2. An attribute with one value loses nothing.
        let open = |size: u64| if domain > 1 { (size - 1) as f64 / (domain - 1) as f64 } else { 0.0 };
        grouping.sizes().into_iter().map(open).collect()
    }

    fn total(&self, kept: &Kept) -> Loss {
        mean_over_rows(kept, self.attributes.len())
    }
}
