//! What of a tuple may move between classes: all of its rows alone, any of them or, where it must be known what else each class holds,
//! any of those that share a value of the one attribute beside.

use std::borrow::Cow;
use std::ops::Range;

use super::{Boxes, Partition, Share};
use crate::frequency::{Frequency, Tracked};

/// What of a tuple may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// All of its rows alone: nobody could say what was promised of parts.
    Whole,
    /// Any of its rows: they are alike.
    Rows,
    /// Any of its rows that share a value of the attribute beside: these are alike.
    OfValue,
}

/// The rows of a table that are alike, numbered: of each tuple one after the other.
#[derive(Debug, Clone)]
pub struct Units {
    /// The tuple of each, and its value.
    of: Vec<(u32, Option<u32>)>,
    counts: Vec<u64>,
    /// Where the units of each tuple begin; one entry more than there are tuples.
    begins: Vec<u32>,
    tuples: usize,
}

impl Units {
    /// One for each tuple.
    fn of_tuples(frequency: &Frequency) -> Units {
        let tuples = frequency.distinct();
        Units {
            of: (0..tuples as u32).map(|tuple| (tuple, None)).collect(),
            counts: frequency.counts.clone(),
            begins: (0..=tuples as u32).collect(),
            tuples,
        }
    }

    /// One for each tuple and each value that it has.
    fn of_values(tracked: &Tracked) -> Units {
        let histograms = &tracked.histograms;
        let tuples = histograms.starts.len() - 1;
        let (mut of, mut begins) = (Vec::with_capacity(histograms.values.len()), vec![0]);
        for tuple in 0..tuples {
            of.extend(histograms.of(tuple).values.iter().map(|value| (tuple as u32, Some(*value))));
            begins.push(of.len() as u32);
        }
        Units { of, counts: histograms.counts.clone(), begins, tuples }
    }

    /// The units of a table.
    pub fn new(frequency: &Frequency, unit: Unit) -> Units {
        match frequency.beside().filter(|_| unit == Unit::OfValue) {
            Some(tracked) => Units::of_values(tracked),
            None => Units::of_tuples(frequency),
        }
    }

    /// The units of a tuple.
    pub fn of_tuple(&self, tuple: usize) -> Range<u32> {
        self.begins[tuple]..self.begins[tuple + 1]
    }

    /// Rows of each.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The tuple of a unit, and its value where that matters.
    pub fn get(&self, unit: u32) -> (u32, Option<u32>) {
        self.of[unit as usize]
    }

    /// Units as points, where tuples are.
    pub fn boxes<'b>(&self, boxes: &'b Boxes) -> Cow<'b, Boxes> {
        if self.of.len() == self.tuples {
            return Cow::Borrowed(boxes);
        }
        let places = self.of.iter().flat_map(|(tuple, _)| boxes.place(*tuple as usize)).copied().collect();
        Cow::Owned(Boxes::new(boxes.axes.clone(), places, self.counts.clone(), boxes.suppressed))
    }

    /// Classes given as lists of units with their rows, which together are all rows. Of each tuple the class leads that has most of
    /// its rows.
    pub fn partition<'l>(&self, lists: impl Iterator<Item = &'l [(u32, u64)]>) -> Partition {
        let mut all: Vec<Share> = Vec::new();
        for (class, list) in (0..).zip(lists) {
            let share = |(unit, rows): &(u32, u64)| {
                let (tuple, value) = self.get(*unit);
                Share { tuple, class, value, rows: *rows }
            };
            all.extend(list.iter().map(share));
        }
        all.sort_unstable();
        let mut partition = Partition { class_of: vec![0; self.tuples], shares: Vec::new() };
        for of_tuple in all.chunk_by(|one, other| one.tuple == other.tuple) {
            let of_class = of_tuple.chunk_by(|one, other| one.class == other.class);
            let rows = |shares: &[Share]| shares.iter().map(|share| share.rows).sum::<u64>();
            // The first of those that have most.
            let most = of_class.rev().max_by_key(|shares| rows(shares)).map_or(0, |shares| shares[0].class);
            partition.class_of[of_tuple[0].tuple as usize] = most;
            partition.shares.extend(of_tuple.iter().filter(|share| share.class != most));
        }
        partition.joined()
    }
}
