//! Points in time as text, as engines cast them: `2026-11-15 08:30:00.25`, without zeros at the end.
//!
//! What has no zone is written as it is, and what counts in UTC (Spark and pandas) as the time in UTC: the text that Spark and
//! PostgreSQL give where their session is in UTC. A fixed offset is shown with its time (`2026-11-15 09:30:00+01:00`), as
//! pandas writes it to CSV. Other zones need a calendar of their rules, which celosia has not: a time in UTC in their place
//! would put some people's birthdays on the day before.

use std::fmt::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, PrimitiveArray};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, TimeUnit};
use chrono::{DateTime, FixedOffset, Timelike};

/// Points in time of one column.
pub struct Times {
    counts: PrimitiveArray<Int64Type>,
    /// How many of its units a second has.
    per_second: i64,
    /// How far from UTC the clock is that the text shows, where the text says so.
    offset: Option<FixedOffset>,
}

impl Times {
    /// The points in time that an array counts in a unit.
    pub fn new(array: &ArrayRef, unit: TimeUnit, zone: Option<&str>) -> Result<Times, ArrowError> {
        let per_second = match unit {
            TimeUnit::Second => 1,
            TimeUnit::Millisecond => 1_000,
            TimeUnit::Microsecond => 1_000_000,
            TimeUnit::Nanosecond => 1_000_000_000,
        };
        let offset = zone.map(offset).transpose()?.flatten();
        let counts = cast(array, &DataType::Int64)?.as_primitive::<Int64Type>().clone();
        Ok(Times { counts, per_second, offset })
    }

    /// What makes two of them the same, row by row.
    pub fn counts(&self) -> impl Iterator<Item = Option<i64>> {
        self.counts.iter()
    }

    /// The text of a row; nothing for null.
    pub fn text(&self, row: usize) -> Result<String, ArrowError> {
        if self.counts.is_null(row) {
            return Ok(String::new());
        }
        let count = self.counts.value(row);
        let nanoseconds = count.rem_euclid(self.per_second) * (1_000_000_000 / self.per_second);
        let time = DateTime::from_timestamp(count.div_euclid(self.per_second), nanoseconds as u32);
        let out_of_range = || ArrowError::InvalidArgumentError("a point in time that no calendar has".into());
        let time = time.ok_or_else(out_of_range)?.naive_utc();
        let time = self.offset.map_or(Some(time), |offset| time.checked_add_offset(offset)).ok_or_else(out_of_range)?;
        let (day, clock) = (time.date(), time.time());
        let mut text = format!("{day} {:02}:{:02}:{:02}", clock.hour(), clock.minute(), clock.second());
        // Writing to a String cannot fail.
        if nanoseconds > 0 {
            let _ = write!(text, ".{}", format!("{nanoseconds:09}").trim_end_matches('0'));
        }
        if let Some(offset) = self.offset {
            let _ = write!(text, "{offset}");
        }
        Ok(text)
    }
}

/// The offset that a zone's times are shown with; nothing for UTC, by whatever name.
fn offset(zone: &str) -> Result<Option<FixedOffset>, ArrowError> {
    const UTC: [&str; 10] =
        ["", "utc", "z", "gmt", "etc/utc", "etc/gmt", "etc/uct", "zulu", "universal", "etc/universal"];
    if UTC.contains(&zone.to_ascii_lowercase().as_str()) {
        return Ok(None);
    }
    let refused = || {
        let what = format!("times in the zone {zone}; convert the column to UTC, or to times without a zone, first");
        ArrowError::NotYetImplemented(what)
    };
    let offset = zone.parse::<FixedOffset>().map_err(|_| refused())?;
    Ok(Some(offset).filter(|offset| offset.local_minus_utc() != 0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::TimestampMicrosecondArray;

    use super::*;

    fn text(microseconds: i64, zone: Option<&str>) -> Result<String, ArrowError> {
        let array = TimestampMicrosecondArray::from(vec![microseconds]).with_timezone_opt(zone);
        Times::new(&(Arc::new(array) as ArrayRef), TimeUnit::Microsecond, zone)?.text(0)
    }

    #[test]
    fn zones() -> Result<(), ArrowError> {
        // date -u -d @1700000000: 2023-11-14 22:13:20
        let at = 1_700_000_000_250_000;
        for zone in [None, Some("UTC"), Some("Etc/UTC"), Some("Z"), Some("+00:00"), Some("-00:00")] {
            assert_eq!(text(at, zone)?, "2023-11-14 22:13:20.25", "{zone:?}");
        }
        assert_eq!(text(at, Some("+02:00"))?, "2023-11-15 00:13:20.25+02:00");
        assert_eq!(text(at, Some("-0930"))?, "2023-11-14 12:43:20.25-09:30");
        let berlin = text(at, Some("Europe/Berlin")).unwrap_err().to_string();
        assert!(berlin.contains("Europe/Berlin") && berlin.contains("convert"), "{berlin}");
        Ok(())
    }

    #[test]
    fn before_1970_and_out_of_range() -> Result<(), ArrowError> {
        assert_eq!(text(-1, None)?, "1969-12-31 23:59:59.999999");
        assert_eq!(text(-62_135_596_800_000_000, Some("UTC"))?, "0001-01-01 00:00:00");
        assert!(text(i64::MAX, None).is_err());
        Ok(())
    }
}
