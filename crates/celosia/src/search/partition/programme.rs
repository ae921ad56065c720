//! The best classes among stretches of an order of the tuples, by dynamic programming.
//!
//! Tuples of k rows or more stand alone: they cost nothing. Of the others, in their order, f(i) is the least cost of the first i:
//! the minimum over j of f(j) plus the cost of a class of those from j to i that has k rows or more and fewer than 3 k (a class of
//! 2 k rows and more could mostly be two). Where k is large, neighbours are taken together first, so that a class has a few
//! hundred parts at most and the time does not grow with k.

use crate::space::Boxes;

/// Parts that k rows are taken in.
const PARTS: u64 = 160;

/// Some neighbours in the order.
struct Part {
    /// Where they end in the order of those that do not stand alone.
    end: usize,
    rows: u64,
    lo: Vec<u32>,
    hi: Vec<u32>,
}

/// The class of each tuple, and what all classes cost; nothing where there are fewer than `k` rows.
pub fn classes(boxes: &Boxes, order: &[u32], k: u64) -> Option<(Vec<u32>, f64)> {
    if boxes.rows() < k {
        return None;
    }
    let mut class_of = vec![0; boxes.tuples()];
    let mut next = 0;
    let others: Vec<u32> = order.iter().copied().filter(|tuple| boxes.counts[*tuple as usize] < k).collect();
    let left: u64 = others.iter().map(|tuple| boxes.counts[*tuple as usize]).sum();
    // Too few for a class of their own: they stand among all.
    let alone = left == 0 || left >= k;
    let others = if alone { others } else { order.to_vec() };
    if alone {
        for tuple in order.iter().filter(|tuple| boxes.counts[**tuple as usize] >= k) {
            class_of[*tuple as usize] = next;
            next += 1;
        }
    }
    let parts = parts(boxes, &others, (k / PARTS).max(1));
    let (ends, cost) = stretches(boxes, &parts, k)?;
    let mut start = 0;
    for end in ends {
        others[start..end].iter().for_each(|tuple| class_of[*tuple as usize] = next);
        (start, next) = (end, next + 1);
    }
    Some((class_of, cost))
}

/// Neighbours together until they have `least` rows.
fn parts(boxes: &Boxes, order: &[u32], least: u64) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (at, tuple) in order.iter().enumerate() {
        let place = boxes.place(*tuple as usize);
        let rows = boxes.counts[*tuple as usize];
        match parts.last_mut().filter(|part| part.rows < least) {
            Some(part) => {
                part.end = at + 1;
                part.rows += rows;
                for (axis, place) in place.iter().enumerate() {
                    part.lo[axis] = part.lo[axis].min(*place);
                    part.hi[axis] = part.hi[axis].max(*place);
                }
            }
            None => parts.push(Part { end: at + 1, rows, lo: place.to_vec(), hi: place.to_vec() }),
        }
    }
    parts
}

/// Where the classes end, and what they cost.
fn stretches(boxes: &Boxes, parts: &[Part], k: u64) -> Option<(Vec<usize>, f64)> {
    let axes = boxes.axes.len();
    let mut least = vec![f64::INFINITY; parts.len() + 1];
    let mut from = vec![0; parts.len() + 1];
    least[0] = 0.0;
    let (mut lo, mut hi, mut prices) = (vec![0; axes], vec![0; axes], vec![0.0; axes]);
    for end in 1..=parts.len() {
        lo.fill(u32::MAX);
        hi.fill(0);
        let (mut rows, mut price) = (0, 0.0);
        for start in (0..end).rev() {
            let part = &parts[start];
            // One class at least, however large its parts are.
            if rows >= k && rows + part.rows >= 3 * k {
                break;
            }
            rows += part.rows;
            let mut wider = false;
            for axis in 0..axes {
                let (low, high) = (lo[axis].min(part.lo[axis]), hi[axis].max(part.hi[axis]));
                if low < lo[axis] || high > hi[axis] {
                    (lo[axis], hi[axis]) = (low, high);
                    prices[axis] = boxes.axes[axis].price(low, high);
                    wider = true;
                }
            }
            if wider {
                price = prices.iter().sum();
            }
            let cost = rows as f64 * price;
            if cost >= least[end] {
                // A class of more rows costs no less.
                break;
            }
            if rows >= k && least[start] + cost < least[end] {
                (least[end], from[end]) = (least[start] + cost, start);
            }
        }
    }
    if least[parts.len()].is_infinite() {
        return None;
    }
    let (mut ends, mut at) = (Vec::new(), parts.len());
    while at > 0 {
        ends.push(parts[at - 1].end);
        at = from[at];
    }
    ends.reverse();
    Some((ends, least[parts.len()]))
}
