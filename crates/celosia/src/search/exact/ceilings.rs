//! All nodes above, in the order in which they were learnt. To copy the list costs next to nothing, so a look goes on with
//! what was known when it was chosen while more is learnt.

use std::sync::Arc;

use super::known::{Above, height};
use crate::space::Levels;

/// Nodes above. Copies share what was written down before.
#[derive(Clone, Default)]
pub struct Ceilings {
    /// Those that were learnt together, and where each part starts.
    parts: Vec<Arc<Vec<Above>>>,
    starts: Vec<usize>,
    len: usize,
    /// Where each stands in the lattice: few lists, each more than twice as long as the next.
    placed: Vec<Arc<Placed>>,
}

/// Nodes by rising height, the latest of a height first. Close together, because every look goes through them.
#[derive(Default)]
struct Placed {
    heights: Vec<u16>,
    levels: Vec<Levels>,
    numbers: Vec<usize>,
}

impl Placed {
    fn new(mut nodes: Vec<(u16, usize, Levels)>) -> Placed {
        nodes.sort_unstable_by_key(|(height, number, _)| (*height, std::cmp::Reverse(*number)));
        let mut placed = Placed::default();
        for (height, number, levels) in nodes {
            placed.heights.push(height);
            placed.numbers.push(number);
            placed.levels.push(levels);
        }
        placed
    }

    fn nodes(&self) -> impl Iterator<Item = (u16, usize, Levels)> {
        let places = self.heights.iter().zip(&self.numbers).zip(&self.levels);
        places.map(|((height, number), levels)| (*height, *number, levels.clone()))
    }
}

