//! Classes while they change: rows are shifted from class to class, each shift adjusts the boxes and the loss, and what was
//! shifted since a mark can be taken back.

use std::collections::BTreeSet;

use crate::space::Boxes;

/// The class of the suppressed rows. It has no box: each of its rows costs what a suppressed row costs.
pub const SUPPRESSED: u32 = 0;

/// A tuple in a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Home {
    pub class: u32,
    slot: u32,
}

/// Rows of a tuple that went from a class to another one.
#[derive(Debug, Clone, Copy)]
pub struct Shift {
    pub tuple: u32,
    pub from: u32,
    pub to: u32,
    pub rows: u64,
}

/// A class as it was at the mark.
struct Before {
    class: u32,
    rows: u64,
    cost: f64,
    price: f64,
}

pub struct Classes<'a> {
    pub boxes: &'a Boxes,
    /// The tuples of each class, with the rows that are in it.
    members: Vec<Vec<(u32, u64)>>,
    rows: Vec<u64>,
    /// Of each class every column's lo, then every column's hi.
    spans: Vec<u32>,
    /// What a row costs.
    prices: Vec<f64>,
    costs: Vec<f64>,
    /// The classes that each tuple has rows in, in order.
    homes: Vec<Vec<Home>>,
    empty: BTreeSet<u32>,
    loss: f64,
    /// What happened since the mark.
    shifts: Vec<Shift>,
    before: Vec<Before>,
    spans_before: Vec<u32>,
    marks: Vec<u64>,
    mark: u64,
    /// The span of a class without one of its tuples, and which of its bounds no other tuple was seen at yet.
    without: Vec<u32>,
    unseen: Vec<usize>,
}

impl<'a> Classes<'a> {
    /// The first class holds the suppressed rows; empty ones keep their number.
    pub fn new(boxes: &'a Boxes, lists: &[Vec<(u32, u64)>]) -> Self {
        let mut classes = Classes {
            boxes,
            members: Vec::new(),
            rows: Vec::new(),
            spans: Vec::new(),
            prices: Vec::new(),
            costs: Vec::new(),
            homes: vec![Vec::new(); boxes.tuples()],
            empty: BTreeSet::new(),
            loss: 0.0,
            shifts: Vec::new(),
            before: Vec::new(),
            spans_before: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            without: vec![0; 2 * boxes.axes.len()],
            unseen: Vec::new(),
        };
        for (class, list) in lists.iter().enumerate() {
            classes.add();
            list.iter().for_each(|(tuple, rows)| classes.join(*tuple, class as u32, *rows));
        }
        classes.set_mark();
        classes
    }

    pub fn members(&self, class: u32) -> &[(u32, u64)] {
        &self.members[class as usize]
    }

    /// All of them, to begin with again.
    pub fn lists(&self) -> Vec<Vec<(u32, u64)>> {
        self.members.clone()
    }

    pub fn rows(&self, class: u32) -> u64 {
        self.rows[class as usize]
    }

    pub fn cost(&self, class: u32) -> f64 {
        self.costs[class as usize]
    }

    pub fn price(&self, class: u32) -> f64 {
        self.prices[class as usize]
    }

    pub fn homes(&self, tuple: u32) -> &[Home] {
        &self.homes[tuple as usize]
    }

    /// How many rows of the tuple are there.
    pub fn held(&self, home: Home) -> u64 {
        self.members[home.class as usize][home.slot as usize].1
    }

    /// The sum over rows, adjusted by every shift.
    pub fn loss(&self) -> f64 {
        self.loss
    }

    /// Rounding must not add up: called at fixed steps.
    pub fn add_up(&mut self) {
        self.loss = self.costs.iter().sum();
    }

    /// From a checkpoint: what the sum was, to the last bit.
    pub fn set_loss(&mut self, loss: f64) {
        self.loss = loss;
    }

    /// An empty class.
    pub fn vacant(&mut self) -> u32 {
        match self.empty.first() {
            Some(class) => *class,
            None => self.add(),
        }
    }

