//! Stepping stones from the tuples to nodes: nodes that generalize only the one or two attributes that leave fewest
//! classes, as many other nodes do. Each is rolled up once, from the one before it, when it is first stepped on.
//!
//! Of evaluated nodes few are kept as starts of others: fresh memory costs more time than slightly longer roll-ups.

use std::sync::OnceLock;

use super::Problem;
use super::memory::Held;
use crate::classes::{Classes, Lineage, Scratch};

/// The most stones that generalize the same attributes.
const STONES: u64 = 32;

/// The stones of a problem.
pub struct Stones<'a> {
    problem: &'a Problem,
    finest: Held,
    /// The attributes that stones generalize, in this order.
    order: Vec<usize>,
    /// For the first attribute, the first two, and so on: one stone for each combination of their levels,
    /// once it is asked for.
    stones: Vec<Vec<OnceLock<Held>>>,
    traced: bool,
}

impl<'a> Stones<'a> {
    /// No stone yet. Together they may take `limit` bytes. Shall tuples be found again?
    pub fn new(problem: &'a Problem, limit: u64, traced: bool) -> Self {
        let lattice = &problem.lattice;
        let finest = Classes::finest(&problem.frequency, problem.track());
        let mut order: Vec<usize> = (0..lattice.attributes()).collect();
        let attributes = problem.frequency.attributes.iter().zip(&lattice.levels);
        let entropies: Vec<f64> = attributes.map(|(attribute, of)| of[0].entropy(&attribute.counts)).collect();
        order.sort_by(|a, b| entropies[*b].total_cmp(&entropies[*a]));
        let mut stones = Vec::new();
        let (mut width, mut all) = (1, 0);
        for attribute in &order {
            width *= u64::from(lattice.height(*attribute)) + 1;
            all += width;
            if width > STONES || all.saturating_mul(stone_bytes(&finest)) > limit {
                break;
            }
            stones.push((0..width).map(|_| OnceLock::new()).collect());
        }
        order.truncate(stones.len());
        Stones { problem, finest: Held { classes: finest, lineage: None }, order, stones, traced }
    }

    /// Bytes that all stones may take together, beside the tuples.
    pub fn most_bytes(&self) -> u64 {
        self.stones.iter().map(|stones| stones.len() as u64).sum::<u64>() * stone_bytes(&self.finest.classes)
    }

    /// The stone before a node, which may be the tuples.
    pub fn before(&self, node: &[u8], scratch: &mut Scratch) -> &Held {
        self.after(self.order.len(), node, scratch)
    }

    /// The stone on the way to a node after the first `attributes` of the order.
    fn after(&self, attributes: usize, node: &[u8], scratch: &mut Scratch) -> &Held {
        let Some(last) = attributes.checked_sub(1) else { return &self.finest };
        if node[self.order[last]] == 0 {
            return self.after(last, node, scratch);
        }
        let lattice = &self.problem.lattice;
        let levels = self.order[..attributes].iter().map(|a| (usize::from(node[*a]), lattice.levels[*a].len()));
        let place = levels.fold(0, |place, (level, levels)| place * levels + level);
        self.stones[last][place].get_or_init(|| {
            let mut stone = lattice.bottom();
            self.order[..attributes].iter().for_each(|a| stone[*a] = node[*a]);
            let Held { classes: from, lineage } = self.after(last, node, scratch);
            let classes = from.roll_up(&self.problem.frequency, &lattice.groupings(&stone), scratch);
            let lineage = self.traced.then(|| Lineage::new(scratch.class_of(), classes.len(), lineage.clone()));
            Held { classes, lineage }
        })
    }
}

/// Bytes that a stone takes at most.
fn stone_bytes(finest: &Classes) -> u64 {
    finest.bytes() + 8 * finest.len() as u64 + 4
}
