//! One set of values of an attribute: what a cell shows, and what a loss metric prices.

use super::Grouping;
use crate::frequency::Attribute;

/// A set of values of an attribute. It has one value or more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Set<'a> {
    /// The codes of its values, rising.
    pub values: &'a [u32],
    /// Rows of the table with one of them.
    pub rows: u64,
    /// How far up its hierarchy it lies: 0 (a value) … 1 (all values).
    pub height: f64,
    /// How many values of the domain it leaves open: its own or, where the study counts leaves, those of its hierarchy.
    pub open: u64,
}

impl Set<'_> {
    /// How many values it has.
    pub fn size(&self) -> u64 {
        self.values.len() as u64
    }

    /// Its lowest and its highest code.
    pub fn extent(&self) -> (usize, usize) {
        let end = |value: Option<&u32>| value.map_or(0, |value| *value as usize);
        (end(self.values.first()), end(self.values.last()))
    }
}

/// Sets of values of one attribute, numbered. They may overlap, and one may be empty where nothing shows it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sets {
    /// Where the values of each set end.
    ends: Vec<usize>,
    /// The values of all sets, end to end.
    values: Vec<u32>,
    rows: Vec<u64>,
    heights: Vec<f64>,
    /// Leaves of each set; empty where values count.
    leaves: Vec<u64>,
}

impl Sets {
    /// The groups of a grouping of an attribute, given the rows of each value.
    pub fn of_grouping(grouping: &Grouping, counts: &[u64]) -> Sets {
        let mut sets = Sets::default();
        sets.become_grouping(grouping, counts);
        sets
    }

    /// The same where other sets stood: their memory is used again, since cuts are priced by the thousand.
    pub(crate) fn become_grouping(&mut self, grouping: &Grouping, counts: &[u64]) {
        let Sets { ends, values, rows, heights, leaves } = self;
        // Where the next value of each group goes: at the end of the group, when all are there.
        ends.clear();
        ends.resize(grouping.groups + 1, 0);
        grouping.group_of.iter().for_each(|group| ends[*group as usize + 1] += 1);
        for group in 0..grouping.groups {
            ends[group + 1] += ends[group];
        }
        values.resize(grouping.group_of.len(), 0);
        rows.clear();
        rows.resize(grouping.groups, 0);
        for ((value, group), n) in (0..).zip(&grouping.group_of).zip(counts) {
            let next = &mut ends[*group as usize];
            values[*next] = value;
            *next += 1;
            rows[*group as usize] += n;
        }
        ends.truncate(grouping.groups);
        heights.clone_from(&grouping.heights);
        leaves.clone_from(&grouping.leaves);
    }

    /// Adds a set of values, rising, at a height; returns its number.
    pub fn push(&mut self, values: &[u32], height: f64, attribute: &Attribute) -> u32 {
        self.values.extend_from_slice(values);
        self.ends.push(self.values.len());
        self.rows.push(values.iter().map(|value| attribute.counts[*value as usize]).sum());
        self.heights.push(height);
        self.leaves.extend(attribute.leaves.as_ref().map(|leaves| leaves.of(values)));
        self.ends.len() as u32 - 1
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// No set at all?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The set of a number.
    pub fn get(&self, number: usize) -> Set<'_> {
        let start = if number > 0 { self.ends[number - 1] } else { 0 };
        let values = &self.values[start..self.ends[number]];
        let open = self.leaves.get(number).copied().unwrap_or(values.len() as u64);
        Set { values, rows: self.rows[number], height: self.heights[number], open }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Set<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frequency::Leaves;

    #[test]
    fn the_groups_of_a_grouping_are_sets() {
        let grouping = Grouping {
            group_of: vec![2, 0, 2, 0, 3],
            groups: 4,
            heights: vec![0.5, 0.1, 1.0, 0.0],
            leaves: Vec::new(),
        };
        let sets = Sets::of_grouping(&grouping, &[1, 2, 4, 8, 16]);
        assert_eq!(sets.get(0), Set { values: &[1, 3], rows: 10, height: 0.5, open: 2 });
        assert_eq!(sets.get(1), Set { values: &[], rows: 0, height: 0.1, open: 0 });
        assert_eq!(sets.get(2), Set { values: &[0, 2], rows: 5, height: 1.0, open: 2 });
        assert_eq!(sets.get(3), Set { values: &[4], rows: 16, height: 0.0, open: 1 });
        assert_eq!(sets.iter().map(|set| set.size()).collect::<Vec<_>>(), [2, 0, 2, 1]);
        assert_eq!((sets.get(2).extent(), sets.get(3).extent()), ((0, 2), (4, 4)));
    }

    #[test]
    fn sets_may_overlap() {
        let mut sets = Sets::default();
        assert!(sets.is_empty());
        let attribute = Attribute { weight: 1.0, counts: vec![1, 2, 4], numbers: None, leaves: None };
        assert_eq!((sets.push(&[0, 1], 0.5, &attribute), sets.push(&[1, 2], 1.0, &attribute)), (0, 1));
        assert_eq!(sets.get(1), Set { values: &[1, 2], rows: 6, height: 1.0, open: 2 });
        assert_eq!(sets.len(), 2);
    }

    #[test]
    fn where_leaves_count_a_set_has_those_that_come_with_its_values() {
        // Three leaves that the table lacks hang beside 0 and 1, one under everything.
        let leaves = Leaves { all: 7, absent: vec![(vec![0, 1], 3), (vec![0, 1, 2], 1)] };
        let attribute = Attribute { weight: 1.0, counts: vec![1, 2, 4], numbers: None, leaves: Some(leaves) };
        let mut sets = Sets::default();
        for values in [&[0][..], &[0, 2], &[0, 1], &[0, 1, 2]] {
            sets.push(values, 0.5, &attribute);
        }
        assert_eq!(sets.iter().map(|set| set.open).collect::<Vec<_>>(), [1, 2, 5, 7]);
        assert_eq!(attribute.domain(), 7);
    }
}
