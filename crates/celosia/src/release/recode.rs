//! Recoding: which label each value shows at a point, and which rows are suppressed.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use super::by_class::{ByClass, Lots};
use super::key::Key;
use super::labels::{Labels, released_labels};
use super::released::Released;
use crate::evaluate::Problem;
use crate::front::Point;
use crate::open::{Column, Held, Source};
use crate::space;
use crate::study::{Missing, Role};

/// A row-wise map from values to labels.
pub struct Recoding<'a> {
    /// The columns that are released, in the table's order.
    pub columns: Vec<Shown<'a>>,
    /// What is left of the table.
    pub released: Released,
    quasi: Vec<Quasi<'a>>,
    /// Where a value shows what its class does.
    pub by_class: Option<ByClass>,
    /// Where the class of a row depends on its value beside: the code of each such value.
    beside: HashMap<&'a str, u32>,
    /// The column that says whose row it is: where it stands, and which rows are nobody's and so go.
    pub person: Option<(usize, Missing)>,
    /// Where persons stay in the release.
    kept: Option<Kept<'a>>,
}

/// Persons who stay in a release: each is shown as a pseudonym.
struct Kept<'a> {
    /// The place of their column among those that are released.
    column: usize,
    /// Who is suppressed.
    gone: HashSet<&'a str>,
    /// Who is who, once that is drawn. As long as it is not, nobody is shown.
    key: OnceLock<Key>,
}

/// A released column.
pub struct Shown<'a> {
    /// The column as it was found.
    pub column: &'a Column,
    /// Which of its values occur in the release, where it was counted.
    pub left: Vec<bool>,
    /// Which of them are missing.
    pub missing: Missing,
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
    /// It is somebody who is suppressed, with all rows.
    Gone,
    /// It is shown so; of a quasi-identifier with the group that it falls into, of the column beside with its code.
    Shown(&'a str, u32),
    /// It shows what the class of its row does: all codes of the row together say which.
    Coded(u32),
}

