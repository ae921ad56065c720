//! Hierarchies: for each value of a column the groups that it joins, level by level, up to one group.
//!
//! A builder says for each value of a [`Domain`] the labels of its groups from level 1 up; [`Hierarchy::new`] checks
//! that they form a hierarchy. One builder per file.

mod auto;
pub(crate) mod bounds;
mod csv;
mod date;
mod interval;
pub(crate) mod label;
pub(crate) mod spans;
mod leaves;
mod mask;
mod missing;
mod order;
mod outline;
mod outliers;
mod shows;
mod taxonomy;
mod time;
mod trees;
pub mod write;

pub use outline::outline;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;

pub use missing::usual_value;

use crate::error::{Error, Result};
use crate::study::{HierarchySpec, Kind};
use crate::table::{Domain, Writing};

/// The label of the group that holds everything.
pub const TOP: &str = "*";

/// For each value the labels of its groups from level 1 up, or nothing where the builder does not cover the value.
pub type Paths = Vec<Option<Vec<String>>>;

/// A checked hierarchy over a column's domain.
#[derive(Debug, Clone)]
pub struct Hierarchy {
    /// The levels; level 0 is the values themselves, the last has one group.
    pub levels: Vec<Level>,
    /// The values in the order in which people list them: by number or date; text as its file or taxonomy lists it.
    pub order: Vec<u32>,
    /// The finest level that is worth considering. Spaces begin there; levels keep their numbers.
    pub floor: usize,
    /// What each level shows, in words.
    shows: Vec<String>,
    /// How many leaves each group of each level has, where a file or a taxonomy lists them: also those that the table lacks.
    pub leaves: Option<Vec<Vec<u64>>>,
    /// How the labels read otherwise, where the same intervals are worded by what numbers they hold.
    other: Option<Worded>,
}

/// The labels of all levels in the words for whole numbers ("20–29"), or in those for all numbers ("20 to under 30").
#[derive(Debug, Clone)]
struct Worded {
    whole: bool,
    labels: Vec<Vec<String>>,
}

/// One level: a partition of the values.
#[derive(Debug, Clone)]
pub struct Level {
    /// Group of each value.
    pub group_of: Vec<u32>,
    /// Label of each group.
    pub labels: Vec<String>,
}

/// Builds the hierarchy that a study asks for.
pub fn build(spec: &HierarchySpec, domain: &Domain) -> Result<Hierarchy> {
    let whole = is_whole(domain);
    let mut listed = None;
    let mut between = shows::of(spec, domain);
    let (name, paths) = match spec {
        HierarchySpec::Auto => {
            let (paths, words) = auto::paths(domain, whole)?;
            between = words;
            ("auto".to_string(), paths)
        }
        HierarchySpec::Flat => ("flat".into(), vec![Some(vec![TOP.to_string()]); domain.len()]),
        HierarchySpec::File(path) => {
            let lookup = listed.insert(csv::read_file(path)?);
            (path.display().to_string(), lookup.paths(domain))
        }
        HierarchySpec::Interval(intervals) => ("interval".into(), interval::paths(intervals, domain, whole)?),
        HierarchySpec::Mask(mask) => ("mask".into(), mask::paths(mask, domain)?),
        HierarchySpec::Date(units) => ("date".into(), date::paths(units, domain)?),
        HierarchySpec::Time(units) => ("time".into(), time::paths(units, domain)?),
        HierarchySpec::Order(sizes) => ("order".into(), order::paths(sizes, domain)?),
        HierarchySpec::Sets(spec) => (spec.method.name().into(), trees::paths(spec, domain)?),
        HierarchySpec::Taxonomy(tree) => {
            let lookup = listed.insert(taxonomy::lookup(tree, domain)?);
            ("taxonomy".into(), lookup.paths(domain))
        }
        HierarchySpec::TaxonomyFile(path) => {
            let lookup = listed.insert(taxonomy::lookup(&taxonomy::read(path)?, domain)?);
            (path.display().to_string(), lookup.paths(domain))
        }
    };
    // The same groups in the other words.
    let other = match spec {
        HierarchySpec::Interval(intervals) => Some(interval::paths(intervals, domain, !whole)?),
        HierarchySpec::Auto if matches!(domain.kind, Kind::Integer | Kind::Decimal) => {
            Some(auto::paths(domain, !whole)?.0)
        }
        _ => None,
    };
    let with_missing = |paths, whole| -> Result<Paths> {
        let paths = missing::joined(spec, domain, paths, listed.as_ref(), whole)?;
        Ok(missing::alone(domain, paths, listed.as_ref().and_then(|listed| listed.path_of_missing())))
    };
    let paths = with_missing(paths, whole)?;
    let other = other.map(|paths| with_missing(paths, !whole)).transpose()?;
    let mut hierarchy = Hierarchy::new(&name, domain, paths)?;
    hierarchy.shows = shows::all(between, hierarchy.height());
    hierarchy.other = other.map(|paths| Worded { whole: !whole, labels: hierarchy.labels_of(paths) });
    hierarchy.leaves = listed.as_ref().map(|listed| leaves::of_groups(&hierarchy, domain, listed));
    if let Some(listed) = listed.filter(|_| domain.kind == Kind::String) {
        // Stable, so that a missing value, which the list need not have, stays behind the others.
        hierarchy.order.sort_by_key(|code| listed.place(domain, *code as usize));
    }
    missing::placed(&mut hierarchy, domain);
    Ok(hierarchy)
}

