//! What is done to the values of a column that a release shows as they are (sensitive, class, insensitive), so that they
//! single fewer rows out: rounding, top and bottom coding, masks, a list of the values that are shown. A treatment is a setting:
//! what it makes of a value follows from the value and the study alone.

use super::{ColumnFile, Kind, Role};
use crate::error::{Error, Result};
use crate::words;

/// What becomes of the values of a column. Missing values stay missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Treatment {
    /// Numbers are rounded.
    pub round: Option<Round>,
    /// Lower numbers are shown as this one.
    pub bottom: Option<f64>,
    /// Higher numbers are shown as this one.
    pub top: Option<f64>,
    /// Characters are hidden.
    pub mask: Option<Shown>,
    /// The values that are shown; all others are shown as "other".
    pub keep: Option<Vec<String>>,
}

/// How numbers are rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Round {
    /// To so many significant digits.
    Digits(usize),
    /// To the nearest multiple.
    Step(f64),
}

/// Which characters of a value are shown; one `*` stands for all others, whether there are any or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The first so many.
    First(usize),
    /// The last so many.
    Last(usize),
}

/// Digits that a number of the machine can tell apart.
const DIGITS: i64 = 15;

impl Treatment {
    /// Is anything done?
    pub fn is_none(&self) -> bool {
        *self == Treatment::default()
    }

    /// Does it look at numbers?
    fn is_of_numbers(&self) -> bool {
        self.round.is_some() || self.bottom.is_some() || self.top.is_some()
    }

    /// Are its values text afterwards, whatever they were?
    pub fn makes_text(&self) -> bool {
        self.mask.is_some() || self.keep.is_some()
    }

    /// The number that a value is read as.
    pub fn number(value: &str, decimal: Option<char>) -> Option<f64> {
        Number::read(value, decimal).map(|read| read.number)
    }

    /// The keys of a column; `place` is what errors call it.
    pub fn of_keys(place: &str, file: &ColumnFile) -> Result<Treatment> {
        let key = |key: &str| format!("{place}, {key}");
        let finite = |name: &str, number: Option<f64>| match number {
            Some(number) if !number.is_finite() => {
                Err(Error::study(key(name), format!("{number} is no bound"), "give a number"))
            }
            number => Ok(number),
        };
        let treatment = Treatment {
            round: file.round.as_ref().map(|value| round(&key("round"), value)).transpose()?,
            bottom: finite("bottom", file.bottom)?,
            top: finite("top", file.top)?,
            mask: file.mask.as_ref().map(|value| mask(&key("mask"), value)).transpose()?,
            keep: file.keep.clone(),
        };
        if let (Some(bottom), Some(top)) = (treatment.bottom, treatment.top)
            && bottom >= top
        {
            return Err(Error::study(key("bottom"), "it is not below the top", "give a bottom below the top"));
        }
        Ok(treatment)
    }

    /// Checks it against the column that it is of.
    pub(super) fn fits(&self, place: &str, role: Role, kind: Option<Kind>, unprotected: bool) -> Result<()> {
        if !role.is_shown_as_it_is() {
            // What is not released is not treated: a person who gave a column such a role need not look for its treatment.
            let treated = !self.is_none() && role.is_released();
            let first = [("unprotected", unprotected), ("round, top, bottom, mask or keep", treated)];
            let Some((named, _)) = first.into_iter().find(|(_, given)| *given) else { return Ok(()) };
            let what = format!("{named}: only columns that a release shows as they are can be so");
            return Err(Error::study(place, what, "leave it out, or make the column sensitive, class or insensitive"));
        }
        let several = [self.is_of_numbers(), self.mask.is_some(), self.keep.is_some()];
        if several.iter().filter(|given| **given).count() > 1 {
            let what = "round, top and bottom are for numbers, mask and keep are for text, each by itself";
            return Err(Error::study(place, what, "treat the column in one of these ways"));
        }
        match kind {
            Some(Kind::Integer | Kind::Decimal) if self.makes_text() => {
                Err(Error::study(place, "a mask or a list makes text of numbers", "leave out the type"))
            }
            Some(Kind::Date | Kind::Time) if !self.is_none() => {
                let hint = "leave out the type and give mask or keep, or the treatment";
                Err(Error::study(place, "dates and times are neither rounded nor kept as such", hint))
            }
            Some(Kind::String) if self.is_of_numbers() => {
                Err(Error::study(place, "text is not rounded", "leave out the type, or give mask or keep"))
            }
            _ => Ok(()),
        }
    }

