//! Rows shared out to classes: all rows of a tuple to one, or some of them to others.

use crate::frequency::Frequency;

/// Rows of a tuple that fall into another class than most of it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    /// The distinct tuple.
    pub tuple: u32,
    /// The class.
    pub class: u32,
    /// Their value of the one attribute beside the quasi-identifiers, where it matters; else any rows of the tuple will do.
    pub value: Option<u32>,
    /// How many rows.
    pub rows: u64,
}

/// Which class each distinct tuple falls into, but for the rows of some that fall into others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Partition {
    /// The class of each distinct tuple.
    pub class_of: Vec<u32>,
    /// Rows that fall elsewhere, by tuple and class. Of every tuple a row is left.
    pub shares: Vec<Share>,
}

impl From<Vec<u32>> for Partition {
    fn from(class_of: Vec<u32>) -> Partition {
        Partition { class_of, shares: Vec::new() }
    }
}

impl Partition {
    /// The same with shares that differ in rows alone made one.
    pub(super) fn joined(mut self) -> Partition {
        self.shares.sort_unstable();
        self.shares.dedup_by(|more, one| {
            let same = one.is_with(more);
            one.rows += if same { more.rows } else { 0 };
            same
        });
        self
    }

    /// Every tuple with each class that it has rows in.
    pub fn members(&self) -> impl Iterator<Item = (usize, u32)> {
        let whole = self.class_of.iter().copied().enumerate();
        whole.chain(self.shares.iter().map(|share| (share.tuple as usize, share.class)))
    }

    /// Why it is none of a table, if it is none.
    pub(super) fn wrong(&self, frequency: &Frequency) -> Option<String> {
        let (found, tuples) = (self.class_of.len(), frequency.distinct());
        if found != tuples {
            return Some(format!("{found} tuples have a class, and the table has {tuples} distinct tuples"));
        }
        let counted = |share: &Share| match share.value {
            None => frequency.counts.get(share.tuple as usize).copied(),
            Some(value) => frequency.beside().and_then(|beside| beside.histograms.rows(share.tuple as usize, value)),
        };
        // Of each tuple a row is left in its own class.
        let of_tuple = |shares: &[Share]| {
            let all = frequency.counts.get(shares[0].tuple as usize).copied().unwrap_or(0);
            let mut of_value: Vec<&Share> = shares.iter().collect();
            of_value.sort_by_key(|share| share.value);
            let rows = |shares: &[&Share]| shares.iter().map(|share| share.rows).sum::<u64>();
            shares.iter().all(|share| share.rows > 0 && share.value.is_some() == shares[0].value.is_some())
                && rows(&of_value) < all
                && of_value
                    .chunk_by(|a, b| a.value == b.value)
                    .all(|some| counted(some[0]).is_some_and(|counted| rows(some) <= counted))
        };
        let fits = self.shares.is_sorted() && self.shares.chunk_by(|a, b| a.tuple == b.tuple).all(of_tuple);
        (!fits).then(|| "rows of a tuple fall into more classes than it has rows".into())
    }
}

impl Share {
    /// Are these rows of the same kind in the same class?
    pub fn is_with(&self, other: &Share) -> bool {
        (self.tuple, self.class, self.value) == (other.tuple, other.class, other.value)
    }
}
