//! The map of two columns, on which each class lies where its labels say. It is drawn from the texts of the release alone, as a
//! stranger would draw it.

use std::collections::BTreeMap;

use super::content::{Listed, Map, Region};
use super::order;
use crate::hierarchy::TOP;
use crate::release::bounds;
use crate::release::verify::Seen;
use crate::words;

/// A column is an axis of numbers where the labels of this part of its rows, or more, are bounded by numbers.
const NUMBERS: f64 = 0.8;
/// Classes that are listed.
const LISTED: usize = 200;

/// The map of these columns or, where none are named, of the two that tell most classes apart, numbers first; nothing where a release
/// has fewer than two that show more than one thing.
pub fn map(seen: &Seen, asked: &[String]) -> Option<Map> {
    let place = |name: &String| seen.quasi.iter().position(|quasi| quasi == name);
    let named: Vec<usize> = asked.iter().filter_map(place).collect();
    let (x, y) = match named[..] {
        [x, y] if x != y => (x, y),
        _ => {
            let mut columns: Vec<(bool, usize, usize)> = (0..seen.quasi.len())
                .map(|column| (column, seen.texts(column)))
                .filter(|(_, texts)| texts.len() > 1)
                .map(|(column, texts)| (is_of_numbers(texts.into_iter()), seen.texts(column).len(), column))
                .collect();
            columns.sort_by_key(|(numbers, texts, column)| (!numbers, std::cmp::Reverse(*texts), *column));
            match columns[..] {
                [(.., x), (.., y), ..] => (x, y),
                _ => return None,
            }
        }
    };
    let mut rows_of: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for class in &seen.classes {
        let of = rows_of.entry((&class.shows[x], &class.shows[y])).or_default();
        *of = (of.0 + class.rows, of.1 + 1);
    }
    let region = |((x, y), (rows, classes)): (&(&str, &str), &(u64, u64))| Region {
        shows: [x.to_string(), y.to_string()],
        rows: *rows,
        classes: *classes,
    };
    let mut regions: Vec<Region> = rows_of.iter().map(region).collect();
    regions.sort_by(|a, b| b.rows.cmp(&a.rows).then_with(|| a.shows.cmp(&b.shows)));
    let mut classes: Vec<_> = seen.classes.iter().collect();
    classes.sort_by(|a, b| b.rows.cmp(&a.rows).then_with(|| a.shows.cmp(&b.shows)));
    let listed = classes.into_iter().take(LISTED).map(|class| Listed { shows: class.shows.clone(), rows: class.rows });
    Some(Map {
        columns: [seen.quasi[x].clone(), seen.quasi[y].clone()],
        regions,
        quasi_identifiers: seen.quasi.clone(),
        largest: listed.collect(),
    })
}

/// An axis of a map: where labels lie on it.
pub enum Axis {
    /// From the lowest to the highest number; the width of a single one.
    Numbers {
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
        /// A whole number is this wide.
        single: f64,
    },
    /// A band for each label.
    Bands(Vec<String>),
}

impl Axis {
    /// The axis of texts with their rows; of bands at most so many, those of most rows.
    pub fn new<'t>(texts: impl Iterator<Item = (&'t str, u64)> + Clone, most: usize) -> Axis {
        if is_of_numbers(texts.clone()) {
            let ends: Vec<f64> = texts.flat_map(|(text, _)| numbers(text)).flatten().collect();
            let single = if ends.iter().all(|end| end.fract() == 0.0) { 1.0 } else { 0.0 };
            let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
            let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            return Axis::Numbers { low, high, single };
        }
        let mut rows_of: BTreeMap<&str, u64> = BTreeMap::new();
        texts.for_each(|(text, rows)| *rows_of.entry(text).or_default() += rows);
        let mut by_rows: Vec<(String, u64)> =
            rows_of.into_iter().map(|(text, rows)| (text.to_string(), rows)).collect();
        by_rows.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
        by_rows.truncate(most);
        Axis::Bands(order::ordered(by_rows).0.into_iter().map(|(text, _)| text).collect())
    }

    /// Where a label begins and ends, as parts of the axis; nothing for a label without a band.
    pub fn span(&self, text: &str) -> Option<(f64, f64)> {
        match self {
            Axis::Numbers { low, high, single } => {
                let [first, last] = numbers(text);
                let all = (high - low + single).max(f64::MIN_POSITIVE);
                let part = |x: f64| ((x - low) / all).clamp(0.0, 1.0);
                // An upper end that is written belongs to it, or is a bound that nobody has.
                Some((first.map_or(0.0, part), last.map_or(1.0, |last| part(last + single))))
            }
            Axis::Bands(bands) => {
                let at = bands.iter().position(|band| band == text)? as f64;
                let all = bands.len() as f64;
                Some((at / all, (at + 1.0) / all))
            }
        }
    }
}

