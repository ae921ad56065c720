//! Entropy l-diversity: the sensitive values of every class are as uncertain as l equally frequent ones.
//!
//! **Monotone.** The distribution of a union is a mean of its parts' distributions, weighted by rows. Entropy is
//! concave, so the union's is at least the weighted mean of the parts', hence at least the least; exp keeps order.
//! For missing cells see `worst.rs`.

use crate::privacy::removal::{capped_rows, lowest_cap};
use crate::privacy::worst::Gaps;
use crate::privacy::{About, Class, Compares, Goal, Model, Over, needs_sensitive, weakest};

pub const ENTROPY: About = About {
    name: "entropy-l-diversity",
    parameter: "l",
    measures: "how uncertain a row's sensitive value is, as a number of equally likely values",
    definition: "l = the least over classes of exp(−Σ q ln q), q being the share of each sensitive value in the class; \
                 missing values count as the most frequent one",
    range: "1 (someone's value is certain) to the number of values; larger is more private",
    reference: "Machanavajjhala et al., l-diversity (ICDE 2006), entropy l-diversity",
    goal: Goal::Max,
    sensitive: true,
    compares: Compares::Nothing,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build: |_, sensitive| {
        needs_sensitive(ENTROPY.name, sensitive)?;
        Ok(Box::new(Entropy { gaps: Gaps::of(sensitive) }))
    },
};

/// Levels are multiples of one part in 2^40. Rounding is a monotone map, and without it noise of the logarithms would
/// decide whether three equally frequent values reach l = 3.
const PARTS: f64 = (1_u64 << 40) as f64;

/// Numbers above 1 are multiples of one part in 2^52.
const EXACT: f64 = (1_u64 << 52) as f64;

struct Entropy {
    gaps: Gaps,
}

impl Model for Entropy {
    fn protection(&self, class: &Class) -> f64 {
        let of = |counts: &[u64], _| equally_likely(counts.iter().copied(), class.rows);
        weakest(class, |attribute, histogram| self.gaps.at_worst(attribute, histogram, 0, of))
    }

    /// Entropy is Schur-concave, and of all remainders of m rows the one whose counts are cut from the top is majorized
    /// by the others: its k largest counts hold the fewest rows, for every k. That leaves the choice of m. A lower cap
    /// lowers the share of the k largest counts, for every k, so the lowest cap that all counts can be cut to is best
    /// among caps. Between two caps, with some of the largest counts one lower, the entropy is ln m − D / m plus a
    /// constant, which has no maximum inside: only the ends count, the cap and what the rows left over still allow.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        weakest(class, |attribute, histogram| self.gaps.at_worst(attribute, histogram, removable, best))
    }
}

/// The best that remainders of these counts reach.
fn best(counts: &[u64], removable: u64) -> f64 {
    let cap = lowest_cap(counts, removable);
    let rows = capped_rows(counts, cap);
    let capped = equally_likely(counts.iter().map(|&c| c.min(cap)), rows);
    let more = removable.saturating_sub(counts.iter().sum::<u64>() - rows);
    // At a cap of 1 all values are equally likely, and nothing is better.
    if cap == 1 || more == 0 {
        return capped;
    }
    let lower = counts.iter().scan(more, |more, &c| {
        let lower = u64::from(c >= cap && *more > 0);
        *more -= lower;
        Some(c.min(cap) - lower)
    });
    capped.max(equally_likely(lower, rows - more))
}

/// exp(−Σ (c/n) ln(c/n)), written as n / exp(Σ c ln c / n).
///
/// Equal shares give equal floats, whatever the rows and the order of the values: otherwise parts that are all alike
/// could seem stronger than their union. So counts are divided by what they have in common, and the terms, which are
/// above 1, are added as whole numbers.
fn equally_likely(counts: impl Iterator<Item = u64> + Clone, rows: u64) -> f64 {
    let mut common = 0;
    for count in counts.clone() {
        common = greatest_common_divisor(count, common);
        if common == 1 {
            break;
        }
    }
    let common = common.max(1);
    let term = |c: u64| (c as f64 * (c as f64).ln() * EXACT) as u128;
    let sum = counts.map(|c| c / common).filter(|&c| c > 1).map(term).sum::<u128>() as f64 / EXACT;
    let rows = (rows / common) as f64;
    (rows / (sum / rows).exp() * PARTS).round() / PARTS
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

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

    #[test]
    fn removal_cuts_the_largest_counts_as_far_as_that_helps() {
        let table = [attribute(&[30, 30, 30])];
        let of = |counts: &[u64], removable| reach(&ENTROPY, &table, &[counts.to_vec()], removable);
        assert_eq!(of(&[4, 2, 1], 2), level(&ENTROPY, &table, &[vec![2, 2, 1]]));
        assert_eq!(of(&[5, 5, 1], 1), level(&ENTROPY, &table, &[vec![4, 5, 1]]));
        // 3 and 2 would be less uncertain than 3 and 3.
        assert_eq!(of(&[3, 3, 0], 1), 2.0);
    }
}
