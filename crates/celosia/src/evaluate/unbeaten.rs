//! Values in any number of objectives, of which none beats another; for two objectives a sorted list does better.
//!
//! Entries lie in blocks of neighbours. A block knows the best value of its entries in each objective, and the worst, so
//! most blocks are passed by with one comparison: one whose best values do not reach a newcomer cannot beat it, and one
//! whose worst values a newcomer does not reach cannot lose an entry to it. A binary tree says which block is near.

/// A block is divided when it has more entries.
const BLOCK: usize = 24;

/// Entries with values of which none beats another. Higher is better in every place.
#[derive(Debug, Clone)]
pub struct Unbeaten<T> {
    width: usize,
    blocks: Vec<Block<T>>,
    /// The best value of each block in each objective, end to end.
    best: Vec<f64>,
    /// The worst value of each block in each objective, end to end.
    worst: Vec<f64>,
    /// The way to the block of given values; the root stands first.
    ways: Vec<Way>,
    /// The block that beat a newcomer last: newcomers resemble one another.
    last: usize,
}

#[derive(Debug, Clone)]
struct Block<T> {
    values: Vec<f64>,
    entries: Vec<T>,
}

#[derive(Debug, Clone)]
enum Way {
    Block(usize),
    /// Values below `at` in this place go one way, the others the other.
    Fork {
        place: usize,
        at: f64,
        below: usize,
        above: usize,
    },
}

impl<T> Default for Unbeaten<T> {
    fn default() -> Self {
        let (blocks, best, worst, ways) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Unbeaten { width: 0, blocks, best, worst, ways, last: 0 }
    }
}

/// At least as good in every place?
fn reaches(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b)
}

impl<T> Unbeaten<T> {
    /// An entry that is at least as good everywhere: it is equal or it beats.
    pub fn find(&mut self, values: &[f64]) -> Option<(&[f64], &mut T)> {
        let (block, at) = self.search(values)?;
        self.last = block;
        let Block { values: known, entries } = &mut self.blocks[block];
        Some((&known[at * self.width..(at + 1) * self.width], &mut entries[at]))
    }

    /// Does an entry beat these values: at least as good everywhere, and better somewhere?
    pub fn beats(&self, values: &[f64]) -> bool {
        // Where an equal entry is found there is none that beats it.
        self.search(values)
            .is_some_and(|(block, at)| self.blocks[block].values[at * self.width..(at + 1) * self.width] != *values)
    }

    fn search(&self, values: &[f64]) -> Option<(usize, usize)> {
        let within = |block: usize| {
            let mut entries = self.blocks[block].values.chunks_exact(self.width);
            entries.position(|entry| reaches(entry, values)).map(|at| (block, at))
        };
        if self.last < self.blocks.len()
            && let Some(found) = within(self.last)
        {
            return Some(found);
        }
        let mut blocks = self.best.chunks_exact(self.width.max(1)).enumerate();
        blocks.find_map(|(block, best)| if reaches(best, values) { within(block) } else { None })
    }

    /// Puts in an entry that [`Unbeaten::find`] has found no better and no equal of; what it beats goes.
    pub fn put(&mut self, values: &[f64], entry: T) {
        if self.blocks.is_empty() {
            self.width = values.len();
            self.add_block(Block { values: Vec::new(), entries: Vec::new() });
            self.ways = vec![Way::Block(0)];
        }
        let width = self.width;
        for block in 0..self.blocks.len() {
            if reaches(values, &self.worst[block * width..(block + 1) * width]) {
                self.remove(block, values);
            }
        }
        let (mut way, mut depth) = (0, 0);
        let block = loop {
            match self.ways[way] {
                Way::Block(block) => break block,
                Way::Fork { place, at, below, above } => way = if values[place] < at { below } else { above },
            }
            depth += 1;
        };
        self.blocks[block].values.extend_from_slice(values);
        self.blocks[block].entries.push(entry);
        for (place, value) in values.iter().enumerate() {
            let corner = block * width + place;
            self.best[corner] = self.best[corner].max(*value);
            self.worst[corner] = self.worst[corner].min(*value);
        }
        if self.blocks[block].entries.len() > BLOCK {
            self.divide(way, block, depth % width);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.entries.len()).sum()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The entries, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flat_map(|block| &block.entries)
    }

    /// The entries, in no particular order.
    pub fn into_entries(self) -> impl Iterator<Item = T> {
        self.blocks.into_iter().flat_map(|block| block.entries)
    }

