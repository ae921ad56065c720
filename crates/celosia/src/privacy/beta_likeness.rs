//! beta-likeness: seeing a class raises an attacker's belief in a sensitive value by a bounded factor; basic, and
//! enhanced by a stricter bound for frequent values.
//!
//! The gain of a value is (q − p)/p, its share being q in the class and p in the table; only values with q > p count.
//! Basic beta is the largest gain. Enhanced beta-likeness asks for gains of at most min(beta, −ln p), so that no value
//! becomes certain: where a gain exceeds −ln p no beta holds, and beta is infinite.
//!
//! **Monotone.** In a union q is a mean of the parts' q, weighted by rows, and a gain is linear in q. So no gain of
//! the union exceeds the largest of the parts' gains in the same value: neither does the largest gain, and where the
//! parts keep below −ln p the union does.

use super::{About, Class, Compares, Goal, Model, Over, Prior, Sensitive, weakest};

pub const BASIC: About = About {
    name: "beta-likeness",
    parameter: "beta",
    measures: "how much more likely a sensitive value can become by seeing someone's group",
    definition: "beta = the largest over classes and sensitive values with q > p of (q − p)/p, a value's share being q \
                 in the class and p in the table; 0 if there is none; missing is a value of its own",
    range: "0 (nothing becomes more likely) to the number of rows; smaller is more private",
    reference: "Cao and Karras, publishing microdata with a robust privacy guarantee (VLDB 2012), basic",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Quotient,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| Ok(Box::new(BetaLikeness { priors: Prior::of_all(BASIC.name, sensitive)?, caps: None })),
};

pub const ENHANCED: About = About {
    name: "enhanced-beta-likeness",
    parameter: "beta",
    measures: "how much more likely a sensitive value can become by seeing someone's group, frequent values less so",
    definition: "beta = the largest over classes and sensitive values with q > p of (q − p)/p; infinite if one of them \
                 exceeds −ln p; missing is a value of its own",
    range: "0 (nothing becomes more likely) to the number of rows, or infinite; smaller is more private",
    reference: "Cao and Karras, publishing microdata with a robust privacy guarantee (VLDB 2012), enhanced",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Quotient,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        let priors = Prior::of_all(ENHANCED.name, sensitive)?;
        Ok(Box::new(BetaLikeness { priors, caps: Some(sensitive.iter().map(caps).collect()) }))
    },
};

struct BetaLikeness {
    priors: Vec<Prior>,
    /// Per attribute and value, the gain that it may not exceed; absent in the basic model.
    caps: Option<Vec<Vec<f64>>>,
}

/// −ln p of each value.
fn caps(sensitive: &Sensitive) -> Vec<f64> {
    let rows: u64 = sensitive.totals.iter().sum();
    sensitive.totals.iter().map(|&total| -(total as f64 / rows as f64).ln()).collect()
}

impl Model for BetaLikeness {
    fn protection(&self, class: &Class) -> f64 {
        weakest(class, |attribute, histogram| {
            let prior = &self.priors[attribute];
            let caps = self.caps.as_ref().map(|caps| &caps[attribute]);
            let mut beta = 0.0;
            for (&value, &count) in histogram.values.iter().zip(histogram.counts) {
                let value = value as usize;
                let gain = prior.excess(value, count, class.rows) / (class.rows as f64 * prior.totals[value]);
                if gain <= 0.0 {
                    continue;
                }
                if caps.is_some_and(|caps| gain > caps[value]) {
                    return f64::NEG_INFINITY;
                }
                beta = gain.max(beta);
            }
            -beta
        })
    }

    /// Some value of a set gains at least what the set gains (see [`Prior::crowded`]). Where gains are capped, a value of
    /// n rows has at most the share n / m of the m rows that stay, and at most p · (1 + cap): if these do not add up to
    /// 1, no remainder keeps to the caps.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        if removable == 0 {
            return self.protection(class);
        }
        let (gone, left) = class.remainder(removable);
        weakest(class, |attribute, histogram| {
            let prior = &self.priors[attribute];
            if let Some(caps) = self.caps.as_ref().map(|caps| &caps[attribute]) {
                let share = |(&value, &count): (&u32, &u64)| {
                    let capped = prior.totals[value as usize] / prior.rows * (1.0 + caps[value as usize]);
                    capped.min(count as f64 / left as f64)
                };
                // Shares are floats, so a sum that is 1 on paper may fall a little short of it.
                if histogram.values.iter().zip(histogram.counts).map(share).sum::<f64>() < 1.0 - 1e-9 {
                    return f64::NEG_INFINITY;
                }
            }
            let (stays, total) = prior.crowded(histogram, gone);
            let expected = left as f64 * total;
            -(stays * prior.rows - expected).max(0.0) / expected
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

    #[test]
    fn basic_is_the_largest_gain() {
        let table = [attribute(&[2, 3, 5]), attribute(&[5, 5])];
        // Shares 0.4, 0.6, 0 against 0.2, 0.3, 0.5: both double.
        assert_eq!(level(&BASIC, &table[..1], &[vec![2, 3, 0]]), 1.0);
        assert_eq!(level(&BASIC, &table[..1], &[vec![1, 0, 0]]), 4.0);
        assert_eq!(level(&BASIC, &table, &[vec![2, 3, 5], vec![6, 4]]), 0.2);
    }

    #[test]
    fn enhanced_refuses_gains_above_minus_ln_p() {
        let table = [attribute(&[1, 9])];
        // −ln 0.1 = 2.30: a share of 0.3 gains 2, one of 0.4 gains 3.
        assert_eq!(level(&ENHANCED, &table, &[vec![3, 7]]), 2.0);
        assert_eq!(level(&ENHANCED, &table, &[vec![4, 6]]), f64::INFINITY);
        // −ln 0.9 = 0.105: certainty gains 0.111.
        assert_eq!(level(&BASIC, &table, &[vec![0, 3]]), 1.0 / 9.0);
        assert_eq!(level(&ENHANCED, &table, &[vec![0, 3]]), f64::INFINITY);
    }

    #[test]
    fn a_value_that_everybody_has_gains_nothing() {
        assert_eq!(level(&BASIC, &[attribute(&[7])], &[vec![2]]), 0.0);
        assert_eq!(level(&ENHANCED, &[attribute(&[7])], &[vec![2]]), 0.0);
    }

    #[test]
    fn removal_leaves_sets_of_values_that_gain() {
        // The third value is lacking, so the others double, whatever goes.
        assert_eq!(reach(&BASIC, &[attribute(&[2, 3, 5])], &[vec![2, 3, 0]], 3), 1.0);
        // 2 of 8 rows against 0.2.
        assert_eq!(reach(&BASIC, &[attribute(&[2, 3, 5])], &[vec![4, 3, 3]], 2), 0.25);
        // A share of 3/9 gains 2.33, more than −ln 0.1; one of 2/8 gains 1.5.
        assert_eq!(reach(&ENHANCED, &[attribute(&[1, 9])], &[vec![4, 6]], 1), f64::INFINITY);
        assert_eq!(reach(&ENHANCED, &[attribute(&[1, 9])], &[vec![4, 6]], 2), 1.5);
    }
}
