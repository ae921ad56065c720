//! Entropy l-diversity: the sensitive values of every class are as uncertain as l equally frequent ones.
//!
//! **Monotone.** The distribution of a union is a mean of its parts' distributions, weighted by rows. Entropy is
//! concave, so the union's is at least the weighted mean of the parts', hence at least the least; exp keeps order.

use crate::frequency::Histogram;
use crate::privacy::{About, Class, Goal, Model, Over, needs_sensitive, weakest};

pub const ENTROPY: About = About {
    name: "entropy-l-diversity",
    parameter: "l",
    measures: "how uncertain a row's sensitive value is, as a number of equally likely values",
    definition: "l = the least over classes of exp(−Σ q ln q), q being the share of each sensitive value in the class",
    range: "1 (someone's value is certain) to the number of values; larger is more private",
    reference: "Machanavajjhala et al., l-diversity (ICDE 2006), entropy l-diversity",
    goal: Goal::Max,
    sensitive: true,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        needs_sensitive(ENTROPY.name, sensitive)?;
        Ok(Box::new(Entropy))
    },
};

/// Levels are multiples of one part in 2^40. Rounding is a monotone map, and without it noise of the logarithms would
/// decide whether three equally frequent values reach l = 3.
const PARTS: f64 = (1_u64 << 40) as f64;

struct Entropy;

impl Model for Entropy {
    fn protection(&self, class: &Class) -> f64 {
        let rows = class.rows as f64;
        weakest(class, |_, histogram| (equally_likely(histogram, rows) * PARTS).round() / PARTS)
    }
}

/// exp(−Σ (c/n) ln(c/n)), written as n / exp(Σ c ln c / n).
fn equally_likely(histogram: &Histogram, rows: f64) -> f64 {
    let sum: f64 = histogram.counts.iter().filter(|&&c| c > 1).map(|&c| c as f64 * (c as f64).ln()).sum();
    rows / (sum / rows).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level};

    #[test]
    fn equal_shares_count_in_full_and_unequal_ones_less() {
        let table = [attribute(&[30, 30, 30, 30])];
        assert_eq!(level(&ENTROPY, &table, &[vec![7, 0, 0, 0]]), 1.0);
        assert_eq!(level(&ENTROPY, &table, &[vec![7, 7, 0, 7]]), 3.0);
        // Shares 1/2, 1/4, 1/4 have an entropy of 1.5 ln 2.
        assert!((level(&ENTROPY, &table, &[vec![2, 1, 1, 0]]) - 2_f64.powf(1.5)).abs() < 1e-12);
    }

    #[test]
    fn takes_the_weakest_attribute() {
        let table = [attribute(&[30, 30]), attribute(&[30, 30])];
        assert_eq!(level(&ENTROPY, &table, &[vec![5, 5], vec![0, 10]]), 1.0);
    }
}
