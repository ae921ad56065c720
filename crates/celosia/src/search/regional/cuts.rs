//! The best classes among stretches of an order of the tuples, by dynamic programming: f(i), the least cost of the first i tuples,
//! is the minimum over j of f(j) plus the cost of a class of those from j to i that has k rows or more. Where k is large, neighbours are
//! taken together first, so that a class has a few hundred parts at most and the time does not grow with k.
//!
//! No class needs 2 k + p − 1 rows where none of its parts has more than p: cut where k rows are full, the first piece has at most
//! k + p − 1, so that k are left for the other, and a part of a box costs no more than the box.

use crate::space::Boxes;

/// Parts that k rows are taken in.
const PARTS: u64 = 160;

/// Some rows of a tuple.
pub type Some = (u32, u64);

/// The cheapest classes of `k` rows or more along an order of all tuples: the class of each. Tuples of k rows stand alone.
/// Nothing where there are fewer rows than that.
pub fn classes(boxes: &Boxes, order: &[u32], k: u64) -> Option<(Vec<u32>, f64)> {
    let order: Vec<Some> = order.iter().map(|tuple| (*tuple, boxes.counts[*tuple as usize])).collect();
    let (mut alone, mut others): (Vec<Some>, Vec<Some>) = order.iter().partition(|(_, rows)| *rows >= k);
    let left: u64 = others.iter().map(|(_, rows)| rows).sum();
    if left > 0 && left < k {
        // Too few for a class of their own: they stand among all.
        (alone, others) = (Vec::new(), order);
    }
    let (cost, ends) = if others.is_empty() { (0.0, vec![0]) } else { cuts(boxes, &others, k)? };
    let mut class_of = vec![0; boxes.tuples()];
    let stretches = ends.windows(2).map(|ends| &others[ends[0]..ends[1]]).chain(alone.chunks(1));
    for (class, stretch) in (0..).zip(stretches) {
        stretch.iter().for_each(|(tuple, _)| class_of[*tuple as usize] = class);
    }
    Some((class_of, cost))
}

/// Neighbours in an order.
struct Part {
    end: usize,
    rows: u64,
}

/// The cheapest cuts of an order into classes of at least k rows, its begin and its end among them, and what all cost. Nothing
/// where it has fewer rows than k.
pub fn cuts(boxes: &Boxes, order: &[Some], k: u64) -> Option<(f64, Vec<usize>)> {
    let axes = boxes.axes.len();
    let mut parts: Vec<Part> = Vec::new();
    // The span of each part, every column's lo and then every column's hi, side by side as they are read.
    let mut spans: Vec<u32> = Vec::with_capacity(2 * axes * order.len());
    for (at, (tuple, rows)) in order.iter().enumerate() {
        let place = boxes.place(*tuple as usize);
        match parts.last_mut().filter(|part| part.rows < (k / PARTS).max(1)) {
            Some(part) => {
                (part.end, part.rows) = (at + 1, part.rows + rows);
                let start = spans.len() - 2 * axes;
                let (lo, hi) = spans[start..].split_at_mut(axes);
                join(lo, hi, place, place);
            }
            None => {
                parts.push(Part { end: at + 1, rows: *rows });
                spans.extend(place.iter().chain(place));
            }
        }
    }
    let number = parts.len();
    let mut best = vec![f64::INFINITY; number + 1];
    let mut from = vec![0; number + 1];
    best[0] = 0.0;
    let (mut lo, mut hi, mut prices) = (vec![0; axes], vec![0; axes], vec![0.0; axes]);
    for end in 1..=number {
        lo.fill(u32::MAX);
        hi.fill(0);
        let (mut rows, mut most, mut price) = (0, 0, 0.0);
        for begin in (0..end).rev() {
            let more = parts[begin].rows;
            most = more.max(most);
            // One class at least, however large its parts are.
            if rows >= k && rows + more >= 2 * k + most - 1 {
                break;
            }
            rows += more;
            let (low, high) = spans[begin * 2 * axes..][..2 * axes].split_at(axes);
            let mut wider = false;
            for axis in 0..axes {
                let (least, most) = (lo[axis].min(low[axis]), hi[axis].max(high[axis]));
                if (least, most) != (lo[axis], hi[axis]) {
                    (lo[axis], hi[axis]) = (least, most);
                    prices[axis] = boxes.axes[axis].price(least, most);
                    wider = true;
                }
            }
            if wider {
                price = prices.iter().sum();
            }
            let all = best[begin] + rows as f64 * price;
            if rows >= k && all < best[end] {
                (best[end], from[end]) = (all, begin);
            }
        }
    }
    let mut ends = vec![number];
    while let Some(end) = ends.last().filter(|end| **end > 0) {
        ends.push(from[*end]);
    }
    ends.reverse();
    let ends = ends.into_iter().map(|part| part.checked_sub(1).map_or(0, |last| parts[last].end)).collect();
    Some((best[number], ends)).filter(|(cost, _)| cost.is_finite())
}

