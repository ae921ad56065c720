//! t-closeness with ordered distance: values i and j of m are at distance |i − j| / (m − 1).
//!
//! What must cross from the first i values to the rest is the difference of the cumulative shares, so the earth
//! mover's distance is Σ |Q − P| / (m − 1) over the cumulative shares Q of the class and P of the table.
//!
//! **Monotone.** By convexity, as shown for all distances in the parent module.
//!
//! **Cost.** One pass over all m values, also those that the class lacks.

use crate::privacy::{About, Class, Compares, Goal, Model, Over, Prior, weakest};

pub const ORDERED: About = About {
    name: "t-closeness-ordered",
    parameter: "t",
    measures: "how far the sensitive values of a group can be from those of everybody, neighbouring values being alike",
    definition: "t = the largest over classes of Σ |Q − P| / (m − 1), Q and P the cumulative shares in class and table; \
                 missing is a value of its own, behind all others",
    range: "0 (every class is like the table) to 1; smaller is more private",
    reference: "Li, Li and Venkatasubramanian, t-closeness (ICDE 2007), ordered distance",
    goal: Goal::Min,
    sensitive: true,
    compares: Compares::Distance,
    holders: false,
    sizes: false,
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
        let far = cumulative.iter().map(far).collect();
        Ok(Box::new(Ordered { cumulative, far }))
    },
};

struct Ordered {
    /// Per attribute, the rows whose value is at most each value.
    cumulative: Vec<Prior>,
    /// Per attribute and value, what crosses from a row with this value to the table, times the rows of the table.
    far: Vec<Vec<f64>>,
}

fn far(cumulative: &Prior) -> Vec<f64> {
    let mut crossing: f64 = cumulative.totals.iter().map(|below| cumulative.rows - below).sum();
    let of_value = |below: &f64| {
        let here = crossing;
        // One value further up, the cut above this one is crossed from the other side.
        crossing += 2.0 * below - cumulative.rows;
        here
    };
    cumulative.totals.iter().map(of_value).collect()
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

    /// Two bounds of the distance t of m rows that stay, and the larger counts. Both rise with m.
    ///
    /// One by one: of the rows below a cut, at most all stay and at least all but those that go, so the cumulative
    /// share lies between (below − gone) / m and below / m, and P may lie outside.
    ///
    /// All at once: the distance is convex, so rows · t(class) ≤ m · t + what the rows that go are away from the table,
    /// one by one. That is at most gone times the distance of the farthest value that the class shows.
    fn reach(&self, class: &Class, removable: u64) -> f64 {
        let (gone, left) = class.remainder(removable);
        weakest(class, |attribute, histogram| {
            let (prior, far) = (&self.cumulative[attribute], &self.far[attribute]);
            let mut shown = histogram.values.iter().zip(histogram.counts).peekable();
            let (mut below, mut farthest) = (0, 0_f64);
            let (mut one_by_one, mut all_at_once) = (0.0, 0.0);
            for (value, far) in far.iter().enumerate() {
                if let Some((_, count)) = shown.next_if(|(v, _)| **v as usize == value) {
                    below += count;
                    farthest = farthest.max(*far);
                }
                let excess = prior.excess(value, below, left);
                one_by_one += (excess - gone as f64 * prior.rows).max(-excess).max(0.0);
                all_at_once += prior.excess(value, below, class.rows).abs();
            }
            let crossing = one_by_one.max(all_at_once - gone as f64 * farthest);
            let steps = prior.totals.len().saturating_sub(1).max(1) as f64;
            -crossing / (prior.rows * left as f64 * steps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, reach};

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

    #[test]
    fn removal_from_salaries_of_li_et_al() {
        let of = |removable| reach(&ORDERED, &[attribute(&[1; 9])], &[vec![1, 1, 1, 0, 0, 0, 0, 0, 0]], removable);
        // Without the lowest salary it would be 49/144: the bound is near, not exact.
        assert_eq!((of(0), of(1)), (0.375, 47.0 / 144.0));
    }
}
