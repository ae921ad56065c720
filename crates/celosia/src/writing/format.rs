//! How a column of dates or times is written, as a study says it: `dd/mm/yyyy`, `d mon yyyy HH:MM`, `HHMM`.

use std::sync::LazyLock;

use chrono::NaiveDate;

use super::{Kind, clock, months};

/// What a format is made of, each with what it stands for.
pub const TOKENS: [(&str, &str); 14] = [
    ("yyyy", "the year, in four digits"),
    ("yy", "the year, in two digits: 30 to 99 are of the last century, 00 to 29 of this one"),
    ("month", "the name of the month, in full or short, in any of seven languages"),
    ("mon", "the same"),
    ("mm", "the number of the month"),
    ("am", "am or pm"),
    ("m", "the same as mm"),
    ("dd", "the day of the month"),
    ("d", "the same as dd"),
    ("HH", "the hour"),
    ("H", "the same as HH"),
    ("MM", "the minute"),
    ("SS", "the second, with decimals or without"),
    ("zone", "a zone, which is read and not counted"),
];

/// How the dates or times of a column are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Year { digits: usize },
    MonthName,
    Number { of: Field, exact: bool },
    Half,
    Zone,
    Blank,
    Text(char),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

/// What was read so far.
#[derive(Default)]
struct Found {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
    hour: Option<u32>,
    is_pm: Option<bool>,
    minute: u32,
    second: f64,
}

impl Format {
    /// Reads a format; what is wrong with it, in words, otherwise.
    pub fn parse(text: &str) -> Result<Format, String> {
        let mut parts = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        let mut rest = text.trim();
        while let Some(c) = rest.chars().next() {
            if let Some((token, _)) = TOKENS.iter().find(|(token, _)| rest.starts_with(token)) {
                parts.push(part(token));
                names.push(meaning(token));
                rest = &rest[token.len()..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            match c {
                '\'' => {
                    let (words, behind) = rest.split_once('\'').ok_or("a ' has no partner")?;
                    parts.extend(words.chars().map(literal));
                    rest = behind;
                }
                // Between the day and the time of day, as ISO 8601 has it.
                'T' => parts.push(Part::Text('T')),
                c if c.is_alphanumeric() => return Err(format!("\"{c}\" stands for nothing")),
                c => parts.push(literal(c)),
            }
        }
        parts.dedup_by(|a, b| *a == Part::Blank && *b == Part::Blank);
        mark_exact(&mut parts);
        if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(format!("the {} stands there twice", twice.1));
        }
        let has = |name: &str| names.contains(&name);
        let is_date = has("year");
        match () {
            () if names.is_empty() => Err("it names no year and no hour".into()),
            () if !is_date && (has("month") || has("day")) => Err("it has no year".into()),
            () if has("day") && !has("month") => Err("it has a day and no month".into()),
            () if !has("hour") && (has("minute") || has("second") || has("half")) => Err("it has no hour".into()),
            () if has("second") && !has("minute") => Err("it has seconds and no minutes".into()),
            () if !is_date && !has("hour") => Err("it names no year and no hour".into()),
            () => Ok(Format { text: text.trim().into(), parts }),
        }
    }

    /// The format of ISO 8601.
    pub(super) fn iso() -> &'static Format {
        static ISO: LazyLock<Format> = LazyLock::new(|| Format {
            text: "yyyy-mm-dd".into(),
            parts: vec![
                Part::Year { digits: 4 },
                Part::Text('-'),
                Part::Number { of: Field::Month, exact: true },
                Part::Text('-'),
                Part::Number { of: Field::Day, exact: true },
            ],
        });
        &ISO
    }

    /// As it stands in a study.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same with the month before the day, where the day stands before it.
    pub(crate) fn month_first(&self) -> Option<Format> {
        let (day, month) = (self.text.find('d')?, self.text.find('m').filter(|at| self.text.find('d') < Some(*at))?);
        let run = |from: usize, letter: char| self.text[from..].chars().take_while(|c| *c == letter).count();
        let (days, months) = (run(day, 'd'), run(month, 'm'));
        let text = [
            &self.text[..day],
            &self.text[month..month + months],
            &self.text[day + days..month],
            &self.text[day..day + days],
            &self.text[month + months..],
        ];
        Format::parse(&text.concat()).ok()
    }

