//! The statement that makes a release: labels in place of values, only the classes that are kept, rows in random order.
//!
//! It fails closed. A row is released only if each of its values has a label and its class is on the list of kept ones;
//! what came later, and what our list and the engine spell differently, stays out. Nobody may recount what a printed
//! statement gives, so there a class must also have as many rows as when it was counted.
//!
//! An engine's release is ordered by a keyed hash of row numbers under a secret of this process, so that nobody who
//! sees the release can undo the shuffle.

use super::Dialect;
use super::missing::{drops, is_missing, or_else};
use super::statement::{Map, Statement};
use crate::frequency::{DROPPED, ROWS};
use crate::hierarchy::TOP;
use crate::study::{Kind, Missing};

/// What becomes of each column of a release, in its order.
pub struct Shown {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub what: What,
    /// Its type in the release.
    pub kind: Kind,
    /// Which of its values are missing, and what happens to their rows.
    pub missing: Missing,
    /// Does it hold missing values that are kept?
    pub gaps: bool,
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

/// The values of some rows, in the order of the columns that show labels, and the labels that these show together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Together {
    /// The values.
    pub values: Vec<String>,
    /// Their value in the column beside, where only rows with it are meant.
    pub beside: Option<String>,
    /// The labels.
    pub labels: Vec<String>,
    /// Where rows with these values show different labels: the first and the last of the rows, numbered from 1 in random order,
    /// that show these.
    pub rows: Option<(u64, u64)>,
}

/// A release in words of SQL.
pub struct Release {
    /// The columns.
    pub columns: Vec<Shown>,
    /// Where labels depend on all values of a row together: those of every row that is kept. The columns' own are not asked.
    pub together: Option<Vec<Together>>,
    /// The column beside, where these depend on it too.
    pub beside: Option<usize>,
    /// Labels of the classes that are kept, in the order of the columns that show labels, and how many rows each has.
    pub kept: Vec<(Vec<String>, u64)>,
    /// Do all other rows stay, as stars?
    pub starred: bool,
    /// Does the caller recount what the statement gives, so that it need not count itself?
    pub recounted: bool,
    /// A column that is not released, whose missing values take their rows out: the person's.
    pub person: Option<(String, Missing)>,
    /// What rows are ordered by; nothing keeps the engine's order.
    pub order: Option<String>,
}

