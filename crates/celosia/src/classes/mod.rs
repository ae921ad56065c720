//! Equivalence classes of a point of any space, rolled up from the classes of a finer point.
//!
//! A class is known by its first tuple in the frequency table. Classes stand in the order of their first tuples,
//! whatever finer point they were rolled up from, so sums over classes have one order and one result.

mod blocks;
mod crowds;
mod keys;
mod lend;
mod lineage;
mod list;
mod number;
mod part;
mod scratches;
mod sift;
mod trails;

pub use blocks::Blocks;
pub use crowds::Crowds;
pub use lineage::Lineage;
pub use list::{Columns, List, Room};
pub use scratches::Scratches;
pub use sift::sift;
pub use trails::Trails;

use std::borrow::Cow;

use hashbrown::HashTable;

use crate::frequency::{self, Frequency, Histograms, Persons, Tracked};
use crate::space::{Grouping, Regions};

/// The classes of a point.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Classes {
    /// First tuple of each class.
    pub first: Vec<u32>,
    /// Rows of each class.
    pub rows: Vec<u64>,
    /// Histogram per class of each sensitive attribute, where they are tracked; with what rows weigh in the place of rows where
    /// persons are.
    pub sensitive: Vec<Histograms>,
    /// Histogram per class of the class attribute, where it is tracked.
    pub label: Option<Histograms>,
    /// Lowest and highest value code per class and attribute, end to end, where they are tracked.
    pub extents: Option<Vec<(u32, u32)>>,
    /// The persons of each class, where persons are counted.
    pub persons: Option<Box<Crowds>>,
    /// The trails of persons who stay in the release.
    pub trails: Option<Box<Trails>>,
}

/// What classes carry beyond their rows: only what the objectives look at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Track {
    /// Histograms of the sensitive attributes.
    pub sensitive: bool,
    /// Histogram of the class attribute.
    pub label: bool,
    /// Lowest and highest values.
    pub extents: bool,
    /// Persons, where the table has them; the sensitive attributes count what rows weigh then.
    pub persons: bool,
    /// And who holds which sensitive values.
    pub holders: bool,
    /// And how many persons each class has.
    pub crowds: bool,
}

/// Memory that is used again from one roll-up to the next.
#[derive(Default)]
pub struct Scratch {
    /// Class + 1 of each key; all zero between roll-ups.
    dense: Vec<u32>,
    keys: Vec<u64>,
    /// Classes of the keys that occur, and the key of each class.
    table: Vec<u32>,
    key_of: Vec<u64>,
    /// First tuple of each class.
    first: Vec<u32>,
    class_of: Vec<u32>,
    counts: Vec<u64>,
    order: Vec<u32>,
    touched: Vec<u32>,
    /// Sets of classes that persons are spread over.
    sets: HashTable<u32>,
    /// Tuples already met; all false between unions.
    marks: Vec<bool>,
    /// For classes straight from the tuples.
    numbering: blocks::Numbering,
    /// Classes that nobody needs any more: the next ones are written where they stand.
    spare: Classes,
}

impl Scratch {
    /// All tuples of some lists, each once, in the order in which they come.
    pub fn union(&mut self, lists: &[&[u32]], distinct: usize) -> Vec<u32> {
        self.marks.resize(distinct, false);
        let tuples = lists.iter().flat_map(|list| list.iter().copied());
        let is_new = |tuple: u32| (tuple, !std::mem::replace(&mut self.marks[tuple as usize], true));
        let union = sift(tuples.map(is_new), lists.iter().map(|list| list.len()).sum());
        union.iter().for_each(|tuple| self.marks[*tuple as usize] = false);
        union
    }

    /// Which class each finer class went to in the last roll-up.
    pub fn class_of(&self) -> &[u32] {
        &self.class_of
    }

    /// Takes classes that nobody needs any more.
    pub fn take_back(&mut self, classes: Classes) {
        self.spare = classes;
    }
}

impl Classes {
    /// Every distinct tuple is a class: the data as they are.
    pub fn finest(frequency: &Frequency, track: Track) -> Classes {
        let label = frequency.label.as_ref().filter(|_| track.label);
        let extents = || {
            let of_tuple = |t| frequency.columns.iter().map(move |column| (column[t], column[t]));
            (0..frequency.distinct()).flat_map(of_tuple).collect()
        };
        let sensitive = track.sensitive_of(frequency);
        Classes {
            first: (0..frequency.distinct() as u32).collect(),
            rows: frequency.counts.clone(),
            sensitive: sensitive.iter().map(|s| s.histograms.clone()).collect(),
            persons: track.persons_of(frequency).map(|persons| Box::new(Crowds::finest(persons, track))),
            trails: track.trails_of(frequency).map(|known| Box::new(Trails::finest(known))),
            label: label.map(|l| l.histograms.clone()),
            extents: track.extents.then(extents),
        }
    }