    /// Dates, and not times of day alone?
    fn is_date(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Year { .. }))
    }

    /// The type of what is so written.
    pub fn kind(&self) -> Kind {
        if self.is_date() { Kind::Date } else { Kind::Time }
    }

    /// Does it name a day?
    pub(super) fn has_days(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Number { of: Field::Day, .. }))
    }

    fn has_hours(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Number { of: Field::Hour, .. }))
    }

    /// The day of a spelling, and the seconds since its midnight where they are written.
    pub(super) fn moment(&self, text: &str) -> Option<(NaiveDate, Option<f64>)> {
        let (found, rest) = self.read(text)?;
        let day = NaiveDate::from_ymd_opt(found.year?, found.month.unwrap_or(1), found.day.unwrap_or(1))?;
        // A format of days alone leaves room for a time of day behind it.
        let time = match self.has_hours() {
            true => Some(found.seconds().filter(|_| clock::zone(rest))?),
            false if rest.is_empty() => None,
            false if self.has_days() => Some(clock::behind_date(rest)?),
            false => return None,
        };
        Some((day, time))
    }

    /// Seconds since midnight, where the format is one of times.
    pub(super) fn time(&self, text: &str) -> Option<f64> {
        let (found, rest) = self.read(text)?;
        found.seconds().filter(|_| found.year.is_none() && clock::zone(rest))
    }

    /// What the parts say, and what stands behind them.
    fn read<'t>(&self, text: &'t str) -> Option<(Found, &'t str)> {
        let mut rest = text.trim();
        let mut found = Found::default();
        for (at, part) in self.parts.iter().enumerate() {
            match part {
                Part::Year { digits } => {
                    let (year, behind) = clock::number(rest, *digits, *digits)?;
                    let century = if year < 30 { 2000 } else { 1900 };
                    found.year = Some(year as i32 + if *digits == 2 { century } else { 0 });
                    rest = behind;
                }
                Part::MonthName => {
                    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                    found.month = Some(months::month(&rest[..end])?);
                    rest = &rest[end..];
                    // Behind a short name, unless the format has a point there itself.
                    if self.parts.get(at + 1) != Some(&Part::Text('.')) {
                        rest = rest.strip_prefix('.').unwrap_or(rest);
                    }
                }
                Part::Number { of, exact } => {
                    let least = if *exact || matches!(of, Field::Minute | Field::Second) { 2 } else { 1 };
                    let (number, behind) = clock::number(rest, least, 2)?;
                    rest = behind;
                    match of {
                        Field::Month => found.month = Some(number),
                        Field::Day => found.day = Some(number),
                        Field::Hour => found.hour = Some(number),
                        Field::Minute => found.minute = clock::within(number, 59)?,
                        Field::Second => {
                            let (part, behind) = clock::fraction(rest);
                            found.second = f64::from(clock::within(number, 60)?) + part;
                            rest = behind;
                        }
                    }
                }
                Part::Half => {
                    let (is_pm, behind) = clock::half(rest)?;
                    (found.is_pm, rest) = (Some(is_pm), behind);
                }
                Part::Zone => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    clock::zone(&rest[..end]).then_some(())?;
                    rest = &rest[end..];
                }
                Part::Blank => {
                    let behind = rest.trim_start();
                    (behind.len() < rest.len()).then_some(())?;
                    rest = behind;
                }
                Part::Text(c) => rest = rest.strip_prefix(*c)?,
            }
        }
        Some((found, rest))
    }
}

impl Found {
    fn seconds(&self) -> Option<f64> {
        let hour = match (self.hour?, self.is_pm) {
            (hour, Some(is_pm)) => clock::of_half(Some(hour).filter(|hour| (1..=12).contains(hour))?, is_pm),
            (hour, None) => hour,
        };
        let seconds = f64::from(hour * 3600 + self.minute * 60) + self.second;
        (hour < 24 || seconds == 86_400.0).then_some(seconds)
    }
}

fn part(token: &str) -> Part {
    let number = |of| Part::Number { of, exact: false };
    match token {
        "yyyy" => Part::Year { digits: 4 },
        "yy" => Part::Year { digits: 2 },
        "month" | "mon" => Part::MonthName,
        "mm" | "m" => number(Field::Month),
        "dd" | "d" => number(Field::Day),
        "HH" | "H" => number(Field::Hour),
        "MM" => number(Field::Minute),
        "SS" => number(Field::Second),
        "am" => Part::Half,
        _ => Part::Zone,
    }
}

/// What a token stands for: two tokens of one meaning cannot stand in one format.
fn meaning(token: &str) -> &'static str {
    match token {
        "yyyy" | "yy" => "year",
        "month" | "mon" | "mm" | "m" => "month",
        "dd" | "d" => "day",
        "HH" | "H" => "hour",
        "MM" => "minute",
        "SS" => "second",
        "am" => "half",
        _ => "zone",
    }
}

fn literal(c: char) -> Part {
    if c.is_whitespace() { Part::Blank } else { Part::Text(c) }
}

