//! What the writer writes, CSV, TSV or Parquet, reads back as it was.

use std::fs::File;

use celosia::study::Kind;
use celosia::table::{Form, Writer, number};

use crate::place::no_file;
use crate::rows::read;

/// Parts fields; no UTF-8 text has it.
const END: u8 = 0xff;
/// A field that is missing.
const MISSING: &[u8] = &[0xfe];

/// The first byte chooses a form, the second the types of up to four columns; then the names and the values.
pub fn written(bytes: &[u8]) {
    let [form, types, rest @ ..] = bytes else { return };
    let name = ["written.csv", "written.tsv", "written.parquet"][usize::from(form % 3)];
    let width = usize::from(form / 3 % 4) + 1;
    let kind = |column: usize| Kind::NAMES[usize::from(types >> (2 * column) & 3)].1;
    let field = |field: &[u8]| (field != MISSING).then(|| String::from_utf8_lossy(field).into_owned());
    let mut fields = rest.split(|byte| *byte == END).map(field);
    let names = fields.by_ref().take(width).map(|name| name.unwrap_or_default().trim().to_string());
    let columns: Vec<(String, Kind)> = names.enumerate().map(|(column, name)| (name, kind(column))).collect();
    let known = |column: usize| columns[..column].iter().any(|(name, _)| *name == columns[column].0);
    // A table has no two columns of one name, and names have no blanks around them.
    if columns.len() < width || (0..width).any(known) {
        return;
    }
    let fields: Vec<Option<String>> = fields.collect();
    let rows: Vec<&[Option<String>]> = fields.chunks_exact(width).collect();

    let path = no_file(name);
    let mut file = File::create(&path).expect("a temporary file");
    let mut writer = Writer::new(&path, &mut file, &columns).expect("a header can be written");
    let mut written = rows.iter().try_for_each(|row| writer.row(row.iter().map(Option::as_deref)));
    written = written.and_then(|()| writer.finish());
    let typed = Form::of(&path) == Form::Parquet;
    let fits = |row: &&[Option<String>]| row.iter().zip(&columns).all(|(value, (_, kind))| fits(*kind, value));
    if typed && !rows.iter().all(fits) {
        assert!(written.is_err(), "a value that its type does not have was written");
        return;
    }
    written.expect("rows can be written");
    let (table, back) = read(&path, &Form::of(&path).reading(), 1).expect("what was written can be read");
    assert!(table.columns.iter().eq(columns.iter().map(|(name, _)| name)), "names come back");
    assert_eq!(back.len(), rows.len(), "as many rows as were written");
    for ((_, back), row) in back.iter().zip(rows) {
        for ((back, value), (_, kind)) in back.iter().zip(row).zip(&columns) {
            let value = value.as_deref().unwrap_or_default();
            let same = back == value || typed && number(*kind, back) == number(*kind, value);
            assert!(same, "{back:?} where {value:?} was written");
        }
    }
}

/// Can a column of the type hold the value?
fn fits(kind: Kind, value: &Option<String>) -> bool {
    let Some(value) = value else { return true };
    match kind {
        Kind::String | Kind::Time => true,
        Kind::Integer => value.trim().parse::<i64>().is_ok(),
        Kind::Decimal | Kind::Date => number(kind, value).is_some(),
    }
}
