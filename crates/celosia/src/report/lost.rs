//! Rows that were lost on the way, said where a result is announced: of all rows that were read, however many were searched.

use crate::evaluate::Problem;
use crate::open::Source;
use crate::say::{count, percent, thousands};
use crate::study::{DomainSize, MissingRule};

/// From this share of all rows on, dropping them before the search is a warning.
const MANY: f64 = 0.05;

/// The rows that are searched: "30,162 of 32,561 rows (7.37% dropped for a missing value)"; where none was dropped, all.
pub fn searched_text(source: &Source) -> String {
    let rows = source.read - source.dropped;
    match source.dropped {
        0 => count(rows, "row", "rows"),
        _ => format!(
            "{} of {} ({} dropped for a missing value)",
            thousands(rows as f64),
            count(source.read, "row", "rows"),
            percent(source.dropped_share()),
        ),
    }
}

/// What a release holds of all rows that were read, and what became of the others.
pub fn kept_text(source: &Source, suppressed: u64) -> String {
    let kept = source.read - source.dropped - suppressed;
    let share = |rows: u64| percent(rows as f64 / source.read.max(1) as f64);
    let lost = |rows: u64, how: &str| format!("{} ({}) {how}", thousands(rows as f64), share(rows));
    let mut text =
        format!("{} of {} read ({})", thousands(kept as f64), count(source.read, "row", "rows"), share(kept));
    if source.dropped > 0 {
        text += &format!(", {}", lost(source.dropped, "dropped for a missing value"));
    }
    text + &format!(", {}", lost(suppressed, "suppressed"))
}

/// A warning where many rows were dropped before the search.
pub fn dropped_warning(source: &Source) -> Option<String> {
    let share = source.dropped_share();
    (share > MANY).then(|| {
        format!(
            "{} of all rows ({} of {}) were dropped before the search, because a value that counts is missing: what is said \
             here holds of the others; data.missing.rows = \"keep\" keeps them",
            percent(share),
            thousands(source.dropped as f64),
            thousands(source.read as f64),
        )
    })
}

/// That losses count leaves, and of which columns.
pub fn leaves_note(source: &Source, problem: &Problem) -> Option<String> {
    let counted = source.quasi().zip(&problem.frequency.attributes).filter_map(|(quasi, attribute)| {
        let all = attribute.leaves.as_ref()?.all;
        Some(format!("{} ({all}, of which the table has {})", quasi.said.name, attribute.counts.len()))
    });
    let counted: Vec<String> = counted.collect();
    (problem.domain == DomainSize::Leaves).then(|| match counted.is_empty() {
        true => "No hierarchy lists its leaves, so losses divide by the values that the table has.".into(),
        false => {
            format!("Losses divide by the leaves that hierarchies list, in the table or not: {}.", counted.join(", "))
        }
    })
}

/// What a study does with missing cells that does not say so itself, where there are any.
pub fn silent_note(source: &Source) -> Option<String> {
    let missing = &source.study.data.missing;
    let silent = !missing.stated && missing.rule == MissingRule::Keep && source.has_gaps();
    silent.then(|| {
        "The study does not say what becomes of rows with a missing cell: they are kept, and missing is a value of its own \
         (data.missing.rows = \"keep\"; \"drop\" leaves such rows out)."
            .into()
    })
}
