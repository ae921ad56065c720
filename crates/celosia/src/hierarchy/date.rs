//! Dates by units of the calendar, each within the next: day, month, quarter, year, decade.

use chrono::{Datelike, NaiveDate};

use super::{Paths, TOP, present, refuse};
use crate::error::Result;
use crate::study::{DateUnit, Kind};
use crate::table::{Domain, Stated};
use crate::words;

/// The calendar units of each date, then the top; a value that is no date is not covered.
pub fn paths(units: &[DateUnit], domain: &Domain) -> Result<Paths> {
    // Every unit lies within every later one, so rising units nest.
    if units.is_empty() || units.windows(2).any(|pair| pair[0] >= pair[1]) {
        let names: Vec<&str> = units.iter().map(|unit| name(*unit)).collect();
        let what = format!("the calendar units [{}] do not rise from level to level", names.join(", "));
        return Err(refuse(domain, what, "choose among day, month, quarter, year, decade, in this order"));
    }
    let path = |day: NaiveDate| units.iter().map(|unit| label(*unit, day)).chain([TOP.to_string()]).collect();
    // Dates among which some value is none: the error is to name that one.
    let told = || {
        let values: Vec<&str> = present(domain).flatten().collect();
        Stated { kind: Some(Kind::Date), ..Stated::default() }.tell(&values).safely().writing
    };
    let writing = if domain.kind == Kind::Date { domain.writing.clone() } else { told() };
    Ok(present(domain).map(|value| value.and_then(|value| writing.date(value)).map(path)).collect())
}

pub(super) fn name(unit: DateUnit) -> &'static str {
    DateUnit::NAMES.iter().find(|(_, known)| *known == unit).map_or("", |(name, _)| name)
}

fn label(unit: DateUnit, day: NaiveDate) -> String {
    match unit {
        DateUnit::Day => day.format("%Y-%m-%d").to_string(),
        DateUnit::Month => day.format("%Y-%m").to_string(),
        DateUnit::Quarter => words::quarter(&day.format("%Y").to_string(), day.month0() / 3 + 1),
        DateUnit::Year => day.format("%Y").to_string(),
        DateUnit::Decade => words::decade(&format!("{:04}", day.year().div_euclid(10) * 10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_shows_its_units() -> Result<()> {
        let units: Vec<DateUnit> = DateUnit::NAMES.iter().map(|(_, unit)| *unit).collect();
        let found = paths(&units, &Domain::of("born", Kind::Date, &["0987-03-31", "2026-11-15 10:30:00"]))?;
        let labels = ["2026-11-15", "2026-11", "2026-Q4", "2026", "2020s", "*"].map(String::from);
        assert_eq!(found[1].as_deref(), Some(&labels[..]));
        let labels = ["0987-03-31", "0987-03", "0987-Q1", "0987", "0980s", "*"].map(String::from);
        assert_eq!(found[0].as_deref(), Some(&labels[..]));
        Ok(())
    }

    #[test]
    fn what_is_no_date_is_not_covered() -> Result<()> {
        let found = paths(&[DateUnit::Year], &Domain::of("born", Kind::String, &["2026-11-15", "unknown"]))?;
        assert_eq!(found[1], None);
        Ok(())
    }

    #[test]
    fn units_must_rise() {
        let domain = Domain::of("born", Kind::Date, &["2026-11-15"]);
        for units in [&[][..], &[DateUnit::Year, DateUnit::Month], &[DateUnit::Day, DateUnit::Day]] {
            assert!(paths(units, &domain).is_err_and(|e| e.to_string().contains("do not rise")));
        }
    }
}
