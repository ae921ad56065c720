//! Times of day: by the hour, and by the part of the day.

use toml::Value;

use super::{About, Found, Proposed, Seen};
use crate::study::{Kind, Role};

/// Times of day.
pub const ABOUT: About = About { name: "time of day", recognise };

fn recognise(seen: &Seen) -> Option<Found> {
    if seen.domain.kind != Kind::Time {
        return None;
    }
    let units = ["hour", "part-of-day"].map(|unit| Value::String(unit.into())).to_vec();
    let key = toml::Table::from_iter([("time".to_string(), Value::Array(units))]);
    Some(Found {
        hierarchy: Some(Proposed::Key(Value::Table(key))),
        ..Found::new("time of day", Role::QuasiIdentifier, "its values are hours and minutes")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn times_go_by_the_hour_and_by_the_part_of_the_day() {
        let times = evenly("hora", &["11:38:00", "11:30:00", "9:05:00", "18:00:00", "00:10:00"], 10);
        let (about, found) = meaning(&times);
        assert_eq!((about, found.role), ("time of day", Role::QuasiIdentifier));
        assert_eq!(path(&times, "11:30:00"), ["11:00–11:59", "morning (06:00–11:59)"]);
    }
}
