//! How strongly pairs of columns go together, before and after: Cramér's V without its bias (Bergsma 2013), 0 where one column
//! says nothing of the other, 1 where it says all. Columns of many values are taken in at most twenty parts, those with an order
//! by equal numbers of rows, others by their most frequent values, so that both sides are measured alike.

use std::collections::HashMap;

use super::content::{Pair, Pairs};
use super::order;
use crate::release::verify::Seen;

/// The most parts that a column is taken in.
pub const PARTS: usize = 20;
/// Cells that are added up for all pairs together, before only every n-th class is looked at.
const CELLS: usize = 100_000_000;
/// What the figures are.
pub const MEASURE: &str =
    "Cramér's V without its bias: 0 where one column says nothing of the other, 1 where it says all";

/// The parts that rows with each of a list of values fall into; `ordered` says whether neighbours belong together.
pub fn parts(rows: &[u64], ordered: bool) -> Vec<u8> {
    if rows.len() <= PARTS {
        return (0..rows.len()).map(|at| at as u8).collect();
    }
    if ordered {
        let all: u64 = rows.iter().sum();
        let mut seen = 0;
        let part = |n: &u64| {
            let part = (seen * PARTS as u64 / all.max(1)).min(PARTS as u64 - 1);
            seen += n;
            part as u8
        };
        return rows.iter().map(part).collect();
    }
    let mut by_rows: Vec<usize> = (0..rows.len()).collect();
    by_rows.sort_by_key(|at| std::cmp::Reverse(rows[*at]));
    let mut parts = vec![PARTS as u8 - 1; rows.len()];
    by_rows.iter().take(PARTS - 1).enumerate().for_each(|(part, at)| parts[*at] = part as u8);
    parts
}

/// The parts of a column of a release, by its texts.
pub fn parts_of<'s>(seen: &'s Seen, column: usize) -> HashMap<&'s str, u8> {
    let texts: Vec<(&'s str, u64)> = seen.texts(column).into_iter().collect();
    let (sorted, by_number) = order::ordered(texts.iter().map(|(text, rows)| (text.to_string(), *rows)).collect());
    let rows: Vec<u64> = sorted.iter().map(|(_, rows)| *rows).collect();
    let part_of: HashMap<String, u8> =
        sorted.into_iter().zip(parts(&rows, by_number)).map(|((text, _), part)| (text, part)).collect();
    texts.into_iter().map(|(text, _)| (text, part_of[text])).collect()
}

/// Rows by the parts of two columns.
pub struct Crossed(Vec<u64>);

impl Crossed {
    /// No row.
    pub fn new() -> Crossed {
        Crossed(vec![0; PARTS * PARTS])
    }

    /// Adds rows.
    pub fn add(&mut self, a: u8, b: u8, rows: u64) {
        self.0[a as usize * PARTS + b as usize] += rows;
    }

    /// How strongly the two go together.
    pub fn strength(&self) -> f64 {
        let (mut of_a, mut of_b) = ([0u64; PARTS], [0u64; PARTS]);
        for (at, n) in self.0.iter().enumerate() {
            of_a[at / PARTS] += n;
            of_b[at % PARTS] += n;
        }
        let all = of_a.iter().sum::<u64>() as f64;
        let used = |rows: &[u64]| rows.iter().filter(|n| **n > 0).count() as f64;
        let (r, c) = (used(&of_a), used(&of_b));
        if all < 2.0 || r < 2.0 || c < 2.0 {
            return 0.0;
        }
        let squares = self.0.iter().enumerate().filter(|(_, n)| **n > 0).map(|(at, n)| {
            let (a, b) = (of_a[at / PARTS] as f64, of_b[at % PARTS] as f64);
            (*n as f64 / a) * (*n as f64 / b)
        });
        let phi = squares.sum::<f64>() - 1.0;
        let phi = (phi - (r - 1.0) * (c - 1.0) / (all - 1.0)).max(0.0);
        let less = |x: f64| x - (x - 1.0) * (x - 1.0) / (all - 1.0);
        let most = (less(r).min(less(c)) - 1.0).max(f64::MIN_POSITIVE);
        (((phi / most).sqrt().min(1.0)) * 1e4).round() / 1e4
    }
}

