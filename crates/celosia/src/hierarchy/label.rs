//! Labels of groups that are made from a column's own values. Labels are published, so they name common values only and
//! put bounds between common values where they can ([`Bounds`]).
//!
//! A suppressed row must not reappear in the label of its neighbours. So a group of a cut that is one of the
//! hierarchy's but for a few rows carries the hierarchy's label, and otherwise its bounds are the roundest numbers
//! between common values. A rare value beyond them is admitted by "or rare", a vague word, because a bound that made
//! room for it would give it away, and a label that denied it would be false.

use std::collections::{HashMap, HashSet};

use chrono::{Datelike, Duration, NaiveDate};

use super::bounds::Bounds;
use crate::study::Kind;
use crate::table::{Domain, Writing};
use crate::words;

/// A value with fewer rows is not named in a label of others: all its rows may be suppressed.
pub const COMMON: u64 = 10;
/// Groups of more values name the most common ones only.
const NAMED: usize = 4;

/// Beyond this a float does not hold every whole number.
const EXACT: f64 = 9e15;

/// A label for each group of a level, no two the same, whatever the values are spelt like. Groups list their codes in
/// order.
pub fn of_groups(domain: &Domain, groups: &[Vec<usize>]) -> Vec<String> {
    let alone = |group: usize| groups[group].len() == 1;
    let bounds = Bounds::new(domain);
    let label = |group: &Vec<usize>| match group[..] {
        [only] => domain.values[only].clone(),
        _ => of_values(domain, bounds.as_ref(), group),
    };
    distinct(groups.iter().map(label).collect(), alone)
}

/// Values that nothing else has a name for: a range where they are one, and a list otherwise.
pub fn of_values(domain: &Domain, bounds: Option<&Bounds>, values: &[usize]) -> String {
    let range = match (bounds, values) {
        (Some(bounds), [first, .., last]) if last - first + 1 == values.len() => bounds.label(*first, *last),
        _ => None,
    };
    range.unwrap_or_else(|| list(domain, values))
}

/// The same labels, numbered where two are the same. Values that stand alone keep their spelling.
pub fn distinct(mut labels: Vec<String>, alone: impl Fn(usize) -> bool) -> Vec<String> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|&group| !alone(group));
    let mut taken = HashSet::new();
    let mut next: HashMap<String, usize> = HashMap::new();
    for group in order {
        if !taken.insert(labels[group].clone()) {
            let number = next.entry(labels[group].clone()).or_insert(2);
            let mut numbered = words::numbered(&labels[group], *number);
            while !taken.insert(numbered.clone()) {
                *number += 1;
                numbered = words::numbered(&labels[group], *number);
            }
            labels[group] = numbered;
        }
    }
    labels
}

/// The common values of a group, and how many others there are; a group without a common value is "other".
pub fn list(domain: &Domain, group: &[usize]) -> String {
    let mut named: Vec<usize> = group.iter().copied().filter(|&code| domain.counts[code] >= COMMON).collect();
    if named.is_empty() {
        return words::OTHER.into();
    }
    if group.len() > NAMED {
        named.sort_by_key(|&code| (std::cmp::Reverse(domain.counts[code]), code));
        named.truncate(NAMED - 1);
        named.sort_unstable();
    }
    let mut parts: Vec<String> = named.iter().map(|&code| domain.values[code].clone()).collect();
    if named.len() < group.len() {
        parts.push(words::others(group.len() - named.len()));
    }
    words::any_of(&parts)
}

/// A bound between two values, as labels say it and as a number: the roundest that lies above the one and not above the other.
pub fn bound(domain: &Domain, below: usize, above: usize) -> Option<(String, f64)> {
    let code = above;
    let (below, above) = (domain.number(below)?, domain.number(above)?);
    // Spellings of one number ("1", "1.0"), or numbers with more digits than a float holds.
    if below >= above || below.abs().max(above.abs()) > EXACT {
        return None;
    }
    if domain.kind == Kind::Time {
        let seconds = roundest_time(below, above);
        return Some((Writing::shown_time(seconds), seconds));
    }
    if domain.kind != Kind::Date {
        let number = roundest(below, above);
        return Some((domain.writing.shown(number), number));
    }
    let day = domain.writing.date(&domain.values[code])?;
    let starts = [NaiveDate::from_ymd_opt(day.year(), 1, 1), NaiveDate::from_ymd_opt(day.year(), day.month(), 1)];
    let after = |start: &NaiveDate| (day - *start) < Duration::days((above - below) as i64);
    let start = starts.into_iter().flatten().find(after).unwrap_or(day);
    Some((start.to_string(), above - (day - start).num_days() as f64))
}