impl Release {
    /// The statement.
    pub fn statement(&self, dialect: &Dialect, from: &str) -> Statement {
        let quoted = |name: &str| (dialect.identifier)(name);
        let source = self.columns.iter().enumerate().map(|(i, column)| {
            let name = quoted(&column.name);
            match column.what {
                What::Labels(_) => format!("{} AS c{i}", present(dialect, column, &dialect.text(&name))),
                _ => format!("{name} AS c{i}"),
            }
        });
        let counted = self.columns.iter().filter(|column| !matches!(column.what, What::Kept));
        let person = self.person.iter().map(|(name, missing)| (missing, name));
        let counted = counted.map(|column| (&column.missing, &column.name)).chain(person);
        let counted = counted.map(|(missing, name)| (missing, dialect.text(&quoted(name))));
        let counted = drops(dialect, counted);
        let only =
            if counted.is_empty() { String::new() } else { format!("\n  WHERE NOT ({})", counted.join("\n    OR ")) };
        let beside = self.beside.map(|i| &self.columns[i]);
        let beside =
            beside.map(|column| format!("{} AS u", present(dialect, column, &dialect.text(&quoted(&column.name)))));
        let source = source.chain(beside).collect::<Vec<_>>().join(",\n    ");
        let source = format!("SELECT {source}\n  FROM {from}{only}");

        let mut maps = Vec::new();
        let mut labelled = Vec::new();
        let mut joins = String::new();
        // What each column that shows labels is called where the label stands.
        let mut labels = Vec::new();
        for (i, column) in self.columns.iter().enumerate() {
            let What::Labels(pairs) = &column.what else {
                labelled.push(format!("s.c{i} AS c{i}"));
                continue;
            };
            if let Some(together) = &self.together {
                let q = labels.len();
                if q == 0 && is_numbered(together) {
                    let number = dialect.type_of(Kind::Integer);
                    joins += &format!(
                        "\n  LEFT JOIN celosia_classes AS m ON s.n0 BETWEEN CAST(m.n0 AS {number}) AND CAST(m.n1 AS {number})"
                    );
                }
                if q == 0 && self.beside.is_some() {
                    let join = if joins.is_empty() { "\n  LEFT JOIN celosia_classes AS m ON" } else { " AND" };
                    joins += &format!("{join} (m.x0 = {any} OR m.x1 = s.u)", any = (dialect.literal)(ANY));
                }
                let join = if q == 0 && joins.is_empty() { "\n  LEFT JOIN celosia_classes AS m ON " } else { " AND " };
                joins += &format!("{join}m.v{q} = s.c{i}");
                labelled.push(format!("m.w{q} AS c{i}"));
                labels.push(format!("m.w{q}"));
                continue;
            }
            let name = format!("celosia_map_{i}");
            // A value that has no label here is in no class that is kept.
            joins += &format!("\n  LEFT JOIN {name} AS m{i} ON m{i}.v = s.c{i}");
            labelled.push(format!("m{i}.w AS c{i}"));
            labels.push(format!("m{i}.w"));
            maps.push(Map::of_pairs(name, pairs.iter().map(|(value, label)| (value.as_str(), label.as_str()))));
        }
        let quasi: Vec<usize> =
            (0..self.columns.len()).filter(|i| matches!(self.columns[*i].what, What::Labels(_))).collect();
        let small = if self.together.is_some() { Vec::new() } else { quasi.iter().map(|i| format!("m{i}")).collect() };
        let hint = (dialect.broadcast)(&small);
        if !self.recounted {
            labelled.push(format!("COUNT(*) OVER (PARTITION BY {}) AS n", labels.join(", ")));
        }
        maps.extend(self.together.iter().map(|rows| map_of_rows(rows, quasi.len(), self.beside.is_some())));
        let numbered = self.together.as_ref().is_some_and(|together| is_numbered(together));
        let rows = if numbered { "celosia_numbered" } else { "celosia_source" };
        let labelled = format!("SELECT {hint}{}\n  FROM {rows} AS s{joins}", labelled.join(",\n    "));

        let mut same: Vec<String> = quasi.iter().enumerate().map(|(q, i)| format!("k.g{q} = r.c{i}")).collect();
        if !self.recounted {
            same.push(format!("k.n = CAST(r.n AS {})", dialect.type_of(Kind::String)));
        }
        let join = if self.starred { "LEFT JOIN" } else { "JOIN" };
        let from = format!("FROM celosia_labelled AS r\n{join} celosia_kept AS k ON {}", same.join(" AND "));
        maps.push(self.map_of_kept(quasi.len()));
        let shown = self.columns.iter().enumerate().map(|(i, column)| {
            let value = shown(dialect, column, &format!("r.c{i}"));
            let value = match self.starred {
                true => format!("CASE WHEN k.g0 IS NULL THEN {} ELSE {value} END", (dialect.literal)(TOP)),
                false => value,
            };
            format!("{value} AS {}", quoted(&column.name))
        });
        let order = self.order.as_ref().map_or(String::new(), |order| format!("\nORDER BY {order}"));
        let query = format!("SELECT {}\n{from}{order}", shown.collect::<Vec<_>>().join(",\n  "));
        let mut with = vec![("celosia_source", source)];
        if numbered {
            let same = quasi.iter().map(|i| format!("c{i}")).chain(self.beside.map(|_| "u".to_string()));
            let same: Vec<String> = same.collect();
            let order = self.order.as_deref().unwrap_or(dialect.random);
            let number = format!("ROW_NUMBER() OVER (PARTITION BY {} ORDER BY t.lot) AS n0", same.join(", "));
            // Not every engine draws lots within a window.
            let drawn = format!("(SELECT s.*, {order} AS lot FROM celosia_source AS s) AS t");
            with.push(("celosia_numbered", format!("SELECT t.*,\n    {number}\n  FROM {drawn}")));
        }
        with.push(("celosia_labelled", labelled));
        Statement { maps, with, query }
    }

