//! Goes through label boxes and finds those where the k largest prices among the rows are more than the box costs.
//!
//! Column after column gets a label, and the tuples outside it leave the list. Two things end a branch: fewer than k rows,
//! and k largest prices that are covered by the labels given so far with the cheapest ones of the columns to come; neither
//! can get better further down, where there are fewer tuples and no lower costs. The list stands in falling order of price,
//! so the k largest are its beginning. Ranges are looked for by halves of where they start: a half is left with those
//! tuples that a range which is cheap enough can reach.
//!
//! Ranges that have no tuple at an end hold the same rows as narrower ones, which cost no more, and need no look.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::labels::{Label, Labels, Ranges};
use crate::space::Boxes;

/// A label box where the prices of some k rows are too high.
#[derive(Debug, Clone)]
pub struct Found {
    /// Its labels, column after column: lo, hi.
    pub corners: Vec<u32>,
    /// What a row in it costs.
    pub price: f64,
    /// By how much the k largest prices exceed it, per row.
    pub excess: f64,
    /// The tuples of these rows, dearest first.
    pub members: Vec<u32>,
}

/// What does not change from one walk to the next.
pub struct Walk<'a> {
    boxes: &'a Boxes,
    k: u64,
    labels: &'a [Labels],
    /// The columns in the order in which they get their labels.
    order: Vec<usize>,
    /// What the columns from each step on cost at least.
    rest: Vec<f64>,
}

/// One walk, with the prices of the tuples.
struct Pass<'a> {
    walk: &'a Walk<'a>,
    /// By rank, the dearest first.
    tuples: Vec<u32>,
    prices: Vec<f64>,
    counts: Vec<u64>,
    places: Vec<Vec<u32>>,
    /// Excess per row that is let pass.
    tolerance: f64,
    /// Tuples that may be looked at, in all branches together; counted here.
    limit: u64,
    work: &'a AtomicU64,
}

/// A branch: the labels given so far, and what they cost.
#[derive(Clone)]
struct Branch {
    corners: Vec<u32>,
    price: f64,
    step: usize,
    list: Vec<u32>,
}

/// A range that may be exceeded: where it ends, what it costs, and by how much it is if the columns to come cost least.
struct Range {
    hi: u32,
    price: f64,
    excess: f64,
}

impl<'a> Walk<'a> {
    pub fn new(boxes: &'a Boxes, labels: &'a [Labels], k: u64) -> Walk<'a> {
        // Ranges last: there are many, and they are cut short by what the others leave.
        let mut order: Vec<usize> = (0..boxes.axes.len()).collect();
        order.sort_by_key(|axis| (boxes.axes[*axis].is_free(), labels[*axis].count(), *axis));
        let mut rest = vec![0.0; order.len() + 1];
        for step in (0..order.len()).rev() {
            rest[step] = rest[step + 1] + labels[order[step]].least();
        }
        Walk { boxes, k, labels, order, rest }
    }

    /// The boxes whose k largest prices exceed their cost by more than `tolerance` per row: of the boxes that differ in
    /// the last column only, the worst of each start. Nothing if more than `limit` tuples had to be looked at; what was
    /// looked at is added to `work`.
    pub fn exceeded(&self, prices: &[f64], tolerance: f64, limit: u64, work: &mut u64) -> Option<Vec<Found>> {
        let mut tuples: Vec<u32> = (0..prices.len() as u32).collect();
        tuples.sort_by(|a, b| prices[*b as usize].total_cmp(&prices[*a as usize]).then(a.cmp(b)));
        let counter = AtomicU64::new(0);
        let place = |axis: usize| tuples.iter().map(|tuple| self.boxes.place(*tuple as usize)[axis]).collect();
        let pass = Pass {
            walk: self,
            prices: tuples.iter().map(|tuple| prices[*tuple as usize]).collect(),
            counts: tuples.iter().map(|tuple| self.boxes.counts[*tuple as usize]).collect(),
            places: (0..self.boxes.axes.len()).map(place).collect(),
            tuples,
            tolerance,
            limit,
            work: &counter,
        };
        let list = (0..prices.len() as u32).collect();
        let mut branches = vec![Branch { corners: vec![0; 2 * self.order.len()], price: 0.0, step: 0, list }];
        // Enough branches for every thread; how many depends on the table alone.
        for _ in 0..self.order.len().saturating_sub(1).min(3) {
            branches = branches.into_iter().flat_map(|branch| pass.split(branch)).collect();
        }
        let found: Vec<Vec<Found>> = branches
            .into_par_iter()
            .map(|mut branch| {
                let mut found = Vec::new();
                let list = std::mem::take(&mut branch.list);
                pass.down(&mut branch, &list, &mut found);
                found
            })
            .collect();
        let seen = counter.load(Ordering::Relaxed);
        *work += seen;
        (seen <= limit).then(|| found.into_iter().flatten().collect())
    }
}