/// A number between two neighbours that neither is: the roundest of those below their middle. Nothing where there is none, as
/// between two whole numbers or days that follow one another.
pub fn between(domain: &Domain, below: usize, above: usize) -> Option<(String, f64)> {
    let (low, high) = (domain.number(below)?, domain.number(above)?);
    if low >= high || low.abs().max(high.abs()) > EXACT {
        return None;
    }
    let step = match domain.kind {
        Kind::Integer | Kind::Date | Kind::Time => 1.0,
        Kind::Decimal => (high - low) / 2.0,
        Kind::String => return None,
    };
    let last = high - step;
    match domain.kind {
        _ if last <= low => None,
        Kind::Date => {
            let first = domain.writing.date(&domain.values[above])? - Duration::days((high - last) as i64);
            let month = NaiveDate::from_ymd_opt(first.year(), first.month(), 1);
            let start = month.filter(|start| ((first - *start).num_days() as f64) < last - low).unwrap_or(first);
            Some((start.to_string(), last - (first - start).num_days() as f64))
        }
        Kind::Time => {
            let seconds = roundest_time(low, last);
            Some((Writing::shown_time(seconds), seconds))
        }
        _ => {
            let number = roundest(low, last);
            (number > low && number < high).then(|| (domain.writing.shown(number), number))
        }
    }
}

/// The time of day in (below, above] that people would name first: a quarter of a day, an hour, half of one, …
fn roundest_time(below: f64, above: f64) -> f64 {
    let steps = [21_600.0, 3600.0, 1800.0, 900.0, 300.0, 60.0, 1.0];
    steps.into_iter().map(|step| (above / step).floor() * step).find(|time| *time > below).unwrap_or(above)
}

/// The number with the fewest digits in (below, above].
fn roundest(below: f64, above: f64) -> f64 {
    for exponent in (-9..=15).rev() {
        // Dividing by a whole power keeps decimals short: 3 / 10, not 3 * 0.1.
        let scale = 10f64.powi(i32::abs(exponent));
        let candidate = if exponent >= 0 { (above / scale).floor() * scale } else { (above * scale).floor() / scale };
        if candidate > below && candidate <= above {
            return candidate + 0.0;
        }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(kind: Kind, values: &[(&str, u64)]) -> Domain {
        Domain::counted("column", kind, values)
    }

    #[test]
    fn rare_values_are_not_named() {
        let towns = counted(Kind::String, &[("atown", 50), ("btown", 20), ("Zzyzx", 1), ("ctown", 9)]);
        assert_eq!(of_groups(&towns, &[vec![0, 1], vec![2, 3]]), ["atown or 1 other", "btown or 1 other"]);
        let rare = counted(Kind::String, &[("a", 1), ("b", 2), ("c", 3), ("d", 4)]);
        assert_eq!(of_groups(&rare, &[vec![0, 1], vec![2, 3]]), ["other", "other (2)"]);
    }

    #[test]
    fn large_groups_name_the_most_common() {
        let many = counted(Kind::String, &[("a", 10), ("b", 99), ("c", 50), ("d", 70), ("e", 11)]);
        assert_eq!(of_groups(&many, &[vec![0, 1, 2, 3, 4]]), ["b, c, d or 2 others"]);
    }

    #[test]
    fn bounds_of_numbers_and_dates_lie_between_values() {
        let ages = counted(Kind::Integer, &[("17", 10), ("19", 10), ("23", 10), ("58", 10), ("87", 10), ("93", 10)]);
        assert_eq!(of_groups(&ages, &[vec![0, 1], vec![2, 3], vec![4, 5]]), ["under 20", "20–79", "80 or more"]);
        let days =
            counted(Kind::Date, &[("2019-03-04", 10), ("2019-05-01", 10), ("2020-02-02", 10), ("2020-02-09", 10)]);
        assert_eq!(of_groups(&days, &[vec![0, 1], vec![2, 3]]), ["before 2020-01-01", "2020-01-01 or later"]);
        assert_eq!((roundest(0.12, 0.35), roundest(-5.0, 3.0), roundest(19.0, 20.0)), (0.3, 0.0, 20.0));
    }

    #[test]
    fn a_rare_number_is_no_bound() {
        // One row of 30304, at a cut between incomes that others have too.
        let incomes = counted(Kind::Integer, &[("20000", 40), ("28000", 40), ("30304", 1), ("36000", 40)]);
        assert_eq!(of_groups(&incomes, &[vec![0, 1], vec![2, 3]]), ["under 30000", "30000 or more"]);
        assert_eq!(of_groups(&incomes, &[vec![0, 1, 2], vec![3]]), ["under 30000, or rare", "36000"]);
    }

    #[test]
    fn labels_differ_whatever_the_values() {
        let lists = counted(Kind::String, &[("a", 10), ("a or b", 20), ("b", 10)]);
        assert_eq!(of_groups(&lists, &[vec![0, 2], vec![1]]), ["a or b (2)", "a or b"]);
        let others = counted(Kind::String, &[("a", 1), ("b", 1), ("other", 20)]);
        assert_eq!(of_groups(&others, &[vec![0, 1], vec![2]]), ["other (2)", "other"]);
    }
}
