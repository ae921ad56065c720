//! Where each class has labels of its own, all values of a row together say what it shows: from codes to a class, and from
//! the class to the sets that its columns show.
//!
//! Where rows with the same values fall into several classes, a lot decides which of them falls into which, as many as the classes
//! are promised. Its seed comes from the operating system, and nobody learns it. Where classes are promised what their rows hold
//! beside, the lot is drawn among those that have the same value beside too.

use std::sync::{Arc, Mutex};

use hashbrown::{HashMap, HashSet};
use rand::RngExt;
use rand::rngs::StdRng;

use super::shuffle::generator;
use crate::error::Result;
use crate::frequency::{Frequency, Histogram};
use crate::open::Source;
use crate::space::Regions;
use crate::table::lock;

/// Which class the values of a row fall into.
pub struct ByClass {
    regions: Arc<Regions>,
    /// The class of the codes of each distinct tuple.
    class_of: HashMap<Vec<u32>, u32>,
    /// Of tuples whose rows fall into several classes, these with the rows that each has, the tuple's own first: by the codes of the
    /// tuple and, where it matters, the value beside.
    several: HashMap<Vec<u32>, Vec<(u32, u64)>>,
    /// Per quasi-identifier with a floor, the code that each value was counted under.
    stands: Vec<Option<Vec<u32>>>,
    /// Does the value beside matter?
    pub by_value: bool,
}

/// Rows that fall into one class.
pub struct Fall<'a> {
    /// The codes of their tuple.
    pub codes: &'a [u32],
    /// Their value beside, where only rows with it are meant.
    pub value: Option<u32>,
    /// The numbers of the sets that they show.
    pub sets: &'a [u32],
    /// Where such rows fall into several classes, the first and the last of them, numbered from 1, that fall there.
    pub rows: Option<(u64, u64)>,
}

impl ByClass {
    /// The classes of a table.
    pub fn new(source: &Source, frequency: &Frequency, regions: &Arc<Regions>) -> ByClass {
        let codes = |tuple: usize| -> Vec<u32> { frequency.columns.iter().map(|column| column[tuple]).collect() };
        let class_of = regions.class_of().iter().enumerate().map(|(tuple, class)| (codes(tuple), *class)).collect();
        let mut several: HashMap<Vec<u32>, Vec<(u32, u64)>> = HashMap::new();
        for share in regions.shares() {
            let tuple = share.tuple as usize;
            let own = regions.class_of()[tuple];
            let key = codes(tuple);
            if let Some(beside) = frequency.beside().filter(|_| share.value.is_some()) {
                // Every value of the tuple is listed, those that stay together too.
                let Histogram { values, counts } = beside.histograms.of(tuple);
                for (value, rows) in values.iter().zip(counts) {
                    let key = key.iter().copied().chain([*value]).collect();
                    several.entry(key).or_insert_with(|| vec![(own, *rows)]);
                }
            }
            let key = key.into_iter().chain(share.value).collect();
            let classes = several.entry(key).or_insert_with(|| vec![(own, frequency.counts[tuple])]);
            classes[0].1 -= share.rows;
            classes.push((share.class, share.rows));
        }
        let stands = source.quasi().map(|q| (q.hierarchy.floor > 0).then(|| q.hierarchy.at_floor(q.domain)));
        let by_value = regions.is_by_value();
        ByClass { regions: regions.clone(), class_of, several, stands: stands.collect(), by_value }
    }

    /// The code that a value of a quasi-identifier was counted under.
    pub fn counted_as(&self, quasi: usize, code: u32) -> u32 {
        self.stands[quasi].as_ref().map_or(code, |stands| stands[code as usize])
    }

    /// Does a quasi-identifier have a floor, so that several values were counted as one?
    pub fn has_floors(&self) -> bool {
        self.stands.iter().any(Option::is_some)
    }

    /// Where the rows of each distinct tuple fall; in no particular order.
    pub fn falls(&self) -> impl Iterator<Item = Fall<'_>> {
        let (width, regions) = (self.stands.len(), &self.regions);
        let several = self.several.iter().flat_map(move |(key, classes)| {
            let (codes, value) = key.split_at(width);
            let is_one = classes.len() == 1;
            let mut last = 0;
            classes.iter().filter(|(_, rows)| *rows > 0).map(move |(class, rows)| {
                last += rows;
                let rows = (!is_one).then_some((last - rows + 1, last));
                Fall { codes, value: value.first().copied(), sets: regions.shows(*class), rows }
            })
        });
        several.chain(self.whole().map(|(codes, sets)| Fall { codes, value: None, sets, rows: None }))
    }

    /// The tuples of which all rows fall into one class, with the sets that they show.
    pub fn whole(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        let width = self.stands.len();
        let apart: HashSet<&[u32]> = self.several.keys().map(|key| &key[..width]).collect();
        let whole = self.class_of.iter().filter(move |(codes, _)| !apart.contains(codes.as_slice()));
        whole.map(|(codes, class)| (codes.as_slice(), self.regions.shows(*class)))
    }

    /// The numbers of the sets that a row with these codes shows, the last of which is that of its value beside; nothing where no row had
    /// them when the table was counted, or no more are left of them.
    pub fn sets(&self, codes: &[u32], lots: &Lots) -> Option<&[u32]> {
        let tuple = &codes[..self.stands.len()];
        let key = if self.by_value { codes } else { tuple };
        let class = match self.several.get(key) {
            None => *self.class_of.get(tuple)?,
            Some(classes) => lots.draw(key, classes)?,
        };
        Some(self.regions.shows(class))
    }
}

/// Lots that rows with the same values draw, one table of lots for each time that a release is made.
pub struct Lots(Mutex<Drawn>);

struct Drawn {
    /// Rows that are left for each class.
    left: HashMap<Vec<u32>, Vec<(u32, u64)>>,
    random: StdRng,
}

impl Lots {
    /// No lot is drawn yet.
    pub fn new() -> Result<Lots> {
        Ok(Lots(Mutex::new(Drawn { left: HashMap::new(), random: generator()? })))
    }

    /// The class of the next row with these codes: every order of its rows is equally likely.
    fn draw(&self, codes: &[u32], classes: &[(u32, u64)]) -> Option<u32> {
        let Drawn { left, random } = &mut *lock(&self.0);
        if !left.contains_key(codes) {
            left.insert(codes.to_vec(), classes.to_vec());
        }
        let left = left.get_mut(codes)?;
        let all: u64 = left.iter().map(|(_, rows)| rows).sum();
        let mut lot = random.random_range(0..all.max(1));
        for (class, rows) in left.iter_mut() {
            match lot.checked_sub(*rows) {
                Some(rest) => lot = rest,
                None => {
                    *rows -= 1;
                    return Some(*class);
                }
            }
        }
        None
    }
}
