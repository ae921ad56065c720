//! A share of the rows: "1%", "0.01" or a number of rows.

use crate::error::{Error, Result};

/// The most rows that something may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// A share of all rows, 0 to 1.
    Share(f64),
    /// A number of rows.
    Rows(u64),
    /// A share of all rows, and no more than a number of rows.
    Both(f64, u64),
}

impl Limit {
    /// The number of rows that the limit allows of the rows given. Rounded down: a limit is never exceeded.
    pub fn rows(self, of: u64) -> u64 {
        match self {
            // 1 % of 30,162 rows are 301 (POkA 6). The tiny factor keeps 0.07 * 100 from becoming 6.
            Limit::Share(share) => ((share * of as f64 * (1.0 + 1e-12)).floor() as u64).min(of),
            Limit::Rows(rows) => rows.min(of),
            Limit::Both(share, rows) => Limit::Share(share).rows(of).min(rows),
        }
    }
}

/// Reads "1%", "0.01" or "250 rows". A bare "1" could mean one percent, all rows or one row, so it is refused.
pub fn parse_limit(place: &str, text: &str) -> Result<Limit> {
    let text = text.trim();
    let refuse = |what: &str| {
        let hint = "write a percentage (1%), a share below one (0.01) or a number of rows (\"250 rows\")";
        Err(Error::study(place, format!("\"{text}\" {what}"), hint))
    };
    if let Some(percent) = text.strip_suffix('%') {
        return match percent.trim().parse::<f64>() {
            Ok(p) if (0.0..=100.0).contains(&p) => Ok(Limit::Share(p / 100.0)),
            Ok(_) => refuse("is not between 0% and 100%"),
            Err(_) => refuse("is not a percentage"),
        };
    }
    if let Some(rows) = text.strip_suffix("rows").or_else(|| text.strip_suffix("row")) {
        return match rows.trim().parse::<u64>() {
            Ok(rows) => Ok(Limit::Rows(rows)),
            Err(_) => refuse("is not a number of rows"),
        };
    }
    match text.parse::<f64>() {
        Ok(share) if (0.0..1.0).contains(&share) => Ok(Limit::Share(share)),
        Ok(share) if share >= 1.0 => refuse("is ambiguous"),
        _ => refuse("is not a share of the rows"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_shares_and_rows() {
        assert_eq!(parse_limit("--suppression", "1%").ok(), Some(Limit::Share(0.01)));
        assert_eq!(parse_limit("--suppression", "0.01").ok(), Some(Limit::Share(0.01)));
        assert_eq!(parse_limit("--suppression", "250 rows").ok(), Some(Limit::Rows(250)));
        for bad in ["1", "101%", "-1%", "many", "", "NaN", "inf"] {
            assert!(parse_limit("--suppression", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn one_percent_of_adult_is_301_rows_as_in_poka() {
        assert_eq!(Limit::Share(0.01).rows(30_162), 301);
        assert_eq!(Limit::Share(0.07).rows(100), 7);
        assert_eq!(Limit::Share(0.29).rows(100_000_000), 29_000_000);
        assert_eq!(Limit::Rows(500).rows(100), 100);
    }
}