    fn add(&mut self) -> u32 {
        let class = self.members.len() as u32;
        self.members.push(Vec::new());
        self.rows.push(0);
        self.prices.push(0.0);
        self.costs.push(0.0);
        self.marks.push(0);
        self.spans.resize(self.spans.len() + 2 * self.boxes.axes.len(), 0);
        if class != SUPPRESSED {
            self.empty.insert(class);
        }
        class
    }

    /// What a row of the class would cost with this tuple.
    pub fn price_with(&self, tuple: u32, class: u32) -> f64 {
        if class == SUPPRESSED {
            return self.boxes.suppressed;
        }
        if self.members[class as usize].is_empty() {
            return self.boxes.price(self.boxes.place(tuple as usize), self.boxes.place(tuple as usize));
        }
        let (lo, hi) = self.span(class);
        let place = self.boxes.place(tuple as usize);
        if place.iter().zip(lo.iter().zip(hi)).all(|(place, (lo, hi))| lo <= place && place <= hi) {
            return self.prices[class as usize];
        }
        let spans = place.iter().zip(lo.iter().zip(hi));
        self.boxes
            .axes
            .iter()
            .zip(spans)
            .map(|(axis, (place, (lo, hi)))| axis.price(*place.min(lo), *place.max(hi)))
            .sum()
    }

    /// What all classes would cost more, the one that the rows leave left aside.
    pub fn joining(&self, tuple: u32, class: u32, rows: u64) -> f64 {
        (self.rows(class) + rows) as f64 * self.price_with(tuple, class) - self.cost(class)
    }

    /// What the class would cost less.
    pub fn leaving(&mut self, tuple: u32, class: u32, rows: u64) -> f64 {
        let left = self.rows(class) - rows;
        if left == 0 {
            return self.cost(class);
        }
        let whole = self.homes(tuple).iter().any(|home| home.class == class && self.held(*home) == rows);
        let price = if whole { self.price_without(tuple, class) } else { self.price(class) };
        self.cost(class) - left as f64 * price
    }

    /// What a row would cost without this tuple, of which there are others; the span stays in `without`.
    fn price_without(&mut self, tuple: u32, class: u32) -> f64 {
        if class == SUPPRESSED {
            return self.boxes.suppressed;
        }
        let axes = self.boxes.axes.len();
        let span = &self.spans[class as usize * 2 * axes..][..2 * axes];
        self.without.copy_from_slice(span);
        let place = self.boxes.place(tuple as usize);
        self.unseen.clear();
        for axis in 0..axes {
            let (lo, hi) = (span[axis], span[axes + axis]);
            if lo < hi && place[axis] == lo {
                self.unseen.push(axis);
                self.without[axis] = hi;
            } else if lo < hi && place[axis] == hi {
                self.unseen.push(axes + axis);
                self.without[axes + axis] = lo;
            }
        }
        if self.unseen.is_empty() {
            return self.prices[class as usize];
        }
        for (other, _) in &self.members[class as usize] {
            if *other == tuple {
                continue;
            }
            let place = self.boxes.place(*other as usize);
            let (unseen, without) = (&mut self.unseen, &mut self.without);
            unseen.retain(|bound| {
                let new = &mut without[*bound];
                *new = if *bound < axes { place[*bound].min(*new) } else { place[*bound - axes].max(*new) };
                *new != span[*bound]
            });
            if self.unseen.is_empty() {
                return self.prices[class as usize];
            }
        }
        let (lo, hi) = self.without.split_at(axes);
        self.boxes.price(lo, hi)
    }

    fn span(&self, class: u32) -> (&[u32], &[u32]) {
        let axes = self.boxes.axes.len();
        self.spans[class as usize * 2 * axes..][..2 * axes].split_at(axes)
    }

    /// What is shifted from now on can be taken back.
    pub fn set_mark(&mut self) {
        self.mark += 1;
        self.shifts.clear();
        self.before.clear();
        self.spans_before.clear();
    }

    /// What was shifted since the mark.
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// The classes that have changed since the mark.
    pub fn touched(&self) -> impl Iterator<Item = u32> {
        self.before.iter().map(|before| before.class)
    }

    /// How much more all classes cost than at the mark.
    pub fn change(&self) -> f64 {
        self.before.iter().map(|before| self.cost(before.class) - before.cost).sum()
    }

    /// Keeps what was shifted.
    pub fn keep(&mut self) {
        self.loss += self.change();
    }

