//! Steep stretches (chapter 1.5, "the rising parts of the front"): where loss rises much and privacy hardly.

use super::flat::{gain, worth_advising};
use crate::evaluate::Outcome;
use crate::front::Front;
use crate::privacy::{About, Goal};

/// A stretch of the front with hardly any rise of privacy; indices of its ends, the less private one first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steep {
    /// The less private end.
    pub from: usize,
    /// The more private end; a smaller index, because points stand by falling protection.
    pub to: usize,
    /// Loss added between them.
    pub rise: f64,
}

/// The least part of the front's whole range by which loss rises.
const MUCH: f64 = 0.05;
/// The least ratio of the share of the loss to the share of the privacy: how much steeper than the front as a whole.
const STEEPER: f64 = 3.0;
/// More stretches are not worth a reader's time.
const MOST: usize = 2;

/// The steepest stretches of the first model and the first loss, the worst first, none touching another. A stretch is steep
/// where all three hold:
///
/// 1. privacy rises by less than a flat region has to offer: a third of k or l, a tenth of the range of t, beta, delta;
/// 2. loss rises by a twentieth of the front's whole range or more;
/// 3. that share of the loss is three times the share of the privacy or more (k and l in factors, as everywhere).
///
/// The worst is the one whose share of the loss exceeds three times its share of the privacy by most.
pub fn steep_stretches(front: &Front, model: &About) -> Vec<Steep> {
    let plane = front.plane();
    let points: Vec<&Outcome> = plane.iter().map(|i| &front.points[*i].outcome).collect();
    // What has no level has no place on a scale of privacy; factors begin above 0.
    let placed = |o: &Outcome| o.protection.is_finite() && (model.goal == Goal::Min || o.protection > 0.0);
    let (Some(most), Some(least)) = (points.iter().find(|o| placed(o)), points.iter().rfind(|o| placed(o))) else {
        return Vec::new();
    };
    let (range, whole) = (most.loss.value - least.loss.value, gain(model, least, most));
    let little = match model.goal {
        Goal::Max => (4.0f64 / 3.0).ln(),
        Goal::Min => 0.1 * whole,
    };
    let worth: Vec<usize> = worth_advising(&points).filter(|i| placed(points[*i])).collect();
    let mut candidates: Vec<(f64, Steep)> = Vec::new();
    for (place, to) in worth.iter().copied().enumerate() {
        for from in worth[place + 1..].iter().copied() {
            let gained = gain(model, points[from], points[to]);
            if gained >= little {
                break;
            }
            let rise = points[to].loss.value - points[from].loss.value;
            let excess = rise / range - STEEPER * gained / whole;
            if rise >= MUCH * range && excess >= 0.0 {
                candidates.push((excess, Steep { from, to, rise }));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.to.cmp(&b.1.to)));
    let mut chosen: Vec<Steep> = Vec::new();
    for (_, steep) in candidates {
        if chosen.len() < MOST && chosen.iter().all(|c| steep.from < c.to || steep.to > c.from) {
            chosen.push(steep);
        }
    }
    chosen.into_iter().map(|steep| Steep { from: plane[steep.from], to: plane[steep.to], ..steep }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::advise;
    use crate::front::{Found, Point};
    use crate::loss::Loss;
    use crate::privacy;
    use crate::space::Node;

    /// Points of protection and loss, in a front's order.
    fn front(values: &[(f64, f64)]) -> Front {
        let point = |(protection, loss): &(f64, f64)| Point {
            place: Node::default().into(),
            outcome: Outcome {
                protection: *protection,
                loss: Loss { value: *loss, raw: *loss },
                further: vec![],
                threshold: f64::NEG_INFINITY,
                thresholds: vec![],
                suppressed: 0,
                classes: 50,
            },
            ties: vec![],
        };
        Front { points: values.iter().map(point).collect(), found: Found::default() }
    }

    fn ends(values: &[(f64, f64)], model: &str) -> Vec<(usize, usize)> {
        let stretches = steep_stretches(&front(values), privacy::find(model).unwrap());
        stretches.iter().map(|s| (s.from, s.to)).collect()
    }

    #[test]
    fn much_loss_for_little_k() {
        // 1 to 1,000 costs 1 in all. From 50 to 60 (2.6 % of three factors of ten) it rises by 0.3; from 8 to 10 (3.2 %) by 0.1.
        let values = [(1000.0, 1.0), (60.0, 0.8), (50.0, 0.5), (10.0, 0.4), (8.0, 0.3), (1.0, 0.0)];
        assert_eq!(ends(&values, "k-anonymity"), [(2, 1), (4, 3)]);
        let advice = advise(&front(&values), privacy::find("k-anonymity").unwrap(), 1000);
        let said = "The front is steep from k = 50 to k = 60: that little privacy costs 0.300; rather stay at k = 50.";
        assert!(advice.sentences.iter().any(|s| s == said), "{:#?}", advice.sentences);
        assert!(!advice.sentences.iter().any(|s| s.contains("dearest")), "it is that stretch: {:#?}", advice.sentences);
    }

    #[test]
    fn each_condition_is_needed() {
        // A factor of 1.5 is no small rise.
        assert_eq!(ends(&[(1000.0, 1.0), (75.0, 0.8), (50.0, 0.3), (1.0, 0.0)], "k-anonymity"), []);
        // 0.04 of the loss is not much.
        assert_eq!(ends(&[(1000.0, 1.0), (51.0, 0.44), (50.0, 0.4), (1.0, 0.0)], "k-anonymity"), []);
        // Up to 16 in all, a factor of 1.25 is 8 % of the privacy: 0.2 of the loss is not three times as much, 0.3 is.
        assert_eq!(ends(&[(16.0, 1.0), (10.0, 0.6), (8.0, 0.4), (1.0, 0.0)], "k-anonymity"), []);
        assert_eq!(ends(&[(16.0, 1.0), (10.0, 0.7), (8.0, 0.4), (1.0, 0.0)], "k-anonymity"), [(2, 1)]);
    }

    #[test]
    fn stretches_grow_while_they_stay_steep_and_do_not_touch() {
        // 100 to 104 and on to 108 cost 0.2 each: one stretch. From 108 to 120 it is flat.
        let values = [(1000.0, 1.0), (120.0, 0.61), (108.0, 0.6), (104.0, 0.4), (100.0, 0.2), (1.0, 0.0)];
        assert_eq!(ends(&values, "k-anonymity"), [(4, 2)]);
    }

    #[test]
    fn models_whose_level_falls_and_levels_that_are_infinite() {
        // From t = 0.5 to 0.46, a twentieth of the range of 0.8, the loss rises by 0.4.
        let values = [(-0.1, 1.0), (-0.46, 0.7), (-0.5, 0.3), (-0.9, 0.0), (f64::NEG_INFINITY, 0.0)];
        assert_eq!(ends(&values, "t-closeness"), [(2, 1)]);
        assert_eq!(ends(&[(5.0, 0.3)], "k-anonymity"), []);
        assert_eq!(ends(&[], "k-anonymity"), []);
        assert_eq!(ends(&[(8.0, 0.5), (0.0, 0.1)], "alpha-k-anonymity"), []);
    }
}
