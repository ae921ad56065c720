//! The error of means: of each column of numbers, over the rows that a random count admits by its other columns.

use rayon::prelude::*;

use super::Kept;
use crate::evaluate::Problem;
use crate::loss::{Queries, Query, part_within};
use crate::space::{Set, Sets};
use crate::threads;

/// The mean error in standard deviations; nothing where no column has numbers that differ. A mean of no rows at all is off as far
/// as the mean of the whole column is.
pub fn error(problem: &Problem, queries: &Queries, kept: &Kept) -> Option<f64> {
    let frequency = &problem.frequency;
    let (mut sum, mut number) = (0.0, 0u32);
    for (column, attribute) in frequency.attributes.iter().enumerate() {
        let Some(numbers) = &attribute.numbers else { continue };
        let rows = attribute.counts.iter().sum::<u64>() as f64;
        let over = |of: &dyn Fn(f64) -> f64| {
            numbers.iter().zip(&attribute.counts).map(|(x, rows)| of(*x) * *rows as f64).sum::<f64>() / rows
        };
        let whole = over(&|x| x);
        let deviation = over(&|x| (x - whole) * (x - whole)).sqrt();
        if deviation.is_nan() || deviation <= 0.0 {
            continue;
        }
        let middles = middles(&kept.sets[column], numbers);
        let of_others = |query: &&Query| query.runs.iter().all(|(other, ..)| *other != column);
        let queries: Vec<&Query> = queries.list().iter().filter(of_others).collect();
        let off = |query: &&Query| {
            let parts: Vec<(usize, Vec<f64>)> =
                query.runs.iter().map(|(other, lo, hi)| (*other, parts(&kept.sets[*other], *lo, *hi))).collect();
            let admitted = kept.classes.iter().map(|(shown, rows)| {
                let part = parts.iter().map(|(other, of)| of[shown[*other] as usize]).product::<f64>();
                (part * *rows as f64, middles[shown[column] as usize])
            });
            let (rows, weighted) = admitted.fold((0.0, 0.0), |(n, sum), (rows, x)| (n + rows, sum + rows * x));
            let truth = truth(problem, query, column, numbers);
            let found = if rows > 0.0 { weighted / rows } else { whole };
            (found - truth.unwrap_or(whole)).abs() / deviation
        };
        // Added in their order, whatever the threads.
        let off: Vec<f64> = queries.par_iter().with_min_len(threads::share(1)).map(off).collect();
        number += off.len() as u32;
        sum = off.into_iter().fold(sum, |sum, off| sum + off);
    }
    (number > 0).then(|| sum / f64::from(number))
}

/// The part of each set that a run of codes admits.
fn parts(sets: &Sets, lo: u32, hi: u32) -> Vec<f64> {
    sets.iter().map(|set| part_within(&set, lo, hi)).collect()
}

/// The middle of what each set shows: between its lowest and its highest number.
fn middles(sets: &Sets, numbers: &[f64]) -> Vec<f64> {
    let middle = |set: Set| {
        let of = set.values.iter().map(|value| numbers[*value as usize]);
        let (low, high) = of.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low <= high { low / 2.0 + high / 2.0 } else { 0.0 }
    };
    sets.iter().map(middle).collect()
}

/// The true mean; nothing where no row is admitted.
fn truth(problem: &Problem, query: &Query, column: usize, numbers: &[f64]) -> Option<f64> {
    let frequency = &problem.frequency;
    let admits = |tuple: &usize| {
        query.runs.iter().all(|(other, lo, hi)| (lo..=hi).contains(&&frequency.columns[*other][*tuple]))
    };
    let tuples = (0..frequency.distinct()).filter(admits);
    let (rows, sum) = tuples.fold((0, 0.0), |(rows, sum), tuple| {
        let n = frequency.counts[tuple];
        (rows + n, sum + n as f64 * numbers[frequency.columns[column][tuple] as usize])
    });
    (rows > 0).then(|| sum / rows as f64)
}
