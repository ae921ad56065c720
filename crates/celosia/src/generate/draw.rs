//! Drawing rows: blocks that depend on the seed and their number alone, so that threads do not matter.

use super::learn::{From, Shape};

/// Rows per block.
pub const BLOCK: u64 = 1 << 16;

/// The codes of a block of rows, column by column, in the order of the shape's columns; none for running numbers.
pub struct Block {
    /// The number of its first row, counted from 0.
    pub first: u64,
    /// How many rows there are.
    pub rows: usize,
    /// Per column the code of each row.
    pub codes: Vec<Vec<u32>>,
}

impl Shape {
    /// Draws the block of a number, of a table of `rows` rows.
    pub fn block(&self, rows: u64, seed: u64, number: u64) -> Block {
        let first = number * BLOCK;
        let count = (rows - first).min(BLOCK) as usize;
        let mut codes: Vec<Vec<u32>> = vec![Vec::new(); self.columns.len()];
        let mut lot = Lot::new(seed, number);
        for &column in &self.order {
            let drawn = match &self.columns[column].from {
                From::Numbers => continue,
                From::Alone(alias) => (0..count).map(|_| alias.draw(0, &mut lot)).collect(),
                From::Other(parent, alias) => {
                    codes[*parent].iter().map(|&condition| alias.draw(condition, &mut lot)).collect()
                }
            };
            codes[column] = drawn;
        }
        Block { first, rows: count, codes }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): a few operations per number, and the same numbers in every version of every
/// library. Good enough for rows; nothing here is secret.
pub struct Lot(u64);

impl Lot {
    /// Where a block starts; blocks are far apart.
    pub fn new(seed: u64, number: u64) -> Lot {
        Lot(mixed(mixed(seed ^ 0x6a09_e667_f3bc_c908).wrapping_add(number)))
    }

    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }
}

#[inline]
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
