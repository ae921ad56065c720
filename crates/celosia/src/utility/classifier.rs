//! A classifier of the class attribute, trained on a release and asked about the table: naive Bayes, which needs no more than how
//! often a value stands beside a label. A cell that shows a set counts for each of its values with an equal part.

use super::Kept;
use crate::classes::Classes;
use crate::evaluate::Problem;
use crate::frequency::{Frequency, Histogram, Tracked};

/// How often it is right about the rows of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Classifier {
    /// Trained on the release.
    pub on_release: f64,
    /// Trained on the table itself.
    pub on_table: f64,
    /// Whoever always says the most frequent label.
    pub majority: f64,
}

/// Rows by column, value and label; and by label.
struct Trained {
    beside: Vec<Vec<f64>>,
    of_label: Vec<f64>,
}

impl Classifier {
    /// Of the classes that a point keeps; `labels` are all of its classes with their labels, `gone` says which it suppresses.
    pub(super) fn of(problem: &Problem, kept: &Kept, labels: &Classes, gone: &[bool]) -> Classifier {
        let frequency = &problem.frequency;
        let (Some(table), Some(of_classes)) = (&frequency.label, &labels.label) else {
            return Classifier { on_release: 0.0, on_table: 0.0, majority: 0.0 };
        };
        let mut release = Trained::new(frequency, table);
        let classes = (0..labels.len()).filter(|class| !gone[*class]);
        for (class, (shown, _)) in classes.zip(&kept.classes) {
            let histogram = of_classes.of(class);
            for (column, set) in shown.iter().enumerate() {
                let values = kept.sets[column].get(*set as usize).values;
                values.iter().for_each(|value| release.add(column, *value, histogram, 1.0 / values.len() as f64));
            }
            release.label(histogram);
        }
        let mut whole = Trained::new(frequency, table);
        for tuple in 0..frequency.distinct() {
            let histogram = table.histograms.of(tuple);
            let values = frequency.columns.iter().map(|values| values[tuple]).enumerate();
            values.for_each(|(column, value)| whole.add(column, value, histogram, 1.0));
            whole.label(histogram);
        }
        let most = table.totals.iter().max().copied().unwrap_or(0);
        Classifier {
            on_release: release.right(frequency, table),
            on_table: whole.right(frequency, table),
            majority: most as f64 / frequency.rows.max(1) as f64,
        }
    }
}

impl Trained {
    fn new(frequency: &Frequency, label: &Tracked) -> Trained {
        let labels = label.totals.len();
        let beside = frequency.attributes.iter().map(|a| vec![0.0; a.counts.len() * labels]).collect();
        Trained { beside, of_label: vec![0.0; labels] }
    }

    fn add(&mut self, column: usize, value: u32, labels: Histogram, part: f64) {
        let number = self.of_label.len();
        for (label, rows) in labels.values.iter().zip(labels.counts) {
            self.beside[column][value as usize * number + *label as usize] += part * *rows as f64;
        }
    }

    fn label(&mut self, labels: Histogram) {
        labels
            .values
            .iter()
            .zip(labels.counts)
            .for_each(|(label, rows)| self.of_label[*label as usize] += *rows as f64);
    }

    /// The share of the table's rows whose label it tells; every value is taken to stand beside each label once more than seen.
    fn right(&self, frequency: &Frequency, table: &Tracked) -> f64 {
        let number = self.of_label.len();
        let logarithms: Vec<Vec<f64>> = self
            .beside
            .iter()
            .map(|beside| {
                let values = (beside.len() / number.max(1)) as f64;
                let of = |(at, rows): (usize, &f64)| ((rows + 1.0) / (self.of_label[at % number] + values)).ln();
                beside.iter().enumerate().map(of).collect()
            })
            .collect();
        let mut right = 0;
        for tuple in 0..frequency.distinct() {
            let score = |label: usize| {
                let values = frequency.columns.iter().zip(&logarithms);
                let cells = values.map(|(column, of)| of[column[tuple] as usize * number + label]);
                (self.of_label[label] + 1.0).ln() + cells.sum::<f64>()
            };
            let best = (0..number).max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.cmp(a)));
            let histogram = table.histograms.of(tuple);
            let told = histogram.values.iter().position(|label| Some(*label as usize) == best);
            right += told.map_or(0, |at| histogram.counts[at]);
        }
        right as f64 / frequency.rows.max(1) as f64
    }
}
