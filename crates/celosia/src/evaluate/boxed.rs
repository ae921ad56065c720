//! A problem as boxes: what the searches for regions see of it. Prices are those of one metric.

use std::sync::Arc;

use super::Problem;
use super::price::{Priced, share};
use crate::frequency::Attribute;
use crate::loss::{self, Kept};
use crate::space::{Axis, Boxes, Language, Set};

/// Columns of more places than this have neighbours joined for the search: its prices are a table of places squared. Labels are
/// made of single values all the same.
const MOST_PLACES: usize = 1024;

/// A table as boxes.
pub struct Boxed {
    /// The boxes.
    pub boxes: Boxes,
    /// Are no places joined, so that a box costs what its label does?
    pub exact: bool,
}

impl Problem {
    /// The tuples as points, with what boxes cost by the metric of this number; nothing where it prices no cells.
    pub fn boxed(&self, languages: &[Language], metric: usize) -> Option<Boxed> {
        self.boxed_by(languages, &self.priced[metric])
    }

    /// The same by the general loss, to go by where no metric of the problem prices cells.
    pub fn boxed_by_width(&self, languages: &[Language]) -> Option<Boxed> {
        let about = loss::find("general-loss").ok()?;
        let attributes = Arc::from(self.frequency.attributes.clone());
        self.boxed_by(languages, &Priced::new(about, attributes, &self.frequency, &self.lattice))
    }

    fn boxed_by(&self, languages: &[Language], priced: &Priced) -> Option<Boxed> {
        let joined: Vec<Vec<u32>> = languages.iter().zip(&self.frequency.attributes).map(join).collect();
        let columns = languages.iter().zip(&joined).enumerate();
        let axes: Vec<Axis> = columns.map(|(a, (language, joined))| self.axis(priced, a, language, joined)).collect();
        if axes.iter().all(|axis| axis.price(0, axis.places() - 1) == 0.0) {
            return None;
        }
        let tuples = self.frequency.distinct();
        let mut places = Vec::with_capacity(tuples * axes.len());
        for tuple in 0..tuples {
            for ((language, joined), column) in languages.iter().zip(&joined).zip(&self.frequency.columns) {
                places.push(joined[language.place(column[tuple]) as usize]);
            }
        }
        let exact = languages.iter().zip(&axes).all(|(l, a)| l.places() == a.places() as usize && !l.is_of_values());
        let boxes = Boxes::new(axes, places, self.frequency.counts.clone(), self.price_of_suppression(priced));
        Some(Boxed { boxes, exact })
    }

    /// What a suppressed row costs by a metric, where a row of nothing but `*` costs 1.
    pub(super) fn price_of_suppression(&self, priced: &Priced) -> f64 {
        let rows = self.frequency.rows;
        let value = |cost: f64, kept: u64| {
            let kept = Kept { cost, classes: u64::from(kept > 0), rows: kept, suppressed: rows - kept };
            priced.metric.total(&kept).value
        };
        let (free, all) = (value(0.0, rows), value(rows as f64, rows));
        if all > free { (value(0.0, 0) - free) / (all - free) } else { 0.0 }
    }

    /// The loss by a metric of a table without suppression whose rows together cost so much.
    pub fn loss_of_cost(&self, metric: usize, cost: f64) -> f64 {
        let rows = self.frequency.rows;
        self.priced[metric].metric.total(&Kept { cost, classes: 1, rows, suppressed: 0 }).value
    }

    fn axis(&self, priced: &Priced, a: usize, language: &Language, joined: &[u32]) -> Axis {
        let attribute = &self.frequency.attributes[a];
        let places = joined.last().map_or(1, |last| last + 1);
        let mut ends = vec![(u32::MAX, 0); places as usize];
        for (place, joined) in joined.iter().enumerate() {
            let end: &mut (u32, u32) = &mut ends[*joined as usize];
            *end = (end.0.min(place as u32), place as u32);
        }
        let exact = joined.len() == places as usize;
        let price = |values: &[u32], lo: u32, hi: u32| {
            let rows = values.iter().map(|value| attribute.counts[*value as usize]).sum();
            let open = open(attribute, values);
            let set = Set { values, rows, height: language.height(lo, hi), open };
            share(&self.frequency, a) * priced.metric.cell(a, &set)
        };
        let at = |lo: u32, hi: u32| (lo * places + hi) as usize;
        let mut prices = vec![0.0; (places * places) as usize];
        if language.is_free() {
            for lo in 0..places {
                let mut values: Vec<u32> = Vec::new();
                for hi in lo..places {
                    let (first, last) = ends[hi as usize];
                    for value in (first..=last).flat_map(|place| language.at(place)) {
                        let place = values.partition_point(|known| known < value);
                        values.insert(place, *value);
                    }
                    prices[at(lo, hi)] = price(&values, ends[lo as usize].0, last);
                }
            }
        }
        if language.is_free() && !(exact && language.is_rounded()) {
            return Axis::new(places, None, prices);
        }
        // The place of the label's ends among the joined ones, and what it costs.
        let mut labels = vec![(0, 0); prices.len()];
        let raw = prices.clone();
        let mut known = std::collections::HashMap::new();
        for lo in 0..places {
            for hi in lo..places {
                let (first, last) = language.label(ends[lo as usize].0, ends[hi as usize].1);
                let label = (joined[first as usize], joined[last as usize]);
                labels[at(lo, hi)] = label;
                prices[at(lo, hi)] = match language.is_free() {
                    true => raw[at(label.0, label.1)],
                    false => {
                        *known.entry((first, last)).or_insert_with(|| price(&language.values(first, last), first, last))
                    }
                };
            }
        }
        Axis::new(places, Some(labels), prices)
    }
}

/// How many values of the domain a set leaves open.
fn open(attribute: &Attribute, values: &[u32]) -> u64 {
    attribute.leaves.as_ref().map_or(values.len() as u64, |leaves| leaves.of(values))
}

/// The number that each place has in a search: its own, or that of several neighbours with about as many rows as others.
fn join((language, attribute): (&Language, &Attribute)) -> Vec<u32> {
    let places = language.places();
    if places <= MOST_PLACES {
        return (0..places as u32).collect();
    }
    let rows = |place: u32| language.at(place).iter().map(|value| attribute.counts[*value as usize]).sum::<u64>();
    let all: u64 = (0..places as u32).map(rows).sum();
    let most = all.div_ceil(MOST_PLACES as u64 / 2).max(1);
    let (mut number, mut held) = (0, 0);
    (0..places as u32)
        .map(|place| {
            let rows = rows(place);
            if held > 0 && held + rows > most {
                (number, held) = (number + 1, 0);
            }
            held += rows;
            number
        })
        .collect()
}
