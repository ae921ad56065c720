//! Spellings compared as people compare them: whatever the accents, capitals and marks.

use super::Seen;

/// Small letters without accents, and digits; anything else is one blank between words.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match unaccented(letter) {
            Some(letters) => plain.push_str(letters),
            None if letter.is_alphanumeric() => plain.push(letter),
            // A combining accent belongs to the letter before it.
            None if ('\u{300}'..='\u{36f}').contains(&letter) => {}
            None if !plain.ends_with(' ') && !plain.is_empty() => plain.push(' '),
            None => {}
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// Small letters without accents; marks and blanks as they are, dashes and signs of comparison in one form.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.trim().chars().flat_map(char::to_lowercase) {
        match (unaccented(letter), letter) {
            (Some(letters), _) => folded.push_str(letters),
            (None, '–' | '—' | '−' | '‐' | '‑') => folded.push('-'),
            (None, '≤') => folded.push_str("<="),
            (None, '≥') => folded.push_str(">="),
            (None, '’') => folded.push('\''),
            (None, '\u{a0}' | '\u{202f}') => folded.push(' '),
            (None, '\u{300}'..='\u{36f}') => {}
            (None, other) => folded.push(other),
        }
    }
    folded
}

fn unaccented(letter: char) -> Option<&'static str> {
    Some(match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ą' => "a",
        'é' | 'è' | 'ê' | 'ë' | 'ę' => "e",
        'í' | 'ì' | 'î' | 'ï' => "i",
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => "o",
        'ú' | 'ù' | 'û' | 'ü' => "u",
        'ñ' | 'ń' => "n",
        'ç' | 'ć' | 'č' => "c",
        'š' | 'ś' => "s",
        'ž' | 'ź' | 'ż' => "z",
        'ł' => "l",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        _ => return None,
    })
}

/// The first of these words or phrases that the column's name holds, as whole words.
pub fn named(seen: &Seen, words: &[&'static str]) -> Option<&'static str> {
    // The words of names write ä as ae.
    let either = |text: &str| text.replace("ae", "a").replace("oe", "o").replace("ue", "u");
    let name = format!(" {} ", either(&seen.words.join(" ")));
    words.iter().copied().find(|word| name.contains(&format!(" {} ", either(word))))
}

/// Answers that are none.
#[rustfmt::skip]
const UNKNOWN: &[&str] = &[
    "unknown", "unknown invalid", "unbekannt", "desconocido", "desconocida", "se desconoce", "inconnu", "inconnue",
    "sconosciuto", "sconosciuta", "ignoto", "desconhecido", "desconhecida", "ignorado", "onbekend", "not stated",
    "not specified", "unspecified", "not known", "not available", "not reported", "not recorded", "not given",
    "not provided", "not disclosed", "undisclosed", "no answer", "no response", "non response", "refused",
    "refusal", "declined", "prefer not to say", "prefer not to answer", "prefer not to disclose", "rather not say",
    "don t know", "dont know", "do not know", "dk", "na", "n a", "nan", "null", "none given", "missing",
    "keine angabe", "keine antwort", "weiss nicht", "k a", "o a", "ohne angabe", "no consta", "no sabe",
    "no contesta", "ns nc", "ns", "nc", "sin datos", "sin informacion", "sin especificar", "no especificado",
    "no informado", "nao informado", "nao sabe", "nao declarado", "sem informacao", "non precise", "non renseigne",
    "non communique", "ne sait pas", "non specificato", "non noto", "non so", "geen antwoord", "weet niet",
    "niet bekend", "invalid", "undetermined", "indeterminate", "to be determined", "tbd", "unk", "n d", "n s", "",
];

/// Is this an answer that says nothing, such as "unknown" or "not stated"?
pub fn is_unknown(value: &str) -> bool {
    UNKNOWN.contains(&plain(value).as_str())
}

/// How many rows and values look so, of those that say anything: shares between 0 and 1.
pub fn share(seen: &Seen, looks_so: impl Fn(&str) -> bool) -> f64 {
    let domain = &seen.domain;
    let (mut like, mut all) = (0u64, 0u64);
    for (value, rows) in domain.values.iter().zip(&domain.counts).filter(|(value, _)| !is_unknown(value)) {
        all += rows;
        like += if looks_so(value) { *rows } else { 0 };
    }
    if all == 0 { 0.0 } else { like as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::seen;

    #[test]
    fn accents_capitals_and_marks_do_not_count() {
        assert_eq!(plain("  Más de 74 AÑOS! "), "mas de 74 anos");
        assert_eq!(plain("Straße_3"), "strasse 3");
        assert!(is_unknown("Unknown/Invalid") && is_unknown("¿?") && !is_unknown("Unna"));
    }

    #[test]
    fn names_are_matched_by_whole_words() {
        let column = seen("DateOfBirth", &[("1", 1)]);
        assert_eq!(named(&column, &["birth day", "date of birth"]), Some("date of birth"));
        assert_eq!(named(&seen("villages", &[("1", 1)]), &["age", "ages"]), None);
    }
}
