//! One doll: the least that some attributes cost together, found depth first and proven by what smaller dolls cost.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::state::{Room, State};
use super::table::{Kind, Table};

/// States that a task goes through before it hands back what is left.
const TASK: u64 = 192;
/// Tasks of a wave. It does not depend on the threads, so neither does what is found.
const WAVE: usize = 12;

/// Is there no time left?
pub type Over<'a> = dyn Fn() -> bool + Sync + 'a;

/// A doll: attributes, the newest first.
pub struct Doll<'a, K: Kind> {
    pub table: &'a Table<K>,
    /// Its attributes in the order in which they get their levels.
    pub order: &'a [usize],
    /// `inner[s]`: the attributes from the s-th on cost no less. One more than there are attributes, the last 0.
    pub inner: &'a [u64],
    /// Are all levels wanted that cost no more than what is known, and not only better ones?
    pub all: bool,
    /// Is there no time left? What is not gone through then is handed back.
    pub over: &'a Over<'a>,
}

/// Levels of the first attributes of a doll, and a bound of what that leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    bound: u64,
    path: Vec<u8>,
}

/// What a search has found so far.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// The least cost known, and levels that have it, where they were found here.
    pub least: u64,
    pub best: Option<Vec<u8>>,
    /// Where all are wanted: levels that cost no more than what is known, and the least that any of them cost.
    pub found: Vec<Vec<u8>>,
    cheapest: Option<u64>,
    /// What is left.
    tasks: BTreeSet<Task>,
    /// States gone through.
    pub states: u64,
}

impl Progress {
    /// Nothing is done; something is known to cost `least`.
    pub fn new(least: u64) -> Progress {
        let tasks = BTreeSet::from([Task { bound: 0, path: Vec::new() }]);
        Progress { least, tasks, ..Progress::default() }
    }

    /// Is nothing left?
    pub fn is_done(&self) -> bool {
        self.tasks.is_empty()
    }

    /// No levels cost less than this.
    pub fn bound(&self) -> u64 {
        let found = self.cheapest.map_or(self.least, |cost| cost.min(self.least));
        self.tasks.first().map_or(found, |task| task.bound.min(found))
    }
}

/// One task's work.
struct Walk<'d, 'a, K: Kind> {
    doll: &'d Doll<'a, K>,
    least: u64,
    best: Option<Vec<u8>>,
    found: Vec<Vec<u8>>,
    cheapest: Option<u64>,
    left: Vec<Task>,
    states: u64,
    path: Vec<u8>,
    stack: Vec<State<K>>,
    room: Room<K>,
}

/// The finest levels and what they cost, per attribute of the doll.
#[derive(Clone)]
struct Open {
    low: Vec<u8>,
    cost: Vec<u64>,
}

impl<K: Kind> Doll<'_, K> {
    /// Goes on for a wave of tasks.
    pub fn wave(&self, root: &State<K>, progress: &mut Progress) {
        let least = progress.least;
        let mut wave = Vec::new();
        while wave.len() < WAVE
            && let Some(task) = progress.tasks.pop_first()
        {
            if !self.is_beaten(task.bound, least) {
                wave.push(task);
            }
        }
        let walk = |task: Task| {
            let mut walk = Walk {
                doll: self,
                least,
                best: None,
                found: Vec::new(),
                cheapest: None,
                left: Vec::new(),
                states: 0,
                path: Vec::new(),
                stack: vec![State::default(); self.order.len() + 1],
                room: Room::new(self.table),
            };
            walk.run(root, task);
            walk
        };
        let done: Vec<_> = wave.into_par_iter().with_max_len(1).map(walk).collect();
        for Walk { least, best, found, cheapest, left, states, .. } in done {
            progress.cheapest = progress.cheapest.into_iter().chain(cheapest).min();
            if let Some(best) = best.filter(|_| least < progress.least) {
                (progress.least, progress.best) = (least, Some(best));
            }
            progress.found.extend(found);
            progress.tasks.extend(left);
            progress.states += states;
        }
        let least = progress.least;
        while progress.tasks.last().is_some_and(|task| self.is_beaten(task.bound, least)) {
            progress.tasks.pop_last();
        }
    }

    fn is_beaten(&self, bound: u64, least: u64) -> bool {
        if self.all { bound > least } else { bound >= least }
    }
}

