//! The experiment of Hernandez et al., section V: three trees × three walks × three k, 80 runs, on one column of Adult.
//!
//! The paper does not say what varies between runs; two readings are possible ([`Vary`]). Either way all 27 combinations of a
//! run see the same rows, and values enter the trees in the order of the rows. How many rows: the paper's mean utility loss of
//! 0.0095 is (N_e − N_v) / (N − N_v) for sets of hardly more than k rows (3, 5 and 10, so about 5 rows besides a value's own),
//! which needs an N of about 500. On all 30,162 rows it would be 0.0002.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::seq::{SliceRandom, index};
use rand::{Rng, SeedableRng};

use super::Options;
use crate::error::{Error, Result};
use crate::sets::{Column, KEYS, Key, TREES, WALKS, sets, walk};
use crate::study::Reading;
use crate::table::{Batch, Table, lock, unlocked};
use crate::tree::losses;
use crate::watch::Watch;

/// The paper's k.
pub const KS: [u64; 3] = [3, 5, 10];
/// The paper's runs.
const RUNS: usize = 80;
/// Rows of a run.
const SAMPLE: usize = 500;

/// What varies between runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vary {
    /// The rows: each run draws its own, without putting them back.
    #[default]
    Rows,
    /// The order of the rows: one table is drawn, and each run shuffles it.
    Order,
}

/// Both readings with their names; the first is the default.
pub static VARIES: &[(&str, Vary)] = &[("rows", Vary::Rows), ("order", Vary::Order)];

impl Vary {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        VARIES.iter().find(|(_, vary)| *vary == self).map_or("", |(name, _)| name)
    }

    /// In words: "runs differ in their rows".
    pub fn words(self) -> &'static str {
        match self {
            Vary::Rows => "each run draws its own rows",
            Vary::Order => "all runs have the same rows, in another order",
        }
    }
}

/// The reading of a name.
pub fn find_vary(name: &str) -> Result<Vary> {
    let found = VARIES.iter().find(|(known, _)| *known == name).map(|(_, vary)| *vary);
    found.ok_or_else(|| Error::unknown("reproduce.runs-vary", "reading", name, VARIES.iter().map(|(known, _)| *known)))
}

/// One of the 2,160 records of a column.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// Place in [`TREES`].
    pub tree: usize,
    /// Place in [`WALKS`].
    pub walk: usize,
    /// Information loss and utility loss, as the paper averages them.
    pub losses: [f64; 2],
}

/// All records of a column.
pub struct Experiment {
    /// The column.
    pub column: &'static str,
    /// Runs of each combination.
    pub runs: usize,
    /// Rows of a run.
    pub sample: usize,
    /// What varies between runs.
    pub vary: Vary,
    /// The records under each key of [`KEYS`].
    pub records: Vec<Vec<Record>>,
}

/// Mean and standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    pub mean: f64,
    pub deviation: f64,
}

impl Spread {
    /// The mean alone.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The deviation alone.
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// Of some numbers; the deviation is that of a sample.
    pub fn of(numbers: &[f64]) -> Spread {
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n.max(1.0);
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        Spread { mean, deviation: (squares / (n - 1.0).max(1.0)).sqrt() }
    }
}

impl Experiment {
    /// Runs it on a column.
    pub fn run(column: &'static str, vary: Vary, options: &Options, watch: &dyn Watch) -> Result<Experiment> {
        let values = read(&options.adult, column, watch)?;
        let (runs, sample) = sizes(options, &values)?;
        let mut random = StdRng::seed_from_u64(options.seed);
        let mut records = vec![Vec::new(); KEYS.len()];
        watch.begin("running", runs as u64);
        let mut drawn = draw(&values, sample, &mut random);
        for run in 0..runs {
            watch.check()?;
            match vary {
                Vary::Rows if run == 0 => {}
                Vary::Rows => drawn = draw(&values, sample, &mut random),
                Vary::Order => drawn.shuffle(&mut random),
            }
            one_run(&drawn, &mut records)?;
            watch.advance(1);
        }
        Ok(Experiment { column, runs, sample, vary, records })
    }

    /// Runs on one table of rows, each in an order of its own.
    pub fn on(column: &'static str, values: &[i64], options: &Options, seed: u64) -> Result<Experiment> {
        let (runs, sample) = sizes(options, values)?;
        let mut random = StdRng::seed_from_u64(seed);
        let mut drawn = draw(values, sample, &mut random);
        let mut records = vec![Vec::new(); KEYS.len()];
        for _ in 0..runs {
            drawn.shuffle(&mut random);
            one_run(&drawn, &mut records)?;
        }
        Ok(Experiment { column, runs, sample, vary: Vary::Order, records })
    }

    /// A loss (0: information, 1: utility) of a walk, over all trees or one.
    pub fn spread(&self, key: usize, tree: Option<usize>, walk: usize, loss: usize) -> Spread {
        let here = |r: &&Record| r.walk == walk && tree.is_none_or(|tree| r.tree == tree);
        let numbers: Vec<f64> = self.records[key].iter().filter(here).map(|r| r.losses[loss]).collect();
        Spread::of(&numbers)
    }

