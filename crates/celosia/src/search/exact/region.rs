//! The nodes of one box of the lattice with what is known of each: a region small enough to be written down.

use std::sync::Arc;

use super::exclude::{Bounds, kept_open};
use super::known::{Above, Below};
use super::target::Target;
use crate::evaluate::Problem;
use crate::space::{Area, Node};

/// No node puts a ceiling on this one yet.
const NONE: u32 = u32::MAX;
/// So many nodes above are remembered for each node.
const NEAREST: usize = 4;

/// A box with bounds for each of its nodes.
pub struct Region<'a> {
    problem: &'a Problem,
    pub area: Area,
    strides: Arc<[usize]>,
    /// Is the node neither evaluated nor excluded?
    open: Vec<bool>,
    /// Nodes that may be open; swept now and then.
    list: Vec<u32>,
    pub left: usize,
    /// Upper bound of the first protection, per node.
    most: Vec<f64>,
    /// Upper bounds of the further protections, end to end.
    most_further: Vec<f64>,
    /// Highest protection seen at a specialization: no bound, a hint for choosing.
    seen: Vec<f32>,
    /// Cells and remainder of each loss, end to end.
    cells: Vec<f64>,
    remainders: Vec<f64>,
    /// The nearest node above with a ceiling, and its height.
    above: Vec<[(u32, u16); NEAREST]>,
    /// The step of that ceiling that kept the node open last time.
    hint: Vec<u16>,
    metrics: usize,
    least: Vec<f64>,
    further: Vec<f64>,
    version: u64,
}

impl<'a> Region<'a> {
    /// All nodes of a box, nothing known of them.
    pub fn new(problem: &'a Problem, area: Area) -> Self {
        let nodes = area.size() as usize;
        let mut strides = vec![1; area.low.len()];
        for a in (1..strides.len()).rev() {
            strides[a - 1] = strides[a] * (usize::from(area.high[a] - area.low[a]) + 1);
        }
        let metrics = problem.metrics().count();
        let mut region = Region {
            problem,
            strides: strides.into(),
            open: vec![true; nodes],
            list: (0..nodes as u32).collect(),
            left: nodes,
            most: vec![f64::INFINITY; nodes],
            most_further: vec![f64::INFINITY; nodes * problem.further_models.len()],
            seen: vec![f32::NEG_INFINITY; nodes],
            cells: Vec::with_capacity(nodes * metrics),
            // Metrics of cells have no remainder; the others nothing that is known yet.
            remainders: Vec::with_capacity(nodes * metrics),
            above: vec![[(NONE, u16::MAX); NEAREST]; nodes],
            hint: vec![0; nodes],
            metrics,
            least: Vec::new(),
            further: Vec::new(),
            version: 0,
            area,
        };
        let unknown: Vec<f64> = problem.metrics().map(|m| if m.cells_only { 0.0 } else { f64::NEG_INFINITY }).collect();
        for node in 0..nodes {
            let levels = region.node(node);
            region.cells.extend(problem.cells(&levels));
            region.remainders.extend(&unknown);
        }
        region
    }

    /// The levels of a node.
    pub fn node(&self, index: usize) -> Node {
        let level = |a: usize| {
            let levels = usize::from(self.area.high[a] - self.area.low[a]) + 1;
            self.area.low[a] + (index / self.strides[a] % levels) as u8
        };
        (0..self.strides.len()).map(level).collect()
    }

    /// The place of a node, if it lies in this box.
    pub fn index(&self, node: &[u8]) -> Option<usize> {
        let inside = self.area.low.iter().zip(node).zip(&self.area.high).all(|((l, n), h)| l <= n && n <= h);
        let place = |((n, l), stride): ((&u8, &u8), &usize)| usize::from(n - l) * stride;
        inside.then(|| node.iter().zip(&self.area.low).zip(self.strides.iter()).map(place).sum())
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.open.len()
    }

    pub fn is_open(&self, index: usize) -> bool {
        self.open[index]
    }

    /// A node that is open, by a number from 0 to the number of listed nodes.
    pub fn listed(&self) -> &[u32] {
        &self.list
    }

    /// The node above with the nearest ceiling.
    pub fn above(&self, index: usize) -> Option<usize> {
        (self.above[index][0].0 != NONE).then_some(self.above[index][0].0 as usize)
    }

    /// The nodes above with the nearest ceilings.
    pub fn nearest(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.above[index].iter().filter(|(number, _)| *number != NONE).map(|(number, _)| *number as usize)
    }

    /// Upper bound of the first protection.
    pub fn most(&self, index: usize) -> f64 {
        self.most[index]
    }

    /// The highest first protection seen at a specialization.
    pub fn seen(&self, index: usize) -> f64 {
        f64::from(self.seen[index])
    }

    /// Lower bound of the first loss.
    pub fn least(&self, index: usize) -> f64 {
        let at = index * self.metrics;
        self.problem.floor(0, self.cells[at], self.remainders[at])
    }

