//! Annealing: rows move between classes, classes dissolve and others are founded; what costs more is kept by lot, less and less
//! often, and the best classes that were seen are what counts. It can stop after any step and go on from there.

use std::collections::HashMap;

use super::best::Best;
use super::classes::{Classes, SUPPRESSED};
use super::dice::Dice;
use super::moves::{Mover, Rules};
use super::neighbours::Neighbours;
use crate::search::regional::Tree;
use crate::space::Boxes;

/// Rounding adds up over no more steps than this.
const ADDED_UP: u64 = 1 << 16;

/// The temperature grows as this power of k, which was best on Adult: hotter, and large classes fall apart.
const GROWS: f64 = 0.75;

/// How it goes about it.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    pub seed: u64,
    /// Steps of the first pass; each pass cools down once, begins with the best classes, and takes twice as long as the last.
    pub pass: u64,
    /// Where a pass begins, for k = 1, in parts of what a row costs of which one column shows nothing.
    pub temperature: f64,
    /// Where it ends, as a part of that.
    pub cooled: f64,
}

impl Settings {
    pub fn new(seed: u64, pass: u64) -> Self {
        Settings { seed, pass, temperature: 0.08, cooled: 0.1 }
    }
}

/// Where a search stands: what a checkpoint keeps. Classes are lists of tuples with their rows; the first are the suppressed
/// rows, and lists may be empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    pub steps: u64,
    pub loss: f64,
    pub classes: Vec<Vec<(u32, u64)>>,
    pub best_loss: f64,
    pub best: Vec<Vec<(u32, u64)>>,
}

/// What it found: per class the tuples with their rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Lists {
    pub classes: Vec<Vec<(u32, u64)>>,
    pub suppressed: Vec<(u32, u64)>,
    /// The sum over all rows, suppressed ones too.
    pub loss: f64,
}

/// A search for one k.
pub struct Improve<'a> {
    boxes: &'a Boxes,
    neighbours: &'a Neighbours,
    rules: Rules<'a>,
    settings: Settings,
    classes: Classes<'a>,
    best: Best,
    tree: Tree<'a>,
    steps: u64,
    /// What a row costs of which one column shows nothing.
    unit: f64,
}

impl<'a> Improve<'a> {
    /// Begins with valid classes, in which all rows are that are not suppressed. None where they are not valid, or
    /// there is no row, or k is 0.
    pub fn new(
        boxes: &'a Boxes,
        neighbours: &'a Neighbours,
        rules: Rules<'a>,
        settings: Settings,
        start: &Lists,
    ) -> Option<Self> {
        let lists: Vec<_> = std::iter::once(&start.suppressed).chain(&start.classes).cloned().collect();
        let loss = if is_valid(boxes, rules, &lists) { cost_of(boxes, &lists) } else { return None };
        let saved = Saved { steps: 0, loss, classes: lists.clone(), best_loss: loss, best: lists };
        Self::go_on(boxes, neighbours, rules, settings, saved)
    }

    /// Goes on from a checkpoint of a search with the same rules and settings. None where its classes are not valid.
    pub fn go_on(
        boxes: &'a Boxes,
        neighbours: &'a Neighbours,
        rules: Rules<'a>,
        settings: Settings,
        saved: Saved,
    ) -> Option<Self> {
        let are_valid = boxes.tuples() > 0
            && rules.k > 0
            && is_valid(boxes, rules, &saved.classes)
            && is_valid(boxes, rules, &saved.best);
        if !are_valid {
            return None;
        }
        let mut classes = Classes::new(boxes, &saved.classes);
        classes.set_loss(saved.loss);
        let best = Best::new(saved.best_loss, saved.best);
        let whole = boxes.axes.iter().map(|axis| axis.price(0, axis.places() - 1)).sum::<f64>();
        let unit = whole / boxes.axes.len() as f64;
        let (tree, steps) = (Tree::new(boxes, 1), saved.steps);
        Some(Improve { boxes, neighbours, rules, settings, classes, best, tree, steps, unit })
    }

    /// Takes so many steps.
    pub fn step(&mut self, number: u64) {
        for _ in 0..number {
            if self.steps > 0 && self.pass().1 == 0 {
                self.start_again();
            }
            if self.steps.is_multiple_of(ADDED_UP) {
                self.classes.add_up();
            }
            self.take_step();
            self.steps += 1;
        }
    }

    fn take_step(&mut self) {
        let mut dice = Dice::new(self.settings.seed, self.steps);
        // Metropolis, the lot drawn first: what costs more than that is not worth finishing.
        let limit = -self.temperature() * (1.0 - dice.unit()).ln();
        self.classes.set_mark();
        let (neighbours, rules) = (self.neighbours, self.rules);
        let mut mover = Mover { classes: &mut self.classes, tree: &mut self.tree, neighbours, rules, dice, limit };
        if mover.step() && mover.is_valid() && mover.classes.change() <= limit {
            self.classes.keep();
            self.best.look_at(&self.classes);
        } else {
            self.classes.take_back();
        }
    }

