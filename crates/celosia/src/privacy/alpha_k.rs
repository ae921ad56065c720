//! (alpha,k)-anonymity: every class has at least k rows, and no sensitive value makes up more than alpha of it.
//!
//! **Monotone.** Where a class fails alpha, its protection is 0, which nothing is below. Where all parts of a union
//! hold it, so does the union, because the share of a value is a mean of its shares in the parts; and it has more rows
//! than each, and no fewer persons. For missing cells see `worst.rs`.

use super::removal::{capped_rows, first, largest};
use super::worst::Gaps;
use super::{About, Class, Compares, Goal, Model, Over, Parameters, Sensitive, needs_sensitive, weakest};
use crate::error::{Error, Result};

pub const ALPHA_K: About = About {
    name: "alpha-k-anonymity",
    parameter: "k",
    measures: "how many people each row could be about, if no guess of a sensitive value is right too often",
    definition: "k = the number of rows of the smallest class, or of its persons; 0 if in some class a sensitive value has \
                 a share above alpha, which is given; missing values count as the most frequent one",
    range: "0 (alpha is exceeded) or 1 to the number of rows; larger is more private",
    reference: "Wong et al., (alpha,k)-anonymity (KDD 2006)",
    goal: Goal::Max,
    sensitive: true,
    compares: Compares::Nothing,
    holders: false,
    sizes: true,
    over: Over::Least,
    monotone: true,
    build,
};

struct AlphaK {
    alpha: f64,
    gaps: Gaps,
}

fn build(parameters: &Parameters, sensitive: &[Sensitive]) -> Result<Box<dyn Model>> {
    needs_sensitive(ALPHA_K.name, sensitive)?;
    let alpha = parameters.alpha;
    if 0.0 < alpha && alpha <= 1.0 {
        return Ok(Box::new(AlphaK { alpha, gaps: Gaps::of(sensitive) }));
    }
    let what = format!("alpha of (alpha,k)-anonymity is {alpha}, and must be greater than 0 and at most 1");
    Err(Error::study("privacy", what, "0.5 is a usual choice; a smaller alpha is stricter"))
}

impl Model for AlphaK {
    fn protection(&self, class: &Class) -> f64 {
        let (rows, size) = (class.rows as f64, class.size() as f64);
        // A quotient rather than alpha · rows: 57 of 100 rows are a share of 0.57 as people write it.
        let of = |counts: &[u64], _| if largest(counts) as f64 / rows <= self.alpha { size } else { 0.0 };
        weakest(class, |attribute, histogram| self.gaps.at_worst(attribute, histogram, 0, of))
    }

    /// A remainder whose largest count is h has at most the rows that stay when all counts are cut to h, and h as a
    /// share of these rises with h. So a remainder that holds alpha has at most the rows of the highest cut that does,
    /// and no part of it has more. If that cut needs more rows than may go, none holds alpha.
    /// Before any cut missing rows go, one by one, until alpha holds.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        weakest(class, |attribute, histogram| {
            let missing = self.gaps.rows(attribute, histogram);
            let share = |counts: &[u64]| largest(counts) as f64 / counts.iter().sum::<u64>() as f64;
            let after = |gone| self.gaps.at_worst(attribute, histogram, gone, |counts, _| share(counts));
            let gone = first(0, missing, |gone| after(gone) <= self.alpha);
            let rows = self.gaps.at_worst(attribute, histogram, gone, |counts, _| {
                let exceeds = |cap: u64| cap as f64 / capped_rows(counts, cap) as f64 > self.alpha;
                capped_rows(counts, first(1, largest(counts) + 1, exceeds) - 1)
            });
            match class.persons {
                _ if class.rows - rows > removable => 0.0,
                // Who goes with the rows, nobody asks: no part has more persons than the class.
                Some(_) => class.size() as f64,
                None => rows as f64,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level_with, reach_with};

    #[test]
    fn rows_if_no_share_exceeds_alpha() {
        let k = |alpha, class: &[Vec<u64>]| {
            let table = [attribute(&[100, 100]), attribute(&[100, 100])];
            level_with(&ALPHA_K, &Parameters { alpha, ..Parameters::default() }, &table, class)
        };
        assert_eq!(k(0.57, &[vec![57, 43], vec![50, 50]]), 100.0);
        assert_eq!(k(0.56, &[vec![57, 43], vec![50, 50]]), 0.0);
        assert_eq!(k(0.57, &[vec![57, 43], vec![58, 42]]), 0.0);
        assert_eq!(k(1.0, &[vec![3, 0], vec![0, 3]]), 3.0);
    }

    #[test]
    fn alpha_is_a_share() {
        for alpha in [0.0, 1.1, f64::NAN] {
            assert!(build(&Parameters { alpha, ..Parameters::default() }, &[attribute(&[1])]).is_err());
        }
    }

    #[test]
    fn removal_must_suffice_for_alpha() {
        let of = |removable| {
            reach_with(&ALPHA_K, &Parameters::default(), &[attribute(&[9, 9, 9])], &[vec![6, 2, 1]], removable)
        };
        // 3 of 6 rows are half of them, 4 of 7 are more: three rows must go, and more need not.
        assert_eq!((of(2), of(3), of(9)), (0.0, 6.0, 6.0));
    }
}