impl<K: Kind> Walk<'_, '_, K> {
    fn run(&mut self, root: &State<K>, task: Task) {
        let Doll { table, order, .. } = *self.doll;
        let mut assigned: Vec<(usize, u8)> = Vec::new();
        self.stack[0].clone_from(root);
        for (depth, level) in task.path.iter().enumerate() {
            let (before, after) = self.stack.split_at_mut(depth + 1);
            let choice = (order[depth], *level);
            if !before[depth].assign(table, &assigned, choice, &mut after[0], &mut self.room) {
                return;
            }
            assigned.push(choice);
        }
        self.path = task.path;
        let cost = order.iter().map(|a| table.columns[*a].costs[0]).collect();
        let open = Open { low: vec![0; order.len()], cost };
        self.visit(self.path.len(), &open);
    }

    /// What the attributes from `depth` on cost at least.
    fn rest(&self, depth: usize, open: &Open) -> u64 {
        let inner = self.doll.inner;
        let (mut sum, mut most) = (0, inner[depth]);
        for s in depth..open.cost.len() {
            sum += open.cost[s];
            most = most.max(sum + inner[s + 1]);
        }
        most
    }

    fn is_beaten(&self, bound: u64) -> bool {
        self.doll.is_beaten(bound, self.least)
    }

    fn visit(&mut self, depth: usize, open: &Open) {
        let Doll { table, order, all, .. } = *self.doll;
        let cost = self.stack[depth].cost;
        if depth == order.len() {
            if self.is_beaten(cost) {
                return;
            }
            if all {
                self.found.push(self.path.clone());
                self.cheapest = self.cheapest.into_iter().chain([cost]).min();
            } else {
                (self.least, self.best) = (cost, Some(self.path.clone()));
            }
            return;
        }
        let bound = cost + self.rest(depth, open);
        if self.is_beaten(bound) {
            return;
        }
        if self.states >= TASK || (self.doll.over)() {
            self.left.push(Task { bound, path: self.path.clone() });
            return;
        }
        self.states += 1;
        let mut open = open.clone();
        for (at, a) in order.iter().copied().enumerate().skip(depth) {
            let top = table.top(a);
            let mut level = open.low[at];
            let cost_of = loop {
                if level == top {
                    break table.columns[a].costs[usize::from(top)];
                }
                match self.stack[depth].probe(table, a, level, &mut self.room) {
                    Some(cost) => break cost,
                    None => level += 1,
                }
            };
            if cost_of > open.cost[at] {
                open.cost[at] = cost_of;
                open.low[at] = level;
                if self.is_beaten(cost + self.rest(depth, &open)) {
                    return;
                }
            }
        }
        let levels: Vec<(usize, u8)> = (depth..order.len()).map(|at| (order[at], open.low[at])).collect();
        self.stack[depth].join(table, &levels, &mut self.room);
        let a = order[depth];
        let rest = self.rest(depth + 1, &open);
        let assigned: Vec<(usize, u8)> = (0..depth).map(|at| (order[at], self.path[at])).collect();
        for level in open.low[depth]..=table.top(a) {
            let own = table.columns[a].costs[usize::from(level)].max(open.cost[depth]);
            if self.is_beaten(cost + own + rest) {
                // Coarser ones cost no less.
                break;
            }
            let (before, after) = self.stack.split_at_mut(depth + 1);
            if before[depth].assign(table, &assigned, (a, level), &mut after[0], &mut self.room) {
                self.path.push(level);
                self.visit(depth + 1, &open);
                self.path.pop();
            }
        }
    }
}
