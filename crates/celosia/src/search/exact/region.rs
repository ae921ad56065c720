//! The nodes of one box of the lattice with what is known of each: a region small enough to be written down.

use rayon::prelude::*;

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
    strides: Vec<usize>,
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
    room: Room,
    /// Nodes that a bound concerns.
    concerned: Vec<u32>,
    version: u64,
}

/// Memory that is used again from one look at a node to the next.
#[derive(Default)]
struct Room {
    least: Vec<f64>,
    further: Vec<f64>,
}

/// So many nodes are worth a thread.
const SHARED: usize = 512;

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
            strides,
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
            room: Room::default(),
            concerned: Vec::new(),
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
        let concerned = self.concerned(&below);
        for index in concerned.iter().map(|index| *index as usize) {
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
            if news && self.open[index] {
                self.look(index, all, target);
            }
        }
        self.concerned = concerned;
    }

    /// A node below puts a floor under all nodes of the box above it.
    pub fn put_floor(&mut self, all: &[Above], below: &Below, target: &Target) {
        let Some(above) = self.area.above(&below.node) else { return };
        let metrics = below.remainders.len();
        let concerned = self.concerned(&above);
        for index in concerned.iter().map(|index| *index as usize) {
            self.seen[index] = self.seen[index].max(below.protection as f32);
            let mut changed = false;
            for (i, remainder) in below.remainders.iter().enumerate() {
                let known = &mut self.remainders[index * metrics + i];
                changed |= *remainder > *known;
                *known = known.max(*remainder);
            }
            if changed && self.open[index] {
                self.look(index, all, target);
            }
        }
        self.concerned = concerned;
    }

    /// Looks at all open nodes again if the answer has improved, and forgets those that are decided.
    pub fn sweep(&mut self, all: &[Above], target: &Target) {
        let mut list = std::mem::take(&mut self.list);
        list.retain(|index| self.open[*index as usize]);
        if std::mem::replace(&mut self.version, target.version) != target.version {
            let keeps = |room: &mut Room, index: &u32| self.keeps_open(*index as usize, all, target, room);
            let keeps: Vec<Option<usize>> =
                list.par_iter().with_min_len(SHARED).map_init(Room::default, keeps).collect();
            for (index, step) in list.iter().zip(keeps) {
                self.note(*index as usize, step);
            }
            list.retain(|index| self.open[*index as usize]);
        }
        self.list = list;
    }

    /// Would the ceiling of a node above decide an open node, as far as it is the nearest?
    pub fn would_close(&self, index: usize, above: &Above, target: &Target) -> bool {
        let below = self.node(index).iter().zip(&above.node).all(|(n, a)| n <= a);
        let (models, mut room) = (self.problem.further_models.len(), Room::default());
        self.open[index] && below && {
            let further = self.most_further[index * models..].iter().zip(&above.ceiling.further);
            let bounds = Bounds {
                most: self.most[index].min(above.ceiling.protection()),
                most_further: &further.map(|(known, most)| known.min(*most)).collect::<Vec<f64>>(),
                least: self.floors(index, &mut room.least),
                steps: &above.ceiling.steps,
            };
            kept_open(self.problem, &bounds, 0, target, &mut room.further).is_none()
        }
    }

    /// Lower bounds of the losses of a node.
    fn floors<'r>(&self, index: usize, least: &'r mut Vec<f64>) -> &'r [f64] {
        let all = index * self.metrics..(index + 1) * self.metrics;
        let floor = |(metric, at): (usize, usize)| self.problem.floor(metric, self.cells[at], self.remainders[at]);
        least.clear();
        least.extend(all.enumerate().map(floor));
        least
    }

    /// Looks at an open node again.
    fn look(&mut self, index: usize, all: &[Above], target: &Target) {
        let mut room = std::mem::take(&mut self.room);
        let step = self.keeps_open(index, all, target, &mut room);
        self.room = room;
        self.note(index, step);
    }

    /// Notes what keeps a node open; it is decided if nothing does.
    fn note(&mut self, index: usize, step: Option<usize>) {
        self.hint[index] = step.unwrap_or(0) as u16;
        if step.is_none() {
            self.close(index);
        }
    }

    /// The step that keeps a node open, unless every outcome that it may have is beaten by the answer so far.
    fn keeps_open(&self, index: usize, all: &[Above], target: &Target, room: &mut Room) -> Option<usize> {
        let models = self.problem.further_models.len();
        let bounds = Bounds {
            most: self.most[index],
            most_further: &self.most_further[index * models..(index + 1) * models],
            least: self.floors(index, &mut room.least),
            steps: self.above(index).map_or(&[], |above| &all[above].ceiling.steps),
        };
        kept_open(self.problem, &bounds, usize::from(self.hint[index]), target, &mut room.further)
    }

    /// The places of all nodes of a box inside this one; only those that may be open, where these are fewer.
    fn concerned(&mut self, inner: &Area) -> Vec<u32> {
        let mut concerned = std::mem::take(&mut self.concerned);
        concerned.clear();
        let (attributes, low) = (self.strides.len(), &self.area.low);
        if (self.list.len() as u128) < inner.size() {
            let at = |a: usize, index: usize| {
                let levels = usize::from(self.area.high[a] - low[a]) + 1;
                low[a] + (index / self.strides[a] % levels) as u8
            };
            let inside = |index: usize| {
                self.open[index] && (0..attributes).all(|a| (inner.low[a]..=inner.high[a]).contains(&at(a, index)))
            };
            concerned.extend(self.list.iter().copied().filter(|index| inside(*index as usize)));
            return concerned;
        }
        // Attribute by attribute, all that is known so far is repeated for each level.
        concerned.push(0);
        for (a, stride) in self.strides.iter().enumerate() {
            let (first, known) = (usize::from(inner.low[a] - low[a]) * stride, concerned.len());
            concerned.iter_mut().for_each(|index| *index += first as u32);
            for level in 1..=usize::from(inner.high[a] - inner.low[a]) {
                for at in 0..known {
                    concerned.push(concerned[at] + (level * stride) as u32);
                }
            }
        }
        concerned
    }

    /// What the open nodes may still reach: most protection and least loss of each.
    pub fn remaining(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        (0..self.open.len()).filter(|i| self.open[*i]).map(|i| (self.most[i], self.least(i)))
    }
}