    /// Takes back what was shifted since the mark.
    pub fn take_back(&mut self) {
        while let Some(shift) = self.shifts.pop() {
            self.draw(shift.tuple, shift.to, shift.rows);
            self.put(shift.tuple, shift.from, shift.rows);
        }
        let width = 2 * self.boxes.axes.len();
        for (i, before) in self.before.iter().enumerate() {
            let class = before.class as usize;
            (self.rows[class], self.costs[class], self.prices[class]) = (before.rows, before.cost, before.price);
            self.spans[class * width..][..width].copy_from_slice(&self.spans_before[i * width..][..width]);
        }
        self.set_mark();
    }

    /// Moves rows of a tuple.
    pub fn shift(&mut self, tuple: u32, from: u32, to: u32, rows: u64) {
        self.remember(from);
        self.remember(to);
        self.leave(tuple, from, rows);
        self.join(tuple, to, rows);
        self.shifts.push(Shift { tuple, from, to, rows });
    }

    fn remember(&mut self, class: u32) {
        if self.marks[class as usize] == self.mark {
            return;
        }
        self.marks[class as usize] = self.mark;
        let (rows, cost, price) = (self.rows(class), self.cost(class), self.price(class));
        self.before.push(Before { class, rows, cost, price });
        let width = 2 * self.boxes.axes.len();
        self.spans_before.extend_from_slice(&self.spans[class as usize * width..][..width]);
    }

    fn leave(&mut self, tuple: u32, class: u32, rows: u64) {
        if self.draw(tuple, class, rows) && !self.members(class).is_empty() {
            self.prices[class as usize] = self.price_without(tuple, class);
            if class != SUPPRESSED && !self.unseen.is_empty() {
                let width = self.without.len();
                self.spans[class as usize * width..][..width].copy_from_slice(&self.without);
            }
        }
        self.rows[class as usize] -= rows;
        self.costs[class as usize] = self.rows(class) as f64 * self.price(class);
    }

    fn join(&mut self, tuple: u32, class: u32, rows: u64) {
        let (first, axes) = (self.members(class).is_empty(), self.boxes.axes.len());
        self.prices[class as usize] = self.price_with(tuple, class);
        let place = self.boxes.place(tuple as usize);
        let (lo, hi) = self.spans[class as usize * 2 * axes..][..2 * axes].split_at_mut(axes);
        for (place, (lo, hi)) in place.iter().zip(lo.iter_mut().zip(hi)) {
            *lo = if first { *place } else { *place.min(lo) };
            *hi = if first { *place } else { *place.max(hi) };
        }
        self.put(tuple, class, rows);
        self.rows[class as usize] += rows;
        self.costs[class as usize] = self.rows(class) as f64 * self.price(class);
    }

    /// Takes rows out of a list of members. Was it all of the tuple?
    fn draw(&mut self, tuple: u32, class: u32, rows: u64) -> bool {
        let homes = &mut self.homes[tuple as usize];
        let Ok(at) = homes.binary_search_by_key(&class, |home| home.class) else { return false };
        let members = &mut self.members[class as usize];
        let slot = homes[at].slot as usize;
        members[slot].1 -= rows;
        if members[slot].1 > 0 {
            return false;
        }
        homes.remove(at);
        members.swap_remove(slot);
        if let Some((moved, _)) = members.get(slot)
            && let Some(home) = self.homes[*moved as usize].iter_mut().find(|home| home.class == class)
        {
            home.slot = slot as u32;
        }
        if members.is_empty() && class != SUPPRESSED {
            self.empty.insert(class);
        }
        true
    }

    /// Puts rows into a list of members.
    fn put(&mut self, tuple: u32, class: u32, rows: u64) {
        let members = &mut self.members[class as usize];
        let homes = &mut self.homes[tuple as usize];
        match homes.binary_search_by_key(&class, |home| home.class) {
            Ok(at) => members[homes[at].slot as usize].1 += rows,
            Err(at) => {
                if members.is_empty() {
                    self.empty.remove(&class);
                }
                homes.insert(at, Home { class, slot: members.len() as u32 });
                members.push((tuple, rows));
            }
        }
    }
}
