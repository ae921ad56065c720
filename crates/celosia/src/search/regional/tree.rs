//! A tree of boxes: a node is cut in two where that costs least, as long as both parts have rows enough.
//!
//! Every cut between two places of every column is tried and, where labels are groups of a hierarchy, each child of a group
//! against the rest. A cut costs the rows of each part times the price of the least box around them. The leaves of a tree that ends
//! at single tuples stand in an order in which neighbours are alike in all columns: the tree alone is poor, its order is what
//! works ([`cuts`](super::cuts)).

use super::cuts::{Some, join};
use crate::space::Boxes;

/// A node of a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where its tuples begin and end in the order.
    pub span: (usize, usize),
    /// The two that it is cut into.
    pub parts: Option<(usize, usize)>,
}

/// What growing trees takes; allocated once.
pub struct Tree<'a> {
    boxes: &'a Boxes,
    /// Of the columns: others give other orders.
    pub weights: Vec<f64>,
    /// The least rows of a node.
    least: u64,
    /// By place: the group of the node's tuples there, and the node that it is of.
    group: Vec<(u64, u32)>,
    node: u64,
    /// Rows and spans by group, in the order in which they came; a span is every column's lo and then every column's hi.
    groups: Vec<(u32, u64)>,
    spans: Vec<u32>,
    ordered: Vec<u32>,
    /// Spans of the groups before one, and from it on.
    before: Vec<u32>,
    from: Vec<u32>,
    rows_before: Vec<u64>,
}

/// The cheapest cut so far: the places of one side on an axis.
struct Cut {
    cost: f64,
    smaller: u64,
    axis: usize,
    lo: u32,
    hi: u32,
}

impl<'a> Tree<'a> {
    /// Trees whose nodes have `least` rows or more.
    pub fn new(boxes: &'a Boxes, least: u64) -> Self {
        let places = boxes.axes.iter().map(|axis| axis.places() as usize).max().unwrap_or(0);
        Tree {
            boxes,
            weights: vec![1.0; boxes.axes.len()],
            least,
            group: vec![(0, 0); places],
            node: 0,
            groups: Vec::new(),
            spans: Vec::new(),
            ordered: Vec::new(),
            before: Vec::new(),
            from: Vec::new(),
            rows_before: Vec::new(),
        }
    }

