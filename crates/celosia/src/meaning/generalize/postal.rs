//! Postal codes: their characters hidden from the right, by the structure of the country's codes.

use toml::Value;

use super::groups::{self, Place};
use super::spelling::{is_unknown, named, share};
use super::{About, Found, Proposed, Seen};
use crate::study::{Kind, Role};

/// Postal codes.
pub const ABOUT: About = About { name: "postal code", recognise };

#[rustfmt::skip]
const NAMED: &[&str] = &[
    "zip", "zips", "zipcode", "zip5", "zip4", "zip3", "plz", "postleitzahl", "postcode", "postcodes", "postal",
    "postalcode", "cp", "codigo postal", "cod postal", "codpostal", "code postal", "codepostal", "cap",
    "codice postale", "cep", "postnummer", "postnr", "npa", "pincode", "eircode", "kod pocztowy", "psc",
];

/// A structure: its name, its form (`9` a digit, `A` a letter, other characters themselves) and how many characters
/// each level hides.
struct Form {
    name: &'static str,
    form: &'static str,
    hidden: &'static [usize],
}

const fn form(name: &'static str, form: &'static str, hidden: &'static [usize]) -> Form {
    Form { name, form, hidden }
}

/// In the order in which they are tried.
const FORMS: &[Form] = &[
    form("postal code of the Netherlands", "9999 AA", &[3, 5, 6]),
    form("postal code of the Netherlands", "9999AA", &[2, 4, 5]),
    form("postal code of Canada", "A9A 9A9", &[4, 6]),
    form("postal code of Canada", "A9A9A9", &[3, 5]),
    form("postal code of Portugal", "9999-999", &[4, 6, 7]),
    form("postal code of Brazil", "99999-999", &[4, 6, 7]),
    form("postal code of Poland", "99-999", &[3, 4, 5]),
    form("postal code of Japan", "999-9999", &[5, 6, 7]),
    form("postal code of Sweden, Greece or Czechia", "999 99", &[3, 4, 5]),
    form("postal code of Ireland", "A99 AAAA", &[5]),
    form("postal code of five digits", "99999", &[2, 3, 4]),
    form("postal code of four digits", "9999", &[1, 2, 3]),
    form("postal code of six digits", "999999", &[3, 4, 5]),
    form("first three digits of a postal code", "999", &[1, 2]),
    form("postal code of eight digits", "99999999", &[4, 5, 6]),
    form("postal code of seven digits", "9999999", &[3, 4, 5]),
];

fn recognise(seen: &Seen) -> Option<Found> {
    let word = named(seen, NAMED);
    if seen.domain.kind == Kind::Date || seen.domain.kind == Kind::Decimal {
        return None;
    }
    let found = |kind: &str, keys, hierarchy| {
        Some(Found {
            kind: kind.into(),
            role: Role::QuasiIdentifier,
            why: match word {
                Some(word) => format!("its name says \"{word}\""),
                None => format!("its values are written like a {kind}"),
            },
            sure: true,
            keys,
            hierarchy,
        })
    };
    let enough = if word.is_some() { 0.9 } else { 0.98 };
    let several = word.is_some() || seen.domain.len() >= 5;
    if several && share(seen, |value| outward(value).is_some()) >= enough {
        return found("postal code of the United Kingdom", vec![], british(seen));
    }
    word?;
    FORMS.iter().find_map(|form| of_form(seen, form)).map_or_else(
        || {
            let text = vec![("type", Value::String("string".into()))];
            if seen.domain.kind == Kind::Integer
                && seen.domain.values.iter().all(|value| value.len() <= 5 && value.bytes().all(|b| b.is_ascii_digit()))
            {
                return found("postal code of five digits, some without their leading zero", text, without_zeros(seen));
            }
            // Whatever its form: the longer half of it, and its first character.
            let length = seen.domain.values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
            let hidden: Vec<usize> = [length / 2, length.saturating_sub(1)].into_iter().filter(|n| *n > 0).collect();
            let hidden: &[usize] = if hidden.len() == 2 && hidden[0] == hidden[1] { &hidden[..1] } else { &hidden };
            let hierarchy = if hidden.is_empty() { groups::flat() } else { Some(mask(hidden, length)) };
            found("postal code", if seen.domain.kind == Kind::Integer { text } else { vec![] }, hierarchy)
        },
        |(kind, length, hidden)| {
            let text =
                if seen.domain.kind == Kind::Integer { vec![("type", Value::String("string".into()))] } else { vec![] };
            found(kind, text, Some(mask(hidden, length)))
        },
    )
}

/// The form that the codes have: its name, its length, what is hidden. Five digits may have four more behind them.
fn of_form(seen: &Seen, form: &Form) -> Option<(&'static str, usize, &'static [usize])> {
    let of = |form: &str| share(seen, |value| is_of(form, value));
    let (short, long) = (of("99999"), of("99999-9999"));
    if long > 0.0 && short + long >= 0.95 {
        return Some(("ZIP code of nine digits", 10, &[5, 7, 8, 9]));
    }
    (of(form.form) >= 0.95).then_some((form.name, form.form.chars().count(), form.hidden))
}

