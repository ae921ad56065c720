//! The walk through a sheet whose nodes exclude few others: every open node is evaluated, each rolled up from a finer one, as
//! exhaustive search does. What is known stays: closed nodes are not evaluated, and where no open node lies above, nobody goes.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::constants::{AROUND, LOOK, WALKED, WINDOW};
use super::sheet::Sheet;
use super::target::Target;
use super::work::Work;
use crate::classes::{Classes, Scratch};
use crate::space::Node;

/// How well looks do, in windows of looks.
pub struct Pace {
    window: u64,
    /// Looks and open nodes when the window began.
    looks: u64,
    open: usize,
}

impl Pace {
    pub fn new(sheet: &Sheet, looks: u64) -> Pace {
        Pace { window: (sheet.size() as u64 / WINDOW).max(AROUND as u64), looks, open: sheet.open().len() }
    }

    /// Would it cost less to walk than to go on as in the last window? Asked after each batch, with all looks so far.
    pub fn is_slower(&mut self, sheet: &Sheet, looks: u64) -> bool {
        let taken = looks - self.looks;
        if taken < self.window {
            return false;
        }
        let open = sheet.open().len();
        let closed = (self.open - open).max(1) as f64;
        (self.looks, self.open) = (looks, open);
        let (open, size) = (open as f64, sheet.size() as f64);
        LOOK * open * taken as f64 / closed > WALKED * size + (1.0 - WALKED) * open
    }
}

/// What a walk saw.
pub struct Walked {
    /// Points that the answer before does not beat.
    pub target: Target,
    /// Nodes that were evaluated.
    pub nodes: Vec<Node>,
}

/// A walk under way.
struct Walk<'w, 'a> {
    work: &'w Work<'a>,
    sheet: &'w Sheet,
    order: Vec<usize>,
    /// Nodes that may be evaluated still.
    left: AtomicU64,
}

/// Evaluates all open nodes of a sheet, as long as the budget lasts.
pub fn walk(work: &Work, sheet: &Sheet) -> Walked {
    let problem = work.look.problem;
    let mut order: Vec<usize> = (0..problem.lattice.attributes()).collect();
    // Attributes with many values first: generalizing them early leaves few classes for the many nodes behind them.
    order.sort_by_key(|a| std::cmp::Reverse(problem.lattice.levels[*a][0].groups));
    let left = work.may_evaluate() as u64;
    let walk = Walk { work, sheet, order, left: AtomicU64::new(left) };
    let low = sheet.node(0);
    let classes = problem.classes(&low);
    // Threads would race for the last evaluations.
    let alone = left < sheet.open().len() as u64;
    walk.visit(low, &classes, 0, alone, &mut Scratch::default())
}

impl Walk<'_, '_> {
    fn visit(&self, node: Node, classes: &Classes, from: usize, alone: bool, scratch: &mut Scratch) -> Walked {
        let problem = self.work.look.problem;
        let mut walked = Walked { target: self.work.target.empty(), nodes: Vec::new() };
        if self.left.load(Ordering::Relaxed) == 0 || self.work.spending.is_over() {
            return walked;
        }
        if self.sheet.index(&node).is_some_and(|index| self.sheet.is_open(index)) {
            self.left.fetch_sub(1, Ordering::Relaxed);
            for outcome in problem.outcomes(&node, classes) {
                let (protection, loss, further) = (outcome.protection, outcome.loss.value, &outcome.further);
                let beats = |target: &Target| target.beats(protection, loss, further);
                if !beats(&self.work.target) && !beats(&walked.target) {
                    walked.target.offer(&node, outcome);
                }
            }
            walked.nodes.push(node.clone());
        }
        let high = self.sheet.high();
        let rising = (from..self.order.len()).filter(|i| node[self.order[*i]] < high[self.order[*i]]);
        let child = |i: usize, scratch: &mut Scratch| {
            let mut child = node.clone();
            child[self.order[i]] += 1;
            let below = self.subtree(&child, i);
            if below <= AROUND as u128 && !self.is_any_open(&mut child.clone(), i) {
                return None;
            }
            let classes = classes.roll_up(&problem.frequency, &problem.lattice.groupings(&child), scratch);
            Some(self.visit(child, &classes, i, alone, scratch))
        };
        if alone || self.subtree(&node, from) <= AROUND as u128 {
            for i in rising {
                walked.merge(child(i, scratch));
            }
        } else {
            let rising: Vec<usize> = rising.collect();
            let children = rising.into_par_iter().map_init(Scratch::default, |scratch, i| child(i, scratch));
            for of_child in children.collect::<Vec<_>>() {
                walked.merge(of_child);
            }
        }
        walked
    }

    /// How many nodes rise from a node in the attributes `order[from..]`, itself included.
    fn subtree(&self, node: &[u8], from: usize) -> u128 {
        let high = self.sheet.high();
        self.order[from..].iter().map(|a| u128::from(high[*a] - node[*a]) + 1).product()
    }

    /// Is one of them open?
    fn is_any_open(&self, node: &mut Node, from: usize) -> bool {
        if self.sheet.index(node).is_some_and(|index| self.sheet.is_open(index)) {
            return true;
        }
        let high = self.sheet.high();
        (from..self.order.len()).any(|i| {
            let a = self.order[i];
            if node[a] == high[a] {
                return false;
            }
            node[a] += 1;
            let open = self.is_any_open(node, i);
            node[a] -= 1;
            open
        })
    }
}

impl Walked {
    fn merge(&mut self, other: Option<Walked>) {
        if let Some(Walked { target, nodes }) = other {
            self.target.merge(target);
            self.nodes.extend(nodes);
        }
    }
}
