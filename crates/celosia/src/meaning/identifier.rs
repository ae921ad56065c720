//! What names a person by itself: told from the shape of values, from the column's name, or because every row has its own.

use super::names::Words;
use super::shapes::{SHAPES, is_capitalised_name, is_given_name, is_name, is_street};
use super::words::identifiers::{DEVICE, ID, KEY, MAIL, NAME, NATIONAL, PERSON, PERSON_NAME, PHONE, RECORD, STREET};
use super::words::{people, places, things, times};
use super::{About, Found, Seen};
use crate::study::{Kind, Role};

/// Mail, card, national number, …: by their shape, whatever the column is called.
pub const BY_VALUES: About = About { name: "identifier by values", recognise: by_values };

/// What the name says, where the values do not speak against it.
pub const BY_NAME: About = About { name: "identifier by name", recognise: by_name };

/// Every row has a value of its own, and it is no measurement.
pub const BY_UNIQUENESS: About = About { name: "identifier by uniqueness", recognise: by_uniqueness };

/// What streets are taken for: numbers beside them are of houses.
pub const STREET_ADDRESS: &str = "street address";

/// Names of persons, or parts of them.
pub const NAME_OF_PERSON: &str = "name of a person";

/// Values that it takes to believe in a shape that one number in ten has by chance.
const ENOUGH: usize = 8;

fn by_values(seen: &Seen) -> Option<Found> {
    let shape = SHAPES.iter().find(|shape| {
        let all = if shape.by_chance { seen.share(shape.fits) == 1.0 } else { seen.mostly(shape.fits) };
        all && !(shape.by_chance && seen.distinct() < ENOUGH)
    });
    if let Some(shape) = shape {
        return Some(repeated_or(seen, shape.name, format!("its values have the shape of a {}", shape.name)));
    }
    if seen.domain.kind != Kind::String || seen.distinct() < 3 {
        return None;
    }
    let title = "its values are written as names of persons are";
    if seen.share(is_name) >= 0.4 && seen.share(is_capitalised_name) >= 0.6 {
        return Some(Found::new(NAME_OF_PERSON, Role::Identifier, title));
    }
    if seen.share(is_given_name) >= 0.6 && seen.distinct() >= 5 {
        return Some(Found::new("given name of a person", Role::Identifier, "its values are given names"));
    }
    if seen.share(is_street) >= 0.5 && seen.distinct() >= 5 {
        return Some(Found::new(STREET_ADDRESS, Role::Identifier, "its values are written as street addresses are"));
    }
    None
}

/// Devices and tokens that come again and again are keys of whoever has them.
fn repeated_or(seen: &Seen, kind: &str, why: String) -> Found {
    let role = if seen.rows_per_value() >= 1.5 && seen.distinct() > 10 { Role::Person } else { Role::Identifier };
    match role {
        Role::Person if kind == "hash or token" || kind == "UUID" => {
            Found::new("key of a person", Role::Person, format!("{why}, and a value stands in several rows"))
        }
        _ => Found::new(kind, Role::Identifier, why),
    }
}

