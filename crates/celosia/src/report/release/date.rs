//! The day of a report.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};

/// Today, in UTC: "2026-11-19".
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    day(seconds)
}

fn day(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| DateTime::<Utc>::from_timestamp(seconds, 0));
    time.map(|time| time.date_naive().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_by_hand() {
        assert_eq!([day(0), day(951_782_400), day(951_782_399)], ["1970-01-01", "2000-02-29", "2000-02-28"]);
        assert_eq!(today().len(), 10);
    }
}
