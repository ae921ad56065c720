//! Is every node of the lattice listed, or excluded by what the listed nodes say of it?
//!
//! Boxes of the lattice are looked at, the whole first. What generalizations of a box's upper end say holds for all its
//! nodes, and so does what specializations of its lower end say. A box that this does not exclude is cut in two, down
//! to single nodes.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use super::answer::Answer;
use super::ceiling::{Ceiling, below};
use crate::error::Result;
use crate::evaluate::{Problem, naive_cell_losses, naive_cells};
use crate::space::{Area, Node};
use crate::watch::Watch;

/// A listed node, and what it says of its neighbours.
pub struct Known {
    node: Node,
    /// For specializations.
    ceiling: Ceiling,
    /// Each loss before suppression, for generalizations.
    before: Vec<f64>,
    /// The protection that no generalization falls below, where there is one.
    protects: f64,
}

impl Known {
    /// Puts the parts together.
    pub fn new(node: Node, ceiling: Ceiling, before: Vec<f64>, protects: f64) -> Known {
        Known { node, ceiling, before, protects }
    }
}

/// All that the look-out for uncovered nodes needs.
pub struct Cover<'a> {
    problem: &'a Problem,
    answer: &'a Answer,
    known: Vec<Known>,
    listed: HashSet<Node>,
    /// Do bounds hold? They rest on monotone models and metrics; without them every node must be listed.
    bounded: bool,
    /// What cells cost: per attribute, level and metric.
    cells: Vec<Vec<Vec<f64>>>,
    /// Losses before suppression of each listed node beyond what its cells make: no generalization has less.
    beyond: Vec<Vec<f64>>,
    /// The first uncovered node so far.
    first: Mutex<Option<Node>>,
    watch: &'a dyn Watch,
}

/// What is known of all nodes of a box, and the listed nodes that say something of a part of them.
#[derive(Clone)]
struct Bounds {
    ceiling: Ceiling,
    beyond: Vec<f64>,
    protects: f64,
    above: Vec<u32>,
    below: Vec<u32>,
}

/// Smaller boxes are not worth a thread.
const SHARED: u128 = 1 << 10;

/// Is a node a generalization of another, or the same?
fn generalizes(node: &[u8], other: &[u8]) -> bool {
    node.iter().zip(other).all(|(n, o)| n >= o)
}

impl<'a> Cover<'a> {
    /// The listed nodes, and the answer that they give.
    pub fn new(problem: &'a Problem, answer: &'a Answer, known: Vec<Known>, watch: &'a dyn Watch) -> Self {
        let of_attribute = |a: usize| (0..=problem.lattice.height(a)).map(|l| naive_cells(problem, a, l)).collect();
        let cells = (0..problem.lattice.attributes()).map(of_attribute).collect();
        let listed = known.iter().map(|known| known.node.clone()).collect();
        let first = Mutex::default();
        let bounded = problem.models().all(|m| m.monotone) && problem.metrics().all(|m| m.monotone);
        let mut cover = Cover { problem, answer, known, listed, bounded, cells, beyond: Vec::new(), first, watch };
        let beyond = |known: &Known| {
            let cells = cover.cell_losses(&known.node);
            known.before.iter().zip(cells).map(|(before, cells)| before - cells).collect()
        };
        cover.beyond = cover.known.iter().map(beyond).collect();
        cover
    }

