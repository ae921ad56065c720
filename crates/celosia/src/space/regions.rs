//! Classes with labels of their own: which class each distinct tuple falls into, and which set of values each column shows
//! in each class. What a node or a cut shows is a special case, in which the sets of a column do not overlap.
//!
//! Some rows of a tuple may fall into other classes than the rest: which of them it is a lot decides when they are released.

use std::cmp::Ordering;

use hashbrown::HashMap;

use super::{Partition, Sets, Share};
use crate::error::{Error, Result};
use crate::frequency::Frequency;
use crate::study::{Bounds, Labels};

/// Classes of a table's distinct tuples, and the sets of values that they show.
#[derive(Debug, Clone, PartialEq)]
pub struct Regions {
    class_of: Vec<u32>,
    /// Rows that fall elsewhere.
    shares: Vec<Share>,
    /// Per column the sets that classes show, no two the same.
    sets: Vec<Sets>,
    /// The number of the set that each class shows in each column, class by class.
    shows: Vec<u32>,
    /// How bounds of intervals are told, where labels are made for classes; nothing where they are those of groups.
    bounds: Option<Bounds>,
    /// What the labels of each column are, where they are made for classes.
    languages: Vec<Labels>,
}

impl Regions {
    /// The regions in which `class_of` says which class each distinct tuple falls into, and `set` which values a class shows
    /// in a column, with the height of that set in the column's hierarchy (0 … 1).
    ///
    /// Classes are numbered anew, by their first tuples. Those that show the same in every column become one, because nobody
    /// could tell them apart in a release. A tuple whose class does not show its values is an error.
    pub fn new(
        frequency: &Frequency,
        class_of: &[u32],
        set: impl Fn(u32, usize) -> (Vec<u32>, f64),
    ) -> Result<Regions> {
        Regions::of(frequency, &class_of.to_vec().into(), set)
    }

    /// The same where rows of a tuple may fall into several classes.
    pub fn of(
        frequency: &Frequency,
        partition: &Partition,
        set: impl Fn(u32, usize) -> (Vec<u32>, f64),
    ) -> Result<Regions> {
        Regions::labelled(frequency, partition, |_, _| None, set)
    }

    /// The same where the set of a class in a column may be known by a label: classes with one label have one set.
    pub(super) fn labelled(
        frequency: &Frequency,
        partition: &Partition,
        label: impl Fn(u32, usize) -> Option<(u32, u32)>,
        set: impl Fn(u32, usize) -> (Vec<u32>, f64),
    ) -> Result<Regions> {
        if let Some(what) = partition.wrong(frequency) {
            return Err(wrong(what));
        }
        let columns = frequency.columns.len();
        let mut sets = vec![Sets::default(); columns];
        let mut known: Vec<HashMap<Vec<u32>, u32>> = vec![HashMap::new(); columns];
        let mut of_label: Vec<HashMap<(u32, u32), u32>> = vec![HashMap::new(); columns];
        let mut of_class: HashMap<u32, u32> = HashMap::new();
        let mut of_shown: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut shows = Vec::new();
        let mut shown_by = |class: u32| {
            let mut shown = Vec::with_capacity(columns);
            for (column, attribute) in frequency.attributes.iter().enumerate() {
                let label = label(class, column);
                if let Some(number) = label.and_then(|label| of_label[column].get(&label)) {
                    shown.push(*number);
                    continue;
                }
                let (mut values, height) = set(class, column);
                values.sort_unstable();
                values.dedup();
                if values.last().is_some_and(|value| *value as usize >= attribute.counts.len()) {
                    return Err(wrong(format!("a set of column {} has a value that it does not have", column + 1)));
                }
                let number = match known[column].get(&values) {
                    Some(number) => *number,
                    None => {
                        let number = sets[column].push(&values, height, attribute);
                        known[column].insert(values, number);
                        number
                    }
                };
                of_label[column].extend(label.map(|label| (label, number)));
                shown.push(number);
            }
            let next = of_shown.len() as u32;
            Ok(*of_shown.entry(shown).or_insert_with_key(|shown| {
                shows.extend_from_slice(shown);
                next
            }))
        };
        let mut number_of = |class: u32| {
            if let Some(number) = of_class.get(&class) {
                return Ok(*number);
            }
            let number = shown_by(class)?;
            of_class.insert(class, number);
            Ok::<u32, Error>(number)
        };
        let mut numbers = Vec::with_capacity(partition.class_of.len());
        let (mut shares, mut rest): (Vec<Share>, &[Share]) = (Vec::new(), &partition.shares);
        for (tuple, class) in (0..).zip(&partition.class_of) {
            let own = number_of(*class)?;
            numbers.push(own);
            let (of_tuple, others) = rest.split_at(rest.partition_point(|share| share.tuple == tuple));
            rest = others;
            for share in of_tuple {
                let class = number_of(share.class)?;
                shares.extend((class != own).then_some(Share { class, ..*share }));
            }
        }
        // Classes that became one have joined their rows.
        let Partition { class_of: numbers, shares } = Partition { class_of: numbers, shares }.joined();
        let regions = Regions { class_of: numbers, shares, sets, shows, bounds: None, languages: Vec::new() };
        let shares = regions.shares.iter().map(|share| (share.tuple as usize, share.class));
        let mut members = regions.class_of.iter().copied().enumerate().chain(shares);
        match members.find(|(tuple, class)| !regions.holds(frequency, *tuple, *class)) {
            None => Ok(regions),
            Some((tuple, _)) => {
                Err(wrong(format!("the class of distinct tuple {} does not show its values", tuple + 1)))
            }
        }
    }