    fn add_block(&mut self, block: Block<T>) {
        let corners = self.best.len() + self.width;
        self.best.resize(corners, f64::NEG_INFINITY);
        self.worst.resize(corners, f64::INFINITY);
        self.blocks.push(block);
        self.measure(self.blocks.len() - 1);
    }

    /// Takes out of a block what these values beat.
    fn remove(&mut self, block: usize, values: &[f64]) {
        let Block { values: known, entries } = &mut self.blocks[block];
        let before = entries.len();
        let mut at = 0;
        while at < entries.len() {
            if reaches(values, &known[at * self.width..(at + 1) * self.width]) {
                entries.swap_remove(at);
                let last = known.len() - self.width;
                known.copy_within(last.., at * self.width);
                known.truncate(last);
            } else {
                at += 1;
            }
        }
        if entries.len() < before {
            self.measure(block);
        }
    }

    /// Finds the best and the worst values of a block anew.
    fn measure(&mut self, block: usize) {
        let corners = block * self.width..(block + 1) * self.width;
        let (best, worst) = (&mut self.best[corners.clone()], &mut self.worst[corners]);
        best.fill(f64::NEG_INFINITY);
        worst.fill(f64::INFINITY);
        for entry in self.blocks[block].values.chunks_exact(self.width) {
            for (place, value) in entry.iter().enumerate() {
                best[place] = best[place].max(*value);
                worst[place] = worst[place].min(*value);
            }
        }
    }

    /// Divides a block in two at the middle of one place, from `first` on the first that can be divided. Entries differ,
    /// so there is one.
    fn divide(&mut self, way: usize, block: usize, first: usize) {
        let width = self.width;
        let middle = |place: usize| {
            let mut values: Vec<f64> = self.blocks[block].values.iter().skip(place).step_by(width).copied().collect();
            values.sort_by(f64::total_cmp);
            let (least, median) = (values[0], values[values.len() / 2]);
            let at = if median > least { Some(median) } else { values.into_iter().find(|v| *v > least) };
            at.map(|at| (place, at))
        };
        let Some((place, at)) = (first..first + width).find_map(|place| middle(place % width)) else { return };
        let old = std::mem::replace(&mut self.blocks[block], Block { values: Vec::new(), entries: Vec::new() });
        let mut above = Block { values: Vec::new(), entries: Vec::new() };
        for (values, entry) in old.values.chunks_exact(width).zip(old.entries) {
            let side = if values[place] < at { &mut self.blocks[block] } else { &mut above };
            side.values.extend_from_slice(values);
            side.entries.push(entry);
        }
        self.measure(block);
        self.add_block(above);
        let ways = self.ways.len();
        self.ways.extend([Way::Block(block), Way::Block(self.blocks.len() - 1)]);
        self.ways[way] = Way::Fork { place, at, below: ways, above: ways + 1 };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn beats(a: &[f64], b: &[f64]) -> bool {
        reaches(a, b) && a != b
    }

    proptest! {
        /// Blocks and tree hold what comparing all pairs finds, infinite values included, and say what beats what.
        #[test]
        fn the_same_as_all_pairs(
            values in (2usize..6).prop_flat_map(|width| {
                let value = prop_oneof![20 => (0u8..30).prop_map(f64::from), 1 => Just(f64::NEG_INFINITY), 1 => Just(f64::INFINITY)];
                prop::collection::vec(prop::collection::vec(value, width), 1..300)
            }),
        ) {
            let mut unbeaten = Unbeaten::default();
            for value in &values {
                match unbeaten.find(value) {
                    Some((known, same)) if known == value => *same += 1,
                    Some(_) => {}
                    None => unbeaten.put(value, 1),
                }
            }
            for value in &values {
                prop_assert_eq!(unbeaten.beats(value), values.iter().any(|v| beats(v, value)));
            }
            let mut expected: Vec<&Vec<f64>> =
                values.iter().filter(|v| !values.iter().any(|other| beats(other, v))).collect();
            let entries: usize = unbeaten.clone().into_entries().sum();
            prop_assert_eq!(entries, expected.len(), "equal values are counted where they are");
            expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
            expected.dedup();
            let mut found: Vec<&[f64]> =
                unbeaten.blocks.iter().flat_map(|b| b.values.chunks_exact(unbeaten.width)).collect();
            found.sort_by(|a, b| a.partial_cmp(b).unwrap());
            prop_assert_eq!(found, expected);
        }
    }
}
