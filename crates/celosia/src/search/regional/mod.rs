//! What searches for regions share: the levels that they try, and how the classes that they find become points of a front.

mod cuts;
mod prune;
mod start;
mod tree;

use cuts::classes;
pub use cuts::cuts;
use prune::Judged;
pub use start::{guides, start};
use tree::Grown;
pub use tree::{Tree, leaf_order};

use rayon::prelude::*;

use super::budget::Spending;
use super::{Limits, Question};
use crate::error::Result;
use crate::evaluate::{Outcome, Problem};
use crate::front::{Archive, Found, Front, Open, Stopped};
use crate::search::Remake;
use crate::space::{Language, Partition, Place, Shown, regions};
use crate::study::{Bounds, Rule};
use crate::threads;
use crate::watch::Watch;

/// Every k up to this is tried; beyond, …
const EVERY: u64 = 10;
/// … each is about this part larger than the one before.
const STEP: f64 = 1.12;
/// The points of a front take this part of the memory at most.
const PART: u64 = 2;
/// How often labels are made anew of rows that stay.
const AGAIN: usize = 5;

/// The k that a whole front has, up to all rows: round numbers, the closer the smaller; of a question about k those that may
/// answer it.
pub fn levels(problem: &Problem, question: Question, counts_rows: bool) -> Vec<u64> {
    let rows = problem.frequency.rows;
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
    // Smaller classes fail what is required.
    let required = problem.required_rows().min(rows);
    if levels.first().is_some_and(|least| *least < required) {
        levels.retain(|level| *level > required);
        levels.insert(0, required);
    }
    levels
}

/// Levels whose points fit into a part of the memory all at once; where there are many tuples, those in between are left out.
pub fn that_fit(levels: Vec<u64>, problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Vec<u64> {
    let (languages, most) = (&limits.languages.of_all, limits.settings.memory / PART);
    let (rows, tuples) = (problem.frequency.rows, problem.frequency.distinct() as u64);
    let bytes = |k: &u64| {
        let classes = tuples.min(rows / k.max(&1));
        // Each label of a column lists its values.
        let of_column = |language: &Language| {
            let places = language.places() as u64;
            classes * 4 + classes.min(places * (places + 1) / 2) * places * 2
        };
        4 * tuples + languages.iter().map(of_column).sum::<u64>()
    };
    // What people ask for stays before what lies between.
    let is_round = |k: u64| {
        let power = 10u64.pow(k.max(1).ilog10());
        k.is_multiple_of(power) && matches!(k / power, 1 | 2 | 5)
    };
    let some = |step: usize| -> Vec<u64> {
        let stays = |(at, k): &(usize, &u64)| at.is_multiple_of(step) || step < levels.len() && is_round(**k);
        levels.iter().enumerate().filter(stays).map(|(_, k)| *k).collect()
    };
    let steps = std::iter::successors(Some(1), |step| Some(step * 2)).take_while(|step| *step < 2 * levels.len());
    let mut left = steps.map(some).find(|some| some.iter().map(bytes).sum::<u64>() <= most).unwrap_or_default();
    if left.is_empty() {
        left.extend(levels.first());
    }
    if left.len() < levels.len() {
        watch.note(&format!(
            "note: {} of {} levels of k are tried: points of all would not fit into search.memory",
            left.len(),
            levels.len()
        ));
    }
    left
}

/// What a search for regions has so far.
pub struct Search<'a> {
    /// What it searches.
    pub problem: &'a Problem,
    /// What it is told.
    pub limits: &'a Limits,
    /// What it has spent.
    pub spending: Spending<'a>,
    /// Who watches.
    pub watch: &'a dyn Watch,
    /// The best points.
    pub archive: Archive,
    /// Partitions evaluated.
    pub evaluated: u64,
    /// Why it ended, once it has.
    pub stopped: Stopped,
    /// Its threads.
    pub pool: rayon::ThreadPool,
}

