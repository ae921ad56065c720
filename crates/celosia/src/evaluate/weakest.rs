//! Which classes can be suppressed: the weakest, within the limit.

use super::Problem;
use crate::classes::{Classes, sift};

/// The weakest classes of a node in their order: by strength, then by number.
pub(super) struct Order {
    /// Weakest first.
    weakest: Vec<u32>,
}

/// Strengths that are whole and less than this are counted instead of sorted, as in k-anonymity.
const COUNTED: usize = 64;

impl Order {
    /// The order of the weakest classes, by strength: enough to hold the `wanted` rows, or all.
    pub fn of_rows(strength: &[f64], classes: &Classes, wanted: u64) -> Order {
        if classes.trails.is_some() {
            return Order::new(strength, u64::MAX);
        }
        let order = Order::equal(strength, classes, wanted).or_else(|| Order::counted(strength, classes, wanted));
        order.unwrap_or_else(|| Order::new(strength, wanted))
    }

    /// The same where the weakest of all hold the `wanted` rows, as where most rows are unique.
    fn equal(strength: &[f64], classes: &Classes, wanted: u64) -> Option<Order> {
        let least = least(strength);
        if equal_rows(strength, &classes.rows, least) < wanted {
            return None;
        }
        let (mut held, mut weakest) = (0, Vec::new());
        for (class, (strength, n)) in (0..).zip(strength.iter().zip(&classes.rows)) {
            if held >= wanted {
                break;
            }
            if *strength == least {
                weakest.push(class);
                held += n;
            }
        }
        Some(Order { weakest })
    }

    /// The same where counting is enough: where the classes of whole and small strengths hold the `wanted` rows, and no
    /// other is as weak.
    fn counted(strength: &[f64], classes: &Classes, wanted: u64) -> Option<Order> {
        // All classes are looked at without a branch that could be mispredicted. Strong ones are counted together.
        let mut rows = [0; COUNTED + 1];
        for (strength, n) in strength.iter().zip(&classes.rows) {
            let strength = if *strength < COUNTED as f64 { *strength } else { COUNTED as f64 };
            rows[(strength as u8).min(COUNTED as u8) as usize] += n;
        }
        let mut held = 0;
        let end = rows[..COUNTED].iter().position(|n| {
            held += n;
            held >= wanted
        })?;
        let above = (end + 1) as f64;
        let weak = sift((0..).zip(strength).map(|(class, strength)| (class, *strength < above)), strength.len());
        let len = weak.len();
        let mut starts = [0; COUNTED + 1];
        for class in &weak {
            let strength = strength[*class as usize];
            let whole = strength as usize;
            if whole as f64 != strength {
                return None;
            }
            starts[whole + 1] += 1;
        }
        if starts[end + 1] == len {
            return Some(Order { weakest: weak });
        }
        for at in 0..end {
            starts[at + 1] += starts[at];
        }
        let mut weakest = vec![0; len];
        for class in weak {
            let next = &mut starts[strength[class as usize] as usize];
            weakest[*next] = class;
            *next += 1;
        }
        Some(Order { weakest })
    }

    /// The order of the `wanted` weakest classes, by strength, or of all where there are fewer.
    fn new(strength: &[f64], wanted: u64) -> Order {
        // Bits that rise as the numbers do (as `f64::total_cmp` has it): comparing them needs no look at the strengths.
        let rising = |x: f64| {
            let bits = x.to_bits();
            if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
        };
        let mut order: Vec<(u64, u32)> = strength.iter().map(|s| rising(*s)).zip(0..).collect();
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        if wanted < order.len() {
            order.select_nth_unstable(wanted);
            order.truncate(wanted);
        }
        order.sort_unstable();
        Order { weakest: order.into_iter().map(|(_, class)| class).collect() }
    }

    /// The weakest classes that together hold `rows` rows. The order must reach that far.
    pub fn holding(&self, classes: &Classes, rows: u64) -> Vec<u32> {
        let mut held = 0;
        let wanted = |class: &&u32| {
            let wanted = held < rows;
            held += classes.rows[**class as usize];
            wanted
        };
        self.weakest.iter().take_while(wanted).copied().collect()
    }
}

