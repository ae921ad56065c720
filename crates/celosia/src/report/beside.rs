//! What columns that are shown as they are single out, for a terminal.

use super::columns::{Column, Columns};
use super::text::wrap;
use crate::release::beside::Beside;
use crate::say::{count, percent};
use crate::study::Study;

/// Columns that are listed at most.
const SHOWN: usize = 20;

/// The columns, each with whom it singles out, most first; those that single nobody out in one line. Empty where there are none.
pub fn beside_text(found: &[Beside], study: Option<&Study>, width: usize) -> String {
    if found.is_empty() {
        return String::new();
    }
    let has_classes = found.iter().any(|beside| beside.within.is_some());
    let heads = [Column::name(""), Column::left(""), Column::right("alone")];
    let classes = has_classes.then(|| Column::right("in its class"));
    let mut table = Columns::new(heads.into_iter().chain(classes).chain([Column::text("")])).indented(2);
    let mut sorted: Vec<&Beside> = found.iter().collect();
    sorted.sort_by_key(|beside| std::cmp::Reverse((beside.alone, beside.within)));
    let (told, quiet): (Vec<&Beside>, Vec<&Beside>) = sorted.into_iter().partition(|beside| !is_quiet(beside));
    for beside in told.iter().take(SHOWN) {
        let said = study.and_then(|study| study.columns.iter().find(|column| column.name == beside.name));
        let rows = |rows: Option<u64>| match rows {
            None => "not counted".to_string(),
            Some(0) => "no row".to_string(),
            Some(rows) => {
                let about = if beside.estimated { "about " } else { "" };
                format!("{about}{} ({})", count(rows, "row", "rows"), percent(rows as f64 / beside.rows.max(1) as f64))
            }
        };
        let mut notes = Vec::new();
        notes.extend(beside.people.as_ref().map(|people| format!("taken for {people}")));
        notes.extend(said.filter(|column| column.unprotected).map(|_| "unprotected, as the study says".to_string()));
        notes.extend(said.filter(|column| !column.treatment.is_none()).map(|column| column.treatment.says()));
        let role = said.map_or("", |column| column.role.name());
        let mut row = vec![beside.name.clone(), role.to_string(), rows(beside.alone)];
        if has_classes {
            row.push(rows(beside.within));
        }
        row.push(notes.join("; "));
        table.row(row);
    }
    let mut text = "Columns shown as they are, and whom each singles out\n".to_string();
    if !told.is_empty() {
        text += &table.text(width);
    }
    if told.len() > SHOWN {
        text += &format!("  and {}\n", count((told.len() - SHOWN) as u64, "more column", "more columns"));
    }
    if !quiet.is_empty() {
        let names: Vec<&str> = quiet.iter().take(SHOWN).map(|beside| beside.name.as_str()).collect();
        let more = quiet.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let said = wrap(&format!("no row: {}{more}", names.join(", ")), width - 2);
        text += &said.lines().map(|line| format!("  {line}\n")).collect::<String>();
    }
    text
}

/// Is there nothing to say of it?
fn is_quiet(beside: &Beside) -> bool {
    beside.alone == Some(0) && beside.within.unwrap_or(0) == 0 && beside.people.is_none()
}
