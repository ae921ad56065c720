//! The labels that a point of any space shows. They are published: they name no rare value, and no rare value moves them.

use super::Source;
use crate::evaluate::Problem;
use crate::hierarchy::bounds::Bounds;
use crate::hierarchy::label::{COMMON, distinct, list};
use crate::hierarchy::{Hierarchy, Level};
use crate::space::{Grouping, Space};
use crate::table::Domain;

/// What an attribute shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Group of each value.
    pub group_of: Vec<u32>,
    /// Label of each group, no two the same.
    pub labels: Vec<String>,
}

/// What each quasi-identifier shows at a point of a space.
pub fn labels(source: &Source, problem: &Problem, space: Space, point: &[u8]) -> Vec<Labels> {
    let attributes = source.domains.iter().zip(&source.hierarchies);
    match space {
        Space::Lattice => attributes.zip(point).map(|((_, h), level)| Labels::of_level(h, *level)).collect(),
        Space::Cuts => {
            let groupings = problem.groupings(space, point);
            attributes.zip(groupings).map(|((domain, h), grouping)| Labels::of_groups(domain, h, &grouping)).collect()
        }
    }
}

impl Labels {
    /// A level of the lattice, which begins at the floor, shows the hierarchy's own labels.
    pub fn of_level(hierarchy: &Hierarchy, level: u8) -> Labels {
        let Level { group_of, labels } = hierarchy.levels[hierarchy.floor + level as usize].clone();
        Labels { group_of, labels }
    }

    /// The labels of any groups, from the hierarchy where it has a name for them.
    ///
    /// A group that is one of the hierarchy's carries the label of the lowest level that has it, and so does a group that is
    /// one but for a few rows: whether a rare value belongs to its neighbour instead does not change its name. Other groups of numbers and dates read as ranges ([`Bounds`]), other groups of text list their
    /// common values. Missing values are behind all others and are said apart; a few of them are called rare.
    pub fn of_groups(domain: &Domain, hierarchy: &Hierarchy, grouping: &Grouping) -> Labels {
        let mut groups = vec![Vec::new(); grouping.groups];
        for (code, group) in grouping.group_of.iter().enumerate() {
            groups[*group as usize].push(code);
        }
        let names: Vec<Named> = hierarchy.levels.iter().map(|level| Named::new(domain, level)).collect();
        let bounds = Bounds::new(domain);
        let plain = groups.iter().map(|group| label(domain, &names, bounds.as_ref(), group)).collect();
        Labels { group_of: grouping.group_of.clone(), labels: distinct(plain, |group| groups[group].len() == 1) }
    }
}

/// A level, and how many values and rows each of its groups has.
struct Named<'h> {
    level: &'h Level,
    values: Vec<usize>,
    rows: Vec<u64>,
}

impl<'h> Named<'h> {
    fn new(domain: &Domain, level: &'h Level) -> Named<'h> {
        let groups = level.labels.len();
        let mut named = Named { level, values: vec![0; groups], rows: vec![0; groups] };
        for (code, group) in level.group_of.iter().enumerate() {
            named.values[*group as usize] += 1;
            named.rows[*group as usize] += domain.counts[code];
        }
        named
    }

    /// The group that all these values belong to.
    fn around(&self, values: &[usize]) -> Option<u32> {
        let group = self.level.group_of[*values.first()?];
        values.iter().all(|code| self.level.group_of[*code] == group).then_some(group)
    }
}

fn label(domain: &Domain, names: &[Named], bounds: Option<&Bounds>, group: &[usize]) -> String {
    if let [only] = *group {
        return domain.values[only].clone();
    }
    // The same set of values.
    let own = |named: &Named| {
        let around = named.around(group)? as usize;
        (named.values[around] == group.len()).then(|| named.level.labels[around].clone())
    };
    if let Some(label) = names.iter().find_map(own) {
        return label;
    }
    let missing = domain.missing.map(|code| code as usize).filter(|code| group.contains(code));
    let present: Vec<usize> = group.iter().copied().filter(|code| missing != Some(*code)).collect();
    // The same values but for a few rows, which other groups have.
    let named = names.iter().find_map(|named| {
        let around = named.around(&present)?;
        let inside: Vec<usize> = group.iter().copied().filter(|code| named.level.group_of[*code] == around).collect();
        let rows: u64 = inside.iter().map(|code| domain.counts[*code]).sum();
        let same = rows >= COMMON && named.rows[around as usize] - rows < COMMON;
        same.then(|| (named.level.labels[around as usize].clone(), inside.len() == group.len()))
    });
    let (said, whole) = named.unwrap_or_else(|| (of_values(domain, bounds, &present), false));
    match missing.filter(|_| !whole) {
        Some(code) if domain.counts[code] >= COMMON => format!("{said} or missing"),
        Some(_) if !said.ends_with("or rare") => format!("{said} or rare"),
        _ => said,
    }
}

/// Values that the hierarchy has no name for: a range where they are one, and a list otherwise.
fn of_values(domain: &Domain, bounds: Option<&Bounds>, values: &[usize]) -> String {
    let range = match (bounds, values) {
        (Some(bounds), [first, .., last]) if last - first + 1 == values.len() => bounds.label(*first, *last),
        _ => None,
    };
    range.unwrap_or_else(|| list(domain, values))
}
