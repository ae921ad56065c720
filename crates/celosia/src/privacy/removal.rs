//! What removing rows can do to a class: the arithmetic behind [`Model::reach`](super::Model::reach).
//!
//! All models here are monotone: the parts that stay are, the weakest of them, no stronger than their union. The union
//! is the class without the removed rows. So a bound on what any such remainder reaches is a bound on the parts.

use super::{Class, Prior};
use crate::frequency::Histogram;

impl Class<'_> {
    /// How many rows can go, and how many then stay: at least one does.
    pub(super) fn remainder(&self, removable: u64) -> (u64, u64) {
        let gone = removable.min(self.rows.saturating_sub(1));
        (gone, self.rows - gone)
    }
}

/// The least number to which all counts can be cut by removing at most these rows; at least 1.
pub(super) fn lowest_cap(counts: &[u64], removable: u64) -> u64 {
    let above = |cap: u64| counts.iter().map(|count| count.saturating_sub(cap)).sum::<u64>();
    first(1, largest(counts), |cap| above(cap) <= removable)
}

/// Rows that stay when all counts are cut to this one.
pub(super) fn capped_rows(counts: &[u64], cap: u64) -> u64 {
    counts.iter().map(|&count| count.min(cap)).sum()
}

/// The largest count. A class has a row, so this is at least 1.
pub(super) fn largest(counts: &[u64]) -> u64 {
    counts.iter().fold(1, |a, &b| a.max(b))
}

/// The first number from `low` to `high` at which something holds that holds from there on; `high` if there is none.
pub(super) fn first(low: u64, high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

impl Prior {
    /// The set of values that stays most crowded whichever rows go: how many rows it keeps at the least, and how many
    /// it has in the table.
    ///
    /// A set that has n rows in the class keeps n − gone or more, and one of its values grows by at least the factor by
    /// which the set grows. This holds for every set. Here the values that lie below the factor of the set go, which
    /// raises the factor, until none does: then the set is the best one.
    pub(super) fn crowded(&self, histogram: &Histogram, gone: u64) -> (f64, f64) {
        let shown = || histogram.values.iter().zip(histogram.counts).map(|(&v, &n)| (n, self.totals[v as usize]));
        let sum = |(n, total): (u64, f64), (more, of_table): (u64, f64)| (n + more, total + of_table);
        let mut set = shown().fold((0, 0.0), sum);
        loop {
            let stays = set.0.saturating_sub(gone) as f64;
            let above = shown().filter(|&(n, total)| n as f64 * set.1 > stays * total).fold((0, 0.0), sum);
            if above.0 == 0 || above.0 == set.0 {
                return (stays, set.1);
            }
            set = above;
        }
    }
}