    /// Its keys, as a study writes them.
    pub fn keys(&self) -> Vec<(&'static str, toml::Value)> {
        let number = |number: f64| match number {
            whole if whole.fract() == 0.0 && whole.abs() < 9e15 => toml::Value::Integer(whole as i64),
            number => toml::Value::Float(number),
        };
        let table =
            |key: &str, value: toml::Value| toml::Value::Table(toml::Table::from_iter([(key.to_string(), value)]));
        let mut keys = Vec::new();
        keys.extend(self.round.map(|round| match round {
            Round::Digits(digits) => ("round", toml::Value::Integer(digits as i64)),
            Round::Step(step) => ("round", table("step", number(step))),
        }));
        keys.extend(self.bottom.map(|bottom| ("bottom", number(bottom))));
        keys.extend(self.top.map(|top| ("top", number(top))));
        keys.extend(self.mask.map(|mask| match mask {
            Shown::First(n) => ("mask", toml::Value::Integer(n as i64)),
            Shown::Last(n) => ("mask", table("last", toml::Value::Integer(n as i64))),
        }));
        keys.extend(self.keep.clone().map(|keep| ("keep", toml::Value::from(keep))));
        keys
    }

    /// The same as the section of a column.
    pub(crate) fn as_keys(&self) -> ColumnFile {
        let of = |key: &str| self.keys().into_iter().find(|(known, _)| *known == key).map(|(_, value)| value);
        let (round, mask) = (of("round"), of("mask"));
        ColumnFile { round, mask, bottom: self.bottom, top: self.top, keep: self.keep.clone(), ..ColumnFile::default() }
    }

    /// What it does, in words.
    pub fn says(&self) -> String {
        let mut said = Vec::new();
        match self.round {
            Some(Round::Digits(1)) => said.push("rounded to 1 digit".to_string()),
            Some(Round::Digits(digits)) => said.push(format!("rounded to {digits} digits")),
            Some(Round::Step(step)) => said.push(format!("rounded to steps of {}", words::number(step))),
            None => {}
        }
        said.extend(self.bottom.map(|bottom| format!("below {0} shown as {0}", words::number(bottom))));
        said.extend(self.top.map(|top| format!("above {0} shown as {0}", words::number(top))));
        said.extend(self.mask.map(|shown| match shown {
            Shown::First(1) => "only the first character".to_string(),
            Shown::First(n) => format!("only the first {n} characters"),
            Shown::Last(1) => "only the last character".to_string(),
            Shown::Last(n) => format!("only the last {n} characters"),
        }));
        said.extend(self.keep.as_ref().map(|kept| match kept.len() {
            1 => format!("1 value shown, all others as {}", words::OTHER),
            n => format!("{n} values shown, all others as {}", words::OTHER),
        }));
        said.join(", ")
    }

    /// What becomes of a value that is not missing; nothing where it is no number and should be one. `decimal` is the mark before
    /// decimals, where the study says so.
    pub fn of(&self, value: &str, decimal: Option<char>) -> Option<String> {
        if let Some(shown) = self.mask {
            return Some(masked(value, shown));
        }
        if let Some(kept) = &self.keep {
            let value = value.trim();
            return Some(if kept.iter().any(|kept| kept == value) { value.into() } else { words::OTHER.into() });
        }
        if !self.is_of_numbers() {
            return Some(value.into());
        }
        let read = Number::read(value, decimal)?;
        let mut number = match self.round {
            // What lies half between goes away from zero, as by hand.
            Some(Round::Digits(digits)) => {
                format!("{:.*e}", digits - 1, read.number * (1.0 + f64::EPSILON)).parse().ok()?
            }
            Some(Round::Step(step)) => nearest(read.number, step),
            None => read.number,
        };
        number = self.bottom.map_or(number, |bottom| number.max(bottom));
        number = self.top.map_or(number, |top| number.min(top));
        Some(read.with(number))
    }
}

impl Role {
    /// Does a release show the values of such a column as they are, but for what its treatment makes of them?
    pub fn is_shown_as_it_is(self) -> bool {
        self.is_released() && self != Role::QuasiIdentifier
    }
}

