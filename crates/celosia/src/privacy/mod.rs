//! Privacy models: the protection that a class has. Higher is better, always. One model per file, one line per model
//! in [`MODELS`].
//!
//! Models whose usual parameter is smaller when privacy is greater (t, beta, delta) give its negative as protection;
//! [`About::level`] turns protection back into the parameter that people know.

mod alpha_k;
mod beta_likeness;
mod delta_disclosure;
mod k_anonymity;
mod l_diversity;
mod persons;
mod removal;
mod required;
mod t_closeness;
mod weighted_k;
mod worst;

#[cfg(test)]
mod tests;

pub use required::{Guard, Guarded, meets};

use crate::error::{Error, Result};
use crate::frequency::Histogram;

pub use persons::{Crowd, Held};

/// Every model. The command's values, the help, `verify`, the reference page and the property tests iterate this list.
pub static MODELS: &[About] = &[
    k_anonymity::K_ANONYMITY,
    weighted_k::WEIGHTED_K,
    l_diversity::DISTINCT,
    l_diversity::ENTROPY,
    l_diversity::RECURSIVE,
    l_diversity::FREQUENCY,
    t_closeness::EQUAL,
    t_closeness::ORDERED,
    t_closeness::HIERARCHICAL,
    alpha_k::ALPHA_K,
    beta_likeness::BASIC,
    beta_likeness::ENHANCED,
    delta_disclosure::DELTA_DISCLOSURE,
];

/// What everybody should know of a model, and how it is made.
pub struct About {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// Letter of its parameter: k, l, t, …
    pub parameter: &'static str,
    /// What it measures, in one sentence for a publisher.
    pub measures: &'static str,
    /// Formula in plain text.
    pub definition: &'static str,
    /// Range of the parameter, and which end is private.
    pub range: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Is a larger parameter more private?
    pub goal: Goal,
    /// Does it look at sensitive attributes?
    pub sensitive: bool,
    /// Does it compare a class with the whole table, so that a release that lacks rows has another level?
    pub compares: Compares,
    /// Does it ask which persons hold which sensitive values, where persons are counted?
    pub holders: bool,
    /// Does it ask how many there are in a class, rows or persons?
    pub sizes: bool,
    /// How the classes' protections make a table's.
    pub over: Over,
    /// Merging classes never lowers the table's protection. The proof stands in the model's file, and a property
    /// test attacks it.
    pub monotone: bool,
    /// Makes the model for a table.
    pub build: Build,
}

/// Makes a model for a table: from second parameters and the sensitive attributes, in the order in which classes carry
/// their histograms.
pub type Build = fn(&Parameters, &[Sensitive]) -> Result<Box<dyn Model>>;

/// Which end of a parameter's range is private.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Larger is more private: protection is the parameter.
    Max,
    /// Smaller is more private: protection is the parameter's negative.
    Min,
}

/// How a model compares a class with the whole table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compares {
    /// Not at all: a class has its level by itself.
    Nothing,
    /// By a distance of shares that is at most their total variation, and for which the triangle inequality holds: where the
    /// table's shares change by some total variation, no level changes by more, as long as no value is lost.
    Distance,
    /// By quotients of shares.
    Quotient,
}

/// How the classes' protections make a table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The least: a table is as strong as its weakest class.
    Least,
    /// The mean over rows (weighted-k).
    RowMean,
}

/// Parameters of models that have a second one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// Constant of recursive (c,l)-diversity.
    pub c: f64,
    /// Bound of (alpha,k)-anonymity.
    pub alpha: f64,
}

impl Parameters {
    /// The second parameter of a model that has one: its name and what it is set to.
    pub fn second(&self, model: &str) -> Option<(&'static str, f64)> {
        match model {
            "recursive-l-diversity" => Some(("c", self.c)),
            "alpha-k-anonymity" => Some(("alpha", self.alpha)),
            _ => None,
        }
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { c: 3.0, alpha: 0.5 }
    }
}

/// A sensitive attribute of the whole table, as an attacker knows it before seeing a class.
#[derive(Debug, Clone)]
pub struct Sensitive {
    /// Rows with each value, in the order of the values.
    pub totals: Vec<u64>,
    /// The groupings of its hierarchy from level 0 to the top, where it has one: value to group per level.
    pub levels: Option<Vec<Vec<u32>>>,
    /// Which value is the missing one, where there is one. Models of diversity look at the worst that its rows may have
    /// been; models that compare a class with the table take it for a value of its own, in both.
    pub missing: Option<u32>,
}

