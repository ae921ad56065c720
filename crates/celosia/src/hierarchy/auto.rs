//! A hierarchy for a column that is given none: chosen by its type and values, at most five levels above the values.

use std::collections::HashSet;

use super::{Paths, TOP, date, interval, mask, order, present, trees};
use crate::error::Result;
use crate::study::{DateUnit, Intervals, Kind, MaskFrom};
use crate::table::Domain;

/// Intervals of nice widths for numbers, calendar units for dates, masks for codes of digits, sets by frequency for
/// other text: neighbours in the alphabet have nothing in common, and on Adult such sets halve the loss (docs/guide.md).
/// A column of few values goes straight to the top.
pub fn paths(domain: &Domain) -> Result<Paths> {
    let values: Vec<&str> = present(domain).flatten().collect();
    let numbers: Vec<f64> = (0..domain.len()).filter_map(|code| domain.number(code)).collect();
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let kind = if numbers.len() == values.len() { domain.kind } else { Kind::String };
    let paths = match kind {
        Kind::Integer | Kind::Decimal if values.len() <= 4 => to_the_top(domain),
        Kind::Integer | Kind::Decimal => by_width(domain, high - low)?,
        Kind::Date => date::paths(&units(&values, high - low), domain)?,
        Kind::String => match code_length(&values) {
            Some(length) => mask::paths(MaskFrom::Right, &masked(length), domain)?,
            None if values.len() <= 8 => to_the_top(domain),
            None => trees::best(domain)?,
        },
    };
    Ok(without_idle_levels(paths))
}

fn to_the_top(domain: &Domain) -> Paths {
    present(domain).map(|value| value.map(|_| vec![TOP.to_string()])).collect()
}

/// Groups of about as many values as there are groups.
fn by_order(domain: &Domain) -> Result<Paths> {
    let size = (present(domain).flatten().count() as f64).sqrt().round() as usize;
    order::paths(&[size.max(2)], domain)
}

/// About 6 to 16 intervals at first, then twice as wide each level, four levels at most.
fn by_width(domain: &Domain, range: f64) -> Result<Paths> {
    let least = if domain.kind == Kind::Integer { 2.0 } else { 0.0 };
    let first = nice(range / 16.0).max(least);
    let widths: Vec<f64> = [1.0, 2.0, 4.0, 8.0].iter().map(|times| first * times).filter(|w| *w < range).collect();
    let intervals = Intervals { widths, ..Intervals::default() };
    // Numbers of too many digits for exact bounds (long identifiers) are grouped as neighbours.
    interval::paths(&intervals, domain).or_else(|_| by_order(domain))
}

/// The least of 1, 2, 5, 10, 20, 50, … (and 0.5, 0.2, 0.1, …) that is not less. Powers of two times it are exact.
fn nice(width: f64) -> f64 {
    let power = width.log10().floor();
    let steps = ["1", "2", "5", "10"].iter().filter_map(|step| format!("{step}e{power}").parse::<f64>().ok());
    steps.into_iter().find(|step| *step >= width).unwrap_or(width)
}

fn units(values: &[&str], days: f64) -> Vec<DateUnit> {
    let with_time = values.iter().any(|value| value.trim().len() > 10);
    let mut units = if with_time { vec![DateUnit::Day, DateUnit::Month] } else { vec![DateUnit::Month] };
    if days > 366.0 {
        units.push(DateUnit::Year);
    }
    if days > 3653.0 {
        units.push(DateUnit::Decade);
    }
    units
}

/// The length of codes such as zip codes: digits only, all of the same length, three or more.
fn code_length(values: &[&str]) -> Option<usize> {
    let length = values.first()?.len();
    let code = |value: &&str| value.len() == length && value.bytes().all(|b| b.is_ascii_digit());
    (length >= 3 && values.iter().all(code)).then_some(length)
}

/// One more character per level, or a fifth of a long code.
fn masked(length: usize) -> Vec<usize> {
    if length <= 5 { (1..=length).collect() } else { (1..=5).map(|fifth| (length * fifth).div_ceil(5)).collect() }
}

/// Leaves out levels that merge nothing, and those below the top that have merged everything: they only cost a search.
fn without_idle_levels(mut paths: Paths) -> Paths {
    let height = paths.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut groups = paths.iter().flatten().count();
    let mut kept = vec![false; height];
    for level in 0..height {
        let labels: HashSet<&String> = paths.iter().flatten().map(|path| &path[level]).collect();
        kept[level] = level + 1 == height || (1 < labels.len() && labels.len() < groups);
        groups = labels.len();
    }
    for path in paths.iter_mut().flatten() {
        let mut level = kept.iter();
        path.retain(|_| level.next() == Some(&true));
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind, values: &[&str]) -> Result<Vec<Vec<String>>> {
        Ok(paths(&Domain::of("column", kind, values))?.into_iter().flatten().collect())
    }

    fn numbered(kind: Kind, values: impl Iterator<Item = f64>) -> Result<Vec<Vec<String>>> {
        let values: Vec<String> = values.map(|n| n.to_string()).collect();
        of(kind, &values.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn ages_double_from_five() -> Result<()> {
        let found = numbered(Kind::Integer, (17..=90).map(f64::from))?;
        assert_eq!(found[0], ["[15, 20)", "[10, 20)", "[0, 20)", "[0, 40)", "*"]);
        Ok(())
    }

    #[test]
    fn small_ranges_and_decimals() -> Result<()> {
        assert_eq!(numbered(Kind::Integer, (1..=5).map(f64::from))?[0], ["[0, 2)", "*"]);
        assert_eq!(numbered(Kind::Integer, (1..=4).map(f64::from))?[0], ["*"]);
        let found = numbered(Kind::Decimal, (0..=20).map(|n| f64::from(n) / 100.0))?;
        assert_eq!(found[3], ["[0.02, 0.04)", "[0, 0.04)", "[0, 0.08)", "[0, 0.16)", "*"]);
        assert_eq!(of(Kind::Decimal, &["1", "1.0", "1.00", "1e0", "1.000"])?[0], ["{2 rare values}", "*"]);
        Ok(())
    }

    #[test]
    fn long_identifiers_are_neighbours() -> Result<()> {
        let values: Vec<String> = (0..9).map(|n| format!("1000000000000000000{n}")).collect();
        let found = of(Kind::Integer, &values.iter().map(String::as_str).collect::<Vec<_>>())?;
        assert_eq!(found[0], ["{3 rare values}", "*"]);
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
        // One row each, too rare to be named: {a, b, c}, {d, e}, {f, g}, {h, i} of two rows or more; then of four, the rarest first.
        assert_eq!(found[8], ["{2 rare values} (3)", "{5 rare values}", "*"]);
        Ok(())
    }
}
