//! Times of day: `14:30`, `14:30:05.25`, `2:30 pm`, `2 pm`, `14h30`, with a zone behind them or not. A zone is read and not
//! counted: the time that was written is the one that people know.

/// Seconds since midnight of a time that stands alone. Hours and minutes are told apart, so `1430` is none.
pub fn alone(text: &str) -> Option<f64> {
    let (seconds, rest) = time(text.trim())?;
    zone(rest).then_some(seconds)
}

/// The same behind a date, with what parts it from the date.
pub fn behind_date(rest: &str) -> Option<f64> {
    let time = rest.strip_prefix('T').or_else(|| {
        let rest = rest.strip_prefix(',').unwrap_or(rest);
        rest.starts_with([' ', '\u{a0}']).then(|| rest.trim_start())
    })?;
    alone(time)
}

/// A time of day as labels say it: hours and minutes, and seconds where there are some.
pub fn shown(seconds: f64) -> String {
    let whole = seconds.floor() as i64;
    let (hour, minute, second) = (whole / 3600, whole / 60 % 60, whole % 60);
    if second == 0 { format!("{hour:02}:{minute:02}") } else { format!("{hour:02}:{minute:02}:{second:02}") }
}

/// Seconds since midnight, and what stands behind the time.
fn time(text: &str) -> Option<(f64, &str)> {
    let (hour, rest) = number(text, 1, 2)?;
    let (mut seconds, mut rest) = (f64::from(hour) * 3600.0, rest);
    let mut has_minutes = false;
    if let Some((minute, behind)) = rest.strip_prefix([':', 'h', 'H']).and_then(|rest| number(rest, 2, 2)) {
        (seconds, rest, has_minutes) = (seconds + f64::from(within(minute, 59)?) * 60.0, behind, true);
        if let Some((second, behind)) = rest.strip_prefix(':').and_then(|rest| number(rest, 2, 2)) {
            let (part, behind) = fraction(behind);
            // Leap seconds.
            (seconds, rest) = (seconds + f64::from(within(second, 60)?) + part, behind);
        }
    } else if let Some(behind) = rest.strip_prefix(['h', 'H']) {
        (rest, has_minutes) = (behind, true);
    }
    match half(rest) {
        Some((is_pm, behind)) => {
            let hour = Some(hour).filter(|hour| (1..=12).contains(hour))?;
            Some((seconds + f64::from(of_half(hour, is_pm)) * 3600.0 - f64::from(hour) * 3600.0, behind))
        }
        None if has_minutes && (hour < 24 || seconds == 86_400.0) => Some((seconds, rest)),
        None => None,
    }
}

/// The hour of the day of an hour of half a day.
pub fn of_half(hour: u32, is_pm: bool) -> u32 {
    hour % 12 + if is_pm { 12 } else { 0 }
}

/// Is it before or after noon? And what stands behind that.
pub fn half(text: &str) -> Option<(bool, &str)> {
    let text = text.trim_start();
    let is = |sign: &str| text.get(..sign.len()).is_some_and(|start| start.eq_ignore_ascii_case(sign));
    let signs = [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true)];
    signs.into_iter().find(|(sign, _)| is(sign)).map(|(sign, is_pm)| (is_pm, &text[sign.len()..]))
}

/// Digits behind the seconds, as a part of one, and what stands behind them.
pub fn fraction(text: &str) -> (f64, &str) {
    let Some(digits) = text.strip_prefix(['.', ',']) else { return (0.0, text) };
    let end = digits.bytes().take_while(u8::is_ascii_digit).count();
    if end == 0 { (0.0, text) } else { (format!("0.{}", &digits[..end]).parse().unwrap_or(0.0), &digits[end..]) }
}

/// Nothing, a zone, or the word that Germans write behind a time.
pub fn zone(text: &str) -> bool {
    const NAMES: [&str; 20] = [
        "", "Z", "UTC", "GMT", "CET", "CEST", "MEZ", "MESZ", "WET", "WEST", "EET", "EEST", "BST", "EST", "EDT", "CST",
        "CDT", "PST", "PDT", "Uhr",
    ];
    let text = text.trim();
    if NAMES.contains(&text) || ["MST", "MDT", "h"].contains(&text) {
        return true;
    }
    let Some(offset) = text.strip_prefix(['+', '-']) else { return false };
    let digits: String = offset.chars().filter(|c| *c != ':').collect();
    let is_even = [2, 4].contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_even && (offset.len() == digits.len() || offset.len() == 5 && offset.as_bytes()[2] == b':')
}

/// A number of so many digits at the start, and what stands behind it.
pub fn number(text: &str, least: usize, most: usize) -> Option<(u32, &str)> {
    let end = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    if end < least { None } else { Some((text[..end].parse().ok()?, &text[end..])) }
}

pub fn within(number: u32, most: u32) -> Option<u32> {
    Some(number).filter(|n| *n <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_in_every_common_writing() {
        let hours = |h: f64, m: f64, s: f64| Some(h * 3600.0 + m * 60.0 + s);
        for (text, expected) in [
            ("14:30", hours(14.0, 30.0, 0.0)),
            ("2:30 pm", hours(14.0, 30.0, 0.0)),
            ("12:05 AM", hours(0.0, 5.0, 0.0)),
            ("12:05 p.m.", hours(12.0, 5.0, 0.0)),
            ("2pm", hours(14.0, 0.0, 0.0)),
            ("14h30", hours(14.0, 30.0, 0.0)),
            ("8h", hours(8.0, 0.0, 0.0)),
            ("14:30 Uhr", hours(14.0, 30.0, 0.0)),
            ("14:30:05.25", hours(14.0, 30.0, 5.25)),
            ("14:30:05,5+02:00", hours(14.0, 30.0, 5.5)),
            ("00:00Z", hours(0.0, 0.0, 0.0)),
            ("24:00", hours(24.0, 0.0, 0.0)),
        ] {
            assert_eq!(alone(text), expected, "{text}");
        }
        for text in ["1430", "25:00", "14:60", "13:00 pm", "0:10 am", "14", "1:2", "14:30 x", "24:01", "", "14:3"] {
            assert_eq!(alone(text), None, "{text}");
        }
    }

    #[test]
    fn behind_a_date() {
        for rest in ["T10:30", " 10:30:00", ", 10:30", " 10:30:00.000000+00", "T10:30:00Z", " 10:30 +02:00"] {
            assert_eq!(behind_date(rest), Some(37_800.0), "{rest}");
        }
        for rest in ["10:30", "-10:30", "x", " ", "T"] {
            assert_eq!(behind_date(rest), None, "{rest}");
        }
    }
}
