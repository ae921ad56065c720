//! Flat regions (chapter 1.5): where privacy rises much and loss hardly.

use crate::evaluate::Outcome;
use crate::front::Front;
use crate::privacy::{About, Goal};

/// A stretch of the front with hardly any rise of loss; indices of its ends, the less private one first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flat {
    /// The less private end.
    pub from: usize,
    /// The more private end; a smaller index, because points stand by falling protection.
    pub to: usize,
    /// Privacy gained between them.
    pub gain: f64,
}

/// The part of the front's whole range by which loss may rise within a flat region.
const HARDLY: f64 = 0.015;
/// The most regions that are worth a reader's time.
const MOST: usize = 3;

/// A release with fewer classes says next to nothing.
const FEW_CLASSES: u64 = 10;

/// Indices of the outcomes that advice may speak of: those that still say something, or all where none does.
pub fn worth_advising(outcomes: &[&Outcome]) -> impl Iterator<Item = usize> {
    let any = outcomes.iter().any(|o| o.classes >= FEW_CLASSES);
    let worth = move |o: &Outcome| !any || o.classes >= FEW_CLASSES;
    outcomes.iter().enumerate().filter(move |(_, o)| worth(o)).map(|(i, _)| i)
}

/// What privacy is gained from one outcome to another: the logarithm of the ratio where more is better without bound
/// (k, l), the difference otherwise (t, beta, delta).
pub fn gain(model: &About, from: &Outcome, to: &Outcome) -> f64 {
    match model.goal {
        Goal::Max if from.protection > 0.0 => (to.protection / from.protection).ln(),
        _ => to.protection - from.protection,
    }
}

/// The flattest regions of the first model and the first loss, best first, none overlapping another.
pub fn flat_regions(front: &Front, model: &About) -> Vec<Flat> {
    let plane = front.plane();
    let points: Vec<&Outcome> = plane.iter().map(|i| &front.points[*i].outcome).collect();
    let (Some(most), Some(least)) = (points.first(), points.iter().rfind(|p| p.protection.is_finite())) else {
        return Vec::new();
    };
    let allowed = HARDLY * (most.loss.value - least.loss.value);
    // At least a third more, or a tenth of all that can be gained.
    let enough = match model.goal {
        Goal::Max => (4.0f64 / 3.0).ln(),
        Goal::Min => 0.1 * gain(model, least, most),
    };
    let mut candidates: Vec<Flat> = Vec::new();
    let worth: Vec<usize> = worth_advising(&points).filter(|i| points[*i].protection.is_finite()).collect();
    for from in worth.iter().copied() {
        let to = worth
            .iter()
            .copied()
            .filter(|to| *to <= from)
            .find(|to| points[*to].loss.value - points[from].loss.value <= allowed)
            .unwrap_or(from);
        let gain = gain(model, points[from], points[to]);
        if gain >= enough && gain > 0.0 {
            candidates.push(Flat { from, to, gain });
        }
    }
    candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.from.cmp(&b.from)));
    let mut chosen: Vec<Flat> = Vec::new();
    for flat in candidates {
        if chosen.len() < MOST && chosen.iter().all(|c| flat.from < c.to || flat.to > c.from) {
            chosen.push(flat);
        }
    }
    chosen.into_iter().map(|flat| Flat { from: plane[flat.from], to: plane[flat.to], ..flat }).collect()
}