impl<'a> Search<'a> {
    /// Begins with nothing.
    pub fn begin(problem: &'a Problem, limits: &'a Limits, watch: &'a dyn Watch) -> Result<Search<'a>> {
        Ok(Search {
            problem,
            limits,
            spending: Spending::begin(limits, watch),
            watch,
            archive: Archive::one_of_each(),
            evaluated: 0,
            stopped: Stopped::Nothing,
            pool: threads::pool(limits.threads())?,
        })
    }

    /// Takes the classes that are found for each level, as far as the budget goes. Is there some left?
    pub fn try_levels<P: Into<Partition> + Send>(
        &mut self,
        levels: &[u64],
        classes: impl Fn(u64) -> Option<P> + Sync,
    ) -> Result<bool> {
        for some in levels.chunks(2 * self.limits.threads().max(1)) {
            // A front of one point says more than an empty one.
            let may = self.spending.left(self.evaluated).max(usize::from(self.evaluated == 0));
            let some = &some[..some.len().min(may)];
            if some.is_empty() {
                self.stopped = self.spending.why();
                return Ok(false);
            }
            let of = |level: &u64| classes(*level).map(P::into);
            let found: Vec<Partition> = self.pool.install(|| some.par_iter().filter_map(of).collect());
            self.evaluated += found.len() as u64;
            self.take(&found)?;
            self.watch.advance(some.len() as u64);
        }
        self.stopped = Stopped::Levels { tried: levels.len() as u64 };
        Ok(true)
    }

    /// Takes the best of what comes of these partitions.
    pub fn take(&mut self, partitions: &[Partition]) -> Result<()> {
        let of = |partition: &Partition| of_partition(self.problem, self.limits, partition);
        let found: Vec<Vec<(Place, Outcome)>> =
            self.pool.install(|| partitions.par_iter().map(of).collect::<Result<_>>())?;
        for (place, outcome) in found.into_iter().flatten() {
            self.archive.offer(place, outcome);
        }
        self.watch.tell(self.evaluated, self.archive.len());
        Ok(())
    }

    /// The front of all that was taken.
    pub fn end(self, algorithm: &'static str) -> Front {
        let found = Found {
            algorithm,
            evaluated: self.evaluated,
            stopped: self.stopped,
            open: Open::Points,
            seconds: self.spending.elapsed().as_secs_f64(),
            threads: self.limits.threads(),
            ..Found::default()
        };
        Front { points: self.archive.into_points(), found }
    }
}

/// The points of a partition. Labels are made of the rows that are released, so where some are suppressed they are made anew.
fn of_partition(problem: &Problem, limits: &Limits, partition: &Partition) -> Result<Vec<(Place, Outcome)>> {
    let (frequency, languages, bounds) = (&problem.frequency, &*limits.languages, limits.settings.bounds);
    let place: Place = regions(frequency, &languages.of_all, partition, bounds)?.into();
    let mut points = Vec::new();
    for outcome in problem.outcomes_at(&place) {
        match languages.of_released.as_ref().filter(|_| outcome.suppressed > 0) {
            None => points.push((place.clone(), outcome)),
            Some(remake) => points.extend(relabelled(problem, remake, bounds, (place.clone(), outcome))?),
        }
    }
    Ok(points)
}

/// The same classes with labels of the rows that stay. Wider labels may join classes, never part them: the same rows go, or fewer. Where
/// the rule then takes others, labels are made of those that stay now, as often as that changes.
fn relabelled(
    problem: &Problem,
    remake: &Remake,
    bounds: Bounds,
    (mut place, mut outcome): (Place, Outcome),
) -> Result<Option<(Place, Outcome)>> {
    let frequency = &problem.frequency;
    for _ in 0..AGAIN {
        let shown = problem.shown(&place);
        let suppressed = problem.suppressed(&problem.classes_of(&shown), &outcome);
        let Shown::ByClass(of_all) = &shown else { return Ok(None) };
        let mut left: Vec<Vec<u64>> = frequency.attributes.iter().map(|a| vec![0; a.counts.len()]).collect();
        let rows = of_all.rows_left(frequency, |class| !suppressed[class as usize]);
        for (left, column) in left.iter_mut().zip(&frequency.columns) {
            column.iter().zip(&rows).for_each(|(value, rows)| left[*value as usize] += rows);
        }
        let languages = remake(&left)?;
        let again: Place = regions(frequency, &languages, &of_all.partition(), bounds)?.into();
        let mut outcomes = problem.outcomes_at(&again);
        if let Some(same) = outcomes.iter().position(|other| other.suppressed == outcome.suppressed) {
            return Ok(Some((again, outcomes.swap_remove(same))));
        }
        // Only weighted-k decides anew who goes.
        let next = outcomes.into_iter().next().filter(|_| problem.rule == Rule::AtWeightedK);
        let Some(next) = next else { return Ok(None) };
        (place, outcome) = (again, next);
    }
    Ok(None)
}
