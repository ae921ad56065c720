//! One doll after the other: which attribute comes next, where its search begins, and what is proven so far.

use rayon::prelude::*;

use super::local::{Local, words};
use super::search::{Doll, Over, Progress};
use super::state::{Room, State};
use super::table::{Kind, Table};

/// Nodes that are counted to see what an attribute would add.
const TRIED: u64 = 40;
/// Nodes that are counted before a doll is searched, and more for each of its attributes; twice, by two seeds.
const COUNTED: (u64, u64) = (40, 10);

/// A series of dolls, whatever classes must hold.
pub trait Nest: Send {
    /// Something costs so much.
    fn know(&mut self, cost: u64);
    /// Goes on for a little; levels that cost no more than is known, once all attributes are in.
    fn go_on(&mut self, over: &Over) -> Vec<Vec<u8>>;
    /// Is nothing left?
    fn is_done(&self) -> bool;
    /// How many attributes are solved.
    fn solved(&self) -> usize;
    /// States and counted nodes.
    fn spent(&self) -> u64;
    /// No node costs less.
    fn bound(&self) -> u64;
    /// What a table of nothing but suppressed rows costs.
    fn most(&self) -> u64;
    /// No node costs less, by the solved attributes alone.
    fn proven(&self) -> u64;
    /// The solved attributes, the newest first, each with what it and those behind it cost at least.
    fn parts(&self) -> Vec<(usize, u64)>;
}

/// A series of dolls.
pub struct Series<K: Kind> {
    table: Table<K>,
    words: Vec<Vec<Vec<u64>>>,
    /// The attributes that are in, the newest first, with levels that cost little; and those that are not.
    order: Vec<usize>,
    best: Vec<u8>,
    rest: Vec<usize>,
    /// What each doll costs, as far as it is known: that of `order[i..]` stands in place i.
    inner: Vec<u64>,
    doing: Option<(Progress, State<K>)>,
    known: u64,
    spent: u64,
}

impl<K: Kind> Series<K> {
    pub fn new(table: Table<K>) -> Self {
        let rest = (0..table.columns.len()).collect();
        let words = words(&table);
        let (order, best) = (Vec::new(), Vec::new());
        Series { table, words, order, best, rest, inner: vec![0], doing: None, known: u64::MAX, spent: 0 }
    }

    /// Takes in the attribute that seems to raise the cost most, and begins with it. With the last one, levels of all that cost
    /// little: it is for others to say what they cost in truth.
    fn begin(&mut self, over: &Over) -> Option<Vec<u8>> {
        let Series { table, words, order, best, .. } = &*self;
        let with = |a: usize| -> Vec<usize> { std::iter::once(a).chain(order.iter().copied()).collect() };
        let try_one = |a: &usize| {
            let order = with(*a);
            let mut local = Local::new(table, words, &order, over);
            for level in (0..=table.top(*a)).rev() {
                let start: Vec<u8> = std::iter::once(level).chain(best.iter().copied()).collect();
                let found = local.evaluate(&start);
                local.descend(found, level == table.top(*a), TRIED);
            }
            // Everything at its top is within the limit, or there is no table.
            let tops: Vec<u8> = order.iter().map(|a| table.top(*a)).collect();
            local.evaluate(&tops);
            (local.best.unwrap_or((u64::MAX, tops)), local.evaluated)
        };
        let tried: Vec<((u64, Vec<u8>), u64)> = self.rest.par_iter().with_max_len(1).map(try_one).collect();
        // Of equal ones the first.
        let most = tried.iter().map(|((cost, _), _)| *cost).max().unwrap_or(0);
        let place = tried.iter().position(|((cost, _), _)| *cost == most).unwrap_or(0);
        let mut spent: u64 = tried.iter().map(|(_, evaluated)| evaluated).sum();
        let (mut least, mut start) = tried[place].0.clone();
        let order = with(self.rest[place]);
        let more = |seed: u64| {
            let mut local = Local::new(table, words, &order, over);
            let begin = local.evaluate(&start);
            local.iterate(begin, COUNTED.0 + COUNTED.1 * order.len() as u64, seed);
            (local.best, local.evaluated)
        };
        for (found, evaluated) in (0..2u64).into_par_iter().map(more).collect::<Vec<_>>() {
            spent += evaluated;
            if let Some((cost, levels)) = found.filter(|(cost, _)| *cost < least) {
                (least, start) = (cost, levels);
            }
        }
        self.rest.remove(place);
        let mut root = State::root(&self.table);
        let open: Vec<(usize, u8)> = order.iter().map(|a| (*a, 0)).collect();
        root.join(&self.table, &open, &mut Room::new(&self.table));
        // What the last attribute leads to may be the answer, so all nodes are wanted that cost no more than one that is truly known.
        let last = self.rest.is_empty();
        let least = if last { self.known } else { least };
        let candidate = last.then(|| self.sorted(&order, &start));
        (self.order, self.best, self.spent) = (order, start, self.spent + spent);
        self.doing = Some((Progress::new(least), root));
        candidate
    }

