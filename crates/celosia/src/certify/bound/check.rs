//! The check of a bound: every combination of labels, one column after another, and in each the k dearest rows.
//!
//! A certificate gives every tuple a price. If in every box of labels that has k rows the k dearest of them average no more than a
//! row costs that shows these labels, then no class of k rows or more is worth more than it costs: all its rows lie in the box
//! of its labels, and the mean of any of them is no more than that of the k dearest. A suppressed row costs no less than any
//! price. So the sum of all prices is a loss that no recoding undercuts.
//!
//! What a label costs is asked of the metric itself, value by value. Labels of the columns to come cost at least their cheapest:
//! where even so the k dearest rows that are left average no more, no box of these labels is looked at. Prices may exceed a box
//! by a little for rounding, and all rows are taken to be worth as much less.

use rayon::prelude::*;

use super::file::{Bounds, Proof};
use crate::error::{Error, Result};
use crate::evaluate::{Problem, naive_cell, naive_loss};
use crate::space::Language;
use crate::watch::Watch;

/// What a certificate of bounds that holds was checked by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckedBounds {
    /// For each k that is proven the loss that nothing undercuts.
    pub bounds: Vec<(u64, f64)>,
    /// Boxes whose dearest rows were looked at.
    pub boxes: u64,
}

/// What rounding may hide, in parts of what a suppressed row costs.
const ROOM: f64 = 1e-9;
/// No price need be so far below zero, in the same parts; beyond, rounding could matter.
const LOWEST: f64 = -1000.0;

/// A label of a column: its first and last place, and what a cell costs that shows it.
#[derive(Debug, Clone, Copy)]
struct Label {
    first: u32,
    last: u32,
    cost: f64,
}

/// A column: its labels, those that begin at the same place together and the widest first; and the place of each tuple.
struct Column {
    labels: Vec<Vec<Label>>,
    cheapest: f64,
    place_of: Vec<u32>,
}

struct Walk<'a> {
    columns: &'a [Column],
    /// What the columns from each on cost at least.
    rest: Vec<f64>,
    rows: &'a [u64],
    k: u64,
    prices: &'a [f64],
    room: f64,
    watch: &'a dyn Watch,
}

/// Checks a certificate of this problem, in these languages. The answer is no at the first thing that does not hold.
pub fn check_bounds(
    problem: &Problem,
    languages: &[Language],
    certificate: &Bounds,
    watch: &dyn Watch,
) -> Result<CheckedBounds> {
    if !problem.metric().cells_only {
        return Err(no(format!(
            "{} does not price cells alone, so prices of tuples bound nothing",
            problem.metric().name
        )));
    }
    if languages.iter().any(Language::is_of_values) {
        return Err(no("labels that are any sets of values are too many to go through".into()));
    }
    let mut columns: Vec<Column> =
        languages.iter().enumerate().map(|(at, language)| column(problem, at, language)).collect();
    // Those with few labels first: what they leave cuts the others short.
    columns.sort_by_key(|column| column.labels.iter().map(Vec::len).sum::<usize>());
    let rows = problem.frequency.rows;
    let suppressed = naive_loss(problem, 0.0, 0) - naive_loss(problem, 0.0, rows);
    let one = naive_loss(problem, rows as f64, rows) - naive_loss(problem, 0.0, rows);
    if one <= 0.0 {
        return Err(no("cells cost nothing".into()));
    }
    let suppressed = suppressed / one;
    let dearest = |column: &Column| column.labels.iter().flatten().map(|label| label.cost).fold(0.0, f64::max);
    if suppressed < columns.iter().map(dearest).sum::<f64>() - 1e-12 {
        return Err(no("a row that is shown may cost more than one that is suppressed".into()));
    }
    watch.begin("checking", certificate.bounds.len() as u64);
    let mut checked = CheckedBounds::default();
    for proof in &certificate.bounds {
        checked.boxes += holds(problem, &columns, suppressed, proof, watch)?;
        checked.bounds.push((proof.k, proof.loss));
        watch.advance(1);
    }
    Ok(checked)
}

fn no(what: String) -> Error {
    let hint = "the certificate proves nothing: it is damaged, was changed, or was made from another table";
    Error::No { what, hint: hint.into() }
}