    /// Bytes that these classes take.
    pub fn bytes(&self) -> u64 {
        let histograms = |h: &Histograms| h.starts.len() * 8 + h.values.len() * 4 + h.counts.len() * 8;
        let all = self.sensitive.iter().chain(&self.label).map(histograms).sum::<usize>();
        let persons = self.persons.as_ref().map_or(0, |persons| persons.bytes());
        let persons = persons + self.trails.as_ref().map_or(0, |trails| trails.bytes());
        (self.len() * 12 + all + self.extents.as_ref().map_or(0, |e| e.len() * 8)) as u64 + persons
    }

    /// How many there are in each class of what is counted: rows, or persons.
    pub fn sizes(&self) -> Cow<'_, [u64]> {
        match &self.persons {
            None => Cow::Borrowed(&self.rows),
            Some(persons) => Cow::Borrowed(&persons.counts),
        }
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// No class at all?
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The classes of a coarser point. Each of its groups must be a union of groups of this point.
    pub fn roll_up(&self, frequency: &Frequency, groupings: &[&Grouping], scratch: &mut Scratch) -> Classes {
        number::number(frequency, groupings, &self.first, scratch);
        let trails = self.trails.as_ref().map(|trails| Box::new(trails.merged(self, scratch)));
        Classes { trails, ..self.merged(frequency, scratch) }.with_trails()
    }

    /// A class has as many persons as share its trail.
    fn with_trails(mut self) -> Classes {
        if let (Some(persons), Some(trails)) = (&mut self.persons, &self.trails) {
            persons.set_counts(trails.of.iter().map(|trail| trails.persons[*trail as usize]));
        }
        self
    }

    /// The classes of regions. Of rows that fall elsewhere than their tuple, and have no value said, histograms know nothing: there these
    /// are those of the tuples.
    pub fn of_regions(frequency: &Frequency, track: Track, regions: &Regions, scratch: &mut Scratch) -> Classes {
        if regions.shares().is_empty() {
            return Classes::of_partition(frequency, track, regions.class_of(), regions.classes(), scratch);
        }
        scratch.class_of.clear();
        scratch.class_of.extend_from_slice(regions.class_of());
        scratch.class_of.extend(regions.shares().iter().map(|share| share.class));
        scratch.first.clear();
        scratch.first.resize(regions.classes(), u32::MAX);
        let firsts = (0..frequency.distinct() as u32).chain(regions.shares().iter().map(|share| share.tuple));
        for (tuple, class) in firsts.zip(&scratch.class_of) {
            let first = &mut scratch.first[*class as usize];
            *first = tuple.min(*first);
        }
        Classes::finest(frequency, track).lending(frequency, regions.shares()).merged(frequency, scratch)
    }

    /// The classes of a partition of the tuples: `class_of` says which of `classes` each distinct tuple falls into. They must be
    /// numbered by their first tuples.
    pub fn of_partition(
        frequency: &Frequency,
        track: Track,
        class_of: &[u32],
        classes: usize,
        scratch: &mut Scratch,
    ) -> Classes {
        scratch.class_of.clear();
        scratch.class_of.extend_from_slice(class_of);
        blocks::first_of_each(class_of, classes, &mut scratch.first);
        Classes::finest(frequency, track).merged(frequency, scratch)
    }

    /// These classes merged into those of `scratch.first`, as `scratch.class_of` says.
    fn merged(&self, frequency: &Frequency, scratch: &mut Scratch) -> Classes {
        let Classes { mut first, mut rows, sensitive, label, persons, .. } = std::mem::take(&mut scratch.spare);
        first.clone_from(&scratch.first);
        let classes = first.len();
        rows.clear();
        rows.resize(classes, 0);
        for (class, n) in scratch.class_of.iter().zip(&self.rows) {
            rows[*class as usize] += n;
        }
        let known = self.persons.as_deref().zip(frequency.persons.as_deref());
        let persons = known.map(|(finer, about)| {
            Box::new(finer.merged(about, classes, persons.map(|room| *room).unwrap_or_default(), scratch))
        });
        let mut room = sensitive.into_iter().chain(label);
        let mut merge = |h| merge_all(h, classes, room.next().unwrap_or_default(), scratch);
        Classes {
            sensitive: self.sensitive.iter().map(&mut merge).collect(),
            label: self.label.as_ref().map(merge),
            extents: self.extents.as_ref().map(|e| merge_extents(e, &scratch.class_of, classes)),
            first,
            rows,
            persons,
            trails: None,
        }
    }
}

