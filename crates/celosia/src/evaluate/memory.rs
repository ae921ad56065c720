//! Classes of nodes that were evaluated before, within a limit of bytes. A node is rolled up from the nearest finer one
//! in memory, which is far cheaper than from the tuples: classes get fewer with every level.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Problem;
use crate::classes::{Classes, Lineage, Scratch};
use crate::space::Node;

/// Classes in memory.
pub struct Memory<'a> {
    problem: &'a Problem,
    finest: Classes,
    kept: Vec<Kept>,
    bytes: u64,
    limit: u64,
    /// Counts what was kept. Classes that are used between two of these are used at the same time, whichever thread comes
    /// first, so that threads do not decide what goes.
    clock: u64,
}

struct Kept {
    node: Node,
    classes: Classes,
    lineage: Arc<Lineage>,
    bytes: u64,
    used: AtomicU64,
}

impl<'a> Memory<'a> {
    /// Nothing but the tuples. `limit` is in bytes, for what is kept beside them.
    pub fn new(problem: &'a Problem, limit: u64) -> Self {
        let finest = Classes::finest(&problem.frequency, problem.track());
        Memory { problem, finest, kept: Vec::new(), bytes: 0, limit, clock: 0 }
    }

    /// The classes of a node, rolled up from the finer node in memory that has the fewest. Whatever that is, they are
    /// the same to the byte. With them comes where their tuples are.
    pub fn traced(&self, node: &[u8], scratch: &mut Scratch) -> (Classes, Arc<Lineage>) {
        let finer = |kept: &&Kept| kept.node.iter().zip(node).all(|(l, n)| l <= n);
        let nearest = self.kept.iter().filter(finer).min_by_key(|kept| kept.classes.len());
        let nearest = nearest.filter(|kept| kept.classes.len() < self.finest.len());
        if let Some(kept) = nearest {
            kept.used.store(self.clock, Ordering::Relaxed);
        }
        let from = nearest.map_or(&self.finest, |kept| &kept.classes);
        let classes = from.roll_up(&self.problem.frequency, &self.problem.lattice.groupings(node), scratch);
        (classes, Lineage::new(scratch.class_of(), nearest.map(|kept| kept.lineage.clone())))
    }

    /// Keeps the classes of a node; the least recently used ones make room.
    pub fn keep(&mut self, node: &[u8], classes: Classes, lineage: Arc<Lineage>) {
        let bytes = classes.bytes() + lineage.bytes();
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
        self.kept.push(Kept { node: node.to_vec(), classes, lineage, bytes, used });
    }
}