/// The least strength. Four at a time, so that no comparison waits for the one before.
fn least(strength: &[f64]) -> f64 {
    let less = |least: f64, s: f64| if s < least { s } else { least };
    let (fours, rest) = strength.as_chunks::<4>();
    let mut least = [f64::INFINITY; 4];
    for four in fours {
        least = std::array::from_fn(|at| less(least[at], four[at]));
    }
    least.iter().chain(rest).copied().fold(f64::INFINITY, less)
}

/// The rows of all classes of a strength.
fn equal_rows(strength: &[f64], rows: &[u64], of: f64) -> u64 {
    rows.iter().zip(strength).map(|(rows, s)| if *s == of { *rows } else { 0 }).sum()
}

impl Problem {
    /// The weakest classes, weakest first, that hold `rows` rows; all where these are more than there are.
    pub fn weakest_holding(&self, classes: &Classes, rows: u64) -> Vec<u32> {
        Order::of_rows(&self.protections(classes), classes, rows).holding(classes, rows)
    }

    /// The classes that can go, weakest first: all of equal strength together, as long as at most the limit's rows go
    /// (POkA 5.1; chapter 1.4.1.2). And the strength above which too many would have to, if there is one. Strength is the
    /// protection of each class, or how far it reaches.
    pub(super) fn weakest(&self, classes: &Classes, strength: &[f64]) -> (Vec<u32>, Option<f64>) {
        // Often the weakest of all are too many already, as where most rows are unique.
        let least = least(strength);
        let charges = classes.charges();
        if least < f64::INFINITY && equal_rows(strength, &charges, least) > self.limit {
            return (Vec::new(), Some(least));
        }
        // Where trails are kept most classes of one count for nothing.
        let wanted = if classes.trails.is_some() { u64::MAX } else { self.limit.saturating_add(1) };
        self.weakest_of(&charges, strength, &Order::new(strength, wanted))
    }

    /// The same from the order of the weakest, and from what each class counts for. Every class has a row or more, so no more
    /// classes than the limit and one can matter; where trails are kept, all must be in the order.
    pub(super) fn weakest_of(&self, charges: &[u64], strength: &[f64], order: &Order) -> (Vec<u32>, Option<f64>) {
        let weak = &order.weakest;
        let mut rows = 0;
        // What is infinitely strong stays.
        let weak = &weak[..weak.partition_point(|c| strength[*c as usize] < f64::INFINITY)];
        for at in 0..weak.len() {
            rows += charges[weak[at] as usize];
            if rows > self.limit {
                let stop = strength[weak[at] as usize];
                let end = weak[..at].partition_point(|c| strength[*c as usize] < stop);
                return (weak[..end].to_vec(), Some(stop));
            }
        }
        (weak.to_vec(), None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever is counted and not sorted, the order is that of all classes by strength and number, as far as it goes,
        /// and it goes far enough.
        #[test]
        fn counting_orders_as_sorting_does(
            classes in prop::collection::vec((1u64..9, 0usize..8), 0..60),
            strengths in prop::collection::vec(prop::sample::select(vec![0.0, 1.0, 2.0, 2.5, 3.0, 63.0, 64.0, 70.5, f64::INFINITY]), 8),
            wanted in 0u64..300,
        ) {
            let strength: Vec<f64> = classes.iter().map(|(_, at)| strengths[*at]).collect();
            let rows: Vec<u64> = classes.iter().map(|(rows, _)| *rows).collect();
            let first = (0..rows.len() as u32).collect();
            let classes = Classes { first, rows, sensitive: Vec::new(), label: None, extents: None, persons: None, trails: None };
            let order = Order::of_rows(&strength, &classes, wanted).weakest;
            let mut sorted: Vec<u32> = (0..strength.len() as u32).collect();
            sorted.sort_by(|a, b| strength[*a as usize].total_cmp(&strength[*b as usize]));
            prop_assert_eq!(&order[..], &sorted[..order.len()]);
            let held: u64 = order.iter().map(|class| classes.rows[*class as usize]).sum();
            prop_assert!(held >= wanted || order.len() == sorted.len());
        }
    }
}
