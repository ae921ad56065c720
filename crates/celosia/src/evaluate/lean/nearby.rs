//! The classes of about a hundred nodes that were evaluated last: the next is merged from the fewest classes below it.
//!
//! What is kept decides how long a merge takes, never what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Lean, Merged, Workroom};
use crate::space::Levels;

/// As many are kept: to look through more takes as long as they save.
const KEPT: usize = 128;
/// Classes are kept if they are at most this part of those that they were merged from, in eighths.
const FEWER: usize = 7;

/// Classes of evaluated nodes, within a limit of bytes.
pub struct Nearby {
    kept: Vec<Held>,
    bytes: u64,
    limit: u64,
    clock: AtomicU64,
}

struct Held {
    levels: Levels,
    classes: Arc<Merged>,
    used: AtomicU64,
}

impl Nearby {
    /// Nothing yet.
    pub fn new(limit: u64) -> Nearby {
        Nearby { kept: Vec::new(), bytes: 0, limit, clock: AtomicU64::new(0) }
    }

    /// The classes of a node, and whether they are worth keeping.
    pub fn classes(&self, lean: &Lean, node: &[u8], work: &mut Workroom) -> (Merged, bool) {
        let levels = Levels::new(node);
        let finer = self.kept.iter().filter(|held| levels.reach(&held.levels));
        let held = finer.min_by_key(|held| held.classes.len());
        if let Some(held) = held {
            held.used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        }
        let from = held.map_or(lean.finest(), |held| &held.classes);
        let merged = lean.merge(from, node, work);
        let worth = merged.len() * 8 <= from.len() * FEWER;
        (merged, worth)
    }

    /// Keeps the classes of a node; those that were not used for longest make room.
    pub fn keep(&mut self, node: &[u8], classes: Merged) {
        let bytes = classes.bytes();
        if bytes > self.limit || classes.is_empty() {
            return;
        }
        while self.kept.len() >= KEPT || self.bytes + bytes > self.limit {
            let used = |at: &usize| self.kept[*at].used.load(Ordering::Relaxed);
            let Some(oldest) = (0..self.kept.len()).min_by_key(used) else { break };
            self.bytes -= self.kept.swap_remove(oldest).classes.bytes();
        }
        self.bytes += bytes;
        let used = AtomicU64::new(self.clock.fetch_add(1, Ordering::Relaxed));
        self.kept.push(Held { levels: Levels::new(node), classes: Arc::new(classes), used });
    }
}