impl Hierarchy {
    /// Checks paths and numbers their groups: every value covered, levels nest, the top is one group. Groups of a level
    /// are told apart by their labels, so two groups that share a label show as levels that do not nest.
    pub fn new(name: &str, domain: &Domain, paths: Paths) -> Result<Hierarchy> {
        let paths = missing::alone(domain, paths, None);
        let uncovered: Vec<usize> = (0..domain.len()).filter(|&code| paths[code].is_none()).collect();
        if !uncovered.is_empty() {
            let first =
                uncovered.iter().take(10).map(|&c| (domain.values[c].clone(), domain.seen[c].clone())).collect();
            return Err(Error::Uncovered {
                column: domain.column.clone(),
                hierarchy: name.into(),
                first,
                count: uncovered.len(),
            });
        }
        let paths: Vec<Vec<String>> = paths.into_iter().flatten().collect();
        let height = paths.iter().map(Vec::len).max().unwrap_or(0);
        if let Some(code) = paths.iter().position(|p| p.len() != height) {
            return Err(Error::Hierarchy {
                column: domain.column.clone(),
                what: format!(
                    "\"{}\" has {} levels above it where others have {height}",
                    domain.values[code],
                    paths[code].len()
                ),
                hint: "give every value the same number of levels; repeat a label where a value has fewer".into(),
            });
        }
        let mut levels = vec![Level { group_of: (0..domain.len() as u32).collect(), labels: domain.values.clone() }];
        for level in 0..height {
            levels.push(number_groups(paths.iter().map(|p| p[level].as_str())));
        }
        let hierarchy = Hierarchy {
            levels,
            order: (0..domain.len() as u32).collect(),
            floor: 0,
            shows: shows::all(Vec::new(), height),
            leaves: None,
            other: None,
        };
        hierarchy.check_nesting(domain)?;
        hierarchy.check_top(domain)?;
        Ok(hierarchy)
    }

    /// The labels that paths over the same groups give them, level by level.
    fn labels_of(&self, paths: Paths) -> Vec<Vec<String>> {
        let mut labels: Vec<Vec<String>> = self.levels.iter().map(|level| level.labels.clone()).collect();
        for (code, path) in paths.into_iter().enumerate() {
            for (level, label) in (1..).zip(path.into_iter().flatten()) {
                labels[level][self.levels[level].group_of[code] as usize] = label;
            }
        }
        labels
    }

