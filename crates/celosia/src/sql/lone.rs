//! The statements that count whom a column singles out where the rows are.

use super::missing::is_missing;
use super::{Dialect, Statement};
use crate::hierarchy::TOP;
use crate::study::Missing;

/// Values that are looked at to tell what a column is.
const SOME: usize = 1000;

/// How many rows have a value of a column that no other row of their class has; without quasi-identifiers all are one class.
pub fn lone(dialect: &Dialect, from: &str, column: &str, missing: &Missing, quasi: &[String]) -> Statement {
    let classes = (0..quasi.len()).map(|q| format!("g{q}, ")).collect::<String>();
    let singled = format!("SELECT c\n  FROM celosia_source\n  GROUP BY {classes}c\n  HAVING COUNT(*) = 1");
    let with = vec![("celosia_source", source(dialect, from, column, missing, quasi)), ("celosia_lone", singled)];
    Statement { maps: Vec::new(), with, query: "SELECT COUNT(*) AS n\nFROM celosia_lone".into() }
}

/// Some values of a column, each with its rows.
pub fn some_values(dialect: &Dialect, from: &str, column: &str, missing: &Missing) -> Statement {
    let query = format!("SELECT c, COUNT(*) AS n\nFROM celosia_source\nGROUP BY c\nORDER BY c\nLIMIT {SOME}");
    let with = vec![("celosia_source", source(dialect, from, column, missing, &[]))];
    Statement { maps: Vec::new(), with, query }
}

/// The rows in which a column is not missing, with the labels of their classes.
fn source(dialect: &Dialect, from: &str, column: &str, missing: &Missing, quasi: &[String]) -> String {
    let text = |name: &str| dialect.text(&(dialect.identifier)(name));
    let classes = quasi.iter().enumerate().map(|(q, name)| format!("{} AS g{q}, ", text(name))).collect::<String>();
    let value = text(column);
    let stars = format!("{value} = {}", (dialect.literal)(TOP));
    let left = is_missing(dialect, missing, &value).map_or(String::new(), |is| format!("{is} OR "));
    format!("SELECT {classes}{value} AS c\n  FROM {from}\n  WHERE NOT ({left}{stars})")
}
