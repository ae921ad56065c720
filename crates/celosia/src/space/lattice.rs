//! The domain hierarchy lattice (POkA 3.2): a point is a node, one level per attribute.

use super::{Area, Grouping, Node};
use crate::hierarchy::Hierarchy;

/// The lattice of all level vectors. Only its levels are stored, never its nodes.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// Grouping of each attribute at each of its levels.
    pub levels: Vec<Vec<Grouping>>,
}

impl Lattice {
    /// The lattice that hierarchies span, from their floors up. Level 0 of an attribute is its floor.
    pub fn new<'h>(hierarchies: impl Iterator<Item = &'h Hierarchy>) -> Lattice {
        let of = |hierarchy: &Hierarchy| {
            let height = hierarchy.height().max(1) as f64;
            let levels = hierarchy.levels.iter().enumerate().skip(hierarchy.floor);
            levels
                .map(|(level, l)| Grouping {
                    group_of: l.group_of.clone(),
                    groups: l.labels.len(),
                    heights: vec![level as f64 / height; l.labels.len()],
                })
                .collect()
        };
        Lattice { levels: hierarchies.map(of).collect() }
    }

    /// How many attributes there are.
    pub fn attributes(&self) -> usize {
        self.levels.len()
    }

    /// The top level of an attribute.
    pub fn height(&self, attribute: usize) -> u8 {
        (self.levels[attribute].len() - 1) as u8
    }

    /// How many nodes there are.
    pub fn size(&self) -> u128 {
        self.levels.iter().map(|l| l.len() as u128).fold(1, u128::saturating_mul)
    }

    /// The fully specialized node: the data as they are.
    pub fn bottom(&self) -> Node {
        vec![0; self.attributes()].into()
    }

    /// All nodes.
    pub fn whole(&self) -> Area {
        Area { low: self.bottom(), high: (0..self.attributes()).map(|a| self.height(a)).collect() }
    }

    /// The groupings that a node chooses.
    pub fn groupings(&self, node: &[u8]) -> Vec<&Grouping> {
        self.levels.iter().zip(node).map(|(levels, level)| &levels[*level as usize]).collect()
    }
}
