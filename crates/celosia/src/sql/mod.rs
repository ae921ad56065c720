//! What engines are asked, in SQL: count, recode, count again. One dialect per engine, the same statements for all.
//!
//! Values are text in every statement, as they would stand in a CSV file, so that all engines and our own reader mean the
//! same by a value. Every name and every value is quoted for the dialect.

mod ask;
mod count;
mod dialect;
mod lone;
mod missing;
mod recode;
mod recount;
mod statement;

pub use ask::{batches, count_on};
pub use count::{counting, values};
pub use dialect::{DIALECTS, Dialect, SPARK, find};
pub use lone::{lone, some_values};
pub use recode::{Release, Shown, Together, What};
pub use recount::recount;
pub use statement::{Map, Statement};

use crate::study::Rows;

/// What can stand behind FROM for a reader who runs the statement elsewhere. Files have the name of a table there.
pub fn from(dialect: &Dialect, rows: &Rows) -> String {
    match rows {
        Rows::Table(name) => dialect.name(name),
        // A line break, because the query may end in a comment.
        Rows::Query(query) => format!("(\n{query}\n) AS celosia_query"),
        Rows::Path { path, .. } => {
            let stem = std::path::Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            (dialect.identifier)(&stem.unwrap_or_else(|| path.clone()))
        }
    }
}
