//! A local search for levels of some attributes that cost little together: where a doll begins.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::search::Over;
use super::table::{Kind, Table};

/// Counts classes of some attributes at some levels.
pub struct Counter<'a, K: Kind> {
    table: &'a Table<K>,
    /// Random numbers of groups, per attribute and level: a class is known by their sum.
    words: &'a [Vec<Vec<u64>>],
    keys: Vec<u64>,
    slots: Vec<(u64, u32, K::Held)>,
    slot_of: Vec<u32>,
}

/// Random numbers of groups, per attribute and level.
pub fn words<K: Kind>(table: &Table<K>) -> Vec<Vec<Vec<u64>>> {
    let mut random = SmallRng::seed_from_u64(1);
    let of = |size: &usize, random: &mut SmallRng| (0..*size).map(|_| random.random::<u64>()).collect();
    table.columns.iter().map(|column| column.sizes.iter().map(|size| of(size, &mut random)).collect()).collect()
}

impl<'a, K: Kind> Counter<'a, K> {
    pub fn new(table: &'a Table<K>, words: &'a [Vec<Vec<u64>>]) -> Self {
        Counter { table, words, keys: Vec::new(), slots: Vec::new(), slot_of: Vec::new() }
    }

    /// Rows that are lost, and what all cells of these attributes cost.
    pub fn count(&mut self, node: &[(usize, u8)]) -> (u32, u64) {
        let table = self.table;
        let tuples = table.counts.len();
        self.keys.clear();
        self.keys.resize(tuples, 0);
        for (a, level) in node {
            let level = usize::from(*level);
            if table.columns[*a].sizes[level] > 1 {
                let words = &self.words[*a][level];
                for (key, group) in self.keys.iter_mut().zip(&table.columns[*a].groups[level]) {
                    *key = key.wrapping_add(words[*group as usize]);
                }
            }
        }
        let mut size = 1024usize;
        'grow: loop {
            self.slots.clear();
            self.slots.resize(size, Default::default());
            self.slot_of.clear();
            let mut used = 0;
            for (tuple, key) in self.keys.iter().enumerate() {
                let mut slot = (key ^ (key >> 32)) as usize & (size - 1);
                while self.slots[slot].1 > 0 && self.slots[slot].0 != *key {
                    slot = (slot + 1) & (size - 1);
                }
                if self.slots[slot].1 == 0 {
                    self.slots[slot].0 = *key;
                    used += 1;
                    if used * 2 > size {
                        size *= 4;
                        continue 'grow;
                    }
                }
                self.slots[slot].1 += table.counts[tuple];
                K::join(&mut self.slots[slot].2, table.held[tuple]);
                self.slot_of.push(slot as u32);
            }
            break;
        }
        let mut lost = 0;
        let mut cost: u64 = node.iter().map(|(a, level)| table.columns[*a].costs[usize::from(*level)]).sum();
        for (tuple, slot) in self.slot_of.iter().enumerate() {
            let (_, rows, held) = self.slots[*slot as usize];
            if !table.kind.passes(rows, held) {
                let n = table.counts[tuple];
                lost += n;
                let price = |(a, level): &(usize, u8)| {
                    let column = &table.columns[*a];
                    let level = usize::from(*level);
                    column.lost - column.prices[level][column.groups[level][tuple] as usize]
                };
                cost += u64::from(n) * node.iter().map(price).sum::<u64>();
            }
        }
        (lost, cost)
    }
}

/// Levels with what they cost, rows beyond the limit charged.
#[derive(Debug, Clone)]
pub struct Found {
    pub levels: Vec<u8>,
    value: u64,
}

/// A search of levels of some attributes.
pub struct Local<'a, K: Kind> {
    counter: Counter<'a, K>,
    order: &'a [usize],
    /// What a row beyond the limit is charged.
    charge: u64,
    /// The best within the limit.
    pub best: Option<(u64, Vec<u8>)>,
    pub evaluated: u64,
    over: &'a Over<'a>,
    known: std::collections::HashMap<Vec<u8>, (u64, Option<u64>)>,
}

