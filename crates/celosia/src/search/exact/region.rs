//! The nodes of one box of the lattice with what is known of each: a region small enough to be written down.

use rayon::prelude::*;

use super::block::Block;
use super::news::News;
use crate::evaluate::Problem;
use crate::space::{Area, Node};

/// Nodes of a block, …
const BLOCK: usize = 128;
/// … and blocks that are told what is new together: enough work to be worth handing out.
const GROUP: usize = 16;

/// A box with bounds for each of its nodes.
pub struct Region {
    pub area: Area,
    strides: Vec<usize>,
    size: usize,
    /// Its blocks, group by group. None while these are told what is new.
    groups: Vec<Vec<Block>>,
    /// Nodes that are open.
    open: Vec<u32>,
}

impl Region {
    /// All nodes of a box, nothing known of them.
    pub fn new(problem: &Problem, area: Area) -> Self {
        let size = area.size() as usize;
        let mut strides = vec![1; area.low.len()];
        for a in (1..strides.len()).rev() {
            strides[a - 1] = strides[a] * (usize::from(area.high[a] - area.low[a]) + 1);
        }
        let mut region = Region { area, strides, size, groups: Vec::new(), open: Vec::new() };
        let block = |block: usize| {
            let nodes: Vec<Node> = (block * BLOCK..size.min((block + 1) * BLOCK)).map(|i| region.node(i)).collect();
            Block::new(problem, &nodes)
        };
        let blocks: Vec<usize> = (0..size.div_ceil(BLOCK)).collect();
        let groups = blocks.par_chunks(GROUP).map(|group| group.iter().copied().map(block).collect()).collect();
        region.put_back(groups);
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
        self.size
    }

    fn block(&self, index: usize) -> (&Block, usize) {
        (&self.groups[index / BLOCK / GROUP][index / BLOCK % GROUP], index % BLOCK)
    }

    pub fn is_open(&self, index: usize) -> bool {
        let (block, at) = self.block(index);
        block.is_open(at)
    }

    /// A node, with what is known of it.
    pub fn only(&self, index: usize) -> Block {
        let (block, at) = self.block(index);
        block.only(at)
    }

    /// The open nodes.
    pub fn open(&self) -> &[u32] {
        &self.open
    }

    /// Lower bound of the first loss.
    pub fn least(&self, index: usize) -> f64 {
        let (block, at) = self.block(index);
        block.least(at)[0]
    }

    /// The rank of the ceiling that bounds a node.
    pub fn rank(&self, index: usize) -> f64 {
        let (block, at) = self.block(index);
        block.rank(at)
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

    /// Marks nodes as decided.
    pub fn close(&mut self, decided: &[usize]) {
        for index in decided {
            self.groups[index / BLOCK / GROUP][index / BLOCK % GROUP].close(index % BLOCK);
        }
        self.list();
    }

    /// Takes in what is new, here and now.
    pub fn take_in(&mut self, news: &News) {
        self.groups.par_iter_mut().flatten().for_each(|block| block.take_in(news));
        self.list();
    }

    /// The groups of blocks, to be told what is new elsewhere. They must be put back before anything else is asked.
    pub fn take_out(&mut self) -> Vec<Vec<Block>> {
        std::mem::take(&mut self.groups)
    }

    /// Takes the groups of blocks back, in their order.
    pub fn put_back(&mut self, groups: Vec<Vec<Block>>) {
        self.groups = groups;
        self.list();
    }

    fn list(&mut self) {
        self.open.clear();
        for (block, first) in self.groups.iter().flatten().zip((0..).step_by(BLOCK)) {
            self.open.extend(block.open.iter().map(|at| first + at));
        }
    }

    /// What the open nodes may still reach: most protection and least loss of each.
    pub fn remaining(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let reaches = |index: &u32| {
            let (block, at) = self.block(*index as usize);
            (block.most(at), block.least(at)[0])
        };
        self.open.iter().map(reaches)
    }
}
