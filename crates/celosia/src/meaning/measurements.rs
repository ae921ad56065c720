//! Numbers of which nothing else is known: measurements, in round steps.

use super::steps::{self, Numbers};
use super::{About, Found, Seen, by_name, groups};
use crate::study::Role;

/// Other numbers.
pub const ABOUT: About = About { name: "measurement", recognise };

fn recognise(seen: &Seen) -> Option<Found> {
    let numbers = Numbers::of(seen)?;
    let (role, sure) = by_name::role(seen, Role::Insensitive);
    Some(Found {
        kind: if numbers.whole { "whole number" } else { "measurement" }.into(),
        role,
        why: "its values are numbers".into(),
        sure: sure && role == Role::Sensitive,
        keys: vec![],
        hierarchy: if numbers.different() <= 4 {
            groups::flat()
        } else {
            steps::suited(&numbers).or_else(groups::flat)
        },
    })
}

#[cfg(test)]
mod tests {
    use crate::meaning::testing::{built, meaning, seen};

    #[test]
    fn measurements_have_round_steps() {
        let sodium: Vec<(String, u64)> =
            (110..=150).map(|n| (n.to_string(), 5)).chain([("4.5".into(), 1), ("163".into(), 1)]).collect();
        let rows: Vec<(&str, u64)> = sodium.iter().map(|(text, rows)| (text.as_str(), *rows)).collect();
        let column = seen("sod", &rows);
        let (about, found) = meaning(&column);
        assert_eq!(about, "measurement");
        assert!((2..=5).contains(&built(&column, &found).height()));
    }
}
