//! Frequency l-diversity: no sensitive value makes up more than 1/l of a class.
//!
//! **Monotone.** The count of a value in a union is the sum of its counts in the parts, so its share is a mean of its
//! shares in the parts, weighted by rows: at most the largest of them. For missing cells see `worst.rs`.

use crate::privacy::removal::{capped_rows, largest, lowest_cap};
use crate::privacy::worst::Gaps;
use crate::privacy::{About, Class, Compares, Goal, Model, Over, needs_sensitive, weakest};

pub const FREQUENCY: About = About {
    name: "frequency-l-diversity",
    parameter: "l",
    measures: "how unsure an attacker's best guess of a sensitive value is: right at most once in l times",
    definition: "l = the least over classes of 1 / (share of the most frequent sensitive value in the class, missing values \
                 being counted as that one)",
    range: "1 (someone's value is certain) to the number of values; larger is more private",
    reference: "Dewri et al., chapter on multi-objective disclosure control, equation 1.1",
    goal: Goal::Max,
    sensitive: true,
    compares: Compares::Nothing,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        needs_sensitive(FREQUENCY.name, sensitive)?;
        Ok(Box::new(Frequency { gaps: Gaps::of(sensitive) }))
    },
};

struct Frequency {
    gaps: Gaps,
}

impl Model for Frequency {
    fn protection(&self, class: &Class) -> f64 {
        let of = |counts: &[u64], _| class.rows as f64 / largest(counts) as f64;
        weakest(class, |attribute, histogram| self.gaps.at_worst(attribute, histogram, 0, of))
    }

    /// A remainder whose largest count is h has at most the rows that stay when all counts are cut to h, and their
    /// quotient by h falls as h grows, because each min(count, h) / h does. So the lowest h is best.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        let of = |counts: &[u64], removable| {
            let cap = lowest_cap(counts, removable);
            capped_rows(counts, cap) as f64 / cap as f64
        };
        weakest(class, |attribute, histogram| self.gaps.at_worst(attribute, histogram, removable, of))
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
