//! What a release of a point holds: its classes, and the rows that are left of each value.
//!
//! **Whatever is shared is made from this and from the settings alone** (noninterference, docs/guarantees.md). Labels, types of
//! columns and the record ask here, and never the domains of the whole table: what only suppressed rows hold is not here.

use std::collections::HashSet;

use crate::evaluate::Problem;
use crate::frequency::Tracked;
use crate::front::Point;
use crate::hierarchy::Hierarchy;
use crate::space::Shown;

/// The rows of a point that are not suppressed.
pub struct Released {
    /// What the point shows.
    pub shown: Shown,
    /// The classes that are kept, by the sets (groups) that their rows show, each with its rows. In a fixed order.
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
    /// Persons, where persons are counted.
    pub persons: Option<Left>,
}

/// The persons of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Who has rows in it.
    pub released: u64,
    /// Who lost rows: some, or all.
    pub lost: u64,
}

impl Released {
    /// What is left at a point.
    pub fn new(problem: &Problem, point: &Point) -> Released {
        let frequency = &problem.frequency;
        let shown = problem.shown(&point.place);
        let classes = problem.classes_of(&shown);
        let is_suppressed = problem.suppressed(&classes, &point.outcome);
        let (mut kept, mut suppressed) = (Vec::new(), HashSet::new());
        for ((groups, rows), out) in
            problem.sets_of_classes(&shown, &classes).into_iter().zip(&classes.rows).zip(is_suppressed)
        {
            match out {
                true => drop(suppressed.insert(groups)),
                false => kept.push((groups, *rows)),
            }
        }
        // Rows of a tuple go to several classes only where none is suppressed.
        let stays = |tuple: &usize| suppressed.is_empty() || !suppressed.contains(&shown.of_tuple(frequency, *tuple));
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
        let persons = frequency.persons.as_ref().map(|persons| {
            let (mut released, mut lost) = (HashSet::new(), HashSet::new());
            let mut stays = stays.iter().peekable();
            for tuple in 0..frequency.distinct() {
                let into = if stays.next_if(|left| **left == tuple).is_some() { &mut released } else { &mut lost };
                into.extend(persons.of.of(tuple).values.iter().copied());
            }
            Left { released: released.len() as u64, lost: lost.len() as u64 }
        });
        Released { shown, kept, suppressed, quasi, sensitive, label, persons }
    }

    /// Which values of a quasi-identifier occur in the release; with a floor, those whose group does.
    pub fn shown(&self, quasi: usize, hierarchy: &Hierarchy) -> Vec<bool> {
        if hierarchy.floor == 0 {
            return self.quasi[quasi].iter().map(|rows| *rows > 0).collect();
        }
        // By column a value is left with its group, whatever its class; by class with the group at the floor that it stands in.
        let group_of = match &self.shown {
            Shown::ByColumn(groupings) => &groupings[quasi].group_of,
            Shown::ByClass(_) => &hierarchy.levels[hierarchy.floor].group_of,
        };
        let mut left = vec![false; group_of.iter().max().map_or(0, |group| *group as usize + 1)];
        let rows = self.quasi[quasi].iter().zip(group_of).filter(|(rows, _)| **rows > 0);
        rows.for_each(|(_, group)| left[*group as usize] = true);
        group_of.iter().map(|group| left[*group as usize]).collect()
    }

    /// The numbers of the sets (groups) that a quasi-identifier shows, in the order of the kept classes.
    pub fn sets_shown(&self, quasi: usize) -> Vec<usize> {
        let mut seen = HashSet::new();
        let shown = self.kept.iter().map(|(groups, _)| groups[quasi] as usize);
        shown.filter(|set| seen.insert(*set)).collect()
    }

    /// How many sets (groups) of each quasi-identifier the release shows.
    pub fn groups_shown(&self) -> Vec<usize> {
        (0..self.quasi.len()).map(|quasi| self.sets_shown(quasi).len()).collect()
    }
}