impl Pass<'_> {
    /// The sum of the k largest prices; nothing where there are not so many rows.
    fn largest(&self, list: &[u32]) -> Option<f64> {
        let (mut left, mut sum) = (self.walk.k, 0.0);
        for rank in list {
            let rows = self.counts[*rank as usize].min(left);
            sum += rows as f64 * self.prices[*rank as usize];
            left -= rows;
            if left == 0 {
                return Some(sum);
            }
        }
        None
    }

    /// The mean of the k largest prices; nothing where no box in this list that costs at least `price` is exceeded.
    fn mean_above(&self, list: &[u32], price: f64) -> Option<f64> {
        let mean = self.largest(list)? / self.walk.k as f64;
        (mean > price + self.tolerance).then_some(mean)
    }

    fn within(&self, axis: usize, lo: u32, hi: u32, list: &[u32]) -> Vec<u32> {
        self.work.fetch_add(list.len() as u64 + 8, Ordering::Relaxed);
        let places = &self.places[axis];
        list.iter().copied().filter(|rank| (lo..=hi).contains(&places[*rank as usize])).collect()
    }

    /// Has more been looked at than may be? Then the walk has no answer, and its branches end.
    fn too_much(&self) -> bool {
        self.work.load(Ordering::Relaxed) > self.limit
    }

    /// Gives the next column each of its labels.
    fn split(&self, branch: Branch) -> Vec<Branch> {
        let mut parts = Vec::new();
        let list = branch.list;
        let mut branch = Branch { list: Vec::new(), ..branch };
        self.each(&mut branch, &list, &mut |branch, list| parts.push(Branch { list: list.to_vec(), ..branch.clone() }));
        parts
    }

    fn down(&self, branch: &mut Branch, list: &[u32], found: &mut Vec<Found>) {
        let last = branch.step + 1 == self.walk.order.len();
        if last && let Labels::Free(ranges) = &self.walk.labels[self.walk.order[branch.step]] {
            return self.last(branch, list, ranges, 0..ranges.places, found);
        }
        self.each(branch, list, &mut |branch, list| {
            if last { self.add(branch, list, found) } else { self.down(branch, list, found) }
        });
    }

    /// Calls `then` for each label of the next column that may lead to an exceeded box.
    fn each(&self, branch: &mut Branch, list: &[u32], then: &mut dyn FnMut(&mut Branch, &[u32])) {
        match &self.walk.labels[self.walk.order[branch.step]] {
            Labels::Listed(top) => top.iter().for_each(|label| self.label(branch, list, label, then)),
            Labels::Free(ranges) => self.ranges(branch, list, ranges, 0..ranges.places, then),
        }
    }

    fn label(&self, branch: &mut Branch, list: &[u32], label: &Label, then: &mut dyn FnMut(&mut Branch, &[u32])) {
        if self.too_much() {
            return;
        }
        let (axis, rest) = (self.walk.order[branch.step], self.walk.rest[branch.step + 1]);
        let list = self.within(axis, label.lo, label.hi, list);
        let Some(mean) = self.mean_above(&list, branch.price + rest) else { return };
        if mean > branch.price + label.price + rest + self.tolerance {
            self.with(branch, label.lo, label.hi, label.price, |branch| then(branch, &list));
        }
        label.below.iter().for_each(|below| self.label(branch, &list, below, then));
    }

    /// Gives the next column a label for the time of a call.
    fn with(&self, branch: &mut Branch, lo: u32, hi: u32, price: f64, then: impl FnOnce(&mut Branch)) {
        let (axis, before) = (self.walk.order[branch.step], branch.price);
        (branch.corners[2 * axis], branch.corners[2 * axis + 1]) = (lo, hi);
        branch.price += price;
        branch.step += 1;
        then(branch);
        branch.step -= 1;
        branch.price = before;
    }

    /// The tuples of ranges that start in `starts` and may be exceeded; nothing if none may.
    fn reach(&self, branch: &Branch, list: &[u32], ranges: &Ranges, starts: &std::ops::Range<u32>) -> Option<Vec<u32>> {
        if self.too_much() {
            return None;
        }
        let (axis, rest) = (self.walk.order[branch.step], self.walk.rest[branch.step + 1]);
        let mean = self.mean_above(list, branch.price + rest)?;
        let room = mean - branch.price - rest - self.tolerance;
        let end = starts.clone().map(|lo| ranges.end(lo, room)).max()?;
        let list = self.within(axis, starts.start, end.checked_sub(1)?, list);
        self.mean_above(&list, branch.price + rest).map(|_| list)
    }

    fn ranges(
        &self,
        branch: &mut Branch,
        list: &[u32],
        ranges: &Ranges,
        starts: std::ops::Range<u32>,
        then: &mut dyn FnMut(&mut Branch, &[u32]),
    ) {
        let Some(list) = self.reach(branch, list, ranges, &starts) else { return };
        if starts.len() > 1 {
            let middle = starts.start + starts.len() as u32 / 2;
            self.ranges(branch, &list, ranges, starts.start..middle, then);
            return self.ranges(branch, &list, ranges, middle..starts.end, then);
        }
        self.from(branch, list, ranges, starts.start, &mut |branch, list, range| {
            self.with(branch, starts.start, range.hi, range.price, |branch| then(branch, list));
        });
    }

    /// The last column, where of all ranges from one start only the worst is kept.
    fn last(
        &self,
        branch: &mut Branch,
        list: &[u32],
        ranges: &Ranges,
        starts: std::ops::Range<u32>,
        found: &mut Vec<Found>,
    ) {
        let Some(list) = self.reach(branch, list, ranges, &starts) else { return };
        if starts.len() > 1 {
            let middle = starts.start + starts.len() as u32 / 2;
            self.last(branch, &list, ranges, starts.start..middle, found);
            return self.last(branch, &list, ranges, middle..starts.end, found);
        }
        let mut worst: Option<(f64, u32, f64, Vec<u32>)> = None;
        self.from(branch, list, ranges, starts.start, &mut |_, list, Range { hi, price, excess }| {
            if worst.as_ref().is_none_or(|worst| excess > worst.0) {
                worst = Some((excess, hi, price, self.members(list)));
            }
        });
        if let Some((_, hi, price, members)) = worst {
            self.with(branch, starts.start, hi, price, |branch| self.add(branch, &members, found));
        }
    }

    /// Calls `then` for each range from `lo` that may be exceeded, the widest first.
    fn from(
        &self,
        branch: &mut Branch,
        mut list: Vec<u32>,
        ranges: &Ranges,
        lo: u32,
        then: &mut dyn FnMut(&mut Branch, &[u32], Range),
    ) {
        let (axis, rest) = (self.walk.order[branch.step], self.walk.rest[branch.step + 1]);
        let places = &self.places[axis];
        if !list.iter().any(|rank| places[*rank as usize] == lo) {
            return;
        }
        let cheapest = branch.price + rest + ranges.least_from(lo, lo);
        while let Some(mean) = self.mean_above(&list, cheapest) {
            self.work.fetch_add(list.len() as u64, Ordering::Relaxed);
            let Some(hi) = list.iter().map(|rank| places[*rank as usize]).max() else { return };
            let price = ranges.price(lo, hi);
            let excess = mean - branch.price - rest - price;
            if excess > self.tolerance {
                then(branch, &list, Range { hi, price, excess });
            }
            list.retain(|rank| places[*rank as usize] < hi);
        }
    }

    /// The beginning of the list that has k rows.
    fn members(&self, list: &[u32]) -> Vec<u32> {
        let mut rows = 0;
        let few = |rank: &&u32| {
            let few = rows < self.walk.k;
            rows += self.counts[**rank as usize];
            few
        };
        list.iter().take_while(few).copied().collect()
    }

    /// A box that is exceeded: the smallest labels around the k dearest rows, which as a rule cost less than those given.
    fn add(&self, branch: &Branch, list: &[u32], found: &mut Vec<Found>) {
        let Some(mean) = self.mean_above(list, branch.price) else { return };
        let members = self.members(list);
        let mut corners = Vec::with_capacity(branch.corners.len());
        for (axis, places) in self.walk.boxes.axes.iter().zip(&self.places) {
            let places = || members.iter().map(|rank| places[*rank as usize]);
            let (lo, hi) = axis.label(places().min().unwrap_or(0), places().max().unwrap_or(0));
            corners.extend([lo, hi]);
        }
        let mut price = corner_price(self.walk.boxes, &corners);
        if price > branch.price {
            (corners, price) = (branch.corners.clone(), branch.price);
        }
        let members = members.into_iter().map(|rank| self.tuples[rank as usize]).collect();
        found.push(Found { corners, price, excess: mean - price, members });
    }
}

/// What a row costs in a box.
fn corner_price(boxes: &Boxes, corners: &[u32]) -> f64 {
    boxes.axes.iter().zip(corners.chunks_exact(2)).map(|(axis, corner)| axis.price(corner[0], corner[1])).sum()
}
