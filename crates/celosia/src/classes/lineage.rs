//! Where the tuples of a class are: which class each finer class went to, roll-up by roll-up, down to the tuples.

use std::sync::Arc;

/// A roll-up that is remembered, and those before it.
#[derive(Debug)]
pub struct Lineage {
    /// Which class each class of the finer point went to.
    class_of: Vec<u32>,
    /// How the classes of the finer point came about; nothing where they are the tuples.
    finer: Option<Arc<Lineage>>,
}

impl Lineage {
    /// Remembers a roll-up from a point of this lineage, or from the tuples.
    pub fn new(class_of: &[u32], finer: Option<Arc<Lineage>>) -> Arc<Lineage> {
        Arc::new(Lineage { class_of: class_of.to_vec(), finer })
    }

    /// Bytes that this roll-up takes; those before it belong to other points.
    pub fn bytes(&self) -> u64 {
        4 * self.class_of.len() as u64
    }

    /// The tuples of some classes, in the order of the frequency table.
    pub fn tuples(&self, classes: &[u32]) -> Vec<u32> {
        let most = classes.iter().max().map_or(0, |class| *class as usize + 1);
        let mut wanted = vec![false; most];
        classes.iter().for_each(|class| wanted[*class as usize] = true);
        let mut at = self;
        while let Some(finer) = &at.finer {
            wanted = at.class_of.iter().map(|class| wanted.get(*class as usize) == Some(&true)).collect();
            at = finer;
        }
        let tuples = (0..).zip(&at.class_of).filter(|(_, class)| wanted.get(**class as usize) == Some(&true));
        tuples.map(|(tuple, _)| tuple).collect()
    }
}
