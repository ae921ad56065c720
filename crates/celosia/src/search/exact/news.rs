//! What looks at nodes taught since the last time, in the order in which it helps.

use std::sync::Arc;

use super::ceilings::Ceilings;
use super::exclude::Rank;
use super::known::{Above, Below};
use super::target::Target;
use crate::evaluate::Problem;
use crate::space::Levels;

/// What a region has not heard of yet, and all that was known by then.
pub struct News<'a> {
    pub problem: &'a Problem,
    pub target: Arc<Target>,
    /// All nodes above, by their numbers.
    pub above: Ceilings,
    /// Their ranks if the answer has improved: then every open node is looked at again.
    pub ranks: Option<Vec<Rank>>,
    /// New ceilings by rank and by what they leave, floors by the first loss and by protection: the best come first, so that
    /// the first that holds for a node is the best for it.
    by_rank: Vec<Arc<Ceiled>>,
    by_most: Vec<Arc<Ceiled>>,
    floors: Vec<Arc<Below>>,
    by_protection: Vec<Arc<Below>>,
}

impl<'a> News<'a> {
    /// New ceilings and floors, beside all that is known.
    pub fn new(
        (problem, target): (&'a Problem, Arc<Target>),
        (above, ranks): (Ceilings, Option<Vec<Rank>>),
        ceilings: Vec<Ceiled>,
        floors: Vec<Below>,
    ) -> News<'a> {
        let mut by_rank: Vec<Arc<Ceiled>> = ceilings.into_iter().map(Arc::new).collect();
        let mut by_most = by_rank.clone();
        by_rank.sort_by(|a, b| a.rank.value.total_cmp(&b.rank.value));
        by_most.sort_by(|a, b| a.most.total_cmp(&b.most));
        let mut floors: Vec<Arc<Below>> = floors.into_iter().map(Arc::new).collect();
        let mut by_protection = floors.clone();
        by_protection.retain(|below| below.protects > f64::NEG_INFINITY);
        by_protection.sort_by(|a, b| b.protects.total_cmp(&a.protects));
        floors.sort_by(|a, b| b.remainders[0].total_cmp(&a.remainders[0]));
        News { problem, target, above, ranks, by_rank, by_most, floors, by_protection }
    }

    /// What may hold for nodes between two.
    pub fn near<'n>(&'n self, low: &Levels, high: &Levels) -> Near<'n> {
        let below = |ceilings: &'n [Arc<Ceiled>]| -> Vec<&'n Ceiled> {
            ceilings.iter().map(Arc::as_ref).filter(|ceiled| ceiled.levels.reach(low)).collect()
        };
        let above = |floors: &'n [Arc<Below>]| -> Vec<&'n Below> {
            floors.iter().map(Arc::as_ref).filter(|below| high.reach(&below.levels)).collect()
        };
        Near {
            by_rank: below(&self.by_rank),
            by_most: below(&self.by_most),
            floors: above(&self.floors),
            by_protection: above(&self.by_protection),
        }
    }
}

/// What is new and may hold for some nodes.
pub struct Near<'n> {
    pub by_rank: Vec<&'n Ceiled>,
    pub by_most: Vec<&'n Ceiled>,
    pub floors: Vec<&'n Below>,
    pub by_protection: Vec<&'n Below>,
}

/// A new ceiling.
pub struct Ceiled {
    pub levels: Levels,
    pub rank: Rank,
    pub number: u32,
    pub most: f64,
    pub further: Vec<f64>,
}

impl Ceiled {
    /// The ceiling of a node above with a number and a rank.
    pub fn new(number: usize, above: &Above, rank: Rank) -> Ceiled {
        let Above { node, ceiling, .. } = above;
        let (most, further) = (ceiling.protection(), ceiling.further.clone());
        Ceiled { levels: Levels::new(node), rank, number: number as u32, most, further }
    }
}
