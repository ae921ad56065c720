//! Mondrian, as published (LeFevre, DeWitt and Ramakrishnan, ICDE 2006), strict: a class is cut at the median of the column in
//! which it is widest, rows with one value staying together, as long as both halves have k rows.

use super::regional::{Search, guides, levels};
use super::{About, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::Front;
use crate::space::{Boxes, Space};
use crate::watch::Watch;

pub const MONDRIAN: About = About {
    name: "mondrian",
    does: "cuts classes at the median of their widest column while both halves have k rows, as published (strict), for each k",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Regions],
    default_in: &[],
    needs: Needs::NOTHING,
    offers: Offers::NOTHING,
    run,
};

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let mut search = Search::begin(problem, limits, watch)?;
    let counts_rows = problem.model().name == "k-anonymity" && !problem.counts_persons();
    let levels = levels(problem.frequency.rows, limits.question, counts_rows);
    watch.begin("partitioning", levels.len() as u64);
    if let Some(boxes) = guides(problem, &limits.languages.of_all).first() {
        search.try_levels(&levels, |k| Some(strict(boxes, k)))?;
    }
    Ok(search.end(MONDRIAN.name))
}

/// The class of each tuple.
fn strict(boxes: &Boxes, k: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..boxes.tuples() as u32).collect();
    let mut class_of = vec![0; boxes.tuples()];
    let mut next = 0;
    let mut open = vec![(0, boxes.tuples())];
    while let Some((start, end)) = open.pop() {
        let tuples = &mut order[start..end];
        match cut(boxes, tuples, k) {
            Some(left) => open.extend([(start + left, end), (start, start + left)]),
            None => {
                tuples.iter().for_each(|tuple| class_of[*tuple as usize] = next);
                next += 1;
            }
        }
    }
    class_of
}

/// Sorts the tuples so that those of the left half come first, and says how many they are; nothing where no column can be cut.
fn cut(boxes: &Boxes, tuples: &mut [u32], k: u64) -> Option<usize> {
    let rows: u64 = tuples.iter().map(|tuple| boxes.counts[*tuple as usize]).sum();
    if rows < 2 * k {
        return None;
    }
    // The widest first, widths normalized by those of the columns; of equals the first column.
    let width = |axis: usize| {
        let places = tuples.iter().map(|tuple| boxes.place(*tuple as usize)[axis]);
        let (lo, hi) = places.fold((u32::MAX, 0), |(lo, hi), place| (lo.min(place), hi.max(place)));
        f64::from(hi - lo) / f64::from(boxes.axes[axis].places().max(2) - 1)
    };
    let widths: Vec<f64> = (0..boxes.axes.len()).map(width).collect();
    let mut axes: Vec<usize> = (0..widths.len()).filter(|axis| widths[*axis] > 0.0).collect();
    axes.sort_by(|a, b| widths[*b].total_cmp(&widths[*a]));
    for axis in axes {
        tuples.sort_by_key(|tuple| (boxes.place(*tuple as usize)[axis], *tuple));
        // The median: the first value up to which half of the rows lie.
        let mut left = 0;
        let mut below = 0;
        let mut last = None;
        for (at, tuple) in tuples.iter().enumerate() {
            let place = boxes.place(*tuple as usize)[axis];
            if last != Some(place) && 2 * below >= rows {
                break;
            }
            below += boxes.counts[*tuple as usize];
            last = Some(place);
            left = at + 1;
        }
        if below >= k && rows - below >= k {
            return Some(left);
        }
    }
    None
}
