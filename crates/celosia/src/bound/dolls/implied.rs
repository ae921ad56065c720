//! What a class must hold at least to be as private as is asked, and of what there is no bound.

use crate::evaluate::Problem;
use crate::privacy::{About, Over};
use crate::study::Rule;

/// What a class needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Implied {
    /// At least so many rows.
    pub rows: u64,
    /// At least so many different values of each sensitive attribute, missing ones not counted; 1 is no demand.
    pub values: u64,
}

/// What a class needs to have a protection under a model that is as strong as the weakest class; nothing where a class of one row may
/// have it, or where nobody has worked it out.
///
/// k-anonymity asks for k rows, (alpha,k)-anonymity for k rows and more. Distinct l-diversity asks for l values, and these take l
/// rows. The entropy of n values is at most that of n equal shares, log n, so entropy l-diversity asks for l values; of n values
/// the most frequent has a share of 1/n or more, so frequency l-diversity does too. Both round up: l need not be whole.
///
/// Where persons are counted, each has a row or more in the class, so k persons take k rows, and l values of different persons are l
/// values.
pub fn implied(about: &About, protection: f64) -> Option<Implied> {
    // Room for protections that are rounded, which are far larger than this.
    let whole = (protection - 1e-9).ceil();
    if !(whole > 1.0 && whole < 1e18) {
        return None;
    }
    let whole = whole as u64;
    match about.name {
        "k-anonymity" | "alpha-k-anonymity" => Some(Implied { rows: whole, values: 1 }),
        "distinct-l-diversity" | "entropy-l-diversity" | "frequency-l-diversity" => {
            Some(Implied { rows: whole, values: whole })
        }
        _ => None,
    }
}

/// Why no node of a lattice has such a bound, in words; nothing where it may have one.
pub fn hindrance(problem: &Problem) -> Option<String> {
    let (model, metric) = (problem.model(), problem.metric());
    if problem.rule == Rule::AtWeightedK {
        return Some("the rule at-weighted-k may suppress more of a coarser node".into());
    }
    if problem.keeps_persons() {
        return Some(
            "persons keep their pseudonyms, and of whole trails nobody has worked out what some columns say".into(),
        );
    }
    if let Some(other) = problem.models().filter(|m| !m.monotone).map(|m| m.name).next() {
        return Some(format!("{other} may fall where classes merge"));
    }
    // A level that asks for something where any does.
    if implied(model, 2.0).is_none() || model.over != Over::Least {
        return Some(format!(
            "with {} a class that is too weak may hold parts that are not, so what some columns lose says nothing of all",
            model.name
        ));
    }
    if !(metric.cells_only && metric.additive && metric.monotone) {
        return Some(format!("{} is no sum over cells of which a suppressed one is the dearest", metric.name));
    }
    None
}
