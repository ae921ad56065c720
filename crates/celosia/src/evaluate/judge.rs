//! A privacy model at work: how strong classes are under it, and how far their parts reach.

use crate::classes::Classes;
use crate::frequency::{Frequency, Histogram, Histograms};
use crate::privacy::{About, Class, Model, Over};

/// A privacy model of a problem.
pub struct Judge {
    /// Its name and direction.
    pub about: &'static About,
    pub(super) model: Box<dyn Model>,
}

impl Judge {
    /// Is the protection of a table that of its weakest class, and is no part of a class stronger than the class?
    pub(super) fn reaches_what_it_has(&self) -> bool {
        self.about.over == Over::Least && self.model.reaches_what_it_has()
    }

    /// The protection of each class.
    pub(super) fn protections(&self, classes: &Classes) -> Vec<f64> {
        if classes.sensitive.is_empty() {
            return self.model.protections(&classes.rows);
        }
        self.ask(classes, |class| self.model.protection(class))
    }

    /// The most that a part of each class keeps in any finer node, where `limit` rows may go.
    pub(super) fn reach(&self, classes: &Classes, limit: u64) -> Vec<f64> {
        match self.model.reaches_what_it_has() {
            true => self.protections(classes),
            false => self.ask(classes, |class| self.model.reach(class, limit)),
        }
    }

    /// The protection of a class of these tuples, whole.
    pub(super) fn protection_of(&self, frequency: &Frequency, tuples: &[u32], sensitive_too: bool) -> f64 {
        let rows = tuples.iter().map(|tuple| frequency.counts[*tuple as usize]).sum();
        let merged: Vec<(Vec<u32>, Vec<u64>)> =
            frequency.sensitive.iter().map(|s| merge(&s.histograms, tuples)).collect();
        let sensitive: Vec<Histogram> = merged.iter().map(|(values, counts)| Histogram { values, counts }).collect();
        self.model.protection(&Class { rows, sensitive: if sensitive_too { &sensitive } else { &[] } })
    }

    fn ask(&self, classes: &Classes, of: impl Fn(&Class) -> f64) -> Vec<f64> {
        let mut sensitive = Vec::with_capacity(classes.sensitive.len());
        let of_class = |class: usize| {
            sensitive.clear();
            // Histograms borrow from the classes; the buffer lives as long.
            sensitive.extend(classes.sensitive.iter().map(|h| h.of(class)));
            of(&Class { rows: classes.rows[class], sensitive: &sensitive })
        };
        (0..classes.len()).map(of_class).collect()
    }
}

/// The histogram of some tuples together.
fn merge(histograms: &Histograms, tuples: &[u32]) -> (Vec<u32>, Vec<u64>) {
    let mut counts = std::collections::BTreeMap::new();
    for tuple in tuples {
        let of = histograms.of(*tuple as usize);
        of.values.iter().zip(of.counts).for_each(|(value, n)| *counts.entry(*value).or_insert(0) += n);
    }
    counts.into_iter().unzip()
}
