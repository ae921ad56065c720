//! A state of the depth-first search: some attributes have a level, the others are open, each from a finest level on.
//!
//! It holds the rows that no completion must suppress: those whose class by the attributes that have a level may be kept. They lie
//! class by class, as items: tuples that no open attribute tells apart even at its finest level are one.

use super::table::{Kind, Table};

/// Rows by class.
#[derive(Debug, Clone)]
pub struct State<K: Kind> {
    /// A tuple of each item, its rows, and what it holds.
    items: Vec<(u32, u32, K::Held)>,
    /// Where each class ends.
    ends: Vec<u32>,
    /// Rows that every completion suppresses.
    pub lost: u32,
    /// What the attributes that have a level cost, suppressed rows included.
    pub cost: u64,
}

impl<K: Kind> Default for State<K> {
    fn default() -> Self {
        State { items: Vec::new(), ends: Vec::new(), lost: 0, cost: 0 }
    }
}

/// Memory that is used again from one step to the next.
#[derive(Debug)]
pub struct Room<K: Kind> {
    /// Per group: rows, what they hold, and where its items go.
    sums: Vec<(u32, K::Held)>,
    next: Vec<u32>,
    touched: Vec<u32>,
    /// Per tuple a random number of each attribute and group, for hashes; and a table of items by hash.
    table: Vec<u32>,
}

impl<K: Kind> Room<K> {
    pub fn new(table: &Table<K>) -> Self {
        let most = table.columns.iter().flat_map(|c| &c.sizes).copied().max().unwrap_or(1);
        Room { sums: vec![Default::default(); most], next: vec![0; most], touched: Vec::new(), table: Vec::new() }
    }
}

impl<K: Kind> State<K> {
    /// Nothing has a level: all rows in one class, if that may be kept.
    pub fn root(table: &Table<K>) -> State<K> {
        let items = (0..).zip(table.counts.iter().zip(&table.held)).map(|(t, (n, held))| (t, *n, *held)).collect();
        State { items, ends: vec![table.counts.len() as u32], lost: 0, cost: 0 }
    }

    /// What an open attribute costs at a level, with the rows that are lost already; nothing where more rows than may be
    /// would be lost.
    pub fn probe(&self, table: &Table<K>, a: usize, level: u8, room: &mut Room<K>) -> Option<u64> {
        let column = &table.columns[a];
        let level = usize::from(level);
        let (group_of, prices) = (&column.groups[level], &column.prices[level]);
        let Room { sums, touched, .. } = room;
        let mut lost = self.lost;
        let mut cost = u64::from(lost) * column.lost;
        let mut start = 0;
        for end in &self.ends {
            for (tuple, rows, held) in &self.items[start..*end as usize] {
                let group = group_of[*tuple as usize];
                let sum = &mut sums[group as usize];
                if sum.0 == 0 {
                    touched.push(group);
                }
                sum.0 += rows;
                K::join(&mut sum.1, *held);
            }
            start = *end as usize;
            for group in touched.drain(..) {
                let (rows, held) = std::mem::take(&mut sums[group as usize]);
                if !table.kind.passes(rows, held) {
                    lost += rows;
                }
                cost += u64::from(rows) * prices[group as usize];
            }
            if lost > table.limit {
                return None;
            }
        }
        Some(cost)
    }