    /// The same hierarchy in the words for whole numbers, or in those for all numbers, where it has both.
    pub(crate) fn worded(&self, whole: bool) -> Cow<'_, Hierarchy> {
        let Some(Worded { labels, .. }) = self.other.as_ref().filter(|other| other.whole == whole) else {
            return Cow::Borrowed(self);
        };
        let level = |(level, labels): (&Level, &Vec<String>)| Level { labels: labels.clone(), ..level.clone() };
        Cow::Owned(Hierarchy {
            levels: self.levels.iter().zip(labels).map(level).collect(),
            order: self.order.clone(),
            floor: self.floor,
            shows: self.shows.clone(),
            leaves: self.leaves.clone(),
            other: None,
        })
    }

    /// Its levels from one up, over some of its values.
    pub(crate) fn over(&self, floor: usize, codes: &[usize]) -> Hierarchy {
        let among = |level: &Level| Level {
            group_of: codes.iter().map(|code| level.group_of[*code]).collect(),
            labels: level.labels.clone(),
        };
        let levels = self.levels[floor..].iter().map(among).collect();
        let shows = self.shows[floor..].to_vec();
        Hierarchy { levels, order: (0..codes.len() as u32).collect(), floor: 0, shows, leaves: None, other: None }
    }

    /// What a level shows, in words: "in steps of 10".
    pub fn shows(&self, level: usize) -> &str {
        &self.shows[level]
    }

    /// Steps from the values to the top: the length of the domain generalization hierarchy (POkA 3).
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    /// The same hierarchy with a floor.
    pub fn with_floor(self, domain: &Domain, floor: usize) -> Result<Hierarchy> {
        if floor > self.height() {
            let what = format!("floor {floor} is above the top, which is level {}", self.height());
            return Err(refuse(domain, what, "give a lower level"));
        }
        Ok(Hierarchy { floor, ..self })
    }

    /// For each value the one that stands for its group at the floor: the first in the column's order. A missing value
    /// stands for itself, so that a row with one can still be told.
    pub fn at_floor(&self, domain: &Domain) -> Vec<u32> {
        let Level { group_of, labels } = &self.levels[self.floor];
        let is_missing = |code: usize| domain.missing == Some(code as u32);
        let mut first = vec![None; labels.len()];
        let mut stands = |code: usize| match is_missing(code) {
            true => code as u32,
            false => *first[group_of[code] as usize].get_or_insert(code as u32),
        };
        (0..group_of.len()).map(&mut stands).collect()
    }

    /// The label that a value shows at a level.
    pub fn label(&self, level: usize, code: usize) -> &str {
        let level = &self.levels[level];
        &level.labels[level.group_of[code] as usize]
    }

    fn check_nesting(&self, domain: &Domain) -> Result<()> {
        for (below, pair) in self.levels.windows(2).enumerate() {
            let mut parent: Vec<Option<usize>> = vec![None; pair[0].labels.len()];
            for code in 0..domain.len() {
                let group = pair[0].group_of[code] as usize;
                let first = *parent[group].get_or_insert(code);
                if pair[1].group_of[first] != pair[1].group_of[code] {
                    return Err(Error::Hierarchy {
                        column: domain.column.clone(),
                        what: format!(
                            "levels do not nest: \"{}\" of level {below} is part of \"{}\" for the value \"{}\" \
                             and of \"{}\" for \"{}\" at level {}",
                            pair[0].labels[group],
                            self.label(below + 1, first),
                            domain.values[first],
                            self.label(below + 1, code),
                            domain.values[code],
                            below + 1
                        ),
                        hint: "a group must lie within one group of the next level; \
                               two different groups of a level need two different labels"
                            .into(),
                    });
                }
            }
        }
        Ok(())
    }

    fn check_top(&self, domain: &Domain) -> Result<()> {
        match self.levels.last() {
            Some(top) if top.labels.len() <= 1 => Ok(()),
            Some(top) => Err(Error::Hierarchy {
                column: domain.column.clone(),
                what: format!(
                    "the top level has {} groups (\"{}\", \"{}\", …)",
                    top.labels.len(),
                    top.labels[0],
                    top.labels[1]
                ),
                hint: "add a last level with the same label, such as *, for every value".into(),
            }),
            None => Ok(()),
        }
    }
}

/// The values as text, in the order of their codes; nothing for the missing value.
fn present(domain: &Domain) -> impl Iterator<Item = Option<&str>> {
    let missing = domain.missing.map(|code| code as usize);
    domain.values.iter().enumerate().map(move |(code, value)| (missing != Some(code)).then_some(value.as_str()))
}

/// A hierarchy that cannot be built as asked.
fn refuse(domain: &Domain, what: String, hint: &str) -> Error {
    Error::Hierarchy { column: domain.column.clone(), what, hint: hint.into() }
}

/// Are all values whole numbers? Then an interval reads "20–29", which would be wrong for 29.5.
fn is_whole(domain: &Domain) -> bool {
    all_whole(domain.kind, &domain.writing, present(domain).flatten())
}

/// The same for values of a type: what is text may be codes of digits.
pub(crate) fn all_whole<'v>(kind: Kind, writing: &Writing, mut values: impl Iterator<Item = &'v str>) -> bool {
    match kind {
        Kind::Integer => true,
        Kind::Decimal | Kind::Date | Kind::Time => false,
        Kind::String => values.all(|value| writing.number(Kind::Integer, value).is_some()),
    }
}

/// Numbers labels in the order of their first value, which is the order of the column.
fn number_groups<'a>(labels: impl Iterator<Item = &'a str>) -> Level {
    let mut known: HashMap<&str, u32> = HashMap::new();
    let mut level = Level { group_of: Vec::new(), labels: Vec::new() };
    for label in labels {
        let group = *known.entry(label).or_insert_with(|| {
            level.labels.push(label.to_string());
            level.labels.len() as u32 - 1
        });
        level.group_of.push(group);
    }
    level
}