/// Numbers with nothing between them have all their digits; others may leave out a zero.
fn mark_exact(parts: &mut [Part]) {
    let is_number = |part: Option<&Part>| matches!(part, Some(Part::Number { .. } | Part::Year { .. }));
    for at in 0..parts.len() {
        let touches = at > 0 && is_number(parts.get(at - 1)) || is_number(parts.get(at + 1));
        if let Part::Number { exact, .. } = &mut parts[at] {
            *exact = touches;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_and_month_change_places() {
        let swapped = |text: &str| Format::parse(text).unwrap().month_first().map(|format| format.as_str().to_string());
        assert_eq!(swapped("dd/mm/yyyy").as_deref(), Some("mm/dd/yyyy"));
        assert_eq!(swapped("d.m.yy HH:MM am").as_deref(), Some("m.d.yy HH:MM am"));
        assert_eq!(swapped("yyyy-mm-dd"), None);
    }

    fn day(format: &str, text: &str) -> Option<String> {
        let (day, time) = Format::parse(format).unwrap().moment(text)?;
        Some(match time {
            Some(seconds) => format!("{day} {seconds}"),
            None => day.to_string(),
        })
    }

    #[test]
    fn dates_in_every_writing() {
        for (format, text, expected) in [
            ("dd/mm/yyyy", "3/12/2013", Some("2013-12-03")),
            ("dd/mm/yyyy", "31/12/2013 10:30", Some("2013-12-31 37800")),
            ("dd/mm/yyyy", "12/31/2013", None),
            ("dd/mm/yyyy", "31/12/13", None),
            ("dd/mm/yyyy", "031/12/2013", None),
            ("mm/dd/yyyy", "12/31/2013", Some("2013-12-31")),
            ("d.m.yy", "1.2.30", Some("1930-02-01")),
            ("d.m.yy", "01.02.29", Some("2029-02-01")),
            ("yyyymmdd", "20130814", Some("2013-08-14")),
            ("yyyymmdd", "2013814", None),
            ("yyyymmddHHMMSS", "20130814103000", Some("2013-08-14 37800")),
            ("dd-mon-yyyy", "14-AUG-2013", Some("2013-08-14")),
            ("ddmonyyyy", "14AUG2013", Some("2013-08-14")),
            ("d. month yyyy", "14. März 2013", Some("2013-03-14")),
            ("d mon yyyy", "14 févr. 2013", Some("2013-02-14")),
            ("d 'de' month 'de' yyyy", "14 de agosto de 2013", Some("2013-08-14")),
            ("mon dd, yyyy", "Aug. 14, 2013", Some("2013-08-14")),
            ("mon dd, yyyy", "Bug 14, 2013", None),
            ("dd.mon.yyyy", "14.Aug.2013", Some("2013-08-14")),
            ("mm/yyyy", "08/2013", Some("2013-08-01")),
            ("mon yyyy", "Aug 2013", Some("2013-08-01")),
            ("mm/yyyy", "08/2013 10:30", None),
            ("yyyy-mm-ddTHH:MM:SSzone", "2013-08-14T10:30:00.5+02:00", Some("2013-08-14 37800.5")),
            ("dd/mm/yyyy HH:MM am", "14/08/2013 12:30 am", Some("2013-08-14 1800")),
            ("HH:MM dd.mm.yyyy", "10:30 14.08.2013", Some("2013-08-14 37800")),
            ("yyyy", "2013", Some("2013-01-01")),
        ] {
            assert_eq!(day(format, text).as_deref(), expected, "{text} as {format}");
        }
        let time = |format: &str, text| Format::parse(format).unwrap().time(text);
        assert_eq!(time("HHMM", "1430"), Some(52_200.0));
        assert_eq!(time("HHMM", "930"), None);
        assert_eq!(time("H:MM am", "2:30 pm"), Some(52_200.0));
        assert_eq!(time("dd/mm/yyyy", "14/08/2013"), None);
    }

    #[test]
    fn what_is_no_format_says_why() {
        for (format, expected) in [
            ("", "no year"),
            ("dd/mm", "it has no year"),
            ("dd yyyy", "no month"),
            ("MM:SS", "no hour"),
            ("dd/mm/jjjj", "\"j\" stands for nothing"),
            ("dd/dd/yyyy", "the day stands there twice"),
            ("mm mon yyyy", "the month stands there twice"),
            ("d 'de mon yyyy", "no partner"),
            ("HH:SS", "no minutes"),
        ] {
            assert!(Format::parse(format).is_err_and(|e| e.contains(expected)), "{format}");
        }
    }
}
