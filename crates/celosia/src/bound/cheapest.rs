//! A cheap bound: for each tuple the cheapest label box that holds it and has k rows. A row shares its class with k − 1
//! others, and the class's labels are such a box, so no row costs less. What this gives is feasible for the dual as well: in
//! a box of k rows no price is above its cost, let alone the mean of the dearest.

use super::floor::Floor;
use super::labels::{Label, Labels, Ranges};
use crate::space::Boxes;

/// The search for one k.
struct Search<'a> {
    boxes: &'a Boxes,
    labels: &'a [Labels],
    floors: Vec<Floor>,
    k: u64,
    order: Vec<usize>,
    rest: Vec<f64>,
    best: Vec<f64>,
    work: u64,
    limit: u64,
}

/// For each tuple the price of the cheapest box that holds it and has k rows, at most that of a suppressed row; nothing if
/// more than `limit` tuples had to be looked at.
pub fn cheapest(boxes: &Boxes, labels: &[Labels], k: u64, limit: u64) -> Option<Vec<f64>> {
    let mut order: Vec<usize> = (0..boxes.axes.len()).collect();
    order.sort_by_key(|axis| (boxes.axes[*axis].is_free(), labels[*axis].count(), *axis));
    let mut rest = vec![0.0; order.len() + 1];
    for step in (0..order.len()).rev() {
        rest[step] = rest[step + 1] + labels[order[step]].least();
    }
    let floors = boxes.axes.iter().map(Floor::new).collect();
    let best = vec![boxes.suppressed; boxes.tuples()];
    let mut search = Search { boxes, labels, floors, k, order, rest, best, work: 0, limit };
    let all: Vec<u32> = (0..boxes.tuples() as u32).collect();
    search.down(0, 0.0, &all);
    (search.work <= limit).then_some(search.best)
}

impl Search<'_> {
    /// Can boxes of these tuples that cost at least `price` teach anything?
    fn may_lower(&mut self, list: &[u32], price: f64) -> bool {
        self.work += list.len() as u64 + 8;
        let enough =
            list.iter().try_fold(self.k, |left, tuple| match left.checked_sub(self.boxes.counts[*tuple as usize]) {
                None | Some(0) => Err(()),
                Some(left) => Ok(left),
            });
        self.work <= self.limit && enough.is_err() && list.iter().any(|tuple| self.best[*tuple as usize] > price)
    }

    fn place(&self, tuple: u32, axis: usize) -> u32 {
        self.boxes.place(tuple as usize)[axis]
    }

    fn within(&self, list: &[u32], axis: usize, lo: u32, hi: u32) -> Vec<u32> {
        list.iter().copied().filter(|tuple| (lo..=hi).contains(&self.place(*tuple, axis))).collect()
    }

    fn down(&mut self, step: usize, price: f64, list: &[u32]) {
        let labels = self.labels;
        let Some(axis) = self.order.get(step).copied() else {
            return list.iter().for_each(|tuple| {
                let best = &mut self.best[*tuple as usize];
                *best = best.min(price);
            });
        };
        match &labels[axis] {
            Labels::Listed(top) => top.iter().for_each(|label| self.label(step, price, list, label)),
            Labels::Free(_) if step + 1 == self.order.len() => self.windows(price, list, axis),
            Labels::Free(ranges) => {
                let mut list = list.to_vec();
                for lo in 0..ranges.places {
                    list.retain(|tuple| self.place(*tuple, axis) >= lo);
                    self.ranges(step, price, &list, ranges, lo);
                }
            }
        }
    }

    /// Ranges from `lo`, narrow ones first, that have a tuple at both ends.
    fn ranges(&mut self, step: usize, price: f64, list: &[u32], ranges: &Ranges, lo: u32) {
        let axis = self.order[step];
        let mut ends: Vec<u32> = list.iter().map(|tuple| self.place(*tuple, axis)).collect();
        ends.sort_unstable();
        ends.dedup();
        if ends.first() != Some(&lo) {
            return;
        }
        for hi in ends {
            let rest = self.rest[step + 1];
            if !self.may_lower(list, price + ranges.least_from(lo, hi) + rest) {
                return;
            }
            let list = self.within(list, axis, lo, hi);
            let price = price + ranges.price(lo, hi);
            if self.may_lower(&list, price + rest) {
                self.down(step + 1, price, &list);
            }
        }
    }

    /// Narrow labels first: what they give spares the wide ones.
    fn label(&mut self, step: usize, price: f64, list: &[u32], label: &Label) {
        let list = self.within(list, self.order[step], label.lo, label.hi);
        if !self.may_lower(&list, price + self.rest[step + 1]) {
            return;
        }
        label.below.iter().for_each(|below| self.label(step, price, &list, below));
        let price = price + label.price;
        if self.may_lower(&list, price + self.rest[step + 1]) {
            self.down(step + 1, price, &list);
        }
    }

    /// The last column, where every range is a label. A narrowest range that holds a tuple and k rows either ends where its
    /// start first has k rows, or starts where its end last has.
    fn windows(&mut self, price: f64, list: &[u32], axis: usize) {
        let mut list: Vec<(u32, u32)> = list.iter().map(|tuple| (self.place(*tuple, axis), *tuple)).collect();
        list.sort_unstable();
        // The places that occur: the place, its rows, where its tuples begin in the list.
        let mut places: Vec<(u32, u64, usize)> = Vec::new();
        for (at, (place, tuple)) in list.iter().enumerate() {
            let rows = self.boxes.counts[*tuple as usize];
            match places.last_mut() {
                Some(last) if last.0 == *place => last.1 += rows,
                _ => places.push((*place, rows, at)),
            }
        }
        let mut best = vec![f64::INFINITY; places.len()];
        let mut lower = |from: usize, to: usize| {
            let price = price + self.floors[axis].between(places[from].0, places[to].0);
            best[from..=to].iter_mut().for_each(|best| *best = best.min(price));
        };
        let (mut from, mut rows) = (0, 0);
        for to in 0..places.len() {
            rows += places[to].1;
            // Every start that first has k rows here.
            while rows >= self.k {
                lower(from, to);
                rows -= places[from].1;
                from += 1;
            }
            // The last start that still has them.
            if from > 0 {
                lower(from - 1, to);
            }
        }
        for (at, best) in best.iter().enumerate() {
            let end = places.get(at + 1).map_or(list.len(), |next| next.2);
            for (_, tuple) in &list[places[at].2..end] {
                let known = &mut self.best[*tuple as usize];
                *known = known.min(*best);
            }
        }
    }
}
