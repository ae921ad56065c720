//! Recursive (c,l)-diversity: the most frequent value of a class is not too frequent, even after the attacker has
//! ruled out the next l − 2.
//!
//! With counts sorted falling, r1 … rm, a class is (c,l)-diverse where r1 < c · (rl + … + rm). The sum falls as l
//! grows, so the l that hold are 1 … L, and L is the protection: 0 where not even l = 1 holds.
//!
//! **Monotone.** Write the sum as rows minus the l − 1 largest counts. In a union r1 is at most the parts' r1 added,
//! and the l − 1 largest counts together are at most the parts' added, so the sum is at least the parts' sums added.
//! What holds in each part, added, holds in the union. For missing cells see `worst.rs`.
//!
//! **Cost.** One sort of the counts, in memory that each thread keeps.

use std::cell::RefCell;

use crate::error::{Error, Result};
use crate::privacy::removal::lowest_cap;
use crate::privacy::worst::Gaps;
use crate::privacy::{About, Class, Compares, Goal, Model, Over, Parameters, Sensitive, needs_sensitive, weakest};

pub const RECURSIVE: About = About {
    name: "recursive-l-diversity",
    parameter: "l",
    measures: "how many sensitive values an attacker must rule out before one of the others stands out",
    definition: "l = the largest for which every class has r1 < c · (rl + … + rm), counts sorted falling; c is given, \
                 and missing values count as the most frequent one",
    range: "0 (not even l = 1 holds) to the number of values; larger is more private",
    reference: "Machanavajjhala et al., l-diversity (ICDE 2006), recursive (c,l)-diversity",
    goal: Goal::Max,
    sensitive: true,
    compares: Compares::Nothing,
    holders: false,
    sizes: false,
    over: Over::Least,
    monotone: true,
    build,
};

struct Recursive {
    c: f64,
    gaps: Gaps,
}

fn build(parameters: &Parameters, sensitive: &[Sensitive]) -> Result<Box<dyn Model>> {
    needs_sensitive(RECURSIVE.name, sensitive)?;
    let c = parameters.c;
    if c > 0.0 {
        return Ok(Box::new(Recursive { c, gaps: Gaps::of(sensitive) }));
    }
    let what = format!("c of recursive (c,l)-diversity is {c}, and must be greater than 0");
    Err(Error::study("privacy", what, "3 is a usual choice; a smaller c is stricter"))
}

thread_local! {
    static FALLING: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Model for Recursive {
    fn protection(&self, class: &Class) -> f64 {
        self.capped(class, 0)
    }

    /// A remainder with r1 = h has, counts sorted, at most min(count, h) in each place, so rl + … + rm is at most the
    /// sum of these; its quotient by h falls as h grows, because each min(count, h) / h does. So the lowest h is best.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        self.capped(class, removable)
    }
}

impl Recursive {
    /// The protection of the class with all counts cut as far as rows may go.
    fn capped(&self, class: &Class, removable: u64) -> f64 {
        FALLING.with_borrow_mut(|falling| {
            weakest(class, |attribute, histogram| {
                self.gaps.at_worst(attribute, histogram, removable, |counts, removable| {
                    let cap = if removable == 0 { u64::MAX } else { lowest_cap(counts, removable) };
                    falling.clear();
                    falling.extend(counts.iter().map(|&count| count.min(cap)));
                    falling.sort_unstable_by(|a, b| b.cmp(a));
                    largest_l(falling, self.c) as f64
                })
            })
        })
    }
}

/// The largest l with r1 < c · (rl + … + rm).
fn largest_l(falling: &[u64], c: f64) -> usize {
    let most = falling.first().map_or(0.0, |&r1| r1 as f64);
    let mut rest: u64 = falling.iter().sum();
    falling
        .iter()
        .take_while(|&&count| {
            // A quotient rather than a product: equal fractions round to equal floats, so the proof holds for floats.
            let holds = most / (rest as f64) < c;
            rest -= count;
            holds
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level_with, reach_with};

    fn l(c: f64, counts: &[u64]) -> f64 {
        let parameters = Parameters { c, ..Parameters::default() };
        level_with(&RECURSIVE, &parameters, &[attribute(&[50, 50, 50])], &[counts.to_vec()])
    }

    #[test]
    fn largest_l_that_holds() {
        // Counts 4, 3, 2: 4 < 3 · 9, 4 < 3 · 5, 4 < 3 · 2.
        assert_eq!(l(3.0, &[3, 2, 4]), 3.0);
        // 4 < 1 · 9 and 4 < 1 · 5, but not 4 < 1 · 2.
        assert_eq!(l(1.0, &[3, 2, 4]), 2.0);
        // Strictly less: 4 < 2 · 2 does not hold.
        assert_eq!(l(2.0, &[3, 2, 4]), 2.0);
        // 4 < 0.25 · 9 does not hold.
        assert_eq!(l(0.25, &[3, 2, 4]), 0.0);
        assert_eq!(l(3.0, &[0, 8, 0]), 1.0);
    }

    #[test]
    fn c_must_be_positive() {
        for c in [0.0, -1.0, f64::NAN] {
            assert!(build(&Parameters { c, ..Parameters::default() }, &[attribute(&[1])]).is_err());
        }
    }

    #[test]
    fn removal_cuts_the_largest_counts() {
        let parameters = Parameters { c: 1.5, ..Parameters::default() };
        let of =
            |removable| reach_with(&RECURSIVE, &parameters, &[attribute(&[50, 50, 50])], &[vec![3, 2, 4]], removable);
        // 4 < 1.5 · 5 but not 4 < 1.5 · 2. With three rows gone 2 < 1.5 · 2.
        assert_eq!((of(0), of(2), of(3)), (2.0, 2.0, 3.0));
    }
}
