//! The error of random range counts: what an analyst who counts rows in ranges gets wrong.
//!
//! **Not monotone, and not a sum over classes.** Coarser groups may answer a count better by chance, and errors of several classes
//! in one count cancel out. So no search may bound it, and it is worked out of the whole table (`evaluate/counted.rs`).

use super::{About, Kept, Loss, Metric, Needs};

pub const QUERY_ERROR: About = About {
    name: "query-error",
    measures: "how far random range counts over one to four columns are off, relative to the true counts",
    definition: "mean over 400 counts (drawn by objectives.query-seed) of min(1, |answer − truth| / max(truth, rows / 1000)), where \
                 a row answers with the share of its cells' values that the count admits",
    range: "0 to 1; raw: the same mean with errors that may exceed 1",
    reference: "LeFevre et al., Mondrian (ICDE 2006), section 5; Xiao and Tao, Anatomy (VLDB 2006), section 6",
    needs: Needs::Counts,
    monotone: false,
    additive: false,
    whole: false,
    cells_only: false,
    build: |_| Box::new(QueryError),
};

struct QueryError;

impl Metric for QueryError {
    /// What is known without the counts: suppressed rows are in none.
    fn total(&self, kept: &Kept) -> Loss {
        let value = kept.suppressed as f64 / (kept.rows + kept.suppressed).max(1) as f64;
        Loss { value, raw: value }
    }
}
