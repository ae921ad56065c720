//! The points that nothing seen so far beats. Archives of several threads can be merged; the result does not depend on
//! the order in which points came.

use std::cmp::Ordering;

use super::Point;
use crate::evaluate::{Outcome, Unbeaten};
use crate::space::Place;

/// Points that nothing seen so far beats.
#[derive(Debug, Clone, Default)]
pub struct Archive {
    /// Is the first of several with equal values enough?
    one_of_each: bool,
    /// Of two objectives: by falling protection (and so by falling loss).
    points: Vec<Point>,
    /// Protection and loss of these points, apart, because they are searched very often.
    values: Vec<(f64, f64)>,
    /// Of more objectives.
    spread: Unbeaten<Point>,
    /// Values of the newcomer.
    newcomer: Vec<f64>,
}

impl Archive {
    /// Without ties: of points with equal values the first to come stays. For spaces where there are too many.
    pub fn one_of_each() -> Archive {
        Archive { one_of_each: true, ..Archive::default() }
    }

    /// Offers a point. Kept if nothing beats it, and then what it beats goes. Is there a new point? A place that is given by
    /// reference is copied only if it is kept.
    pub fn offer(&mut self, place: impl Into<Place>, outcome: Outcome) -> bool {
        if !outcome.further.is_empty() {
            return self.offer_spread(place, outcome);
        }
        // By falling protection the losses fall too, so what beats the newcomer stands directly before its place,
        // and what the newcomer beats stands directly behind.
        let (protection, loss) = (outcome.protection, outcome.loss.value);
        let at = self.values.partition_point(|v| v.0 > protection);
        if at > 0 && self.values[at - 1].1 <= loss {
            return false;
        }
        if let Some(same) = self.values.get(at).filter(|v| v.0 == protection) {
            if same.1 < loss || (same.1 == loss && self.one_of_each) {
                return false;
            }
            if same.1 == loss {
                self.points[at].ties.push((place.into(), outcome));
                return false;
            }
        }
        let beaten = self.values[at..].iter().take_while(|v| loss <= v.1).count();
        self.values.splice(at..at + beaten, [(protection, loss)]);
        let point = Point { place: place.into(), outcome, ties: Vec::new() };
        self.points.splice(at..at + beaten, [point]);
        true
    }

    /// The same with more than two objectives.
    fn offer_spread(&mut self, place: impl Into<Place>, outcome: Outcome) -> bool {
        outcome.write_values(&mut self.newcomer);
        match self.spread.find(&self.newcomer) {
            Some((known, point)) => {
                if known == self.newcomer && !self.one_of_each {
                    point.ties.push((place.into(), outcome));
                }
                false
            }
            None => {
                let point = Point { place: place.into(), outcome, ties: Vec::new() };
                self.spread.put(&self.newcomer, point);
                true
            }
        }
    }

    /// Would a point of the archive beat one with these values: at least as good in all, and better in one? `further` are
    /// the further objectives, as an outcome has them.
    pub fn beats(&self, protection: f64, loss: f64, further: &[f64]) -> bool {
        if further.is_empty() {
            // Of the points that are private enough the last loses least.
            let enough = self.values.partition_point(|v| v.0 >= protection);
            return enough > 0 && {
                let best = self.values[enough - 1];
                best.1 < loss || (best.1 == loss && best.0 > protection)
            };
        }
        let mut values = Vec::with_capacity(2 + further.len());
        values.extend([protection, -loss]);
        values.extend(further);
        self.spread.beats(&values)
    }

    /// The least loss of a point that is at least as private; infinite where there is none.
    pub fn loss_at(&self, protection: f64) -> f64 {
        let enough = self.values.partition_point(|v| v.0 >= protection);
        enough.checked_sub(1).map_or(f64::INFINITY, |last| self.values[last].1)
    }

    /// The protection of the most private point that loses less; minus infinite where there is none.
    pub fn protection_below(&self, loss: f64) -> f64 {
        let dearer = self.values.partition_point(|v| v.1 >= loss);
        self.values.get(dearer).map_or(f64::NEG_INFINITY, |v| v.0)
    }

    /// The points in the order of a front.
    pub fn points(&self) -> Vec<&Point> {
        let mut points: Vec<&Point> = self.points.iter().chain(self.spread.entries()).collect();
        if !self.spread.is_empty() {
            points.sort_by(|a, b| before(&a.outcome, &b.outcome));
        }
        points
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points.len() + self.spread.len()
    }

