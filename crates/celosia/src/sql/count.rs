//! The statements that count: rows per tuple, and before it rows per value of the columns that have a floor.

use super::missing::{drops, or_else};
use super::statement::{Map, Statement};
use super::{Dialect, SPARK};
use crate::error::{Error, Result};
use crate::frequency::{COLUMN, DROPPED, Floor, ROWS, VALUE, columns_of};
use crate::study::{Missing, MissingRule, Study};
use crate::table::only_here;

/// Counts the distinct tuples of the columns that count. Rows with a missing value, where these are dropped, come back as
/// one row whose values are not told.
pub fn counting(dialect: &Dialect, study: &Study, from: &str, floors: &[Option<Floor>]) -> Result<Statement> {
    only_here(study)?;
    let columns = columns_of(study);
    let own = [ROWS, DROPPED, COLUMN, VALUE];
    if let Some(column) = columns.iter().find(|column| own.contains(&column.name.as_str())) {
        let what = format!("\"{}\" is a name that the counted table needs for itself", column.name);
        return Err(Error::study(
            format!("[columns.{}]", column.name),
            what,
            "rename the column, in a view for instance",
        ));
    }
    if let Some(column) = study.columns.iter().find(|column| dialect.name == SPARK.name && column.name.contains("${")) {
        let what = "Spark replaces ${…} by a setting, in quoted names too";
        return Err(Error::study(
            format!("[columns.{}]", column.name),
            what,
            "rename the column, in a view for instance",
        ));
    }
    let floored: Vec<(usize, &Floor)> =
        floors.iter().enumerate().filter_map(|(i, floor)| floor.as_ref().map(|floor| (i, floor))).collect();
    let maps = floored.iter().map(|(i, floor)| Map::of_pairs(format!("celosia_floor_{i}"), floor.pairs())).collect();
    let joins: String =
        floored.iter().map(|(i, _)| format!("\n  LEFT JOIN celosia_floor_{i} AS f{i} ON f{i}.v = s.c{i}")).collect();
    let hint = (dialect.broadcast)(&floored.iter().map(|(i, _)| format!("f{i}")).collect::<Vec<_>>());
    let shown = (0..columns.len()).map(|i| {
        let has_floor = floored.iter().any(|(floored, _)| *floored == i);
        let value = if has_floor { format!("COALESCE(f{i}.w, s.c{i})") } else { format!("s.c{i}") };
        format!("CASE WHEN s.dropped = 1 THEN '' ELSE {value} END AS c{i}")
    });
    let shown: Vec<String> = shown.collect();
    let taken = format!("SELECT {hint}{},\n    s.dropped\n  FROM celosia_marked AS s{joins}", shown.join(",\n    "));
    let listed = (0..columns.len()).map(|i| format!("c{i}")).collect::<Vec<_>>().join(", ");
    let named: Vec<String> = columns
        .iter()
        .enumerate()
        .map(|(i, column)| format!("c{i} AS {}", (dialect.identifier)(&column.name)))
        .collect();
    let query = format!(
        "SELECT {}, dropped AS {DROPPED}, COUNT(*) AS {ROWS}\nFROM celosia_taken\nGROUP BY {listed}, dropped",
        named.join(", ")
    );
    let with = vec![
        ("celosia_source", source(dialect, study, from)),
        ("celosia_marked", marked(dialect, study)),
        ("celosia_taken", taken),
    ];
    Ok(Statement { maps, with, query })
}

/// Counts the values of each column that has a floor; nothing where none has one.
pub fn values(dialect: &Dialect, study: &Study, from: &str) -> Option<Statement> {
    let columns = columns_of(study);
    let one = |(i, name): (usize, &str)| {
        let name = (dialect.literal)(name);
        format!(
            "SELECT {name} AS {COLUMN}, c{i} AS {VALUE}, COUNT(*) AS {ROWS}\nFROM celosia_marked WHERE dropped = 0 GROUP BY c{i}"
        )
    };
    let floored = columns.iter().enumerate().filter(|(_, column)| column.floor > 0);
    let queries: Vec<String> = floored.map(|(i, column)| one((i, column.name.as_str()))).collect();
    let with = vec![("celosia_source", source(dialect, study, from)), ("celosia_marked", marked(dialect, study))];
    (!queries.is_empty()).then(|| Statement { maps: Vec::new(), with, query: queries.join("\nUNION ALL\n") })
}

/// The columns that count, as text.
fn source(dialect: &Dialect, study: &Study, from: &str) -> String {
    let text = |(i, name): (usize, &str)| format!("{} AS c{i}", dialect.text(&(dialect.identifier)(name)));
    let columns: Vec<String> =
        columns_of(study).iter().map(|column| column.name.as_str()).enumerate().map(text).collect();
    format!("SELECT {}\n  FROM {from}", columns.join(",\n    "))
}

/// The same, with a mark on the rows that are dropped; missing values that are kept lose the blanks around them.
fn marked(dialect: &Dialect, study: &Study) -> String {
    let columns = columns_of(study).into_iter().enumerate().map(|(i, said)| (study.missing(said), format!("c{i}")));
    let any = drops(dialect, columns.clone());
    let dropped = if any.is_empty() {
        "0".to_string()
    } else {
        format!("CASE WHEN {} THEN 1 ELSE 0 END", any.join("\n      OR "))
    };
    if study.data.missing.rule == MissingRule::Drop {
        return format!("SELECT s.*, {dropped} AS dropped\n  FROM celosia_source AS s");
    }
    // A person who is missing takes the row out, whatever the rule; who is not, is spelt as it is.
    let read = |missing: &Missing, name: &str| match missing.rule {
        MissingRule::Keep => or_else(dialect, missing, name, &(dialect.trim)(name)),
        MissingRule::Drop => None,
    };
    let column = |(missing, name): (Missing, String)| match read(&missing, &name) {
        Some(read) => format!("{read} AS {name}"),
        None => name,
    };
    format!(
        "SELECT {}, {dropped} AS dropped\n  FROM celosia_source",
        columns.map(column).collect::<Vec<_>>().join(",\n    ")
    )
}