    /// The first node, by its levels, that is neither listed nor excluded.
    pub fn first_uncovered(self) -> Result<Option<Node>> {
        let whole = self.problem.lattice.whole();
        self.watch.begin("covering", u64::try_from(whole.size()).unwrap_or(u64::MAX));
        let all: Vec<u32> = (0..self.known.len() as u32).collect();
        let bounds = Bounds {
            ceiling: Ceiling::unknown(self.problem),
            beyond: vec![f64::NEG_INFINITY; self.problem.metrics().count()],
            protects: f64::NEG_INFINITY,
            above: all.clone(),
            below: all,
        };
        self.look(whole, &bounds);
        self.watch.check()?;
        Ok(self.first.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn look(&self, area: Area, outer: &Bounds) {
        let is_later = |first: &Node| *first < area.low;
        if self.watch.stopped() || self.first().as_ref().is_some_and(is_later) {
            return;
        }
        let bounds = self.narrow(&area, outer);
        if self.bounded && self.excluded(&area.low, &bounds) {
            return self.watch.advance(u64::try_from(area.size()).unwrap_or(u64::MAX));
        }
        match area.halves() {
            Some((lower, upper)) if area.size() >= SHARED => {
                rayon::join(|| self.look(lower, &bounds), || self.look(upper, &bounds));
            }
            Some((lower, upper)) => {
                self.look(lower, &bounds);
                self.look(upper, &bounds);
            }
            None => {
                self.watch.advance(1);
                if !self.listed.contains(&area.low) {
                    let mut first = self.first();
                    if first.as_ref().is_none_or(|first| area.low < *first) {
                        *first = Some(area.low);
                    }
                }
            }
        }
    }

    fn first(&self) -> std::sync::MutexGuard<'_, Option<Node>> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a box inside another.
    fn narrow(&self, area: &Area, outer: &Bounds) -> Bounds {
        let mut bounds = Bounds {
            ceiling: outer.ceiling.clone(),
            beyond: outer.beyond.clone(),
            protects: outer.protects,
            above: Vec::new(),
            below: Vec::new(),
        };
        for number in &outer.above {
            let known = &self.known[*number as usize];
            if generalizes(&known.node, &area.high) {
                bounds.ceiling.merge(&known.ceiling);
            } else if generalizes(&known.node, &area.low) {
                bounds.above.push(*number);
            }
        }
        for number in &outer.below {
            let Known { node, protects, .. } = &self.known[*number as usize];
            if generalizes(&area.low, node) {
                bounds.protects = bounds.protects.max(*protects);
                let beyond = &self.beyond[*number as usize];
                bounds.beyond.iter_mut().zip(beyond).for_each(|(most, beyond)| *most = most.max(*beyond));
            } else if generalizes(&area.high, node) {
                bounds.below.push(*number);
            }
        }
        bounds
    }

    /// Is every outcome that the bounds allow beaten by the answer? Losses never fall with generalization, so those of
    /// the lower end hold for the whole box.
    fn excluded(&self, low: &[u8], bounds: &Bounds) -> bool {
        let problem = self.problem;
        let least: Vec<f64> = problem.metrics().zip(self.cell_losses(low)).zip(&bounds.beyond).map(floor).collect();
        let ceiling = &bounds.ceiling;
        let mut values = Vec::new();
        let mut beaten = |step: usize| {
            let adds = ceiling.adds(step);
            let loss = |metric: usize| -(least[metric] + adds[metric]);
            values.clear();
            values.extend([ceiling.steps[step].protection, loss(0)]);
            values.extend(&ceiling.further);
            values.extend((1..least.len()).map(loss));
            values.extend(problem.suppressed_rows.then(|| -(ceiling.steps[step].suppressed as f64)));
            self.answer.beats(&values)
        };
        // Below what its specializations have, a node with one outcome has none.
        let first = ceiling.steps.partition_point(|step| step.protection < bounds.protects);
        (first.min(ceiling.steps.len().saturating_sub(1))..ceiling.steps.len()).all(&mut beaten)
    }

    /// What the cells of a node make of each loss before suppression.
    fn cell_losses(&self, node: &[u8]) -> Vec<f64> {
        let mut costs = vec![0.0; self.problem.metrics().count()];
        for (levels, level) in self.cells.iter().zip(node) {
            costs.iter_mut().zip(&levels[usize::from(*level)]).for_each(|(sum, cost)| *sum += cost);
        }
        naive_cell_losses(self.problem, &costs)
    }
}

/// A floor of a loss: its cells, and what a specialization has beyond them.
fn floor(((about, cells), beyond): ((&'static crate::loss::About, f64), &f64)) -> f64 {
    match (about.cells_only, about.whole) {
        (true, _) => below(cells),
        (false, true) => cells + beyond,
        (false, false) => below(cells + beyond),
    }
}
