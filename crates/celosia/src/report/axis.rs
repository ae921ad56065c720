//! Where a front's points lie on a chart: privacy to the right (in ratios where it is a number of rows), loss upwards.

use crate::evaluate::Outcome;
use crate::front::Front;
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

    /// Ticks as protections: powers of ten, or fifths of the range.
    pub fn ticks(&self) -> Vec<f64> {
        if !self.low.is_finite() {
            return Vec::new();
        }
        if self.log {
            let first = self.low.log10().ceil() as i32;
            let last = self.high.log10().floor() as i32;
            return (first..=last).map(|e| 10f64.powi(e)).collect();
        }
        let step = nice((self.high - self.low) / 5.0);
        if step <= 0.0 {
            return vec![self.low];
        }
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// The largest loss of a front, and a step for its axis.
pub fn loss_axis(front: &Front) -> (f64, f64) {
    loss_axis_over(front.points.iter().map(|p| p.outcome.loss.value))
}

/// The same for losses from anywhere.
pub fn loss_axis_over(losses: impl Iterator<Item = f64>) -> (f64, f64) {
    let most = losses.filter(|l| l.is_finite()).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    (most, nice(most / 5.0))
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

/// 1, 2 or 5 times a power of ten, at least as large.
fn nice(x: f64) -> f64 {
    if x <= 0.0 || !x.is_finite() {
        return 0.0;
    }
    let power = 10f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= x * 0.999_999).unwrap_or(10.0 * power)
}

/// A short number for a tick.
pub fn short(x: f64) -> String {
    match x.abs() {
        a if a >= 1e12 => format!("{x:.1e}"),
        a if a >= 1_000_000.0 => format!("{}M", trim(x / 1_000_000.0)),
        a if a >= 1000.0 => format!("{}k", trim(x / 1000.0)),
        _ => trim(x),
    }
}

fn trim(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let found = [0.25, 12.0, 30_162.0, 2.5e6, 1e12, -3e300].map(short);
        assert_eq!(found, ["0.25", "12", "30.162k", "2.5M", "1.0e12", "-3.0e300"]);
    }
}
