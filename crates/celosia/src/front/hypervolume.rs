//! The hypervolume: how much of the unit box a set of points weakly dominates. Exact in any number of objectives.

use crate::evaluate::Problem;
use crate::front::{Front, UnitBox};

impl Front {
    /// The share of all conceivable trade-offs that a point of this front is at least as good as. The scales are the
    /// problem's alone ([`UnitBox`]), so fronts of several searches and spaces can be compared.
    pub fn hypervolume(&self, problem: &Problem) -> f64 {
        let scales = UnitBox::of(problem);
        let points: Vec<Vec<f64>> =
            self.points.iter().map(|point| scales.place(&problem.values(&point.outcome))).collect();
        hypervolume(&points)
    }
}

/// The volume that points in the unit box dominate together: 0 is worst and 1 is best in every objective. Values outside
/// count as the nearest inside, values that are not numbers or not there as 0. Beaten points do no harm.
///
/// One and two objectives take a sort, three one insertion into a staircase per point; each further objective multiplies
/// the time by the number of points at worst.
pub fn hypervolume(points: &[Vec<f64>]) -> f64 {
    let width = points.iter().map(Vec::len).max().unwrap_or(0);
    let unit = |value: Option<&f64>| value.filter(|v| !v.is_nan()).map_or(0.0, |v| v.clamp(0.0, 1.0));
    let place = |point: &Vec<f64>| -> Vec<f64> { (0..width).map(|i| unit(point.get(i))).collect() };
    let placed = points.iter().map(place).filter(|point| point.iter().all(|v| *v > 0.0));
    volume(placed.collect(), width)
}

/// The volume in the first `width` objectives.
fn volume(mut points: Vec<Vec<f64>>, width: usize) -> f64 {
    match width {
        0 => 0.0,
        1 => points.iter().map(|p| p[0]).fold(0.0, f64::max),
        2 => {
            let mut stairs = Stairs::default();
            points.sort_unstable_by(|p, q| q[0].total_cmp(&p[0]));
            points.iter().for_each(|p| stairs.add(p[0], p[1]));
            stairs.area
        }
        3 => {
            // By slices of the third objective, the best first: the area of a slice only grows.
            points.sort_unstable_by(|p, q| q[2].total_cmp(&p[2]));
            let (mut stairs, mut sum) = (Stairs::default(), 0.0);
            for (i, p) in points.iter().enumerate() {
                stairs.add(p[0], p[1]);
                let next = points.get(i + 1).map_or(0.0, |q| q[2]);
                sum += stairs.area * (p[2] - next);
            }
            sum
        }
        _ => {
            // What a point adds to those that stand behind it (While et al. 2012, WFG). These are at least as good in
            // the last objective, so what it shares with them has its own height there, and one objective less is left.
            let last = width - 1;
            points.sort_unstable_by(|p, q| p[last].total_cmp(&q[last]));
            let adds = |(i, p): (usize, &Vec<f64>)| {
                let limit = |q: &Vec<f64>| q[..last].iter().zip(p).map(|(q, p)| q.min(*p)).collect();
                let shared: Vec<Vec<f64>> = points[i + 1..].iter().map(limit).collect();
                p[last] * (p[..last].iter().product::<f64>() - volume(best(shared), last))
            };
            points.iter().enumerate().map(adds).sum()
        }
    }
}

/// The points that no other covers, of equal ones the first: limiting points to a box makes most of them idle.
fn best(mut points: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    // What covers a point has at least its sum, so it is kept before.
    points.sort_by_cached_key(|p| std::cmp::Reverse((p.iter().sum::<f64>() * 1e15) as u64));
    let mut kept: Vec<Vec<f64>> = Vec::new();
    for point in points {
        if !kept.iter().any(|k| k.iter().zip(&point).all(|(k, p)| k >= p)) {
            kept.push(point);
        }
    }
    kept
}

/// The area under a staircase in the plane, which grows with every corner.
#[derive(Default)]
struct Stairs {
    /// Corners by falling first and rising second value.
    corners: Vec<(f64, f64)>,
    area: f64,
}

