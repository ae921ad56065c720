//! A cheap bound for tables of any shape: a row shares its class with k − 1 others, so its class's labels cover it and the
//! farthest of them, and cost at least what the labels around it and its (k − 1)-th nearest row cost.
//!
//! The nearest rows are looked for in a tree of tuples, halved again and again at the middle of the column where a part is
//! widest: a part is left out where even its nearest corner is farther than the k-th row found so far. What that takes is
//! measured beforehand on a few tuples, and those k that would take too long get no bound.

use rayon::prelude::*;

use super::floor::Floor;
use crate::space::Boxes;

/// How many tuples the work is measured on.
const SAMPLE: usize = 64;
/// Tuples of a part that is not halved any more.
const SMALL: usize = 8;

/// A part of the tuples.
struct Part {
    /// Where its tuples are in the order of the tree.
    from: usize,
    to: usize,
    corners: Vec<(u32, u32)>,
    /// The number of its second half; the first is the next part. Nothing for small parts.
    second: Option<usize>,
}

/// The tree.
struct Tree<'a> {
    boxes: &'a Boxes,
    floors: Vec<Floor>,
    order: Vec<u32>,
    parts: Vec<Part>,
}

/// For each k and tuple a price that no row of it can undercut, at most that of a suppressed row. `ks` rise. Nothing for
/// those k, the highest, that would take more than `limit` looks at a tuple or part in all.
pub fn nearest(boxes: &Boxes, ks: &[u64], limit: u64) -> Vec<Option<Vec<f64>>> {
    let tree = Tree::new(boxes);
    let tuples = boxes.tuples();
    let every = (tuples / SAMPLE).max(1);
    let affordable = |many: &usize| {
        let looks = |tuple: usize| tree.nearest(tuple, &ks[..*many]).1;
        let sample: Vec<usize> = (0..tuples).step_by(every).collect();
        let looks: u64 = sample.par_iter().map(|tuple| looks(*tuple)).sum();
        looks as f64 / sample.len().max(1) as f64 * tuples as f64 <= limit as f64
    };
    let Some(many) = (1..=ks.len()).rev().find(affordable) else { return vec![None; ks.len()] };
    let rows: Vec<Vec<f64>> = (0..tuples).into_par_iter().map(|tuple| tree.nearest(tuple, &ks[..many]).0).collect();
    (0..ks.len()).map(|k| (k < many).then(|| rows.iter().map(|prices| prices[k]).collect())).collect()
}

impl<'a> Tree<'a> {
    fn new(boxes: &'a Boxes) -> Tree<'a> {
        let floors = boxes.axes.iter().map(Floor::new).collect();
        let order = (0..boxes.tuples() as u32).collect();
        let mut tree = Tree { boxes, floors, order, parts: Vec::new() };
        if boxes.tuples() > 0 {
            tree.part(0, boxes.tuples());
        }
        tree
    }

    fn part(&mut self, from: usize, to: usize) {
        let tuples = &mut self.order[from..to];
        let boxes = self.boxes;
        let corners: Vec<(u32, u32)> = (0..boxes.axes.len())
            .map(|axis| {
                let places = || tuples.iter().map(|tuple| boxes.place(*tuple as usize)[axis]);
                (places().min().unwrap_or(0), places().max().unwrap_or(0))
            })
            .collect();
        let width = |axis: &usize| self.floors[*axis].between(corners[*axis].0, corners[*axis].1);
        let widest = (0..corners.len()).max_by(|a, b| width(a).total_cmp(&width(b)).then(b.cmp(a)));
        let number = self.parts.len();
        self.parts.push(Part { from, to, corners, second: None });
        let Some(axis) = widest.filter(|_| to - from > SMALL) else { return };
        let middle = (to - from) / 2;
        tuples.select_nth_unstable_by_key(middle, |tuple| (boxes.place(*tuple as usize)[axis], *tuple));
        self.part(from, from + middle);
        self.parts[number].second = Some(self.parts.len());
        self.part(from + middle, to);
    }

    /// What labels cost at least that cover a tuple and one of a part.
    fn least(&self, places: &[u32], part: &Part) -> f64 {
        let nearest = |(place, (lo, hi)): (&u32, &(u32, u32))| (*place, *place.clamp(lo, hi));
        let pairs = places.iter().zip(&part.corners).map(nearest);
        pairs.zip(&self.floors).map(|((one, other), floor)| floor.between(one, other)).sum()
    }

    /// For each k the price at which the k-th row from a tuple is covered with it, itself the first; and what was looked at.
    fn nearest(&self, tuple: usize, ks: &[u64]) -> (Vec<f64>, u64) {
        let (places, wanted) = (self.boxes.place(tuple), ks.last().copied().unwrap_or(0));
        let mut found = Rows { wanted, rows: 0, far: self.boxes.suppressed, nearest: Vec::new() };
        let mut looks = 0;
        let mut open = vec![(0.0, 0)];
        while let Some((least, number)) = open.pop() {
            if least >= found.far {
                continue;
            }
            let part = &self.parts[number];
            let Some(second) = part.second else {
                looks += (part.to - part.from) as u64;
                for other in &self.order[part.from..part.to] {
                    let pairs = places.iter().zip(self.boxes.place(*other as usize)).zip(&self.floors);
                    let price = pairs.map(|((one, other), floor)| floor.between(*one, *other)).sum();
                    found.add(price, self.boxes.counts[*other as usize]);
                }
                continue;
            };
            let least = |number: usize| (self.least(places, &self.parts[number]), number);
            let (first, second) = (least(number + 1), least(second));
            looks += 2;
            // The nearer of the two is taken next.
            open.extend(if first.0 <= second.0 { [second, first] } else { [first, second] });
        }
        (found.prices(ks, self.boxes.suppressed), looks)
    }
}

/// The nearest rows found so far.
struct Rows {
    wanted: u64,
    rows: u64,
    /// None from here on is wanted.
    far: f64,
    nearest: Vec<(f64, u64)>,
}

impl Rows {
    fn add(&mut self, price: f64, rows: u64) {
        if price >= self.far {
            return;
        }
        self.nearest.push((price, rows));
        self.rows += rows;
        // More than twice as many as are wanted: the farther ones go.
        if self.rows >= 2 * self.wanted && self.nearest.len() > 32 {
            self.trim();
        }
    }

    fn trim(&mut self) {
        self.nearest.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let (mut rows, mut keep) = (0, 0);
        while rows < self.wanted && keep < self.nearest.len() {
            rows += self.nearest[keep].1;
            keep += 1;
        }
        if rows >= self.wanted {
            self.far = self.nearest[keep - 1].0;
            self.nearest.truncate(keep);
            self.rows = rows;
        }
    }

    fn prices(mut self, ks: &[u64], most: f64) -> Vec<f64> {
        self.nearest.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let (mut at, mut rows) = (0, 0);
        let price = |k: &u64| {
            while at < self.nearest.len() && rows + self.nearest[at].1 < *k {
                rows += self.nearest[at].1;
                at += 1;
            }
            self.nearest.get(at).map_or(most, |nearest| nearest.0)
        };
        ks.iter().map(price).collect()
    }
}