    /// Levels in the order of the attributes.
    fn sorted(&self, order: &[usize], path: &[u8]) -> Vec<u8> {
        let mut levels = vec![0; path.len()];
        order.iter().zip(path).for_each(|(a, level)| levels[*a] = *level);
        levels
    }

    /// What the attributes cost that are not in: each at its finest level.
    fn outside(&self) -> u64 {
        self.rest.iter().map(|a| self.table.columns[*a].costs[0]).sum()
    }
}

impl<K: Kind> Nest for Series<K> {
    fn know(&mut self, cost: u64) {
        self.known = self.known.min(cost);
        if let Some((progress, _)) = self.doing.as_mut().filter(|_| self.rest.is_empty()) {
            progress.least = progress.least.min(self.known);
        }
    }

    fn go_on(&mut self, over: &Over) -> Vec<Vec<u8>> {
        if self.is_done() {
            return Vec::new();
        }
        let Some((mut progress, root)) = self.doing.take() else {
            return self.begin(over).into_iter().collect();
        };
        let all = self.rest.is_empty();
        let known: Vec<u64> = std::iter::once(self.inner[0]).chain(self.inner.iter().copied()).collect();
        let doll = Doll { table: &self.table, order: &self.order, inner: &known, all, over };
        let states = progress.states;
        doll.wave(&root, &mut progress);
        self.spent += progress.states - states;
        let found = std::mem::take(&mut progress.found);
        if progress.is_done() {
            self.inner.insert(0, progress.bound().max(self.inner[0]));
            if let Some(best) = progress.best {
                self.best = best;
            }
        } else {
            self.doing = Some((progress, root));
        }
        found.iter().map(|path| self.sorted(&self.order, path)).collect()
    }

    fn is_done(&self) -> bool {
        self.doing.is_none() && self.rest.is_empty()
    }

    fn solved(&self) -> usize {
        self.inner.len() - 1
    }

    fn spent(&self) -> u64 {
        self.spent
    }

    fn bound(&self) -> u64 {
        let outside = self.outside();
        match &self.doing {
            None => self.inner[0] + outside,
            Some((progress, _)) => (progress.bound() + outside).max(self.proven()),
        }
    }

    fn most(&self) -> u64 {
        let rows: u64 = self.table.counts.iter().map(|rows| u64::from(*rows)).sum();
        rows * self.table.columns.iter().map(|column| column.lost).sum::<u64>()
    }

    fn proven(&self) -> u64 {
        let open = &self.order[..self.order.len() - self.solved()];
        let newest: u64 = open.iter().map(|a| self.table.columns[*a].costs[0]).sum();
        self.inner[0] + newest + self.outside()
    }

    fn parts(&self) -> Vec<(usize, u64)> {
        let solved = &self.order[self.order.len() - self.solved()..];
        solved.iter().copied().zip(self.inner.iter().copied()).collect()
    }
}
