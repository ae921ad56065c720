//! A sheet: the nodes of a box of the lattice, small enough to be written down, with what is known of each.

use rayon::prelude::*;

use super::block::Block;
use super::constants::BLOCK;
use super::known::Above;
use super::news::News;
use super::target::Target;
use crate::evaluate::Problem;
use crate::space::{Area, Node};

/// A box with bounds for each of its nodes.
pub struct Sheet {
    pub area: Area,
    strides: Vec<usize>,
    size: usize,
    blocks: Vec<Block>,
    /// Nodes that are open.
    open: Vec<u32>,
}

impl Sheet {
    /// All nodes of a box, nothing known of them.
    pub fn new(problem: &Problem, area: Area) -> Self {
        let size = area.size() as usize;
        let mut strides = vec![1; area.low.len()];
        for a in (1..strides.len()).rev() {
            strides[a - 1] = strides[a] * (usize::from(area.high[a] - area.low[a]) + 1);
        }
        let mut sheet = Sheet { area, strides, size, blocks: Vec::new(), open: (0..size as u32).collect() };
        let block = |block: usize| {
            let nodes: Vec<Node> = (block * BLOCK..size.min((block + 1) * BLOCK)).map(|i| sheet.node(i)).collect();
            Block::new(problem, &nodes)
        };
        sheet.blocks = (0..size.div_ceil(BLOCK)).into_par_iter().map(block).collect();
        sheet
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

    /// The most generalized node.
    pub fn high(&self) -> &[u8] {
        &self.area.high
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.size
    }

    fn block(&self, index: usize) -> (&Block, usize) {
        (&self.blocks[index / BLOCK], index % BLOCK)
    }

    pub fn is_open(&self, index: usize) -> bool {
        let (block, at) = self.block(index);
        block.is_open(at)
    }

    /// Would the ceiling of a node above decide an open node?
    pub fn would_close(&self, index: usize, above: &Above, problem: &Problem, target: &Target) -> bool {
        let (block, at) = self.block(index);
        block.would_close(at, above, problem, target)
    }

    /// The open nodes.
    pub fn open(&self) -> &[u32] {
        &self.open
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

    /// Closes nodes that are decided, takes in what is new, and closes what that decides.
    pub fn take_in(&mut self, decided: &[usize], news: &News) {
        decided.iter().for_each(|index| self.blocks[index / BLOCK].close(index % BLOCK));
        self.blocks.par_iter_mut().for_each(|block| block.take_in(news));
        self.open.clear();
        for (block, first) in self.blocks.iter().zip((0..).step_by(BLOCK)) {
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
