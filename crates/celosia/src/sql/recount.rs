//! The statement that counts a release again: its classes, with the values of the sensitive attributes.

use super::Dialect;
use super::statement::Statement;
use crate::frequency::{DROPPED, ROWS};
use crate::hierarchy::TOP;

/// Counts what rows show in these columns. Rows of nothing but stars, in all columns of the table, are marked as dropped.
pub fn recount(dialect: &Dialect, from: &str, columns: &[String], all: &[String]) -> Statement {
    let text = |name: &String| dialect.text(&(dialect.identifier)(name));
    let star = (dialect.literal)(TOP);
    let starred: Vec<String> = all.iter().map(|name| format!("{} = {star}", text(name))).collect();
    let shown: Vec<String> = columns.iter().enumerate().map(|(i, name)| format!("{} AS c{i}", text(name))).collect();
    let source = format!(
        "SELECT {},\n    CASE WHEN {} THEN 1 ELSE 0 END AS dropped\n  FROM {from}",
        shown.join(",\n    "),
        starred.join(" AND ")
    );
    let listed = (0..columns.len()).map(|i| format!("c{i}")).collect::<Vec<_>>().join(", ");
    let query = format!(
        "SELECT {listed}, dropped AS {DROPPED}, COUNT(*) AS {ROWS}\nFROM celosia_source\nGROUP BY {listed}, dropped"
    );
    Statement { maps: Vec::new(), with: vec![("celosia_source", source)], query }
}
