//! What a release of a point holds: its classes, and the rows that are left of each value.
//!
//! **Whatever is shared is made from this and from the settings alone** (noninterference, docs/guarantees.md). Labels, types of
//! columns and the record ask here, and never the domains of the whole table: what only suppressed rows hold is not here.

use std::collections::{HashMap, HashSet};

use crate::evaluate::Problem;
use crate::frequency::Tracked;
use crate::front::Point;
use crate::hierarchy::Hierarchy;
use crate::space::{Share, Shown};

/// The rows of a point that are not suppressed.
pub struct Released {
    /// What the point shows.
    pub shown: Shown,
    /// The classes that are kept, by the sets (groups) that their rows show, each with its rows. In a fixed order.
    pub kept: Vec<(Vec<u32>, u64)>,
    /// The classes that are suppressed. Where persons stay it is persons who go, and this is empty.
    pub suppressed: HashSet<Vec<u32>>,
    /// Which persons are suppressed, by their codes, where they stay in the release otherwise.
    pub gone: Option<Vec<bool>>,
    /// The same of the tuples, each of which is of persons with one trail.
    gone_tuples: Vec<bool>,
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
        let (classes, class_of) = problem.classes_and_cells(&shown);
        let is_suppressed = problem.suppressed(&classes, &point.outcome);
        let (mut kept, mut suppressed) = (Vec::<(Vec<u32>, u64)>::new(), HashSet::new());
        // Of trails several classes show the same.
        let mut place: HashMap<Vec<u32>, usize> = HashMap::new();
        for ((groups, rows), out) in
            problem.sets_of_classes(&shown, &classes).into_iter().zip(&classes.rows).zip(&is_suppressed)
        {
            match (out, class_of.is_some()) {
                (true, true) => {}
                (true, false) => drop(suppressed.insert(groups)),
                (false, false) => kept.push((groups, *rows)),
                (false, true) => match place.get(&groups) {
                    Some(at) => kept[*at].1 += rows,
                    None => {
                        place.insert(groups.clone(), kept.len());
                        kept.push((groups, *rows));
                    }
                },
            }
        }
        let of_cells = |of: &Vec<u32>| of.iter().map(|class| is_suppressed[*class as usize]).collect();
        let gone_tuples: Vec<bool> = class_of.as_ref().map(of_cells).unwrap_or_default();
        let stays = |sets: &[u32]| suppressed.is_empty() || !suppressed.contains(sets);
        let own = |tuple: usize| match gone_tuples.get(tuple) {
            Some(gone) => !gone,
            None => stays(&shown.of_tuple(frequency, tuple)),
        };
        let own: Vec<bool> = (0..frequency.distinct()).map(own).collect();
        let (rows, shares) = match &shown {
            Shown::ByClass(regions) if !regions.shares().is_empty() => {
                (regions.rows_left(frequency, |class| stays(regions.shows(class))), regions.shares())
            }
            _ => (frequency.counts.iter().zip(&own).map(|(rows, stays)| rows * u64::from(*stays)).collect(), &[][..]),
        };
        // Rows that stay or go otherwise than the others of their tuple.
        let left = |share: &Share| matches!(&shown, Shown::ByClass(regions) if stays(regions.shows(share.class)));
        let moved: Vec<(&Share, bool)> = shares
            .iter()
            .map(|share| (share, left(share)))
            .filter(|(share, left)| own[share.tuple as usize] != *left)
            .collect();
        let of_column = |(column, attribute): (&Vec<u32>, usize)| {
            let mut left = vec![0; frequency.attributes[attribute].counts.len()];
            column.iter().zip(&rows).for_each(|(value, rows)| left[*value as usize] += rows);
            left
        };
        let of_tracked = |tracked: &Tracked| {
            let mut rows = vec![0; tracked.totals.len()];
            for tuple in (0..own.len()).filter(|tuple| own[*tuple]) {
                let histogram = tracked.histograms.of(tuple);
                histogram.values.iter().zip(histogram.counts).for_each(|(value, n)| rows[*value as usize] += n);
            }
            // Rows are shared out by value wherever some of them may go and others stay.
            for (share, left) in &moved {
                if let Some(of_value) = share.value.and_then(|value| rows.get_mut(value as usize)) {
                    *of_value = if *left { *of_value + share.rows } else { *of_value - share.rows };
                }
            }
            rows
        };
        let quasi = frequency.columns.iter().zip(0..).map(of_column).collect();
        let sensitive = frequency.sensitive.iter().map(of_tracked).collect();
        let label = frequency.label.as_ref().map(of_tracked);
        let persons = frequency.persons.as_ref().map(|persons| {
            let (mut released, mut lost) = (HashSet::new(), HashSet::new());
            for (tuple, stays) in own.iter().enumerate() {
                let into = if *stays { &mut released } else { &mut lost };
                into.extend(persons.of.of(tuple).values.iter().copied());
            }
            Left { released: released.len() as u64, lost: lost.len() as u64 }
        });
        let gone = class_of.and(frequency.persons.as_ref()).map(|persons| {
            let mut gone = vec![false; persons.len()];
            for (tuple, _) in gone_tuples.iter().enumerate().filter(|(_, gone)| **gone) {
                persons.of.of(tuple).values.iter().for_each(|person| gone[*person as usize] = true);
            }
            gone
        });
        Released { shown, kept, suppressed, gone, gone_tuples, quasi, sensitive, label, persons }
    }

    /// Are the rows of a tuple suppressed, which shows these groups?
    pub fn has_lost(&self, tuple: usize, groups: &[u32]) -> bool {
        self.gone_tuples.get(tuple).copied().unwrap_or_else(|| self.suppressed.contains(groups))
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
