//! Random range counts, as analysts ask them: "how many rows have an age from 30 to 44 and one of these schools?" A table whose
//! cells show sets answers them by spreading each row evenly over the values that its cells leave open.
//!
//! As LeFevre et al. (Mondrian) and Xiao and Tao (Anatomy) measure it: one to four columns, in each a run of neighbouring values,
//! as long as makes a tenth of all combinations. The error of an answer is relative to the true count, or to a thousandth of the
//! rows where that is more (the sanity bound of Garofalakis and Gibbons), so that rare rows do not decide.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use super::Loss;
use crate::frequency::Frequency;
use crate::space::{Set, Sets};
use crate::threads;

/// How many counts are asked for.
const QUERIES: usize = 400;
/// Columns that a count looks at, at most.
pub const MOST_COLUMNS: usize = 4;
/// The part of all combinations of values that a count admits.
const ADMITTED: f64 = 0.1;
/// An error is relative to this share of the rows at least.
const SANE: f64 = 0.001;
/// Distinct tuples that are worth a thread of their own.
const SHARE: usize = 1 << 14;
/// A count that no row answers is drawn again so often.
const REDRAWN: usize = 20;

/// A count: how many rows have values in these runs of codes, each from its first to its last?
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// A column, and the run.
    pub runs: Vec<(usize, u32, u32)>,
    /// The true answer.
    pub truth: u64,
}

/// Random range counts of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Queries {
    list: Vec<Query>,
    rows: u64,
}

impl Queries {
    /// Those that a seed draws; none of a table whose columns have one value each.
    pub fn new(frequency: &Frequency, seed: u64) -> Queries {
        let mut random = StdRng::seed_from_u64(seed);
        let values = |column: &usize| frequency.attributes[*column].counts.len() as u32;
        let columns: Vec<usize> = (0..frequency.columns.len()).filter(|column| values(column) > 1).collect();
        let most = columns.len().min(MOST_COLUMNS);
        let mut draw = |number: usize| {
            let mut chosen = columns.clone();
            chosen.shuffle(&mut random);
            chosen.truncate(number);
            let part = ADMITTED.powf(1.0 / number as f64);
            let run = |column: usize| {
                let all = values(&column);
                let length = ((f64::from(all) * part).round() as u32).clamp(1, all - 1);
                let first = random.random_range(0..=all - length);
                (column, first, first + length - 1)
            };
            let mut query = Query { runs: chosen.into_iter().map(run).collect(), truth: 0 };
            let admits = |tuple: &usize| {
                query.runs.iter().all(|(column, lo, hi)| (lo..=hi).contains(&&frequency.columns[*column][*tuple]))
            };
            // Whole numbers: any order of them has one sum.
            let tuples = (0..frequency.distinct()).into_par_iter().with_min_len(threads::share(SHARE));
            query.truth = tuples.filter(admits).map(|tuple| frequency.counts[tuple]).sum();
            query
        };
        let list = (0..if most == 0 { 0 } else { QUERIES }).map(|at| {
            let number = 1 + at % most;
            let mut query = draw(number);
            for _ in 0..REDRAWN {
                if query.truth > 0 {
                    break;
                }
                query = draw(number);
            }
            query
        });
        Queries { list: list.collect(), rows: frequency.rows }
    }

    /// The counts.
    pub fn list(&self) -> &[Query] {
        &self.list
    }

    /// What classes answer: each shows one of the sets of every column, and has so many rows.
    pub fn answers<'c>(&self, sets: &[Sets], classes: impl Iterator<Item = (&'c [u32], u64)>) -> Vec<f64> {
        let parts: Vec<Vec<(usize, Vec<f64>)>> = self.list.iter().map(|query| parts(query, sets)).collect();
        let mut answers = vec![0.0; self.list.len()];
        for (shown, rows) in classes {
            for (answer, parts) in answers.iter_mut().zip(&parts) {
                let mut part = rows as f64;
                for (column, of_set) in parts {
                    part *= of_set[shown[*column] as usize];
                    if part == 0.0 {
                        break;
                    }
                }
                *answer += part;
            }
        }
        answers
    }

    /// How far one answer is from the truth.
    pub fn error(&self, query: &Query, answer: f64) -> f64 {
        let truth = query.truth as f64;
        (answer - truth).abs() / truth.max(SANE * self.rows as f64)
    }

    /// The mean error of these answers; as a value each is 1 at most.
    pub fn loss(&self, answers: &[f64]) -> Loss {
        let errors = self.list.iter().zip(answers).map(|(query, answer)| self.error(query, *answer));
        let (value, raw) = errors.fold((0.0, 0.0), |(value, raw), error| (value + error.min(1.0), raw + error));
        let number = self.list.len().max(1) as f64;
        Loss { value: value / number, raw: raw / number }
    }
}

/// Which part of each set of a column lies in the run of a count.
fn parts(query: &Query, sets: &[Sets]) -> Vec<(usize, Vec<f64>)> {
    let of_run = |(column, lo, hi): &(usize, u32, u32)| {
        (*column, sets[*column].iter().map(|set| part_within(&set, *lo, *hi)).collect())
    };
    query.runs.iter().map(of_run).collect()
}

/// The part of a set's values that lies in a run of codes.
pub fn part_within(set: &Set, lo: u32, hi: u32) -> f64 {
    let below = |code: u32| set.values.partition_point(|value| *value < code);
    if set.values.is_empty() { 0.0 } else { (below(hi + 1) - below(lo)) as f64 / set.values.len() as f64 }
}
