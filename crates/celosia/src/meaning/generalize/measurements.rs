//! Numbers of which nothing else is known: measurements, in round steps.

use super::steps::{self, Numbers};
use super::{Grouped, Seen, Way, groups};

/// Other numbers.
pub const WAY: Way = Way { name: "measurement", group };

fn group(seen: &Seen) -> Option<Grouped> {
    let numbers = Numbers::of(seen)?;
    let steps = || steps::suited(&numbers).or_else(groups::flat);
    let hierarchy = if numbers.different() <= 4 { groups::flat() } else { steps() };
    Some(Grouped { keys: vec![], hierarchy })
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{built, meaning, seen};

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
