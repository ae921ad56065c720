//! The language of a column's labels, in the space of regions: which sets of values a class may show.
//!
//! The values stand in an order in which every label is a run of places, so that the least label which covers some values is
//! that of the least and the greatest of them. Text that shows just the values of a class (`sets`) is the one exception.
//!
//! **Round bounds.** A bound says that somebody is there. So a run of numbers begins with a value that [`COMMON`] rows have, or
//! further out; it ends likewise. Where values are rarer than that, as incomes are, a bound may also lie between two of them,
//! at a number that nobody has, with as many rows since the bound before. And where most rows have such rare values, as in a small
//! table, groups of the hierarchy are labels too: their bounds are settings.

use super::cuts::Order;
use super::{Grouping, Partition, Regions};
use crate::error::Result;
use crate::frequency::Frequency;
use crate::hierarchy::Hierarchy;
use crate::hierarchy::label::{COMMON, between};
use crate::study::{Bounds, Column, Kind, Labels};
use crate::table::Domain;

/// The labels that a column may show.
#[derive(Debug, Clone)]
pub struct Language {
    labels: Labels,
    /// The values at each place.
    places: Vec<Vec<u32>>,
    place_of: Vec<u32>,
    /// Per level of the hierarchy, the run of places of the group around each place, and how high the level is.
    levels: Vec<(Vec<(u32, u32)>, f64)>,
    is_text: bool,
    /// The place of the missing value, where it stands behind all others.
    missing: Option<u32>,
    /// Where the bounds of runs may lie, where they are round.
    round: Option<Round>,
}

/// Where round bounds lie.
#[derive(Debug, Clone)]
struct Round {
    /// The nearest place downwards at which a run may begin.
    down: Vec<u32>,
    /// The nearest upwards at which it may end.
    up: Vec<u32>,
    /// Are groups of the hierarchy labels too?
    groups: bool,
}

impl Language {
    /// What a study says of a quasi-identifier: `labels` and `bounds` are those of all columns, `rows` those that count of each
    /// value.
    pub fn new(
        column: &Column,
        domain: &Domain,
        hierarchy: &Hierarchy,
        levels: &[Grouping],
        (labels, bounds): (Labels, Bounds),
        rows: &[u64],
    ) -> Result<Language> {
        let labels = column.labels.unwrap_or(labels);
        let is_text = domain.kind == Kind::String;
        let mut column = column.clone();
        if is_text || labels == Labels::Hierarchy {
            (column.cuts.constrained, column.cuts.granularity) = (Some(true), None);
        }
        let order = Order::of(&column, domain, hierarchy, levels)?;
        let mut place_of = vec![0; domain.len()];
        for (place, values) in order.places.iter().enumerate() {
            values.iter().for_each(|value| place_of[*value as usize] = place as u32);
        }
        let last = order.places.len().saturating_sub(1) as u32;
        let missing = order.missing.map(|code| place_of[code as usize]).filter(|place| *place == last);
        let levels = levels.iter().map(|level| (runs(level, &order.places), height(level))).collect();
        let mut language = Language { labels, places: order.places, place_of, levels, is_text, missing, round: None };
        if language.is_free() && !is_text && bounds == Bounds::Round {
            language.round = Some(language.rounded(domain, rows));
        }
        Ok(language)
    }

    /// What its labels are.
    pub fn labels(&self) -> Labels {
        self.labels
    }