    /// Brings tuples, here with some of their rows, into the order of the leaves; gives the nodes, every one before those inside.
    pub fn grow(&mut self, order: &mut [Some]) -> Vec<Node> {
        let mut nodes = vec![Node { span: (0, order.len()), parts: None }];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let (start, end) = nodes[at].span;
            if end - start < 2 {
                continue;
            }
            let (before, rest) = order.split_at_mut(start);
            let Some(left) = self.cut(&mut rest[..end - start], before.last().map(|(tuple, _)| *tuple)) else {
                continue;
            };
            let number = nodes.len();
            for span in [(start, start + left), (start + left, end)] {
                nodes.push(Node { span, parts: None });
            }
            nodes[at].parts = Some((number, number + 1));
            open.extend([number + 1, number]);
        }
        nodes
    }

    /// Brings one side of the cheapest cut to the front, and says how many tuples it has. It is the side that fits better to
    /// the tuple before all of them: classes cut from the order cross the borders of nodes.
    fn cut(&mut self, tuples: &mut [Some], before: Option<u32>) -> Option<usize> {
        let boxes = self.boxes;
        let mut best: Option<Cut> = None;
        for axis in 0..boxes.axes.len() {
            self.gather(tuples, axis);
            if self.groups.len() > 1 {
                self.try_cuts(axis, &mut best);
            }
        }
        let cut = best?;
        let is_inside = |(tuple, _): &Some| (cut.lo..=cut.hi).contains(&boxes.place(*tuple as usize)[cut.axis]);
        let misfit = |inside: bool| {
            let Some(before) = before else { return 0.0 };
            let side = tuples.iter().filter(|tuple| is_inside(tuple) == inside);
            let (mut lo, mut hi) = (vec![u32::MAX; boxes.axes.len()], vec![0; boxes.axes.len()]);
            for (tuple, _) in side {
                let place = boxes.place(*tuple as usize);
                join(&mut lo, &mut hi, place, place);
            }
            let alone = self.price(&[&lo[..], &hi].concat());
            let place = boxes.place(before as usize);
            join(&mut lo, &mut hi, place, place);
            self.price(&[&lo[..], &hi].concat()) - alone
        };
        let first = misfit(true) <= misfit(false);
        let is_left = |tuple: &Some| is_inside(tuple) == first;
        tuples.sort_by_key(|tuple| !is_left(tuple));
        Some(tuples.partition_point(is_left))
    }

    /// The node's tuples by their place on an axis.
    fn gather(&mut self, tuples: &[Some], axis: usize) {
        let (boxes, width) = (self.boxes, 2 * self.boxes.axes.len());
        self.node += 1;
        self.groups.clear();
        self.spans.clear();
        for (tuple, rows) in tuples {
            let place = boxes.place(*tuple as usize);
            let entry = &mut self.group[place[axis] as usize];
            if entry.0 != self.node {
                *entry = (self.node, self.groups.len() as u32);
                self.groups.push((place[axis], 0));
                self.spans.extend(place.iter().chain(place));
            }
            let group = entry.1 as usize;
            self.groups[group].1 += rows;
            let (lo, hi) = self.spans[group * width..][..width].split_at_mut(width / 2);
            join(lo, hi, place, place);
        }
        self.ordered.clear();
        self.ordered.extend(0..self.groups.len() as u32);
        self.ordered.sort_unstable_by_key(|group| self.groups[*group as usize].0);
    }

    fn try_cuts(&mut self, axis: usize, best: &mut Option<Cut>) {
        let (width, number) = (2 * self.boxes.axes.len(), self.groups.len());
        let nothing: Vec<u32> = (0..width).map(|i| if i < width / 2 { u32::MAX } else { 0 }).collect();
        self.before.clear();
        self.before.extend_from_slice(&nothing);
        self.rows_before.clear();
        self.rows_before.push(0);
        for (i, group) in self.ordered.iter().enumerate() {
            self.rows_before.push(self.rows_before[i] + self.groups[*group as usize].1);
            self.before.extend_from_within(i * width..);
            merge(&mut self.before[(i + 1) * width..], &self.spans[*group as usize * width..][..width]);
        }
        self.from.resize((number + 1) * width, 0);
        self.from[number * width..][..width].copy_from_slice(&nothing);
        for (i, group) in self.ordered.iter().enumerate().rev() {
            self.from.copy_within((i + 1) * width..(i + 2) * width, i * width);
            merge(&mut self.from[i * width..][..width], &self.spans[*group as usize * width..][..width]);
        }
        let place = |i: usize| self.groups[self.ordered[i] as usize].0;
        let rows = self.rows_before[number];
        let mut offer = |rows_left: u64, left: &[u32], right: &[u32], lo: u32, hi: u32| {
            let smaller = rows_left.min(rows - rows_left);
            if smaller < self.least {
                return;
            }
            let cost = rows_left as f64 * self.price(left) + (rows - rows_left) as f64 * self.price(right);
            if best.as_ref().is_none_or(|best| cost < best.cost || cost == best.cost && smaller > best.smaller) {
                *best = Some(Cut { cost, smaller, axis, lo, hi });
            }
        };
        for i in 1..number {
            let (left, right) = (&self.before[i * width..][..width], &self.from[i * width..][..width]);
            offer(self.rows_before[i], left, right, place(0), place(i - 1));
        }
        if self.boxes.axes[axis].is_free() || number < 3 {
            return;
        }
        // This child of the label against the rest.
        let parent = self.boxes.axes[axis].label(place(0), place(number - 1));
        let mut first = 0;
        while first < number {
            let is_inside = |i: &usize| self.boxes.axes[axis].label(place(first), place(*i)) != parent;
            let next = (first..number).rev().find(is_inside).unwrap_or(first) + 1;
            if first > 0 && next < number {
                let mut child = nothing.clone();
                for group in &self.ordered[first..next] {
                    merge(&mut child, &self.spans[*group as usize * width..][..width]);
                }
                let mut rest = self.before[first * width..][..width].to_vec();
                merge(&mut rest, &self.from[next * width..][..width]);
                offer(self.rows_before[next] - self.rows_before[first], &child, &rest, place(first), place(next - 1));
            }
            first = next;
        }
    }

    fn price(&self, span: &[u32]) -> f64 {
        let (lo, hi) = span.split_at(span.len() / 2);
        let axes = self.boxes.axes.iter().zip(&self.weights).zip(lo.iter().zip(hi));
        axes.map(|((axis, weight), (lo, hi))| weight * axis.price(*lo, *hi)).sum()
    }
}

