//! What a release of a point holds: its classes, and the rows that are left of each value.
//!
//! **Whatever is shared is made from this and from the settings alone** (noninterference, docs/guarantees.md). Labels, types of
//! columns and the record ask here, and never the domains of the whole table: what only suppressed rows hold is not here.

use std::collections::HashSet;

use crate::evaluate::Problem;
use crate::frequency::Tracked;
use crate::front::Point;
use crate::hierarchy::Hierarchy;
use crate::space::Grouping;

/// The rows of a point that are not suppressed.
pub struct Released {
    /// The groups that the point shows, per quasi-identifier.
    pub groupings: Vec<Grouping>,
    /// The classes that are kept, by the groups that their rows fall into, each with its rows. In a fixed order.
    pub kept: Vec<(Vec<u32>, u64)>,
    /// The classes that are suppressed.
    pub suppressed: HashSet<Vec<u32>>,
    /// Rows left of each value of each quasi-identifier. Where a column has a floor, only the first value of each group at the
    /// floor has rows, those of the whole group.
    pub quasi: Vec<Vec<u64>>,
    /// Rows left of each value of each sensitive attribute.
    pub sensitive: Vec<Vec<u64>>,
    /// Rows left of each value of the class attribute.
    pub label: Option<Vec<u64>>,
}

impl Released {
    /// What is left at a point.
    pub fn new(problem: &Problem, point: &Point) -> Released {
        let frequency = &problem.frequency;
        let groupings = problem.groupings(point.space, &point.node);
        let classes = problem.classes_of(&groupings.iter().collect::<Vec<&Grouping>>());
        let is_suppressed = problem.suppressed(&classes, &point.outcome);
        let groups_of = |tuple: usize| -> Vec<u32> {
            let values = frequency.columns.iter().map(|column| column[tuple] as usize);
            groupings.iter().zip(values).map(|(grouping, value)| grouping.group_of[value]).collect()
        };
        let (mut kept, mut suppressed) = (Vec::new(), HashSet::new());
        for ((first, rows), out) in classes.first.iter().zip(&classes.rows).zip(is_suppressed) {
            let groups = groups_of(*first as usize);
            match out {
                true => drop(suppressed.insert(groups)),
                false => kept.push((groups, *rows)),
            }
        }
        let stays = |tuple: &usize| suppressed.is_empty() || !suppressed.contains(&groups_of(*tuple));
        let stays: Vec<usize> = (0..frequency.counts.len()).filter(stays).collect();
        let of_column = |(column, attribute): (&Vec<u32>, usize)| {
            let mut rows = vec![0; frequency.attributes[attribute].counts.len()];
            stays.iter().for_each(|tuple| rows[column[*tuple] as usize] += frequency.counts[*tuple]);
            rows
        };
        let of_tracked = |tracked: &Tracked| {
            let mut rows = vec![0; tracked.totals.len()];
            for tuple in &stays {
                let histogram = tracked.histograms.of(*tuple);
                histogram.values.iter().zip(histogram.counts).for_each(|(value, n)| rows[*value as usize] += n);
            }
            rows
        };
        let quasi = frequency.columns.iter().zip(0..).map(of_column).collect();
        let sensitive = frequency.sensitive.iter().map(of_tracked).collect();
        let label = frequency.label.as_ref().map(of_tracked);
        Released { groupings, kept, suppressed, quasi, sensitive, label }
    }

    /// Which values of a quasi-identifier occur in the release; with a floor, those whose group does.
    pub fn shown(&self, quasi: usize, hierarchy: &Hierarchy) -> Vec<bool> {
        if hierarchy.floor == 0 {
            return self.quasi[quasi].iter().map(|rows| *rows > 0).collect();
        }
        let rows = self.rows_of_groups(quasi);
        self.groupings[quasi].group_of.iter().map(|group| rows[*group as usize] > 0).collect()
    }

    /// Rows left of each group that a quasi-identifier shows.
    pub fn rows_of_groups(&self, quasi: usize) -> Vec<u64> {
        self.groupings[quasi].sums(&self.quasi[quasi])
    }

    /// How many groups of each quasi-identifier the release shows.
    pub fn groups_shown(&self) -> Vec<usize> {
        let shown = |quasi: usize| self.rows_of_groups(quasi).iter().filter(|rows| **rows > 0).count();
        (0..self.quasi.len()).map(shown).collect()
    }
}