    /// How much more another walk loses than in-order, over the pairs of the search trees, and its standard error.
    pub fn excess(&self, key: usize, walk: usize, loss: usize) -> (f64, f64) {
        let of = |walk: usize| self.records[key].iter().filter(move |r| TREES[r.tree].keyed && r.walk == walk);
        let differences: Vec<f64> = of(walk).zip(of(IN)).map(|(a, b)| a.losses[loss] - b.losses[loss]).collect();
        let spread = Spread::of(&differences);
        (spread.mean, spread.deviation / (differences.len() as f64).sqrt())
    }

    /// Do two trees, by the default key, differ in a loss by more than two standard errors over all walks, k and runs?
    pub fn told_apart(&self, one: usize, other: usize, loss: usize) -> bool {
        let of = |tree: usize| self.records[0].iter().filter(move |r| r.tree == tree);
        let differences: Vec<f64> = of(one).zip(of(other)).map(|(a, b)| a.losses[loss] - b.losses[loss]).collect();
        let spread = Spread::of(&differences);
        spread.mean.abs() > 2.0 * spread.deviation / (differences.len() as f64).sqrt()
    }

    /// Do the three walks over a tree without a key (Huffman's) agree in every run?
    pub fn huffman_is_indifferent(&self) -> bool {
        let of = |records: &'_ [Record], walk: usize| -> Vec<[f64; 2]> {
            records.iter().filter(|r| !TREES[r.tree].keyed && r.walk == walk).map(|r| r.losses).collect()
        };
        self.records.iter().all(|records| (1..WALKS.len()).all(|walk| of(records, walk) == of(records, 0)))
    }
}

/// Place of in-order in [`WALKS`].
pub const IN: usize = 1;

/// How many runs of how many rows, if that makes sense.
fn sizes(options: &Options, values: &[i64]) -> Result<(usize, usize)> {
    let (runs, sample) = (options.runs.unwrap_or(RUNS), options.sample.unwrap_or(SAMPLE));
    if runs < 2 {
        return Err(Error::study("reproduce.runs", format!("{runs} runs have no deviation"), "give 2 or more"));
    }
    if !(10..=values.len()).contains(&sample) {
        let hint = format!("give 10 to {}", values.len());
        return Err(Error::study("reproduce.sample", format!("{sample} rows cannot be drawn"), hint));
    }
    Ok((runs, sample))
}

/// Rows drawn without putting them back.
fn draw(values: &[i64], rows: usize, random: &mut impl Rng) -> Vec<i64> {
    index::sample(random, values.len(), rows).iter().map(|i| values[i]).collect()
}

/// All combinations on the same rows.
fn one_run(drawn: &[i64], records: &mut [Vec<Record>]) -> Result<()> {
    let column = counted(drawn)?;
    for ((_, key), records) in KEYS.iter().zip(records) {
        combinations(&column, *key, records)?;
    }
    Ok(())
}

fn combinations(column: &Column, key: Key, records: &mut Vec<Record>) -> Result<()> {
    for (tree, about) in TREES.iter().enumerate() {
        let built = (about.build)(column, key);
        for (number, (_, order)) in WALKS.iter().enumerate() {
            let order = walk(&built, *order);
            for k in KS {
                let found = losses(column, &sets(&order, column.counts(), k)?);
                let losses = [found.information.of_sets, found.utility.of_sets];
                records.push(Record { tree, walk: number, losses });
            }
        }
    }
    Ok(())
}

/// A column's numbers, row by row.
pub fn read(path: &Path, name: &str, watch: &dyn Watch) -> Result<Vec<i64>> {
    let table = Table::open(path, &Reading::exact(None))?;
    let position = table.column(name, "reproduce")?;
    let values = Mutex::new(Vec::new());
    table.scan(&[position], 1, watch, || {
        |batch: &Batch| {
            let mut values = lock(&values);
            values.extend((0..batch.rows()).filter_map(|row| batch.value(0, row).trim().parse::<i64>().ok()));
            Ok(())
        }
    })?;
    Ok(unlocked(values))
}

/// Rows as counts of ordered values, with the order of their arrival.
fn counted(drawn: &[i64]) -> Result<Column> {
    let mut first: BTreeMap<i64, (u64, usize)> = BTreeMap::new();
    for (row, value) in drawn.iter().enumerate() {
        first.entry(*value).or_insert((0, row)).0 += 1;
    }
    let seen: Vec<(u64, usize)> = first.into_values().collect();
    let mut arrival: Vec<u32> = (0..seen.len() as u32).collect();
    arrival.sort_by_key(|code| seen[*code as usize].1);
    Column::new(seen.iter().map(|(rows, _)| *rows).collect(), arrival)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_by_hand() {
        assert_eq!(Spread::of(&[1.0, 3.0]), Spread { mean: 2.0, deviation: 2f64.sqrt() });
    }

    #[test]
    fn rows_become_counts() {
        let found = counted(&[47, 42, 51, 35, 33, 51, 37, 33, 38, 36]).unwrap();
        assert_eq!(found.counts(), [2, 1, 1, 1, 1, 1, 1, 2]);
        assert_eq!(found.arrival(), [6, 5, 7, 1, 0, 3, 4, 2]);
    }
}
