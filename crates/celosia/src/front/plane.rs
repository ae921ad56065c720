//! The front of the first model and the first loss alone, out of one with more objectives.

use super::{Front, Point};

impl Front {
    /// The points that are best in the first model and the first loss alone, whatever the further objectives: with two
    /// objectives all of them. Of several points with the same two values the first stands for all.
    pub fn plane(&self) -> Vec<usize> {
        // By falling protection, then by rising loss: a point is beaten where one before it loses as little.
        let mut least = f64::INFINITY;
        let best = |(index, point): (usize, &Point)| {
            let loss = point.outcome.loss.value;
            // The most private point is best even if its loss has no bound.
            let keep = loss < least || index == 0;
            least = least.min(loss);
            keep.then_some(index)
        };
        self.points.iter().enumerate().filter_map(best).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::evaluate::Outcome;
    use crate::front::{Archive, Found, Front, dominates};
    use crate::loss::Loss;
    use crate::space::Node;

    proptest! {
        /// The plane is the front that the first two values alone would have.
        #[test]
        fn the_plane_is_the_front_of_two(values in prop::collection::vec(prop::array::uniform4(0u8..9), 1..80)) {
            let at = |values: &[u8; 4], further: bool| Outcome {
                protection: f64::from(values[0]),
                loss: Loss { value: f64::from(values[1]), raw: 0.0 },
                further: if further { values[2..].iter().map(|v| f64::from(*v)).collect() } else { Vec::new() },
                threshold: 0.0,
                thresholds: Vec::new(),
                suppressed: 0,
                classes: 1,
            };
            let mut archive = Archive::default();
            for v in &values {
                archive.offer(Node::default(), at(v, true));
            }
            let found =
                Found::default();
            let front = Front { points: archive.into_points(), found };
            let two = |o: &Outcome| (o.protection, o.loss.value);
            let plane: Vec<(f64, f64)> = front.plane().iter().map(|i| two(&front.points[*i].outcome)).collect();
            let flat: Vec<Outcome> = values.iter().map(|v| at(v, false)).collect();
            let mut expected: Vec<(f64, f64)> =
                flat.iter().filter(|o| !flat.iter().any(|other| dominates(other, o))).map(two).collect();
            expected.sort_by(|a, b| b.partial_cmp(a).unwrap());
            expected.dedup();
            prop_assert_eq!(plane, expected);
        }
    }
}
