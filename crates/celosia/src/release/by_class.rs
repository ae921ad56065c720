//! Where each class has labels of its own, all values of a row together say what it shows: from codes to a class, and from
//! the class to the sets that its columns show.
//!
//! Where rows with the same values fall into several classes, a lot decides which of them falls into which, as many as the classes
//! are promised. Its seed comes from the operating system, and nobody learns it.

use std::sync::{Arc, Mutex};

use hashbrown::HashMap;
use rand::RngExt;
use rand::rngs::StdRng;

use super::shuffle::generator;
use crate::error::Result;
use crate::frequency::Frequency;
use crate::open::Source;
use crate::space::Regions;
use crate::table::lock;

/// Which class the values of a row fall into.
pub struct ByClass {
    regions: Arc<Regions>,
    /// The class of the codes of each distinct tuple.
    class_of: HashMap<Vec<u32>, u32>,
    /// Of distinct tuples whose rows fall into several classes, these with the rows that each has, its own first.
    several: HashMap<Vec<u32>, Vec<(u32, u64)>>,
    /// Per quasi-identifier with a floor, the code that each value was counted under.
    stands: Vec<Option<Vec<u32>>>,
}

impl ByClass {
    /// The classes of a table.
    pub fn new(source: &Source, frequency: &Frequency, regions: &Arc<Regions>) -> ByClass {
        let codes = |tuple: usize| frequency.columns.iter().map(|column| column[tuple]).collect();
        let class_of = regions.class_of().iter().enumerate().map(|(tuple, class)| (codes(tuple), *class)).collect();
        let mut several: HashMap<Vec<u32>, Vec<(u32, u64)>> = HashMap::new();
        for share in regions.shares() {
            let tuple = share.tuple as usize;
            let own = || vec![(regions.class_of()[tuple], frequency.counts[tuple])];
            let classes = several.entry(codes(tuple)).or_insert_with(own);
            classes[0].1 -= share.rows;
            classes.push((share.class, share.rows));
        }
        let stands = source.quasi().map(|q| (q.hierarchy.floor > 0).then(|| q.hierarchy.at_floor(q.domain)));
        ByClass { regions: regions.clone(), class_of, several, stands: stands.collect() }
    }

    /// The code that a value of a quasi-identifier was counted under.
    pub fn counted_as(&self, quasi: usize, code: u32) -> u32 {
        self.stands[quasi].as_ref().map_or(code, |stands| stands[code as usize])
    }

    /// Does a quasi-identifier have a floor, so that several values were counted as one?
    pub fn has_floors(&self) -> bool {
        self.stands.iter().any(Option::is_some)
    }

    /// The codes of each distinct tuple, and the numbers of the sets that it shows; of tuples whose rows fall into several classes
    /// once for each, with the first and the last of their rows, numbered from 1, that fall there. In no particular order.
    pub fn tuples(&self) -> impl Iterator<Item = (&[u32], &[u32], Option<(u64, u64)>)> {
        let whole = self.class_of.iter().filter(|(codes, _)| !self.several.contains_key(*codes));
        let whole = whole.map(|(codes, class)| (codes.as_slice(), self.regions.shows(*class), None));
        let several = self.several.iter().flat_map(|(codes, classes)| {
            let mut last = 0;
            let regions = &self.regions;
            classes.iter().map(move |(class, rows)| {
                last += rows;
                (codes.as_slice(), regions.shows(*class), Some((last - rows + 1, last)))
            })
        });
        whole.chain(several)
    }

    /// The numbers of the sets that a row with these codes shows; nothing where no row had them when the table was counted, or no
    /// more are left of them.
    pub fn sets(&self, codes: &[u32], lots: &Lots) -> Option<&[u32]> {
        let class = match self.several.get(codes) {
            None => *self.class_of.get(codes)?,
            Some(classes) => lots.draw(codes, classes)?,
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
