//! A hierarchy for a column that is given none: chosen by its type and values, at most five levels above the values.

use std::collections::HashSet;

use super::{Paths, TOP, date, interval, mask, order, outliers, present, shows, time, trees};
use crate::error::Result;
use crate::study::{DateUnit, Intervals, Kind, Mask, MaskFrom, TimeUnit};
use crate::table::Domain;

/// Intervals of nice widths for numbers, calendar units for dates, masks for codes of digits, sets by frequency for
/// other text: neighbours in the alphabet have nothing in common, and on Adult such sets halve the loss (docs/guide.md).
/// A column of few values goes straight to the top. What a few rows at its ends hold decides nothing of this ([`outliers`]).
/// With the words of the levels between the values and the top, where they have any.
pub fn paths(domain: &Domain, whole: bool) -> Result<(Paths, Vec<Option<String>>)> {
    let values: Vec<&str> = present(domain).flatten().collect();
    let numbers = (0..domain.len()).filter(|code| domain.number(*code).is_some()).count();
    let range = outliers::range(domain).filter(|_| numbers == values.len());
    let length = code_length(domain).filter(|_| range.is_none());
    let inside = |code: usize| match (range, domain.number(code), length) {
        (Some((low, high)), Some(number), _) => low <= number && number <= high,
        (_, _, Some(length)) => is_code(&domain.values[code], length),
        _ => true,
    };
    let usual = (0..domain.len()).filter(|code| domain.missing != Some(*code as u32) && inside(*code)).count();
    let (paths, words) = match (domain.kind, range) {
        (Kind::Integer | Kind::Decimal, Some(_)) if usual <= 4 => to_the_top(domain),
        (Kind::Integer | Kind::Decimal, Some(range)) => by_width(domain, range, whole)?,
        (Kind::Date, Some((low, high))) => {
            let units = units(domain, high - low);
            (date::paths(&units, domain)?, shows::of_dates(&units))
        }
        (Kind::Time, Some(_)) if usual <= 4 => to_the_top(domain),
        (Kind::Time, Some(_)) => {
            let units = [TimeUnit::Hour, TimeUnit::PartOfDay];
            (time::paths(&units, domain)?, shows::of_times(&units))
        }
        _ => match length {
            Some(length) => {
                let mask = Mask { from: MaskFrom::Right, characters: masked(length), length: Some(length) };
                (mask::paths(&mask, domain)?, shows::of_mask(&mask, domain, true))
            }
            None if values.len() <= 8 => to_the_top(domain),
            None => (trees::best(domain)?, Vec::new()),
        },
    };
    Ok(without_idle_levels(paths, words.into_iter().map(Some).collect(), inside))
}

fn to_the_top(domain: &Domain) -> (Paths, Vec<String>) {
    (present(domain).map(|value| value.map(|_| vec![TOP.to_string()])).collect(), Vec::new())
}

/// Groups of about as many values as there are groups.
fn by_order(domain: &Domain) -> Result<(Paths, Vec<String>)> {
    let size = (present(domain).flatten().count() as f64).sqrt().round() as usize;
    let sizes = [size.max(2)];
    Ok((order::paths(&sizes, domain)?, shows::of_order(&sizes)))
}

/// About 6 to 16 intervals at first, then twice as wide each level, four levels at most. What lies beyond the widest ones
/// that hold the range is one group at each end.
fn by_width(domain: &Domain, (low, high): (f64, f64), whole: bool) -> Result<(Paths, Vec<String>)> {
    let range = high - low;
    let least = if domain.kind == Kind::Integer { 2.0 } else { 0.0 };
    let first = nice(range / 16.0).max(least);
    let widths: Vec<f64> = [1.0, 2.0, 4.0, 8.0].iter().map(|times| first * times).filter(|w| *w < range).collect();
    let widest = widths.last().copied().unwrap_or(first);
    // As few digits as the widths have: a sum of decimals has more.
    let bound = |steps: f64| (steps * widest * 1e9).round() / 1e9;
    let (bottom, top) = (bound((low / widest).floor()), bound((high / widest).floor() + 1.0));
    let intervals = Intervals { widths, bottom: Some(bottom), top: Some(top), ..Intervals::default() };
    // Numbers of too many digits for exact bounds (long identifiers) are grouped as neighbours.
    let Ok(paths) = interval::paths(&intervals, domain, whole) else { return by_order(domain) };
    // Hardly anything lies beyond its ends.
    Ok((paths, shows::of_intervals(&Intervals { bottom: None, top: None, ..intervals })))
}

