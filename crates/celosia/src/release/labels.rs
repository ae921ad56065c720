//! The labels that a point of any space shows. They are published: they name no rare value, and no rare value moves them.

use super::Source;
use super::released::Released;
use crate::evaluate::Problem;
use crate::hierarchy::bounds::Bounds;
use crate::hierarchy::label::{COMMON, distinct, of_values};
use crate::hierarchy::{Hierarchy, Level, TOP};
use crate::space::{Grouping, Space};
use crate::study::{Kind, Role};
use crate::table::{Domain, compare, infer};

/// What an attribute shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Group of each value.
    pub group_of: Vec<u32>,
    /// Label of each group, no two the same but for groups that a release does not show, which are `*`.
    pub labels: Vec<String>,
}

/// What each quasi-identifier shows at a point of a space, whatever is suppressed. Not for publication: rows that a release
/// suppresses have a part in these labels.
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

/// What each quasi-identifier shows in a release of a point: made from the released rows and the hierarchies alone.
pub fn released_labels(source: &Source, space: Space, node: &[u8], released: &Released) -> Vec<Labels> {
    let columns = source.study.with_role(Role::QuasiIdentifier).zip(source.domains.iter().zip(&source.hierarchies));
    let labels = columns.enumerate().map(|(quasi, (column, (domain, hierarchy)))| match space {
        // A hierarchy is a setting, and so are its labels.
        Space::Lattice => Labels::of_level(hierarchy, node[quasi]),
        Space::Cuts => {
            Labels::of_released(domain, hierarchy, &released.groupings[quasi], &released.quasi[quasi], column.kind)
        }
    });
    labels.collect()
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
    /// one but for a few rows: whether a rare value belongs to its neighbour instead does not change its name. Other groups of
    /// numbers and dates read as ranges ([`Bounds`]), other groups of text list their common values. Missing values are behind
    /// all others and are said apart; a few of them are called rare.
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

    /// The same for a release, given the rows of each value that are left: as if the column held nothing else, its type
    /// and its order included, unless the study gives the type.
    pub fn of_released(
        domain: &Domain,
        hierarchy: &Hierarchy,
        grouping: &Grouping,
        rows: &[u64],
        kind: Option<Kind>,
    ) -> Labels {
        let (domain, hierarchy, codes) = match hierarchy.floor {
            0 => left(domain, hierarchy, rows, kind),
            _ => left_at_floor(domain, hierarchy, rows),
        };
        // Groups by their first value that is left.
        let mut numbers = vec![None; grouping.groups];
        let mut shown = Vec::new();
        for code in &codes {
            let group = grouping.group_of[*code] as usize;
            numbers[group].get_or_insert_with(|| {
                shown.push(group);
                shown.len() as u32 - 1
            });
        }
        let group_of = codes.iter().filter_map(|code| numbers[grouping.group_of[*code] as usize]).collect();
        let among = Grouping { group_of, groups: shown.len(), heights: vec![0.0; shown.len()] };
        let mut labels = vec![TOP.to_string(); grouping.groups];
        for (group, label) in shown.into_iter().zip(Labels::of_groups(&domain, &hierarchy, &among).labels) {
            labels[group] = label;
        }
        Labels { group_of: grouping.group_of.clone(), labels }
    }
}

/// A column of the values that have rows left, its hierarchy over them, and the code that each of them has in the whole
/// column.
fn left(domain: &Domain, hierarchy: &Hierarchy, rows: &[u64], kind: Option<Kind>) -> (Domain, Hierarchy, Vec<usize>) {
    let is_missing = |code: usize| domain.missing == Some(code as u32);
    let mut codes: Vec<usize> = (0..domain.len()).filter(|code| rows[*code] > 0).collect();
    let real: Vec<&str> =
        codes.iter().filter(|code| !is_missing(**code)).map(|code| domain.values[*code].as_str()).collect();
    let kind = kind.unwrap_or_else(|| infer(&real));
    let by_value = |a: &usize, b: &usize| compare(kind, &domain.values[*a], &domain.values[*b]);
    codes.sort_by(|a, b| is_missing(*a).cmp(&is_missing(*b)).then_with(|| by_value(a, b)));
    let missing = codes.iter().position(|code| is_missing(*code)).map(|place| place as u32);
    let own = Domain {
        column: domain.column.clone(),
        kind,
        values: codes.iter().map(|code| domain.values[*code].clone()).collect(),
        counts: codes.iter().map(|code| rows[*code]).collect(),
        seen: Vec::new(),
        missing,
        spellings: Vec::new(),
    };
    (own, over(hierarchy, 0, &codes), codes)
}

/// The same for a column with a floor, of which only the groups at the floor are known: they stand for the values, under
/// their labels, which are the hierarchy's.
fn left_at_floor(domain: &Domain, hierarchy: &Hierarchy, rows: &[u64]) -> (Domain, Hierarchy, Vec<usize>) {
    let Level { group_of, labels } = &hierarchy.levels[hierarchy.floor];
    let mut first = vec![None; labels.len()];
    let mut counts = vec![0; labels.len()];
    for code in (0..domain.len()).filter(|code| rows[*code] > 0) {
        first[group_of[code] as usize].get_or_insert(code);
        counts[group_of[code] as usize] += rows[code];
    }
    let mut groups: Vec<(&String, usize, u64)> = first
        .iter()
        .zip(labels.iter().zip(&counts))
        .filter_map(|(first, (label, rows))| first.map(|code| (label, code, *rows)))
        .collect();
    groups.sort();
    let codes: Vec<usize> = groups.iter().map(|(_, code, _)| *code).collect();
    let own = Domain {
        column: domain.column.clone(),
        kind: Kind::String,
        values: groups.iter().map(|(label, ..)| label.to_string()).collect(),
        counts: groups.iter().map(|(.., rows)| *rows).collect(),
        seen: Vec::new(),
        missing: None,
        spellings: Vec::new(),
    };
    (own, over(hierarchy, hierarchy.floor, &codes), codes)
}

/// A hierarchy from a level up, over some of its values.
fn over(hierarchy: &Hierarchy, floor: usize, codes: &[usize]) -> Hierarchy {
    let among = |level: &Level| Level {
        group_of: codes.iter().map(|code| level.group_of[*code]).collect(),
        labels: level.labels.clone(),
    };
    let levels = hierarchy.levels[floor..].iter().map(among).collect();
    Hierarchy { levels, order: (0..codes.len() as u32).collect(), floor: 0 }
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
