//! What looks at nodes taught since the last time, in the order in which it helps: the best comes first, so that the first
//! that holds for a node is the best for it.

use super::known::{Above, Below};
use super::target::Target;
use crate::evaluate::Problem;
use crate::space::Levels;

/// What a sheet has not heard of yet.
pub struct News<'a> {
    pub problem: &'a Problem,
    pub target: &'a Target,
    /// All nodes above, by their numbers.
    pub above: &'a [Above],
    /// Has the answer improved? Then every open node is looked at again.
    pub improved: bool,
    /// New ceilings, each with its number, by rank and by what they leave.
    by_rank: Vec<(u32, &'a Above)>,
    by_most: Vec<(u32, &'a Above)>,
    /// New floors by the first loss and by protection.
    by_remainder: Vec<&'a Below>,
    by_protection: Vec<&'a Below>,
}

impl<'a> News<'a> {
    /// New ceilings by their numbers, and new floors, beside all that is known.
    pub fn new(
        (problem, target, above): (&'a Problem, &'a Target, &'a [Above]),
        improved: bool,
        ceilings: impl Iterator<Item = usize>,
        floors: Vec<&'a Below>,
    ) -> News<'a> {
        let mut by_rank: Vec<(u32, &Above)> = ceilings.map(|number| (number as u32, &above[number])).collect();
        let mut by_most = by_rank.clone();
        by_rank.sort_by(|a, b| a.1.rank.value.total_cmp(&b.1.rank.value));
        by_most.sort_by(|a, b| a.1.most.total_cmp(&b.1.most));
        let mut by_remainder = floors.clone();
        by_remainder.sort_by(|a, b| b.remainders[0].total_cmp(&a.remainders[0]));
        let mut by_protection = floors;
        by_protection.retain(|below| below.protects > f64::NEG_INFINITY);
        by_protection.sort_by(|a, b| b.protects.total_cmp(&a.protects));
        News { problem, target, above, improved, by_rank, by_most, by_remainder, by_protection }
    }

    /// What may hold for nodes between two.
    pub fn near(&self, low: &Levels, high: &Levels) -> Near<'a> {
        let above = |ceilings: &[(u32, &'a Above)]| -> Vec<(u32, &'a Above)> {
            ceilings.iter().filter(|(_, above)| above.levels.reach(low)).copied().collect()
        };
        let below = |floors: &[&'a Below]| -> Vec<&'a Below> {
            floors.iter().filter(|below| high.reach(&below.levels)).copied().collect()
        };
        Near {
            by_rank: above(&self.by_rank),
            by_most: above(&self.by_most),
            by_remainder: below(&self.by_remainder),
            by_protection: below(&self.by_protection),
        }
    }
}

/// What is new and may hold for some nodes.
pub struct Near<'a> {
    pub by_rank: Vec<(u32, &'a Above)>,
    pub by_most: Vec<(u32, &'a Above)>,
    pub by_remainder: Vec<&'a Below>,
    pub by_protection: Vec<&'a Below>,
}
