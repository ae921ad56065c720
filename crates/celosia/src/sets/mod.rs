//! Generalization sets: which values of one column go together so that each set has at least k rows.
//!
//! Hernandez et al. (Tree traversal to achieve generalization) build a tree over the values, walk it, and cut the walk
//! into sets. One tree per file, one line per tree in [`TREES`]; [`WALKS`] and [`KEYS`] are the other two choices.
//! [`optimal`] finds the best cut of a given order. Only counts are known here: no strings, no table.

mod avl;
mod huffman;
mod method;
pub mod optimal;
mod rules;
mod search_tree;
#[cfg(test)]
mod tests;
mod walk;

pub use method::{Method, OPTIMAL, SMALLEST};
pub use rules::{Sets, sets};
pub use walk::{Drawn, Tree, Walk, walk};

use crate::error::{Error, Result};

/// Every tree. The command's values, the help, the reference page and the property tests iterate this list.
pub static TREES: &[About] = &[huffman::HUFFMAN, search_tree::SEARCH_TREE, avl::AVL];

/// Every walk with its name, in the order of the paper.
pub static WALKS: &[(&str, Walk)] = &[("pre", Walk::Pre), ("in", Walk::In), ("post", Walk::Post)];

/// Every key with its name; the first is the default (`celosia reproduce` shows which comes closer to the paper).
pub static KEYS: &[(&str, Key)] = &[("value", Key::Value), ("frequency", Key::Frequency)];

/// What everybody should know of a tree, and how it is made.
pub struct About {
    /// Its name in flags, studies and JSON.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub does: &'static str,
    /// What it costs to build.
    pub cost: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Does the order of a walk depend on the key? Huffman's tree has no key but the counts.
    pub keyed: bool,
    /// Builds the tree over a column.
    pub build: fn(&Column, Key) -> Tree,
}

/// A column as the trees see it: its values are codes in the order of its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Rows with each value.
    counts: Vec<u64>,
    /// Value codes in the order in which the values enter a tree: that of their first row, unless someone shuffles it.
    arrival: Vec<u32>,
}

/// What orders a search tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The values themselves, by the column's type.
    Value,
    /// How many rows a value has; ties by value.
    Frequency,
}

impl Column {
    /// A column; `arrival` must name every value once.
    pub fn new(counts: Vec<u64>, arrival: Vec<u32>) -> Result<Column> {
        let mut known = vec![false; counts.len()];
        let once = |code: &u32| known.get_mut(*code as usize).is_some_and(|seen| !std::mem::replace(seen, true));
        if arrival.len() != counts.len() || !arrival.iter().all(once) {
            let what = "the order of arrival does not name every value once";
            return Err(Error::study("a column of counts", what, "give each value code once"));
        }
        Ok(Column { counts, arrival })
    }

    /// A column whose values arrive in their own order.
    pub fn in_order(counts: Vec<u64>) -> Column {
        let arrival = (0..counts.len() as u32).collect();
        Column { counts, arrival }
    }

    /// Rows with each value.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Value codes in the order in which they enter a tree.
    pub fn arrival(&self) -> &[u32] {
        &self.arrival
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// No value at all?
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Rows of the whole column.
    pub fn rows(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The codes of the values, rising by a key. All keys differ, because ties go by value.
    pub fn sorted(&self, key: Key) -> Vec<u32> {
        let mut codes: Vec<u32> = (0..self.len() as u32).collect();
        if key == Key::Frequency {
            codes.sort_by_key(|code| self.counts[*code as usize]);
        }
        codes
    }

    /// The rank of each value under a key.
    fn ranks(&self, key: Key) -> Vec<u32> {
        inverse(&self.sorted(key))
    }
}

/// Where each code stands in an order of all codes.
fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, code)| places[*code as usize] = place as u32);
    places
}

/// The tree of a name.
pub fn find_tree(name: &str) -> Result<&'static About> {
    let found = TREES.iter().find(|tree| tree.name == name);
    found.ok_or_else(|| unknown("tree", name, TREES.iter().map(|tree| tree.name)))
}

/// The walk of a name.
pub fn find_walk(name: &str) -> Result<Walk> {
    let found = WALKS.iter().find(|(n, _)| *n == name).map(|(_, walk)| *walk);
    found.ok_or_else(|| unknown("walk", name, WALKS.iter().map(|(n, _)| *n)))
}

/// The key of a name.
pub fn find_key(name: &str) -> Result<Key> {
    let found = KEYS.iter().find(|(n, _)| *n == name).map(|(_, key)| *key);
    found.ok_or_else(|| unknown("key", name, KEYS.iter().map(|(n, _)| *n)))
}

fn unknown(what: &str, name: &str, names: impl Iterator<Item = &'static str>) -> Error {
    Error::unknown(&format!("tree.{what}"), what, name, names)
}
