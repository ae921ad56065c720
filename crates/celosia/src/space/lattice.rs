//! The domain hierarchy lattice (POkA 3.2): a point is a node, one level per attribute.

use super::{Area, Grouping, Node};
use crate::frequency::Leaves;
use crate::hierarchy::Hierarchy;
use crate::study::DomainSize;

/// The lattice of all level vectors. Only its levels are stored, never its nodes.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// Grouping of each attribute at each of its levels.
    pub levels: Vec<Vec<Grouping>>,
}

impl Lattice {
    /// The lattice that hierarchies span, from their floors up. Level 0 of an attribute is its floor. `domain` says what a
    /// group counts.
    pub fn new<'h>(hierarchies: impl Iterator<Item = &'h Hierarchy>, domain: DomainSize) -> Lattice {
        let of = |hierarchy: &Hierarchy| {
            let height = hierarchy.height().max(1) as f64;
            let levels = hierarchy.levels.iter().enumerate().skip(hierarchy.floor);
            let leaves = hierarchy.leaves.as_ref().filter(|_| domain == DomainSize::Leaves);
            levels
                .map(|(level, l)| Grouping {
                    group_of: l.group_of.clone(),
                    groups: l.labels.len(),
                    heights: vec![level as f64 / height; l.labels.len()],
                    leaves: leaves.map(|leaves| leaves[level].clone()).unwrap_or_default(),
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

/// The leaves of an attribute, from those of its groups level by level; nothing where values count.
///
/// A leaf that the table lacks comes with the values of the lowest group that has it, provided that no group below has the
/// same values: a set of these values shows that lower group. So a set costs what the lowest group with its values does, and
/// a larger set has every leaf of a smaller one.
pub(crate) fn leaves(levels: &[Grouping]) -> Option<Leaves> {
    let all = levels.last().filter(|top| !top.leaves.is_empty())?.leaves.iter().sum();
    let mut absent = Vec::new();
    // Per group of the level below: its first value, and the leaves beyond its values that are counted with it.
    let mut below: Vec<(usize, u64)> = Vec::new();
    for (level, grouping) in levels.iter().enumerate() {
        let mut values: Vec<Vec<u32>> = vec![Vec::new(); grouping.groups];
        for (value, group) in (0..).zip(&grouping.group_of) {
            values[*group as usize].push(value);
        }
        let mut parts = vec![(0, 0); grouping.groups];
        for (first, counted) in &below {
            let (n, sum) = &mut parts[grouping.group_of[*first] as usize];
            (*n, *sum) = (*n + 1, *sum + counted);
        }
        let mut next = Vec::with_capacity(grouping.groups);
        for ((values, leaves), (n, counted)) in values.into_iter().zip(&grouping.leaves).zip(parts) {
            let Some(first) = values.first().map(|value| *value as usize) else { continue };
            let beyond = leaves.saturating_sub(values.len() as u64);
            if n == 1 && level > 0 {
                next.push((first, counted));
                continue;
            }
            next.push((first, beyond));
            if beyond > counted {
                absent.push((values, beyond - counted));
            }
        }
        below = next;
    }
    Some(Leaves { all, absent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_come_with_the_lowest_group_of_the_same_values() {
        let level = |group_of: [u32; 3], leaves: &[u64]| Grouping {
            group_of: group_of.into(),
            groups: leaves.len(),
            heights: vec![0.0; leaves.len()],
            leaves: leaves.into(),
        };
        // Above value 2 hangs a leaf more, which {2} alone does not show; beside 0 and 1 hang three; six are nowhere.
        let bottom = level([0, 1, 2], &[1, 1, 1]);
        let levels = [bottom.clone(), level([0, 0, 1], &[5, 2]), level([0, 0, 0], &[13])];
        let found = leaves(&levels).unwrap_or(Leaves { all: 0, absent: Vec::new() });
        assert_eq!(found, Leaves { all: 13, absent: vec![(vec![0, 1], 3), (vec![0, 1, 2], 7)] });
        for (values, open) in [(&[2][..], 1), (&[0, 1], 5), (&[0, 1, 2], 13), (&[0, 2], 2)] {
            assert_eq!(found.of(values), open, "{values:?}");
        }
        assert_eq!(leaves(&[level([0, 1, 2], &[])]), None);
    }
}
