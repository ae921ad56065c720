//! Addresses of houses and crossings.

use crate::meaning::names::split;

/// Words for streets that stand by themselves, and ends of compound words.
const WORDS: &[&str] = &[
    "street",
    "st",
    "road",
    "rd",
    "avenue",
    "ave",
    "lane",
    "ln",
    "drive",
    "dr",
    "boulevard",
    "blvd",
    "court",
    "terrace",
    "strasse",
    "str",
    "weg",
    "platz",
    "allee",
    "gasse",
    "rue",
    "chemin",
    "impasse",
    "quai",
    "calle",
    "call",
    "avenida",
    "avda",
    "av",
    "plaza",
    "paseo",
    "pseo",
    "carretera",
    "camino",
    "glorieta",
    "gta",
    "via",
    "viale",
    "piazza",
    "corso",
    "vicolo",
    "rua",
    "praca",
    "travessa",
    "estrada",
    "straat",
    "laan",
    "plein",
    "gracht",
    "kade",
    "po box",
    "postfach",
    "apartado",
    "ronda",
    "cuesta",
];
const ENDS: &[&str] =
    &["strasse", "str", "weg", "platz", "allee", "gasse", "straat", "laan", "plein", "gracht", "kade"];

/// Two words or more, one of which says street, beside a house number or another word.
pub fn is_street(value: &str) -> bool {
    let words = split(value);
    let is_number = |word: &String| word.bytes().all(|b| b.is_ascii_digit());
    let says = |word: &String| {
        WORDS.contains(&word.as_str()) || ENDS.iter().any(|end| word.len() > end.len() + 2 && word.ends_with(end))
    };
    let street = words.iter().any(says);
    // "St" alone is a saint, and "Dr" a doctor: behind them stands a number or before them one.
    let short = words.iter().filter(|word| says(word)).all(|word| word.len() <= 2);
    street && words.len() >= 2 && (!short || words.iter().any(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_of_many_countries() {
        for street in [
            "12 Main Street",
            "221b Baker St",
            "Hauptstraße 5",
            "Lindenweg 12a",
            "12, rue de la Paix",
            "Calle Mayor 3",
            "CALL. JOSE BERGAMIN / CALL. FLORENCIO CANO CRISTOBAL",
            "Via Roma 1",
            "Rua Augusta, 1500",
            "Keizersgracht 174",
        ] {
            assert!(is_street(street), "{street}");
        }
        for other in ["Dr. House", "St. Louis", "Private", "Some college", "Berlin", "10-14", "", "street", "Norwegen"]
        {
            assert!(!is_street(other), "{other}");
        }
    }
}
