//! How much a search may spend: "60s", "5m", "1h" or 5000 evaluations; "2GB" of memory.

use std::time::Duration;

use crate::error::{Error, Result};

/// Memory of a search unless told otherwise: 2 GB.
pub const MEMORY: u64 = 2_000_000_000;

/// Less than this is taken for a slip of the pen, such as 2 for 2GB.
const LEAST_MEMORY: u64 = 1_000_000;

/// What a search may spend. Nothing given: as much as it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    /// The most nodes that are evaluated.
    pub evaluations: Option<u64>,
    /// The most time that is taken.
    pub time: Option<Duration>,
}

/// Reads "60s", "5m", "1h", or a number of evaluations.
pub fn parse_budget(place: &str, text: &str) -> Result<Budget> {
    let text = text.trim();
    let refuse = |what: &str| {
        let hint = "write a time (60s, 5m, 1h) or a number of evaluations (5000)";
        Err(Error::study(place, format!("\"{text}\" {what}"), hint))
    };
    let (number, unit) = split_unit(text);
    if unit.is_empty() {
        return match number.parse::<u64>() {
            Ok(0) => refuse("leaves no node to evaluate"),
            Ok(evaluations) => Ok(Budget { evaluations: Some(evaluations), time: None }),
            Err(_) => refuse("is neither a time nor a number of evaluations"),
        };
    }
    let seconds = match unit.as_str() {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return refuse("is neither a time nor a number of evaluations"),
    };
    let time = number.parse::<f64>().ok().and_then(|n| Duration::try_from_secs_f64(n * seconds).ok());
    match time {
        Some(time) if time.is_zero() => refuse("leaves no time"),
        Some(time) => Ok(Budget { evaluations: None, time: Some(time) }),
        None => refuse("is not a time"),
    }
}

/// Reads how long to wait for someone else: "30s", "10m", "1h".
pub fn parse_timeout(place: &str, text: &str) -> Result<Duration> {
    let no_time = || Error::study(place, format!("\"{}\" is no time", text.trim()), "write 30s, 10m or 1h");
    parse_budget(place, text).ok().and_then(|budget| budget.time).ok_or_else(no_time)
}

/// Reads "2GB", "500MB", "1.5 GB", or a number of bytes. GB is 10^9 bytes, GiB 2^30.
pub fn parse_memory(place: &str, text: &str) -> Result<u64> {
    let text = text.trim();
    let hint = "write 2GB, 500MB, or a number of bytes of 1000000 or more";
    let refuse = |what: &str| Err(Error::study(place, format!("\"{text}\" {what}"), hint));
    let (number, unit) = split_unit(text);
    let bytes: f64 = match unit.as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1_048_576.0,
        "gib" => 1_073_741_824.0,
        "tib" => 1_099_511_627_776.0,
        _ => return refuse("is not an amount of memory"),
    };
    match number.parse::<f64>() {
        Ok(n) if n.is_finite() && n >= 0.0 && n * bytes < LEAST_MEMORY as f64 => {
            refuse("is too little memory for any search")
        }
        // Beyond u64 the cast saturates, which is as good as no limit.
        Ok(n) if n.is_finite() && n > 0.0 => Ok((n * bytes) as u64),
        _ => refuse("is not an amount of memory"),
    }
}

/// A number and the letters behind it, in lower case.
fn split_unit(text: &str) -> (&str, String) {
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    (text[..end].trim_end(), text[end..].to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_evaluations() {
        let time = |millis| Some(Budget { evaluations: None, time: Some(Duration::from_millis(millis)) });
        for (text, millis) in [("60s", 60_000), ("5m", 300_000), ("5 min", 300_000), ("1h", 3_600_000), ("0.5s", 500)] {
            assert_eq!(parse_budget("--budget", text).ok(), time(millis), "{text}");
        }
        let five = Budget { evaluations: Some(5000), time: None };
        assert_eq!(parse_budget("--budget", " 5000 ").ok(), Some(five));
        for bad in ["", "0", "0s", "-5", "-5s", "1.5", "s", "5 days", "5d", "much", "NaN", "inf", "1e30h", "5000 60s"] {
            let error = parse_budget("--budget", bad).map(|b| format!("{b:?}")).unwrap_err();
            assert!(error.to_string().starts_with("--budget: \"") && error.hint().contains("60s"), "{bad}: {error}");
        }
    }

    #[test]
    fn a_timeout_is_a_time() {
        assert_eq!(parse_timeout("--timeout", "10m").ok(), Some(Duration::from_secs(600)));
        for bad in ["600", "0s", "soon", ""] {
            let error = parse_timeout("data.timeout", bad).unwrap_err();
            assert!(error.to_string().contains("is no time") && error.hint().contains("10m"), "{bad}: {error}");
        }
    }

    #[test]
    fn memory_in_powers_of_ten_and_of_two() {
        for (text, bytes) in [
            ("2GB", 2_000_000_000),
            ("500MB", 500_000_000),
            ("1.5 GB", 1_500_000_000),
            ("1.5gb", 1_500_000_000),
            ("1GiB", 1_073_741_824),
            ("3000000", 3_000_000),
        ] {
            assert_eq!(parse_memory("--memory", text).ok(), Some(bytes), "{text}");
        }
        for bad in ["", "2", "0", "-2GB", "2 apples", "GB", "2G B", "NaN", "inf", "2,5GB"] {
            let error = parse_memory("--memory", bad).unwrap_err();
            assert!(error.to_string().starts_with("--memory: \"") && error.hint().contains("2GB"), "{bad}: {error}");
        }
        assert_eq!(parse_memory("--memory", "2GB").ok(), Some(MEMORY));
    }
}
