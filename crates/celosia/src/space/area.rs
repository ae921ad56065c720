//! A box of the lattice: all nodes between two.

use super::Node;

/// All nodes that are at least `low` and at most `high` in every attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The most specialized node.
    pub low: Node,
    /// The most generalized node.
    pub high: Node,
}

impl Area {
    /// How many nodes it holds.
    pub fn size(&self) -> u128 {
        let levels = self.low.iter().zip(&self.high).map(|(l, h)| u128::from(h - l) + 1);
        levels.fold(1, u128::saturating_mul)
    }

    /// The specializations of a node in this box.
    pub fn below(&self, node: &[u8]) -> Option<Area> {
        let inside = self.low.iter().zip(node).all(|(l, n)| l <= n);
        let high = || self.high.iter().zip(node).map(|(h, n)| *h.min(n)).collect();
        inside.then(|| Area { low: self.low.clone(), high: high() })
    }

    /// The generalizations of a node in this box.
    pub fn above(&self, node: &[u8]) -> Option<Area> {
        let inside = self.high.iter().zip(node).all(|(h, n)| h >= n);
        let low = || self.low.iter().zip(node).map(|(l, n)| *l.max(n)).collect();
        inside.then(|| Area { low: low(), high: self.high.clone() })
    }

    /// Two halves, cut through the longest side; nothing for a single node.
    pub fn halves(&self) -> Option<(Area, Area)> {
        let side = |a: &usize| self.high[*a] - self.low[*a];
        let longest = (0..self.low.len()).max_by_key(side).filter(|a| side(a) > 0)?;
        let middle = self.low[longest] + side(&longest) / 2;
        let (mut lower, mut upper) = (self.clone(), self.clone());
        lower.high[longest] = middle;
        upper.low[longest] = middle + 1;
        Some((lower, upper))
    }
}
