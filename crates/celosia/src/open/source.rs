//! What stands between the rows and the problem: where the rows are, and each column of the study as it was found.

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::Engine;
use crate::hierarchy::Hierarchy;
use crate::study::{self, HierarchySpec, Kind, Origin, Study};
use crate::table::{Domain, Table};

/// A study with its rows: what a release needs beside the problem.
pub struct Source {
    /// The study.
    pub study: Study,
    /// Where the rows are, to be read once more.
    pub input: Input,
    /// The columns that the study names, in its order.
    pub columns: Vec<Column>,
    /// The columns of the table that the study does not name.
    pub unnamed: Vec<String>,
    /// Who the rows are about, in the order of their codes, where persons are counted.
    pub persons: Vec<String>,
    /// Rows read.
    pub read: u64,
    /// Rows left out because a value that counts is missing.
    pub dropped: u64,
}

/// Where the rows of a study are.
pub enum Input {
    /// In files that this machine reads, or in its memory.
    Table(Table),
    /// Nobody here can read them: they were counted elsewhere.
    Counted,
    /// In a system that this machine asks.
    Engine {
        /// The session.
        engine: Arc<dyn Engine>,
        /// What stands behind FROM.
        from: String,
    },
}

/// A column of the study, found in the table once.
#[derive(Debug, Clone)]
pub struct Column {
    /// What the study says of it: name, role, type, hierarchy.
    pub said: study::Column,
    /// Its number among the columns of its role.
    pub number: usize,
    /// Where it stands in the table; in a frequency table, which no rows come from, where it stands in the study.
    pub position: usize,
    /// The type that the table gives it, where it gives one.
    pub stored: Option<Kind>,
    /// What it was found to hold.
    pub held: Held,
}

/// What a column was found to hold, as far as its role asks for it.
#[derive(Debug, Clone)]
pub enum Held {
    /// A quasi-identifier: the values that codes stand for, and how they are generalized.
    Quasi {
        /// The values.
        domain: Domain,
        /// The hierarchy over them.
        hierarchy: Hierarchy,
    },
    /// A sensitive attribute: its values and, where the study gives a hierarchy, the group of each value per level.
    Sensitive {
        /// The values.
        domain: Domain,
        /// How near they are.
        nearness: Option<Vec<Vec<u32>>>,
    },
    /// The class attribute.
    Class {
        /// The values.
        domain: Domain,
    },
    /// Its values were not counted: it is left out, or released as it is.
    Uncounted,
}

/// A quasi-identifier.
#[derive(Debug, Clone, Copy)]
pub struct Quasi<'s> {
    /// What the study says of it.
    pub said: &'s study::Column,
    /// Its values.
    pub domain: &'s Domain,
    /// The hierarchy over them.
    pub hierarchy: &'s Hierarchy,
}

/// A sensitive attribute.
#[derive(Debug, Clone, Copy)]
pub struct Sensitive<'s> {
    /// What the study says of it.
    pub said: &'s study::Column,
    /// Its values.
    pub domain: &'s Domain,
    /// The group of each value per level, where the study gives a hierarchy.
    pub nearness: Option<&'s Vec<Vec<u32>>>,
}

impl Column {
    /// Its number among the quasi-identifiers, where it is one.
    pub fn quasi(&self) -> Option<usize> {
        matches!(self.held, Held::Quasi { .. }).then_some(self.number)
    }

    /// Its values, where they were counted.
    pub fn domain(&self) -> Option<&Domain> {
        match &self.held {
            Held::Quasi { domain, .. } | Held::Sensitive { domain, .. } | Held::Class { domain } => Some(domain),
            Held::Uncounted => None,
        }
    }
}

impl Source {
    /// The quasi-identifiers, in the order in which points speak of them.
    pub fn quasi(&self) -> impl Iterator<Item = Quasi<'_>> {
        self.columns.iter().filter_map(|Column { said, held, .. }| match held {
            Held::Quasi { domain, hierarchy } => Some(Quasi { said, domain, hierarchy }),
            _ => None,
        })
    }

    /// The sensitive attributes, in the order of their histograms.
    pub fn sensitive(&self) -> impl Iterator<Item = Sensitive<'_>> {
        self.columns.iter().filter_map(|Column { said, held, .. }| match held {
            Held::Sensitive { domain, nearness } => Some(Sensitive { said, domain, nearness: nearness.as_ref() }),
            _ => None,
        })
    }

    /// The levels of the hierarchies that a node of the lattice means: the lattice begins at the floors.
    pub fn levels(&self, node: &[u8]) -> Vec<u8> {
        self.quasi().zip(node).map(|(quasi, level)| quasi.hierarchy.floor as u8 + level).collect()
    }

    /// The share of all rows that were read that was dropped before the search.
    pub fn dropped_share(&self) -> f64 {
        self.dropped as f64 / self.read.max(1) as f64
    }

    /// Rows that were not taken into the study, because their persons have more than it takes.
    pub fn beyond_cap(&self) -> u64 {
        match &self.input {
            Input::Table(table) => table.beyond_cap(),
            Input::Counted | Input::Engine { .. } => 0,
        }
    }

    /// Has a column that counts missing cells that are kept?
    pub fn has_gaps(&self) -> bool {
        self.columns.iter().filter_map(Column::domain).any(|domain| domain.missing.is_some())
    }

    /// Every path that this machine reads for the study.
    pub fn inputs(&self) -> Vec<PathBuf> {
        match &self.input {
            Input::Table(table) => inputs(Some(table), &self.study),
            Input::Counted | Input::Engine { .. } => inputs(None, &self.study),
        }
    }
}

/// Every path that a study reads: the table's files, the folder or pattern that named them, and hierarchies.
pub fn inputs(table: Option<&Table>, study: &Study) -> Vec<PathBuf> {
    let mut inputs: Vec<PathBuf> = table.iter().flat_map(|table| table.paths()).map(PathBuf::from).collect();
    match &study.data.origin {
        Origin::Files(path) => inputs.push(path.clone()),
        Origin::Frequency(counts) => inputs.push(counts.clone()),
        Origin::Engine { .. } | Origin::Elsewhere | Origin::Given => {}
    }
    inputs.extend(study.data.values.clone());
    inputs.extend(study.columns.iter().filter_map(|column| match &column.hierarchy {
        HierarchySpec::File(path) | HierarchySpec::TaxonomyFile(path) => Some(path.clone()),
        _ => None,
    }));
    inputs
}