/// All labels of a column, priced by the metric.
fn column(problem: &Problem, at: usize, language: &Language) -> Column {
    let places = language.places() as u32;
    let mut labels = Vec::new();
    for first in 0..places {
        let ends = (first..places).rev().filter(|last| language.label(first, *last) == (first, *last));
        let label = |last| Label { first, last, cost: naive_cell(problem, at, &language.values(first, last)) };
        labels.push(ends.map(label).collect::<Vec<Label>>());
    }
    labels.retain(|from| !from.is_empty());
    let cheapest = labels.iter().flatten().map(|label| label.cost).fold(f64::INFINITY, f64::min);
    let place_of = problem.frequency.columns[at].iter().map(|value| language.place(*value)).collect();
    Column { labels, cheapest, place_of }
}

/// Is a loss proven by its prices? How many boxes were looked at.
fn holds(problem: &Problem, columns: &[Column], suppressed: f64, proof: &Proof, watch: &dyn Watch) -> Result<u64> {
    let Proof { k, loss, prices } = proof;
    let rows = &problem.frequency.counts;
    if *k == 0 || prices.len() != rows.len() {
        return Err(no(format!("k = {k}: {} prices for {} tuples", prices.len(), rows.len())));
    }
    if !prices.iter().all(|price| (LOWEST * suppressed..=suppressed).contains(price)) {
        return Err(no(format!("k = {k}: a tuple has a price above that of a suppressed row, or none")));
    }
    let mut dearest: Vec<u32> = (0..prices.len() as u32).collect();
    dearest.sort_by(|one, other| prices[*other as usize].total_cmp(&prices[*one as usize]));
    let mut rest = vec![0.0; columns.len() + 1];
    for at in (0..columns.len()).rev() {
        rest[at] = rest[at + 1] + columns[at].cheapest;
    }
    let room = ROOM * suppressed;
    let walk = Walk { columns, rest, rows, k: *k, prices, room, watch };
    let boxes = walk.down(0, &dearest, 0.0)?;
    let worth = prices.iter().zip(rows).map(|(price, rows)| price * *rows as f64);
    let (sum, size) = worth.fold((0.0, 0.0), |(sum, size), one: f64| (sum + one, size + one.abs()));
    let all: u64 = rows.iter().sum();
    let proven = sum - size * f64::EPSILON * (prices.len() + 2) as f64 - 2.0 * room * all as f64;
    let proven = naive_loss(problem, proven.max(0.0), all);
    // Not a number is no bound either.
    match *loss <= proven {
        true => Ok(boxes),
        false => Err(no(format!("k = {k}: a loss of {loss} is claimed, the prices prove {proven}"))),
    }
}

impl Walk<'_> {
    /// The mean price of the k dearest of these rows, the dearest tuple first; nothing where there are fewer.
    fn mean(&self, tuples: &[u32]) -> Option<f64> {
        let (mut left, mut sum) = (self.k, 0.0);
        for tuple in tuples {
            let taken = left.min(self.rows[*tuple as usize]);
            sum += taken as f64 * self.prices[*tuple as usize];
            left -= taken;
            if left == 0 {
                return Some(sum / self.k as f64);
            }
        }
        None
    }

    /// Goes through all labels of the columns from `at` on, for these tuples, whose labels before cost so much.
    fn down(&self, at: usize, tuples: &[u32], cost: f64) -> Result<u64> {
        let Some(mean) = self.mean(tuples) else { return Ok(1) };
        if mean <= cost + self.rest[at] + self.room {
            return Ok(1);
        }
        let Some(column) = self.columns.get(at) else {
            let what =
                format!("k = {}: {} rows are worth more than the labels that they may show together", self.k, self.k);
            return Err(no(what));
        };
        self.watch.check()?;
        let from = |labels: &Vec<Label>| {
            let place = |tuple: &u32| column.place_of[*tuple as usize];
            let first = labels.first().map_or(0, |label| label.first);
            let mut inside: Vec<u32> = tuples.iter().copied().filter(|tuple| place(tuple) >= first).collect();
            let mut boxes = 0;
            for label in labels {
                inside.retain(|tuple| place(tuple) <= label.last);
                // Narrower labels hold fewer rows still.
                if self.mean(&inside).is_none_or(|mean| mean <= cost + self.rest[at] + self.room) {
                    break;
                }
                boxes += self.down(at + 1, &inside, cost + label.cost)?;
            }
            Ok(boxes)
        };
        let found: Vec<Result<u64>> = match at {
            0 | 1 => column.labels.par_iter().map(from).collect(),
            _ => column.labels.iter().map(from).collect(),
        };
        found.into_iter().sum()
    }
}
