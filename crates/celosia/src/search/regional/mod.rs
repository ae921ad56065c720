//! What searches for regions share: the levels that they try, and how the classes that they find become points of a front.

mod cuts;
mod prune;
mod start;
mod tree;

use cuts::classes;
pub use cuts::cuts;
use prune::Judged;
pub use start::{Start, guides, start};
use tree::Grown;
pub use tree::Tree;

use rayon::prelude::*;

use super::{Languages, Question};
use crate::error::Result;
use crate::evaluate::{Outcome, Problem};
use crate::front::Archive;
use crate::space::{Place, Shown, regions};
use crate::study::Bounds;

/// Every k up to this is tried; beyond, …
const EVERY: u64 = 10;
/// … each is about this part larger than the one before.
const STEP: f64 = 1.12;

/// The k that a whole front has, up to all rows: round numbers, the closer the smaller; of a question about k those that may
/// answer it.
pub fn levels(rows: u64, question: Question, counts_rows: bool) -> Vec<u64> {
    let mut levels: Vec<u64> = (1..=EVERY.min(rows)).collect();
    let mut k = EVERY as f64;
    while k * STEP < rows as f64 / 2.0 {
        k *= STEP;
        // Two digits that count.
        let unit = 10f64.powf(k.log10().floor() - 1.0);
        levels.push(((k / unit).round() * unit) as u64);
    }
    // What people ask for.
    let round =
        (1..=18u32).flat_map(|power| [1.0, 2.0, 2.5, 5.0].map(|first| (first * 10f64.powi(power as i32)) as u64));
    levels.extend(round.take_while(|k| *k < rows));
    levels.extend([rows.div_ceil(3), rows.div_ceil(2), rows]);
    levels.sort_unstable();
    levels.dedup();
    if let (Question::Protection(least), true) = (question, counts_rows)
        && least >= 1.0
    {
        let k = least.ceil() as u64;
        levels.retain(|level| (k..=k + k / 2).contains(level));
        levels.insert(0, k);
        levels.dedup();
    }
    levels
}

/// What comes of each of several partitions, in their order.
pub fn points(
    problem: &Problem,
    languages: &Languages,
    bounds: Bounds,
    partitions: &[Vec<u32>],
) -> Result<Vec<Vec<(Place, Outcome)>>> {
    partitions.par_iter().map(|class_of| of_partition(problem, languages, bounds, class_of)).collect()
}

/// The points of a partition. Labels are made of the rows that are released, so where some are suppressed they are made anew.
fn of_partition(
    problem: &Problem,
    languages: &Languages,
    bounds: Bounds,
    class_of: &[u32],
) -> Result<Vec<(Place, Outcome)>> {
    let frequency = &problem.frequency;
    let place: Place = regions(frequency, &languages.of_all, class_of, bounds)?.into();
    let mut points = Vec::new();
    for outcome in problem.outcomes_at(&place) {
        let Some(remake) = languages.of_released.as_ref().filter(|_| outcome.suppressed > 0) else {
            points.push((place.clone(), outcome));
            continue;
        };
        let shown = problem.shown(&place);
        let suppressed = problem.suppressed(&problem.classes_of(&shown), &outcome);
        let Shown::ByClass(of_all) = &shown else { continue };
        let out: Vec<bool> = of_all.class_of().iter().map(|class| suppressed[*class as usize]).collect();
        let mut left: Vec<Vec<u64>> = frequency.attributes.iter().map(|a| vec![0; a.counts.len()]).collect();
        for (left, column) in left.iter_mut().zip(&frequency.columns) {
            let rows = column.iter().zip(&frequency.counts).zip(&out).filter(|(_, out)| !**out);
            rows.for_each(|((value, rows), _)| left[*value as usize] += rows);
        }
        let languages = remake(&left)?;
        let again: Place = regions(frequency, &languages, of_all.class_of(), bounds)?.into();
        // Wider labels may join classes, never part them: the same rows go, or fewer.
        let same = |other: &Outcome| other.suppressed == outcome.suppressed;
        points.extend(problem.outcomes_at(&again).into_iter().find(same).map(|outcome| (again, outcome)));
    }
    Ok(points)
}

/// Takes what is best of some points into a front.
pub fn take_in(archive: &mut Archive, points: Vec<Vec<(Place, Outcome)>>) {
    for (place, outcome) in points.into_iter().flatten() {
        archive.offer(place, outcome);
    }
}
