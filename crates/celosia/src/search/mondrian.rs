//! Mondrian, as published (LeFevre, DeWitt and Ramakrishnan, ICDE 2006): a class is cut at the median of the column in which it is
//! widest, as long as both halves have k rows. Strict, rows with one value stay together; relaxed, those with the median go to
//! both sides so that the halves are equal, the rows of one tuple too where that may be.

use super::regional::{Search, guides, levels, that_fit};
use super::{About, Limits, Needs, Offers};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::Front;
use crate::space::{Boxes, Space, Unit, Units};
use crate::study::Mondrian;
use crate::watch::Watch;

pub const MONDRIAN: About = About {
    name: "mondrian",
    does: "cuts classes at the median of their widest column while both halves have k rows, as published (strict or, with \
           search.mondrian, relaxed), for each k",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Regions],
    default_in: &[],
    needs: Needs::NOTHING,
    offers: Offers::NOTHING,
    run,
};

/// Rows of a tuple.
type Some = (u32, u64);

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let mut search = Search::begin(problem, limits, watch)?;
    let counts_rows = problem.model().name == "k-anonymity" && !problem.counts_persons();
    let levels = that_fit(levels(problem, limits.question, counts_rows), problem, limits, watch);
    watch.begin("partitioning", levels.len() as u64);
    if let Some(boxes) = guides(problem, &limits.languages.of_all).first() {
        let relaxed = limits.settings.mondrian == Mondrian::Relaxed;
        let unit = if relaxed { problem.unit() } else { Unit::Whole };
        let units = Units::new(&problem.frequency, unit);
        let (boxes, how) = (units.boxes(boxes), How { relaxed, share: unit != Unit::Whole });
        let lists = |k: u64| classes(&boxes, k, how);
        search.try_levels(&levels, |k| Some(units.partition(lists(k).iter().map(Vec::as_slice))))?;
    }
    Ok(search.end(MONDRIAN.name))
}

#[derive(Debug, Clone, Copy)]
struct How {
    relaxed: bool,
    /// May rows of one tuple go to both sides?
    share: bool,
}

/// The classes.
fn classes(boxes: &Boxes, k: u64, how: How) -> Vec<Vec<Some>> {
    let all: Vec<Some> = (0..).zip(boxes.counts.iter().copied()).collect();
    let (mut done, mut open) = (Vec::new(), vec![all]);
    while let Some(mut rows) = open.pop() {
        match cut(boxes, &mut rows, k, how) {
            Some(right) => open.extend([right, rows]),
            None => done.push(rows),
        }
    }
    done
}

/// Cuts some rows in two: the left half stays, the right one is given back; nothing where no column can be cut.
fn cut(boxes: &Boxes, some: &mut Vec<Some>, k: u64, how: How) -> Option<Vec<Some>> {
    let rows: u64 = some.iter().map(|(_, rows)| rows).sum();
    if rows < 2 * k {
        return None;
    }
    // The widest first, widths normalized by those of the columns; of equals the first column.
    let width = |axis: usize| {
        let places = some.iter().map(|(tuple, _)| boxes.place(*tuple as usize)[axis]);
        let (lo, hi) = places.fold((u32::MAX, 0), |(lo, hi), place| (lo.min(place), hi.max(place)));
        f64::from(hi - lo) / f64::from(boxes.axes[axis].places().max(2) - 1)
    };
    let widths: Vec<f64> = (0..boxes.axes.len()).map(width).collect();
    let mut axes: Vec<usize> = (0..widths.len()).filter(|axis| widths[*axis] > 0.0).collect();
    axes.sort_by(|a, b| widths[*b].total_cmp(&widths[*a]));
    for axis in axes {
        let place = |tuple: u32| boxes.place(tuple as usize)[axis];
        some.sort_by_key(|(tuple, _)| (place(*tuple), *tuple));
        // The median: the first row, or strictly the first value, up to which half of the rows lie.
        let (mut below, mut left) = (0, 0);
        while left < some.len() && (2 * below < rows || !how.relaxed && place(some[left].0) == place(some[left - 1].0))
        {
            below += some[left].1;
            left += 1;
        }
        // What is more than half of the rows goes to the other side, where a tuple's rows may.
        let over = if how.relaxed && how.share && left > 0 { below - rows.div_ceil(2) } else { 0 };
        if below - over >= k && rows - below + over >= k {
            let mut right = some.split_off(left);
            if let Some(last) = some.last_mut().filter(|_| over > 0) {
                last.1 -= over;
                right.push((last.0, over));
            }
            return Some(right);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Axis;

    /// One column of five values, of which the third has most rows.
    fn column() -> Boxes {
        let prices = (0..25).map(|at: u32| f64::from((at % 5).abs_diff(at / 5)) / 4.0).collect();
        Boxes::new(vec![Axis::new(5, None, prices)], (0..5).collect(), vec![1, 1, 5, 1, 2], 1.0)
    }

    #[test]
    fn rows_with_the_median_stay_together_or_go_to_both_sides() {
        let boxes = column();
        let of = |relaxed: bool, share: bool, k: u64| classes(&boxes, k, How { relaxed, share });
        let (left, right) = (vec![(0, 1), (1, 1), (2, 5)], vec![(3, 1), (4, 2)]);
        assert_eq!(of(false, true, 3), [left.clone(), right.clone()], "seven rows and three");
        let parted = [vec![(0, 1), (1, 1), (2, 3)], vec![(3, 1), (4, 2), (2, 2)]];
        assert_eq!(of(true, true, 5), parted, "five rows and five");
        assert_eq!(of(true, false, 5), [[left, right].concat()], "the rows of the third may not part");
    }
}
