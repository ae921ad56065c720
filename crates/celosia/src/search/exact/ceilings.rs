//! All nodes above, in the order in which they were learnt. To copy the list costs next to nothing, so a look goes on with
//! what was known when it was chosen while more is learnt.

use std::sync::Arc;

use super::known::Above;
use crate::space::Levels;

/// So many nodes are written down together, at least.
const PART: usize = 64;

/// Nodes above. Copies share what was written down before.
#[derive(Clone, Default)]
pub struct Ceilings {
    parts: Vec<Arc<Part>>,
    /// Where each part starts.
    starts: Vec<usize>,
    len: usize,
}

/// Some of them. Their levels and heights stand apart and close together, because every look goes through all of them.
struct Part {
    levels: Vec<Levels>,
    heights: Vec<u16>,
    above: Vec<Above>,
}

impl Part {
    fn new(above: Vec<Above>) -> Part {
        Part {
            levels: above.iter().map(|above| Levels::new(&above.node)).collect(),
            heights: above.iter().map(|above| above.height).collect(),
            above,
        }
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
        let mut more = Part::new(above);
        let starts = self.len;
        self.len += more.above.len();
        // A part that nobody else has may grow, so that there are not too many.
        match self.parts.last_mut().filter(|part| part.above.len() < PART).and_then(Arc::get_mut) {
            Some(part) => {
                part.levels.append(&mut more.levels);
                part.heights.append(&mut more.heights);
                part.above.append(&mut more.above);
            }
            None => {
                self.starts.push(starts);
                self.parts.push(Arc::new(more));
            }
        }
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Above> + Clone {
        self.parts.iter().flat_map(|part| part.above.iter())
    }

    /// The node with a number.
    pub fn get(&self, number: usize) -> &Above {
        let part = self.starts.partition_point(|start| *start <= number) - 1;
        &self.parts[part].above[number - self.starts[part]]
    }

    /// Generalizations of a node, and it itself.
    pub fn of(&self, node: &[u8]) -> Vec<&Above> {
        let levels = Levels::new(node);
        let mut of_node = Vec::new();
        for part in &self.parts {
            let reach = part.levels.iter().zip(&part.above).filter(|(of, _)| of.reach(&levels));
            of_node.extend(reach.map(|(_, above)| above));
        }
        of_node
    }

    /// The nearest of them, nearest first.
    pub fn nearest(&self, node: &[u8], wanted: usize) -> Vec<&Above> {
        let levels = Levels::new(node);
        let mut nearest: Vec<&Above> = Vec::with_capacity(wanted + 1);
        // As soon as there are enough, only a lower one is nearer. The latest are mostly the nearest.
        let mut below = u16::MAX;
        for part in self.parts.iter().rev() {
            for ((height, of), above) in part.heights.iter().zip(&part.levels).zip(&part.above).rev() {
                if *height < below && of.reach(&levels) {
                    nearest.insert(nearest.partition_point(|near| near.height <= *height), above);
                    nearest.truncate(wanted);
                    below = nearest.get(wanted - 1).map_or(below, |farthest| farthest.height);
                }
            }
        }
        nearest
    }

    /// Keeps the weak rows within so many bytes: the oldest go, which are seldom the nearest of an open node. One by one,
    /// because how the parts came about depends on who looks at them.
    pub fn trim(&mut self, most: u64) {
        let mut bytes: u64 = self.iter().map(Above::bytes).sum();
        for part in self.parts.iter_mut().filter(|part| part.above.iter().any(|above| above.bytes() > 0)) {
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
            *part = Arc::new(Part::new(part.above.iter().map(trimmed).collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Ceiling;

    fn above(level: u8) -> Above {
        Above::new(&[level], Ceiling { steps: Vec::new(), further: Vec::new() }, vec![0; 10])
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
        assert_eq!((before.len(), all.len(), all.parts.len()), (3, 6, 2));
        for number in 0..6 {
            assert_eq!(all.get(number).node, [number as u8]);
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
}