/// A class, as a model sees it.
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    /// Its rows; where persons are counted, what its rows weigh: one each over the rows of its person in the table, in whole
    /// numbers.
    pub rows: u64,
    /// Its histogram of each sensitive attribute: rows, or what they weigh.
    pub sensitive: &'a [Histogram<'a>],
    /// Its persons, where persons are counted.
    pub persons: Option<Crowd<'a>>,
}

impl Class<'_> {
    /// How many there are of what is counted: persons, or rows.
    fn size(&self) -> u64 {
        self.persons.map_or(self.rows, |persons| persons.count)
    }
}

/// A model, made for a table.
pub trait Model: Send + Sync {
    /// The protection of one class. Higher is better.
    fn protection(&self, class: &Class) -> f64;

    /// The protection of classes, given the rows of each, or its persons where these are counted, for a model that looks at
    /// nothing else.
    fn protections(&self, rows: &[u64]) -> Vec<f64> {
        rows.iter().map(|rows| self.protection(&Class { rows: *rows, sensitive: &[], persons: None })).collect()
    }

    /// A bound for all finer points, with suppression: show the rows of this class in any parts, leave out some whole
    /// parts of together at most `removable` rows, keep at least one. The weakest part that stays has at most this
    /// protection. For `removable` = 0 it is the protection of the class, because merging never weakens; it never
    /// falls as `removable` grows. A model that were not monotone would have to answer infinity. Where persons are counted
    /// `removable` is the most that the rows weigh that may go, so the bound is that of a class of so many rows.
    ///
    /// The proof stands beside the code of each model, and a property test (`tests/bounds.rs`) attacks it.
    fn reach(&self, class: &Class, removable: u64) -> f64;

    /// Does a class reach what it has and no more, whatever may go?
    fn reaches_what_it_has(&self) -> bool {
        false
    }
}

impl About {
    /// The parameter that people know, from a protection.
    pub fn level(&self, protection: f64) -> f64 {
        match self.goal {
            Goal::Max => protection,
            // Plus zero, so that a perfect 0 does not read "-0".
            Goal::Min => -protection + 0.0,
        }
    }

    /// The protection that a parameter asks for.
    pub fn protection(&self, level: f64) -> f64 {
        self.level(level)
    }
}

/// The rows that a class has at least where it has this protection under the model of this name.
pub fn implied_rows(name: &str, protection: f64) -> u64 {
    if !protection.is_finite() || protection < 1.0 {
        return 1;
    }
    match name {
        "k-anonymity" | "alpha-k-anonymity" | "distinct-l-diversity" => protection as u64,
        "entropy-l-diversity" | "frequency-l-diversity" => (protection - 1e-9).ceil() as u64,
        _ => 1,
    }
}

/// The model of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = MODELS.iter().find(|m| m.name == name);
    found.ok_or_else(|| Error::unknown("objectives.privacy", "privacy model", name, MODELS.iter().map(|m| m.name)))
}

/// The least of a value over all sensitive attributes: a class is as strong as its weakest attribute. Every model
/// with sensitive attributes treats several of them so, each for itself.
fn weakest(class: &Class, mut of_attribute: impl FnMut(usize, &Histogram) -> f64) -> f64 {
    class.sensitive.iter().enumerate().map(|(i, h)| of_attribute(i, h)).fold(f64::INFINITY, f64::min)
}

/// Refuses to make a model of sensitive attributes for a table that has none.
fn needs_sensitive(model: &str, sensitive: &[Sensitive]) -> Result<()> {
    if sensitive.is_empty() {
        let what = format!("{model} protects sensitive attributes, and this table has none");
        let hint = "give a column role = \"sensitive\", or use k-anonymity";
        return Err(Error::study("objectives.privacy", what, hint));
    }
    Ok(())
}

/// The whole table's histogram of an attribute, as floats, for models that compare a class with it.
///
/// These models compute with products of counts: whole numbers, exact below 2^53 (tables of up to 94 million rows), and
/// divide once at the end. So rounding does not decide whether a class reaches a level, or which of two is stronger.
struct Prior {
    rows: f64,
    totals: Vec<f64>,
}

impl Prior {
    fn new(totals: &[u64]) -> Self {
        Prior { rows: totals.iter().sum::<u64>() as f64, totals: totals.iter().map(|&t| t as f64).collect() }
    }

    /// The priors of all attributes, for a model that needs at least one.
    fn of_all(model: &str, sensitive: &[Sensitive]) -> Result<Vec<Prior>> {
        needs_sensitive(model, sensitive)?;
        Ok(sensitive.iter().map(|s| Prior::new(&s.totals)).collect())
    }

    /// How much larger a share is in the class than in the table, times the rows of both.
    fn excess(&self, value: usize, count: u64, rows: u64) -> f64 {
        count as f64 * self.rows - rows as f64 * self.totals[value]
    }
}