/// The nearest multiple of a step, with no more decimals than the step has.
fn nearest(number: f64, step: f64) -> f64 {
    let multiple = (number / step).round() * step;
    let text = words::number(step);
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{multiple:.decimals$}").parse().unwrap_or(multiple)
}

fn masked(value: &str, shown: Shown) -> String {
    let value = value.trim();
    match shown {
        Shown::First(n) => format!("{}*", value.chars().take(n).collect::<String>()),
        Shown::Last(n) => {
            let hidden = value.chars().count().saturating_sub(n);
            format!("*{}", value.chars().skip(hidden).collect::<String>())
        }
    }
}

/// A number as it is written in a cell: its sign of money or percent stays around it.
struct Number<'v> {
    number: f64,
    before: &'v str,
    behind: &'v str,
    decimal: char,
}

impl<'v> Number<'v> {
    fn read(value: &'v str, decimal: Option<char>) -> Option<Number<'v>> {
        let value = value.trim();
        let is_part = |c: char| c.is_ascii_digit() || ".,+-".contains(c);
        let (start, end) = (value.find(is_part)?, value.rfind(|c: char| c.is_ascii_digit())? + 1);
        let (before, body, behind) = (value.get(..start)?, value.get(start..end)?, value.get(end..)?);
        let sign = |text: &str| text.chars().count() <= 3 && !text.chars().any(char::is_alphanumeric);
        if !sign(before) || !sign(behind) {
            return None;
        }
        // Blanks and apostrophes only part thousands.
        let body: String = body.chars().filter(|c| !" \u{a0}\u{202f}'’".contains(*c)).collect();
        let decimal = decimal.unwrap_or_else(|| decimal_of(&body));
        let thousands = if decimal == ',' { '.' } else { ',' };
        let plain = body.replace(thousands, "").replace(decimal, ".");
        let number = plain.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(Number { number, before, behind, decimal })
    }

    /// The same cell with another number.
    fn with(&self, number: f64) -> String {
        let text = words::number(number).replace('.', &self.decimal.to_string());
        format!("{}{text}{}", self.before, self.behind)
    }
}

/// The mark before decimals that a number has by itself: the last of two kinds of marks, and a comma that parts no thousands.
fn decimal_of(body: &str) -> char {
    match (body.rfind('.'), body.rfind(',')) {
        (Some(point), Some(comma)) if comma > point => ',',
        (None, Some(_)) => {
            let mut groups = body.trim_start_matches(['+', '-']).split(',');
            let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && first != "0");
            if first && groups.all(|group| group.len() == 3) { '.' } else { ',' }
        }
        _ => '.',
    }
}

fn round(place: &str, value: &toml::Value) -> Result<Round> {
    let refuse = |what: String| {
        let hint = "write how many digits stay (round = 2), or a step (round = { step = 500 })";
        Err(Error::study(place, what, hint))
    };
    let step = |value: &toml::Value| match value {
        toml::Value::Integer(step) => Some(*step as f64),
        toml::Value::Float(step) => Some(*step),
        _ => None,
    };
    match value {
        toml::Value::Integer(digits @ 1..=DIGITS) => Ok(Round::Digits(*digits as usize)),
        toml::Value::Table(table) if table.len() == 1 => match (table.get("step"), table.get("digits")) {
            (Some(given), _) => match step(given).filter(|step| *step > 0.0 && step.is_finite()) {
                Some(step) => Ok(Round::Step(step)),
                None => refuse(format!("{given} is no step")),
            },
            (_, Some(toml::Value::Integer(digits @ 1..=DIGITS))) => Ok(Round::Digits(*digits as usize)),
            _ => refuse(format!("{value} says neither digits nor a step")),
        },
        other => refuse(format!("{other} is no way to round")),
    }
}

