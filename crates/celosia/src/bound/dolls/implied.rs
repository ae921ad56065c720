//! What a class must hold at least to be as private as is asked.

use crate::privacy::About;

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