    /// The same with labels that say the bounds of each class.
    pub fn with_bounds(self, bounds: Bounds, languages: Vec<Labels>) -> Regions {
        Regions { bounds: Some(bounds), languages, ..self }
    }

    /// What the labels of each column are, where they are made for classes.
    pub fn languages(&self) -> &[Labels] {
        &self.languages
    }

    /// How bounds of intervals are told, where labels are made for classes.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    fn holds(&self, frequency: &Frequency, tuple: usize, class: u32) -> bool {
        let shown = self.shows(class).iter().zip(&self.sets).zip(&frequency.columns);
        shown
            .into_iter()
            .all(|((set, sets), column)| sets.get(*set as usize).values.binary_search(&column[tuple]).is_ok())
    }

    /// The class of each distinct tuple. Classes are numbered by their first tuples.
    pub fn class_of(&self) -> &[u32] {
        &self.class_of
    }

    /// Rows of tuples that fall into other classes than their tuples do, by tuple and class.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// Do classes take rows of a tuple by their values of the attribute beside?
    pub fn is_by_value(&self) -> bool {
        self.shares.iter().any(|share| share.value.is_some())
    }

    /// The shares of one tuple.
    pub fn shares_of(&self, tuple: usize) -> &[Share] {
        let first = self.shares.partition_point(|share| (share.tuple as usize) < tuple);
        let rest = &self.shares[first..];
        &rest[..rest.partition_point(|share| share.tuple as usize == tuple)]
    }

    /// Rows of each tuple that fall into classes that stay.
    pub fn rows_left(&self, frequency: &Frequency, stays: impl Fn(u32) -> bool) -> Vec<u64> {
        let own = frequency.counts.iter().zip(&self.class_of);
        let mut rows: Vec<u64> = own.map(|(rows, class)| rows * u64::from(stays(*class))).collect();
        for share in &self.shares {
            let of_tuple = &mut rows[share.tuple as usize];
            match (stays(self.class_of[share.tuple as usize]), stays(share.class)) {
                (true, false) => *of_tuple -= share.rows,
                (false, true) => *of_tuple += share.rows,
                _ => {}
            }
        }
        rows
    }

    /// The same classes as a partition.
    pub fn partition(&self) -> Partition {
        Partition { class_of: self.class_of.clone(), shares: self.shares.clone() }
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.shows.len() / self.sets.len().max(1)
    }

    /// The sets that classes show, per column.
    pub fn sets(&self) -> &[Sets] {
        &self.sets
    }

    /// The number of the set that a class shows in each column. No two classes show the same in all.
    pub fn shows(&self, class: u32) -> &[u32] {
        let columns = self.sets.len();
        &self.shows[class as usize * columns..][..columns]
    }

    /// A fixed order.
    pub(super) fn compare(&self, other: &Regions) -> Ordering {
        self.class_of.cmp(&other.class_of).then_with(|| (&self.shares, &self.shows).cmp(&(&other.shares, &other.shows)))
    }
}

fn wrong(what: String) -> Error {
    Error::study(
        "regions",
        what,
        "give every distinct tuple a class, and every class sets that hold its tuples' values",
    )
}
