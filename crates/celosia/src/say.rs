//! How numbers are said: thousands apart, with their noun, as a level, as a share, short beside an axis.

/// 30162 as "30,162".
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |d| ("-", d));
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(c);
    }
    format!("{sign}{text}")
}

/// A number with its noun: "1 row", "30,162 rows".
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number as f64), if number == 1 { one } else { many })
}

/// A privacy level: "30,162", "0.250", "∞".
pub fn number(level: f64) -> String {
    if level.is_infinite() {
        "∞".to_string()
    } else if level.fract() == 0.0 {
        thousands(level)
    } else {
        format!("{level:.3}")
    }
}

/// A number that somebody gave: with all digits that it has.
pub fn given(asked: f64) -> String {
    if asked.fract() == 0.0 { number(asked) } else { asked.to_string() }
}

/// A share of a whole: "0%", "<0.01%", "3.25%", "41.0%".
pub fn percent(share: f64) -> String {
    match share * 100.0 {
        0.0 => "0%".into(),
        p if p < 0.01 => "<0.01%".into(),
        p if p < 10.0 => format!("{p:.2}%"),
        p => format!("{p:.1}%"),
    }
}

/// A short number for a tick: "0.25", "30.162k", "2.5M".
pub fn short(x: f64) -> String {
    match x.abs() {
        a if a >= 1e12 => format!("{x:.1e}"),
        a if a >= 1_000_000.0 => format!("{}M", trimmed(x / 1_000_000.0)),
        a if a >= 1000.0 => format!("{}k", trimmed(x / 1000.0)),
        _ => trimmed(x),
    }
}

fn trimmed(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let found = [0.0, 999.0, 1000.0, 30_162.0, -1_234_567.0].map(thousands);
        assert_eq!(found, ["0", "999", "1,000", "30,162", "-1,234,567"]);
        assert_eq!([count(1, "row", "rows"), count(2000, "row", "rows")], ["1 row", "2,000 rows"]);
    }

    #[test]
    fn levels_and_what_was_asked() {
        assert_eq!([30_162.0, 0.25, f64::INFINITY].map(number), ["30,162", "0.250", "∞"]);
        assert_eq!([12.0, 0.12345].map(given), ["12", "0.12345"]);
    }

    #[test]
    fn a_share_that_is_not_nothing_does_not_read_so() {
        assert_eq!([0.0, 0.00001, 0.0325, 0.41, 1.0].map(percent), ["0%", "<0.01%", "3.25%", "41.0%", "100.0%"]);
    }

    #[test]
    fn numbers_are_short() {
        let found = [0.25, 12.0, 30_162.0, 2.5e6, 1e12, -3e300].map(short);
        assert_eq!(found, ["0.25", "12", "30.162k", "2.5M", "1.0e12", "-3.0e300"]);
    }
}
