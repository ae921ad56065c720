//! The same where an engine holds the rows: it counts, and a thousand of its values say what the column is taken for.

use super::{Asked, Beside, people};
use crate::engine::{Engine, failed};
use crate::error::Result;
use crate::meaning::Seen;
use crate::sql::{self, Statement};
use crate::table::infer;
use crate::watch::Watch;

/// Whom columns single out of `rows` rows that an engine can read, alone and within the classes of the quasi-identifiers.
pub fn measure_on(
    engine: &dyn Engine,
    from: &str,
    asked: &[Asked],
    quasi: &[String],
    rows: u64,
    watch: &dyn Watch,
) -> Result<Vec<Beside>> {
    let dialect = sql::find(engine.dialect())?;
    let number = |statement: Statement| -> Result<u64> {
        let mut found = 0;
        sql::batches(engine, &statement, watch, &mut |batch| {
            for row in 0..batch.rows() {
                let unread =
                    |_| failed(engine, "a count that is no number", "this is a defect of celosia: please report it");
                found = batch.value(0, row).parse().map_err(unread)?;
            }
            Ok(())
        })?;
        Ok(found)
    };
    let one = |asked: &Asked| -> Result<Beside> {
        let alone = number(sql::lone(dialect, from, &asked.name, &asked.missing, &[]))?;
        let within = match quasi {
            [] => None,
            quasi => Some(number(sql::lone(dialect, from, &asked.name, &asked.missing, quasi))?),
        };
        let mut values: Vec<(String, u64)> = Vec::new();
        sql::batches(engine, &sql::some_values(dialect, from, &asked.name, &asked.missing), watch, &mut |batch| {
            for row in 0..batch.rows() {
                values.push((batch.value(0, row).to_string(), batch.value(1, row).parse().unwrap_or(1)));
            }
            Ok(())
        })?;
        values.sort();
        let texts: Vec<&str> = values.iter().map(|(value, _)| value.as_str()).collect();
        let counted: Vec<(&str, u64)> = values.iter().map(|(value, rows)| (value.as_str(), *rows)).collect();
        let seen = Seen::of(&asked.name, infer(&texts), &counted);
        Ok(Beside { alone: Some(alone), within, people: people(seen), ..Beside::new(asked, rows) })
    };
    asked.iter().map(one).collect()
}
