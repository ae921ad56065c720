//! The marks of numbers: what stands before decimals, what parts thousands, which sign stands beside every number.

use std::borrow::Cow;

use super::unit::Unit;

/// How the numbers of a column are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marks {
    /// Before the decimals: `.` or `,`.
    pub decimal: char,
    /// Between thousands: `,`, `.`, a blank (of any width) or an apostrophe; nothing where they are not parted. A number may
    /// leave them out.
    pub thousands: Option<char>,
    /// A sign of a currency or a share that every number has.
    pub unit: Option<Unit>,
}

impl Default for Marks {
    fn default() -> Self {
        Marks::of('.', None)
    }
}

impl Marks {
    /// Marks without a sign.
    pub const fn of(decimal: char, thousands: Option<char>) -> Marks {
        Marks { decimal, thousands, unit: None }
    }

    /// As machines write numbers?
    pub fn is_plain(&self) -> bool {
        self.decimal == '.' && self.thousands.is_none() && self.unit.is_none()
    }

    /// A whole number.
    pub fn integer(&self, text: &str) -> Option<i128> {
        self.plain(text)?.parse().ok()
    }

    /// A number.
    pub fn decimal(&self, text: &str) -> Option<f64> {
        self.plain(text)?.parse().ok().filter(|n: &f64| n.is_finite())
    }

    /// Is it written with zeros before its number, as codes are? "01234" and "1234" are two postal codes.
    pub fn is_code(&self, text: &str) -> bool {
        self.plain(text).is_some_and(|plain| {
            let digits = plain.trim_start_matches(['-', '+']).as_bytes();
            digits.len() > 1 && digits[0] == b'0' && digits[1].is_ascii_digit()
        })
    }

    /// A number as machines write it.
    fn plain<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let text = text.trim();
        if self.is_plain() && !text.starts_with('−') {
            return Some(text.into());
        }
        let (mut sign, mut rest) = match &self.unit {
            Some(unit) => unit.strip(text)?,
            None => (None, text),
        };
        if sign.is_none()
            && let Some(own) = rest.chars().next().filter(|c| ['-', '+', '−'].contains(c))
        {
            (sign, rest) = (Some(own), rest[own.len_utf8()..].trim_start());
        }
        let mut plain = if matches!(sign, Some('-' | '−')) { "-".to_string() } else { String::new() };
        let (whole, decimals) = match rest.split_once(self.decimal) {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (rest, None),
        };
        if whole.contains(|c| self.parts(c)) {
            plain.push_str(&self.joined(whole)?);
        } else {
            plain.push_str(Some(whole).filter(|whole| !whole.contains('.'))?);
        }
        if let Some(decimals) = decimals {
            plain.push('.');
            plain.push_str(decimals);
        }
        // What is left of other marks, words, or a second sign is no number.
        let is_number = plain.bytes().any(|b| b.is_ascii_digit())
            && plain
                .bytes()
                .skip(usize::from(plain.starts_with('-')))
                .enumerate()
                .all(|(at, b)| b.is_ascii_digit() || b == b'.' || at > 0 && matches!(b, b'e' | b'E' | b'+' | b'-'));
        is_number.then(|| plain.into())
    }

    fn parts(&self, c: char) -> bool {
        match self.thousands {
            Some(' ') => [' ', '\u{a0}', '\u{202f}', '\u{2009}'].contains(&c),
            Some('\'') => ['\'', '’'].contains(&c),
            Some(mark) => mark == c,
            None => false,
        }
    }

    /// The digits of groups: up to three at first, without a zero in front, then three each.
    fn joined(&self, whole: &str) -> Option<String> {
        let mut groups = whole.split(|c| self.parts(c));
        let is_digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
        let first = groups
            .next()
            .filter(|group| (1..=3).contains(&group.len()) && is_digits(group) && !group.starts_with('0'))?;
        let mut digits = first.to_string();
        for group in groups {
            if group.len() != 3 || !is_digits(group) {
                return None;
            }
            digits.push_str(group);
        }
        Some(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_every_writing() {
        let euro = Some(Unit { sign: "€", before: false });
        let dollar = Some(Unit { sign: "$", before: true });
        for (marks, text, expected) in [
            (Marks::default(), "-3.5", Some(-3.5)),
            (Marks::default(), "−3.5", Some(-3.5)),
            (Marks::default(), " 1e3 ", Some(1000.0)),
            (Marks::default(), "3,5", None),
            (Marks::default(), "inf", None),
            (Marks::of(',', None), "3,5", Some(3.5)),
            (Marks::of(',', None), "+3,5", Some(3.5)),
            (Marks::of(',', None), ",5", Some(0.5)),
            (Marks::of(',', None), "3.5", None),
            (Marks::of(',', None), "3,5,1", None),
            (Marks::of(',', None), "-", None),
            (Marks::of(',', None), "e5", None),
            (Marks::of(',', Some('.')), "1.234,56", Some(1234.56)),
            (Marks::of(',', Some('.')), "-1.234.567", Some(-1_234_567.0)),
            (Marks::of(',', Some('.')), "1234,5", Some(1234.5)),
            (Marks::of(',', Some('.')), "12.34,5", None),
            (Marks::of(',', Some('.')), "1.2345", None),
            (Marks::of('.', Some(',')), "1,234.56", Some(1234.56)),
            (Marks::of('.', Some(',')), "1,23", None),
            (Marks::of('.', Some(',')), ",234", None),
            (Marks::of(',', Some(' ')), "1\u{202f}234 567,5", Some(1_234_567.5)),
            (Marks::of('.', Some('\'')), "1'234’567.5", Some(1_234_567.5)),
            (Marks { unit: euro.clone(), ..Marks::of(',', Some('.')) }, "-1.234,5 €", Some(-1234.5)),
            (Marks { unit: euro, ..Marks::of(',', None) }, "5", None),
            (Marks { unit: dollar.clone(), ..Marks::default() }, "-$5", Some(-5.0)),
            (Marks { unit: dollar.clone(), ..Marks::default() }, "$-5.5", Some(-5.5)),
            (Marks { unit: dollar, ..Marks::default() }, "-$-5", None),
        ] {
            assert_eq!(marks.decimal(text), expected, "{text} by {marks:?}");
        }
        assert_eq!(Marks::of(',', Some('.')).integer("1.234"), Some(1234));
        assert_eq!(Marks::of(',', Some('.')).integer("1,0"), None);
        assert_eq!(Marks::of(',', Some(' ')).integer("170 141 183 460 469"), Some(170_141_183_460_469));
    }

    #[test]
    fn zeros_in_front_are_those_of_codes() {
        assert!(["007", "-01", "00"].iter().all(|code| Marks::default().is_code(code)));
        assert!(!["0", "0.5", "10", "-0.5", "x"].iter().any(|number| Marks::default().is_code(number)));
        assert!(!Marks::of(',', None).is_code("0,5"));
    }
}
