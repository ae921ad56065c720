//! The study: what a publisher says about a table, as a TOML file, and its checked form.
//!
//! A column that a study does not name is not released: silence must not publish anything.

mod budget;
mod builder;
mod check;
mod column;
mod data;
mod descent;
mod file;
mod hierarchy;
mod labels;
mod missing;
mod names;
mod percent;
mod problem;
mod reading;
mod require;
mod search;
mod secret;
mod treatment;
mod tree;

use std::path::PathBuf;

pub use budget::{Budget, MEMORY, parse_budget, parse_memory, parse_timeout};
pub use builder::StudyBuilder;
pub use check::decimal;
pub use data::{Data, ENGINES, Origin, Rows};
pub use descent::Depth;
pub use file::{ColumnFile, DataFile, MissingFile, ObjectivesFile, OutputFile, SearchFile, StudyFile, SuppressionFile};
pub use hierarchy::{DateUnit, HierarchySpec, Intervals, Mask, MaskFrom, SetsSpec, TimeUnit, Tree};
pub use labels::{Bounds, Labels};
pub use missing::{BLANK, Missing, MissingRule, OwnMissing};
pub use names::Names;
pub use percent::{Limit, parse_limit};
pub use problem::{PROBLEMS, Problem};
pub use reading::{Delimiter, Encoding, Reading, Sheet};
pub use search::{Crossing, Evolution, MAX_NODES, Mondrian, MutationPer, Search};
pub use secret::Secret;
pub use treatment::{Round, Shown, Treatment};

use crate::require::{Preset, Requirement};
use crate::writing::Stated;
pub use crate::writing::{Format, Kind};

/// A checked study: names are known, roles are consistent, numbers are in range. Columns are checked against the
/// table when it is opened.
#[derive(Debug, Clone)]
pub struct Study {
    /// The name that outputs carry.
    pub name: String,
    /// What errors call it: where it was read.
    pub(crate) place: String,
    /// Where the rows are and how to read them.
    pub data: Data,
    /// The columns that the study speaks of, in its order. Columns that it does not name are not released.
    pub columns: Vec<Column>,
    /// What is maximised and minimised.
    pub objectives: Objectives,
    /// What points must meet. What presets ask for is not among it, until whoever releases adds it: on a front they are lines.
    pub require: Vec<Requirement>,
    /// The presets in force.
    pub presets: Vec<Preset>,
    /// How many rows may be left out, and by which rule.
    pub suppression: Suppression,
    /// The search and its limits.
    pub search: Search,
    /// Files to write.
    pub output: Output,
    /// What draws which rows of a person are taken, where `rows-per-person` caps them; fresh where nobody gives one.
    pub secret: Option<Secret>,
}

/// One column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name in the table's header.
    pub name: String,
    /// What it is to an attacker.
    pub role: Role,
    /// Its type, where the study fixes it; inferred from the values otherwise.
    pub kind: Option<Kind>,
    /// How its dates or times are written, where the study says so; told from the values otherwise.
    pub format: Option<Format>,
    /// The mark before decimals in the whole table, `.` or `,`, where the study says so: of `[data]`, the same for all columns.
    pub decimal: Option<char>,
    /// Its weight in losses that are sums over attributes.
    pub weight: f64,
    /// How its values are generalized (quasi-identifiers), or how near they are (sensitive, for t-closeness).
    pub hierarchy: HierarchySpec,
    /// The finest level of the hierarchy that is worth considering; values are taken to it before they are counted.
    pub floor: usize,
    /// How its values are cut, in the space of cuts.
    pub cuts: CutsSpec,
    /// What its labels are in the space of regions, where not what those of all columns are.
    pub labels: Option<Labels>,
    /// Which of its values are missing beside those that are so in all columns, and which groups they join.
    pub missing: OwnMissing,
    /// What becomes of its values, where a release shows them as they are.
    pub treatment: Treatment,
    /// Is it shown as it is, whomever it singles out?
    pub unprotected: bool,
    /// Of the person column: is it released as pseudonyms? Then privacy is how many persons share a whole trail.
    pub pseudonym: bool,
    /// Of the person column: the most rows of one person that are taken into the study.
    pub rows_per_person: Option<u64>,
}

impl Column {
    /// Is it part of a release?
    pub fn is_released(&self) -> bool {
        self.role.is_released() || self.pseudonym
    }

    /// What the study says of how the column is written.
    pub fn stated(&self) -> Stated {
        Stated { kind: self.kind, format: self.format.clone(), decimal: self.decimal }
    }
}

/// How the values of a quasi-identifier are cut.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CutsSpec {
    /// Are groups of the hierarchy the only ones allowed? Where not given, text is constrained, numbers and dates are not.
    pub constrained: Option<bool>,
    /// The finest step at which numbers are told apart.
    pub granularity: Option<f64>,
}

