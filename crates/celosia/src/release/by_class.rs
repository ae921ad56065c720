//! Where each class has labels of its own, all values of a row together say what it shows: from codes to a class, and from
//! the class to the sets that its columns show.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::frequency::Frequency;
use crate::open::Source;
use crate::space::Regions;

/// Which class the values of a row fall into.
pub struct ByClass {
    regions: Arc<Regions>,
    /// The class of the codes of each distinct tuple.
    class_of: HashMap<Vec<u32>, u32>,
    /// Per quasi-identifier with a floor, the code that each value was counted under.
    stands: Vec<Option<Vec<u32>>>,
}

impl ByClass {
    /// The classes of a table.
    pub fn new(source: &Source, frequency: &Frequency, regions: &Arc<Regions>) -> ByClass {
        let codes = |tuple: usize| frequency.columns.iter().map(|column| column[tuple]).collect();
        let class_of = regions.class_of().iter().enumerate().map(|(tuple, class)| (codes(tuple), *class)).collect();
        let stands = source.quasi().map(|q| (q.hierarchy.floor > 0).then(|| q.hierarchy.at_floor(q.domain)));
        ByClass { regions: regions.clone(), class_of, stands: stands.collect() }
    }

    /// The code that a value of a quasi-identifier was counted under.
    pub fn counted_as(&self, quasi: usize, code: u32) -> u32 {
        self.stands[quasi].as_ref().map_or(code, |stands| stands[code as usize])
    }

    /// Does a quasi-identifier have a floor, so that several values were counted as one?
    pub fn has_floors(&self) -> bool {
        self.stands.iter().any(Option::is_some)
    }

    /// The codes of each distinct tuple, and the numbers of the sets that it shows. In no particular order.
    pub fn tuples(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        self.class_of.iter().map(|(codes, class)| (codes.as_slice(), self.regions.shows(*class)))
    }

    /// The numbers of the sets that a row with these codes shows; nothing where no row had them when the table was counted.
    pub fn sets(&self, codes: &[u32]) -> Option<&[u32]> {
        self.class_of.get(codes).map(|class| self.regions.shows(*class))
    }
}
