//! Classes of nodes that were evaluated before, within a limit of bytes. A node is rolled up from the nearest finer one
//! in memory, which is far cheaper than from the tuples: classes get fewer with every level.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Problem;
use super::stones::Stones;
use crate::classes::{Classes, Lineage, Scratch};
use crate::space::Levels;

/// Classes in memory.
pub struct Memory<'a> {
    problem: &'a Problem,
    stones: Stones<'a>,
    /// Shall the tuples of classes be found again?
    traced: bool,
    kept: Vec<Kept>,
    bytes: u64,
    limit: u64,
    /// Counts what was kept. Classes that are used between two of these are used at the same time, whichever thread comes
    /// first, so that threads do not decide what goes.
    clock: u64,
}

struct Kept {
    levels: Levels,
    classes: Classes,
    lineage: Option<Arc<Lineage>>,
    bytes: u64,
    used: AtomicU64,
}

/// Classes in memory, and how they came about; nothing where they are the tuples.
pub struct Start<'m> {
    /// The classes.
    pub classes: &'m Classes,
    lineage: Option<&'m Arc<Lineage>>,
}

/// The classes of a node, just rolled up.
pub struct RolledUp<'m> {
    /// They stand in the order of their first tuples.
    pub classes: Classes,
    /// How many classes they were rolled up from, and how these came about.
    from: usize,
    finer: Option<&'m Arc<Lineage>>,
    traced: bool,
}

/// Classes are kept if they are at most this part of those that they were rolled up from: others would save too little.
const FEWER: usize = 2;

impl RolledUp<'_> {
    /// The tuples of some of the classes, where they shall be found again. The scratch memory is that of the roll-up.
    pub fn tuples(&self, classes: &[u32], scratch: &Scratch) -> Vec<u32> {
        match self.traced {
            true => Lineage::of_rolled_up(self.finer.map(Arc::as_ref), scratch.class_of(), classes, self.classes.len()),
            false => Vec::new(),
        }
    }

    /// What is worth keeping for nodes to come.
    pub fn to_keep(self, scratch: &Scratch) -> Option<(Classes, Option<Arc<Lineage>>)> {
        let RolledUp { classes, from, finer, traced } = self;
        (classes.len() * FEWER <= from).then(|| {
            let lineage = traced.then(|| Lineage::new(scratch.class_of(), classes.len(), finer.cloned()));
            (classes, lineage)
        })
    }
}

impl<'a> Memory<'a> {
    /// Nothing but the tuples. `limit` is in bytes, for what is kept beside them. Shall the tuples of classes be found
    /// again?
    pub fn new(problem: &'a Problem, limit: u64, traced: bool) -> Self {
        let stones = Stones::new(problem, limit / 2, traced);
        let limit = limit - stones.most_bytes();
        Memory { problem, stones, traced, kept: Vec::new(), bytes: 0, limit, clock: 0 }
    }

    /// The classes of a node, rolled up from the finer node in memory that has the fewest. Whatever that is, they are
    /// the same to the byte.
    pub fn roll_up(&self, node: &[u8], scratch: &mut Scratch) -> RolledUp<'_> {
        let Start { classes: from, lineage } = self.start(node, scratch);
        let classes = from.roll_up(&self.problem.frequency, &self.problem.lattice.groupings(node), scratch);
        RolledUp { classes, from: from.len(), finer: lineage, traced: self.traced }
    }

    /// What a roll-up of a node starts from.
    pub fn start(&self, node: &[u8], scratch: &mut Scratch) -> Start<'_> {
        let levels = Levels::new(node);
        let finer = self.kept.iter().filter(|kept| levels.reach(&kept.levels));
        let nearest = finer.min_by_key(|kept| kept.classes.len());
        let (stone, lineage) = self.stones.before(node, scratch);
        match nearest.filter(|kept| kept.classes.len() < stone.len()) {
            Some(kept) => {
                kept.used.store(self.clock, Ordering::Relaxed);
                Start { classes: &kept.classes, lineage: kept.lineage.as_ref() }
            }
            None => Start { classes: stone, lineage },
        }
    }

    /// Keeps the classes of a node; the least recently used ones make room.
    pub fn keep(&mut self, node: &[u8], (classes, lineage): (Classes, Option<Arc<Lineage>>)) {
        let bytes = classes.bytes() + lineage.as_ref().map_or(0, |lineage| lineage.bytes());
        if bytes > self.limit {
            return;
        }
        while self.bytes + bytes > self.limit {
            let used = |at: &usize| self.kept[*at].used.load(Ordering::Relaxed);
            let Some(oldest) = (0..self.kept.len()).min_by_key(used) else { break };
            self.bytes -= self.kept.swap_remove(oldest).bytes;
        }
        self.bytes += bytes;
        self.clock += 1;
        let used = AtomicU64::new(self.clock);
        self.kept.push(Kept { levels: Levels::new(node), classes, lineage, bytes, used });
    }
}
