//! delta-disclosure privacy: seeing a class changes an attacker's belief in any sensitive value, up or down, by at
//! most a factor of exp(delta).
//!
//! A value of the table that a class lacks makes delta infinite: the attacker learns that someone does not have it,
//! which is disclosure too. (The Python package pycanon looks only at values that a class shows. That hides such
//! disclosure and is not monotone: with two equally frequent values, x six times has delta ln 2, x and y once each has
//! 0, and together they have |ln(1/8 / 1/2)| = ln 4.)
//!
//! **Monotone.** In a union q is a mean of the parts' q, weighted by rows, so it lies between them, and |ln(q/p)|,
//! infinite at q = 0, falls up to q = p and rises from there: at no point between two others is it above both.

use super::{About, Class, Compares, Goal, Model, Over, Prior, weakest};

pub const DELTA_DISCLOSURE: About = About {
    name: "delta-disclosure",
    parameter: "delta",
    measures: "how much more or less likely any sensitive value can become by seeing someone's group",
    definition: "delta = the largest over classes and all sensitive values of the table of |ln(q/p)|, a value's share \
                 being q in the class and p in the table; infinite if a class lacks a value; missing is a value of its own",
    range: "0 (nothing becomes more or less likely) to infinity; smaller is more private",
    reference: "Brickell and Shmatikov, the cost of privacy (KDD 2008)",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Quotient,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        let priors = Prior::of_all(DELTA_DISCLOSURE.name, sensitive)?;
        let occurring = sensitive.iter().map(|s| s.totals.iter().filter(|&&total| total > 0).count()).collect();
        Ok(Box::new(DeltaDisclosure { priors, occurring }))
    },
};

struct DeltaDisclosure {
    priors: Vec<Prior>,
    /// Per attribute, how many values occur in the table.
    occurring: Vec<usize>,
}

impl Model for DeltaDisclosure {
    fn protection(&self, class: &Class) -> f64 {
        weakest(class, |attribute, histogram| {
            if histogram.values.len() < self.occurring[attribute] {
                return f64::NEG_INFINITY;
            }
            let prior = &self.priors[attribute];
            let (mut least, mut most) = (1_f64, 1_f64);
            for (&value, &count) in histogram.values.iter().zip(histogram.counts) {
                let factor = count as f64 * prior.rows / (class.rows as f64 * prior.totals[value as usize]);
                least = least.min(factor);
                most = most.max(factor);
            }
            least.ln().min(-most.ln())
        })
    }

    /// A value that the class lacks is lacking in every part. Otherwise all values must stay, so that at least as many
    /// rows do. Of the rows that stay, m or more, a value has at most count / m, and some value of a set has at least
    /// what the set has (see [`Prior::crowded`]).
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        if removable == 0 {
            return self.protection(class);
        }
        weakest(class, |attribute, histogram| {
            let occurring = self.occurring[attribute];
            if histogram.values.len() < occurring {
                return f64::NEG_INFINITY;
            }
            let prior = &self.priors[attribute];
            let gone = removable.min(class.rows.saturating_sub(occurring as u64));
            let left = (class.rows - gone) as f64;
            let shown = histogram.values.iter().zip(histogram.counts);
            let factors =
                shown.map(|(&value, &count)| count as f64 * prior.rows / (left * prior.totals[value as usize]));
            let least = factors.fold(1_f64, f64::min);
            let (stays, total) = prior.crowded(histogram, gone);
            let most = (stays * prior.rows / (left * total)).max(1.0);
            least.ln().min(-most.ln())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

    #[test]
    fn largest_change_up_or_down() {
        let table = [attribute(&[4, 4, 2]), attribute(&[5, 5])];
        // Shares 0.2, 0.6, 0.2 against 0.4, 0.4, 0.2: half, one and a half times, the same.
        assert_eq!(level(&DELTA_DISCLOSURE, &table[..1], &[vec![1, 3, 1]]), 2_f64.ln());
        // Shares 0.9 and 0.1 against 0.5 each.
        let both = level(&DELTA_DISCLOSURE, &table, &[vec![4, 4, 2], vec![9, 1]]);
        assert!((both - 5_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_value_that_a_class_lacks_is_disclosed() {
        assert_eq!(level(&DELTA_DISCLOSURE, &[attribute(&[5, 5])], &[vec![3, 0]]), f64::INFINITY);
    }

    #[test]
    fn removal_levels_out_but_brings_nothing_back() {
        let of =
            |counts: &[u64], removable| reach(&DELTA_DISCLOSURE, &[attribute(&[5, 5])], &[counts.to_vec()], removable);
        // Of six rows that stay, at most two have the second value: 1/3 against 1/2.
        assert!((of(&[6, 2], 2) - 1.5_f64.ln()).abs() < 1e-12);
        assert_eq!(of(&[6, 2], 4), 0.0);
        assert_eq!(of(&[3, 0], 2), f64::INFINITY);
    }
}