fn merge(span: &mut [u32], with: &[u32]) {
    let middle = span.len() / 2;
    let (lo, hi) = span.split_at_mut(middle);
    join(lo, hi, &with[..middle], &with[middle..]);
}

/// All tuples in the order of the leaves of a tree in which columns weigh so much.
pub fn leaf_order(boxes: &Boxes, weights: &[f64]) -> Vec<u32> {
    let mut tree = Tree::new(boxes, 1);
    tree.weights.copy_from_slice(weights);
    let mut order: Vec<Some> = (0..).zip(boxes.counts.iter().copied()).collect();
    tree.grow(&mut order);
    order.into_iter().map(|(tuple, _)| tuple).collect()
}

/// A tree of all tuples, grown.
pub struct Grown {
    /// The nodes, every one before those inside it.
    pub nodes: Vec<Node>,
    /// The tuples in the order of the leaves.
    pub order: Vec<u32>,
    /// What each node costs as a class.
    pub costs: Vec<f64>,
    /// Rows of each node.
    pub rows: Vec<u64>,
}

impl Grown {
    /// The tree whose nodes have `least` rows or more.
    pub fn new(boxes: &Boxes, least: u64) -> Grown {
        let mut order: Vec<Some> = (0..).zip(boxes.counts.iter().copied()).collect();
        let nodes = Tree::new(boxes, least).grow(&mut order);
        let axes = boxes.axes.len();
        let (mut costs, mut rows) = (vec![0.0; nodes.len()], vec![0; nodes.len()]);
        // Every column's lo and then every column's hi, node after node.
        let width = 2 * axes;
        let nothing: Vec<u32> = (0..width).map(|at| if at < axes { u32::MAX } else { 0 }).collect();
        let mut spans = nothing.repeat(nodes.len());
        for at in (0..nodes.len()).rev() {
            // Parts stand behind their node.
            let (before, behind) = spans.split_at_mut((at + 1) * width);
            let span = &mut before[at * width..];
            match nodes[at].parts {
                Some((one, other)) => {
                    for part in [one, other] {
                        merge(span, &behind[(part - at - 1) * width..][..width]);
                        rows[at] += rows[part];
                    }
                }
                None => {
                    for (tuple, n) in &order[nodes[at].span.0..nodes[at].span.1] {
                        let place = boxes.place(*tuple as usize);
                        let (lo, hi) = span.split_at_mut(axes);
                        join(lo, hi, place, place);
                        rows[at] += n;
                    }
                }
            }
            if rows[at] > 0 {
                costs[at] = rows[at] as f64 * boxes.price(&span[..axes], &span[axes..]);
            }
        }
        Grown { nodes, order: order.into_iter().map(|(tuple, _)| tuple).collect(), costs, rows }
    }

    /// The class of each tuple where these nodes are classes.
    pub fn classes(&self, nodes: &[usize]) -> Vec<u32> {
        let mut class_of = vec![0; self.order.len()];
        for (class, node) in (0..).zip(nodes) {
            let (start, end) = self.nodes[*node].span;
            self.order[start..end].iter().for_each(|tuple| class_of[*tuple as usize] = class);
        }
        class_of
    }

    /// The leaves.
    pub fn leaves(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|node| self.nodes[*node].parts.is_none()).collect()
    }
}
