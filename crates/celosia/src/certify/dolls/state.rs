//! Rows by class where some columns have a level and others are open: what is lost whatever the others do, and what that costs.

use std::collections::{BTreeMap, HashMap};

/// What a class must hold at least.
#[derive(Debug, Clone, Copy)]
pub struct Needed {
    /// Rows.
    pub rows: u64,
    /// Different values of each sensitive attribute, missing ones not counted.
    pub values: u32,
}

/// A column: of each level the group and the price of each tuple's cell, rounded down.
#[derive(Debug, Clone)]
pub struct Column {
    /// Group of each tuple, per level.
    pub groups: Vec<Vec<u32>>,
    /// Price of each tuple's cell, per level: never more than `suppressed`.
    pub prices: Vec<Vec<u64>>,
    /// What a suppressed cell costs.
    pub suppressed: u64,
}

/// A table, with what is asked of its classes.
pub struct Table {
    /// Its columns.
    pub columns: Vec<Column>,
    /// Rows of each tuple.
    pub rows: Vec<u64>,
    /// Values of each tuple, sensitive attribute by attribute, as bits; empty where none are asked for.
    pub values: Vec<Vec<Box<[u64]>>>,
    /// What classes need.
    pub needed: Needed,
    /// The most rows that may be suppressed.
    pub limit: u64,
}

/// Tuples that no level tells apart which is still possible.
#[derive(Debug, Clone)]
struct Item {
    tuple: usize,
    rows: u64,
    values: Vec<Box<[u64]>>,
}

/// Rows that need not be lost, by class, and what is lost and paid for already.
#[derive(Debug, Clone, Default)]
pub struct State {
    classes: Vec<Vec<Item>>,
    /// Rows that every completion loses.
    pub lost: u64,
    /// What the columns that have a level cost at least.
    pub cost: u64,
}

/// A column by its number, with a level.
pub type At = (usize, usize);

impl Table {
    /// All rows in one class.
    pub fn root(&self) -> State {
        let item = |tuple: usize| Item {
            tuple,
            rows: self.rows[tuple],
            values: self.values.get(tuple).cloned().unwrap_or_default(),
        };
        State { classes: vec![(0..self.rows.len()).map(item).collect()], lost: 0, cost: 0 }
    }

    /// May a class be kept?
    fn keeps(&self, items: &[Item]) -> bool {
        if items.iter().map(|item| item.rows).sum::<u64>() < self.needed.rows {
            return false;
        }
        let Some(first) = items.first() else { return false };
        (0..first.values.len()).all(|attribute| {
            let word = |at: usize| items.iter().map(|item| item.values[attribute][at]).fold(0, |all, of| all | of);
            (0..first.values[attribute].len()).map(|at| word(at).count_ones()).sum::<u32>() >= self.needed.values
        })
    }

    /// Gives a column a level, after those of `before`; nothing where that loses more rows than may be.
    pub fn split(&self, state: &State, before: &[At], (a, level): At) -> Option<State> {
        let column = &self.columns[a];
        let (groups, prices) = (&column.groups[level], &column.prices[level]);
        let mut next = State { lost: state.lost, cost: state.cost, classes: Vec::new() };
        for class in &state.classes {
            let mut parts: BTreeMap<u32, Vec<Item>> = BTreeMap::new();
            for item in class {
                parts.entry(groups[item.tuple]).or_default().push(item.clone());
            }
            for part in parts.into_values() {
                if self.keeps(&part) {
                    next.cost += part.iter().map(|item| item.rows * prices[item.tuple]).sum::<u64>();
                    next.classes.push(part);
                    continue;
                }
                for item in &part {
                    next.lost += item.rows;
                    // What is suppressed costs as much in the columns before.
                    let more = |(a, level): &At| {
                        let column = &self.columns[*a];
                        column.suppressed - column.prices[*level][item.tuple]
                    };
                    next.cost += item.rows * before.iter().map(more).sum::<u64>();
                }
                if next.lost > self.limit {
                    return None;
                }
            }
        }
        next.cost += next.lost * column.suppressed;
        Some(next)
    }

    /// The finest level of a column, from one on, by which no more rows than may be are lost, and what the column costs then at least;
    /// nothing where there is none.
    pub fn finest(&self, state: &State, a: usize, from: usize) -> Option<(usize, u64)> {
        let column = &self.columns[a];
        let cost = |level: usize| {
            let mut lost = state.lost;
            let mut cost = lost * column.suppressed;
            for class in &state.classes {
                let mut parts: HashMap<u32, (u64, Vec<Item>)> = HashMap::new();
                for item in class {
                    cost += item.rows * column.prices[level][item.tuple];
                    let part = parts.entry(column.groups[level][item.tuple]).or_default();
                    part.0 += item.rows;
                    // Whole items are needed only where their values are.
                    if !item.values.is_empty() {
                        part.1.push(item.clone());
                    }
                }
                let fails = |(rows, items): &&(u64, Vec<Item>)| {
                    *rows < self.needed.rows || !items.is_empty() && !self.keeps(items)
                };
                lost += parts.values().filter(fails).map(|(rows, _)| rows).sum::<u64>();
                if lost > self.limit {
                    return None;
                }
            }
            Some(cost)
        };
        (from..column.groups.len()).find_map(|level| Some((level, cost(level)?)))
    }

    /// Makes one of those rows of a class that none of these columns tells apart at its level.
    pub fn join(&self, state: &mut State, open: &[At]) {
        for class in &mut state.classes {
            let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
            let mut joined: Vec<Item> = Vec::new();
            for item in class.drain(..) {
                let key = open.iter().map(|(a, level)| self.columns[*a].groups[*level][item.tuple]).collect();
                match known.get(&key) {
                    Some(at) => {
                        let other: &mut Item = &mut joined[*at];
                        other.rows += item.rows;
                        for (all, of) in other.values.iter_mut().zip(&item.values) {
                            all.iter_mut().zip(of).for_each(|(all, of)| *all |= of);
                        }
                    }
                    None => {
                        known.insert(key, joined.len());
                        joined.push(item);
                    }
                }
            }
            *class = joined;
        }
    }
}