    /// The statement that counts the persons of what is released, before their column is taken out: what rows show in these
    /// columns, whose they are, and how many there are of each kind, as [`recount`](super::recount) does.
    pub fn persons(mut self, dialect: &Dialect, from: &str, columns: &[String]) -> Statement {
        let person = self.person.clone();
        self.columns.extend(person.map(|(name, missing)| Shown {
            name,
            what: What::Kept,
            kind: Kind::String,
            missing,
            gaps: false,
        }));
        (self.order, self.starred, self.recounted) = (None, false, true);
        let mut statement = self.statement(dialect, from);
        let listed: Vec<String> = columns.iter().map(|name| (dialect.identifier)(name)).collect();
        let listed = listed.join(", ");
        let query =
            format!("SELECT {listed}, 0 AS {DROPPED}, COUNT(*) AS {ROWS}\nFROM celosia_released\nGROUP BY {listed}");
        statement.with.push(("celosia_released", std::mem::replace(&mut statement.query, query)));
        statement
    }

    fn map_of_kept(&self, quasi: usize) -> Map {
        let columns = (0..quasi).map(|q| format!("g{q}")).chain(["n".to_string()]).collect();
        let row = |(labels, rows): &(Vec<String>, u64)| [labels.clone(), vec![rows.to_string()]].concat();
        Map { name: "celosia_kept".into(), columns, rows: self.kept.iter().map(row).collect() }
    }
}

/// A text in which missing values have the one spelling that they are shown with.
fn present(dialect: &Dialect, column: &Shown, text: &str) -> String {
    let shown = column.gaps.then(|| (dialect.literal)(column.missing.shown()));
    shown.and_then(|shown| or_else(dialect, &column.missing, text, &shown)).unwrap_or_else(|| text.to_string())
}

/// A column as the release shows it: text, or the type that it keeps, where missing values are nothing.
fn shown(dialect: &Dialect, column: &Shown, value: &str) -> String {
    let text = match column.what {
        // A label that is not there must be seen as such.
        What::Labels(_) => value.to_string(),
        _ => present(dialect, column, &dialect.text(value)),
    };
    if column.kind == Kind::String {
        return text;
    }
    let typed = format!("CAST({text} AS {})", dialect.type_of(column.kind));
    match is_missing(dialect, &column.missing, &dialect.text(value)) {
        Some(missing) => format!("CASE WHEN {missing} THEN NULL ELSE {typed} END"),
        None => typed,
    }
}

/// What the map says of rows of which any value in the column beside is meant, and of others.
const ANY: &str = "any";
const ONLY: &str = "only";

/// The map from all values of a row to the labels that they show together; with `beside` also from the value in that column.
fn map_of_rows(rows: &[Together], quasi: usize, with_beside: bool) -> Map {
    let columns = |letter: char| (0..quasi).map(move |q| format!("{letter}{q}"));
    let numbered = is_numbered(rows);
    let row = |Together { values, beside, labels, rows }: &Together| {
        let (first, last) = rows.unwrap_or((1, i64::MAX as u64));
        let numbers = if numbered { vec![first.to_string(), last.to_string()] } else { Vec::new() };
        let kind = if beside.is_some() { ONLY } else { ANY };
        let beside = if with_beside { vec![kind.into(), beside.clone().unwrap_or_default()] } else { Vec::new() };
        [values.clone(), labels.clone(), beside, numbers].concat()
    };
    let beside = ["x0", "x1"].iter().filter(|_| with_beside).map(|name| name.to_string());
    let numbers = ["n0", "n1"].iter().filter(|_| numbered).map(|name| name.to_string());
    let numbers = beside.chain(numbers);
    Map {
        name: "celosia_classes".into(),
        columns: columns('v').chain(columns('w')).chain(numbers).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

/// Do rows with the same values show different labels?
fn is_numbered(rows: &[Together]) -> bool {
    rows.iter().any(|row| row.rows.is_some())
}
