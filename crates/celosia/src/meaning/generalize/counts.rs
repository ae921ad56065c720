//! Small counts: of children, visits, rooms. 0, 1, 2, 3–4, 5 or more.

use super::spelling::named;
use super::steps::{self, Numbers};
use super::{Grouped, Seen, Way, codes, groups};
use crate::study::Kind;

/// Counts that stay small.
pub const WAY: Way = Way { name: "count", group };

#[rustfmt::skip]
pub(super) const NAMED: &[&str] = &[
    "number", "num", "nr", "no", "count", "counts", "n", "total", "cnt", "anzahl", "zahl", "numero", "num",
    "cantidad", "nombre", "nb", "nbr", "numero de", "quantidade", "qtd", "aantal", "quantity", "qty", "children",
    "kids", "siblings", "dependents", "visits", "visit", "stays", "admissions", "rooms", "bedrooms", "cars",
    "vehicles", "pets", "hijos", "kinder", "enfants", "figli", "filhos", "kinderen", "times", "occurrences",
    "pregnancies", "persons", "people", "members", "size", "sibsp", "parch", "household size", "family size",
    "haushaltsgrosse", "besuche", "visitas", "visites", "drinks", "cigarettes", "events", "attempts",
];

/// Where groups of counts begin, from the finest level on.
const CUTS: [&[f64]; 3] = [&[0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0], &[0.0, 1.0, 3.0, 10.0, 50.0], &[0.0, 1.0]];

fn group(seen: &Seen) -> Option<Grouped> {
    let numbers = Numbers::of(seen)?;
    let (low, high) = numbers.usual();
    if seen.domain.kind != Kind::Integer || !(0.0..=1.0).contains(&low) || numbers.lowest() < 0.0 || high > 20.0 {
        return None;
    }
    let word = named(seen, NAMED);
    let falls = numbers.different() >= 5 && numbers.quantile(0.5) <= high / 3.0;
    if codes::is_named(seen) || (word.is_none() && !falls) {
        return None;
    }
    // No bound that only a few rows reach.
    let reached = |cuts: &[f64]| cuts.iter().copied().filter(|cut| *cut <= high).collect::<Vec<f64>>();
    let cuts = CUTS.map(reached);
    let hierarchy =
        if numbers.different() <= 2 { groups::flat() } else { steps::cuts(&cuts, &numbers).or_else(groups::flat) };
    Some(Grouped { keys: vec![], hierarchy })
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{built, meaning, seen};

    #[test]
    fn children_and_visits_are_counts() {
        let children = seen(
            "number_of_children",
            &[("0", 500), ("1", 300), ("2", 280), ("3", 90), ("4", 30), ("5", 12), ("6", 4), ("11", 1)],
        );
        let (about, found) = meaning(&children);
        assert_eq!(about, "count");
        let hierarchy = built(&children, &found);
        let groups: Vec<usize> = hierarchy.levels.iter().map(|level| level.labels.len()).collect();
        assert_eq!(groups, [8, 5, 3, 2, 1]);
        let visits = seen(
            "inpatient",
            &[("0", 6700), ("1", 1900), ("2", 700), ("3", 300), ("4", 100), ("5", 60), ("6", 20), ("21", 1)],
        );
        assert_eq!(meaning(&visits).0, "count");
    }

    #[test]
    fn codes_and_ages_are_no_counts() {
        assert_ne!(
            meaning(&seen("admission_type_id", &[("1", 5000), ("2", 1800), ("3", 1900), ("5", 400)])).0,
            "count"
        );
        assert_ne!(meaning(&seen("age", &[("0", 90), ("1", 40), ("2", 30), ("3", 9), ("4", 9)])).0, "count");
    }
}
