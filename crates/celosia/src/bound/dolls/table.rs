//! What dolls see of a problem: tuples with their rows, groups per attribute and level, and prices in whole numbers, so that
//! sums have no order and no rounding.

/// What a class must hold to be kept, beside its rows.
pub trait Kind: Clone + std::fmt::Debug + Sync + Send {
    /// What a tuple holds of it.
    type Held: Copy + Default + std::fmt::Debug + Send + Sync;
    /// Puts another's with it.
    fn join(held: &mut Self::Held, other: Self::Held);
    /// May a class of so many rows that holds this be kept?
    fn passes(&self, rows: u32, held: Self::Held) -> bool;
}

/// At least so many rows: k-anonymity.
#[derive(Debug, Clone, Copy)]
pub struct Rows(pub u32);

impl Kind for Rows {
    type Held = ();
    fn join((): &mut (), (): ()) {}
    fn passes(&self, rows: u32, (): ()) -> bool {
        rows >= self.0
    }
}

/// At least so many different values of each sensitive attribute: distinct l-diversity. A value is a bit, and each attribute has
/// a mask of its bits; a missing cell has none.
#[derive(Debug, Clone)]
pub struct Values {
    /// How many.
    pub least: u32,
    /// The bits of each attribute.
    pub masks: Vec<u128>,
}

impl Kind for Values {
    type Held = u128;
    fn join(held: &mut u128, other: u128) {
        *held |= other;
    }
    fn passes(&self, _: u32, held: u128) -> bool {
        self.masks.iter().all(|mask| (held & mask).count_ones() >= self.least)
    }
}

/// An attribute: of each level, from the finest on.
#[derive(Debug, Clone)]
pub struct Column {
    /// Group of each tuple, per level.
    pub groups: Vec<Vec<u32>>,
    /// How many groups a level has.
    pub sizes: Vec<usize>,
    /// What a row's cell costs in each group, per level; never more than `lost`.
    pub prices: Vec<Vec<u64>>,
    /// What a suppressed row's cell costs.
    pub lost: u64,
    /// What the cells of all rows cost, per level.
    pub costs: Vec<u64>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table<K: Kind> {
    /// Rows of each tuple.
    pub counts: Vec<u32>,
    /// What each tuple holds.
    pub held: Vec<K::Held>,
    pub columns: Vec<Column>,
    /// The most rows that may be suppressed.
    pub limit: u32,
    /// What classes must hold.
    pub kind: K,
}

impl<K: Kind> Table<K> {
    /// The top level of an attribute.
    pub fn top(&self, a: usize) -> u8 {
        (self.columns[a].sizes.len() - 1) as u8
    }
}
