//! Dice: each step throws its own, from the seed and the number of the step, so that a search goes on from a checkpoint as if
//! it had never stopped.

/// SplitMix64 (Steele, Lea and Flood 2014): a generator of cryptographic strength takes longer to seed than a step takes.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64, step: u64) -> Self {
        let mut dice = Dice(seed);
        Dice(dice.next() ^ step.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number below another one, or 0 below 0.
    pub fn below(&mut self, number: usize) -> usize {
        ((u128::from(self.next()) * number as u128) >> 64) as usize
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, some: &[T]) -> Option<T> {
        some.get(self.below(some.len())).copied()
    }
}
