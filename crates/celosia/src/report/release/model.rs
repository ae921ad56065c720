//! How well a class is foretold by who learns from the release: naive Bayes on the quasi-identifiers, learnt from the original and
//! from the release, both tested on rows of the original that neither has seen, shown as the release would show them.
//!
//! Every n-th row of the frequency table is taken where there are many, and every fourth of these is held out, so a run on one
//! table gives one answer.

use super::content::Foretold;
use crate::frequency::{Frequency, Tracked};

/// The most rows that are looked at.
const ROWS: u64 = 200_000;
/// Of so many rows one is held out.
const HELD_OUT: u64 = 4;

/// The class is foretold from `quasi` columns; `shows` says what each tuple shows of each in the release, and whether its rows
/// are there.
pub fn foretold(
    name: &str,
    frequency: &Frequency,
    label: &Tracked,
    shows: impl Fn(usize) -> (Vec<u32>, bool),
) -> Option<Foretold> {
    let classes = label.totals.len();
    let columns = frequency.columns.len();
    let step = frequency.rows.div_ceil(ROWS).max(1);
    let mut original = Bayes::new(columns, classes);
    let mut release = Bayes::new(columns, classes);
    // Rows that are held out: their tuple, what they show, their class, how many.
    let mut held: Vec<(usize, Vec<u32>, u32, u64)> = Vec::new();
    let mut at = 0u64;
    for tuple in 0..frequency.distinct() {
        let histogram = label.histograms.of(tuple);
        let mut shown = None;
        for (value, rows) in histogram.values.iter().zip(histogram.counts) {
            let (begin, end) = (at.div_ceil(step), (at + rows).div_ceil(step));
            at += rows;
            if begin == end || label.missing == Some(*value) {
                continue;
            }
            let (groups, kept) = shown.get_or_insert_with(|| shows(tuple));
            let out = end.div_ceil(HELD_OUT) - begin.div_ceil(HELD_OUT);
            let learnt = end - begin - out;
            let codes = frequency.columns.iter().map(|column| column[tuple]);
            original.learn(codes, *value, learnt);
            if *kept {
                release.learn(groups.iter().copied(), *value, learnt);
            }
            if out > 0 {
                held.push((tuple, groups.clone(), *value, out));
            }
        }
    }
    let tested: u64 = held.iter().map(|(.., rows)| rows).sum();
    let distinct = original.classes.iter().filter(|rows| **rows > 0).count();
    if tested == 0 || distinct < 2 || release.rows() == 0 {
        return None;
    }
    let (original_says, release_says) = (original.ready(), release.ready());
    let frequent = original_says.most_frequent();
    let mut right = [0u64; 3];
    for (tuple, groups, value, rows) in &held {
        let codes: Vec<u32> = frequency.columns.iter().map(|column| column[*tuple]).collect();
        let guesses = [frequent, original_says.guess(&codes), release_says.guess(groups)];
        right.iter_mut().zip(guesses).for_each(|(right, guess)| *right += if guess == *value { *rows } else { 0 });
    }
    let share = |right: u64| (right as f64 / tested as f64 * 1e4).round() / 1e4;
    let [most_frequent, by_original, by_release] = right.map(share);
    let trained = original_says.bayes.rows();
    let column = name.into();
    Some(Foretold { column, trained, tested, most_frequent, original: by_original, release: by_release })
}

/// Counts of values by class, column by column.
struct Bayes {
    classes: Vec<u64>,
    /// Rows by value × class.
    values: Vec<Vec<u64>>,
}

impl Bayes {
    fn new(columns: usize, classes: usize) -> Bayes {
        Bayes { classes: vec![0; classes], values: vec![Vec::new(); columns] }
    }

    fn learn(&mut self, values: impl Iterator<Item = u32>, class: u32, rows: u64) {
        let classes = self.classes.len();
        self.classes[class as usize] += rows;
        for (of_value, value) in self.values.iter_mut().zip(values) {
            let end = (value as usize + 1) * classes;
            if of_value.len() < end {
                of_value.resize(end, 0);
            }
            of_value[value as usize * classes + class as usize] += rows;
        }
    }

    fn rows(&self) -> u64 {
        self.classes.iter().sum()
    }

    fn ready(self) -> Ready {
        let classes = self.classes.len();
        let values = |of_value: &Vec<u64>| {
            let used = of_value.chunks(classes).filter(|rows| rows.iter().any(|n| *n > 0)).count();
            // One more than is used, for values that were not met.
            let log = |(at, n): (usize, &u64)| {
                ((*n as f64 + 1.0) / (self.classes[at % classes] as f64 + used as f64 + 1.0)).ln()
            };
            of_value.iter().enumerate().map(log).collect()
        };
        let logs = self.values.iter().map(values).collect();
        let all = self.rows() as f64 + classes as f64;
        let prior = self.classes.iter().map(|n| ((*n as f64 + 1.0) / all).ln()).collect();
        Ready { logs, prior, bayes: self }
    }
}

/// What was learnt, as logarithms.
struct Ready {
    logs: Vec<Vec<f64>>,
    prior: Vec<f64>,
    bayes: Bayes,
}

impl Ready {
    fn guess(&self, values: &[u32]) -> u32 {
        let classes = self.prior.len();
        let mut scores = self.prior.clone();
        for (logs, value) in self.logs.iter().zip(values) {
            // A value that was never met says nothing.
            let Some(logs) = logs.get(*value as usize * classes..(*value as usize + 1) * classes) else { continue };
            scores.iter_mut().zip(logs).for_each(|(score, log)| *score += log);
        }
        best(scores.iter().copied())
    }

    fn most_frequent(&self) -> u32 {
        best(self.bayes.classes.iter().map(|rows| *rows as f64))
    }
}

/// The first of the highest.
fn best(scores: impl Iterator<Item = f64>) -> u32 {
    let highest = scores.zip(0..).fold(
        (f64::NEG_INFINITY, 0),
        |best, (score, class)| {
            if score > best.0 { (score, class) } else { best }
        },
    );
    highest.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bayes_by_hand() {
        let mut bayes = Bayes::new(2, 2);
        // The first column says the class, the second nothing.
        for (values, class, rows) in [([0, 0], 0, 6), ([0, 1], 0, 6), ([1, 0], 1, 4), ([1, 1], 1, 4)] {
            bayes.learn(values.into_iter(), class, rows);
        }
        let ready = bayes.ready();
        assert_eq!((ready.guess(&[0, 1]), ready.guess(&[1, 0]), ready.most_frequent()), (0, 1, 0));
        // Of a value that nobody has seen the frequent class is the guess.
        assert_eq!(ready.guess(&[7, 0]), 0);
        // ln (6+6+1)/(12+2+1) of value 0 in class 0.
        assert!((ready.logs[0][0] - (13.0f64 / 15.0).ln()).abs() < 1e-12);
    }
}
