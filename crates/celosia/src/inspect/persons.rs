//! Columns beside in a table that names persons: all rows of one are one there. Values were counted by rows before it was known
//! whose they are, so what is proposed is tried on the table, and where it is not enough values of one person count as one row.

use super::{Column, Treated};
use crate::error::Result;
use crate::release::beside::{self, Asked};
use crate::study::{ColumnFile, Missing, Output, Role, Treatment};
use crate::table::Table;
use crate::watch::Watch;

/// Sees to it that what is proposed passes. Passes over the table only where it names persons.
pub fn settle(
    table: &Table,
    columns: &mut [Column],
    missing: &Missing,
    decimal: Option<char>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<()> {
    let ask = |column: &Column| Asked { name: column.name().into(), missing: missing.clone() };
    let Some(person) = columns.iter().find(|column| column.found.role == Role::Person).map(ask) else { return Ok(()) };
    let too_many = |columns: &[Column]| -> Result<Vec<(usize, u64)>> {
        let shown = |(_, column): &(usize, &Column)| {
            column.found.role.is_shown_as_it_is() && column.treated(decimal) != Treated::LeftOut
        };
        let shown: Vec<(usize, &Column)> = columns.iter().enumerate().filter(shown).collect();
        let asked: Vec<Asked> = shown.iter().map(|(_, column)| ask(column)).collect();
        let treated = shown.iter().map(|(_, column)| {
            Ok((column.name(), treatment(column.name(), &column.treated(decimal))?, missing.clone(), decimal))
        });
        let treated: Vec<_> = treated.collect::<Result<_>>()?;
        let table = table
            .clone()
            .treated_by("inspect", treated.into_iter().filter(|(_, treatment, ..)| !treatment.is_none()))?;
        let found = beside::measure(&table, &asked, &[], Some(&person), threads, watch)?;
        let limit = Output::default().singled_out;
        let of = shown.iter().zip(found).filter_map(|((number, _), found)| {
            let alone = found.alone.filter(|alone| *alone > limit.rows(found.rows));
            alone.map(|alone| (*number, alone))
        });
        Ok(of.collect())
    };
    let found = too_many(columns)?;
    if found.is_empty() {
        return Ok(());
    }
    let asked: Vec<Asked> = found.iter().map(|(number, _)| ask(&columns[*number])).collect();
    let of_one = beside::of_one_person(table, &asked, &person, threads, watch)?;
    for ((number, alone), of_one) in found.iter().zip(of_one) {
        let column = &columns[*number];
        let mut seen = column.look.seen.clone();
        let values = seen.domain.values.iter().zip(&mut seen.domain.counts);
        values.filter(|(value, _)| of_one.contains(*value)).for_each(|(_, rows)| *rows = 1);
        columns[*number].of_persons = Some((*alone, column.treat(&seen, decimal, 0)));
    }
    for (number, alone) in too_many(columns)? {
        columns[number].of_persons = Some((alone, Treated::LeftOut));
    }
    Ok(())
}

/// What keys of a column do.
fn treatment(name: &str, treated: &Treated) -> Result<Treatment> {
    let Treated::So(keys) = treated else { return Ok(Treatment::default()) };
    let keys: toml::Table = keys.iter().map(|(key, value)| (key.to_string(), value.clone())).collect();
    let file: ColumnFile = keys.try_into().unwrap_or_default();
    Treatment::of_keys(name, &file)
}
