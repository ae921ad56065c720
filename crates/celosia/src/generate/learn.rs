//! What is learnt of a source: its columns, their types, and how each is drawn.

use super::alias::Alias;
use super::tree::{order, pairs, parents};
use crate::error::Result;
use crate::frequency;
use crate::study::{Kind, Missing, MissingRule, Role, Study};
use crate::table::{Domain, Table};
use crate::threads;
use crate::watch::Watch;

/// All that is needed to draw rows like those of a table.
pub struct Shape {
    /// The columns that the study names, in the table's order.
    pub columns: Vec<Column>,
    /// In which order they are drawn.
    pub(super) order: Vec<usize>,
    /// Rows of the source.
    pub rows: u64,
}

/// One column.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type in Parquet.
    pub kind: Kind,
    /// The values that codes stand for; missing as it is spelt in the source. Running numbers have none.
    pub values: Vec<String>,
    /// Code of the missing value, where Parquet can show it as null.
    pub(super) null: Option<u32>,
    pub(super) from: From,
    /// The column that it depends on, with their mutual information in nats.
    pub depends_on: Option<(String, f64)>,
}

/// What a value is drawn from.
pub(super) enum From {
    /// Nothing: identifiers are running numbers.
    Numbers,
    /// The column's own distribution.
    Alone(Alias),
    /// The distribution under the value of another column.
    Other(usize, Alias),
}

/// Learns from the columns that a study names. Missing values are kept as values of their own, whatever the study does
/// with them later.
pub fn learn(table: &Table, study: &Study, threads: usize, watch: &dyn Watch) -> Result<Shape> {
    let mut all = study.clone();
    all.data.missing.rule = MissingRule::Keep;
    all.columns.retain(|column| column.role.is_released());
    all.columns.iter_mut().for_each(|column| column.role = Role::QuasiIdentifier);
    let counted = frequency::count(table, &all, &[], threads, watch)?;
    let found = &counted.frequency;
    let pool = threads::pool(threads)?;
    let parents = pool.install(|| parents(found));

    // Where each drawn column stands among all.
    let named = |name: &String| study.columns.iter().find(|c| c.name == *name);
    let names: Vec<&String> = table.columns.iter().filter(|name| named(name).is_some()).collect();
    let place = |drawn: usize| names.iter().position(|name| **name == all.columns[drawn].name).unwrap_or(0);
    let mut columns: Vec<Column> = names.iter().map(|name| Column::numbers(name)).collect();
    for (drawn, domain) in counted.domains.into_iter().enumerate() {
        let from = match parents[drawn] {
            Some((parent, _)) => {
                let conditions = found.attributes[parent].counts.len();
                From::Other(place(parent), Alias::new(conditions, &pairs(found, parent, drawn)))
            }
            None => {
                let counts = found.attributes[drawn].counts.iter().enumerate();
                From::Alone(Alias::new(1, &counts.map(|(value, n)| (0, value as u32, *n)).collect::<Vec<_>>()))
            }
        };
        let depends_on = parents[drawn].map(|(parent, nats)| (all.columns[parent].name.clone(), nats));
        let typed = table.kinds[table.column(&domain.column, &study.name)?];
        let missing = study.missing(&all.columns[drawn]);
        let null = domain.missing.filter(|_| missing.is(""));
        let kind = kind(&domain, typed, null, &missing);
        columns[place(drawn)] = Column { name: domain.column, kind, values: domain.values, null, from, depends_on };
    }
    let order = order(&parents).into_iter().map(place).collect();
    Ok(Shape { columns, order, rows: counted.read })
}

impl Column {
    fn numbers(name: &str) -> Column {
        let (kind, from) = (Kind::Integer, From::Numbers);
        Column { name: name.into(), kind, values: Vec::new(), null: None, from, depends_on: None }
    }

    /// Is it an identifier, of running numbers?
    pub fn is_numbered(&self) -> bool {
        matches!(self.from, From::Numbers)
    }
}

/// The type in Parquet: that of a columnar source, or integer where every spelling survives it, or text.
fn kind(domain: &Domain, source: Option<Kind>, null: Option<u32>, missing: &Missing) -> Kind {
    if domain.missing.is_some() && null.is_none() {
        return Kind::String;
    }
    let present = || domain.values.iter().filter(|value| !missing.is(value));
    match source {
        Some(kind) if kind != Kind::String => kind,
        _ if present().all(|v| v.parse::<i64>().is_ok_and(|n| n.to_string() == *v)) => Kind::Integer,
        _ => Kind::String,
    }
}
