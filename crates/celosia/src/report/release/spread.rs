//! What columns look like: intervals for a list of numbers, means and spreads, and a release read back as values, the rows of
//! each label spread evenly over the values that it leaves open.

use super::content::{Bin, Moments};
use super::order::number;
use crate::release::Labels;
use crate::space::Shown;
use crate::table::Domain;
use crate::words;

/// About so many intervals a list of numbers is shown in.
const INTERVALS: f64 = 12.0;
/// Bars of a histogram.
const BARS: usize = 40;

/// Numbers with their rows, in intervals of a round width; nothing where a text is none, but for missing cells.
pub fn intervals(texts: &[(String, u64)]) -> Option<Vec<(String, u64)>> {
    let (numbers, others): (Vec<_>, Vec<_>) = texts.iter().partition(|(text, _)| number(text).is_some());
    let numbers: Vec<(f64, u64)> = numbers.iter().filter_map(|(text, rows)| Some((number(text)?, *rows))).collect();
    let low = numbers.iter().map(|n| n.0).fold(f64::INFINITY, f64::min);
    let high = numbers.iter().map(|n| n.0).fold(f64::NEG_INFINITY, f64::max);
    // A few spellings of missing, and nothing else that is not a number.
    if others.len() > 2 || high <= low {
        return None;
    }
    let width = round_up((high - low) / INTERVALS);
    let first = (low / width).floor();
    let place = |number: f64| ((number / width).floor() - first) as usize;
    let mut rows = vec![0; place(high) + 1];
    numbers.iter().for_each(|(number, n)| rows[place(*number)] += n);
    let bound = |place: usize| words::number(((first + place as f64) * width * 1e9).round() / 1e9);
    let label = |(place, rows): (usize, u64)| (words::between(&bound(place), &bound(place + 1)), rows);
    let mut intervals: Vec<(String, u64)> = rows.into_iter().enumerate().map(label).collect();
    intervals.extend(others.into_iter().map(|(text, rows)| (text.clone(), *rows)));
    Some(intervals)
}

/// The next round number: 1, 2 or 5 times a power of ten.
fn round_up(x: f64) -> f64 {
    let ten = 10f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * ten).find(|step| *step >= x * 0.999).unwrap_or(x)
}

/// Mean and standard deviation of texts that are plain numbers; nothing where one is none, but for missing cells.
pub fn moments_of(texts: &[(String, u64)]) -> Option<Moments> {
    let numbers: Vec<(f64, f64)> =
        texts.iter().filter_map(|(text, rows)| Some((number(text)?, *rows as f64))).collect();
    (numbers.len() > 1 && numbers.len() + 2 >= texts.len()).then(|| moments(numbers.into_iter())).flatten()
}

