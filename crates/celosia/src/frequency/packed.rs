//! The codes of a tuple side by side in one word. Classes are numbered from a few tuples out of many, so each should be one
//! place in memory and not one for each attribute.

use std::ops::Range;
use std::sync::OnceLock;

use super::Frequency;

/// Neighbouring attributes form a field as long as their codes take no more bits than this.
const TOGETHER: u32 = 8;

/// The tuples of a table, packed when they are first asked for; nothing where they need more than a word.
#[derive(Debug, Clone, Default)]
pub struct Packed(OnceLock<Option<Words>>);

/// They follow from the columns.
impl PartialEq for Packed {
    fn eq(&self, _: &Packed) -> bool {
        true
    }
}

/// Packed tuples.
#[derive(Debug, Clone)]
pub struct Words {
    /// The codes of each tuple.
    pub words: Vec<u64>,
    /// All attributes, in their order.
    pub fields: Vec<Field>,
}

/// Attributes whose codes are few enough to be looked up together, or one alone.
#[derive(Debug, Clone)]
pub struct Field {
    /// Which attributes.
    pub attributes: Range<usize>,
    /// How many bits the code of each takes; the first is the lowest.
    pub bits: Vec<u32>,
    /// Where the first code starts.
    pub shift: u32,
}

impl Frequency {
    /// The tuples, each in one word, if they fit.
    pub fn words(&self) -> Option<&Words> {
        self.packed.0.get_or_init(|| Words::new(self)).as_ref()
    }
}

impl Words {
    fn new(frequency: &Frequency) -> Option<Words> {
        let mut fields: Vec<Field> = Vec::new();
        let mut shift = 0;
        let mut words = vec![0; frequency.distinct()];
        for (attribute, (of, column)) in frequency.attributes.iter().zip(&frequency.columns).enumerate() {
            let bits = usize::BITS - of.counts.len().saturating_sub(1).leading_zeros();
            if shift + bits > u64::BITS {
                return None;
            }
            match fields.last_mut().filter(|field| field.bits.iter().sum::<u32>() + bits <= TOGETHER) {
                Some(field) => {
                    field.attributes.end += 1;
                    field.bits.push(bits);
                }
                // An attribute with one value has no bits, and may come after the last.
                None => {
                    let shift = shift.min(u64::BITS - 1);
                    fields.push(Field { attributes: attribute..attribute + 1, bits: vec![bits], shift });
                }
            }
            if bits > 0 {
                words.iter_mut().zip(column).for_each(|(word, code)| *word |= u64::from(*code) << shift);
            }
            shift += bits;
        }
        Some(Words { words, fields })
    }
}
