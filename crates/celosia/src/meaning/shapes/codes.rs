//! Codes with check digits, and tokens.

use super::digits;

/// ISO 13616: two letters, two check digits, up to thirty letters and digits; the rest by 97 is 1.
pub fn is_iban(value: &str) -> bool {
    let text: String = value.chars().filter(|c| *c != ' ').collect();
    let plain = (15..=34).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    let bytes = text.as_bytes();
    if !plain || !bytes[..2].iter().all(u8::is_ascii_uppercase) || !bytes[2..4].iter().all(u8::is_ascii_digit) {
        return false;
    }
    let turned = text[4..].chars().chain(text[..4].chars());
    let rest = turned
        .filter_map(|c| c.to_digit(36))
        .fold(0, |rest: u32, digit| (rest * if digit < 10 { 10 } else { 100 } + digit) % 97);
    rest == 1
}

/// ISO/IEC 7812: 13 to 19 digits with Luhn's check digit, in the ranges that cards have.
pub fn is_card(value: &str) -> bool {
    digits(value, " -").is_some_and(|digits| {
        (13..=19).contains(&digits.len())
            && digits.len() != 15 - usize::from(digits[0] == 3)
            && luhn(&digits)
            && (2..=6).contains(&digits[0])
    })
}

/// 15 digits with Luhn's check digit.
pub fn is_imei(value: &str) -> bool {
    digits(value, " -/").is_some_and(|digits| digits.len() == 15 && luhn(&digits))
}

/// Luhn: from the right every second digit doubled, and of two digits the sum.
fn luhn(digits: &[u32]) -> bool {
    let double = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(i, digit)| if i % 2 == 1 { double(*digit) } else { *digit }).sum();
    sum.is_multiple_of(10)
}

/// ISO 3779: seventeen letters and digits without I, O and Q, some of each.
pub fn is_vin(value: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() && !b"IOQ".contains(&b);
    value.len() == 17
        && value.bytes().all(allowed)
        && value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().any(|b| b.is_ascii_uppercase())
        && value.as_bytes()[13..].iter().all(u8::is_ascii_digit)
}

/// Letters and digits in an order that no word has: hexadecimal hashes of 16 and more, base64 of 16 and more.
pub fn is_token(value: &str) -> bool {
    let has = |class: fn(&u8) -> bool| value.bytes().any(|b| class(&b));
    let (digit, lower, upper) = (has(u8::is_ascii_digit), has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase));
    let hexadecimal = value.bytes().all(|b| b.is_ascii_hexdigit()) && digit && (lower != upper);
    let body = value.trim_end_matches('=');
    let base64 = body.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/-_".contains(&b)) && digit && lower && upper;
    value.len() >= 16 && (hexadecimal || base64 && turns(body) * 4 >= body.len())
}

/// How often small letters, capitals and digits change: in words seldom, in tokens at every other character.
fn turns(text: &str) -> usize {
    let class = |b: u8| match b {
        b if b.is_ascii_digit() => 0,
        b if b.is_ascii_lowercase() => 1,
        b if b.is_ascii_uppercase() => 2,
        _ => 3,
    };
    text.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count()
}
