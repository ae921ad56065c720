//! Levels of a node side by side in words, so that it takes one subtraction to see whether eight of them are at least
//! eight others.

/// Levels in a word.
const LANES: usize = 8;
/// Bits of a level, …
const BITS: u32 = 8;
/// … of which the upper one is free.
const FREE: u64 = 0x8080_8080_8080_8080;
/// What fits below the free bit. Higher levels go on in further words.
const MOST: u8 = 0x7f;

/// The levels of a node. Few nodes have more attributes or higher levels than fit into one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels {
    word: u64,
    /// Those of further attributes, then what goes beyond, and what goes beyond that; nothing at the end that is nothing.
    rest: Box<[u64]>,
}

impl Levels {
    /// Of a node.
    pub fn new(node: &[u8]) -> Levels {
        let beyond = |part: &[u8], from: u8| {
            part.iter().fold(0, |word, level| word << BITS | u64::from(level.saturating_sub(from).min(MOST)))
        };
        let (first, further) = node.split_at(node.len().min(LANES));
        let mut rest: Vec<u64> = further.chunks(LANES).map(|part| beyond(part, 0)).collect();
        for from in [MOST, 2 * MOST] {
            if node.iter().any(|level| *level > from) {
                rest.extend(node.chunks(LANES).map(|part| beyond(part, from)));
            }
        }
        Levels { word: beyond(first, 0), rest: rest.into() }
    }

    /// Is the node a generalization of another, or the same?
    pub fn reach(&self, other: &Levels) -> bool {
        reaches(self.word, other.word) && (other.rest.is_empty() || self.rest_reaches(&other.rest))
    }

    /// What one node has beyond the words of the other, the other has not.
    fn rest_reaches(&self, other: &[u64]) -> bool {
        self.rest.len() >= other.len() && self.rest.iter().zip(other).all(|(n, o)| reaches(*n, *o))
    }
}

/// Is each level of a word at least that of another? One that is less borrows the free bit above it, and none other.
fn reaches(word: u64, other: u64) -> bool {
    ((word | FREE) - other) & FREE == FREE
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn words_compare_like_levels(
            pairs in prop::collection::vec((0u8..4, 0u8..3), 0..20),
            far in prop::sample::select(vec![0u8, 125, 252]),
        ) {
            let (node, other): (Vec<u8>, Vec<u8>) = pairs.into_iter().map(|(n, o)| (n + far, o)).unzip();
            let same: Vec<u8> = other.iter().map(|o| o + far).collect();
            for (one, two) in [(&node, &other), (&other, &node), (&node, &same), (&same, &node), (&same, &other)] {
                let expected = one.iter().zip(two).all(|(n, o)| n >= o);
                prop_assert_eq!(Levels::new(one).reach(&Levels::new(two)), expected, "{:?} {:?}", one, two);
            }
        }
    }
}
