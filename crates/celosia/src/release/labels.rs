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
    /// A level of a hierarchy shows its own labels.
    pub fn of_level(hierarchy: &Hierarchy, level: u8) -> Labels {
        let Level { group_of, labels } = hierarchy.levels[level as usize].clone();
        Labels { group_of, labels }
    }

    /// The labels of any groups, from the hierarchy where it has a name for them.
    ///
    /// A group carries the label of the lowest level that has a group which holds all its values and no other common one:
    /// if a group is one of the hierarchy's, it is called so, and whether a rare value belongs to its neighbour instead
    /// does not change that. Other groups of numbers and dates read as ranges ([`Bounds`]), other groups of text list their
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

/// A level, and how many values and common values each of its groups has.
struct Named<'h> {
    level: &'h Level,
    values: Vec<usize>,
    common: Vec<usize>,
}

impl<'h> Named<'h> {
    fn new(domain: &Domain, level: &'h Level) -> Named<'h> {
        let none = vec![0; level.labels.len()];
        let mut named = Named { level, values: none.clone(), common: none };
        for (code, group) in level.group_of.iter().enumerate() {
            named.values[*group as usize] += 1;
            named.common[*group as usize] += usize::from(domain.counts[code] >= COMMON);
        }
        named
    }

    /// The group that all these values belong to.
    fn around(&self, values: &[usize]) -> Option<u32> {
        let group = self.level.group_of[*values.first()?];
        values.iter().all(|code| self.level.group_of[*code] == group).then_some(group)
    }

    /// Is this group exactly those values?
    fn is(&self, group: u32, values: &[usize]) -> bool {
        self.values[group as usize] == values.len() && self.around(values) == Some(group)
    }
}

fn label(domain: &Domain, names: &[Named], bounds: Option<&Bounds>, group: &[usize]) -> String {
    if let [only] = *group {
        return domain.values[only].clone();
    }
    // The same set of values.
    let own = |named: &Named| {
        let around = named.around(group).filter(|around| named.is(*around, group))?;
        Some(named.level.labels[around as usize].clone())
    };
    if let Some(label) = names.iter().find_map(own) {
        return label;
    }
    let missing = domain.missing.map(|code| code as usize).filter(|code| group.contains(code));
    let present: Vec<usize> = group.iter().copied().filter(|code| missing != Some(*code)).collect();
    let common = |codes: &[usize]| codes.iter().filter(|code| domain.counts[**code] >= COMMON).count();
    // The same common values, and room for the others.
    let named = names.iter().find_map(|named| {
        let around = named.around(&present).filter(|_| common(&present) > 0)?;
        let inside: Vec<usize> = group.iter().copied().filter(|code| named.level.group_of[*code] == around).collect();
        let label = &named.level.labels[around as usize];
        (named.common[around as usize] == common(&inside)).then(|| (label.clone(), inside.len() == group.len()))
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