/// Only every so many of a list is looked at, where there are `pairs` pairs.
pub fn step(pairs: usize, length: usize) -> usize {
    (pairs.saturating_mul(length)).div_ceil(CELLS).max(1)
}

/// The pairs of `columns` columns of which only the first `first` are known together with any other.
pub fn pairs_of(first: usize, columns: usize) -> Vec<(usize, usize)> {
    (0..first).flat_map(|a| (a + 1..columns).map(move |b| (a, b))).collect()
}

/// The pairs of a release: quasi-identifiers with one another and with sensitive columns. Those that show one thing in all rows
/// go with nothing and are not listed.
pub fn of_release(seen: &Seen) -> Pairs {
    let names: Vec<&String> = seen.quasi.iter().chain(&seen.sensitive).collect();
    let part_of: Vec<HashMap<&str, u8>> = (0..seen.columns()).map(|column| parts_of(seen, column)).collect();
    let pairs = pairs_of(seen.quasi.len(), seen.columns());
    let pairs: Vec<(usize, usize)> =
        pairs.into_iter().filter(|(a, b)| part_of[*a].len() > 1 && part_of[*b].len() > 1).collect();
    let mut crossed: Vec<Crossed> = pairs.iter().map(|_| Crossed::new()).collect();
    let quasi = seen.quasi.len();
    for class in seen.classes.iter().step_by(step(pairs.len(), seen.classes.len())) {
        let shows: Vec<u8> = class.shows.iter().zip(&part_of).map(|(text, parts)| parts[text.as_str()]).collect();
        let sensitive: Vec<Vec<(u8, u64)>> = class
            .sensitive
            .iter()
            .zip(&part_of[quasi..])
            .map(|(values, parts)| values.iter().map(|(text, rows)| (parts[text.as_str()], *rows)).collect())
            .collect();
        for ((a, b), crossed) in pairs.iter().zip(&mut crossed) {
            match b.checked_sub(quasi) {
                None => crossed.add(shows[*a], shows[*b], class.rows),
                Some(b) => sensitive[b].iter().for_each(|(part, rows)| crossed.add(shows[*a], *part, *rows)),
            }
        }
    }
    let pair = |((a, b), crossed): (&(usize, usize), &Crossed)| Pair {
        columns: [names[*a].clone(), names[*b].clone()],
        before: None,
        after: crossed.strength(),
    };
    let mut pairs: Vec<Pair> = pairs.iter().zip(&crossed).map(pair).collect();
    pairs.sort_by(|a, b| b.after.total_cmp(&a.after));
    Pairs { measure: MEASURE, pairs }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(cells: &[(u8, u8, u64)]) -> f64 {
        let mut crossed = Crossed::new();
        cells.iter().for_each(|(a, b, rows)| crossed.add(*a, *b, *rows));
        crossed.strength()
    }

    #[test]
    fn strengths_by_hand() {
        // One column says the other; both are independent; one says nothing at all.
        assert_eq!(strength(&[(0, 0, 500), (1, 1, 500)]), 1.0);
        assert_eq!(strength(&[(0, 0, 25), (0, 1, 25), (1, 0, 25), (1, 1, 25)]), 0.0);
        assert_eq!(strength(&[(0, 0, 7), (0, 1, 9)]), 0.0);
        // χ²/n = 0.36 for 80, 20, 20, 80; less 1/199 and over (2 - 1/199) - 1.
        let expected: f64 = ((0.36 - 1.0 / 199.0) / (1.0 - 1.0 / 199.0_f64)).sqrt();
        assert!((strength(&[(0, 0, 80), (0, 1, 20), (1, 0, 20), (1, 1, 80)]) - expected).abs() < 1e-4);
    }

    #[test]
    fn many_values_are_taken_in_parts() {
        let even = parts(&[5; 100], true);
        assert_eq!((even[0], even[4], even[5], even[99]), (0, 0, 1, 19));
        let rows: Vec<u64> = (0..100).collect();
        let by_rows = parts(&rows, false);
        assert_eq!((by_rows[99], by_rows[98], by_rows[81], by_rows[80], by_rows[0]), (0, 1, 18, 19, 19));
        assert_eq!(parts(&[1, 2, 3], false), [0, 1, 2]);
    }
}
