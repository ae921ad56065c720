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

/// Loss may rise by so much of the front's whole range within a flat region.
const HARDLY: f64 = 0.015;
/// No more than so many regions are worth a reader's time.
const MOST: usize = 3;

/// What privacy is gained from one outcome to another: the logarithm of the ratio where more is better without bound
/// (k, l), the difference otherwise (t, beta, delta).
pub fn gain(model: &About, from: &Outcome, to: &Outcome) -> f64 {
    match model.goal {
        Goal::Max if from.protection > 0.0 => (to.protection / from.protection).ln(),
        _ => to.protection - from.protection,
    }
}

/// The flattest regions, best first, none overlapping another.
pub fn flat_regions(front: &Front, model: &About) -> Vec<Flat> {
    let points: Vec<&Outcome> = front.points.iter().map(|p| &p.outcome).collect();
    let (Some(most), Some(least)) = (points.first(), points.iter().rfind(|p| p.protection.is_finite())) else {
        return Vec::new();
    };
    let allowed = HARDLY * (most.loss.value - least.loss.value);
    // At least half as much again, or a tenth of all that can be gained.
    let enough = match model.goal {
        Goal::Max => 1.5f64.ln(),
        Goal::Min => 0.1 * gain(model, least, most),
    };
    let mut candidates: Vec<Flat> = Vec::new();
    for from in 0..points.len() {
        if !points[from].protection.is_finite() {
            continue;
        }
        let to = (0..=from).find(|to| points[*to].loss.value - points[from].loss.value <= allowed).unwrap_or(from);
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
    chosen
}
