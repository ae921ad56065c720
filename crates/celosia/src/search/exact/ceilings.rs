//! All ceilings that were learnt, in the order in which they were, and those nearest to a node.

use std::cmp::Reverse;

use super::known::{Above, height};
use crate::space::Levels;

/// Nodes above.
pub struct Ceilings {
    all: Vec<Above>,
    /// Where each stands in the lattice: by rising height, the latest of a height first.
    placed: Vec<Placed>,
    /// Bytes of weak rows: those that may be kept, and those that are.
    memory: u64,
    bytes: u64,
    /// Those before this number have no weak rows any more.
    trimmed: usize,
}

/// A node above, with no more than what every look asks of it.
struct Placed {
    height: u16,
    number: u32,
    levels: Levels,
}

impl Ceilings {
    /// None yet. Their weak rows may take `memory` bytes.
    pub fn new(memory: u64) -> Ceilings {
        Ceilings { all: Vec::new(), placed: Vec::new(), memory, bytes: 0, trimmed: 0 }
    }

    /// Adds nodes at the end. The oldest weak rows make room: they are seldom those of the nearest nodes.
    pub fn extend(&mut self, above: Vec<Above>) {
        let place =
            |(number, above): (u32, &Above)| Placed { height: above.height, number, levels: above.levels.clone() };
        self.placed.extend((self.all.len() as u32..).zip(&above).map(place));
        self.placed.sort_by_key(|placed| (placed.height, Reverse(placed.number)));
        self.bytes += above.iter().map(Above::bytes).sum::<u64>();
        self.all.extend(above);
        while self.bytes > self.memory {
            self.bytes -= self.all[self.trimmed].bytes();
            self.all[self.trimmed].weak = Box::default();
            self.trimmed += 1;
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Above] {
        &self.all
    }

    /// All of them, to be ranked.
    pub fn all_mut(&mut self) -> &mut [Above] {
        &mut self.all
    }

    /// Generalizations of a node, and it itself.
    pub fn of(&self, node: &[u8]) -> Vec<&Above> {
        let levels = Levels::new(node);
        self.all.iter().filter(|above| above.levels.reach(&levels)).collect()
    }

    /// The nearest of them, nearest first, and of those that are as near the latest.
    pub fn nearest(&self, node: &[u8], wanted: usize) -> Vec<&Above> {
        let (levels, own) = (Levels::new(node), height(node));
        let start = self.placed.partition_point(|placed| placed.height < own);
        let above = self.placed[start..].iter().filter(|placed| placed.levels.reach(&levels));
        above.take(wanted).map(|placed| &self.all[placed.number as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::Ceiling;

    fn above(node: &[u8]) -> Above {
        Above::new(node, Ceiling { steps: Vec::new(), further: Vec::new() }, vec![0; 10])
    }

    #[test]
    fn the_oldest_rows_go_first() {
        for (memory, left) in
            [(200, [40; 5]), (130, [0, 0, 40, 40, 40]), (80, [0, 0, 0, 40, 40]), (79, [0, 0, 0, 0, 40]), (0, [0; 5])]
        {
            let mut all = Ceilings::new(memory);
            all.extend((0..3).map(|level| above(&[level])).collect());
            all.extend((3..5).map(|level| above(&[level])).collect());
            assert_eq!(all.all().iter().map(Above::bytes).collect::<Vec<u64>>(), left);
            assert_eq!(all.all().iter().map(|above| above.node[0]).collect::<Vec<u8>>(), [0, 1, 2, 3, 4]);
        }
    }

    proptest! {
        /// However they came, a look finds what going through all of them finds.
        #[test]
        fn the_nearest_are_those_of_all(
            parts in prop::collection::vec(prop::collection::vec(prop::array::uniform3(0u8..4), 0..9), 0..12),
            node in prop::array::uniform3(0u8..4),
            wanted in 1usize..6,
        ) {
            let mut all = Ceilings::new(0);
            parts.iter().for_each(|part| all.extend(part.iter().map(|node| above(node)).collect()));
            let of: Vec<[u8; 3]> =
                parts.concat().into_iter().filter(|above| above.iter().zip(&node).all(|(a, n)| a >= n)).collect();
            prop_assert_eq!(all.of(&node).iter().map(|above| &above.node[..]).collect::<Vec<_>>(), of.clone());
            let mut nearest: Vec<[u8; 3]> = of.into_iter().rev().collect();
            nearest.sort_by_key(|above| above.iter().sum::<u8>());
            nearest.truncate(wanted);
            let found: Vec<&[u8]> = all.nearest(&node, wanted).iter().map(|above| &above.node[..]).collect();
            prop_assert_eq!(found, nearest);
        }
    }
}
