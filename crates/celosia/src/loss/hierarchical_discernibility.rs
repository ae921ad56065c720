//! Hierarchical discernibility (Li and Li, as Hernandez et al. use it): rows that a shown set makes a value look like.
//!
//! Of N rows, let a set e have N_e and a value v of it N_v. Then v loses (N_e − N_v) / (N − N_v) and the set the mean
//! of that over its values. The paper averages sets; here each row has its set's loss, so that large sets count more.
//!
//! **Monotone**, although a set's loss is a mean. Let sets of A and B rows merge. For every v, (x − N_v) / (N − N_v)
//! falls as N_v rises (x ≤ N) and rises with x. So before, the first set lost at most A / N. After, a value of the
//! first loses at least what it lost before; a value of the second, which has N_v ≤ B, loses
//! (A + B − N_v) / (N − N_v) ≥ A / (N − B) ≥ A / N. All values of the union thus lose at least the first set's mean,
//! hence so does the union, and by symmetry at least the second's. No set loses more than 1, the price of a suppressed
//! cell, because N_e ≤ N.

use std::sync::Arc;

use super::{About, Kept, Loss, Metric, Needs, mean_over_rows};
use crate::frequency::Attribute;
use crate::space::Set;

pub const HIERARCHICAL_DISCERNIBILITY: About = About {
    name: "hierarchical-discernibility",
    measures: "which part of the other rows each cell cannot be told from any more, on average",
    definition: "a value v in a set e loses (rows of e − rows of v) / (rows of the table − rows of v); a cell loses \
                 the mean over the values of its set; 1 for a cell of a suppressed row",
    range: "0 to 1, the weighted mean over all cells; raw: the same",
    reference: "Li and Li 2008; Hernandez et al., Tree traversal to achieve generalization, equations 3 and 4",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: true,
    build: |attributes| Box::new(HierarchicalDiscernibility::new(attributes)),
};

struct HierarchicalDiscernibility {
    attributes: Arc<[Attribute]>,
    /// Rows of the table, as each attribute counts them.
    rows: Vec<u64>,
}

impl HierarchicalDiscernibility {
    fn new(attributes: Arc<[Attribute]>) -> Self {
        HierarchicalDiscernibility { rows: attributes.iter().map(|a| a.counts.iter().sum()).collect(), attributes }
    }
}

impl Metric for HierarchicalDiscernibility {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        let counts = &self.attributes[attribute].counts;
        let of_value = |value: &u32| of_value(set.rows, counts[*value as usize], self.rows[attribute]);
        // Equation 4.
        set.values.iter().map(of_value).sum::<f64>() / set.size().max(1) as f64
    }

    fn total(&self, kept: &Kept) -> Loss {
        let value = mean_over_rows(kept, self.attributes.len()).value;
        Loss { value, raw: value }
    }
}

/// Equation 3: what a value loses in a set. A value that all rows have loses nothing.
pub fn of_value(of_set: u64, of_value: u64, rows: u64) -> f64 {
    if rows > of_value { (of_set - of_value) as f64 / (rows - of_value) as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example below equation 3: 50 rows X and 200 rows Y of 1000, in one set. The mean of 4/19 and 1/16 is
    /// 0.136513; the paper prints 0.136516.
    #[test]
    fn the_example_of_the_paper() {
        assert_eq!(of_value(250, 50, 1000), 4.0 / 19.0);
        assert_eq!(of_value(250, 200, 1000), 1.0 / 16.0);
        let attribute = Attribute { weight: 1.0, counts: vec![50, 200, 750], numbers: None, leaves: None };
        let metric = HierarchicalDiscernibility::new(vec![attribute].into());
        let cell = |values: &[u32], rows| metric.cell(0, &Set { values, rows, height: 0.5, open: values.len() as u64 });
        let cells = [cell(&[0, 1], 250), cell(&[2], 750)];
        assert!((cells[0] - 0.136516).abs() < 5e-6);
        assert_eq!(cells[0], (4.0 / 19.0 + 1.0 / 16.0) / 2.0);
        assert_eq!(cells[1], 0.0);
    }

    #[test]
    fn the_set_of_all_values_costs_as_much_as_suppression() {
        let attribute = |counts| Attribute { weight: 1.0, counts, numbers: None, leaves: None };
        let metric = HierarchicalDiscernibility::new(vec![attribute(vec![3, 7]), attribute(vec![10])].into());
        assert_eq!(metric.cell(0, &Set { values: &[0, 1], rows: 10, height: 1.0, open: 2 }), 1.0);
        assert_eq!(metric.cell(1, &Set { values: &[0], rows: 10, height: 1.0, open: 1 }), 0.0);
        let loss = metric.total(&Kept { cost: 0.0, classes: 0, rows: 0, suppressed: 10 });
        assert_eq!(loss, Loss { value: 1.0, raw: 1.0 });
    }
}
