//! Shuffling rows with a seed from the operating system that nobody learns: a published seed would undo the shuffle.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{SeedableRng, TryRng, rngs::SysRng};

use crate::error::{Error, Result};

/// Rows of text, held until all are known. The order of a source table can tell who is who, as names in a list do.
#[derive(Default)]
pub struct Held {
    text: String,
    ends: Vec<usize>,
    width: usize,
}

impl Held {
    /// Rows of so many columns.
    pub fn new(width: usize) -> Held {
        Held { width, ..Held::default() }
    }

    /// Adds a row.
    pub fn push<'v>(&mut self, values: impl Iterator<Item = &'v str>) {
        for value in values {
            self.text.push_str(value);
            self.ends.push(self.text.len());
        }
    }

    fn value(&self, cell: usize) -> &str {
        let start = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.text[start..self.ends[cell]]
    }

    /// Hands on the rows in random order.
    pub fn shuffled(self, mut row: impl FnMut(&mut dyn Iterator<Item = &str>) -> Result<()>) -> Result<()> {
        let mut order: Vec<usize> = (0..self.ends.len() / self.width.max(1)).collect();
        order.shuffle(&mut generator()?);
        for i in order {
            row(&mut (i * self.width..(i + 1) * self.width).map(|cell| self.value(cell)))?;
        }
        Ok(())
    }
}

/// A cryptographic generator with a seed from the operating system.
pub fn generator() -> Result<StdRng> {
    let mut seed = <StdRng as SeedableRng>::Seed::default();
    SysRng
        .try_fill_bytes(&mut seed)
        .map_err(|e| Error::study("random numbers", format!("the operating system gives none: {e}"), "try again"))?;
    Ok(StdRng::from_seed(seed))
}
