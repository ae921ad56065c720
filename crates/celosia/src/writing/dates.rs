//! Which format the dates of a column have, told from all of them.

use std::collections::HashSet;

use chrono::Datelike;

use super::few;
use super::format::Format;

/// A format that was told.
pub struct Told {
    /// The format; nothing for ISO 8601.
    pub format: Option<Format>,
    /// What is read where nobody says more, if that is another: day first.
    pub safe: Option<Format>,
    /// Do day first and month first both fit all values but a few?
    pub in_doubt: bool,
}

/// Formats with one reading, in the order in which they are tried.
const PLAIN: [&str; 32] = [
    "yyyy-m-d",
    "yyyy/mm/dd",
    "yyyy.mm.dd",
    "d mon yyyy",
    "d-mon-yyyy",
    "d/mon/yyyy",
    "d.mon.yyyy",
    "d. mon yyyy",
    "d 'de' mon 'de' yyyy",
    "ddmonyyyy",
    "mon d, yyyy",
    "mon d yyyy",
    "mon-d-yyyy",
    "yyyy-mon-d",
    "yyyy mon d",
    "d mon yy",
    "d-mon-yy",
    "d/mon/yy",
    "d. mon yy",
    "ddmonyy",
    "mon d, yy",
    "yyyy-mm",
    "yyyy/mm",
    "mm/yyyy",
    "mm-yyyy",
    "mm.yyyy",
    "mon yyyy",
    "mon-yyyy",
    "mon/yyyy",
    "mon-yy",
    "yyyy mon",
    "mon 'de' yyyy",
];

/// The same with the day first and the month first. Nobody writes the month first with points.
const IN_TWO_ORDERS: [(&str, &str, bool); 6] = [
    ("dd/mm/yyyy", "mm/dd/yyyy", true),
    ("dd-mm-yyyy", "mm-dd-yyyy", true),
    ("dd.mm.yyyy", "mm.dd.yyyy", false),
    ("dd/mm/yy", "mm/dd/yy", true),
    ("dd-mm-yy", "mm-dd-yy", true),
    ("dd.mm.yy", "mm.dd.yy", false),
];

/// Two digits, and the year first: only where neither the day nor the month can be.
const YEAR_FIRST: [&str; 3] = ["yy-mm-dd", "yy/mm/dd", "yy.mm.dd"];

/// The format that all values have.
pub fn told(values: &[&str]) -> Option<Told> {
    let sure = |format: Option<Format>| Told { format, safe: None, in_doubt: false };
    if values.iter().all(|v| Format::iso().moment(v).is_some()) {
        return Some(sure(None));
    }
    let of = |text: &str| Format::parse(text).ok().filter(|format| misfits(format, values, 0) == 0);
    if let Some(format) = compact(values) {
        return Some(sure(Some(format)));
    }
    if let Some(text) = PLAIN.iter().find(|text| of(text).is_some_and(|f| f.has_days() || !is_school_year(values))) {
        return of(&spelt(text, values)).map(|format| sure(Some(format)));
    }
    for (day_first, month_first, is_both) in IN_TWO_ORDERS {
        let (Ok(day), Ok(month)) = (Format::parse(day_first), Format::parse(month_first)) else { continue };
        let few = few(values.len());
        let (wrong, others) = (misfits(&day, values, few), misfits(&month, values, few));
        match (wrong, others) {
            // Whatever a few values say, the column might be the other way round without them.
            (0, others) => {
                return Some(Told { format: Some(day), safe: None, in_doubt: is_both && others <= few });
            }
            (wrong, 0) => {
                let in_doubt = wrong <= few;
                return Some(Told { format: Some(month), safe: in_doubt.then_some(day), in_doubt });
            }
            _ => {}
        }
    }
    YEAR_FIRST.iter().find_map(|text| of(text)).map(|format| sure(Some(format)))
}

/// The format that most values have, for a column that was said to hold dates.
pub fn nearest(values: &[&str]) -> Option<Format> {
    let orders = IN_TWO_ORDERS.iter().flat_map(|(day, month, _)| [*day, *month]);
    let all = PLAIN.into_iter().chain(orders).chain(YEAR_FIRST).chain(["yyyymmdd"]);
    let iso = values.iter().filter(|v| Format::iso().moment(v).is_some()).count();
    let mut best = (iso, None);
    for format in all.filter_map(|text| Format::parse(text).ok()) {
        let fitting = values.len() - misfits(&format, values, values.len());
        if fitting > best.0 {
            best = (fitting, Some(format));
        }
    }
    best.1
}

/// Names of months are said in full where one is.
fn spelt(text: &str, values: &[&str]) -> String {
    let is_long = |value: &&str| value.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 5);
    if values.iter().any(is_long) { text.replace("mon", "month") } else { text.into() }
}

/// How many values have another format or an odd year; counted as far as one past `most`.
fn misfits(format: &Format, values: &[&str], most: usize) -> usize {
    let fits = |value: &&&str| format.moment(value).is_some_and(|(day, _)| (1000..3000).contains(&day.year()));
    values.iter().filter(|value| !fits(value)).take(most + 1).count()
}

/// Eight digits, which are numbers unless all of them are days, and days of many months.
fn compact(values: &[&str]) -> Option<Format> {
    let is_digits = |digits: usize| values.iter().all(|v| v.len() == digits && v.bytes().all(|b| b.is_ascii_digit()));
    let text = if is_digits(8) {
        "yyyymmdd"
    } else if is_digits(14) {
        "yyyymmddHHMMSS"
    } else {
        return None;
    };
    let format = Format::parse(text).ok()?;
    let mut days = HashSet::new();
    for value in values {
        let (day, _) = format.moment(value).filter(|(day, _)| (1850..2100).contains(&day.year()))?;
        days.insert(day);
    }
    let months: HashSet<(i32, u32)> = days.iter().map(|day| (day.year(), day.month())).collect();
    // Numbers that count up look like the days of a month or two.
    (days.len() > 2 && (months.len() > 2 || days.len() > 20 && months.len() > 1)).then_some(format)
}

/// "2012-13" is no month: the years of schools and budgets follow one another.
fn is_school_year(values: &[&str]) -> bool {
    values.iter().all(|value| {
        let years = value.trim().split_once(['-', '/']);
        let pair = years.and_then(|(year, next)| Some((year.parse::<u32>().ok()?, next.parse::<u32>().ok()?)));
        pair.is_some_and(|(year, next)| (year + 1) % 100 == next)
    })
}
