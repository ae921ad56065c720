//! Information loss per generalization set (Hernandez et al.): how many values a shown set holds.
//!
//! The paper prices a set by |set| / (U − 1), where U is the number of values in the column: U / (U − 1) for the set of
//! all values, which is more than 1 and differs from column to column. So a row is priced by the weighted mean of its
//! sets, divided by that mean for a row of full sets; one column alone costs |set| / U. The raw loss is the paper's.
//!
//! **Monotone.** A union of sets holds more values than each, and a set of one value, which loses nothing, costs less
//! than any other. A suppressed row costs 1, the price of a row of full sets.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows, total_weight};
use crate::frequency::Attribute;
use crate::space::Set;

pub const GENERALIZATION_SET: About = About {
    name: "generalization-set-loss",
    measures: "how many values the set behind a cell holds, on average",
    definition: "per cell, values in the set / (values in the column − 1), 0 for a set of one value; a suppressed cell \
                 counts as the set of all values",
    range: "0 to 1, the mean divided by that of suppressing everything; raw: the weighted mean over all cells",
    reference: "Hernandez et al., Tree traversal to achieve generalization, equations 1 and 2",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| {
        let full = |a: &Attribute| a.weight * of_set(a.counts.len() as u64, a.counts.len() as u64);
        let full = attributes.iter().map(full).sum::<f64>() / total_weight(&attributes);
        Box::new(GeneralizationSet { full, attributes })
    },
};

/// Equation 1: what a set of this many values loses in a column of `unique` values. A set of one value loses nothing,
/// because it shows the value itself.
pub fn of_set(size: u64, unique: u64) -> f64 {
    if size > 1 && unique > 1 { size as f64 / (unique - 1) as f64 } else { 0.0 }
}

struct GeneralizationSet {
    attributes: Arc<[Attribute]>,
    /// What a row of full sets loses by the paper's measure; 0 where every attribute has one value.
    full: f64,
}

impl Metric for GeneralizationSet {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        let unique = self.attributes[attribute].counts.len() as u64;
        if self.full > 0.0 { of_set(set.size(), unique) / self.full } else { 0.0 }
    }

    fn total(&self, kept: &Kept) -> Loss {
        let value = mean_over_rows(kept, self.attributes.len()).value;
        Loss { value, raw: value * self.full }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example below equation 1: ages 23, 24, 28 (twice), 35, 40, 45, 46, 51, 55, in the sets
    /// {24, 40, 51, 55} and {23, 28, 35, 45, 46}.
    #[test]
    fn the_example_of_the_paper() {
        let age = Attribute { weight: 1.0, counts: vec![1, 1, 2, 1, 1, 1, 1, 1, 1], numbers: None, leaves: None };
        assert_eq!((of_set(4, 9), of_set(5, 9)), (0.5, 0.625));
        let metric = (GENERALIZATION_SET.build)(vec![age].into());
        let cell = |values: &[u32], rows| metric.cell(0, &Set { values, rows, height: 0.5, open: values.len() as u64 });
        let cells = [cell(&[1, 4, 7, 8], 4), cell(&[0, 2, 3, 5, 6], 6)];
        let kept = Kept { cost: 4.0 * cells[0] + 6.0 * cells[1], classes: 2, rows: 10, suppressed: 0 };
        let loss = metric.total(&kept);
        assert!((loss.raw - 0.575).abs() < 1e-12);
        assert!((loss.value - (4.0 * 4.0 / 9.0 + 6.0 * 5.0 / 9.0) / 10.0).abs() < 1e-12);
    }

    #[test]
    fn columns_of_different_length_keep_the_raw_loss_of_the_paper() {
        let column = |values| Attribute { weight: 1.0, counts: vec![2; values], numbers: None, leaves: None };
        let metric = (GENERALIZATION_SET.build)(vec![column(2), column(3)].into());
        // Full sets lose 2/1 and 3/2; a set of two in the second column loses 2/2.
        let one = metric.cell(0, &Set { values: &[0], rows: 2, height: 0.0, open: 1 });
        let two = metric.cell(1, &Set { values: &[1, 2], rows: 4, height: 0.5, open: 2 });
        let kept = Kept { cost: 3.0 * (one + two) / 2.0, classes: 1, rows: 3, suppressed: 1 };
        let loss = metric.total(&kept);
        assert!((loss.raw - (3.0 * 0.5 + 1.75) / 4.0).abs() < 1e-12);
        assert!((loss.value - loss.raw / 1.75).abs() < 1e-12);
    }
}
