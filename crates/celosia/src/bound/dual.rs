//! The bound by prices: a price u for the rows of each tuple, such that in every label box that has k rows the k largest
//! average at most what a row costs in it.
//!
//! Why their sum is a bound. Take any recoding into classes of at least k rows, of which some rows may be suppressed. A
//! class of n >= k rows shows the labels of a box B, and its rows lie in B. The mean of their prices is at most the mean of
//! the n largest in B, that at most the mean of the k largest, and that at most cost(B), which is what each of the n rows
//! costs: the class costs at least the sum of its prices. A suppressed row costs `boxes.suppressed`, and no price is above
//! that. So the loss, summed over all rows, is at least the sum of count · u. Prices below zero do no harm. What is feasible
//! for k is so for every larger k, since the mean of more of the largest is no larger.
//!
//! How they are found. The sum is to be as large as possible; that is a linear programme with one convex constraint for each
//! box. Proximal steps (Rockafellar 1976): each time the prices are sought that have the largest sum minus their squared
//! distance from the last ones over 2 · eta. Without constraints that adds eta to each; then the boxes push prices down, one
//! after the other, each taking its last push back first (Hildreth 1957; Dykstra 1983). Only boxes that were found exceeded
//! are held, with those tuples that have been among their dearest; a walk through all boxes finds more. In the end the
//! prices are lowered where a walk still finds any box exceeded, until none is.

use std::collections::HashMap;

use super::held::{Held, Room};
use super::labels::Labels;
use super::walk::{Found, Walk};
use crate::space::Boxes;

/// How far a step goes, of the mean price to begin with.
const REACH: f64 = 0.3;
/// Rounds through the held boxes in a step.
const SWEEPS: usize = 3;
/// Proximal steps between two walks at most. In the first rounds fewer: the boxes that would hold the prices down are not yet
/// known.
const STEPS: usize = 20;
/// Walks after which a box that pushes nothing is let go.
const IDLE: u32 = 4;
/// New boxes that are held after one walk at most, the most exceeded.
const MOST: usize = 20_000;
/// Rounds of lowering prices in the end; then all are lowered by the worst excess.
const LOWERING: usize = 20;
/// Nothing more is to be had where the sum has changed by no more than this part in so many rounds, and no box is exceeded
/// by more than this part of the mean price.
const STILL: (usize, f64, f64) = (5, 5e-5, 0.02);
/// An excess of this part of a suppressed row's price is no excess; in the end all prices are lower by as much.
const TOLERANCE: f64 = 1e-9;

/// How much may be done.
pub struct Effort<'a> {
    /// Tuples that one walk through the boxes may look at. Where they do not suffice there is no bound.
    pub walk: u64,
    /// Tuples looked at after which the prices are made feasible, which takes some more walks.
    pub work: u64,
    /// Is it time to make them feasible?
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
}

/// A bound with its proof.
#[derive(Debug, Clone)]
pub struct Bound {
    /// A price for the rows of each tuple; they are feasible.
    pub prices: Vec<f64>,
    /// Their sum over all rows: no recoding loses less.
    pub sum: f64,
}

/// Finds prices for classes of `k` rows. `start` are prices to begin with, best such that are feasible: those of a cheap bound
/// or of a smaller k. Nothing if the boxes are too many to go through.
pub fn dual(boxes: &Boxes, labels: &[Labels], k: u64, start: &[f64], effort: &Effort) -> Option<Bound> {
    let mut dual = Dual::new(boxes, labels, k, start, effort.walk);
    let (mut settled, mut known) = (false, None);
    let mut sums: Vec<f64> = Vec::new();
    while !settled && dual.work <= effort.work && !(sums.len() > 1 && (effort.should_stop)()) {
        let round = sums.len();
        let before_round = (round == 0).then(|| dual.prices.clone());
        let state = dual.round((round * 3 / 5).clamp(1, STEPS))?;
        if let Some(mut prices) = before_round
            && state.exceeded == 0
        {
            prices.iter_mut().for_each(|price| *price -= dual.let_pass());
            known = Some((sum(&prices, boxes), prices));
        }
        sums.push(state.sum);
        let before = round.checked_sub(STILL.0).map(|before| sums[before]);
        let near = state.worst * boxes.rows() as f64 <= STILL.2 * state.sum;
        settled = near && before.is_some_and(|before| (state.sum - before).abs() <= STILL.1 * state.sum);
    }
    let (of_dual, prices) = dual.feasible(LOWERING)?;
    // Where it was stopped early what it began with may be better.
    let (sum, prices) = known.filter(|known| known.0 > of_dual).unwrap_or((of_dual, prices));
    Some(Bound { prices, sum })
}

/// The prices of one k, on their way.
struct Dual<'a> {
    boxes: &'a Boxes,
    k: u64,
    walk: Walk<'a>,
    /// No price may be above these.
    caps: Vec<f64>,
    cap_pushes: Vec<f64>,
    prices: Vec<f64>,
    /// The prices of the last step.
    last: Vec<f64>,
    /// How much a step adds to each at most.
    eta: f64,
    held: Vec<Held>,
    corners: HashMap<Vec<u32>, usize>,
    room: Room,
    started: bool,
    /// Tuples looked at so far, and how many may be in one walk.
    work: u64,
    limit: u64,
}

