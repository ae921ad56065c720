//! A tree of boxes: a class is cut in two where that costs least, as long as both parts have rows enough.
//!
//! At a node every cut between two places of every column is tried and, where labels are groups of a hierarchy, each group
//! against the rest. What a cut costs is the rows of each part times the price of the least box around them. The leaves of the
//! tree that ends at single tuples stand in an order in which neighbours are alike in all columns.

use crate::space::{Axis, Boxes};

/// A tree, its root first; every node before those inside it.
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The tuples, leaf after leaf: each node has a stretch of them.
    pub order: Vec<u32>,
}

/// A node.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where its tuples begin and end in the order.
    pub span: (usize, usize),
    /// Its rows.
    pub rows: u64,
    /// What a row costs in it.
    pub price: f64,
    /// The two that it is cut into.
    pub parts: Option<(usize, usize)>,
}

/// The least box around some tuples, with their rows.
#[derive(Debug, Clone)]
struct Hull {
    lo: Vec<u32>,
    hi: Vec<u32>,
    rows: u64,
}

impl Hull {
    fn empty(axes: usize) -> Hull {
        Hull { lo: vec![u32::MAX; axes], hi: vec![0; axes], rows: 0 }
    }

    fn take(&mut self, place: &[u32], rows: u64) {
        for (axis, place) in place.iter().enumerate() {
            self.lo[axis] = self.lo[axis].min(*place);
            self.hi[axis] = self.hi[axis].max(*place);
        }
        self.rows += rows;
    }

    fn join(&mut self, other: &Hull) {
        for axis in 0..self.lo.len() {
            self.lo[axis] = self.lo[axis].min(other.lo[axis]);
            self.hi[axis] = self.hi[axis].max(other.hi[axis]);
        }
        self.rows += other.rows;
    }

    fn cost(&self, boxes: &Boxes) -> f64 {
        self.rows as f64 * boxes.price(&self.lo, &self.hi)
    }
}

/// A cut: which places of an axis go to one side.
#[derive(Debug, Clone, Copy)]
struct Cut {
    axis: usize,
    first: u32,
    last: u32,
    cost: f64,
    smaller: u64,
}

impl Cut {
    fn is_better(&self, than: &Option<Cut>) -> bool {
        than.as_ref()
            .is_none_or(|than| self.cost < than.cost || (self.cost == than.cost && self.smaller > than.smaller))
    }
}

/// Memory that is used again: a hull for each place of an axis.
struct Hulls {
    at: Vec<Hull>,
    present: Vec<u32>,
    before: Vec<Hull>,
    behind: Vec<Hull>,
}

