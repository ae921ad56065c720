//! t-closeness with equal distance: any two different values are at distance 1.
//!
//! The earth mover's distance is then half the sum of |q − p|, which is the sum of q − p over the values that the
//! class shows more often than the table: values that the class lacks need not be looked at.
//!
//! **Monotone.** By convexity, as shown for all distances in the parent module.

use crate::privacy::{About, Class, Compares, Goal, Model, Over, Prior, weakest};

pub const EQUAL: About = About {
    name: "t-closeness",
    parameter: "t",
    measures: "how far the sensitive values of a group can be from those of everybody, no two values being alike",
    definition: "t = the largest over classes of ½ Σ |q − p|, a value's share being q in the class and p in the table; \
                 missing is a value of its own",
    range: "0 (every class is like the table) to 1; smaller is more private",
    reference: "Li, Li and Venkatasubramanian, t-closeness (ICDE 2007), equal distance",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Distance,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| Ok(Box::new(Equal { priors: Prior::of_all(EQUAL.name, sensitive)? })),
};

struct Equal {
    priors: Vec<Prior>,
}

impl Model for Equal {
    fn protection(&self, class: &Class) -> f64 {
        self.reach(class, 0)
    }

    /// t = 1 − Σ min(q, p). Where m rows stay, q is at most count / m, so t ≥ 1 − Σ min(count / m, p), and this rises
    /// with m. Times m it is the sum of count − m · p, where positive, less the rows that go.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        let (gone, left) = class.remainder(removable);
        weakest(class, |attribute, histogram| {
            let prior = &self.priors[attribute];
            let shown = histogram.values.iter().zip(histogram.counts);
            let more: f64 = shown.map(|(&v, &count)| prior.excess(v as usize, count, left).max(0.0)).sum();
            -(more - gone as f64 * prior.rows).max(0.0) / (prior.rows * left as f64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

    #[test]
    fn share_that_must_move() {
        let table = [attribute(&[4, 4, 2]), attribute(&[1, 9])];
        // Shares 1/2, 1/2, 0 against 0.4, 0.4, 0.2: 0.2 must move.
        assert_eq!(level(&EQUAL, &table[..1], &[vec![1, 1, 0]]), 0.2);
        // The other attribute: shares 1, 0 against 0.1, 0.9.
        assert_eq!(level(&EQUAL, &table, &[vec![1, 1, 0], vec![2, 0]]), 0.9);
    }

    #[test]
    fn removal_leaves_what_the_class_lacks() {
        let of = |removable| reach(&EQUAL, &[attribute(&[4, 4, 2])], &[vec![3, 1, 0]], removable);
        // Of three rows that stay, shares of at most 1 and 1/3 against 0.4 and 0.4: 0.4 + 1/3 can be in common.
        assert_eq!((of(0), of(1)), (0.35, 8.0 / 30.0));
        assert_eq!(of(99), 0.2);
    }
}