fn mask(place: &str, value: &toml::Value) -> Result<Shown> {
    let refuse = || {
        let hint = "write how many characters are shown: mask = 3, mask = { first = 3 } or mask = { last = 2 }";
        Err(Error::study(place, format!("{value} is no mask"), hint))
    };
    let number = |value: Option<&toml::Value>| {
        value.and_then(toml::Value::as_integer).and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= 1000)
    };
    match value {
        toml::Value::Integer(_) => number(Some(value)).map(Shown::First).map_or_else(refuse, Ok),
        toml::Value::Table(table) if table.len() == 1 => {
            let (first, last) = (number(table.get("first")), number(table.get("last")));
            first.map(Shown::First).or(last.map(Shown::Last)).map_or_else(refuse, Ok)
        }
        _ => refuse(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Study, StudyFile};
    use super::*;

    fn of(keys: &str, role: &str) -> Result<Treatment> {
        let text = format!(
            "[data]\npath='p.csv'\n[columns.age]\nrole='quasi-identifier'\n[columns.x]\nrole='{role}'\n{keys}\n"
        );
        let study = Study::check("s.toml", &StudyFile::parse("s.toml", &text)?)?;
        Ok(study.columns[1].treatment.clone())
    }

    fn made(keys: &str, value: &str) -> String {
        of(keys, "sensitive").unwrap().of(value, None).unwrap_or_else(|| "no number".into())
    }

    #[test]
    fn numbers_are_rounded_by_hand() {
        for (keys, value, wanted) in [
            ("round = 2", "37.418234", "37"),
            ("round = 2", "123456", "120000"),
            ("round = 2", "0.012345", "0.012"),
            ("round = 2", "-0.0", "0"),
            ("round = 2", "5.00", "5"),
            ("round = 2", "1e3", "1000"),
            ("round = 2", "12,5", "13"),
            ("round = 3", "12,54", "12,5"),
            ("round = 3", "1,254", "1250"),
            ("round = 3", "1.234,56", "1230"),
            ("round = 3", "€ 12.345", "€ 12.3"),
            ("round = 3", "1'234", "1230"),
            ("round = 1", "-87%", "-90%"),
            ("round = { digits = 1 }", "15", "20"),
            ("round = { step = 500 }", "749", "500"),
            ("round = { step = 0.1 }", "0.34", "0.3"),
            ("round = { step = 5 }\ntop = 90", "97", "90"),
            ("bottom = 10", "3", "10"),
            ("bottom = 10\ntop = 20", "12.5", "12.5"),
            ("round = 2", "A12", "no number"),
            ("round = 2", "2013-08-14", "no number"),
            ("round = 2", "", "no number"),
            ("round = 2", "inf", "no number"),
        ] {
            assert_eq!(made(keys, value), wanted, "{keys}: {value}");
        }
    }

    #[test]
    fn text_is_masked_or_listed() {
        assert_eq!(made("mask = 3", "J45.1"), "J45*");
        assert_eq!(made("mask = 3", "J4"), "J4*");
        assert_eq!(made("mask = 0", "flu"), "*");
        assert_eq!(made("mask = { last = 2 }", "äöü"), "*öü");
        assert_eq!(made("keep = ['flu', 'cold']", " flu "), "flu");
        assert_eq!(made("keep = ['flu', 'cold']", "plague"), "other");
    }

    #[test]
    fn what_is_treated_again_stays() {
        let ways = ["round = 2", "round = { step = 0.3 }", "round = 1\ntop = 9", "keep = ['1.5']", "bottom = -1"];
        for keys in ways {
            let treatment = of(keys, "class").unwrap();
            for number in -300..300 {
                let value = format!("{}", f64::from(number) / 7.0);
                let once = treatment.of(&value, None).unwrap();
                assert_eq!(treatment.of(&once, None).unwrap(), once, "{keys}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (keys, role, wanted) in [
            ("round = 0", "sensitive", "x], round: 0 is no way to round"),
            ("round = { step = 0 }", "sensitive", "0 is no step"),
            ("round = { steps = 2 }", "sensitive", "neither digits nor a step"),
            ("mask = 'left'", "sensitive", "is no mask"),
            ("mask = -1", "sensitive", "is no mask"),
            ("top = 1\nbottom = 1", "sensitive", "not below the top"),
            ("round = 2\nmask = 2", "sensitive", "each by itself"),
            ("type = 'integer'\nmask = 2", "sensitive", "makes text of numbers"),
            ("type = 'string'\nround = 2", "sensitive", "text is not rounded"),
            ("type = 'date'\nmask = 4", "sensitive", "neither rounded"),
            ("round = 2", "quasi-identifier", "shows as they are"),
            ("unprotected = true", "identifier", "shows as they are"),
        ] {
            let error = of(keys, role).unwrap_err();
            assert!(error.to_string().contains(wanted), "{keys}: {error}");
            assert!(!error.hint().is_empty());
        }
        assert!(of("unprotected = false", "identifier").is_ok());
    }
}
