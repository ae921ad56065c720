//! Frequency l-diversity: no sensitive value makes up more than 1/l of a class.
//!
//! **Monotone.** The count of a value in a union is the sum of its counts in the parts, so its share is a mean of its
//! shares in the parts, weighted by rows: at most the largest of them.

use crate::privacy::removal::{capped_rows, largest, lowest_cap};
use crate::privacy::{About, Class, Goal, Model, Over, needs_sensitive, weakest};

pub const FREQUENCY: About = About {
    name: "frequency-l-diversity",
    parameter: "l",
    measures: "how unsure an attacker's best guess of a sensitive value is: right at most once in l times",
    definition: "l = the least over classes of 1 / (share of the most frequent sensitive value in the class)",
    range: "1 (someone's value is certain) to the number of values; larger is more private",
    reference: "Dewri et al., chapter on multi-objective disclosure control, equation 1.1",
    goal: Goal::Max,
    sensitive: true,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        needs_sensitive(FREQUENCY.name, sensitive)?;
        Ok(Box::new(Frequency))
    },
};

struct Frequency;

impl Model for Frequency {
    fn protection(&self, class: &Class) -> f64 {
        weakest(class, |_, histogram| class.rows as f64 / largest(histogram.counts) as f64)
    }

    /// A remainder whose largest count is h has at most the rows that stay when all counts are cut to h, and their
    /// quotient by h falls as h grows, because each min(count, h) / h does. So the lowest h is best.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        weakest(class, |_, histogram| {
            let cap = lowest_cap(histogram.counts, removable);
            capped_rows(histogram.counts, cap) as f64 / cap as f64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

    #[test]
    fn one_over_the_largest_share() {
        let table = [attribute(&[9, 9, 9]), attribute(&[20, 7])];
        assert_eq!(level(&FREQUENCY, &table[..1], &[vec![2, 2, 1]]), 2.5);
        assert_eq!(level(&FREQUENCY, &table, &[vec![2, 2, 1], vec![4, 1]]), 1.25);
    }

    #[test]
    fn removal_cuts_the_largest_counts() {
        // Two of five rows go: 3, 2, 1 stay.
        assert_eq!(reach(&FREQUENCY, &[attribute(&[9, 9, 9])], &[vec![5, 2, 1]], 2), 2.0);
        assert_eq!(reach(&FREQUENCY, &[attribute(&[9, 9, 9])], &[vec![5, 2, 0]], 99), 2.0);
    }
}