/// Mean and standard deviation of numbers with their weights.
pub fn moments(numbers: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Moments> {
    let (sum, weight) = numbers.clone().fold((0.0, 0.0), |(s, w), (x, n)| (s + x * n, w + n));
    let mean = sum / weight;
    let squares: f64 = numbers.map(|(x, n)| n * (x - mean) * (x - mean)).sum();
    (weight > 0.0).then(|| Moments { mean, deviation: (squares / weight).sqrt() })
}

/// What a release leaves open of a quasi-identifier, from the classes that it keeps.
pub struct Reading {
    /// Rows by value, those of a label spread evenly over its values.
    pub spread: Vec<f64>,
    /// The middle of the numbers of each label, with its rows.
    pub middles: Vec<(f64, f64)>,
}

impl Reading {
    /// Reads a column of a release.
    pub fn of(quasi: usize, domain: &Domain, labels: &Labels, shown: &Shown, kept: &[(Vec<u32>, u64)]) -> Reading {
        let mut rows = vec![0; labels.labels.len()];
        kept.iter().for_each(|(groups, n)| rows[groups[quasi] as usize] += n);
        let mut values: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
        match shown {
            Shown::ByColumn(_) => {
                labels.group_of.iter().enumerate().for_each(|(code, group)| values[*group as usize].push(code));
            }
            Shown::ByClass(regions) => {
                for (set, values) in values.iter_mut().enumerate().filter(|(set, _)| rows[*set] > 0) {
                    *values = regions.sets()[quasi].get(set).values.iter().map(|code| *code as usize).collect();
                }
            }
        }
        let (mut spread, mut middles) = (vec![0.0; domain.len()], Vec::new());
        for (values, rows) in values.iter().zip(rows).filter(|(_, rows)| *rows > 0) {
            values.iter().for_each(|code| spread[*code] += rows as f64 / values.len() as f64);
            let numbers = || values.iter().filter_map(|code| domain.number(*code));
            let (low, high) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
            if low <= high {
                middles.push(((low + high) / 2.0, rows as f64));
            }
        }
        Reading { spread, middles }
    }
}

/// How many rows would have to change their value, as a share: half of what the shares differ by.
pub fn moved(before: &[u64], after: &[f64]) -> f64 {
    let (all, left) = (before.iter().sum::<u64>() as f64, after.iter().sum::<f64>());
    if all == 0.0 || left == 0.0 {
        return 0.0;
    }
    before.iter().zip(after).map(|(b, a)| (*b as f64 / all - a / left).abs()).sum::<f64>() / 2.0
}

/// A histogram of a column of numbers or dates before and after; nothing of other columns, or where there are few values.
pub fn histogram(domain: &Domain, before: &[u64], after: &[f64]) -> Vec<Bin> {
    let numbers: Vec<(usize, f64)> = (0..domain.len()).filter_map(|code| Some((code, domain.number(code)?))).collect();
    let low = numbers.iter().map(|n| n.1).fold(f64::INFINITY, f64::min);
    let high = numbers.iter().map(|n| n.1).fold(f64::NEG_INFINITY, f64::max);
    let missing = domain.missing.is_some() as usize;
    if numbers.len() < 6 || numbers.len() + missing < domain.len() || high <= low {
        return Vec::new();
    }
    // Of whole numbers each bar has as many, so that no bar is longer for having more of them.
    let whole = numbers.iter().all(|(_, number)| number.fract() == 0.0);
    let (bars, high) = match ((high - low + 1.0) / BARS as f64).ceil() {
        width if whole && width < 1e9 => {
            let bars = ((high - low + 1.0) / width).ceil();
            (bars as usize, low + bars * width)
        }
        _ => (BARS, high),
    };
    let all: f64 = numbers.iter().map(|(code, _)| before[*code] as f64).sum();
    let left: f64 = numbers.iter().map(|(code, _)| after[*code]).sum();
    let mut bins: Vec<Option<Bin>> = vec![None; bars];
    for (code, number) in numbers {
        let place = (((number - low) / (high - low)) * bars as f64).floor() as usize;
        let value = &domain.values[code];
        let bin = bins[place.min(bars - 1)].get_or_insert_with(|| {
            let (from, to) = (value.clone(), value.clone());
            Bin { from, to, before: 0.0, after: 0.0 }
        });
        bin.to.clone_from(value);
        bin.before += before[code] as f64 / all.max(1.0);
        bin.after += if left > 0.0 { after[code] / left } else { 0.0 };
    }
    let empty = || Bin { from: String::new(), to: String::new(), before: 0.0, after: 0.0 };
    bins.into_iter().map(|bin| bin.unwrap_or_else(empty)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Kind;

    fn texts(texts: &[(&str, u64)]) -> Vec<(String, u64)> {
        texts.iter().map(|(text, rows)| (text.to_string(), *rows)).collect()
    }

    #[test]
    fn intervals_are_round_and_hold_every_row() {
        let many: Vec<(String, u64)> = (0..=100).map(|n| (n.to_string(), 2)).chain(texts(&[("?", 5)])).collect();
        let found = intervals(&many).unwrap();
        assert_eq!(found[0], ("0 to under 10".to_string(), 20));
        assert_eq!(found.last(), Some(&("?".to_string(), 5)));
        assert_eq!(found.iter().map(|(_, rows)| rows).sum::<u64>(), 207);
        assert_eq!(intervals(&texts(&[("a", 1), ("b", 1), ("c", 1), ("1", 1), ("2", 1)])), None);
        assert_eq!(intervals(&texts(&[("1", 5)])), None);
    }

    #[test]
    fn moments_by_hand() {
        let found = moments_of(&texts(&[("1", 1), ("3", 1), ("", 9)])).unwrap();
        assert_eq!((found.mean, found.deviation), (2.0, 1.0));
        assert_eq!(moments_of(&texts(&[("a", 1), ("b", 1), ("c", 1), ("3", 1)])), None);
    }

    #[test]
    fn a_label_is_spread_over_its_values() {
        let domain = Domain::counted("age", Kind::Integer, &[("20", 3), ("24", 1), ("31", 4)]);
        let labels = Labels { group_of: vec![0, 0, 1], labels: vec!["20–29".into(), "30–39".into()] };
        let kept = [(vec![0], 4), (vec![1], 4)];
        let reading = Reading::of(0, &domain, &labels, &Shown::ByColumn(Vec::new()), &kept);
        assert_eq!(reading.spread, [2.0, 2.0, 4.0]);
        assert_eq!(reading.middles, [(22.0, 4.0), (31.0, 4.0)]);
        // One row of eight would have to go from 24 to 20.
        assert_eq!(moved(&[3, 1, 4], &reading.spread), 0.125);
    }
}
