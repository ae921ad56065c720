//! Where the tuples of a class are: which finer classes each class holds, roll-up by roll-up, down to the tuples.

use std::sync::Arc;

use super::sift;

/// A roll-up that is remembered, and those before it.
#[derive(Debug)]
pub struct Lineage {
    /// Where the members of each class start; one more entry than there are classes.
    starts: Vec<u32>,
    /// The classes of the finer point, class by class.
    members: Vec<u32>,
    /// How the classes of the finer point came about; nothing where they are the tuples.
    finer: Option<Arc<Lineage>>,
}

impl Lineage {
    /// Remembers a roll-up into `classes` from a point of this lineage, or from the tuples: which class each finer
    /// class went to.
    pub fn new(class_of: &[u32], classes: usize, finer: Option<Arc<Lineage>>) -> Arc<Lineage> {
        let mut starts = vec![0; classes + 1];
        class_of.iter().for_each(|class| starts[*class as usize + 1] += 1);
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        let (mut next, mut members) = (starts.clone(), vec![0; class_of.len()]);
        for (member, class) in (0..).zip(class_of) {
            let place = &mut next[*class as usize];
            members[*place as usize] = member;
            *place += 1;
        }
        Arc::new(Lineage { starts, members, finer })
    }

    /// Bytes that this roll-up takes; those before it belong to other points.
    pub fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.members.len()) as u64
    }

    /// The tuples of some classes.
    pub fn tuples(&self, classes: &[u32]) -> Vec<u32> {
        let mut members = Vec::with_capacity(2 * classes.len());
        for class in classes.iter().map(|class| *class as usize) {
            for at in self.starts[class]..self.starts[class + 1] {
                members.push(self.members[at as usize]);
            }
        }
        tuples(members, self.finer.as_deref())
    }

    /// The tuples of some classes that a point of this lineage (or the tuples) was rolled up into, out of `classes`.
    pub fn of_rolled_up(finer: Option<&Lineage>, class_of: &[u32], wanted: &[u32], classes: usize) -> Vec<u32> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut is_wanted = vec![false; classes];
        wanted.iter().for_each(|class| is_wanted[*class as usize] = true);
        let members = class_of.iter().zip(0..).map(|(class, member)| (member, is_wanted[*class as usize]));
        tuples(sift(members, class_of.len()), finer)
    }
}

/// The tuples of classes of this lineage, or the tuples that they are.
fn tuples(classes: Vec<u32>, lineage: Option<&Lineage>) -> Vec<u32> {
    match lineage {
        Some(lineage) => lineage.tuples(&classes),
        None => classes,
    }
}