impl Stairs {
    fn add(&mut self, x: f64, y: f64) {
        let place = self.corners.partition_point(|c| c.0 > x);
        // Left of x the area reaches up to here already.
        let mut height = place.checked_sub(1).map_or(0.0, |before| self.corners[before].1);
        if height >= y {
            return;
        }
        let (mut right, mut beaten) = (x, 0);
        for corner in &self.corners[place..] {
            self.area += (right - corner.0) * (y - height);
            (right, height) = *corner;
            if height >= y {
                break;
            }
            beaten += 1;
        }
        if height < y {
            self.area += right * (y - height);
        } else if right == x {
            return;
        }
        self.corners.splice(place..place + beaten, [(x, y)]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(points: &[&[f64]]) -> f64 {
        hypervolume(&points.iter().map(|p| p.to_vec()).collect::<Vec<_>>())
    }

    #[test]
    fn worked_by_hand() {
        // Two rectangles of 0.8 × 0.25 and 0.4 × 0.5 share 0.4 × 0.25.
        assert!((of(&[&[0.8, 0.25], &[0.4, 0.5]]) - 0.3).abs() < 1e-12);
        // A third one inside the first adds nothing, nor does the first once more.
        assert!((of(&[&[0.7, 0.2], &[0.8, 0.25], &[0.4, 0.5], &[0.8, 0.25]]) - 0.3).abs() < 1e-12);
        // Three bars of 1 × 0.5 × 0.5 along the axes: 3/4 less the common cube twice.
        let bars: [&[f64]; 3] = [&[1.0, 0.5, 0.5], &[0.5, 1.0, 0.5], &[0.5, 0.5, 1.0]];
        assert!((of(&bars) - 0.5).abs() < 1e-12);
        // The same with a fourth objective that all have halfway.
        let halves: Vec<Vec<f64>> = bars.iter().map(|b| b.iter().copied().chain([0.5]).collect()).collect();
        assert!((hypervolume(&halves) - 0.25).abs() < 1e-12);
    }

    #[test]
    fn the_ends() {
        assert_eq!(of(&[]), 0.0);
        assert_eq!(of(&[&[]]), 0.0);
        assert_eq!(of(&[&[0.3], &[0.7]]), 0.7);
        assert_eq!(of(&[&[1.0; 5]]), 1.0);
        assert_eq!(of(&[&[0.0, 1.0], &[1.0, 0.0]]), 0.0, "a point at the edge dominates a line");
        assert_eq!(
            of(&[&[7.0, 0.5], &[f64::NAN, 1.0], &[-1.0, 1.0], &[0.5]]),
            0.5,
            "what lies outside, and what is short"
        );
    }

    /// Points on a grid of `steps` steps: the cells below any of them, counted one by one.
    fn counted(points: &[Vec<u8>], width: usize, steps: u8) -> f64 {
        let cells = usize::from(steps).pow(width as u32);
        let covered = |cell: &usize| {
            let mut rest = *cell;
            let corner: Vec<u8> = (0..width)
                .map(|_| {
                    let digit = rest % usize::from(steps);
                    rest /= usize::from(steps);
                    digit as u8
                })
                .collect();
            points.iter().any(|p| p.iter().zip(&corner).all(|(p, c)| p > c))
        };
        (0..cells).filter(covered).count() as f64 / cells as f64
    }

    proptest! {
        /// Exact in one to five objectives: the share of grid cells that lie below a point.
        #[test]
        fn as_many_cells_as_are_counted(
            points in (1usize..6).prop_flat_map(|width| prop::collection::vec(prop::collection::vec(0u8..=6, width), 0..24)),
        ) {
            let width = points.first().map_or(0, Vec::len);
            let expected = if points.is_empty() { 0.0 } else { counted(&points, width, 6) };
            let placed: Vec<Vec<f64>> =
                points.iter().map(|p| p.iter().map(|v| f64::from(*v) / 6.0).collect()).collect();
            prop_assert!((hypervolume(&placed) - expected).abs() < 1e-9, "{} for {expected}", hypervolume(&placed));
        }
    }
}