impl<'a> Recoding<'a> {
    /// The recoding of a point.
    pub fn new(source: &'a Source, problem: &Problem, point: &Point) -> Recoding<'a> {
        let released = Released::new(problem, point);
        let labels = released_labels(source, &point.place, &released);
        let quasi = source.quasi().zip(labels).map(|(quasi, show)| Quasi {
            codes: quasi.domain.values.iter().enumerate().map(|(code, v)| (v.as_str(), code as u32)).collect(),
            show,
        });
        let quasi = quasi.collect();
        let columns = shown(source, &released);
        let by_class = match &released.shown {
            space::Shown::ByColumn(_) => None,
            space::Shown::ByClass(regions) => Some(ByClass::new(source, &problem.frequency, regions)),
        };
        let by_value = by_class.as_ref().is_some_and(|by_class| by_class.by_value);
        let beside = source.columns.iter().filter(|column| by_value && is_beside(column)).filter_map(Column::domain);
        let values = beside.flat_map(|domain| domain.values.iter().zip(0..));
        let beside = values.map(|(value, code)| (value.as_str(), code)).collect();
        let person = source.columns.iter().find(|column| column.said.role == Role::Person);
        let person = person.map(|column| (column.position, source.study.missing(&column.said)));
        let column = columns.iter().position(|shown| shown.column.said.pseudonym);
        let kept = column.zip(released.gone.as_ref()).map(|(column, gone)| {
            let gone = source.persons.iter().zip(gone).filter(|(_, gone)| **gone);
            Kept { column, gone: gone.map(|(person, _)| person.as_str()).collect(), key: OnceLock::new() }
        });
        Recoding { columns, released, quasi, by_class, beside, person, kept }
    }

    /// Do persons stay in the release?
    pub fn keeps_persons(&self) -> bool {
        self.kept.is_some()
    }

    /// Shows persons by a key; the one that was given first stays.
    pub fn show_by(&self, key: Key) -> Option<&Key> {
        self.kept.as_ref().map(|kept| kept.key.get_or_init(|| key))
    }

    /// The key, once there is one.
    pub fn key(&self) -> Option<&Key> {
        self.kept.as_ref()?.key.get()
    }

    /// What a person is shown as.
    pub fn pseudonym(&self, person: &str) -> Option<&str> {
        self.key()?.of(person)
    }

    /// Where the columns stand that a row's recoding looks at: those that are released, then the person's.
    pub fn positions(&self) -> Vec<usize> {
        let released = self.columns.iter().map(|shown| shown.column.position);
        let person = self.person.iter().filter(|_| self.kept.is_none());
        released.chain(person.map(|(position, _)| *position)).collect()
    }

    /// Where the person stands among these.
    pub fn person_at(&self) -> usize {
        self.kept.as_ref().map_or(self.columns.len(), |kept| kept.column)
    }

    /// Is this released column the person's?
    pub fn is_person(&self, column: usize) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.column == column)
    }

    /// What a quasi-identifier shows.
    pub fn labels(&self, quasi: usize) -> &Labels {
        &self.quasi[quasi].show
    }

    /// Does a column show the values that are left of it as they were?
    pub fn is_exact(&self, column: &Shown) -> bool {
        let Some((domain, quasi)) = column.column.domain().zip(column.column.quasi()) else { return true };
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

    /// Does the class of a row depend on its value beside?
    pub fn is_by_value(&self) -> bool {
        self.by_class.as_ref().is_some_and(|by_class| by_class.by_value)
    }

    /// How many quasi-identifiers there are.
    pub fn quasi(&self) -> usize {
        self.quasi.len()
    }

    /// What becomes of a value of a released column.
    pub fn fate<'v>(&'v self, column: usize, value: &'v str) -> Fate<'v> {
        let shown = &self.columns[column];
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.column == column) {
            return match kept.key.get().and_then(|key| key.of(value)) {
                _ if shown.missing.drops(value) => Fate::Dropped,
                _ if kept.gone.contains(value) => Fate::Gone,
                Some(pseudonym) => Fate::Shown(pseudonym, 0),
                None => Fate::Unknown,
            };
        }
        let value = match shown.column.held {
            Held::Uncounted => value,
            _ if shown.missing.drops(value) => return Fate::Dropped,
            _ => shown.missing.read_as(value),
        };
        let Some(quasi) = shown.column.quasi().map(|quasi| &self.quasi[quasi]) else {
            let code = self.beside.get(value).filter(|_| is_beside(shown.column));
            return Fate::Shown(value, code.copied().unwrap_or(u32::MAX));
        };
        let Some(code) = quasi.codes.get(value) else { return Fate::Unknown };
        match (&self.by_class, shown.column.quasi()) {
            (Some(by_class), Some(place)) => Fate::Coded(by_class.counted_as(place, *code)),
            _ => {
                let group = quasi.show.group_of[*code as usize];
                Fate::Shown(&quasi.show.labels[group as usize], group)
            }
        }
    }

    /// The groups that a row shows, one per quasi-identifier, from those of its values, or from their codes where the class
    /// decides; nothing where no row had such values when the table was counted. The last number is that of the column beside.
    pub fn groups<'g>(&'g self, of_values: &'g [u32], lots: &Lots) -> Option<&'g [u32]> {
        match &self.by_class {
            None => Some(&of_values[..self.quasi.len()]),
            Some(by_class) => by_class.sets(of_values, lots),
        }
    }

    /// Is the class of these groups, one per quasi-identifier, suppressed?
    pub fn is_suppressed(&self, groups: &[u32]) -> bool {
        !self.released.suppressed.is_empty() && self.released.suppressed.contains(groups)
    }
}

/// May it be the one column beside whose values say which class a row falls into?
pub fn is_beside(column: &Column) -> bool {
    matches!(column.held, Held::Sensitive { .. } | Held::Class { .. })
}

/// The columns that are released, each with the values that are left of it.
fn shown<'a>(source: &'a Source, released: &Released) -> Vec<Shown<'a>> {
    let counted = |rows: &Vec<u64>| rows.iter().map(|rows| *rows > 0).collect();
    let left = |column: &Column| match &column.held {
        Held::Quasi { hierarchy, .. } => released.shown(column.number, hierarchy),
        Held::Sensitive { .. } => counted(&released.sensitive[column.number]),
        Held::Class { .. } => released.label.as_ref().map(counted).unwrap_or_default(),
        Held::Uncounted => Vec::new(),
    };
    let columns = source.columns.iter().filter(|column| column.said.is_released());
    let mut shown: Vec<Shown> = columns
        .map(|column| Shown { column, left: left(column), missing: source.study.missing(&column.said) })
        .collect();
    shown.sort_by_key(|shown| shown.column.position);
    shown
}
