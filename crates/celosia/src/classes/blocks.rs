//! Classes straight from the tuples, at speed: for spaces where no finer point is at hand.
//!
//! A tuple's key is a sum over attributes. Attributes whose combinations of values are few are taken together in blocks,
//! and the keys of a block's combinations are worked out once per point: then a tuple costs one look-up per block.

use hashbrown::HashMap;

use super::{Classes, Scratch, number};
use crate::frequency::Frequency;
use crate::space::Grouping;

/// A block has at most this part of the table's distinct tuples as combinations …
const PART: usize = 8;
/// … or so many where tables are small.
const FEW: usize = 64;

/// The tuples of a table, block by block.
pub struct Blocks {
    blocks: Vec<Block>,
}

struct Block {
    attributes: Vec<usize>,
    /// Per attribute of the block, its value in each combination.
    values: Vec<Vec<u32>>,
    /// The combination of each tuple.
    of_tuple: Vec<u32>,
}

impl Blocks {
    /// Attributes with many values come first; each joins the block in which it makes the fewest combinations.
    pub fn new(frequency: &Frequency) -> Blocks {
        let most = (frequency.distinct() / PART).max(FEW);
        let mut order: Vec<usize> = (0..frequency.columns.len()).collect();
        order.sort_by_key(|a| std::cmp::Reverse(frequency.attributes[*a].counts.len()));
        let mut blocks: Vec<Block> = Vec::new();
        for attribute in order {
            let column = &frequency.columns[attribute];
            let joined = blocks.iter().enumerate().map(|(at, block)| (at, block.with(attribute, column)));
            match joined.min_by_key(|(_, block)| block.len()).filter(|(_, block)| block.len() <= most) {
                Some((at, block)) => blocks[at] = block,
                None => blocks.push(Block::of(attribute, column, frequency.attributes[attribute].counts.len())),
            }
        }
        Blocks { blocks }
    }

    /// The classes of a point: those that `finest.roll_up` gives, to the byte.
    pub fn classes(
        &self,
        finest: &Classes,
        frequency: &Frequency,
        groupings: &[Grouping],
        scratch: &mut Scratch,
    ) -> Classes {
        let groups = groupings.iter().map(|grouping| grouping.groups as u128);
        let keys = groups.fold(1, u128::saturating_mul);
        if keys > u128::from(u64::MAX) {
            return finest.roll_up(frequency, &groupings.iter().collect::<Vec<_>>(), scratch);
        }
        self.write_keys(groupings, scratch);
        let first = number::number_keys(&finest.first, keys, scratch);
        finest.merged(first, scratch)
    }

    fn write_keys(&self, groupings: &[Grouping], scratch: &mut Scratch) {
        let mut unit = 1;
        for (number, block) in self.blocks.iter().enumerate() {
            let mut keys = vec![0u64; block.len()];
            for (attribute, values) in block.attributes.iter().zip(&block.values) {
                let grouping = &groupings[*attribute];
                for (key, value) in keys.iter_mut().zip(values) {
                    *key += unit * u64::from(grouping.group_of[*value as usize]);
                }
                unit *= grouping.groups as u64;
            }
            let of_tuple = block.of_tuple.iter().map(|combination| keys[*combination as usize]);
            if number == 0 {
                scratch.keys.clear();
                scratch.keys.extend(of_tuple);
            } else {
                scratch.keys.iter_mut().zip(of_tuple).for_each(|(key, more)| *key += more);
            }
        }
    }
}

impl Block {
    fn of(attribute: usize, column: &[u32], values: usize) -> Block {
        let values = vec![(0..values as u32).collect()];
        Block { attributes: vec![attribute], values, of_tuple: column.to_vec() }
    }

    fn len(&self) -> usize {
        self.values[0].len()
    }

    /// The block with one more attribute.
    fn with(&self, attribute: usize, column: &[u32]) -> Block {
        let mut known: HashMap<(u32, u32), u32> = HashMap::new();
        let mut pairs = Vec::new();
        let of_tuple = self.of_tuple.iter().zip(column).map(|(combination, value)| {
            *known.entry((*combination, *value)).or_insert_with(|| {
                pairs.push((*combination, *value));
                pairs.len() as u32 - 1
            })
        });
        let of_tuple = of_tuple.collect();
        let earlier = self.values.iter().map(|of| pairs.iter().map(|(c, _)| of[*c as usize]).collect());
        let values = earlier.chain([pairs.iter().map(|(_, value)| *value).collect()]).collect();
        Block { attributes: self.attributes.iter().copied().chain([attribute]).collect(), values, of_tuple }
    }
}
