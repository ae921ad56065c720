//! Yes and no, however they are written: shown or hidden.

use super::spelling::{is_unknown, plain};
use super::{Grouped, Seen, Way, as_text, groups};

/// Columns of two answers.
pub const WAY: Way = Way { name: "yes or no", group };

/// Pairs of answers, in several languages.
const PAIRS: &[(&str, &str)] = &[
    ("yes", "no"),
    ("y", "n"),
    ("true", "false"),
    ("t", "f"),
    ("1", "0"),
    ("ja", "nein"),
    ("j", "n"),
    ("si", "no"),
    ("s", "n"),
    ("oui", "non"),
    ("o", "n"),
    ("sim", "nao"),
    ("ja", "nee"),
    ("wahr", "falsch"),
    ("verdadero", "falso"),
    ("vrai", "faux"),
    ("vero", "falso"),
    ("present", "notpresent"),
    ("present", "not present"),
    ("present", "absent"),
    ("normal", "abnormal"),
    ("positive", "negative"),
    ("pos", "neg"),
    ("positiv", "negativ"),
    ("positivo", "negativo"),
    ("on", "off"),
    ("active", "inactive"),
    ("x", ""),
    ("tak", "nie"),
];

fn group(seen: &Seen) -> Option<Grouped> {
    let mut values: Vec<String> =
        seen.domain.values.iter().filter(|value| !is_unknown(value)).map(|value| plain(value)).collect();
    values.sort();
    values.dedup();
    let is_of = |(one, other): &&(&str, &str)| values.iter().all(|value| value == one || value == other);
    let both = (1..=2).contains(&values.len()) && PAIRS.iter().any(|pair| is_of(&pair));
    // A value alone says yes or no only where it is such a word and no letter or digit.
    if !both || (values.len() == 1 && values[0].len() < 2) {
        return None;
    }
    Some(Grouped { keys: as_text(seen), hierarchy: groups::flat() })
}

#[cfg(test)]
mod tests {
    use crate::meaning::generalize::testing::{evenly, meaning};

    #[test]
    fn answers_in_several_languages() {
        for values in [
            &["yes", "no"][..],
            &["Y", "N"],
            &["0", "1"],
            &["ja", "nein", "keine Angabe"],
            &["N", "S"],
            &["\tno", "no", "yes"],
            &["Sí", "No"],
        ] {
            assert_eq!(meaning(&evenly("q7", values, 40)).0, "yes or no", "{values:?}");
        }
        for values in [&["a", "b"][..], &["1", "2"], &["yes", "maybe"], &["NO", "<30", ">30"]] {
            assert_ne!(meaning(&evenly("q7", values, 40)).0, "yes or no", "{values:?}");
        }
    }
}