fn by_name(seen: &Seen) -> Option<Found> {
    let says = |words: &'static Words| words.find(&seen.words);
    let found = |kind: &str, term: &str| Some(Found::new(kind, Role::Identifier, format!("its name says \"{term}\"")));
    let text = seen.domain.kind == Kind::String;
    // A register of clinicians has a number for each, and so has whoever else treats many.
    if super::names::holds(&seen.words, "npi") && seen.mostly(|value| value.len() == 10 && is_digits(value)) {
        return found("national number", "npi");
    }
    // Yes and no, or a handful of kinds, name nobody: "phone service", "address: urban or rural".
    let handful = seen.distinct() <= 5 && seen.rows > 20 || seen.distinct() <= 2 && seen.rows > 4;
    let asks = ["has", "is", "num", "number of", "count", "type", "status"];
    let counts = seen.is_number() && asks.iter().any(|word| super::names::holds(&seen.words, word));
    if handful || counts && seen.distinct() < 50 {
        return None;
    }
    if let Some(term) = says(&PERSON_NAME).filter(|_| text) {
        return found(NAME_OF_PERSON, term);
    }
    if let Some(term) = says(&MAIL).filter(|_| text) {
        return found("mail address", term);
    }
    let digits = |value: &str| value.bytes().filter(u8::is_ascii_digit).count() >= 5;
    if let Some(term) = says(&PHONE).filter(|_| seen.mostly(digits)) {
        return found("phone or fax number", term);
    }
    let long = |value: &str| value.chars().count() >= 5;
    // The last four digits are enough to find somebody by, and are all that some tables have.
    let says_word = |term: &&str| super::names::holds(&seen.words, term);
    let tail = ["ssn", "social security"].into_iter().find(says_word);
    let tail = tail
        .or_else(|| ["card", "account", "iban", "phone"].into_iter().find(says_word).filter(|_| says_word(&"last")));
    let short = |value: &str| (3..=6).contains(&value.len()) && is_digits(value);
    if let Some(term) = tail.filter(|_| seen.distinct() > 20 && seen.mostly(short)) {
        return found("part of a number of a person", term);
    }
    if let Some(term) = says(&NATIONAL).filter(|_| seen.mostly(long) && seen.domain.kind != Kind::Date && is_fine(seen))
    {
        return found("national number", term);
    }
    if let Some(term) = says(&RECORD).filter(|_| is_fine(seen) && seen.domain.kind != Kind::Decimal) {
        // A file may be about several persons, and a customer may have several rows: both go.
        let own = ["mrn", "medical record", "ipp", "historia clinica", "cartella clinica", "prontuario"];
        let person = (PERSON.says(&seen.words) || own.iter().any(|term| super::names::holds(&seen.words, term)))
            && seen.rows_per_value() >= 1.2;
        return if person { None } else { found("record or account number", term) };
    }
    if let Some(term) = says(&DEVICE).filter(|_| is_fine(seen) && seen.domain.kind != Kind::Decimal) {
        return found("vehicle, device or online identifier", term);
    }
    if let Some(term) = says(&STREET).filter(|_| text && is_address(seen)) {
        return found(STREET_ADDRESS, term);
    }
    let thing = [
        &places::AREA,
        &places::SITE,
        &people::EDUCATION,
        &people::WORK,
        &people::NATION,
        &people::HABITS,
        &things::TEXT,
    ]
    .iter()
    .any(|words| words.says(&seen.words));
    // "first" and "last" by themselves, over words: names of persons as lists of members have them.
    if text && matches!(seen.name.trim().to_lowercase().as_str(), "first" | "last") && seen.mostly(is_words) {
        return found(NAME_OF_PERSON, &seen.words.join(" "));
    }
    let whole_name = NAME.is_all(&seen.words) || PERSON.says(&seen.words);
    if let Some(term) = says(&NAME).filter(|_| text && !thing && (whole_name || seen.is_unique())) {
        let found = Found::new("name", Role::Identifier, format!("its name says \"{term}\""));
        let person = whole_name || seen.share(is_capitalised_name) >= 0.5;
        return Some(if person { found } else { found.unsure() });
    }
    None
}

fn is_digits(value: &str) -> bool {
    value.bytes().all(|b| b.is_ascii_digit())
}

/// So many values, or so few rows of each, that a value leads to one person or a few.
fn is_fine(seen: &Seen) -> bool {
    seen.rows_per_value() <= 10.0 || seen.distinct() > 200
}

/// Values of several words, or with digits, and not a handful of kinds of places.
fn is_address(seen: &Seen) -> bool {
    let long = |value: &str| value.contains(' ') || value.bytes().any(|b| b.is_ascii_digit()) || value.len() > 8;
    seen.distinct() > 5 && seen.share(long) >= 0.4
}

