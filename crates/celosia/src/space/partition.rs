//! Rows shared out to classes: all rows of a tuple to one, or some of them to others.

use crate::frequency::Frequency;

/// Rows of a tuple that fall into another class than most of it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    /// The distinct tuple.
    pub tuple: u32,
    /// The class.
    pub class: u32,
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
    /// Classes given as lists of tuples with their rows, which together are all rows. Most rows of a tuple lead.
    pub fn of_lists<'l>(tuples: usize, lists: impl Iterator<Item = &'l [(u32, u64)]>) -> Partition {
        let mut all: Vec<(u32, u64, u32)> = Vec::new();
        for (class, list) in (0..).zip(lists) {
            all.extend(list.iter().map(|(tuple, rows)| (*tuple, *rows, class)));
        }
        all.sort_unstable_by_key(|(tuple, rows, class)| (*tuple, std::cmp::Reverse(*rows), *class));
        let mut partition = Partition { class_of: vec![0; tuples], shares: Vec::new() };
        for of_tuple in all.chunk_by(|one, other| one.0 == other.0) {
            let (tuple, _, class) = of_tuple[0];
            partition.class_of[tuple as usize] = class;
            let shares =
                of_tuple[1..].iter().map(|(tuple, rows, class)| Share { tuple: *tuple, class: *class, rows: *rows });
            partition.shares.extend(shares);
        }
        partition.shares.sort_unstable();
        partition
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
        let of_tuple = |shares: &[Share]| {
            let rows = shares.iter().map(|share| share.rows).sum::<u64>();
            let counted = frequency.counts.get(shares[0].tuple as usize).copied().unwrap_or(0);
            rows < counted && shares.iter().all(|share| share.rows > 0)
        };
        let fits = self.shares.is_sorted() && self.shares.chunk_by(|a, b| a.tuple == b.tuple).all(of_tuple);
        (!fits).then(|| "rows of a tuple fall into more classes than it has rows".into())
    }
}