/// What a column is to an attacker, and so what becomes of it in a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Role {
    /// Names a person directly: dropped.
    Identifier,
    /// Says whose row it is, any number of rows each: privacy counts persons, and the column is dropped, or shown as pseudonyms.
    Person,
    /// Known to others, and identifying in combination: generalized.
    QuasiIdentifier,
    /// Must not be learnt about a person: kept, and protected by the models that look at it.
    Sensitive,
    /// The label that a classifier would be trained on: kept; the classification error looks at it.
    Class,
    /// Kept as it is, and not protected.
    Insensitive,
    /// Not released, whatever it holds.
    LeftOut,
    /// Text that people wrote: never released, for nobody knows what it says.
    FreeText,
}

impl Role {
    /// Every role with its name.
    pub const NAMES: [(&'static str, Role); 8] = [
        ("identifier", Role::Identifier),
        ("person", Role::Person),
        ("quasi-identifier", Role::QuasiIdentifier),
        ("sensitive", Role::Sensitive),
        ("class", Role::Class),
        ("insensitive", Role::Insensitive),
        ("left-out", Role::LeftOut),
        ("free-text", Role::FreeText),
    ];

    /// Is a column of this role part of a release?
    pub fn is_released(self) -> bool {
        match self {
            Role::Identifier | Role::Person | Role::LeftOut | Role::FreeText => false,
            Role::QuasiIdentifier | Role::Sensitive | Role::Class | Role::Insensitive => true,
        }
    }

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, role)| *role == self).map_or("", |(name, _)| name)
    }
}

/// What is maximised and minimised: privacy models and loss metrics, by name, with the models' parameters. The first of
/// each leads: charts show them, and choices by a level or a loss mean them.
#[derive(Debug, Clone, PartialEq)]
pub struct Objectives {
    /// Names of the privacy models: one or more, all different.
    pub privacy: Vec<String>,
    /// Names of the loss metrics: one or more, all different.
    pub loss: Vec<String>,
    /// Is the number of suppressed rows an objective of its own?
    pub suppressed_rows: bool,
    /// Constant of recursive (c,l)-diversity.
    pub c: f64,
    /// Bound of (alpha,k)-anonymity on a sensitive value's share of a class.
    pub alpha: f64,
    /// What losses that divide by the size of a domain take it to be.
    pub domain: DomainSize,
    /// Seed of the random range counts that query-error asks.
    pub query_seed: u64,
}

/// What counts as one of a domain's values, for losses that divide by how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DomainSize {
    /// The values that the table has.
    #[default]
    Values,
    /// The leaves of the hierarchy, where a file or a taxonomy lists them: also those that the table does not have
    /// (Iyengar 2002). Other hierarchies list none, so there the table's values count.
    Leaves,
}

impl DomainSize {
    /// Both with their names.
    pub const NAMES: [(&'static str, DomainSize); 2] = [("values", DomainSize::Values), ("leaves", DomainSize::Leaves)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, size)| *size == self).map_or("", |(name, _)| name)
    }
}

/// How many rows may be left out, and by which rule.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Suppression {
    /// The rule, where the study names one; otherwise that of the search, or as needed.
    pub rule: Option<Rule>,
    /// The most rows, as a share of all rows or as a number.
    pub limit: Limit,
}

/// How suppression is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Rule {
    /// Each protection that a point reaches within the limit, each with just the suppression it needs.
    #[default]
    AsNeeded,
    /// The weakest classes go as long as the limit lasts (POkA 5.1).
    Tolerance,
    /// Classes of fewer rows than weighted-k go, however many (chapter on multi-objective disclosure control, 1.4.1.3).
    AtWeightedK,
}

impl Rule {
    /// Every rule with its name.
    pub const NAMES: [(&'static str, Rule); 3] =
        [("as-needed", Rule::AsNeeded), ("tolerance", Rule::Tolerance), ("at-weighted-k", Rule::AtWeightedK)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, rule)| *rule == self).map_or("", |(name, _)| name)
    }
}

/// Files to write, relative to the current folder when given as flags and to the study file when given there.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The front as JSON.
    pub front: Option<PathBuf>,
    /// The report as one HTML file.
    pub report: Option<PathBuf>,
    /// The chart as SVG.
    pub chart: Option<PathBuf>,
    /// The released table.
    pub release: Option<PathBuf>,
    /// The most rows that a column which is shown as it is may single out.
    pub singled_out: Limit,
}

impl Default for Output {
    fn default() -> Output {
        Output { front: None, report: None, chart: None, release: None, singled_out: Limit::Share(0.01) }
    }
}

impl Study {
    /// Has a column a floor, so that its values are counted first?
    pub fn has_floors(&self) -> bool {
        self.columns.iter().any(|column| column.floor > 0)
    }

    /// The column that says whose row it is, where persons are counted.
    pub fn person(&self) -> Option<&Column> {
        self.with_role(Role::Person).next()
    }

    /// Are persons released under pseudonyms, so that whole trails must be shared?
    pub fn keeps_persons(&self) -> bool {
        self.person().is_some_and(|column| column.pseudonym)
    }

    /// The columns of one role, in the study's order.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(move |c| c.role == role)
    }
}