fn by_uniqueness(seen: &Seen) -> Option<Found> {
    let known_otherwise = [&times::DATE, &times::TIME, &times::BIRTH, &people::AGE].iter().any(|w| w.says(&seen.words));
    if seen.counts_rows() && seen.rows >= 4 && !known_otherwise {
        return Some(Found::new("row number", Role::Identifier, "it numbers the rows"));
    }
    let says_id = ID.says(&seen.words) || KEY.is_all(&seen.words) || is_key_of_person(seen);
    if seen.is_unique() && says_id && seen.domain.kind != Kind::Date && seen.rows >= 2 {
        return Some(Found::new(
            "key of the row",
            Role::Identifier,
            "it is called a key, and every row has a value of its own",
        ));
    }
    if seen.domain.kind == Kind::Integer && seen.is_unique() && never_repeats_by_chance(seen) {
        let why = "its numbers never repeat, although they lie so close that figures would";
        return Some(Found::new("key of the row", Role::Identifier, why).unsure());
    }
    // "global_num": what ends in a word for numbers is one, what begins with it counts something.
    let place = places::AREA.says(&seen.words) || places::SITE.says(&seen.words);
    let ends = seen.words.last().is_some_and(|word| KEY.says(std::slice::from_ref(word)));
    let whole = matches!(seen.domain.kind, Kind::Integer | Kind::String);
    if ends && whole && !place && seen.rows >= 20 && seen.distinct() as f64 >= 0.5 * seen.present() as f64 {
        return Some(Found::new(
            "key",
            Role::Identifier,
            "it is called a key, and most rows have a value of their own",
        ));
    }
    let mixed = |value: &str| {
        value.len() >= 4 && value.bytes().any(|b| b.is_ascii_digit()) && value.chars().any(char::is_alphabetic)
    };
    let many = seen.rows >= 20 && seen.distinct() as f64 >= 0.5 * seen.present() as f64;
    if many && seen.domain.kind == Kind::String && seen.mostly(|value| mixed(value) && !value.contains(' ')) {
        return Some(Found::new("code of the row", Role::Identifier, "most rows have a code of their own").unsure());
    }
    if seen.domain.kind == Kind::String
        && seen.distinct() > MANY
        && seen.rows_per_value() <= 20.0
        && seen.mostly(is_words)
    {
        let why = "it has very many different words, as names have";
        return Some(Found::new("names of something", Role::Identifier, why).unsure());
    }
    if !seen.is_unique() || seen.present() < 20 {
        return None;
    }
    let code = |value: &str| !value.contains(' ') && value.bytes().any(|b| b.is_ascii_digit());
    match seen.domain.kind {
        Kind::String if seen.mostly(|value| value.chars().count() >= 4 && code(value)) => {
            Some(Found::new("code of the row", Role::Identifier, "every row has a code of its own"))
        }
        Kind::String if seen.mostly(|value| value.split_whitespace().count() <= 3) => {
            let why = "nearly every row has a text of its own";
            Some(Found::new("text of the row", Role::Identifier, why).unsure())
        }
        // Numbers of many digits, all equally long: nobody measures like that.
        Kind::Integer if seen.mostly(|value| value.len() >= 6) && same_length(seen) => {
            Some(Found::new("key of the row", Role::Identifier, "every row has a number of its own").unsure())
        }
        _ => None,
    }
}

/// More different words of unknown meaning are rather names than kinds of anything.
const MANY: usize = 200;

/// One to three words of letters.
fn is_words(value: &str) -> bool {
    value.split_whitespace().count() <= 3 && value.chars().all(|c| c.is_alphabetic() || " '’-.".contains(c))
}

/// Would as many figures drawn from where these lie repeat, as measurements and amounts do? Of n drawn evenly from s numbers
/// n² / 2s pairs are equal on average, and of any other distribution more. None in spite of five expected is less likely than 1 %.
fn never_repeats_by_chance(seen: &Seen) -> bool {
    let numbers = seen.domain.values.iter().filter_map(|value| value.trim().parse::<f64>().ok());
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
    let rows = seen.present() as f64;
    !seen.capped && rows >= 20.0 && rows * rows / (2.0 * (high - low + 1.0)) >= 5.0
}

