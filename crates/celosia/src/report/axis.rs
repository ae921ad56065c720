//! Where a front's points lie on a chart: privacy to the right (in ratios where it is a number of rows), loss upwards.

use super::ticks::{ticks, ticks_by_ratio};
use crate::evaluate::Outcome;
use crate::front::{Front, Point};
use crate::privacy::{About, Goal};

/// A scale from privacy to 0 … 1, more private to the right.
pub struct Axis {
    log: bool,
    low: f64,
    high: f64,
}

impl Axis {
    /// The scale for a front; logarithmic where levels span more than a factor of 20.
    pub fn of(front: &Front, model: &About) -> Axis {
        Axis::over(front.points.iter().map(|p| p.outcome.protection), model)
    }

    /// The same for protections from anywhere.
    pub fn over(protections: impl Iterator<Item = f64>, model: &About) -> Axis {
        let finite = protections.filter(|p| p.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
        Axis { log: model.goal == Goal::Max && low > 0.0 && high / low > 20.0, low, high }
    }

    /// Where a protection lies, or nothing where it is infinite.
    pub fn place(&self, protection: f64) -> Option<f64> {
        if !protection.is_finite() {
            return None;
        }
        let scale = |x: f64| if self.log { x.ln() } else { x };
        let range = scale(self.high) - scale(self.low);
        Some(if range > 0.0 { (scale(protection) - scale(self.low)) / range } else { 0.5 })
    }

    /// Ticks as protections.
    pub fn ticks(&self) -> Vec<f64> {
        if self.log { ticks_by_ratio(self.low, self.high) } else { ticks(self.low, self.high) }
    }
}

/// The largest loss of a front: where the axis ends that begins at 0.
pub fn most_loss(front: &Front) -> f64 {
    most_loss_of(front.points.iter().map(|p| p.outcome.loss.value))
}

/// The same for losses from anywhere.
pub fn most_loss_of(losses: impl Iterator<Item = f64>) -> f64 {
    let most = losses.filter(|l| l.is_finite()).fold(0.0, f64::max);
    if most > 0.0 { most } else { 1.0 }
}

/// Corners of protection and loss under which nothing can lie, from the least private to the most private, and what says so: no
/// recoding with labels of its own, or how far a search that ended early is from the best. None where nothing was proven.
pub fn bound(front: &Front) -> Option<(Vec<(f64, f64)>, String)> {
    let found = &front.found;
    let (least, words): (Vec<f64>, String) = match (&found.least, &found.gaps) {
        (Some(least), _) => {
            (least.of_points.clone(), format!("no recoding whose labels are {} loses less", least.labels))
        }
        (None, Some(gaps)) => {
            let floor = |(point, gap): (&Point, &f64)| (point.outcome.loss.value - gap).max(0.0);
            let floors = front.points.iter().zip(gaps).map(floor).collect();
            (floors, "nothing as private loses less, by proof".into())
        }
        (None, None) => return None,
    };
    let corner = |i: usize| (front.points[i].outcome.protection, least[i]);
    Some((front.plane().into_iter().rev().map(corner).collect(), words))
}

/// The corners of the staircase under which no point can lie, from the least private to the most private point; and the
/// points that are best only thanks to a further objective, which lie above it.
pub fn outcomes(front: &Front) -> (Vec<&Outcome>, Vec<&Outcome>) {
    let mut on = vec![false; front.points.len()];
    front.plane().into_iter().for_each(|i| on[i] = true);
    let of = |wanted: bool| {
        let points = front.points.iter().zip(&on).rev().filter(move |(_, on)| **on == wanted);
        points.map(|(p, _)| &p.outcome).collect()
    };
    (of(true), of(false))
}
