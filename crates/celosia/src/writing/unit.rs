//! Signs of currencies and of shares before or behind a number, where all values of a column have the same: `12 €`, `$5`, `45%`.

/// A sign that stands before or behind every number of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The sign.
    pub sign: &'static str,
    /// Does it stand before the number?
    pub before: bool,
}

/// Longer signs first, where one begins with another.
const SIGNS: [&str; 30] = [
    "US$", "R$", "C$", "A$", "%", "‰", "€", "$", "£", "¥", "₹", "₽", "₺", "₩", "₪", "EUR", "USD", "GBP", "CHF", "JPY",
    "INR", "BRL", "SEK", "NOK", "DKK", "PLN", "zł", "Kč", "kr", "Fr.",
];

impl Unit {
    /// The sign of one value.
    pub fn of(value: &str) -> Option<Unit> {
        let both = |sign| [Unit { sign, before: true }, Unit { sign, before: false }];
        SIGNS.into_iter().flat_map(both).find(|unit| unit.strip(value).is_some())
    }

    /// The number beside the sign, with its own plus or minus, which may stand before the sign.
    pub fn strip<'v>(&self, value: &'v str) -> Option<(Option<char>, &'v str)> {
        let value = value.trim();
        if !self.before {
            return Some((None, value.strip_suffix(self.sign)?.trim_end()));
        }
        let (sign, rest) = match value.chars().next() {
            Some(sign @ ('-' | '+' | '−')) => (Some(sign), value[sign.len_utf8()..].trim_start()),
            _ => (None, value),
        };
        Some((sign, rest.strip_prefix(self.sign)?.trim_start()))
    }
}