/// Widens a span.
pub fn join(lo: &mut [u32], hi: &mut [u32], low: &[u32], high: &[u32]) {
    for axis in 0..lo.len() {
        lo[axis] = lo[axis].min(low[axis]);
        hi[axis] = hi[axis].max(high[axis]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::space::Axis;

    /// Points on two free columns.
    fn boxes(points: &[(u32, u32, u64)]) -> Boxes {
        let axis = |places: u32| {
            let price = |at: u32| f64::from((at % places).saturating_sub(at / places)) / f64::from(places - 1);
            Axis::new(places, None, (0..places * places).map(price).collect())
        };
        let places = points.iter().flat_map(|(x, y, _)| [*x, *y]).collect();
        Boxes::new(vec![axis(6), axis(4)], places, points.iter().map(|(.., rows)| *rows).collect(), 2.0)
    }

    /// What the cheapest of all ways to cut costs.
    fn cheapest(boxes: &Boxes, order: &[Some], k: u64) -> f64 {
        let cost = |stretch: &[Some]| {
            let (mut lo, mut hi) = ([u32::MAX; 2], [0; 2]);
            for (tuple, _) in stretch {
                let place = boxes.place(*tuple as usize);
                join(&mut lo, &mut hi, place, place);
            }
            let rows: u64 = stretch.iter().map(|(_, rows)| rows).sum();
            if rows < k { f64::INFINITY } else { rows as f64 * boxes.price(&lo, &hi) }
        };
        let all = 0..1u32 << (order.len() - 1);
        let of = |bits: u32| {
            let ends = (1..order.len()).filter(|at| bits >> (at - 1) & 1 == 1).chain([order.len()]);
            let starts = std::iter::once(0).chain((1..order.len()).filter(|at| bits >> (at - 1) & 1 == 1));
            starts.zip(ends).map(|(start, end)| cost(&order[start..end])).sum::<f64>()
        };
        all.map(of).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        /// No other cuts of the order cost less.
        #[test]
        fn cuts_are_the_cheapest(
            points in prop::collection::vec((0u32..6, 0u32..4, 1u64..4), 1..9), k in 1u64..7,
        ) {
            let boxes = boxes(&points);
            let order: Vec<Some> = (0..).zip(boxes.counts.iter().copied()).collect();
            let expected = cheapest(&boxes, &order, k);
            match cuts(&boxes, &order, k) {
                None => prop_assert!(expected.is_infinite()),
                Some((cost, ends)) => {
                    prop_assert!((cost - expected).abs() < 1e-9, "{cost} {expected}");
                    prop_assert_eq!((ends[0], ends[ends.len() - 1]), (0, points.len()));
                }
            }
            if let Some((class_of, _)) = classes(&boxes, &(0..points.len() as u32).collect::<Vec<_>>(), k) {
                let mut rows = std::collections::HashMap::new();
                class_of.iter().zip(&boxes.counts).for_each(|(class, n)| *rows.entry(*class).or_insert(0) += n);
                prop_assert!(rows.values().all(|rows| *rows >= k));
            }
        }
    }
}
