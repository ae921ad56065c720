//! Which classes can be suppressed: the weakest, within the limit.

use super::Problem;
use crate::classes::Classes;

/// The weakest classes of a node in their order: by strength, then by number.
pub(super) struct Order {
    /// Weakest first.
    weakest: Vec<u32>,
}

/// Strengths that are whole and less than this are counted instead of sorted, as in k-anonymity.
const COUNTED: usize = 64;

impl Order {
    /// The order of the weakest classes, by strength: as many as hold so many rows, or more; all where there are fewer.
    pub fn of_rows(strength: &[f64], classes: &Classes, wanted: u64) -> Order {
        Order::counted(strength, classes, wanted).unwrap_or_else(|| Order::new(strength, wanted))
    }

    /// The same where counting is enough: where the classes of whole and small strengths hold so many rows, and no
    /// other is as weak.
    fn counted(strength: &[f64], classes: &Classes, wanted: u64) -> Option<Order> {
        // Strong classes are counted together, after the others; all this without a branch that could be mispredicted.
        let place = |strength: f64| if strength < COUNTED as f64 { strength as usize } else { COUNTED };
        let (mut starts, mut rows, mut whole) = ([0; COUNTED + 2], [0; COUNTED + 1], true);
        for (strength, n) in strength.iter().zip(&classes.rows) {
            let at = place(*strength);
            whole &= at as f64 == *strength || at == COUNTED;
            starts[at + 1] += 1;
            rows[at] += n;
        }
        if !whole {
            return None;
        }
        let mut held = 0;
        let end = rows[..COUNTED].iter().position(|n| {
            held += n;
            held >= wanted
        })?;
        for at in 0..COUNTED {
            starts[at + 1] += starts[at];
        }
        // Stronger classes than asked for come last, and go.
        let (weak, mut weakest) = (starts[end + 1], vec![0; strength.len()]);
        for (class, strength) in (0..).zip(strength) {
            let next = &mut starts[place(*strength)];
            weakest[*next] = class;
            *next += 1;
        }
        weakest.truncate(weak);
        Some(Order { weakest })
    }

    /// The order of the weakest classes, by strength: of so many, or of all where there are fewer.
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

    /// The weakest classes that together hold so many rows. The order must be of as many classes.
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

/// The least strength.
fn least(strength: &[f64]) -> f64 {
    strength.iter().copied().fold(f64::INFINITY, |least, s| if s < least { s } else { least })
}

impl Problem {
    /// The weakest classes, weakest first, as many as hold so many rows; all where there are fewer.
    pub fn weakest_holding(&self, classes: &Classes, rows: u64) -> Vec<u32> {
        Order::of_rows(&self.protections(classes), classes, rows).holding(classes, rows)
    }

    /// The classes that can go, weakest first: all of equal strength together, as long as at most the limit's rows go
    /// (POkA 5.1; chapter 1.4.1.2). And the strength above which too many would have to, if there is one. Strength is the
    /// protection of each class, or how far it reaches.
    pub(super) fn weakest(&self, classes: &Classes, strength: &[f64]) -> (Vec<u32>, Option<f64>) {
        // Often the weakest of all are too many already, as where most rows are unique.
        let least = least(strength);
        let weakest = classes.rows.iter().zip(strength).map(|(rows, s)| if *s == least { *rows } else { 0 });
        if least < f64::INFINITY && weakest.sum::<u64>() > self.limit {
            return (Vec::new(), Some(least));
        }
        self.weakest_of(classes, strength, &Order::new(strength, self.limit.saturating_add(1)))
    }

    /// The same from the order of the weakest. Every class has a row or more, so no more classes than the limit and one
    /// can matter.
    pub(super) fn weakest_of(&self, classes: &Classes, strength: &[f64], order: &Order) -> (Vec<u32>, Option<f64>) {
        let weak = &order.weakest;
        let mut rows = 0;
        // What is infinitely strong stays.
        let weak = &weak[..weak.partition_point(|c| strength[*c as usize] < f64::INFINITY)];
        for at in 0..weak.len() {
            rows += classes.rows[weak[at] as usize];
            if rows > self.limit {
                let stop = strength[weak[at] as usize];
                let end = weak[..at].partition_point(|c| strength[*c as usize] < stop);
                return (weak[..end].to_vec(), Some(stop));
            }
        }
        (weak.to_vec(), None)
    }
}