/// The least of 1, 2, 5, 10, 20, 50, … (and 0.5, 0.2, 0.1, …) that is not less. Powers of two times it are exact.
fn nice(width: f64) -> f64 {
    let power = width.log10().floor();
    let steps = ["1", "2", "5", "10"].iter().filter_map(|step| format!("{step}e{power}").parse::<f64>().ok());
    steps.into_iter().find(|step| *step >= width).unwrap_or(width)
}

fn units(domain: &Domain, days: f64) -> Vec<DateUnit> {
    let with_time = !outliers::nearly_all(domain, |value| !domain.writing.has_time(value));
    let mut units = match domain.writing.has_days() {
        true if with_time => vec![DateUnit::Day, DateUnit::Month],
        true => vec![DateUnit::Month],
        // Months are values themselves.
        false => vec![DateUnit::Quarter],
    };
    if days > 366.0 {
        units.push(DateUnit::Year);
    }
    if days > 3653.0 {
        units.push(DateUnit::Decade);
    }
    units
}

/// The length of codes such as zip codes: digits only, nearly all of the same length, three or more.
fn code_length(domain: &Domain) -> Option<usize> {
    let length = outliers::longest(domain);
    (length >= 3 && outliers::nearly_all(domain, |value| is_code(value, length))).then_some(length)
}

fn is_code(value: &str, length: usize) -> bool {
    value.len() == length && value.bytes().all(|b| b.is_ascii_digit())
}

/// One more character per level, or a fifth of a long code.
fn masked(length: usize) -> Vec<usize> {
    if length <= 5 { (1..=length).collect() } else { (1..=5).map(|fifth| (length * fifth).div_ceil(5)).collect() }
}

/// Leaves out levels that merge nothing, and those below the top that have merged everything: they only cost a search. Only
/// values inside the usual range are looked at.
fn without_idle_levels(
    mut paths: Paths,
    mut words: Vec<Option<String>>,
    inside: impl Fn(usize) -> bool,
) -> (Paths, Vec<Option<String>>) {
    let height = paths.iter().flatten().map(Vec::len).max().unwrap_or(0);
    words.resize(height.saturating_sub(1), None);
    let usual: Vec<usize> = (0..paths.len()).filter(|code| inside(*code)).collect();
    let mut groups = usual.iter().filter(|code| paths[**code].is_some()).count();
    let mut kept = vec![false; height];
    for level in 0..height {
        let labels: HashSet<&String> =
            usual.iter().filter_map(|code| paths[*code].as_ref()).map(|path| &path[level]).collect();
        kept[level] = level + 1 == height || (1 < labels.len() && labels.len() < groups);
        groups = labels.len();
    }
    for path in paths.iter_mut().flatten() {
        let mut level = kept.iter();
        path.retain(|_| level.next() == Some(&true));
    }
    let mut level = kept.iter();
    words.retain(|_| level.next() == Some(&true));
    (paths, words)
}

#[cfg(test)]
mod tests {
    use super::super::is_whole;
    use super::*;

    fn of(kind: Kind, values: &[&str]) -> Result<Vec<Vec<String>>> {
        let mut domain = Domain::of("column", kind, values);
        // Too few to be named, too many to stand out.
        domain.counts.fill(9);
        Ok(paths(&domain, is_whole(&domain))?.0.into_iter().flatten().collect())
    }

    #[test]
    fn a_value_that_stands_out_moves_no_label() -> Result<()> {
        let mut ages: Vec<(String, u64)> = (17..=90).map(|age: u64| (age.to_string(), 1 + age % 7)).collect();
        let found = |ages: &[(String, u64)]| -> Result<Vec<String>> {
            let ages: Vec<(&str, u64)> = ages.iter().map(|(age, rows)| (age.as_str(), *rows)).collect();
            let domain = Domain::counted("age", Kind::Integer, &ages);
            let code = domain.values.iter().position(|age| age == "23").unwrap_or(0);
            Ok(paths(&domain, is_whole(&domain))?.0[code].clone().unwrap_or_default())
        };
        let usual = found(&ages)?;
        assert_eq!(usual, ["20–24", "20–29", "20–39", "0–39", "*"]);
        for odd in ["1000", "-40", "99999999999999999999"] {
            ages.push((odd.into(), 1));
            assert_eq!(found(&ages)?, usual, "{odd}");
            ages.pop();
        }
        let zips = |odd| Domain::counted("zip", Kind::String, &[("1000", 20), ("1001", 20), ("1100", 20), (odd, 1)]);
        for odd in ["12345678", "x", "9"] {
            let domain = zips(odd);
            let code = domain.values.iter().position(|zip| zip == "1000").unwrap_or(0);
            assert_eq!(
                paths(&domain, is_whole(&domain))?.0[code].as_deref(),
                Some(&["100*", "*"].map(String::from)[..]),
                "{odd}"
            );
        }
        Ok(())
    }

