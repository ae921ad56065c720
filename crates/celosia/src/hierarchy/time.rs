//! Times of day by stretches of the day, each within the next: half an hour, an hour, a part of the day, half a day.

use super::{Paths, TOP, present, refuse};
use crate::error::Result;
use crate::study::{Kind, TimeUnit};
use crate::table::{Domain, Writing};
use crate::words;

/// The stretches of the day of each time, then the top; a value that is no time of day is not covered.
pub fn paths(units: &[TimeUnit], domain: &Domain) -> Result<Paths> {
    // Every unit divides every later one, so rising units nest.
    if units.is_empty() || units.windows(2).any(|pair| pair[0] >= pair[1]) {
        let names: Vec<&str> = units.iter().map(|unit| name(*unit)).collect();
        let what = format!("the stretches of the day [{}] do not rise from level to level", names.join(", "));
        return Err(refuse(domain, what, "choose among half-hour, hour, part-of-day, half-day, in this order"));
    }
    let plain = Writing::default();
    let writing = if domain.kind == Kind::Time { &domain.writing } else { &plain };
    let path = |time: f64| units.iter().map(|unit| label(*unit, time)).chain([TOP.to_string()]).collect();
    Ok(present(domain).map(|value| value.and_then(|value| writing.time(value)).map(path)).collect())
}

pub(super) fn name(unit: TimeUnit) -> &'static str {
    TimeUnit::NAMES.iter().find(|(_, known)| *known == unit).map_or("", |(name, _)| name)
}

/// The first and the last minute of the stretch. Midnight at the end of a day is part of its last one.
fn label(unit: TimeUnit, time: f64) -> String {
    let minutes = f64::from(unit.minutes());
    let first = ((time / 60.0).min(1439.0) / minutes).floor() * minutes;
    let times = words::times(&Writing::shown_time(first * 60.0), &Writing::shown_time((first + minutes - 1.0) * 60.0));
    if unit == TimeUnit::PartOfDay { words::part_of_day((first / minutes) as usize, &times) } else { times }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_shows_its_stretches() -> Result<()> {
        let units: Vec<TimeUnit> = TimeUnit::NAMES.iter().map(|(_, unit)| *unit).collect();
        let found = paths(&units, &Domain::of("at", Kind::Time, &["2:30 pm", "00:00:10", "24:00", "11:59:59"]))?;
        let labels = |labels: [&str; 5]| Some(labels.map(String::from).to_vec());
        assert_eq!(found[0], labels(["00:00–00:29", "00:00–00:59", "night (00:00–05:59)", "00:00–11:59", "*"]));
        assert_eq!(found[1], labels(["11:30–11:59", "11:00–11:59", "morning (06:00–11:59)", "00:00–11:59", "*"]));
        assert_eq!(found[2], labels(["14:30–14:59", "14:00–14:59", "afternoon (12:00–17:59)", "12:00–23:59", "*"]));
        assert_eq!(found[3], labels(["23:30–23:59", "23:00–23:59", "evening (18:00–23:59)", "12:00–23:59", "*"]));
        Ok(())
    }

    #[test]
    fn what_is_no_time_is_not_covered_and_units_must_rise() -> Result<()> {
        let domain = Domain::of("at", Kind::String, &["14:30", "unknown"]);
        assert_eq!(paths(&[TimeUnit::Hour], &domain)?[1], None);
        for units in [&[][..], &[TimeUnit::HalfDay, TimeUnit::Hour], &[TimeUnit::Hour, TimeUnit::Hour]] {
            assert!(paths(units, &domain).is_err_and(|e| e.to_string().contains("do not rise")));
        }
        Ok(())
    }
}