    /// Neighbours one level up (or down) inside the box: attribute by attribute.
    pub fn neighbours(&self, index: usize, up: bool) -> impl Iterator<Item = usize> + '_ {
        (0..self.strides.len()).filter_map(move |a| {
            let levels = usize::from(self.area.high[a] - self.area.low[a]) + 1;
            let level = index / self.strides[a] % levels;
            match up {
                true => (level + 1 < levels).then(|| index + self.strides[a]),
                false => (level > 0).then(|| index - self.strides[a]),
            }
        })
    }

    /// Marks a node as decided: it is being evaluated.
    pub fn close(&mut self, index: usize) {
        if std::mem::replace(&mut self.open[index], false) {
            self.left -= 1;
        }
    }

    /// A node above puts a ceiling on all nodes of the box below it. `all` are the nodes above by their numbers.
    pub fn put_ceiling(&mut self, all: &[Above], number: usize, target: &Target) {
        let Above { node, ceiling, .. } = &all[number];
        let Some(below) = self.area.below(node) else { return };
        let height: u16 = node.iter().map(|l| u16::from(*l)).sum();
        let most = ceiling.protection();
        let models = ceiling.further.len();
        let mut each = Indices::new(&self.area, below, &self.strides);
        while let Some(index) = each.next() {
            let mut news = most < self.most[index];
            self.most[index] = self.most[index].min(most);
            for (i, most) in ceiling.further.iter().enumerate() {
                let known = &mut self.most_further[index * models + i];
                news |= *most < *known;
                *known = known.min(*most);
            }
            let nearest = &mut self.above[index];
            if height < nearest[NEAREST - 1].1 {
                let place = nearest.partition_point(|n| n.1 <= height);
                nearest.copy_within(place..NEAREST - 1, place + 1);
                nearest[place] = (number as u32, height);
                if place == 0 {
                    self.hint[index] = 0;
                    news = true;
                }
            }
            if news && self.open[index] && self.excluded(index, all, target) {
                self.close(index);
            }
        }
    }

    /// A node below puts a floor under all nodes of the box above it.
    pub fn put_floor(&mut self, all: &[Above], below: &Below, target: &Target) {
        let Some(above) = self.area.above(&below.node) else { return };
        let metrics = below.remainders.len();
        let mut each = Indices::new(&self.area, above, &self.strides);
        while let Some(index) = each.next() {
            self.seen[index] = self.seen[index].max(below.protection as f32);
            let mut changed = false;
            for (i, remainder) in below.remainders.iter().enumerate() {
                let known = &mut self.remainders[index * metrics + i];
                changed |= *remainder > *known;
                *known = known.max(*remainder);
            }
            if changed && self.open[index] && self.excluded(index, all, target) {
                self.close(index);
            }
        }
    }

    /// Looks at all open nodes again if the answer has improved, and forgets those that are decided.
    pub fn sweep(&mut self, all: &[Above], target: &Target) {
        let improved = std::mem::replace(&mut self.version, target.version) != target.version;
        let mut list = std::mem::take(&mut self.list);
        list.retain(|index| {
            let index = *index as usize;
            if improved && self.open[index] && self.excluded(index, all, target) {
                self.close(index);
            }
            self.open[index]
        });
        self.list = list;
    }

    /// Is every outcome that the node may have beaten by the answer so far?
    fn excluded(&mut self, index: usize, all: &[Above], target: &Target) -> bool {
        let (models, metrics) = (self.problem.further_models.len(), self.metrics);
        self.least.clear();
        for m in index * metrics..(index + 1) * metrics {
            self.least.push(self.problem.floor(m - index * metrics, self.cells[m], self.remainders[m]));
        }
        let bounds = Bounds {
            most: self.most[index],
            most_further: &self.most_further[index * models..(index + 1) * models],
            least: &self.least,
            steps: self.above(index).map_or(&[], |above| &all[above].ceiling.steps),
        };
        let hint = usize::from(self.hint[index]);
        let kept_open = kept_open(self.problem, &bounds, hint, target, &mut self.further);
        self.hint[index] = kept_open.unwrap_or(0) as u16;
        kept_open.is_none()
    }

    /// What the open nodes may still reach: most protection and least loss of each.
    pub fn remaining(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        (0..self.open.len()).filter(|i| self.open[*i]).map(|i| (self.most[i], self.least(i)))
    }
}

/// The places of all nodes of a box inside another.
struct Indices {
    inner: Area,
    strides: Arc<[usize]>,
    levels: Node,
    index: usize,
    done: bool,
}

impl Indices {
    fn new(area: &Area, inner: Area, strides: &Arc<[usize]>) -> Self {
        let at = inner.low.iter().zip(&area.low).zip(strides.iter()).map(|((n, l), s)| usize::from(n - l) * s).sum();
        Indices { levels: inner.low.clone(), inner, strides: strides.clone(), index: at, done: false }
    }

    fn next(&mut self) -> Option<usize> {
        if self.done {
            return None;
        }
        let index = self.index;
        for a in (0..self.levels.len()).rev() {
            if self.levels[a] < self.inner.high[a] {
                self.levels[a] += 1;
                self.index += self.strides[a];
                return Some(index);
            }
            self.index -= usize::from(self.levels[a] - self.inner.low[a]) * self.strides[a];
            self.levels[a] = self.inner.low[a];
        }
        self.done = true;
        Some(index)
    }
}