    /// The pass of the next step: how long it is, and how many of its steps were taken.
    fn pass(&self) -> (u64, u64) {
        let (mut length, mut at) = (self.settings.pass.max(1), self.steps);
        while at >= length {
            at -= length;
            length = length.saturating_mul(2);
        }
        (length, at)
    }

    fn temperature(&self) -> f64 {
        let (length, at) = self.pass();
        let begins = self.settings.temperature * self.unit * (self.rules.k as f64).powf(GROWS);
        begins * self.settings.cooled.powf(at as f64 / length as f64)
    }

    fn start_again(&mut self) {
        let lists = self.best.lists(&self.classes);
        self.classes = Classes::new(self.boxes, &lists);
        self.classes.add_up();
        self.best = Best::new(self.best.loss, lists);
    }

    /// The least loss so far, as the sum over all rows.
    pub fn loss(&self) -> f64 {
        self.best.loss
    }

    /// The loss of the classes that it is at.
    #[cfg(test)]
    pub fn loss_now(&self) -> f64 {
        self.classes.loss()
    }

    /// Where it stands.
    pub fn saved(&self) -> Saved {
        Saved {
            steps: self.steps,
            loss: self.classes.loss(),
            classes: self.classes.lists(),
            best_loss: self.best.loss,
            best: self.best.lists(&self.classes),
        }
    }

    /// The best classes, those with the same labels joined.
    pub fn regions(&self) -> Lists {
        let mut lists = self.best.lists(&self.classes);
        let classes = lists.split_off(1);
        let suppressed = lists.into_iter().flatten().collect();
        Lists::new(self.boxes, classes, suppressed)
    }
}

impl Lists {
    /// Joins classes with the same labels, because who sees the labels sees one class, and adds up what all cost. Models
    /// must hold of two classes together that hold of each, as k, l and t do.
    pub fn new(boxes: &Boxes, classes: Vec<Vec<(u32, u64)>>, suppressed: Vec<(u32, u64)>) -> Self {
        let mut numbers: HashMap<Vec<(u32, u32)>, usize> = HashMap::new();
        let mut joined: Vec<Vec<(u32, u64)>> = Vec::new();
        for class in classes.into_iter().filter(|class| !class.is_empty()) {
            let (lo, hi) = span(boxes, &class);
            let labels =
                boxes.axes.iter().zip(lo.iter().zip(&hi)).map(|(axis, (lo, hi))| axis.label(*lo, *hi)).collect();
            let number = *numbers.entry(labels).or_insert(joined.len());
            match joined.get_mut(number) {
                Some(one) => one.extend(class),
                None => joined.push(class),
            }
        }
        for class in &mut joined {
            class.sort_unstable();
            class.dedup_by(|more, one| {
                let same = more.0 == one.0;
                one.1 += if same { more.1 } else { 0 };
                same
            });
        }
        let lists: Vec<_> = std::iter::once(&suppressed).chain(&joined).cloned().collect();
        let loss = cost_of(boxes, &lists);
        Lists { classes: joined, suppressed, loss }
    }
}

/// From the first place to the last, column by column.
fn span(boxes: &Boxes, class: &[(u32, u64)]) -> (Vec<u32>, Vec<u32>) {
    let places = |axis: usize| class.iter().map(move |(tuple, _)| boxes.place(*tuple as usize)[axis]);
    let axes = 0..boxes.axes.len();
    let lo = axes.clone().map(|axis| places(axis).min().unwrap_or(0)).collect();
    (lo, axes.map(|axis| places(axis).max().unwrap_or(0)).collect())
}

/// The slow, obvious sum; the first class are the suppressed rows.
pub(super) fn cost_of(boxes: &Boxes, lists: &[Vec<(u32, u64)>]) -> f64 {
    let price = |(i, list): (usize, &Vec<(u32, u64)>)| {
        let rows = list.iter().map(|(_, rows)| rows).sum::<u64>() as f64;
        let (lo, hi) = span(boxes, list);
        rows * if i == SUPPRESSED as usize { boxes.suppressed } else { boxes.price(&lo, &hi) }
    };
    lists.iter().enumerate().map(price).sum()
}

/// Is every row in one class, and every class as it must be?
pub(super) fn is_valid(boxes: &Boxes, rules: Rules, lists: &[Vec<(u32, u64)>]) -> bool {
    let mut left = boxes.counts.clone();
    for (tuple, rows) in lists.iter().flatten() {
        let Some(count) = left.get_mut(*tuple as usize) else { return false };
        if *rows == 0 || *rows > *count || !rules.split && *rows < *count {
            return false;
        }
        *count -= rows;
    }
    let rows = |list: &Vec<(u32, u64)>| list.iter().map(|(_, rows)| rows).sum::<u64>();
    let holds = |list: &Vec<(u32, u64)>| rows(list) >= rules.k && rules.holds.is_none_or(|holds| holds(list));
    left.iter().all(|rows| *rows == 0)
        && lists.first().is_some_and(|suppressed| rows(suppressed) <= rules.suppressed)
        && lists.iter().skip(1).all(|list| list.is_empty() || holds(list))
}
