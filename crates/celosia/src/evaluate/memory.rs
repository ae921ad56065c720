//! Classes of nodes that were evaluated before, within a limit of bytes. A node is rolled up from the nearest finer one
//! in memory, which is far cheaper than from the tuples: classes get fewer with every level.
//!
//! All threads read and fill it at any time. What it holds decides how long a roll-up takes, never what comes of it.

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::Problem;
use super::stones::Stones;
use crate::classes::{Classes, Lineage, Scratch};
use crate::frequency::Frequency;
use crate::space::Levels;

/// Classes in memory.
pub struct Memory<'a> {
    problem: &'a Problem,
    stones: Stones<'a>,
    /// Shall the tuples of classes be found again?
    pub traced: bool,
    shelf: RwLock<Shelf>,
    limit: u64,
    /// Counts what was kept: the time by which classes are used.
    clock: AtomicU64,
}

/// What is kept beside the stones.
#[derive(Default)]
struct Shelf {
    kept: Vec<Kept>,
    bytes: u64,
}

struct Kept {
    levels: Levels,
    classes: usize,
    held: Arc<Held>,
    bytes: u64,
    used: AtomicU64,
}

/// Classes, and how they came about; nothing where they are the tuples, or where that is not wanted.
pub struct Held {
    /// The classes.
    pub classes: Classes,
    /// From which finer classes.
    pub lineage: Option<Arc<Lineage>>,
}

/// What a roll-up starts from.
enum Start<'m> {
    Stone(&'m Held),
    Kept(Arc<Held>),
}

impl Deref for Start<'_> {
    type Target = Held;

    fn deref(&self) -> &Held {
        match self {
            Start::Stone(held) => held,
            Start::Kept(held) => held,
        }
    }
}

/// The classes of a node, just rolled up.
pub struct RolledUp<'m> {
    /// They stand in the order of their first tuples.
    pub classes: Classes,
    from: Start<'m>,
    /// How they came about, where that is to be known and they are worth keeping.
    lineage: Option<Arc<Lineage>>,
    traced: bool,
}

/// Classes are kept if they are at most this part of those that they were rolled up from: others would save too little for
/// the memory that they take.
const FEWER: usize = 2;

impl RolledUp<'_> {
    fn is_worth_keeping(&self) -> bool {
        self.classes.len() * FEWER <= self.from.classes.len()
    }

    /// The tuples of some of the classes, where they shall be found again. The scratch memory is that of the roll-up.
    pub fn tuples(&self, frequency: &Frequency, classes: &[u32], scratch: &Scratch) -> Vec<u32> {
        if !self.traced {
            return Vec::new();
        }
        // Many weak classes are one tuple, the first, because it has all their rows.
        let Classes { first, rows, .. } = &self.classes;
        let is_tuple = |class: &u32| rows[*class as usize] == frequency.counts[first[*class as usize] as usize];
        let (alone, several): (Vec<u32>, Vec<u32>) = classes.iter().partition(|class| is_tuple(class));
        let mut tuples: Vec<u32> = alone.iter().map(|class| first[*class as usize]).collect();
        tuples.extend(match &self.lineage {
            Some(lineage) => lineage.tuples(&several),
            None => {
                let finer = self.from.lineage.as_deref();
                Lineage::of_rolled_up(finer, scratch.class_of(), &several, self.classes.len())
            }
        });
        tuples
    }
}

impl<'a> Memory<'a> {
    /// Nothing but the tuples. `limit` is in bytes, for what is kept beside them. Shall the tuples of classes be found
    /// again?
    pub fn new(problem: &'a Problem, limit: u64, traced: bool) -> Self {
        let stones = Stones::new(problem, limit / 2, traced);
        let limit = limit - stones.most_bytes();
        Memory { problem, stones, traced, shelf: RwLock::default(), limit, clock: AtomicU64::new(0) }
    }

    /// The classes of a node, rolled up from the finer node in memory that has the fewest. Whatever that is, they are
    /// the same to the byte.
    pub fn roll_up(&self, node: &[u8], scratch: &mut Scratch) -> RolledUp<'_> {
        let from = self.start(node, scratch);
        let classes = from.classes.roll_up(&self.problem.frequency, &self.problem.lattice.groupings(node), scratch);
        let mut rolled_up = RolledUp { classes, from, lineage: None, traced: self.traced };
        if self.traced && rolled_up.is_worth_keeping() {
            let (classes, finer) = (rolled_up.classes.len(), rolled_up.from.lineage.clone());
            rolled_up.lineage = Some(Lineage::new(scratch.class_of(), classes, finer));
        }
        rolled_up
    }

    fn start(&self, node: &[u8], scratch: &mut Scratch) -> Start<'_> {
        let levels = Levels::new(node);
        let stone = self.stones.before(node, scratch);
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        let finer = shelf.kept.iter().filter(|kept| levels.reach(&kept.levels));
        match finer.min_by_key(|kept| kept.classes).filter(|kept| kept.classes < stone.classes.len()) {
            Some(kept) => {
                kept.used.store(self.clock.load(Ordering::Relaxed), Ordering::Relaxed);
                Start::Kept(kept.held.clone())
            }
            None => Start::Stone(stone),
        }
    }

    /// Keeps the classes of a node if they are worth it; the least recently used ones make room. They are copied, so that
    /// they take no more than they need and the scratch memory gets theirs back.
    pub fn keep(&self, node: &[u8], rolled_up: RolledUp, scratch: &mut Scratch) {
        let bytes = rolled_up.classes.bytes() + rolled_up.lineage.as_ref().map_or(0, |lineage| lineage.bytes());
        let kept = (rolled_up.is_worth_keeping() && bytes <= self.limit).then(|| rolled_up.classes.clone());
        let RolledUp { classes, lineage, .. } = rolled_up;
        scratch.take_back(classes);
        let Some(classes) = kept else { return };
        let used = AtomicU64::new(self.clock.fetch_add(1, Ordering::Relaxed));
        let (levels, count) = (Levels::new(node), classes.len());
        let kept = Kept { levels, classes: count, held: Arc::new(Held { classes, lineage }), bytes, used };
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        while shelf.bytes + bytes > self.limit {
            let used = |at: &usize| shelf.kept[*at].used.load(Ordering::Relaxed);
            let Some(oldest) = (0..shelf.kept.len()).min_by_key(used) else { break };
            shelf.bytes -= shelf.kept.swap_remove(oldest).bytes;
        }
        shelf.bytes += bytes;
        shelf.kept.push(kept);
    }
}
