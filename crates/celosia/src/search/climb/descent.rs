//! Going down from a node, neighbour by neighbour: the one that promises most is tried next, and the first that is better
//! is gone to.

use super::round::Work;
use crate::space::Node;

/// With swaps a neighbour is tried only where it promises less than this part of what there is.
const PROMISING: f64 = 1.02;
/// As many neighbours are tried from one node at most.
const TRIED: usize = 60;

/// A descent on its way.
#[derive(Clone)]
pub struct Descent {
    /// Of which target.
    pub target: usize,
    pub node: Node,
    /// What the node is worth.
    pub value: f64,
    /// What being over the limit is charged with.
    pub charge: f64,
    /// Does one attribute go down while another goes up?
    pub swaps: bool,
    tried: usize,
}

impl Descent {
    pub fn new(target: usize, (value, node): (f64, Node), charge: f64, swaps: bool) -> Descent {
        Descent { target, node, value, charge, swaps, tried: 0 }
    }

    /// The neighbour that promises most and was never evaluated, nor is meant to be now.
    pub fn next(&mut self, work: &Work, meant: &[u64]) -> Option<Node> {
        if self.tried >= TRIED {
            return None;
        }
        self.tried += 1;
        let (guess, cost) = (&work.targets[self.target].guess, &work.cost);
        let (sum, floor, key) = (guess.sum(&self.node), cost.floor(&self.node), work.key(&self.node));
        let cap = if self.swaps { self.value * PROMISING } else { f64::INFINITY };
        // The best so far, as what it promises and where it goes.
        let mut best: (f64, Option<[(usize, u8); 2]>) = (cap, None);
        let mut ask = |moves: [(usize, u8); 2], sum: f64, floor: f64, key: u64| {
            // No neighbour is worth less than its cells.
            if cost.exact && floor >= self.value {
                return;
            }
            let value = cost.guessed(floor, guess.rows(sum), self.charge);
            if value < best.0 && !work.seen.contains(&key) && !meant.contains(&key) {
                best = (value, Some(moves));
            }
        };
        // What each move of one attribute changes.
        let mut moves: Vec<(usize, u8, f64, f64, u64)> = Vec::new();
        for (attribute, here) in self.node.iter().enumerate() {
            for level in (0..=work.problem.lattice.height(attribute)).filter(|level| level != here) {
                let sum = guess.part(attribute, level) - guess.part(attribute, *here);
                let floor = cost.part(attribute, level) - cost.part(attribute, *here);
                let key = work.part_of_key(attribute, level) ^ work.part_of_key(attribute, *here);
                moves.push((attribute, level, sum, floor, key));
            }
        }
        for (attribute, level, s, f, k) in &moves {
            ask([(*attribute, *level); 2], sum + s, floor + f, key ^ k);
        }
        if self.swaps {
            let (down, up): (Vec<_>, Vec<_>) = moves.into_iter().partition(|one| one.1 < self.node[one.0]);
            for (a, level_a, sum_a, floor_a, key_a) in &down {
                for (b, level_b, sum_b, floor_b, key_b) in up.iter().filter(|other| other.0 != *a) {
                    let (sum, floor) = (sum + sum_a + sum_b, floor + floor_a + floor_b);
                    ask([(*a, *level_a), (*b, *level_b)], sum, floor, key ^ key_a ^ key_b);
                }
            }
        }
        let mut node = self.node.clone();
        best.1?.into_iter().for_each(|(attribute, level)| node[attribute] = level);
        Some(node)
    }

    /// Goes to a node that is better. Is it?
    pub fn hear(&mut self, node: &Node, value: f64) -> bool {
        let better = value < self.value;
        if better {
            self.node.clone_from(node);
            (self.value, self.tried) = (value, 0);
        }
        better
    }
}
