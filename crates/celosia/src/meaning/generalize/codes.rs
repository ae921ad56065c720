//! Codes with few values: numbers that stand for categories, and so are never intervals.

use super::spelling::named;
use super::steps::Numbers;
use super::{Grouped, Seen, Way, as_text, counts, groups};
use crate::study::Kind;

/// Codes.
pub const WAY: Way = Way { name: "code", group };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "code", "codes", "cod", "cd", "type", "typ", "tipo", "status", "estado", "kind", "category", "cat", "class",
    "klasse", "group", "grp", "id", "flag", "race", "raza", "ethnicity", "marital", "civil", "source", "reason",
    "method", "mode", "kategorie", "schlussel", "schluessel", "kennziffer", "codigo", "kode", "art", "gruppe",
    "grupo", "groupe", "categorie", "categoria", "clase", "indicator", "ind", "disposition", "region", "district",
    "distrito", "kreis", "department", "departement", "provincia", "province", "state", "statefip", "fips",
    "country", "occupation", "industry", "job", "religion", "language", "relationship", "relate", "sector",
    "branch", "section", "sec", "zone", "area", "ward", "unit", "specialty", "payer", "insurance", "education",
    "educ", "degree", "beruf", "familienstand", "konfession", "bundesland", "land", "station", "channel", "segment",
    "cluster", "stratum", "arm", "treatment", "diagnosis", "lesividad", "opcion", "option", "answer",
];

/// Does the name say that the numbers are codes?
pub(super) fn is_named(seen: &Seen) -> bool {
    named(seen, NAMED).is_some()
}

fn group(seen: &Seen) -> Option<Grouped> {
    if seen.domain.kind != Kind::Integer || seen.capped {
        return None;
    }
    let numbers = Numbers::of(seen)?;
    let different = numbers.different();
    // More steps of schooling than there are kinds of schools are years.
    let word = named(seen, NAMED).filter(|word| different <= 8 || !["education", "educ", "degree"].contains(word));
    let few = different <= 60
        && numbers.rows >= 3 * different as u64
        && numbers.lowest() >= -9.0
        && numbers.highest() <= 99_999.0;
    // Without a word: few numbers, from 1 on or with gaps, none of which is less frequent than both of its neighbours
    // only because it is further out.
    let unnamed = different <= 8
        && numbers.lowest() >= 0.0
        && numbers.highest() <= 99.0
        && !counts_down(seen)
        && named(seen, counts::NAMED).is_none();
    if !few || !(word.is_some() || unnamed) {
        return None;
    }
    let hierarchy = if different <= 4 { groups::flat() } else { groups::by_frequency(&seen.domain) };
    Some(Grouped { keys: as_text(seen), hierarchy })
}

/// Does each number occur less often than the one before it, as counts do?
fn counts_down(seen: &Seen) -> bool {
    seen.domain.len() > 2
        && seen.domain.counts.windows(2).filter(|pair| pair[0] < pair[1]).count() * 5 <= seen.domain.len()
}

#[cfg(test)]
mod tests {
    use crate::meaning::Proposed;
    use crate::meaning::generalize::testing::{built, meaning, seen};

    #[test]
    fn codes_are_categories_and_no_intervals() {
        let types = seen(
            "admission_type_id",
            &[("1", 53990), ("2", 18480), ("3", 18869), ("4", 10), ("5", 4785), ("6", 5291), ("7", 21), ("8", 320)],
        );
        let (about, found) = meaning(&types);
        assert_eq!(about, "code");
        assert_eq!(found.keys, [("type", toml::Value::String("string".into()))]);
        assert!(matches!(found.hierarchy, Some(Proposed::WithoutMeaning(_))));
        let groups: Vec<usize> = built(&types, &found).levels.iter().map(|level| level.labels.len()).collect();
        assert_eq!(groups, [8, 6, 5, 1]);
        let marital = seen("marital", &[("1", 900), ("2", 80), ("4", 300), ("6", 700)]);
        assert_eq!(meaning(&marital).0, "code");
    }

    #[test]
    fn counts_and_measurements_are_no_codes() {
        assert_ne!(meaning(&seen("children", &[("0", 90), ("1", 80), ("2", 30), ("3", 7), ("4", 3)])).0, "code");
        assert_ne!(
            meaning(&seen(
                "pressure",
                &[
                    ("50", 5),
                    ("60", 71),
                    ("70", 112),
                    ("80", 116),
                    ("90", 53),
                    ("100", 25),
                    ("110", 3),
                    ("120", 1),
                    ("140", 1),
                    ("180", 1)
                ]
            ))
            .0,
            "code"
        );
    }
}
