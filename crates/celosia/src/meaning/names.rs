//! Names of columns: their words, and lists of words in several languages to look them up in.
//!
//! A term of a list is one word or several that follow one another ("date of birth"); small words between them do not count. A
//! star stands for the rest of a compound word, so each list says itself which parts of words it trusts: `*nummer` finds
//! "Patientennummer", and nothing finds "id" in "idle" or "age" in "stage".

/// The words of a name: split at all but letters and digits, where small letters meet capitals, and where letters meet digits;
/// in small letters, without accents. "ZipCode", "zip_code" and "ZIP-CODE" are "zip" and "code".
pub fn split(name: &str) -> Vec<String> {
    // Some systems write an accent as a mark of its own behind the letter.
    let letters: Vec<char> = name.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    let mut words: Vec<String> = vec![String::new()];
    for (i, &c) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| letters[i]);
        let behind = letters.get(i + 1).copied();
        if before.is_some_and(|before| is_seam(before, c, behind)) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            fold(c, word);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Does a word begin at `c`? "patientID" is "patient" and "ID", "IDNumber" is "ID" and "Number".
fn is_seam(before: char, c: char, behind: Option<char>) -> bool {
    if !c.is_alphanumeric() || !before.is_alphanumeric() {
        return true;
    }
    let hump = before.is_lowercase() && c.is_uppercase();
    // A capital that opens a word behind an abbreviation; "IDs" is one word.
    let opens = before.is_uppercase() && c.is_uppercase() && behind.is_some_and(|b| b.is_lowercase() && b != 's');
    hump || opens || before.is_numeric() != c.is_numeric()
}

/// A letter in small, without its accent.
fn fold(c: char, word: &mut String) {
    for c in c.to_lowercase() {
        match c {
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ą' | 'ă' => word.push('a'),
            'ä' => word.push_str("ae"),
            'æ' => word.push_str("ae"),
            'ç' | 'ć' | 'č' => word.push('c'),
            'ď' => word.push('d'),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => word.push('e'),
            'ì' | 'í' | 'î' | 'ï' => word.push('i'),
            'ł' => word.push('l'),
            'ñ' | 'ń' | 'ň' => word.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ø' => word.push('o'),
            'ö' => word.push_str("oe"),
            'œ' => word.push_str("oe"),
            'ř' => word.push('r'),
            'ś' | 'š' => word.push('s'),
            'ß' => word.push_str("ss"),
            'ť' => word.push('t'),
            'ù' | 'ú' | 'û' | 'ů' => word.push('u'),
            'ü' => word.push_str("ue"),
            'ý' | 'ÿ' => word.push('y'),
            'ź' | 'ż' | 'ž' => word.push('z'),
            c => word.push(c),
        }
    }
}

/// Words of one meaning, by language. All in small letters and without accents, as `split` gives them: ä is ae, é is e.
pub struct Words {
    /// What they say, in English.
    pub means: &'static str,
    /// English, and what is common everywhere.
    pub en: &'static [&'static str],
    /// German.
    pub de: &'static [&'static str],
    /// French.
    pub fr: &'static [&'static str],
    /// Spanish.
    pub es: &'static [&'static str],
    /// Italian.
    pub it: &'static [&'static str],
    /// Portuguese.
    pub pt: &'static [&'static str],
    /// Dutch.
    pub nl: &'static [&'static str],
}

impl Words {
    /// All terms, whatever their language.
    pub fn terms(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.en, self.de, self.fr, self.es, self.it, self.pt, self.nl].into_iter().flatten().copied()
    }

    /// The longest term that the words of a name hold.
    pub fn find(&self, words: &[String]) -> Option<&'static str> {
        self.terms().filter(|term| holds(words, term)).max_by_key(|term| term.len())
    }

    /// Do the words of a name hold one of the terms?
    pub fn says(&self, words: &[String]) -> bool {
        self.terms().any(|term| holds(words, term))
    }

    /// Is the whole name one of the terms, but for numbers and small words?
    pub fn is_all(&self, words: &[String]) -> bool {
        let rest: Vec<&str> = heavy(words).filter(|word| !word.bytes().all(|b| b.is_ascii_digit())).collect();
        self.terms().any(|term| rest.len() == term_words(term).count() && term_at(&rest, term))
    }
}

/// Does a name of these words hold a term?
pub fn holds(words: &[String], term: &str) -> bool {
    let words: Vec<&str> = heavy(words).collect();
    (0..words.len()).any(|start| term_at(&words[start..], term))
}

fn term_at(words: &[&str], term: &str) -> bool {
    let mut words = words.iter();
    term_words(term).all(|part| words.next().is_some_and(|word| matches(word, part)))
}

fn term_words(term: &str) -> impl Iterator<Item = &str> {
    term.split(' ').filter(|word| !is_small(word))
}

fn heavy(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().map(String::as_str).filter(|word| !is_small(word))
}

/// Words that stand between others and say nothing.
fn is_small(word: &str) -> bool {
    const SMALL: &[&str] = &[
        "of", "the", "de", "del", "della", "di", "du", "da", "do", "dos", "des", "der", "la", "le", "el", "van", "von",
    ];
    SMALL.contains(&word)
}

/// A word against a part of a term, in which a star at one end stands for one letter or more.
fn matches(word: &str, part: &str) -> bool {
    match (part.strip_prefix('*'), part.strip_suffix('*')) {
        (Some(end), _) => word.len() > end.len() && word.ends_with(end),
        (_, Some(start)) => word.len() > start.len() && word.starts_with(start) || word == start,
        _ => word == part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> String {
        split(name).join(" ")
    }

    #[test]
    fn names_are_split_into_words_without_accents() {
        for (name, expected) in [
            ("ZipCode", "zip code"),
            ("zip_code", "zip code"),
            ("patientID", "patient id"),
            ("IDNumber", "id number"),
            ("IDs", "ids"),
            ("icd10", "icd 10"),
            ("Código postal", "codigo postal"),
            ("Straße", "strasse"),
            ("GRÖSSE", "groesse"),
            ("año-de-nacimiento", "ano de nacimiento"),
            ("Re\u{301}gion", "region"),
            ("Unnamed: 0", "unnamed 0"),
            ("", ""),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }

    #[test]
    fn terms_are_whole_words_but_for_stars() {
        let holds = |name: &str, term: &str| holds(&split(name), term);
        assert!(
            holds("date_of_birth", "birth")
                && holds("Birth Date", "birth date")
                && holds("date_of_birth", "date birth")
        );
        assert!(holds("fecha de nacimiento", "fecha nacimiento") && !holds("nacimiento fecha", "fecha nacimiento"));
        assert!(holds("Patientennummer", "*nummer") && !holds("nummer", "*nummer"));
        assert!(holds("geburtsdatum", "geburts*") && holds("geburts", "geburts*"));
        for name in ["idle", "valid", "paid", "avoid", "bid", "humidity"] {
            assert!(!holds(name, "id"), "{name}");
        }
        for name in ["message", "stage", "average", "percentage", "agent", "language", "mileage"] {
            assert!(!holds(name, "age"), "{name}");
        }
    }
}
