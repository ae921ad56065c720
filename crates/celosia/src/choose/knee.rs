//! The knee: the point that lies farthest below the straight line between the front's ends.

use super::flat::gain;
use crate::front::Front;
use crate::privacy::About;

/// The knee, where the front bends: index of the point where privacy, as a share of all that can be gained, is
/// farthest ahead of loss. Privacy counts in ratios where it is a number of rows or values (from k = 2 to 4 is as far
/// as from 50 to 100). Nothing where no point lies below the line.
pub fn knee(front: &Front, model: &About) -> Option<usize> {
    let finite: Vec<usize> =
        (0..front.points.len()).filter(|i| front.points[*i].outcome.protection.is_finite()).collect();
    let (most, least) = (front.points.get(*finite.first()?)?, front.points.get(*finite.last()?)?);
    let privacy = gain(model, &least.outcome, &most.outcome);
    let loss = most.outcome.loss.value - least.outcome.loss.value;
    if privacy <= 0.0 || loss <= 0.0 {
        return None;
    }
    let ahead = |i: &usize| {
        let outcome = &front.points[*i].outcome;
        gain(model, &least.outcome, outcome) / privacy - (outcome.loss.value - least.outcome.loss.value) / loss
    };
    let best = finite.iter().copied().max_by(|a, b| ahead(a).total_cmp(&ahead(b)))?;
    (ahead(&best) > 1e-9).then_some(best)
}