    /// Is a set of values, rising, one that a class may show?
    pub fn is_label(&self, values: &[u32]) -> bool {
        let places = values.iter().map(|value| self.place(*value));
        let (lo, hi) = places.fold((u32::MAX, 0), |(lo, hi), place| (lo.min(place), hi.max(place)));
        if self.is_of_values() {
            return true;
        }
        lo <= hi && self.label(lo, hi) == (lo, hi) && self.values(lo, hi) == values
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The place of a value.
    pub fn place(&self, value: u32) -> u32 {
        self.place_of[value as usize]
    }

    /// Is any run a label, before bounds are rounded?
    pub fn is_free(&self) -> bool {
        match self.labels {
            Labels::Hierarchy | Labels::Cells => false,
            Labels::Intervals => !self.is_text,
            Labels::Runs | Labels::Sets => true,
        }
    }

    /// Does a class show just the values that it has?
    pub fn is_of_values(&self) -> bool {
        self.labels == Labels::Sets && self.is_text
    }

    /// Are bounds moved?
    pub fn is_rounded(&self) -> bool {
        self.round.is_some()
    }

    /// The least label that covers these places.
    pub fn label(&self, lo: u32, hi: u32) -> (u32, u32) {
        let all = (0, self.places.len() as u32 - 1);
        match &self.round {
            _ if lo == hi && (self.is_free() || self.labels == Labels::Cells) => (lo, hi),
            Some(round) => {
                let run = (round.down[lo as usize], round.up[hi as usize]);
                let group = self.around(lo, hi).filter(|_| round.groups).map(|(group, _)| group);
                group.filter(|group| group.1 - group.0 < run.1 - run.0).unwrap_or(run)
            }
            None if self.is_free() => (lo, hi),
            None if self.labels == Labels::Cells => all,
            None => self.around(lo, hi).map_or(all, |(run, _)| run),
        }
    }

    /// The lowest group of the hierarchy around these places, and how high it lies.
    fn around(&self, lo: u32, hi: u32) -> Option<((u32, u32), f64)> {
        let run = |(runs, height): &(Vec<(u32, u32)>, f64)| (runs[lo as usize], *height);
        self.levels.iter().map(run).find(|((_, last), _)| hi <= *last)
    }

    /// How far up the hierarchy these places lie: 0 (a value) … 1 (all values).
    pub fn height(&self, lo: u32, hi: u32) -> f64 {
        self.around(lo, hi).map_or(1.0, |(_, height)| height)
    }

    /// The values at these places, rising.
    pub fn values(&self, lo: u32, hi: u32) -> Vec<u32> {
        let mut values = self.places[lo as usize..=hi as usize].concat();
        values.sort_unstable();
        values
    }

    /// The values at one place.
    pub fn at(&self, place: u32) -> &[u32] {
        &self.places[place as usize]
    }

    /// The places at which runs may begin and end, for each place.
    fn rounded(&self, domain: &Domain, rows: &[u64]) -> Round {
        let count = |place: usize| self.places[place].iter().map(|value| rows[*value as usize]).sum::<u64>();
        let end = self.missing.map_or(self.places.len(), |place| place as usize);
        // Is there a number between the values at a place and those before it, which nobody has?
        let apart = |place: usize| match (self.places[place - 1].last(), self.places[place].first()) {
            (Some(below), Some(above)) => between(domain, *below as usize, *above as usize).is_some(),
            _ => false,
        };
        let mut since = 0;
        let mut edge = vec![false; end + 1];
        let common: Vec<bool> = (0..end).map(|place| count(place) >= COMMON).collect();
        for place in 0..end {
            if place > 0 && since >= COMMON && apart(place) {
                edge[place] = true;
                since = 0;
            }
            since = if common[place] { 0 } else { since + count(place) };
        }
        let (mut down, mut up): (Vec<u32>, Vec<u32>) = (0..self.places.len() as u32).map(|p| (p, p)).unzip();
        for place in 0..end {
            let may_begin = place == 0 || common[place] || edge[place];
            down[place] = if may_begin { place as u32 } else { down[place - 1] };
        }
        for place in (0..end).rev() {
            let may_end = place + 1 == end || common[place] || edge[place + 1];
            up[place] = if may_end { place as u32 } else { up[place + 1] };
        }
        let all: u64 = (0..end).map(count).sum();
        let of_common: u64 = (0..end).filter(|place| common[*place]).map(count).sum();
        Round { down, up, groups: 2 * of_common < all }
    }
}

/// The classes of tuples, each with the least labels that cover its rows.
pub fn regions(
    frequency: &Frequency,
    languages: &[Language],
    partition: &Partition,
    bounds: Bounds,
) -> Result<Regions> {
    let classes = partition.members().map(|(_, class)| class as usize + 1).max().unwrap_or(0);
    let spans: Vec<Vec<(u32, u32)>> = languages
        .iter()
        .zip(&frequency.columns)
        .map(|(language, column)| {
            let mut spans = vec![(u32::MAX, 0); classes];
            for (tuple, class) in partition.members() {
                let (place, span) = (language.place(column[tuple]), &mut spans[class as usize]);
                *span = (span.0.min(place), span.1.max(place));
            }
            spans
        })
        .collect();
    // Classes of sets are looked up by the values that they have, each once.
    let mut values_of: Vec<Vec<Vec<u32>>> = Vec::new();
    for (column, language) in languages.iter().enumerate() {
        let mut of = Vec::new();
        if language.is_of_values() {
            of = vec![Vec::new(); classes];
            partition.members().for_each(|(tuple, class)| {
                let values: &mut Vec<u32> = &mut of[class as usize];
                values.push(frequency.columns[column][tuple]);
            });
        }
        values_of.push(of);
    }
    // A label is known by its ends, so that its values are looked up once.
    let label = |class: u32, column: usize| {
        let (language, (lo, hi)) = (&languages[column], spans[column][class as usize]);
        (!language.is_of_values()).then(|| language.label(lo, hi))
    };
    let set = |class: u32, column: usize| {
        let language = &languages[column];
        let (lo, hi) = spans[column][class as usize];
        let height = language.height(lo, hi);
        if language.is_of_values() {
            return (values_of[column][class as usize].clone(), height);
        }
        let (first, last) = language.label(lo, hi);
        (language.values(first, last), language.height(first, last))
    };
    let labels = languages.iter().map(Language::labels).collect();
    Ok(Regions::labelled(frequency, partition, label, set)?.with_bounds(bounds, labels))
}

/// The run of places of the group around each place.
fn runs(level: &Grouping, places: &[Vec<u32>]) -> Vec<(u32, u32)> {
    let group = |place: usize| places[place].first().map(|value| level.group_of[*value as usize]);
    let mut runs = vec![(0, 0); places.len()];
    let mut first = 0;
    for place in 0..places.len() {
        if place + 1 == places.len() || group(place + 1) != group(place) {
            runs[first..=place].fill((first as u32, place as u32));
            first = place + 1;
        }
    }
    runs
}

fn height(level: &Grouping) -> f64 {
    level.heights.iter().copied().fold(0.0, f64::max)
}