impl Track {
    /// The sensitive attributes that are tracked, by rows or, where persons are counted, by what rows weigh.
    fn sensitive_of(self, frequency: &Frequency) -> &[Tracked] {
        match self.persons_of(frequency) {
            _ if !self.sensitive => &[],
            Some(persons) => &persons.sensitive,
            None => &frequency.sensitive,
        }
    }

    /// The trails of persons who stay, where persons are tracked.
    fn trails_of(self, frequency: &Frequency) -> Option<&frequency::Trails> {
        self.persons_of(frequency)?.trails.as_ref()
    }

    /// The persons, where they are tracked.
    fn persons_of(self, frequency: &Frequency) -> Option<&Persons> {
        frequency.persons.as_deref().filter(|_| self.persons)
    }
}

fn merge_extents(extents: &[(u32, u32)], class_of: &[u32], classes: usize) -> Vec<(u32, u32)> {
    let attributes = extents.len() / class_of.len().max(1);
    let mut merged = vec![(u32::MAX, 0); classes * attributes];
    for (finer, class) in extents.chunks_exact(attributes.max(1)).zip(class_of) {
        let into = &mut merged[*class as usize * attributes..];
        for (to, from) in into.iter_mut().zip(finer) {
            *to = (to.0.min(from.0), to.1.max(from.1));
        }
    }
    merged
}

/// The most values of histograms that are added up in an array of all classes and values.
const FEW: usize = 16;

/// Adds up the histograms of merged classes, where there are few values.
fn merge_few(
    finer: &Histograms,
    of: impl Fn(usize) -> usize,
    (classes, values): (usize, usize),
    mut merged: Histograms,
    class_of: &[u32],
    counts: &mut Vec<u64>,
) -> Histograms {
    counts.clear();
    counts.resize(classes * values, 0);
    for (finer_class, class) in class_of.iter().enumerate() {
        let into = &mut counts[*class as usize * values..][..values];
        let finer_class = of(finer_class);
        for at in finer.starts[finer_class]..finer.starts[finer_class + 1] {
            into[finer.values[at] as usize] += finer.counts[at];
        }
    }
    let entries = counts.iter().filter(|n| **n > 0).count();
    merged.make_room(classes, entries);
    for of_class in counts.chunks_exact(values.max(1)) {
        for (value, n) in of_class.iter().enumerate().filter(|(_, n)| **n > 0) {
            merged.values.push(value as u32);
            merged.counts.push(*n);
        }
        merged.starts.push(merged.values.len());
    }
    merged
}

/// Adds up the histograms of merged classes, all of them in their order, where others stood.
fn merge_all(finer: &Histograms, classes: usize, room: Histograms, scratch: &mut Scratch) -> Histograms {
    let values = finer.values.iter().max().map_or(0, |v| *v as usize + 1);
    merge_histograms(finer, |at| at, (classes, values), room, scratch)
}

/// Adds up histograms: `of` says which comes at a place, `scratch.class_of` which of `classes` that goes to. Their
/// values are less than `values`.
fn merge_histograms(
    finer: &Histograms,
    of: impl Fn(usize) -> usize,
    (classes, values): (usize, usize),
    mut merged: Histograms,
    scratch: &mut Scratch,
) -> Histograms {
    let Scratch { class_of, counts, order, touched, .. } = scratch;
    if values <= FEW {
        return merge_few(finer, of, (classes, values), merged, class_of, counts);
    }
    let starts = by_class(class_of, classes, order);
    counts.clear();
    counts.resize(values, 0);
    merged.make_room(classes, 0);
    for class in 0..classes {
        touched.clear();
        for member in &order[starts[class]..starts[class + 1]] {
            let histogram = finer.of(of(*member as usize));
            for (value, n) in histogram.values.iter().zip(histogram.counts) {
                if counts[*value as usize] == 0 {
                    touched.push(*value);
                }
                counts[*value as usize] += n;
            }
        }
        touched.sort_unstable();
        for value in touched.iter() {
            merged.values.push(*value);
            merged.counts.push(std::mem::take(&mut counts[*value as usize]));
        }
        merged.starts.push(merged.values.len());
    }
    merged
}

/// Finer classes, sorted into `order` by the class that they went to (counting sort, stable); where those of each class start.
fn by_class(class_of: &[u32], classes: usize, order: &mut Vec<u32>) -> Vec<usize> {
    let mut starts = vec![0usize; classes + 1];
    for class in class_of.iter() {
        starts[*class as usize + 1] += 1;
    }
    for i in 0..classes {
        starts[i + 1] += starts[i];
    }
    order.clear();
    order.resize(class_of.len(), 0);
    let mut next = starts.clone();
    for (finer, class) in class_of.iter().enumerate() {
        order[next[*class as usize]] = finer as u32;
        next[*class as usize] += 1;
    }
    starts
}
