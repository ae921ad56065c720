//! Times of day: by the hour, and by the part of the day.

use toml::Value;

use super::groups::{self, Place};
use super::spelling::share;
use super::{About, Found, Proposed, Seen};
use crate::study::{Kind, Role};

/// Times of day.
pub const ABOUT: About = About { name: "time of day", recognise };

fn recognise(seen: &Seen) -> Option<Found> {
    let found = |hierarchy| {
        Some(Found {
            kind: "time of day".into(),
            role: Role::QuasiIdentifier,
            why: "its values are hours and minutes".into(),
            sure: true,
            keys: vec![],
            hierarchy,
        })
    };
    if seen.domain.kind.name() == "time" {
        return found(Some(by_builder()));
    }
    if seen.domain.kind != Kind::String || seen.capped || share(seen, |value| hour(value).is_some()) < 0.95 {
        return None;
    }
    let place = |code: usize| match hour(&seen.domain.values[code]) {
        Some(hour) => Place::In(vec![format!("{hour:02}:00–{hour:02}:59"), part(hour).into()]),
        None => Place::Unknown,
    };
    // Hours of one digit and of two: by their minutes, not by their letters.
    let minutes = |code: usize| {
        let value = &seen.domain.values[code];
        let minute =
            value.split([':', 'h']).nth(1).and_then(|text| text.get(..2)).and_then(|text| text.parse::<f64>().ok());
        hour(value).map_or(0.0, f64::from) * 60.0 + minute.unwrap_or(0.0)
    };
    found(groups::file_by(&seen.domain, minutes, place))
}

/// Where times are a type of their own, there is a builder.
fn by_builder() -> Proposed {
    let units = ["hour", "part-of-day"].map(|unit| Value::String(unit.into())).to_vec();
    Proposed::Key(Value::Table(toml::Table::from_iter([("time".to_string(), Value::Array(units))])))
}

/// The part of the day of an hour, with its bounds.
fn part(hour: u32) -> &'static str {
    match hour {
        0..6 => "night (00:00–05:59)",
        6..12 => "morning (06:00–11:59)",
        12..18 => "afternoon (12:00–17:59)",
        _ => "evening (18:00–23:59)",
    }
}

/// The hour of `7:05`, `07:05:30`, `19:05:30.5`, `7:05 pm`, `19h05`.
pub fn hour(text: &str) -> Option<u32> {
    let text = text.trim().to_ascii_lowercase();
    let (clock, late) = match text.strip_suffix("pm").or_else(|| text.strip_suffix("p.m.")) {
        Some(clock) => (clock.trim_end().to_string(), Some(true)),
        None => match text.strip_suffix("am").or_else(|| text.strip_suffix("a.m.")) {
            Some(clock) => (clock.trim_end().to_string(), Some(false)),
            None => (text.clone(), None),
        },
    };
    let mut parts = clock.split([':', 'h']);
    let number = |part: &str, most: u32| match part.len() {
        1 | 2 => part.parse::<u32>().ok().filter(|number| *number <= most),
        _ => None,
    };
    let hour = number(parts.next()?, 23)?;
    number(parts.next()?, 59)?;
    if let Some(seconds) = parts.next() {
        number(seconds.split(['.', ',']).next()?, 60)?;
    }
    match (late, parts.next()) {
        (_, Some(_)) => None,
        (None, None) => Some(hour),
        (Some(late), None) if (1..=12).contains(&hour) => Some(hour % 12 + if late { 12 } else { 0 }),
        (Some(_), None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn clocks_are_read() {
        let read: Vec<Option<u32>> =
            ["7:05", "19:05:30", "7:05 PM", "12:00 am", "19h05", "25:00", "1:2:3:4", "13:00 pm"].map(hour).to_vec();
        assert_eq!(read, [Some(7), Some(19), Some(19), Some(0), Some(19), None, None, None]);
    }

    #[test]
    fn times_go_by_the_hour_and_by_the_part_of_the_day() {
        let times = evenly("hora", &["11:38:00", "11:30:00", "9:05:00", "18:00:00", "00:10:00"], 10);
        assert_eq!(meaning(&times).1.kind, "time of day");
        assert_eq!(path(&times, "11:30:00"), ["11:00–11:59", "morning (06:00–11:59)"]);
    }
}
