//! t-closeness with ordered distance: values i and j of m are at distance |i − j| / (m − 1).
//!
//! What must cross from the first i values to the rest is the difference of the cumulative shares, so the earth
//! mover's distance is Σ |Q − P| / (m − 1) over the cumulative shares Q of the class and P of the table.
//!
//! **Monotone.** By convexity, as shown for all distances in the parent module.
//!
//! **Cost.** One pass over all m values, also those that the class lacks.

use crate::privacy::{About, Class, Goal, Model, Over, Prior, weakest};

pub const ORDERED: About = About {
    name: "t-closeness-ordered",
    parameter: "t",
    measures: "how far the sensitive values of a group can be from those of everybody, neighbouring values being alike",
    definition: "t = the largest over classes of Σ |Q − P| / (m − 1), Q and P the cumulative shares in class and table",
    range: "0 (every class is like the table) to 1; smaller is more private",
    reference: "Li, Li and Venkatasubramanian, t-closeness (ICDE 2007), ordered distance",
    goal: Goal::Min,
    sensitive: true,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        let mut cumulative = Prior::of_all(ORDERED.name, sensitive)?;
        for prior in &mut cumulative {
            let mut sum = 0.0;
            prior.totals.iter_mut().for_each(|total| {
                sum += *total;
                *total = sum;
            });
        }
        Ok(Box::new(Ordered { cumulative }))
    },
};

struct Ordered {
    /// Per attribute, the rows whose value is at most each value.
    cumulative: Vec<Prior>,
}

impl Model for Ordered {
    fn protection(&self, class: &Class) -> f64 {
        weakest(class, |attribute, histogram| {
            let prior = &self.cumulative[attribute];
            let mut shown = histogram.values.iter().zip(histogram.counts).peekable();
            let (mut below, mut crossing) = (0, 0.0);
            for value in 0..prior.totals.len() {
                if let Some((_, count)) = shown.next_if(|(v, _)| **v as usize == value) {
                    below += count;
                }
                crossing += prior.excess(value, below, class.rows).abs();
            }
            // With one value nothing crosses.
            let steps = prior.totals.len().saturating_sub(1).max(1) as f64;
            -crossing / (prior.rows * class.rows as f64 * steps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level};

    #[test]
    fn salaries_of_li_et_al() {
        // Salaries of 3k, 4k, …, 11k, one row each: the worked example of the paper.
        let salary = [attribute(&[1; 9])];
        assert_eq!(level(&ORDERED, &salary, &[vec![1, 1, 1, 0, 0, 0, 0, 0, 0]]), 0.375);
        assert_eq!(level(&ORDERED, &salary, &[vec![0, 0, 0, 1, 0, 1, 0, 0, 1]]), 1.0 / 6.0);
    }

    #[test]
    fn one_value_is_no_distance_and_the_weakest_attribute_counts() {
        assert_eq!(level(&ORDERED, &[attribute(&[5])], &[vec![2]]), 0.0);
        assert_eq!(level(&ORDERED, &[attribute(&[5, 0, 5]), attribute(&[10])], &[vec![0, 0, 2], vec![2]]), 0.5);
    }
}
