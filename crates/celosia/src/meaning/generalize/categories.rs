//! Categories as text of which nothing else is known: shown or hidden, or the common ones kept and the others joined.

use super::spelling::{is_unknown, named};
use super::{Grouped, Seen, Way, as_text, groups};

/// Other text.
pub const WAY: Way = Way { name: "category", group };

/// Origins have no groups that everybody would agree on.
const ORIGIN: &[&str] = &[
    "race",
    "ethnicity",
    "ethnic",
    "ethnic group",
    "raza",
    "etnia",
    "ethnie",
    "razza",
    "raca",
    "ras",
    "herkunft",
    "ethnische herkunft",
];

/// Up to so many values are shown or hidden.
const FEW: usize = 4;

fn group(seen: &Seen) -> Option<Grouped> {
    let different = seen.domain.values.iter().filter(|value| !is_unknown(value)).count();
    // Whoever is rare is not "other" people.
    let origin = named(seen, ORIGIN).is_some() && different <= 12;
    let hierarchy =
        if seen.capped || different <= FEW || origin { groups::flat() } else { groups::by_frequency(&seen.domain) };
    // As categories, whatever the type was inferred.
    Some(Grouped { keys: as_text(seen), hierarchy })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::Proposed;
    use crate::meaning::generalize::testing::{labels, meaning, seen};

    #[test]
    fn rare_categories_are_joined_and_a_person_is_asked_to_edit() {
        let kinds = seen(
            "tipo_accidente",
            &[("Caída", 303), ("Alcance", 110), ("Atropello", 68), ("Múltiple", 6), ("Otro", 4), ("Solo", 2)],
        );
        let (about, found) = meaning(&kinds);
        assert_eq!(about, "category");
        assert!(matches!(found.hierarchy, Some(Proposed::WithoutMeaning(_))));
        let names = |level: &Vec<String>| level.join(", ");
        assert_eq!(labels(&kinds).iter().map(names).collect::<Vec<_>>(), ["Alcance, Atropello, Caída, other"]);
        let race = seen("race", &[("Asian", 30), ("Black", 40), ("Native", 5), ("Other", 12), ("White", 900)]);
        assert_eq!(meaning(&race).1.hierarchy, groups::flat());
        assert_eq!(meaning(&seen("x", &[("red", 30), ("blue", 40)])).1.hierarchy, groups::flat());
    }
}
