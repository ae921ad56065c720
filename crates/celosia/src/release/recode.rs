//! Recoding: which label each value shows at a point, and which rows are suppressed.

use std::collections::{HashMap, HashSet};

use super::verify::CHANGED;
use super::{Labels, Source, labels};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Point;
use crate::space::Grouping;
use crate::study::{Data, MissingRule, Role};
use crate::table::{Batch, Domain};

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
    /// Index among the released columns.
    shown: usize,
}

/// What becomes of a row.
pub enum Fate<'a> {
    /// It was never part of the study: a value that counts is missing.
    Dropped,
    /// Its class is too weak.
    Suppressed,
    /// Its values as they are shown.
    Kept(Vec<&'a str>),
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
        let quasi = source.domains.iter().zip(labels).enumerate().map(|(q, (domain, show))| Quasi {
            codes: domain.values.iter().enumerate().map(|(code, v)| (v.as_str(), code as u32)).collect(),
            show,
            shown: columns.iter().position(|c| c.quasi == Some(q)).unwrap_or(0),
        });
        let quasi = quasi.collect();
        Recoding { columns, quasi, suppressed: suppressed(problem, point), data: &study.data }
    }

    /// Does a quasi-identifier show its values as they were?
    pub fn is_exact(&self, quasi: usize) -> bool {
        let Quasi { codes, show, .. } = &self.quasi[quasi];
        codes.iter().all(|(value, code)| show.labels[show.group_of[*code as usize] as usize] == **value)
    }

    /// What becomes of a row of a batch that holds the released columns.
    pub fn fate<'b>(&'b self, batch: &'b Batch, row: usize) -> Result<Fate<'b>> {
        let mut values: Vec<&str> = (0..self.columns.len()).map(|column| batch.value(column, row)).collect();
        for (value, column) in values.iter_mut().zip(&self.columns) {
            if let Some(domain) = column.domain.filter(|_| self.data.is_missing(value)) {
                match domain.missing {
                    _ if self.data.missing_rule == MissingRule::Drop => return Ok(Fate::Dropped),
                    // All spellings of missing are shown as one.
                    Some(code) => *value = &domain.values[code as usize],
                    None => {}
                }
            }
        }
        let mut groups = Vec::with_capacity(self.quasi.len());
        for quasi in &self.quasi {
            let Some(code) = quasi.codes.get(values[quasi.shown]).copied() else {
                let what = "a value that was not there when the table was counted".into();
                return Err(Error::Table { place: batch.place(row), what, hint: CHANGED.into() });
            };
            let group = quasi.show.group_of[code as usize];
            values[quasi.shown] = &quasi.show.labels[group as usize];
            groups.push(group);
        }
        Ok(if self.suppressed.contains(&groups) { Fate::Suppressed } else { Fate::Kept(values) })
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
