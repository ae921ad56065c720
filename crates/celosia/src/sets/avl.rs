//! The AVL tree: a search tree that rotates after an insertion, so that no two sibling subtrees differ by more than
//! one in height.

use super::walk::{NONE, Node, Tree};
use super::{About, Column, Key};

pub const AVL: About = About {
    name: "avl",
    does: "inserts the values one by one in order of arrival, smaller keys to the left, and rotates to stay balanced",
    cost: "n log n",
    reference: "Adelson-Velsky and Landis 1962; Hernandez et al., Tree traversal to achieve generalization, section III",
    keyed: true,
    build,
};

fn build(column: &Column, key: Key) -> Tree {
    let mut avl = Avl::new(column, key);
    column.arrival().iter().for_each(|code| avl.insert(*code));
    avl.tree
}

/// A tree in the making; node i is the value of code i.
pub(super) struct Avl {
    tree: Tree,
    rank: Vec<u32>,
    height: Vec<u8>,
}

impl Avl {
    pub(super) fn new(column: &Column, key: Key) -> Avl {
        let nodes = (0..column.len() as u32).map(Node::leaf).collect();
        Avl { tree: Tree { root: NONE, nodes }, rank: column.ranks(key), height: vec![1; column.len()] }
    }

    pub(super) fn insert(&mut self, code: u32) {
        let mut path = Vec::new();
        let mut at = self.tree.root;
        while at != NONE {
            path.push(at);
            let node = self.tree.nodes[at as usize];
            at = if self.rank[code as usize] < self.rank[at as usize] { node.left } else { node.right };
        }
        // Hang the new node under the last, then balance each node on the way up and hang it under its parent, up to the
        // first that is as high as before: nothing changes above it.
        let mut below = code;
        while let Some(parent) = path.pop() {
            let node = &mut self.tree.nodes[parent as usize];
            if self.rank[code as usize] < self.rank[parent as usize] {
                node.left = below;
            } else {
                node.right = below;
            }
            let before = self.height[parent as usize];
            below = self.balance(parent);
            if below == parent && self.height[parent as usize] == before {
                return;
            }
        }
        self.tree.root = below;
    }

    /// The node that stands where this one stood, after at most two rotations.
    fn balance(&mut self, at: u32) -> u32 {
        let Node { left, right, .. } = self.tree.nodes[at as usize];
        match self.high(left) - self.high(right) {
            2 => {
                let Node { left: outer, right: inner, .. } = self.tree.nodes[left as usize];
                if self.high(inner) > self.high(outer) {
                    self.tree.nodes[at as usize].left = self.rotate_left(left);
                }
                self.rotate_right(at)
            }
            -2 => {
                let Node { left: inner, right: outer, .. } = self.tree.nodes[right as usize];
                if self.high(inner) > self.high(outer) {
                    self.tree.nodes[at as usize].right = self.rotate_right(right);
                }
                self.rotate_left(at)
            }
            _ => {
                self.measure(at);
                at
            }
        }
    }

    fn rotate_left(&mut self, at: u32) -> u32 {
        let up = self.tree.nodes[at as usize].right;
        self.tree.nodes[at as usize].right = self.tree.nodes[up as usize].left;
        self.tree.nodes[up as usize].left = at;
        self.measure(at);
        self.measure(up);
        up
    }

    fn rotate_right(&mut self, at: u32) -> u32 {
        let up = self.tree.nodes[at as usize].left;
        self.tree.nodes[at as usize].left = self.tree.nodes[up as usize].right;
        self.tree.nodes[up as usize].right = at;
        self.measure(at);
        self.measure(up);
        up
    }

    fn high(&self, at: u32) -> i32 {
        self.height.get(at as usize).map_or(0, |height| i32::from(*height))
    }

    /// Four billion values make a height of at most 46, so a byte is enough.
    fn measure(&mut self, at: u32) {
        let Node { left, right, .. } = self.tree.nodes[at as usize];
        self.height[at as usize] = 1 + self.high(left).max(self.high(right)) as u8;
    }

    /// Everything that makes it an AVL tree, checked the slow way: order, balance, and heights that are true.
    #[cfg(test)]
    pub(super) fn holds(&self) -> bool {
        let mut waiting = vec![(self.tree.root, false)];
        let mut height = vec![0; self.tree.nodes.len()];
        let of = |height: &[i32], at: u32| if at == NONE { 0 } else { height[at as usize] };
        while let Some((at, seen)) = waiting.pop() {
            if at == NONE {
                continue;
            }
            let Node { left, right, .. } = self.tree.nodes[at as usize];
            if !seen {
                waiting.extend([(at, true), (left, false), (right, false)]);
                continue;
            }
            if (of(&height, left) - of(&height, right)).abs() > 1 {
                return false;
            }
            height[at as usize] = 1 + of(&height, left).max(of(&height, right));
            if height[at as usize] != i32::from(self.height[at as usize]) {
                return false;
            }
        }
        let order = super::walk(&self.tree, super::Walk::In);
        order.windows(2).all(|pair| self.rank[pair[0] as usize] < self.rank[pair[1] as usize])
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        super::walk(&self.tree, super::Walk::Pre).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Walk, walk};
    use super::*;

    fn pre(arrival: &[u32]) -> Vec<u32> {
        let column = Column { counts: vec![1; arrival.len()], arrival: arrival.to_vec() };
        walk(&build(&column, Key::Value), Walk::Pre)
    }

    #[test]
    fn each_of_the_four_rotations() {
        for arrival in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [2, 0, 1]] {
            assert_eq!(pre(&arrival), [1, 0, 2], "{arrival:?}");
        }
    }

    /// The data set J of section III-A, keyed by value: 47 42 51 35 33 37 38 36 arrive in this order.
    #[test]
    fn the_data_set_of_the_paper() {
        // 33 rotates 35 up; 37 rotates 42 up over 47; 36 sinks under 37 and 38 balances it.
        assert_eq!(pre(&[6, 5, 7, 1, 0, 3, 4, 2]), [5, 1, 0, 3, 2, 4, 6, 7]);
    }
}
