//! The points that nothing seen so far beats. Archives of several threads can be merged; the result does not depend on
//! the order in which points came.

use super::{Point, dominates};
use crate::evaluate::Outcome;

/// Points that nothing seen so far beats, by falling protection (and so by falling loss).
#[derive(Debug, Clone, Default)]
pub struct Archive {
    points: Vec<Point>,
}

impl Archive {
    /// Offers a point. Kept if nothing beats it; what it beats goes.
    pub fn offer(&mut self, node: &[u8], outcome: Outcome) {
        // By falling protection the losses fall too, so what beats the newcomer stands directly before its place,
        // and what the newcomer beats stands directly behind.
        let place = self.points.partition_point(|p| p.outcome.protection > outcome.protection);
        if place > 0 && dominates(&self.points[place - 1].outcome, &outcome) {
            return;
        }
        if let Some(same) = self.points.get_mut(place).filter(|p| p.outcome.protection == outcome.protection) {
            if dominates(&same.outcome, &outcome) {
                return;
            }
            if same.outcome.loss.value == outcome.loss.value {
                same.ties.push((node.to_vec(), outcome));
                return;
            }
        }
        let beaten = self.points[place..].iter().take_while(|p| dominates(&outcome, &p.outcome)).count();
        let point = Point { node: node.to_vec(), outcome, ties: Vec::new() };
        self.points.splice(place..place + beaten, [point]);
    }

    /// Takes in another archive.
    pub fn merge(&mut self, other: Archive) {
        for point in other.points {
            self.offer(&point.node, point.outcome);
            for (node, outcome) in point.ties {
                self.offer(&node, outcome);
            }
        }
    }

    /// The points by falling protection. Of nodes with equal values the one that suppresses least comes first, then
    /// the one with the least levels.
    pub fn into_points(mut self) -> Vec<Point> {
        for point in &mut self.points {
            let mut all = std::mem::take(&mut point.ties);
            all.push((std::mem::take(&mut point.node), point.outcome));
            all.sort_by(|a, b| a.1.suppressed.cmp(&b.1.suppressed).then_with(|| a.0.cmp(&b.0)));
            let ties = all.split_off(1);
            if let Some((node, outcome)) = all.pop() {
                *point = Point { node, outcome, ties };
            }
        }
        self.points
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::loss::Loss;

    fn at(protection: u8, loss: u8) -> Outcome {
        let loss = Loss { value: f64::from(loss), raw: 0.0 };
        Outcome { protection: f64::from(protection), loss, threshold: 0.0, suppressed: 0, classes: 1 }
    }

    proptest! {
        /// The archive holds exactly the points that no other point beats, ties included, in any order of arrival.
        #[test]
        fn archive_is_the_front(values in prop::collection::vec((0u8..12, 0u8..12), 1..60), split in 0usize..60) {
            let outcomes: Vec<Outcome> = values.iter().map(|(p, l)| at(*p, *l)).collect();
            let mut expected: Vec<u8> = (0..outcomes.len() as u8)
                .filter(|i| !outcomes.iter().any(|o| dominates(o, &outcomes[*i as usize])))
                .collect();
            let (mut left, mut right) = (Archive::default(), Archive::default());
            for (i, outcome) in outcomes.iter().enumerate() {
                if i < split { left.offer(&[i as u8], *outcome) } else { right.offer(&[i as u8], *outcome) }
            }
            left.merge(right);
            let points = left.into_points();
            prop_assert!(points.windows(2).all(|p| p[0].outcome.protection > p[1].outcome.protection));
            let mut found: Vec<u8> =
                points.iter().flat_map(|p| p.ties.iter().map(|t| t.0[0]).chain([p.node[0]])).collect();
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
