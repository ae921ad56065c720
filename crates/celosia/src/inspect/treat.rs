//! What a study does to a column that a release would show as it is and that singles people out: of the ways that are mild
//! enough to be worth it the one that leaves the most to see. Never `unprotected`: that is for a person to say.

use std::collections::BTreeMap;

use crate::meaning::Seen;
use crate::study::{Kind, Round, Shown, Treatment};

/// Values that a list of those that are shown may have.
const LISTED: usize = 100;
/// Rows that a value at either end, or one that is listed, has at least.
const FEW: u64 = 3;

/// What is proposed.
#[derive(Debug, Clone, PartialEq)]
pub enum Treated {
    /// Nothing: it singles out few enough.
    AsItIs,
    /// These keys of the column.
    So(Vec<(&'static str, toml::Value)>),
    /// Nothing helps.
    LeftOut,
}

/// What is done to a column. `is_text`: the study says that it is. `decimal`: the mark before decimals, where it is known. `most`: how
/// many rows it may single out.
pub fn treat(seen: &Seen, is_text: bool, decimal: Option<char>, most: u64) -> Treated {
    let domain = &seen.domain;
    let values: Vec<(&str, u64)> =
        domain.values.iter().map(String::as_str).zip(domain.counts.iter().copied()).collect();
    let counted: u64 = domain.counts.iter().sum();
    // Of a column whose values are not all counted, as many more as there are more rows.
    let scale = if seen.capped { seen.present() as f64 / counted.max(1) as f64 } else { 1.0 };
    let lone = values.iter().filter(|(_, rows)| *rows == 1).count() as f64 * scale;
    // Rows that a release leaves out single out more of those that stay.
    if lone <= most as f64 * 0.75 {
        return Treated::AsItIs;
    }
    let passes = |treatment: &Treatment| -> Option<usize> {
        let mut groups: BTreeMap<String, u64> = BTreeMap::new();
        for (value, rows) in &values {
            *groups.entry(treatment.of(value, decimal)?).or_default() += rows;
        }
        let of = |size: u64| groups.values().filter(|rows| **rows == size).count() as f64 * scale;
        let few = of(1) <= (most / 2) as f64 && (most == 0 || of(2) <= most as f64);
        (few && groups.len() > 1).then_some(groups.len())
    };
    let is_number = matches!(domain.kind, Kind::Integer | Kind::Decimal) && !is_text;
    let mut ways = if is_number { of_numbers(&values, decimal) } else { Vec::new() };
    if !is_number {
        ways.extend(masks(&values, domain.kind));
        ways.extend(listed(&values));
    }
    let mut best: Option<(usize, Treatment)> = None;
    for way in ways {
        if let Some(groups) = passes(&way)
            && best.as_ref().is_none_or(|(most, _)| groups > *most)
        {
            best = Some((groups, way));
        }
    }
    // Numbers that have a few values may be listed too.
    let best = best.or_else(|| listed(&values).into_iter().find_map(|way| Some((passes(&way)?, way))));
    best.map_or(Treated::LeftOut, |(_, treatment)| Treated::So(treatment.keys()))
}

/// Ways to round, each with the bounds that leave no rare end; digits first, which read best.
fn of_numbers(values: &[(&str, u64)], decimal: Option<char>) -> Vec<Treatment> {
    let numbers: Option<Vec<f64>> = values.iter().map(|(value, _)| Treatment::number(value, decimal)).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return Vec::new() };
    let (least, greatest) = numbers.iter().fold((f64::MAX, f64::MIN), |(a, b), n| (a.min(*n), b.max(*n)));
    let range = greatest - least;
    let mut ways = vec![Treatment::default()];
    ways.extend((1..=4).rev().map(|digits| Treatment { round: Some(Round::Digits(digits)), ..Treatment::default() }));
    if range > 0.0 && range.is_finite() {
        let top = range.log10().floor() as i32;
        for power in (top - 4..=top).rev() {
            for unit in [5.0, 2.0, 1.0] {
                // As it is written, so that a step of a tenth is one.
                if let Ok(step) = format!("{unit}e{power}").parse::<f64>() {
                    ways.push(Treatment { round: Some(Round::Step(step)), ..Treatment::default() });
                }
            }
        }
    }
    ways.into_iter().filter_map(|way| bounded(way, values, decimal)).collect()
}

/// The same with the bounds at which enough rows lie together.
fn bounded(way: Treatment, values: &[(&str, u64)], decimal: Option<char>) -> Option<Treatment> {
    let mut rounded: Vec<(f64, u64)> = Vec::with_capacity(values.len());
    for (value, rows) in values {
        rounded.push((Treatment::number(&way.of(value, decimal)?, decimal)?, *rows));
    }
    rounded.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (bottom, top) = (end(rounded.iter())?, end(rounded.iter().rev())?);
    let (least, greatest) = (rounded.first()?.0, rounded.last()?.0);
    (bottom < top).then(|| Treatment {
        bottom: (bottom > least).then_some(bottom),
        top: (top < greatest).then_some(top),
        ..way
    })
}

/// The number up to which enough rows lie together.
fn end<'n>(mut from: impl Iterator<Item = &'n (f64, u64)>) -> Option<f64> {
    let mut before = 0;
    let found = from.find(|(_, rows)| {
        before += rows;
        before >= FEW
    });
    found.map(|(number, _)| *number)
}

