//! The check of a bound that is shown with its prices; it believes nothing and shares no code with what found them.
//!
//! It goes through all label boxes, column after column, every label of each, and in each box with k rows looks whether the
//! k dearest rows average more than the box costs. A part is passed over only where it cannot hold such a box: with fewer
//! than k rows, or where the k dearest of all its rows average no more than its labels so far and the cheapest labels of
//! the columns to come.
//!
//! Numbers are rounded, so a box may be exceeded by `slack` per row, a billionth of what a suppressed row costs. Prices that
//! were all lower by that would exceed no box, so `slack` for each row comes off the sum, and once more for rounding in
//! the means; what rounding may do to the sum comes off as well. That the sum is a bound is shown in `dual`.

use rayon::prelude::*;

use crate::space::Boxes;

/// A check under way.
struct Check<'a> {
    boxes: &'a Boxes,
    k: u64,
    prices: &'a [f64],
    slack: f64,
    /// All labels of each column: lo, hi, price. Those with the same lo together, the widest first.
    labels: Vec<Vec<(u32, u32, f64)>>,
}

/// The loss that these prices prove, summed over all rows, for classes of at least `k` rows: no more than `claimed` is
/// believed, and no less is accepted. The tuples in `boxes` must be those of the table.
pub fn check(boxes: &Boxes, k: u64, prices: &[f64], claimed: f64) -> Result<f64, String> {
    if k == 0 || prices.len() != boxes.tuples() {
        return Err(format!("{} prices for {} tuples and classes of {k} rows", prices.len(), boxes.tuples()));
    }
    // So far below zero no price need be, and rounding could matter.
    let lowest = -1000.0 * boxes.suppressed;
    if let Some(at) = prices.iter().position(|price| !(lowest..=boxes.suppressed).contains(price)) {
        return Err(format!("tuple {at} has the price {}, a suppressed row {}", prices[at], boxes.suppressed));
    }
    let slack = 1e-9 * boxes.suppressed;
    let labels = (0..boxes.axes.len()).map(|axis| labels(boxes, axis)).collect();
    let check = Check { boxes, k, prices, slack, labels };
    let mut tuples: Vec<u32> = (0..boxes.tuples() as u32).collect();
    tuples.sort_by(|a, b| prices[*b as usize].total_cmp(&prices[*a as usize]).then(a.cmp(b)));
    // Columns with few labels first.
    let mut axes: Vec<usize> = (0..boxes.axes.len()).collect();
    axes.sort_by_key(|axis| (check.labels[*axis].len(), *axis));
    check.no_box_exceeded(&axes, tuples, 0.0, &[])?;
    let worth = |tuple: usize| boxes.counts[tuple] as f64 * prices[tuple];
    let sum: f64 = (0..boxes.tuples()).map(worth).sum();
    let size: f64 = (0..boxes.tuples()).map(|tuple| worth(tuple).abs()).sum();
    let rounding = size * f64::EPSILON * (boxes.tuples() + 2) as f64;
    let proven = sum - rounding - 2.0 * slack * boxes.rows() as f64;
    // Not a number is no bound either.
    if claimed <= proven { Ok(claimed) } else { Err(format!("{claimed} is claimed, {proven} proven")) }
}

/// All labels of a column.
fn labels(boxes: &Boxes, axis: usize) -> Vec<(u32, u32, f64)> {
    let axis = &boxes.axes[axis];
    let ranges = (0..axis.places()).flat_map(|lo| (lo..axis.places()).rev().map(move |hi| (lo, hi)));
    let labels = ranges.filter(|(lo, hi)| axis.label(*lo, *hi) == (*lo, *hi));
    labels.map(|(lo, hi)| (lo, hi, axis.price(lo, hi))).collect()
}

impl Check<'_> {
    /// The mean price of the k dearest rows, the tuples given from the dearest on; nothing if there are fewer rows.
    fn dearest(&self, tuples: &[u32]) -> Option<f64> {
        let (mut rows, mut sum) = (0, 0.0);
        for tuple in tuples {
            let taken = self.boxes.counts[*tuple as usize].min(self.k - rows);
            sum += taken as f64 * self.prices[*tuple as usize];
            rows += taken;
            if rows == self.k {
                return Some(sum / self.k as f64);
            }
        }
        None
    }

    /// May there be an exceeded box among these tuples, where it costs at least `price`?
    fn suspect(&self, tuples: &[u32], price: f64) -> bool {
        self.dearest(tuples).is_some_and(|mean| mean > price + self.slack)
    }

    /// Goes through all boxes with labels on the columns `axes` that hold some of these tuples; `given` are the labels of
    /// the other columns, which cost `price`.
    fn no_box_exceeded(
        &self,
        axes: &[usize],
        tuples: Vec<u32>,
        price: f64,
        given: &[(usize, u32, u32)],
    ) -> Result<(), String> {
        let Some((axis, later)) = axes.split_first() else {
            return match self.suspect(&tuples, price) {
                true => Err(format!("{} rows of the box {given:?} are worth more than it costs, {price}", self.k)),
                false => Ok(()),
            };
        };
        let least = |axis: &usize| self.labels[*axis].iter().map(|label| label.2).fold(f64::INFINITY, f64::min);
        let later_least: f64 = later.iter().map(least).sum();
        if !self.suspect(&tuples, price + least(axis) + later_least) {
            return Ok(());
        }
        let place = |tuple: &u32| self.boxes.place(*tuple as usize)[*axis];
        let from = |labels: &[(u32, u32, f64)]| {
            let lo = labels[0].0;
            let mut tuples: Vec<u32> = tuples.iter().copied().filter(|tuple| place(tuple) >= lo).collect();
            let cheapest = labels.iter().map(|label| label.2).fold(f64::INFINITY, f64::min);
            for (lo, hi, of_label) in labels {
                tuples.retain(|tuple| place(tuple) <= *hi);
                if !self.suspect(&tuples, price + cheapest + later_least) {
                    break;
                }
                if self.suspect(&tuples, price + of_label + later_least) {
                    let given = [given, &[(*axis, *lo, *hi)]].concat();
                    self.no_box_exceeded(later, tuples.clone(), price + of_label, &given)?;
                }
            }
            Ok(())
        };
        let starts: Vec<_> = self.labels[*axis].chunk_by(|one, next| one.0 == next.0).collect();
        // The first in the order of the labels, whatever thread finds one first.
        let done: Vec<Result<(), String>> = starts.into_par_iter().map(from).collect();
        done.into_iter().collect()
    }
}
