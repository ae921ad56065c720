//! Weighted-k: how many others a row looks like, on average over the rows.
//!
//! **Monotone.** Merging classes of a and b rows replaces a² + b² by (a + b)² in Σ rows² / Σ rows, and (a + b)² ≥ a² +
//! b². This holds while every row stays: suppressing a class changes both sums, and dropping a class that is larger
//! than the mean lowers the mean. Where persons are counted, the mean is over rows still, of the persons of each row's class: a
//! union has at least as many persons as either part, so each row's number grows.

use super::{About, Class, Compares, Goal, Model, Over};

pub const WEIGHTED_K: About = About {
    name: "weighted-k",
    parameter: "k",
    measures: "how many people a row could be about, on average over the rows; a few rows may still be unique",
    definition: "k = the mean over rows of the number of rows of the row's class, or of its persons",
    range: "1 (everyone is unique) to the number of rows; larger is more private",
    reference: "Dewri et al., multi-objective optimization of k-anonymity, equation 3",
    goal: Goal::Max,
    sensitive: false,
    compares: Compares::Nothing,
    holders: false,
    sizes: true,
    over: Over::RowMean,
    monotone: true,
    build: |_, _| Ok(Box::new(WeightedK)),
};

struct WeightedK;

impl Model for WeightedK {
    fn protection(&self, class: &Class) -> f64 {
        class.size() as f64
    }

    /// No part has more rows than the whole, whatever goes. So no kept row counts for more than this in the mean.
    fn reach(&self, class: &Class, _: u64) -> f64 {
        self.protection(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::Parameters;
    use crate::privacy::tests::table_protection;

    #[test]
    fn mean_over_rows_not_over_classes() {
        let model = (WEIGHTED_K.build)(&Parameters::default(), &[]).expect("needs nothing");
        // Equation 3: two rows that are 1-anonymous, two that are 2-anonymous, four that are 4-anonymous.
        let classes = [vec![vec![1]], vec![vec![1]], vec![vec![2]], vec![vec![4]]];
        assert_eq!(table_protection(&WEIGHTED_K, &*model, &classes), (2.0 + 2.0 * 2.0 + 4.0 * 4.0) / 8.0);
    }
}
