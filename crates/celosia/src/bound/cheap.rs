//! The cheap bounds: what a row costs at least, looked at alone. [`cheapest`] is never the worse of the two, for the cheapest
//! box that holds a tuple and k rows holds its (k − 1)-th nearest row; but it goes through boxes, and where these are too
//! many, [`nearest`] looks at pairs. Both are feasible for the dual.

use rayon::prelude::*;

use super::cheapest::cheapest;
use super::labels::Labels;
use super::nearest::nearest;
use crate::space::Boxes;

/// For each k, which rise, the least price of each tuple; nothing for those k where neither can be had with `limit` looks.
pub fn cheap(boxes: &Boxes, labels: &[Labels], ks: &[u64], limit: u64) -> Vec<Option<Vec<f64>>> {
    // Mostly the boxes are too many for all k or for none, and one k tells.
    let probe = ks.get(ks.len() / 2).and_then(|k| cheapest(boxes, labels, *k, limit));
    let of = |k: &u64| probe.as_ref().and_then(|_| cheapest(boxes, labels, *k, limit));
    let mut bounds: Vec<Option<Vec<f64>>> = ks.par_iter().map(of).collect();
    let without: Vec<usize> = (0..ks.len()).filter(|at| bounds[*at].is_none()).collect();
    if !without.is_empty() {
        let ks: Vec<u64> = without.iter().map(|at| ks[*at]).collect();
        for (at, found) in without.into_iter().zip(nearest(boxes, &ks, limit)) {
            bounds[at] = found;
        }
    }
    bounds
}
