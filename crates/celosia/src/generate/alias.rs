//! Drawing from a distribution in constant time: Walker's alias method, as Vose (1991) builds it.

use super::draw::Lot;

/// Distributions over values, one per condition, stored end to end.
#[derive(Debug, Clone, PartialEq)]
pub struct Alias {
    /// Where the slots of each condition start; one more entry than there are conditions.
    starts: Vec<u32>,
    slots: Vec<Slot>,
}

/// A slot is drawn with the same chance as any other, and shows one value or the other.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slot {
    /// The draws, of 2^32 of the slot, that show its own value.
    share: u32,
    own: u32,
    other: u32,
}

impl Alias {
    /// From (condition, value, rows), ordered by condition. A condition without rows is never drawn for.
    pub fn new(conditions: usize, rows: &[(u32, u32, u64)]) -> Alias {
        let mut alias = Alias { starts: vec![0], slots: Vec::with_capacity(rows.len()) };
        let mut from = 0;
        for condition in 0..conditions as u32 {
            let count = rows[from..].iter().take_while(|(c, _, _)| *c == condition).count();
            alias.add(&rows[from..from + count]);
            from += count;
            alias.starts.push(alias.slots.len() as u32);
        }
        alias
    }

    fn add(&mut self, rows: &[(u32, u32, u64)]) {
        let base = self.slots.len();
        let total: u128 = rows.iter().map(|(_, _, n)| u128::from(*n)).sum();
        // A slot is full with `total` parts; each value has its rows times the number of slots.
        let mut parts: Vec<u128> = rows.iter().map(|(_, _, n)| u128::from(*n) * rows.len() as u128).collect();
        self.slots.extend(rows.iter().map(|&(_, value, _)| Slot { share: u32::MAX, own: value, other: value }));
        let (mut poor, mut rich): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(|&i| parts[i] < total);
        while let (Some(small), Some(large)) = (poor.pop(), rich.pop()) {
            let share = ((parts[small] << 32) / total) as u32;
            self.slots[base + small] = Slot { share, own: rows[small].1, other: rows[large].1 };
            parts[large] -= total - parts[small];
            if parts[large] < total { poor.push(large) } else { rich.push(large) }
        }
    }

    /// Draws a value under a condition.
    #[inline]
    pub fn draw(&self, condition: u32, lot: &mut Lot) -> u32 {
        let (from, to) = (self.starts[condition as usize], self.starts[condition as usize + 1]);
        let random = lot.next();
        let slot = self.slots[from as usize + (((random >> 32) * u64::from(to - from)) >> 32) as usize];
        if random as u32 <= slot.share { slot.own } else { slot.other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_as_often_as_their_rows() {
        let alias = Alias::new(2, &[(0, 0, 1), (0, 1, 2), (0, 2, 5), (1, 7, 3)]);
        let mut lot = Lot::new(1, 1);
        let mut drawn = [0; 3];
        for _ in 0..80_000 {
            drawn[alias.draw(0, &mut lot) as usize] += 1;
        }
        // Six standard deviations of a binomial are at most 850.
        for (found, expected) in drawn.into_iter().zip([10_000, 20_000, 50_000i32]) {
            assert!((found - expected).abs() < 850, "{drawn:?}");
        }
        assert!((0..100).all(|_| alias.draw(1, &mut lot) == 7));
    }
}
