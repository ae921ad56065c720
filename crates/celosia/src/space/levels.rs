//! Levels of a node side by side in words, so that it takes one subtraction to see whether eight of them are at least
//! eight others.

/// Levels in a word.
const LANES: usize = 8;
/// Bits of a level: more than it needs, …
const BITS: u32 = 16;
/// … so that the upper bit of each is free.
const FREE: u128 = 0x8000_8000_8000_8000_8000_8000_8000_8000;

/// The levels of a node. Few nodes have more attributes than fit into one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels {
    word: u128,
    rest: Box<[u128]>,
}

impl Levels {
    /// Of a node.
    pub fn new(node: &[u8]) -> Levels {
        let word = |part: &[u8]| part.iter().fold(0, |word, level| word << BITS | u128::from(*level));
        let (first, rest) = node.split_at(node.len().min(LANES));
        Levels { word: word(first), rest: rest.chunks(LANES).map(word).collect() }
    }

    /// Is the node a generalization of another, or the same?
    pub fn reach(&self, other: &Levels) -> bool {
        reaches(self.word, other.word)
            && (self.rest.is_empty() || self.rest.iter().zip(&other.rest).all(|(n, o)| reaches(*n, *o)))
    }
}

/// Is each level of a word at least that of another? One that is less borrows the free bit above it, and none other.
fn reaches(word: u128, other: u128) -> bool {
    ((word | FREE) - other) & FREE == FREE
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_compare_like_levels(pairs in prop::collection::vec((0u8..4, 0u8..3), 0..20), far: bool) {
            let far = if far { 252 } else { 0 };
            let (node, other): (Vec<u8>, Vec<u8>) = pairs.into_iter().map(|(n, o)| (n + far, o)).unzip();
            let expected = node.iter().zip(&other).all(|(n, o)| n >= o);
            prop_assert_eq!(Levels::new(&node).reach(&Levels::new(&other)), expected);
            let expected = other.iter().zip(&node).all(|(o, n)| o >= n);
            prop_assert_eq!(Levels::new(&other).reach(&Levels::new(&node)), expected);
        }
    }
}
