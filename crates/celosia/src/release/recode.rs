//! Recoding: which label each value shows at a point, and which rows are suppressed.

use std::collections::HashMap;

use super::Source;
use super::by_class::ByClass;
use super::labels::{Labels, released_labels};
use super::released::Released;
use crate::evaluate::Problem;
use crate::front::Point;
use crate::space;
use crate::study::{Data, MissingRule, Role};
use crate::table::Domain;

/// A row-wise map from values to labels.
pub struct Recoding<'a> {
    /// The columns that are released, in the table's order.
    pub columns: Vec<Shown<'a>>,
    /// What is left of the table.
    pub released: Released,
    quasi: Vec<Quasi<'a>>,
    /// Where a value shows what its class does.
    pub by_class: Option<ByClass>,
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
    /// Which values of the domain occur in the release.
    pub left: Vec<bool>,
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
    /// It shows what the class of its row does: all codes of the row together say which.
    Coded(u32),
}

impl<'a> Recoding<'a> {
    /// The recoding of a point.
    pub fn new(source: &'a Source, problem: &Problem, point: &Point) -> Recoding<'a> {
        let study = &source.study;
        let names: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
        let released = Released::new(problem, point);
        let sensitive = study.with_role(Role::Sensitive).map(|c| c.name.as_str());
        let sensitive: HashMap<&str, (&Domain, &Vec<u64>)> =
            sensitive.zip(source.sensitive.iter().zip(&released.sensitive)).collect();
        let counted = |rows: &Vec<u64>| rows.iter().map(|rows| *rows > 0).collect();
        let mut columns = Vec::new();
        for (position, (name, _)) in source.header.iter().enumerate() {
            let Some(column) = study.columns.iter().find(|c| c.name == *name) else { continue };
            if column.role == Role::Identifier {
                continue;
            }
            let quasi = names.iter().position(|n| n == name);
            let known = match column.role {
                Role::QuasiIdentifier => quasi.map(|q| (&source.domains[q], released.shown(q, &source.hierarchies[q]))),
                Role::Sensitive => sensitive.get(name.as_str()).map(|(domain, rows)| (*domain, counted(rows))),
                Role::Class => source.label.as_ref().zip(released.label.as_ref().map(counted)),
                _ => None,
            };
            let (domain, left) = known.map_or((None, Vec::new()), |(domain, left)| (Some(domain), left));
            columns.push(Shown { position, name, quasi, domain, left });
        }
        let labels = released_labels(source, &point.place, &released);
        let quasi = source.domains.iter().zip(labels).map(|(domain, show)| Quasi {
            codes: domain.values.iter().enumerate().map(|(code, v)| (v.as_str(), code as u32)).collect(),
            show,
        });
        let quasi = quasi.collect();
        let by_class = match &released.shown {
            space::Shown::ByColumn(_) => None,
            space::Shown::ByClass(regions) => Some(ByClass::new(source, &problem.frequency, regions)),
        };
        Recoding { columns, released, quasi, by_class, data: &study.data }
    }

    /// What a quasi-identifier shows.
    pub fn labels(&self, quasi: usize) -> &Labels {
        &self.quasi[quasi].show
    }

    /// Does a column show the values that are left of it as they were?
    pub fn is_exact(&self, column: &Shown) -> bool {
        let Some((domain, quasi)) = column.domain.zip(column.quasi) else { return true };
        let labels = &self.labels(quasi).labels;
        let same = |(set, code): (usize, usize)| !column.left[code] || labels[set] == domain.values[code];
        match &self.released.shown {
            space::Shown::ByColumn(groupings) => {
                groupings[quasi].group_of.iter().enumerate().all(|(code, group)| same((*group as usize, code)))
            }
            space::Shown::ByClass(regions) => {
                let values = |set: usize| regions.sets()[quasi].get(set).values.iter().map(move |c| (set, *c as usize));
                self.released.sets_shown(quasi).into_iter().flat_map(values).all(same)
            }
        }
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
        match (&self.by_class, shown.quasi) {
            (Some(by_class), Some(place)) => Fate::Coded(by_class.counted_as(place, *code)),
            _ => {
                let group = quasi.show.group_of[*code as usize];
                Fate::Shown(&quasi.show.labels[group as usize], group)
            }
        }
    }

    /// The groups that a row shows, one per quasi-identifier, from those of its values, or from their codes where the class
    /// decides; nothing where no row had such values when the table was counted.
    pub fn groups<'g>(&'g self, of_values: &'g [u32]) -> Option<&'g [u32]> {
        match &self.by_class {
            None => Some(of_values),
            Some(by_class) => by_class.sets(of_values),
        }
    }

    /// Is the class of these groups, one per quasi-identifier, suppressed?
    pub fn is_suppressed(&self, groups: &[u32]) -> bool {
        !self.released.suppressed.is_empty() && self.released.suppressed.contains(groups)
    }
}
