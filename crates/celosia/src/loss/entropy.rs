//! Non-uniform entropy (de Waal and Willenborg; Gionis and Tassa): bits needed to guess the values behind a cell.
//!
//! A cell with value v that shows group g loses log2(rows of g) − log2(rows of v) bits; one of a suppressed row loses
//! log2(N) − log2(rows of v), N being the rows of the table. The difference, what a kept cell is spared, does not
//! depend on v: log2(N) − log2(rows of g). So a cell is priced by log2(rows of g) / log2(N), which is not 0 for a
//! value shown as it is, and the bits lost are those of suppressing everything less what kept rows are spared.
//!
//! **Monotone.** A coarser group has at least as many rows, so its cells are spared less; suppressed ones are spared
//! nothing.
//!
//! **Additive.** With costs C of kept rows and S suppressed rows, kept rows are spared (N − S − C) · log2(N): the loss
//! is a constant plus (C + S) · log2(N) / most. Without bits to lose C + S is N, and the loss is S / N.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, total_weight};
use crate::frequency::Attribute;
use crate::space::Set;

pub const ENTROPY: About = About {
    name: "entropy",
    measures: "how many bits are needed to guess the values behind what is shown",
    definition: "per cell log2(rows with a value of the shown group) − log2(rows with the value itself); \
                 log2(rows of the table) − log2(rows with the value) for a cell of a suppressed row",
    range: "0 to 1, the bits divided by those of suppressing everything; raw: the weighted sum of all cells' bits",
    reference: "De Waal and Willenborg 1999; Gionis and Tassa 2009, non-uniform entropy",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| {
        let all: Vec<f64> = attributes.iter().map(|a| bits(a.counts.iter().sum())).collect();
        let bits_of = |(a, all): (&Attribute, &f64)| {
            a.weight * a.counts.iter().map(|rows| *rows as f64 * (all - bits(*rows))).sum::<f64>()
        };
        Box::new(Entropy { most: attributes.iter().zip(&all).map(bits_of).sum(), all, attributes })
    },
};

struct Entropy {
    attributes: Arc<[Attribute]>,
    /// The bits that tell one row of the table from the others, as each attribute counts them.
    all: Vec<f64>,
    /// The bits lost when everything is suppressed.
    most: f64,
}

impl Metric for Entropy {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        let all = self.all[attribute];
        if all > 0.0 { bits(set.rows) / all } else { 1.0 }
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = kept.rows + kept.suppressed;
        if self.most == 0.0 {
            // Attributes of one value have no bits to lose: what is lost is the share of the rows.
            return Loss { value: kept.suppressed as f64 / rows.max(1) as f64, raw: 0.0 };
        }
        let spared = (kept.rows as f64 - kept.cost) * bits(rows) * total_weight(&self.attributes);
        // Where nothing is lost, rounding may leave a little less than that.
        let lost = (self.most - spared).max(0.0);
        Loss { value: lost / self.most, raw: lost }
    }
}

/// Bits that tell one of these rows from the others.
fn bits(rows: u64) -> f64 {
    if rows > 1 { (rows as f64).log2() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 rows: 8 of the first value, 4 of each of the other two.
    fn metric() -> Box<dyn Metric> {
        (ENTROPY.build)(vec![Attribute { weight: 1.0, counts: vec![8, 4, 4], numbers: None, leaves: None }].into())
    }

    fn cell(values: &[u32], rows: u64) -> f64 {
        metric().cell(0, &Set { values, rows, height: 0.5, open: values.len() as u64 })
    }

    #[test]
    fn two_equal_values_in_a_group_cost_a_bit_a_row() {
        assert_eq!([cell(&[0], 8), cell(&[1, 2], 8)], [0.75, 0.75]); // 3 bits of 4
        // Suppressing everything: 8 × (4 − 3) + 8 × (4 − 2) = 24 bits. The group alone: 8 × 1.
        let loss = metric().total(&Kept { cost: 16.0 * 0.75, classes: 2, rows: 16, suppressed: 0 });
        assert_eq!(loss, Loss { value: 8.0 / 24.0, raw: 8.0 });
    }

    #[test]
    fn values_as_they_are_cost_nothing_and_suppressed_ones_all_their_bits() {
        assert_eq!([cell(&[0], 8), cell(&[1], 4), cell(&[2], 4)], [0.75, 0.5, 0.5]);
        let loss = metric().total(&Kept { cost: 8.0 * 0.75 + 8.0 * 0.5, classes: 3, rows: 16, suppressed: 0 });
        assert_eq!(loss, Loss { value: 0.0, raw: 0.0 });
        // The four rows of the last value are suppressed: 4 × (4 − 2) bits.
        let loss = metric().total(&Kept { cost: 8.0 * 0.75 + 4.0 * 0.5, classes: 2, rows: 12, suppressed: 4 });
        assert_eq!(loss, Loss { value: 8.0 / 24.0, raw: 8.0 });
    }

    #[test]
    fn a_table_without_bits_loses_rows() {
        let metric =
            (ENTROPY.build)(vec![Attribute { weight: 1.0, counts: vec![4], numbers: None, leaves: None }].into());
        let loss = metric.total(&Kept { cost: 3.0, classes: 1, rows: 3, suppressed: 1 });
        assert_eq!(loss, Loss { value: 0.25, raw: 0.0 });
    }
}