fn is_key_of_person(seen: &Seen) -> bool {
    KEY.says(&seen.words) && PERSON.says(&seen.words)
}

fn same_length(seen: &Seen) -> bool {
    let mut lengths = seen.sample().map(|(value, _)| value.len());
    let first = lengths.next();
    lengths.all(|length| Some(length) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, values: &[&str]) -> Option<(String, Role)> {
        let seen = Seen::of_rows(name, values);
        let found = by_values(&seen).or_else(|| by_name(&seen)).or_else(|| by_uniqueness(&seen))?;
        Some((found.kind, found.role))
    }

    #[test]
    fn names_of_columns_need_values_that_do_not_speak_against_them() {
        let yes_no: Vec<&str> = (0..40).map(|n| if n % 3 == 0 { "yes" } else { "no" }).collect();
        for name in ["PhoneService", "address", "email", "credit card", "has_passport", "mobile"] {
            assert_eq!(kind(name, &yes_no), None, "{name}");
        }
        let identifier = |kind: &str| Some((kind.to_string(), Role::Identifier));
        let surnames = ["Schmidt", "Maier", "Huber", "Bauer", "Keller", "Vogel", "Schmidt"];
        for name in ["Nachname", "surname", "apellido", "cognome", "achternaam", "sobrenome", "Last Name"] {
            assert_eq!(kind(name, &surnames), identifier("name of a person"), "{name}");
        }
        assert_eq!(kind("Name", &surnames), identifier("name"));
        assert_eq!(kind("Telefon", &["0301234567", "0892222333", "0407777888"]), identifier("phone or fax number"));
        assert_eq!(
            kind("Straße", &["Am Hof 3", "Lindenweg 4", "Hauptstr. 7", "Markt 1", "Ring 9", "Weg 8"]),
            identifier("street address")
        );
    }

    #[test]
    fn parts_of_numbers_and_numbers_of_others_name_persons_too() {
        let tails: Vec<String> = (0..60).map(|n| format!("{:04}", n * 163 % 9973)).collect();
        let tails: Vec<&str> = tails.iter().map(String::as_str).collect();
        let part = Some(("part of a number of a person".to_string(), Role::Identifier));
        assert_eq!(kind("SSN_last4", &tails), part);
        assert_eq!(kind("card last four", &tails), part);
        assert_ne!(kind("card limit", &tails), part);
        let clinicians: Vec<&str> = (0..60).map(|n| ["1234567893", "1548293746", "1093817465"][n % 3]).collect();
        assert_eq!(kind("attending_npi", &clinicians), Some(("national number".into(), Role::Identifier)));
        let records: Vec<String> = (0..60).map(|n| format!("{}", 5_000_000 + n / 3 * 7919)).collect();
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        let seen = Seen::of_rows("mrn", &records);
        assert_eq!(by_name(&seen), None, "a person with several rows");
        assert_eq!(super::super::recognise(&seen).1.role, Role::Person);
    }

    #[test]
    fn keys_and_numbers_of_rows() {
        let numbers: Vec<String> = (0..30).map(|n| (n * 7 % 30).to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        for name in ["Unnamed: 0", "index", "", "id", "x"] {
            assert!(kind(name, &numbers).is_some(), "{name}");
        }
        let codes: Vec<String> = (0..30).map(|n| format!("A/5 {}", 21171 + n * 37)).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        assert!(kind("ticket", &codes).is_some());
        let sizes: Vec<String> = (0..30).map(|n| format!("{}", 150 + n * n)).collect();
        let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
        for name in ["valid", "paid", "idle", "dose"] {
            assert_eq!(kind(name, &sizes), None, "{name}");
        }
    }
}
