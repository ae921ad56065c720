//! The statement that makes a release: labels in place of values, suppressed classes out, rows in random order.

use super::Dialect;
use super::count::is_missing;
use super::statement::{Map, Statement};
use crate::hierarchy::TOP;
use crate::study::{Data, Kind, MissingRule};

/// What becomes of each column of a release, in its order.
pub struct Shown {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub what: What,
    /// Its type in the release.
    pub kind: Kind,
    /// How missing values are spelt, where the column counts and they are kept.
    pub missing: Option<String>,
}

/// What a released column shows.
pub enum What {
    /// Labels: each value with its own.
    Labels(Vec<(String, String)>),
    /// Values that count, as they are.
    Counted,
    /// Values that do not count, as they are.
    Kept,
}

/// A release in words of SQL.
pub struct Release<'a> {
    /// The columns.
    pub columns: Vec<Shown>,
    /// Which values are missing, and what happens to their rows.
    pub data: &'a Data,
    /// Labels of the classes that are suppressed, in the order of the columns that show labels.
    pub suppressed: Vec<Vec<String>>,
    /// Do suppressed rows stay, as stars?
    pub starred: bool,
    /// What rows are ordered by; nothing keeps the engine's order.
    pub order: Option<String>,
}

impl Release<'_> {
    /// The statement.
    pub fn statement(&self, dialect: &Dialect, from: &str) -> Statement {
        let quoted = |name: &str| (dialect.identifier)(name);
        let source = self.columns.iter().enumerate().map(|(i, column)| {
            let name = quoted(&column.name);
            match column.what {
                What::Labels(_) => format!("{} AS c{i}", self.present(dialect, column, &dialect.text(&name))),
                _ => format!("{name} AS c{i}"),
            }
        });
        let counted: Vec<String> = self
            .columns
            .iter()
            .filter(|column| !matches!(column.what, What::Kept) && self.data.missing_rule == MissingRule::Drop)
            .filter_map(|column| is_missing(dialect, self.data, &dialect.text(&quoted(&column.name))))
            .collect();
        let only =
            if counted.is_empty() { String::new() } else { format!("\n  WHERE NOT ({})", counted.join("\n    OR ")) };
        let source = format!("SELECT {}\n  FROM {from}{only}", source.collect::<Vec<_>>().join(",\n    "));

        let mut maps = Vec::new();
        let mut labelled = Vec::new();
        let mut joins = String::new();
        for (i, column) in self.columns.iter().enumerate() {
            let What::Labels(pairs) = &column.what else {
                labelled.push(format!("s.c{i} AS c{i}"));
                continue;
            };
            let name = format!("celosia_map_{i}");
            // Every value of the table has a label; one that has none came later, and shows as nothing.
            joins += &format!("\n  LEFT JOIN {name} AS m{i} ON m{i}.v = s.c{i}");
            labelled.push(format!("m{i}.w AS c{i}"));
            maps.push(Map::of_pairs(name, pairs.iter().map(|(value, label)| (value.as_str(), label.as_str()))));
        }
        let quasi: Vec<usize> =
            (0..self.columns.len()).filter(|i| matches!(self.columns[*i].what, What::Labels(_))).collect();
        let hint = (dialect.broadcast)(&quasi.iter().map(|i| format!("m{i}")).collect::<Vec<_>>());
        let labelled = format!("SELECT {hint}{}\n  FROM celosia_source AS s{joins}", labelled.join(",\n    "));

        let mut from = "FROM celosia_labelled AS r".to_string();
        let mut suppressed = None;
        if !self.suppressed.is_empty() {
            let columns: Vec<String> = (0..quasi.len()).map(|q| format!("g{q}")).collect();
            let same: Vec<String> = quasi.iter().enumerate().map(|(q, i)| format!("x.g{q} = r.c{i}")).collect();
            from += &format!("\nLEFT JOIN celosia_suppressed AS x ON {}", same.join(" AND "));
            maps.push(Map { name: "celosia_suppressed".into(), columns, rows: self.suppressed.clone() });
            suppressed = Some("x.g0 IS NOT NULL");
            if !self.starred {
                from += "\nWHERE x.g0 IS NULL";
            }
        }
        let star = suppressed.filter(|_| self.starred);
        let shown = self.columns.iter().enumerate().map(|(i, column)| {
            let value = self.shown(dialect, column, &format!("r.c{i}"));
            let value = match star {
                Some(is_suppressed) => {
                    format!("CASE WHEN {is_suppressed} THEN {} ELSE {value} END", (dialect.literal)(TOP))
                }
                None => value,
            };
            format!("{value} AS {}", quoted(&column.name))
        });
        let order = self.order.as_ref().map_or(String::new(), |order| format!("\nORDER BY {order}"));
        let query = format!("SELECT {}\n{from}{order}", shown.collect::<Vec<_>>().join(",\n  "));
        Statement { maps, with: vec![("celosia_source", source), ("celosia_labelled", labelled)], query }
    }

    /// A text in which missing values have the one spelling that they are shown with.
    fn present(&self, dialect: &Dialect, column: &Shown, text: &str) -> String {
        match (&column.missing, is_missing(dialect, self.data, text)) {
            (Some(spelling), Some(missing)) => {
                format!("CASE WHEN {missing} THEN {} ELSE {text} END", (dialect.literal)(spelling))
            }
            _ => text.to_string(),
        }
    }

    /// A column as the release shows it: text, or the type that it keeps, where missing values are nothing.
    fn shown(&self, dialect: &Dialect, column: &Shown, value: &str) -> String {
        let text = match column.what {
            // A label that is not there must be seen as such.
            What::Labels(_) => value.to_string(),
            _ => self.present(dialect, column, &dialect.text(value)),
        };
        if column.kind == Kind::String {
            return text;
        }
        let typed = format!("CAST({text} AS {})", dialect.type_of(column.kind));
        match is_missing(dialect, self.data, &dialect.text(value)) {
            Some(missing) => format!("CASE WHEN {missing} THEN NULL ELSE {typed} END"),
            None => typed,
        }
    }
}