impl Tree {
    /// The tree whose nodes have `least` rows or more.
    pub fn grow(boxes: &Boxes, least: u64) -> Tree {
        let axes = boxes.axes.len();
        let places = boxes.axes.iter().map(|axis| axis.places() as usize).max().unwrap_or(0);
        let none = Hull::empty(axes);
        let mut hulls =
            Hulls { at: vec![none.clone(); places], present: Vec::new(), before: Vec::new(), behind: Vec::new() };
        let mut tree = Tree { nodes: Vec::new(), order: (0..boxes.tuples() as u32).collect() };
        let all = boxes.tuples();
        let root = tree.node(boxes, (0, all));
        tree.nodes.push(root);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Node { span: (start, end), rows, .. } = tree.nodes[at];
            if end - start < 2 || rows < 2 * least {
                continue;
            }
            let Some(cut) = best(boxes, &tree.order[start..end], least, &mut hulls) else { continue };
            let inside = |tuple: &u32| {
                let place = boxes.place(*tuple as usize)[cut.axis];
                cut.first <= place && place <= cut.last
            };
            let (mut one, mut other): (Vec<u32>, Vec<u32>) =
                tree.order[start..end].iter().partition(|tuple| inside(tuple));
            // What stands before is in its final order: the part that is more like it comes next.
            if start > 0 && nearer(boxes, tree.order[start - 1], &other, &one) {
                std::mem::swap(&mut one, &mut other);
            }
            let middle = start + one.len();
            tree.order[start..middle].copy_from_slice(&one);
            tree.order[middle..end].copy_from_slice(&other);
            let number = tree.nodes.len();
            let parts = [tree.node(boxes, (start, middle)), tree.node(boxes, (middle, end))];
            tree.nodes.extend(parts);
            tree.nodes[at].parts = Some((number, number + 1));
            open.extend([number + 1, number]);
        }
        tree
    }

    fn node(&self, boxes: &Boxes, (start, end): (usize, usize)) -> Node {
        let mut hull = Hull::empty(boxes.axes.len());
        for tuple in &self.order[start..end] {
            hull.take(boxes.place(*tuple as usize), boxes.counts[*tuple as usize]);
        }
        let price = if end > start { boxes.price(&hull.lo, &hull.hi) } else { 0.0 };
        Node { span: (start, end), rows: hull.rows, price, parts: None }
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

/// Does the first of two parts cost less together with a tuple?
fn nearer(boxes: &Boxes, tuple: u32, one: &[u32], other: &[u32]) -> bool {
    let price = |part: &[u32]| {
        let mut hull = Hull::empty(boxes.axes.len());
        part.iter().chain([&tuple]).for_each(|tuple| hull.take(boxes.place(*tuple as usize), 0));
        boxes.price(&hull.lo, &hull.hi)
    };
    price(one) < price(other)
}

/// The cut of some tuples that costs least; of those that cost the same the one whose smaller part has most rows.
fn best(boxes: &Boxes, tuples: &[u32], least: u64, hulls: &mut Hulls) -> Option<Cut> {
    let mut best: Option<Cut> = None;
    for (number, axis) in boxes.axes.iter().enumerate() {
        gather(boxes, tuples, number, hulls);
        let Hulls { at, present, before, behind } = hulls;
        let count = present.len();
        if count < 2 {
            continue;
        }
        // before[i] joins the first i places, behind[i] those from i on.
        let none = Hull::empty(boxes.axes.len());
        before.clear();
        behind.clear();
        before.push(none.clone());
        behind.push(none);
        for i in 0..count {
            let mut joined = before[i].clone();
            joined.join(&at[present[i] as usize]);
            before.push(joined);
            let mut joined = behind[i].clone();
            joined.join(&at[present[count - 1 - i] as usize]);
            behind.push(joined);
        }
        behind.reverse();
        let mut offer = |one: &Hull, other: &Hull, first: u32, last: u32| {
            let smaller = one.rows.min(other.rows);
            if smaller < least {
                return;
            }
            let cut = Cut { axis: number, first, last, cost: one.cost(boxes) + other.cost(boxes), smaller };
            if cut.is_better(&best) {
                best = Some(cut);
            }
        };
        for i in 1..count {
            offer(&before[i], &behind[i], present[0], present[i - 1]);
        }
        if axis.is_free() {
            continue;
        }
        for (first, last) in groups(axis, present) {
            let (i, j) = (present.partition_point(|p| *p < first), present.partition_point(|p| *p <= last));
            if i == 0 || j == count || j <= i {
                continue;
            }
            let mut rest = before[i].clone();
            rest.join(&behind[j]);
            let mut one = Hull::empty(boxes.axes.len());
            present[i..j].iter().for_each(|place| one.join(&at[*place as usize]));
            offer(&one, &rest, first, last);
        }
    }
    best
}

/// The hull of the tuples at each place of an axis.
fn gather(boxes: &Boxes, tuples: &[u32], axis: usize, hulls: &mut Hulls) {
    for place in hulls.present.drain(..) {
        let hull = &mut hulls.at[place as usize];
        hull.lo.fill(u32::MAX);
        hull.hi.fill(0);
        hull.rows = 0;
    }
    for tuple in tuples {
        let place = boxes.place(*tuple as usize);
        let hull = &mut hulls.at[place[axis] as usize];
        if hull.rows == 0 {
            hulls.present.push(place[axis]);
        }
        hull.take(place, boxes.counts[*tuple as usize]);
    }
    hulls.present.sort_unstable();
}

/// The groups that lie between the first and the last of these places, each once: the places themselves, and the labels around
/// neighbours.
fn groups(axis: &Axis, present: &[u32]) -> Vec<(u32, u32)> {
    let mut groups: Vec<(u32, u32)> = present.iter().map(|place| (*place, *place)).collect();
    groups.extend(present.windows(2).map(|pair| axis.label(pair[0], pair[1])));
    groups.sort_unstable();
    groups.dedup();
    groups
}