    /// No point at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes in another archive.
    pub fn merge(&mut self, other: Archive) {
        for point in other.points.into_iter().chain(other.spread.into_entries()) {
            self.offer(point.place, point.outcome);
            for (place, outcome) in point.ties {
                self.offer(place, outcome);
            }
        }
    }

    /// The points by falling protection, then by rising loss, then by falling further values. Of nodes with equal values
    /// the one that suppresses least comes first, then the one with the least levels.
    pub fn into_points(self) -> Vec<Point> {
        let mut points: Vec<Point> = self.points.into_iter().chain(self.spread.into_entries()).collect();
        points.sort_by(|a, b| before(&a.outcome, &b.outcome));
        let first = |a: &(Place, Outcome), b: &(Place, Outcome)| {
            a.1.suppressed.cmp(&b.1.suppressed).then_with(|| a.0.compare(&b.0))
        };
        for point in points.iter_mut().filter(|point| !point.ties.is_empty()) {
            point.ties.push((point.place.clone(), point.outcome.clone()));
            point.ties.sort_by(first);
            (point.place, point.outcome) = point.ties.remove(0);
        }
        points
    }
}

/// The order of a front's points.
pub(super) fn before(a: &Outcome, b: &Outcome) -> Ordering {
    let values = (b.protection, a.loss.value, &b.further);
    values.partial_cmp(&(a.protection, b.loss.value, &a.further)).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::front::dominates;
    use crate::loss::Loss;
    use crate::space::Node;

    fn at(values: &[u8]) -> Outcome {
        Outcome {
            protection: f64::from(values[0]),
            loss: Loss { value: f64::from(values[1]), raw: 0.0 },
            further: values[2..].iter().map(|v| f64::from(*v)).collect(),
            threshold: 0.0,
            thresholds: Vec::new(),
            suppressed: 0,
            classes: 1,
        }
    }

    /// Outcomes of 2 to 5 objectives.
    fn outcomes() -> impl Strategy<Value = Vec<Outcome>> {
        let values = |width: usize| prop::collection::vec(prop::collection::vec(0u8..12, width), 1..120);
        (2usize..6).prop_flat_map(values).prop_map(|values| values.iter().map(|v| at(v)).collect())
    }

    proptest! {
        /// The archive holds exactly the points that no other point beats, ties included, in any order of arrival.
        #[test]
        fn archive_is_the_front(outcomes in outcomes(), split in 0usize..120) {
            let mut expected: Vec<u8> = (0..outcomes.len() as u8)
                .filter(|i| !outcomes.iter().any(|o| dominates(o, &outcomes[*i as usize])))
                .collect();
            let (mut left, mut right) = (Archive::default(), Archive::default());
            for (i, outcome) in outcomes.iter().enumerate() {
                if i < split { &mut left } else { &mut right }.offer(Node::from(vec![i as u8]), outcome.clone());
            }
            left.merge(right);
            let points = left.into_points();
            let in_order = |p: &Outcome, q: &Outcome| {
                p.protection > q.protection || (p.protection == q.protection && p.loss.value <= q.loss.value)
            };
            prop_assert!(points.windows(2).all(|p| in_order(&p[0].outcome, &p[1].outcome)));
            let number = |place: &Place| place.node().unwrap()[0];
            let mut found: Vec<u8> =
                points.iter().flat_map(|p| p.ties.iter().map(|t| &t.0).chain([&p.place])).map(number).collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }

        /// `beats` says what comparing with every point says.
        #[test]
        fn beats_is_dominance(outcomes in outcomes()) {
            let mut archive = Archive::default();
            for outcome in &outcomes {
                archive.offer(Node::default(), outcome.clone());
            }
            for protection in 0u8..12 {
                for loss in 0..12 {
                    let mut asked = outcomes[usize::from(protection) % outcomes.len()].clone();
                    (asked.protection, asked.loss.value) = (f64::from(protection), f64::from(loss));
                    let expected = outcomes.iter().any(|o| dominates(o, &asked));
                    prop_assert_eq!(archive.beats(asked.protection, asked.loss.value, &asked.further), expected);
                }
            }
        }
    }
}
