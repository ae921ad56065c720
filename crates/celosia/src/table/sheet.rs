//! The cells of a sheet as text: one line for each of its rows, whole numbers without a point, dates as ISO writes them.

use calamine::{Data, ExcelDateTime, Range};

/// A sheet as CSV.
pub struct Written {
    pub text: String,
    /// Rows and columns without a value, between others.
    pub empty_rows: u64,
    pub empty_columns: u64,
    /// Cells whose formula has no value.
    pub errors: u64,
}

/// Writes a sheet. Rows without a value are blank lines, columns without one are left out.
pub fn text(cells: &Range<Data>) -> Written {
    let width = cells.width();
    let mut filled = vec![false; width];
    for row in cells.rows() {
        row.iter().zip(&mut filled).for_each(|(cell, filled)| *filled |= !is_empty(cell));
    }
    let (mut text, mut errors, mut empty_rows, mut blank) = (String::new(), 0, 0, 0);
    // The range begins at the first cell that holds something; lines are rows of the sheet.
    let above = cells.start().map_or(0, |(row, _)| row as usize);
    text.extend(std::iter::repeat_n('\n', above));
    for row in cells.rows() {
        if row.iter().all(is_empty) {
            // Only between others: behind the last row there is nothing to say.
            blank += 1;
            text.push('\n');
            continue;
        }
        empty_rows += std::mem::take(&mut blank);
        let mut is_first = true;
        for (cell, _) in row.iter().zip(&filled).filter(|(_, filled)| **filled) {
            if !std::mem::take(&mut is_first) {
                text.push(',');
            }
            errors += u64::from(matches!(cell, Data::Error(_)));
            field(&mut text, &value(cell));
        }
        text.push('\n');
    }
    let empty_columns = filled.iter().filter(|filled| !**filled).count() as u64;
    Written { text, empty_rows, empty_columns, errors }
}

fn is_empty(cell: &Data) -> bool {
    match cell {
        Data::Empty => true,
        Data::String(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// A field of CSV; in quotes where it could be taken for anything else.
fn field(text: &mut String, value: &str) {
    let plain = value.chars().next().is_none_or(char::is_alphanumeric) && !value.contains([',', '"', '\n', '\r', '=']);
    // A line of its own that is empty would be none.
    if plain && !value.is_empty() {
        text.push_str(value);
    } else {
        text.push('"');
        text.push_str(&value.replace('"', "\"\""));
        text.push('"');
    }
}

/// What a cell shows, but for its format.
fn value(cell: &Data) -> String {
    match cell {
        Data::Empty | Data::Error(_) => String::new(),
        Data::String(text) => text.clone(),
        Data::Bool(value) => value.to_string(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => float(*number),
        Data::DateTime(time) => date(time),
        Data::DateTimeIso(text) => iso(text),
        Data::DurationIso(text) => duration(text).unwrap_or_else(|| text.clone()),
    }
}

/// Fifteen digits, as spreadsheets have them: 0.1 + 0.2 is 0.3 there.
fn float(number: f64) -> String {
    let rounded = format!("{number:.14e}").parse().unwrap_or(number);
    if rounded == 0.0 { "0".into() } else { format!("{rounded}") }
}

/// A date, a time or both, as far as the cell has them.
fn date(time: &ExcelDateTime) -> String {
    let days = time.as_f64();
    if time.is_duration() || (0.0..1.0).contains(&days) {
        let milliseconds = (days.abs() * 86_400_000.0).round() as u64;
        let sign = if days < 0.0 { "-" } else { "" };
        return format!("{sign}{}", clock(milliseconds));
    }
    let (year, month, day, hours, minutes, seconds, milliseconds) = time.to_ymd_hms_milli();
    let of_day =
        ((u64::from(hours) * 60 + u64::from(minutes)) * 60 + u64::from(seconds)) * 1000 + u64::from(milliseconds);
    let date = format!("{year:04}-{month:02}-{day:02}");
    if of_day == 0 { date } else { format!("{date} {}", clock(of_day)) }
}

fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if milliseconds.is_multiple_of(1000) { clock } else { format!("{clock}.{:03}", milliseconds % 1000) }
}

/// A date of LibreOffice: with a blank before its time, and without a time that is midnight.
fn iso(text: &str) -> String {
    match text.split_once('T') {
        Some((date, time)) if time.trim_matches(['0', ':', '.', 'Z']).is_empty() => date.into(),
        Some((date, time)) => format!("{date} {time}"),
        None => text.into(),
    }
}

/// A time of LibreOffice, `PT12H30M05S`, as a clock shows it.
fn duration(text: &str) -> Option<String> {
    let (hours, rest) = text.strip_prefix("PT")?.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds: f64 = rest.strip_suffix('S')?.replace(',', ".").parse().ok()?;
    let (hours, minutes): (u64, u64) = (hours.parse().ok()?, minutes.parse().ok()?);
    Some(clock((hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use calamine::{CellErrorType, ExcelDateTimeType};

    use super::*;

    #[test]
    fn cells_are_what_they_show() {
        let of = |value: f64| Data::DateTime(ExcelDateTime::new(value, ExcelDateTimeType::DateTime, false));
        let long = Data::DateTime(ExcelDateTime::new(1.5, ExcelDateTimeType::TimeDelta, false));
        for (cell, shown) in [
            (Data::Float(34.0), "34"),
            (Data::Float(-0.0), "0"),
            (Data::Float(0.1 + 0.2), "0.3"),
            (Data::Float(1e21), "1000000000000000000000"),
            (Data::Float(1234567.25), "1234567.25"),
            (Data::Bool(true), "true"),
            (Data::Empty, ""),
            (Data::Error(CellErrorType::NA), ""),
            (of(45943.0), "2025-10-13"),
            (of(45943.5), "2025-10-13 12:00:00"),
            (of(0.5), "12:00:00"),
            (long, "36:00:00"),
            (Data::DateTimeIso("2020-01-31T00:00:00".into()), "2020-01-31"),
            (Data::DateTimeIso("2020-01-31T07:30:00".into()), "2020-01-31 07:30:00"),
            (Data::DurationIso("PT07H30M00S".into()), "07:30:00"),
        ] {
            assert_eq!(value(&cell), shown, "{cell:?}");
        }
    }

    #[test]
    fn rows_are_lines_and_empty_ones_are_counted() {
        let mut cells = Range::new((2, 1), (7, 4));
        let mut set = |row, column, text: &str| cells.set_value((row, column), Data::String(text.into()));
        set(2, 1, "age, years");
        set(2, 3, "sex");
        set(4, 1, "3");
        set(4, 4, "=x");
        let written = text(&cells);
        assert_eq!(written.text, "\n\n\"age, years\",sex,\"\"\n\n3,\"\",\"=x\"\n\n\n\n");
        assert_eq!((written.empty_rows, written.empty_columns, written.errors), (1, 1, 0));
    }
}