/// How far the prices are from being feasible.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The sum of all prices.
    pub sum: f64,
    /// The largest excess per row of a box.
    pub worst: f64,
    /// How many boxes are exceeded.
    pub exceeded: usize,
}

impl<'a> Dual<'a> {
    fn new(boxes: &'a Boxes, labels: &'a [Labels], k: u64, start: &[f64], limit: u64) -> Dual<'a> {
        // A tuple of k rows may stand alone.
        let cap = |tuple: usize| {
            let place = boxes.place(tuple);
            if boxes.counts[tuple] >= k { boxes.price(place, place).min(boxes.suppressed) } else { boxes.suppressed }
        };
        let caps: Vec<f64> = (0..boxes.tuples()).map(cap).collect();
        let prices: Vec<f64> = start.iter().zip(&caps).map(|(price, cap)| price.min(*cap)).collect();
        Dual {
            boxes,
            k,
            walk: Walk::new(boxes, labels, k),
            cap_pushes: vec![0.0; caps.len()],
            caps,
            last: prices.clone(),
            eta: REACH * (sum(&prices, boxes) / boxes.rows().max(1) as f64).max(boxes.suppressed * 1e-4),
            prices,
            held: Vec::new(),
            corners: HashMap::new(),
            room: Room::default(),
            started: false,
            work: 0,
            limit,
        }
    }

    /// A walk, and steps with what it finds. Nothing if the boxes are too many to go through.
    fn round(&mut self, steps: usize) -> Option<State> {
        let found = self.walk.exceeded(&self.prices, self.let_pass(), self.limit, &mut self.work)?;
        let state = State {
            sum: sum(&self.prices, self.boxes),
            worst: found.iter().map(|found| found.excess).fold(0.0, f64::max),
            exceeded: found.len(),
        };
        self.hold(found);
        for _ in 0..steps {
            self.step();
        }
        self.let_go();
        Some(state)
    }

    fn hold(&mut self, mut found: Vec<Found>) {
        if found.len() > MOST {
            found.sort_by(|a, b| b.excess.total_cmp(&a.excess));
            found.truncate(MOST);
        }
        for Found { corners, price, members, .. } in found {
            let at = *self.corners.entry(corners).or_insert(self.held.len());
            if at == self.held.len() {
                self.held.push(Held::new(price, self.k));
            }
            self.held[at].extend(&members, &self.boxes.counts, &self.prices);
        }
    }

    /// One proximal step. As the pushes stay, what is left of the last one is done again to begin with.
    fn step(&mut self) {
        for (price, last) in self.prices.iter_mut().zip(&mut self.last) {
            let now = *price;
            *price += if self.started { now - *last } else { self.eta };
            *last = now;
        }
        self.started = true;
        for _ in 0..SWEEPS {
            for ((price, cap), push) in self.prices.iter_mut().zip(&self.caps).zip(&mut self.cap_pushes) {
                let free = *price + *push;
                *price = free.min(*cap);
                *push = free - *price;
            }
            for held in &mut self.held {
                held.project(&mut self.prices, &mut self.room);
                self.work += held.members.len() as u64;
            }
        }
    }

    /// What the walks let pass before the end.
    fn let_pass(&self) -> f64 {
        100.0 * self.tolerance()
    }

    fn tolerance(&self) -> f64 {
        TOLERANCE * self.boxes.suppressed
    }

    fn let_go(&mut self) {
        let mut corners: Vec<(Vec<u32>, usize)> = std::mem::take(&mut self.corners).into_iter().collect();
        corners.sort_by_key(|(_, at)| *at);
        let held = std::mem::take(&mut self.held);
        for (mut held, (corners, _)) in held.into_iter().zip(corners) {
            held.idle += 1;
            if held.idle <= IDLE {
                self.corners.insert(corners, self.held.len());
                self.held.push(held);
            }
        }
    }

    /// Prices that are feasible, and their sum: those of now, lowered where a box is exceeded. Nothing if the boxes are too
    /// many to go through.
    fn feasible(&mut self, rounds: usize) -> Option<(f64, Vec<f64>)> {
        let tolerance = self.tolerance();
        let mut prices: Vec<f64> = self.prices.iter().zip(&self.caps).map(|(price, cap)| price.min(*cap)).collect();
        for round in 0.. {
            let mut found = self.walk.exceeded(&prices, tolerance / 2.0, self.limit, &mut self.work)?;
            if found.is_empty() {
                break;
            }
            if round == rounds {
                let worst = found.iter().map(|found| found.excess).fold(0.0, f64::max);
                prices.iter_mut().for_each(|price| *price -= worst);
                break;
            }
            found.sort_by(|a, b| b.excess.total_cmp(&a.excess));
            for found in found {
                let mut held = Held::new(found.price - tolerance / 4.0, self.k);
                held.extend(&found.members, &self.boxes.counts, &prices);
                held.project(&mut prices, &mut self.room);
            }
        }
        // The last walk let pass what is less than half of this.
        prices.iter_mut().for_each(|price| *price -= tolerance);
        Some((sum(&prices, self.boxes), prices))
    }
}

/// What all rows are worth.
pub fn sum(prices: &[f64], boxes: &Boxes) -> f64 {
    prices.iter().zip(&boxes.counts).map(|(price, rows)| price * *rows as f64).sum()
}