/// Masks of codes and dates: what has letters only is no code.
fn masks(values: &[(&str, u64)], kind: Kind) -> Vec<Treatment> {
    let coded = values.iter().filter(|(value, _)| value.chars().any(|c| c.is_ascii_digit())).count();
    if kind == Kind::String && coded * 10 < values.len() * 9 {
        return Vec::new();
    }
    let longest = values.iter().map(|(value, _)| value.trim().chars().count()).max().unwrap_or(0).min(40);
    let mut ways: Vec<Shown> = (1..longest).rev().map(Shown::First).collect();
    // Of dates the year, where it stands last.
    ways.extend((kind == Kind::Date).then_some(Shown::Last(4)));
    ways.into_iter().map(|mask| Treatment { mask: Some(mask), ..Treatment::default() }).collect()
}

/// The values that are not rare, the others together: of which there are two rows or more, or none.
fn listed(values: &[(&str, u64)]) -> Vec<Treatment> {
    let of = |least: u64| {
        let mut kept: Vec<&(&str, u64)> = values.iter().filter(|(_, rows)| *rows >= least).collect();
        let all: u64 = values.iter().map(|(_, rows)| rows).sum();
        let others = all - kept.iter().map(|(_, rows)| rows).sum::<u64>();
        if others == 1
            && let Some(rarest) = (0..kept.len()).min_by_key(|at| kept[*at].1)
        {
            kept.remove(rarest);
        }
        let keep: Vec<String> = kept.iter().map(|(value, _)| value.trim().to_string()).collect();
        (!keep.is_empty() && keep.len() <= LISTED).then(|| Treatment { keep: Some(keep), ..Treatment::default() })
    };
    // In small tables two rows must do.
    [FEW, 2].into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Output;

    fn so(seen: &Seen) -> String {
        match treat(seen, false, None, Output::default().singled_out.rows(seen.rows)) {
            Treated::AsItIs => "as it is".into(),
            Treated::LeftOut => "left out".into(),
            Treated::So(keys) => {
                keys.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join("; ")
            }
        }
    }

    fn of(values: impl Iterator<Item = String>) -> Seen {
        let values: Vec<String> = values.collect();
        Seen::of_rows("x", &values.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn the_mildest_way_that_is_enough() {
        assert_eq!(so(&Seen::of("x", Kind::String, &[("flu", 90), ("cold", 10)])), "as it is");
        assert_eq!(
            so(&Seen::of("x", Kind::String, &[("flu", 40), ("cold", 9), ("plague", 1), ("rash", 1)])),
            "keep = [\"cold\", \"flu\"]"
        );
        // In a small table, where one row is more than one in a hundred.
        let small = Seen::of("x", Kind::String, &[("flu", 2), ("cold", 2), ("gout", 2), ("rash", 1)]);
        assert_eq!(so(&small), "keep = [\"flu\", \"gout\"]");
        // Spread evenly: each digit that goes makes ten of one.
        let even = so(&of((0..2000).map(|n| format!("{}.{:04}", 20 + n % 20, n * 4999 % 10_000))));
        assert!(even.starts_with("round = "), "{even}");
        assert_eq!(so(&of((0..60).map(|n| format!("word{}", "x".repeat(n + 1))))), "left out");
        let days = so(&of((0..50).map(|n| format!("2013-{:02}-{:02}", 1 + n % 2, 1 + n % 25))));
        assert!(days.starts_with("mask = "), "{days}");
    }

    #[test]
    fn what_is_proposed_is_enough() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1u64 << 31) as f64
        };
        for rows in [30, 70, 300, 3000] {
            for shape in 0..4 {
                let one = |next: &mut dyn FnMut() -> f64| match shape {
                    0 => next() * 100.0,
                    1 => (next() * 12.0).exp(),
                    2 => 1990.0 + (next() * 30.0).floor(),
                    _ => -50.0 + next() * next() * 1e6,
                };
                let seen = of((0..rows).map(|_| format!("{}", one(&mut next))));
                let Treated::So(keys) = treat(&seen, false, None, Output::default().singled_out.rows(seen.rows)) else {
                    continue;
                };
                let text: String = keys.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
                let file: crate::study::ColumnFile = toml::from_str(&text).unwrap();
                let treatment = Treatment::of_keys("x", &file).unwrap();
                let mut groups: BTreeMap<String, u64> = BTreeMap::new();
                for (value, rows) in seen.domain.values.iter().zip(&seen.domain.counts) {
                    *groups.entry(treatment.of(value, None).unwrap()).or_default() += rows;
                }
                let lone = groups.values().filter(|rows| **rows == 1).count() as u64;
                assert!(lone <= rows / 100, "{rows} rows of shape {shape}: {text}{lone}");
            }
        }
    }
}
