//! Recoding: which label each value shows at a point, and which rows are suppressed.

use std::collections::{HashMap, HashSet};

use super::{Labels, Source, labels};
use crate::evaluate::Problem;
use crate::front::Point;
use crate::space::Grouping;
use crate::study::{Data, MissingRule, Role};
use crate::table::Domain;

/// A row-wise map from values to labels.
pub struct Recoding<'a> {
    /// The columns that are released, in the table's order.
    pub columns: Vec<Shown<'a>>,
    quasi: Vec<Quasi<'a>>,
    suppressed: HashSet<Vec<u32>>,
    data: &'a Data,
}

/// A released column.
pub struct Shown<'a> {
    /// Position in the table.
    pub position: usize,
    /// Its name.
    pub name: &'a str,
    /// Index among the quasi-identifiers, where it is one.
    pub quasi: Option<usize>,
    /// Its domain, where it was counted.
    pub domain: Option<&'a Domain>,
}

struct Quasi<'a> {
    codes: HashMap<&'a str, u32>,
    show: Labels,
}

/// What becomes of a value, wherever it stands in its column.
pub enum Fate<'a> {
    /// Its rows were never part of the study: a value that counts is missing.
    Dropped,
    /// It was not there when the table was counted.
    Unknown,
    /// It is shown so; of a quasi-identifier with the group that it falls into.
    Shown(&'a str, u32),
}

impl<'a> Recoding<'a> {
    /// The recoding of a point.
    pub fn new(source: &'a Source, problem: &Problem, point: &Point) -> Recoding<'a> {
        let study = &source.study;
        let names: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
        let mut sensitive = study.with_role(Role::Sensitive).map(|c| c.name.as_str()).zip(&source.sensitive);
        let sensitive: HashMap<&str, &Domain> = sensitive.by_ref().collect();
        let mut columns = Vec::new();
        for (position, (name, _)) in source.header.iter().enumerate() {
            let Some(column) = study.columns.iter().find(|c| c.name == *name) else { continue };
            if column.role == Role::Identifier {
                continue;
            }
            let quasi = names.iter().position(|n| n == name);
            let domain = match column.role {
                Role::QuasiIdentifier => quasi.map(|q| &source.domains[q]),
                Role::Sensitive => sensitive.get(name.as_str()).copied(),
                Role::Class => source.label.as_ref(),
                _ => None,
            };
            columns.push(Shown { position, name, quasi, domain });
        }
        let labels = labels(source, problem, point.space, &point.node);
        let quasi = source.domains.iter().zip(labels).map(|(domain, show)| Quasi {
            codes: domain.values.iter().enumerate().map(|(code, v)| (v.as_str(), code as u32)).collect(),
            show,
        });
        let quasi = quasi.collect();
        Recoding { columns, quasi, suppressed: suppressed(problem, point), data: &study.data }
    }

    /// Does a quasi-identifier show its values as they were?
    pub fn is_exact(&self, quasi: usize) -> bool {
        let Quasi { codes, show, .. } = &self.quasi[quasi];
        codes.iter().all(|(value, code)| show.labels[show.group_of[*code as usize] as usize] == **value)
    }

    /// How many quasi-identifiers there are.
    pub fn quasi(&self) -> usize {
        self.quasi.len()
    }

    /// What becomes of a value of a released column.
    pub fn fate<'v>(&'v self, column: usize, value: &'v str) -> Fate<'v> {
        let shown = &self.columns[column];
        let mut value = value;
        if let Some(domain) = shown.domain.filter(|_| self.data.is_missing(value)) {
            match domain.missing {
                _ if self.data.missing_rule == MissingRule::Drop => return Fate::Dropped,
                // All spellings of missing are shown as one.
                Some(code) => value = &domain.values[code as usize],
                None => {}
            }
        }
        let Some(quasi) = shown.quasi.map(|quasi| &self.quasi[quasi]) else { return Fate::Shown(value, 0) };
        let Some(code) = quasi.codes.get(value) else { return Fate::Unknown };
        let group = quasi.show.group_of[*code as usize];
        Fate::Shown(&quasi.show.labels[group as usize], group)
    }

    /// Is the class of these groups, one per quasi-identifier, suppressed?
    pub fn is_suppressed(&self, groups: &[u32]) -> bool {
        !self.suppressed.is_empty() && self.suppressed.contains(groups)
    }
}

/// The groups of the classes below the threshold of any model.
fn suppressed(problem: &Problem, point: &Point) -> HashSet<Vec<u32>> {
    if point.outcome.suppressed == 0 {
        return HashSet::new();
    }
    classes(problem, point).filter(|(suppressed, _)| *suppressed).map(|(_, groups)| groups).collect()
}

/// The labels of the classes that a release of a point suppresses, in the order of the quasi-identifiers.
pub fn suppressed_labels(problem: &Problem, point: &Point, labels: &[Labels]) -> Vec<Vec<String>> {
    let label = |(labels, group): (&Labels, u32)| labels.labels[group as usize].clone();
    let classes = suppressed(problem, point).into_iter();
    classes.map(|groups| labels.iter().zip(groups).map(label).collect()).collect()
}

/// How many groups of each quasi-identifier are left in a release of a point.
pub fn groups_shown(problem: &Problem, point: &Point) -> Vec<usize> {
    let mut shown = vec![HashSet::new(); problem.frequency.columns.len()];
    for (_, groups) in classes(problem, point).filter(|(suppressed, _)| !suppressed) {
        shown.iter_mut().zip(groups).for_each(|(shown, group)| shown.extend([group]));
    }
    shown.iter().map(HashSet::len).collect()
}

/// For each class of a point whether it is suppressed, and the groups that its rows fall into.
fn classes(problem: &Problem, point: &Point) -> impl Iterator<Item = (bool, Vec<u32>)> {
    let groupings = problem.groupings(point.space, &point.node);
    let classes = problem.classes_of(&groupings.iter().collect::<Vec<&Grouping>>());
    let suppressed = problem.suppressed(&classes, &point.outcome);
    suppressed.into_iter().zip(classes.first).map(move |(suppressed, first)| {
        let values = problem.frequency.columns.iter().map(|column| column[first as usize]);
        (suppressed, groupings.iter().zip(values).map(|(grouping, value)| grouping.group_of[value as usize]).collect())
    })
}