/// The lowest and the highest number of a label, whatever is said of rare and missing values beside.
fn numbers(text: &str) -> [Option<f64>; 2] {
    let rest = [words::or_missing(""), words::or_rare("")];
    let text = rest.iter().find_map(|end| text.strip_suffix(end.as_str())).unwrap_or(text);
    bounds(text).map(|bound| bound.and_then(|bound| bound.parse().ok()))
}

fn is_of_numbers<'t>(texts: impl Iterator<Item = (&'t str, u64)>) -> bool {
    let (mut bounded, mut all, mut different) = (0, 0, std::collections::BTreeSet::new());
    for (text, rows) in texts.filter(|(text, _)| *text != TOP) {
        let [low, high] = numbers(text);
        all += rows;
        if low.is_some() || high.is_some() {
            bounded += rows;
            different.extend([low, high].into_iter().flatten().map(f64::to_bits));
        }
    }
    different.len() > 1 && bounded as f64 >= NUMBERS * all as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::verify::SeenClass;

    fn seen(classes: &[([&str; 3], u64)]) -> Seen {
        let class = |(shows, rows): &([&str; 3], u64)| SeenClass {
            shows: shows.iter().map(|text| text.to_string()).collect(),
            rows: *rows,
            sensitive: Vec::new(),
        };
        let quasi = ["age", "job", "sex"].map(String::from).to_vec();
        Seen { quasi, sensitive: Vec::new(), classes: classes.iter().map(class).collect() }
    }

    #[test]
    fn classes_lie_where_their_labels_say() {
        let seen = seen(&[
            (["20–29", "cook", "f"], 5),
            (["20–29", "cook", "m"], 6),
            (["25–39, or rare", "*", "f"], 7),
            (["30 or more", "nurse", "*"], 8),
        ]);
        let map = map(&seen, &[]).expect("a map");
        assert_eq!(map.columns, ["age", "job"], "numbers first, then the column with most labels");
        let listed: Vec<(&str, u64, u64)> =
            map.regions.iter().map(|region| (region.shows[0].as_str(), region.rows, region.classes)).collect();
        assert_eq!(listed, [("20–29", 11, 2), ("30 or more", 8, 1), ("25–39, or rare", 7, 1)]);
        let axis = Axis::new(map.regions.iter().map(|region| (region.shows[0].as_str(), region.rows)), 9);
        assert_eq!(axis.span("20–29"), Some((0.0, 0.5)));
        assert_eq!(axis.span("25–39, or rare"), Some((0.25, 1.0)));
        assert_eq!((axis.span("30 or more"), axis.span("*")), (Some((0.5, 1.0)), Some((0.0, 1.0))));
        let bands = Axis::new(map.regions.iter().map(|region| (region.shows[1].as_str(), region.rows)), 9);
        assert_eq!(
            ["cook", "nurse", "*"].map(|band| bands.span(band).map(|(first, _)| (first * 3.0).round())),
            [Some(0.0), Some(1.0), Some(2.0)]
        );
        assert_eq!(bands.span("clerk"), None);
    }

    #[test]
    fn columns_are_chosen_by_name_and_there_may_be_no_map() {
        let two = seen(&[(["1", "a", "f"], 5), (["2", "b", "m"], 6)]);
        let named = ["sex".to_string(), "age".to_string()];
        assert_eq!(map(&two, &named).map(|map| map.columns), Some(["sex".to_string(), "age".to_string()]));
        assert!(map(&seen(&[(["1", "a", "f"], 5), (["2", "a", "f"], 6)]), &[]).is_none());
    }
}