fn is_of(form: &str, value: &str) -> bool {
    let value = value.trim();
    value.chars().count() == form.chars().count()
        && form.chars().zip(value.chars()).all(|(form, letter)| match form {
            '9' => letter.is_ascii_digit(),
            'A' => letter.is_ascii_alphabetic(),
            other => letter == other,
        })
}

fn mask(hidden: &[usize], length: usize) -> Proposed {
    let characters = hidden.iter().map(|count| Value::Integer(*count as i64)).collect();
    Proposed::Key(Value::Table(toml::Table::from_iter([
        ("mask".to_string(), Value::String("right".into())),
        ("characters".to_string(), Value::Array(characters)),
        ("length".to_string(), Value::Integer(length as i64)),
    ])))
}

/// Codes of five digits that were read as numbers somewhere on their way here.
fn without_zeros(seen: &Seen) -> Option<Proposed> {
    let place = |code: usize| {
        let digits = format!("{:0>5}", seen.domain.values[code].trim());
        Place::In([3, 2, 1].map(|kept| digits[..kept].to_string() + &"*".repeat(5 - kept)).to_vec())
    };
    groups::file(&seen.domain, place)
}

/// `SW1A 1AA`: the outward code, the area of letters.
fn british(seen: &Seen) -> Option<Proposed> {
    let place = |code: usize| match outward(&seen.domain.values[code]) {
        Some(outward) => {
            let area: String = outward.chars().take_while(char::is_ascii_alphabetic).collect();
            Place::In(vec![outward, area])
        }
        None if is_unknown(&seen.domain.values[code]) => Place::Unknown,
        None => Place::Other,
    };
    groups::file(&seen.domain, place)
}

/// The outward code of a British postal code: one or two letters, a digit, perhaps a digit or letter; then a digit and
/// two letters.
fn outward(value: &str) -> Option<String> {
    let code: String = value.trim().to_ascii_uppercase().chars().filter(|c| *c != ' ').collect();
    if !code.is_ascii() || !(5..=7).contains(&code.len()) {
        return None;
    }
    let (outward, inward) = code.split_at(code.len() - 3);
    let known = ["A9", "A99", "AA9", "AA99", "A9A", "AA9A"].iter().any(|form| is_of(form, outward));
    (known && is_of("9AA", inward)).then(|| outward.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meaning::generalize::testing::{evenly, meaning, path};

    #[test]
    fn codes_of_several_countries() {
        for (name, values, value, labels) in [
            ("zip", &["12345", "12346", "90210"][..], "12346", &["123**", "12***", "1****"][..]),
            ("PLZ", &["01067", "80331", "80333"], "80331", &["803**", "80***", "8****"]),
            (
                "zipcode",
                &["12345-1234", "12345", "90210-0001"],
                "90210-0001",
                &["90210*****", "902*******", "90********", "9*********"],
            ),
            ("postcode", &["SW1A 1AA", "M1 1AE", "EC1A1BB", "SW1A 2AA", "SW7 2AZ"], "SW1A 2AA", &["SW1A", "SW"]),
            ("postcode", &["1012 AB", "1012 CD", "3511 XY"], "1012 CD", &["1012***", "10*****", "1******"]),
            ("postal_code", &["K1A 0B1", "M5V 3L9", "K1A 0B2"], "K1A 0B1", &["K1A****", "K******"]),
            ("plz", &["1010", "1020", "8010"], "1020", &["102*", "10**", "1***"]),
            ("cep", &["01310-100", "20040-002"], "20040-002", &["20040****", "200******", "20*******"]),
        ] {
            let codes = evenly(name, values, 20);
            let (about, found) = meaning(&codes);
            assert_eq!((about, found.role), ("postal code", Role::QuasiIdentifier), "{name} {values:?}");
            let mut found = path(&codes, value);
            found.truncate(labels.len());
            assert_eq!(found, labels, "{name} {values:?}");
        }
    }

    #[test]
    fn a_lost_leading_zero_is_put_back() {
        let codes = evenly("zip", &["2139", "2140", "2215", "90210", "501"], 20);
        let (_, found) = meaning(&codes);
        assert_eq!(found.keys, [("type", Value::String("string".into()))]);
        assert_eq!(path(&codes, "2139"), ["021**", "02***", "0****"]);
        assert_eq!(path(&codes, "501"), ["005**", "00***", "0****"]);
    }

    #[test]
    fn british_codes_are_told_by_their_form() {
        let codes = evenly("x", &["SW1A 1AA", "M1 1AE", "EC1A 1BB", "SW1A 2AA", "B33 8TH"], 20);
        assert_eq!(meaning(&codes).0, "postal code");
    }
}