    /// Gives an attribute a level, after those of `assigned`; nothing where more rows than may be are lost.
    pub fn assign(
        &self,
        table: &Table<K>,
        assigned: &[(usize, u8)],
        (a, level): (usize, u8),
        into: &mut State<K>,
        room: &mut Room<K>,
    ) -> bool {
        let column = &table.columns[a];
        let level = usize::from(level);
        let (group_of, prices) = (&column.groups[level], &column.prices[level]);
        let Room { sums, next, touched, .. } = room;
        let State { items, ends, .. } = into;
        items.clear();
        ends.clear();
        let (mut lost, mut cost) = (self.lost, self.cost);
        let mut own = 0;
        let mut start = 0;
        for end in &self.ends {
            let class = &self.items[start..*end as usize];
            start = *end as usize;
            for (tuple, rows, held) in class {
                let group = group_of[*tuple as usize];
                let sum = &mut sums[group as usize];
                if sum.0 == 0 {
                    touched.push(group);
                }
                sum.0 += rows;
                K::join(&mut sum.1, *held);
                next[group as usize] += 1;
            }
            // Where the items of each group go; those of groups that are lost go nowhere.
            let first = items.len() as u32;
            let mut place = first;
            let mut lost_here = false;
            for group in touched.iter() {
                let group = *group as usize;
                let (rows, held) = std::mem::take(&mut sums[group]);
                if table.kind.passes(rows, held) {
                    own += u64::from(rows) * prices[group];
                    let size = std::mem::replace(&mut next[group], place);
                    place += size;
                    ends.push(place);
                } else {
                    next[group] = u32::MAX;
                    lost += rows;
                    lost_here = true;
                }
            }
            items.resize(place as usize, Default::default());
            if touched.len() == 1 && !lost_here {
                items[first as usize..].copy_from_slice(class);
            } else {
                for item in class {
                    let next = &mut next[group_of[item.0 as usize] as usize];
                    if *next != u32::MAX {
                        items[*next as usize] = *item;
                        *next += 1;
                    } else {
                        let price = |(a, level): &(usize, u8)| {
                            let column = &table.columns[*a];
                            let level = usize::from(*level);
                            column.lost - column.prices[level][column.groups[level][item.0 as usize] as usize]
                        };
                        cost += u64::from(item.1) * assigned.iter().map(price).sum::<u64>();
                    }
                }
            }
            for group in touched.drain(..) {
                next[group as usize] = 0;
            }
            if lost > table.limit {
                return false;
            }
        }
        into.lost = lost;
        into.cost = cost + own + u64::from(lost) * column.lost;
        true
    }

    /// Makes one of items of a class that no open attribute tells apart at its finest level.
    pub fn join(&mut self, table: &Table<K>, open: &[(usize, u8)], room: &mut Room<K>) {
        let columns: Vec<&[u32]> = open
            .iter()
            .map(|(a, level)| (&table.columns[*a], usize::from(*level)))
            .filter(|(c, l)| c.sizes[*l] > 1)
            .map(|(c, l)| &c.groups[l][..])
            .collect();
        let hashes = &mut room.table;
        let mut kept = 0;
        let mut start = 0;
        for end in &mut self.ends {
            let class = start..*end as usize;
            start = *end as usize;
            let first = kept;
            if class.len() > 1 {
                let slots = (class.len() * 2).next_power_of_two();
                hashes.clear();
                hashes.resize(slots, u32::MAX);
                for at in class {
                    let item = self.items[at];
                    let tuple = item.0 as usize;
                    let mut hash = 0u64;
                    for column in &columns {
                        hash = (hash.rotate_left(5) ^ u64::from(column[tuple])).wrapping_mul(super::MIX);
                    }
                    let mut slot = (hash >> 20) as usize & (slots - 1);
                    loop {
                        let known = hashes[slot];
                        if known == u32::MAX {
                            hashes[slot] = kept as u32;
                            self.items[kept] = item;
                            kept += 1;
                            break;
                        }
                        let other = &mut self.items[known as usize];
                        if columns.iter().all(|column| column[other.0 as usize] == column[tuple]) {
                            other.1 += item.1;
                            K::join(&mut other.2, item.2);
                            break;
                        }
                        slot = (slot + 1) & (slots - 1);
                    }
                }
            } else {
                self.items[kept] = self.items[class.start];
                kept += 1;
            }
            debug_assert!(kept > first);
            *end = kept as u32;
        }
        self.items.truncate(kept);
    }
}