    fn numbered(kind: Kind, values: impl Iterator<Item = f64>) -> Result<Vec<Vec<String>>> {
        let values: Vec<String> = values.map(|n| n.to_string()).collect();
        of(kind, &values.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn ages_double_from_five() -> Result<()> {
        let found = numbered(Kind::Integer, (17..=90).map(f64::from))?;
        assert_eq!(found[0], ["15–19", "10–19", "0–19", "0–39", "*"]);
        Ok(())
    }

    #[test]
    fn small_ranges_and_decimals() -> Result<()> {
        assert_eq!(numbered(Kind::Integer, (1..=5).map(f64::from))?[0], ["0–1", "*"]);
        assert_eq!(numbered(Kind::Integer, (1..=4).map(f64::from))?[0], ["*"]);
        let found = numbered(Kind::Decimal, (0..=20).map(|n| f64::from(n) / 100.0))?;
        assert_eq!(found[3], ["0.02 to under 0.04", "0 to under 0.04", "0 to under 0.08", "0 to under 0.16", "*"]);
        let comma = (0..=20).map(|n| format!("{},{:02}", n / 100, n % 100)).collect::<Vec<_>>();
        let found = of(Kind::Decimal, &comma.iter().map(String::as_str).collect::<Vec<_>>())?;
        assert_eq!(found[3], ["0,02 to under 0,04", "0 to under 0,04", "0 to under 0,08", "0 to under 0,16", "*"]);
        assert_eq!(of(Kind::Decimal, &["1", "1.0", "1.00", "1e0", "1.000"])?[0], ["other", "*"]);
        Ok(())
    }

    #[test]
    fn long_identifiers_are_neighbours() -> Result<()> {
        let values: Vec<String> = (0..9).map(|n| format!("1000000000000000000{n}")).collect();
        let found = of(Kind::Integer, &values.iter().map(String::as_str).collect::<Vec<_>>())?;
        assert_eq!(found[0], ["other", "*"]);
        Ok(())
    }

    #[test]
    fn dates_by_their_range() -> Result<()> {
        let days = ["1991-05-01", "1991-05-31", "1991-06-01", "1999-12-31", "2026-11-15"];
        assert_eq!(of(Kind::Date, &days)?[0], ["1991-05", "1991", "1990s", "*"]);
        assert_eq!(
            of(Kind::Date, &["2025-01-01", "2025-01-02", "2025-02-01", "2026-11-15"])?[0],
            ["2025-01", "2025", "*"]
        );
        assert_eq!(of(Kind::Date, &["2025-01-01", "2025-01-02"])?[0], ["*"]);
        let months = ["08/2013", "09/2013", "01/2014", "02/2015", "12/2015"];
        assert_eq!(of(Kind::Date, &months)?[0], ["2013-Q3", "2013", "*"]);
        let written = ["01.05.1991", "31.05.1991", "01.06.1991", "31.12.1999", "15.11.2026"];
        assert_eq!(of(Kind::Date, &written)?[0], ["1991-05", "1991", "1990s", "*"]);
        let times = ["8:00", "8:45", "9:30", "14:00", "23:59"];
        assert_eq!(of(Kind::Time, &times)?[0], ["08:00–08:59", "morning (06:00–11:59)", "*"]);
        let times = ["2025-01-01T10:00", "2025-01-01T11:00", "2025-01-02T10:00", "2025-02-01T10:00"];
        assert_eq!(of(Kind::Date, &times)?[0], ["2025-01-01", "2025-01", "*"]);
        Ok(())
    }

    #[test]
    fn text_is_masked_or_grouped() -> Result<()> {
        let zips = ["01234", "01235", "01244", "01334", "02234", "11234"];
        assert_eq!(of(Kind::String, &zips)?[0], ["0123*", "012**", "01***", "0****", "*"]);
        assert_eq!(masked(9), [2, 4, 6, 8, 9]);
        assert_eq!(masked(6), [2, 3, 4, 5, 6]);
        assert_eq!(of(Kind::String, &["a", "b", "c"])?[0], ["*"]);
        let found = of(Kind::String, &["a", "b", "c", "d", "e", "f", "g", "h", "i"])?;
        // Nine rows each, too rare to be named: sets of two or three at first, then larger ones.
        assert_eq!(found[8], ["other (4)", "other (2)", "*"]);
        Ok(())
    }
}
