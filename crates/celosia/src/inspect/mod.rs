//! A first look at an unknown table: what each column is, its role and why, how it is generalized, how rare it makes people, and
//! a study that `front` takes as it is.

mod columns;
mod depend;
mod harbor;
mod keep;
mod missing;
mod names;
mod persons;
mod relatives;
mod risk;
mod room;
mod sample;
mod treat;
mod unique;
mod write;

pub use columns::Look;
pub use harbor::{Shown, safe_harbor};
pub use keep::Kept;
pub use treat::Treated;
pub use unique::Uniques;
pub use write::{Place, Written};

pub use crate::frequency::Counted;

use crate::error::Result;
use crate::frequency;
use crate::meaning::{self, Found, Seen};
use crate::study::{Format, Kind, Missing, Output, Role, Study};
use crate::table::{Doubt, Table};
use crate::watch::Watch;
use sample::Sample;

/// A table, looked at.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// Rows of the table.
    pub rows: u64,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
    /// What the quasi-identifiers single out together.
    pub uniques: Uniques,
    /// The mark before decimals, where the columns with decimals agree or it was given.
    pub decimal: Option<char>,
}

/// A column, looked at.
#[derive(Debug, Clone)]
pub struct Column {
    /// What it holds.
    pub look: Look,
    /// What it is taken for, and what follows.
    pub found: Found,
    /// The meaning that took it.
    pub meaning: &'static str,
    /// The share of rows that only sets of up to three columns with this one single out: what it adds to the others.
    pub adds: Option<f64>,
    /// Rows with a value that no other person has, where these are too many, and what is done for that.
    pub of_persons: Option<(u64, Treated)>,
    /// What stands in the study that was there already.
    pub kept: Option<toml::Table>,
}

/// Looks at a table: every column's meaning, the risk, roles and hierarchies. Reads the rows twice. The mark before decimals is
/// told from all columns where it is not given.
pub fn inspect(
    table: &Table,
    missing: &Missing,
    decimal: Option<char>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Inspection> {
    let (looks, decimal) = columns::look(table, missing, decimal, threads, watch)?;
    let sample = Sample::take(table, &looks, missing, threads, watch)?;
    let rows = looks.first().map_or(0, |look| look.seen.rows);
    let columns = looks.into_iter().map(|look| {
        let (meaning, found) = meaning::recognise(&look.seen);
        Column { look, found, meaning, adds: None, of_persons: None, kept: None }
    });
    let mut columns: Vec<Column> = columns.collect();
    let uniques = risk::settle(&mut columns, &sample);
    columns.iter_mut().for_each(Column::generalize);
    persons::settle(table, &mut columns, missing, decimal, threads, watch)?;
    Ok(Inspection { rows, columns, uniques, decimal })
}

/// Counts a table by the columns that a study names, on all cores: their values, and the distinct tuples.
pub fn count(table: &Table, study: &Study, watch: &dyn Watch) -> Result<Counted> {
    frequency::count(table, study, &[], 0, watch)
}

impl Inspection {
    /// The columns of which a person should say what they are.
    pub fn questions(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.is_question())
    }

    /// Is there a column that others may know?
    pub fn has_quasi_identifier(&self) -> bool {
        self.columns.iter().any(|column| column.role() == Role::QuasiIdentifier)
    }

    /// What a person says of a column's role.
    pub fn answer(&mut self, column: usize, role: Role) {
        let column = &mut self.columns[column];
        if role != column.found.role {
            column.found.why = "you said so".into();
        }
        (column.found.role, column.found.sure) = (role, true);
        column.generalize();
    }

    /// What a person says of dates that can be read in two ways: whether the month stands first.
    pub fn answer_month_first(&mut self, column: usize, month_first: bool) {
        let column = &mut self.columns[column];
        let domain = &mut column.look.seen.domain;
        domain.doubt = None;
        let swapped = domain.writing.format.as_ref().and_then(Format::month_first).filter(|_| month_first);
        if let Some(format) = swapped {
            domain.writing.format = Some(format);
            // Quarters and years follow the reading, and so does what they are joined by.
            let (_, anew) = meaning::recognise(&column.look.seen);
            column.found.hierarchy = anew.hierarchy.or(column.found.hierarchy.take());
        }
    }
}

impl Column {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.look.seen.name
    }

    /// Its role: what a person wrote in the study that was there, else what is proposed.
    pub fn role(&self) -> Role {
        let kept = self.kept.as_ref().and_then(|kept| kept.get("role")).and_then(toml::Value::as_str);
        let known = |name: &str| Role::NAMES.iter().find(|(known, _)| *known == name).map(|(_, role)| *role);
        kept.and_then(known).unwrap_or(self.found.role)
    }

    /// What its values leave open of how they are written, where a study has to say it.
    pub fn doubt(&self) -> Option<Doubt> {
        self.look.seen.domain.doubt.filter(|_| self.kept.is_none())
    }

    /// Should a person look at it: at its role, or at how its values are written?
    pub fn is_question(&self) -> bool {
        self.is_role_open() || self.doubt().is_some() && self.found.role.is_released()
    }

    /// Should a person say what its role is?
    pub fn is_role_open(&self) -> bool {
        !self.found.sure && self.kept.is_none()
    }

    /// Rows that it singles out alone: those with a value that no other row has.
    pub fn alone(&self) -> u64 {
        let seen = &self.look.seen;
        let counted = seen.lone();
        // Of a column whose values are not all counted, as many more as there are more values.
        (counted * self.look.values as f64 / seen.distinct().max(1) as f64).round() as u64
    }

    /// What is done to it where a release would show it as it is: nothing where a person wrote the study.
    pub fn treated(&self, decimal: Option<char>) -> Treated {
        if self.kept.is_some() || !self.found.role.is_shown_as_it_is() {
            return Treated::AsItIs;
        }
        if let Some((_, treated)) = &self.of_persons {
            return treated.clone();
        }
        self.treat(&self.look.seen, decimal, Output::default().singled_out.rows(self.look.seen.rows))
    }

    fn treat(&self, seen: &Seen, decimal: Option<char>, most: u64) -> Treated {
        let is_text =
            |(key, value): &(&str, toml::Value)| *key == "type" && value.as_str() == Some(Kind::String.name());
        treat::treat(seen, self.found.keys.iter().any(is_text), decimal, most)
    }

    /// Gives a quasi-identifier groups where its meaning has none: what the risk decided may be generalized only now.
    fn generalize(&mut self) {
        if self.found.role == Role::QuasiIdentifier {
            self.found = meaning::complete(&self.look.seen, self.found.clone());
        }
    }
}
