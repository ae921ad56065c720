//! Numbers that states give to persons, each by its own rule.

use super::{digits, weighted};
use crate::table::date;

/// Nine digits in groups of three, two and four; no group is all zeros and none begins with 9, 000 or 666.
pub fn is_ssn(value: &str) -> bool {
    let groups: Vec<&str> = value.split('-').collect();
    groups.iter().map(|group| group.len()).eq([3, 2, 4])
        && groups.iter().all(|group| group.bytes().all(|b| b.is_ascii_digit()) && group.bytes().any(|b| b != b'0'))
        && groups[0] != "666"
        && !groups[0].starts_with('9')
}

/// Eight digits and a letter that they give by 23; of foreigners the first is X, Y or Z.
pub fn is_dni(value: &str) -> bool {
    const LETTERS: &[u8] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let text: String = value.chars().filter(|c| !" -.".contains(*c)).collect::<String>().to_ascii_uppercase();
    if text.len() != 9 || !text.is_ascii() {
        return false;
    }
    let (body, letter) = text.split_at(8);
    let body = match body.as_bytes()[0] {
        b'X' => format!("0{}", &body[1..]),
        b'Y' => format!("1{}", &body[1..]),
        b'Z' => format!("2{}", &body[1..]),
        _ => body.into(),
    };
    let all_digits = body.bytes().all(|b| b.is_ascii_digit());
    all_digits && body.parse::<usize>().is_ok_and(|n| LETTERS[n % 23] == letter.as_bytes()[0])
}

/// Sixteen letters and digits in their places, and the letter that they give.
pub fn is_codice_fiscale(value: &str) -> bool {
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let text = value.to_ascii_uppercase();
    if text.len() != 16 || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let bytes = text.as_bytes();
    let letters = [0, 1, 2, 3, 4, 5, 8, 11, 15].iter().all(|i| bytes[*i].is_ascii_uppercase());
    let at = |b: u8| u32::from(if b.is_ascii_digit() { b - b'0' } else { b - b'A' });
    let sum: u32 =
        bytes[..15].iter().enumerate().map(|(i, b)| if i % 2 == 0 { ODD[at(*b) as usize] } else { at(*b) }).sum();
    letters && sum % 26 == at(bytes[15])
}

/// Four letters, a date of birth, sex, state, consonants, two characters.
pub fn is_curp(value: &str) -> bool {
    let text = value.to_ascii_uppercase();
    if text.len() != 18 || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let (letters, sex) = (|range: &str| range.bytes().all(|b| b.is_ascii_uppercase()), text.as_bytes()[10]);
    let born = format!("20{}-{}-{}", &text[4..6], &text[6..8], &text[8..10]);
    letters(&text[..4]) && date(&born).is_some() && b"HMX".contains(&sex) && letters(&text[11..16])
}

/// Two letters, six digits, a letter from A to D.
pub fn is_nino(value: &str) -> bool {
    let text: String = value.chars().filter(|c| *c != ' ').collect();
    let bytes = text.as_bytes();
    let first = |b: &u8| b.is_ascii_uppercase() && !b"DFIQUV".contains(b);
    bytes.len() == 9
        && bytes[..2].iter().all(first)
        && bytes[2..8].iter().all(u8::is_ascii_digit)
        && (b'A'..=b'D').contains(&bytes[8])
}

/// 756 and ten digits, with the check digit of article numbers.
pub fn is_ahv(value: &str) -> bool {
    digits(value, ". ").is_some_and(|digits| {
        digits.len() == 13
            && digits[..3] == [7, 5, 6]
            && weighted(&digits, [1, 3].into_iter().cycle()).is_multiple_of(10)
    })
}

/// Thirteen digits, the first for the sex, the fourth and fifth for the month, and two check digits by 97.
pub fn is_nir(value: &str) -> bool {
    digits(value, " ").is_some_and(|digits| {
        let number = |range: &[u32]| range.iter().fold(0u64, |number, digit| number * 10 + u64::from(*digit));
        digits.len() == 15
            && [1, 2, 3, 4, 7, 8].contains(&digits[0])
            && number(&digits[13..]) == 97 - number(&digits[..13]) % 97
    })
}

/// Eleven digits, the last two by 11.
pub fn is_cpf(value: &str) -> bool {
    digits(value, ".-").is_some_and(|digits| {
        let check = |length: usize| {
            let sum = weighted(&digits[..length], (2..=length as u32 + 1).rev());
            digits[length] == sum * 10 % 11 % 10
        };
        digits.len() == 11 && check(9) && check(10)
    })
}

/// Eleven digits that do not begin with zero, the last by ISO 7064, modulus 11, 10.
pub fn is_steuer_id(value: &str) -> bool {
    digits(value, " ").is_some_and(|digits| {
        if digits.len() != 11 || digits[0] == 0 {
            return false;
        }
        let product = digits[..10].iter().fold(10, |product, digit| {
            let sum = (digit + product) % 10;
            2 * if sum == 0 { 10 } else { sum } % 11
        });
        (11 - product) % 10 == digits[10]
    })
}

/// A date of birth, three digits, and two check digits by 97; a 2 stands before those born since 2000.
pub fn is_rijksregister(value: &str) -> bool {
    digits(value, ".- ").is_some_and(|digits| {
        let number = |range: &[u32]| range.iter().fold(0u64, |number, digit| number * 10 + u64::from(*digit));
        let check = |body: u64| 97 - body % 97 == number(&digits[9..]);
        digits.len() == 11
            && is_month_and_day(&digits[2..6])
            && (check(number(&digits[..9])) || check(2_000_000_000 + number(&digits[..9])))
    })
}

/// A date of birth, four digits, and a check digit by 10.
pub fn is_pesel(value: &str) -> bool {
    digits(value, "").is_some_and(|digits| {
        let month = (digits.len() == 11).then(|| (digits[2] % 2, digits[3], digits[4], digits[5]));
        month.is_some_and(|(a, b, c, d)| is_month_and_day(&[a, b, c, d]))
            && weighted(&digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_multiple_of(10)
    })
}

/// Ten digits, the last by 11.
pub fn is_nhs(value: &str) -> bool {
    digits(value, " -").is_some_and(|digits| {
        digits.len() == 10 && (11 - weighted(&digits[..9], (2..=10).rev()) % 11) % 11 == digits[9]
    })
}

/// Nine digits whose weighted sum 11 divides.
pub fn is_bsn(value: &str) -> bool {
    digits(value, ".").is_some_and(|digits| {
        let sum = i64::from(weighted(&digits, (2..=9).rev())) - i64::from(digits.last().copied().unwrap_or(0));
        digits.len() == 9 && sum % 11 == 0
    })
}

fn is_month_and_day(digits: &[u32]) -> bool {
    let (month, day) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3]);
    (1..=12).contains(&month) && (1..=31).contains(&day)
}