impl Ceilings {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds nodes at the end.
    pub fn extend(&mut self, above: Vec<Above>) {
        if above.is_empty() {
            return;
        }
        let place = |(number, above): (usize, &Above)| (above.height, number, Levels::new(&above.node));
        let mut nodes: Vec<_> = (self.len..).zip(&above).map(place).collect();
        // What is about as long is written down anew together, so that there are few lists.
        while let Some(shorter) = self.placed.pop_if(|placed| placed.numbers.len() <= 2 * nodes.len()) {
            nodes.extend(shorter.nodes());
        }
        self.placed.push(Arc::new(Placed::new(nodes)));
        self.starts.push(self.len);
        self.len += above.len();
        self.parts.push(Arc::new(above));
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Above> + Clone {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// The node with a number.
    pub fn get(&self, number: usize) -> &Above {
        let part = self.starts.partition_point(|start| *start <= number) - 1;
        &self.parts[part][number - self.starts[part]]
    }

    /// Generalizations of a node, and it itself, in their order.
    pub fn of(&self, node: &[u8]) -> Vec<&Above> {
        let levels = Levels::new(node);
        let mut numbers: Vec<usize> = Vec::new();
        for placed in &self.placed {
            let reach = placed.levels.iter().zip(&placed.numbers).filter(|(of, _)| of.reach(&levels));
            numbers.extend(reach.map(|(_, number)| *number));
        }
        numbers.sort_unstable();
        numbers.into_iter().map(|number| self.get(number)).collect()
    }

    /// The nearest of them, nearest first, and of those that are as near the latest.
    pub fn nearest(&self, node: &[u8], wanted: usize) -> Vec<&Above> {
        let (levels, own) = (Levels::new(node), height(node));
        let mut nearest: Vec<(u16, usize)> = Vec::with_capacity(wanted + 1);
        // As soon as there are enough, only a lower one is nearer. The latest are mostly the nearest.
        let mut below = u16::MAX;
        for placed in self.placed.iter().rev() {
            let start = placed.heights.partition_point(|height| *height < own);
            for (at, height) in placed.heights.iter().enumerate().skip(start) {
                if *height >= below {
                    break;
                }
                if placed.levels[at].reach(&levels) {
                    let place = nearest.partition_point(|(near, _)| near <= height);
                    nearest.insert(place, (*height, placed.numbers[at]));
                    nearest.truncate(wanted);
                    below = nearest.get(wanted - 1).map_or(below, |(farthest, _)| *farthest);
                }
            }
        }
        nearest.into_iter().map(|(_, number)| self.get(number)).collect()
    }

    /// Keeps the weak rows within `most` bytes: the oldest go, which are seldom the nearest of an open node.
    pub fn trim(&mut self, most: u64) {
        let mut bytes: u64 = self.iter().map(Above::bytes).sum();
        for part in self.parts.iter_mut().filter(|part| part.iter().any(|above| above.bytes() > 0)) {
            if bytes <= most {
                break;
            }
            let trimmed = |above: &Above| match bytes > most {
                true => {
                    bytes -= above.bytes();
                    above.without_rows()
                }
                false => above.clone(),
            };
            *part = Arc::new(part.iter().map(trimmed).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::Ceiling;

    fn above(level: u8) -> Above {
        at(&[level])
    }

    fn at(node: &[u8]) -> Above {
        Above::new(node, Ceiling { steps: Vec::new(), further: Vec::new() }, vec![0; 10])
    }

    fn levels<'a>(above: impl Iterator<Item = &'a Above>) -> Vec<u8> {
        above.map(|above| above.node[0]).collect()
    }

    /// The first three of five, and all of them.
    fn three_of_five() -> (Ceilings, Ceilings) {
        let mut all = Ceilings::default();
        all.extend((0..3).map(above).collect());
        let before = all.clone();
        all.extend((3..5).map(above).collect());
        (before, all)
    }

    #[test]
    fn a_copy_stays_what_it_was() {
        let (before, mut all) = three_of_five();
        all.extend(vec![above(5)]);
        assert_eq!(levels(before.iter()), [0, 1, 2]);
        assert_eq!(levels(all.iter()), [0, 1, 2, 3, 4, 5]);
        assert_eq!((before.len(), all.len(), all.parts.len()), (3, 6, 3));
        for number in 0..6 {
            assert_eq!(all.get(number).node[..], [number as u8]);
        }
        assert_eq!(levels(all.of(&[4]).into_iter()), [4, 5]);
        assert_eq!(levels(all.nearest(&[2], 3).into_iter()), [2, 3, 4]);
    }

    #[test]
    fn the_oldest_rows_go_first() {
        let (before, mut all) = three_of_five();
        let bytes = |all: &Ceilings| all.iter().map(Above::bytes).collect::<Vec<u64>>();
        for (most, left) in [(130, [0, 0, 40, 40, 40]), (80, [0, 0, 0, 40, 40]), (79, [0, 0, 0, 0, 40]), (0, [0; 5])] {
            all.trim(most);
            assert_eq!(bytes(&all), left);
        }
        assert_eq!(bytes(&before), [40, 40, 40]);
        assert_eq!(levels(all.iter()), [0, 1, 2, 3, 4]);
    }

    proptest! {
        /// However they came, a look finds what going through all of them finds.
        #[test]
        fn few_lists_find_what_all_do(
            parts in prop::collection::vec(prop::collection::vec(prop::array::uniform3(0u8..4), 0..9), 0..12),
            node in prop::array::uniform3(0u8..4),
            wanted in 1usize..6,
        ) {
            let mut all = Ceilings::default();
            for part in &parts {
                all.extend(part.iter().map(|node| at(node)).collect());
                let longer = all.placed.windows(2).all(|two| two[0].numbers.len() > 2 * two[1].numbers.len());
                prop_assert!(longer);
            }
            let nodes: Vec<[u8; 3]> = parts.concat();
            let of: Vec<[u8; 3]> =
                nodes.iter().copied().filter(|above| above.iter().zip(&node).all(|(a, n)| a >= n)).collect();
            prop_assert_eq!(all.of(&node).iter().map(|above| &above.node[..]).collect::<Vec<_>>(), of.clone());
            let mut nearest: Vec<[u8; 3]> = of.into_iter().rev().collect();
            nearest.sort_by_key(|above| above.iter().sum::<u8>());
            nearest.truncate(wanted);
            let found: Vec<&[u8]> = all.nearest(&node, wanted).iter().map(|above| &above.node[..]).collect();
            prop_assert_eq!(found, nearest);
        }
    }
}
