//! The knee: where privacy has come cheaply so far and becomes dear from here on.

use super::flat::worth_advising;
use crate::evaluate::Outcome;
use crate::front::Front;
use crate::privacy::{About, Goal};

/// The knee of a front, and what makes it one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knee {
    /// Index of the point.
    pub point: usize,
    /// The step: a factor (k, l) or a difference (t, beta, delta) of the parameter.
    pub step: f64,
    /// What a step less privacy would save.
    pub saves: f64,
    /// What a step more privacy would cost.
    pub costs: f64,
}

/// The point at which a step more privacy costs most in comparison to what a step less would save, under the first model
/// and the first loss. A step is a factor of two where more is better without bound (k, l), and a tenth of the range
/// otherwise (t, beta, delta).
///
/// The textbook's knee, farthest from the line between the ends, is of no use here: fronts of k and loss are steep at
/// the beginning and flat at the end, so it is always a table of two or three classes.
pub fn knee(front: &Front, model: &About) -> Option<Knee> {
    let plane = front.plane();
    let outcomes: Vec<&Outcome> = plane.iter().map(|i| &front.points[*i].outcome).collect();
    let finite = outcomes.iter().map(|o| o.protection).filter(|p| p.is_finite());
    let (least, most) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), p| (l.min(p), m.max(p)));
    let step = |protection: f64, up: bool| match (model.goal, up) {
        (Goal::Max, true) => protection * 2.0,
        (Goal::Max, false) => protection / 2.0,
        (Goal::Min, true) => protection + (most - least) / 10.0,
        (Goal::Min, false) => protection - (most - least) / 10.0,
    };
    // Points stand by falling protection and loss: the last that is private enough loses least.
    let least_loss = |protection: f64| outcomes.iter().rfind(|o| o.protection >= protection).map(|o| o.loss.value);
    let bend = |point: usize| {
        let here = outcomes[point];
        let (below, above) = (step(here.protection, false), step(here.protection, true));
        if !here.protection.is_finite() || below < least || (model.goal == Goal::Max && below < 1.0) {
            return None;
        }
        let width = if model.goal == Goal::Max { 2.0 } else { (most - least) / 10.0 };
        let (saves, costs) = (here.loss.value - least_loss(below)?, least_loss(above)? - here.loss.value);
        let knee = Knee { point, step: width, saves, costs };
        (knee.costs > knee.saves).then_some(knee)
    };
    worth_advising(&outcomes)
        .filter_map(bend)
        .max_by(|a, b| (a.costs - a.saves).total_cmp(&(b.costs - b.saves)).then(b.point.cmp(&a.point)))
        .map(|knee| Knee { point: plane[knee.point], ..knee })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::{Found, Point};
    use crate::loss::Loss;
    use crate::privacy;
    use crate::space::Node;

    #[test]
    fn the_knee_is_where_doubling_becomes_dear() {
        // Up to k = 16 each doubling costs 0.02; from there to 32 it costs 0.3.
        let losses = [(64.0, 0.5), (32.0, 0.4), (16.0, 0.1), (8.0, 0.08), (4.0, 0.06), (2.0, 0.04), (1.0, 0.0)];
        let point = |(protection, loss): (f64, f64)| Point {
            place: Node::default().into(),
            outcome: Outcome {
                protection,
                loss: Loss { value: loss, raw: loss },
                further: vec![],
                threshold: f64::NEG_INFINITY,
                thresholds: vec![],
                suppressed: 0,
                classes: 50,
            },
            ties: vec![],
        };
        let found = Found::default();
        let front = Front { points: losses.map(point).to_vec(), found };
        let knee = knee(&front, privacy::find("k-anonymity").unwrap()).unwrap();
        assert_eq!(knee.point, 2);
        assert!((knee.costs - 0.3).abs() < 1e-12 && (knee.saves - 0.02).abs() < 1e-12);
    }
}