impl<'a, K: Kind> Local<'a, K> {
    pub fn new(table: &'a Table<K>, words: &'a [Vec<Vec<u64>>], order: &'a [usize], over: &'a Over<'a>) -> Self {
        let charge = 2 * order.iter().map(|a| table.columns[*a].lost).sum::<u64>();
        Local {
            counter: Counter::new(table, words),
            order,
            charge,
            best: None,
            evaluated: 0,
            over,
            known: Default::default(),
        }
    }

    /// What the cells cost before any row is lost.
    fn cells(&self, levels: &[u8]) -> u64 {
        let of = |(a, level): (&usize, &u8)| self.counter.table.columns[*a].costs[usize::from(*level)];
        self.order.iter().zip(levels).map(of).sum()
    }

    pub fn evaluate(&mut self, levels: &[u8]) -> Found {
        let (value, cost) = match self.known.get(levels) {
            Some(known) => *known,
            None => {
                self.evaluated += 1;
                let node: Vec<(usize, u8)> = self.order.iter().copied().zip(levels.iter().copied()).collect();
                let (lost, cost) = self.counter.count(&node);
                let over = u64::from(lost.saturating_sub(self.counter.table.limit));
                let known = (cost + over * self.charge, (over == 0).then_some(cost));
                self.known.insert(levels.to_vec(), known);
                known
            }
        };
        if let Some(cost) = cost
            && self.best.as_ref().is_none_or(|(best, _)| cost < *best)
        {
            self.best = Some((cost, levels.to_vec()));
        }
        Found { levels: levels.to_vec(), value }
    }

    /// Goes down to neighbours as long as one is better: another level of one attribute, and with `swaps` one of a second in the
    /// other direction.
    pub fn descend(&mut self, mut now: Found, swaps: bool, most: u64) -> Found {
        'better: loop {
            let mut near: Vec<(u64, Vec<u8>)> = Vec::new();
            let tops: Vec<u8> = self.order.iter().map(|a| self.counter.table.top(*a)).collect();
            for at in 0..tops.len() {
                for level in 0..=tops[at] {
                    if level == now.levels[at] {
                        continue;
                    }
                    let mut levels = now.levels.clone();
                    levels[at] = level;
                    near.push((self.cells(&levels), levels.clone()));
                    if swaps && level < now.levels[at] {
                        for other in 0..tops.len() {
                            for higher in now.levels[other] + 1..=tops[other] {
                                let mut levels = levels.clone();
                                levels[other] = higher;
                                near.push((self.cells(&levels), levels));
                            }
                        }
                    }
                }
            }
            // Where rows are lost too many the way is up, else down: those that are least cheap are nearest to the limit.
            near.retain(|(cells, _)| *cells < now.value);
            near.sort_by(|a, b| b.cmp(a));
            near.truncate(60);
            for (_, levels) in near {
                if self.evaluated >= most || (self.over)() {
                    return now;
                }
                let next = self.evaluate(&levels);
                if next.value < now.value {
                    now = next;
                    continue 'better;
                }
            }
            return now;
        }
    }

    /// Iterated: kicks some attributes and goes down again.
    pub fn iterate(&mut self, start: Found, most: u64, seed: u64) {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut now = self.descend(start, true, most);
        let mut idle = 0;
        while self.evaluated < most && idle < 200 && !(self.over)() {
            let before = self.evaluated;
            let mut levels = now.levels.clone();
            for _ in 0..random.random_range(2..=4) {
                let at = random.random_range(0..levels.len());
                levels[at] = random.random_range(0..=self.counter.table.top(self.order[at]));
            }
            let kicked = self.evaluate(&levels);
            let next = self.descend(kicked, true, most);
            if next.value < now.value + now.value / 500 {
                now = next;
            }
            if random.random_range(0..20) == 0
                && let Some((_, best)) = self.best.clone()
            {
                now = self.evaluate(&best);
            }
            idle = if self.evaluated == before { idle + 1 } else { 0 };
        }
    }
}
