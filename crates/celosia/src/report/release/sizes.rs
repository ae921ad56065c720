//! Histograms of class sizes and of risks, and what three attackers' chances are.

use std::collections::BTreeMap;

use super::content::{Band, Chances};
use super::unit::Unit;
use crate::release::Risks;
use crate::say::{count, thousands};

/// Class sizes at which a new bar begins: from 1 on, then those at which risks change much, then by tens.
const SIZES: [u64; 12] = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000];

/// Class sizes of the risks that people ask for: 1, above 1/3, 1/5, 1/10, 0.09, 1/20, 1/100.
const RISKS: [u64; 9] = [1, 2, 3, 4, 6, 11, 12, 21, 101];

/// Classes by their size: of the release, and of the original where it is known.
pub type Sizes = BTreeMap<u64, u64>;

/// How many classes have how many rows.
pub fn by_size(sizes: &Sizes, before: Option<&Sizes>, unit: Unit) -> Vec<Band> {
    let name = |from: u64, below: Option<u64>| match below {
        Some(below) if below == from + 1 => count(from, unit.one, unit.many),
        Some(below) => format!("{}–{} {}", thousands(from as f64), thousands((below - 1) as f64), unit.many),
        None => format!("{} {} or more", thousands(from as f64), unit.many),
    };
    bands(&SIZES, name, sizes, before)
}

/// How many rows run which risk of being found.
pub fn by_risk(sizes: &Sizes, before: Option<&Sizes>) -> Vec<Band> {
    let name = |from: u64, below: Option<u64>| match (from, below) {
        (1, Some(_)) => "1: certain".to_string(),
        (from, Some(below)) if from + 1 < below => format!("1/{} to 1/{from}", below - 1),
        (from, Some(_)) => format!("1/{from}"),
        (from, None) => format!("1/{from} or less"),
    };
    bands(&RISKS, name, sizes, before)
}

fn bands(
    starts: &[u64],
    name: impl Fn(u64, Option<u64>) -> String,
    sizes: &Sizes,
    before: Option<&Sizes>,
) -> Vec<Band> {
    let rows = |sizes: &Sizes| sizes.iter().map(|(size, classes)| size * classes).sum::<u64>();
    let (all, all_before) = (rows(sizes), before.map(rows));
    let band = |(at, from): (usize, &u64)| {
        let below = starts.get(at + 1).copied();
        let inside = |sizes: &Sizes| -> (u64, u64) {
            let inside = sizes.range(from..).take_while(|(size, _)| below.is_none_or(|below| **size < below));
            inside.fold((0, 0), |(classes, rows), (size, n)| (classes + n, rows + size * n))
        };
        let (classes, rows) = inside(sizes);
        let rows_before = before.map(|before| inside(before).1);
        let share_before = rows_before.zip(all_before).map(|(rows, all)| share(rows, all));
        Band { band: name(*from, below), classes, rows, share: share(rows, all), rows_before, share_before }
    };
    let bands = starts.iter().enumerate().map(band);
    bands.filter(|band| band.rows > 0 || band.rows_before.is_some_and(|rows| rows > 0)).collect()
}

/// A part of a whole that may be nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The chances of the three attackers, rounded as far as anybody reads them.
pub fn chances(risks: &Risks, rows: u64) -> Chances {
    let round = |x: f64| (x * 1e6).round() / 1e6;
    Chances {
        prosecutor_highest: round(risks.prosecutor.highest),
        prosecutor_average: round(risks.prosecutor.average),
        journalist_highest_at_most: round(risks.journalist.highest),
        marketer: round(risks.marketer),
        rows_at_risk: (risks.prosecutor.at_risk * rows as f64).round() as u64,
        share_at_risk: round(risks.prosecutor.at_risk),
    }
}

#[cfg(test)]
mod tests {
    use super::super::unit::ROWS;
    use super::*;

    #[test]
    fn every_row_stands_in_one_band() {
        let sizes: Sizes = [(1, 3), (2, 1), (11, 2), (12, 1), (20_000, 1)].into();
        let before: Sizes = [(1, 20_041)].into();
        for bands in [by_size(&sizes, Some(&before), ROWS), by_risk(&sizes, Some(&before))] {
            assert_eq!(bands.iter().map(|band| band.rows).sum::<u64>(), 20_039);
            assert_eq!(bands.iter().map(|band| band.classes).sum::<u64>(), 8);
            assert_eq!(bands.iter().filter_map(|band| band.rows_before).sum::<u64>(), 20_041);
        }
        let names = |bands: Vec<Band>| bands.into_iter().map(|band| (band.band, band.rows)).collect::<Vec<_>>();
        let said = |bands: &[(&str, u64)]| bands.iter().map(|(band, n)| (band.to_string(), *n)).collect::<Vec<_>>();
        let by_size = names(by_size(&sizes, None, ROWS));
        assert_eq!(by_size, said(&[("1 row", 3), ("2 rows", 2), ("10–19 rows", 34), ("10,000 rows or more", 20_000)]));
        let expected = [("1: certain", 3), ("1/2", 2), ("1/11", 22), ("1/20 to 1/12", 12), ("1/101 or less", 20_000)];
        let by_risk = names(by_risk(&sizes, None));
        assert_eq!(by_risk, said(&expected));
    }
}
