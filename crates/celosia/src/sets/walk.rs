//! Binary trees and the three walks over them; no recursion, because a search tree can be as deep as it has values.

/// No child.
pub(super) const NONE: u32 = u32::MAX;

/// A binary tree: nodes in an arena, some of which carry a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    pub(super) root: u32,
    pub(super) nodes: Vec<Node>,
}

/// A node: the code that it carries, if any, and its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) value: Option<u32>,
    pub(super) left: u32,
    pub(super) right: u32,
}

impl Node {
    pub(super) fn leaf(value: u32) -> Node {
        Node { value: Some(value), left: NONE, right: NONE }
    }
}

/// A node as a picture needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// The value that it carries, if any.
    pub value: Option<u32>,
    /// Its place from the left: that of a walk in order, in which every node counts.
    pub place: usize,
    /// How far it is below the root.
    pub depth: usize,
    /// The place of its parent, but for the root.
    pub parent: Option<usize>,
}

impl Tree {
    /// Every node from left to right.
    pub fn drawn(&self) -> Vec<Drawn> {
        let mut drawn: Vec<Drawn> = Vec::new();
        let (mut at, mut depth) = (self.root, 0);
        let mut above: Vec<(u32, usize)> = Vec::new();
        let mut place_of = vec![0; self.nodes.len()];
        loop {
            while let Some(node) = self.nodes.get(at as usize) {
                above.push((at, depth));
                (at, depth) = (node.left, depth + 1);
            }
            let Some((node, its)) = above.pop() else { break };
            place_of[node as usize] = drawn.len();
            drawn.push(Drawn { value: self.nodes[node as usize].value, place: drawn.len(), depth: its, parent: None });
            (at, depth) = (self.nodes[node as usize].right, its + 1);
        }
        for (node, of) in self.nodes.iter().enumerate() {
            for child in [of.left, of.right].into_iter().filter(|child| *child != NONE) {
                drawn[place_of[child as usize]].parent = Some(place_of[node]);
            }
        }
        drawn
    }
}

/// When a node is taken: before, between or after its subtrees; the left one always before the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// Node, left, right.
    Pre,
    /// Left, node, right.
    In,
    /// Left, right, node.
    Post,
}

/// The values of a tree in the order of a walk.
pub fn walk(tree: &Tree, walk: Walk) -> Vec<u32> {
    let mut order = match walk {
        Walk::Pre => downwards(tree, |node| [node.right, node.left]),
        Walk::In => between(tree),
        // Post-order is node, right, left, read backwards.
        Walk::Post => downwards(tree, |node| [node.left, node.right]),
    };
    if walk == Walk::Post {
        order.reverse();
    }
    order
}

/// Each node before its children; of the two, the one pushed last comes first.
fn downwards(tree: &Tree, push: impl Fn(&Node) -> [u32; 2]) -> Vec<u32> {
    let mut order = Vec::new();
    let mut waiting = vec![tree.root];
    while let Some(at) = waiting.pop() {
        let Some(node) = tree.nodes.get(at as usize) else { continue };
        order.extend(node.value);
        waiting.extend(push(node).into_iter().filter(|child| *child != NONE));
    }
    order
}

fn between(tree: &Tree) -> Vec<u32> {
    let mut order = Vec::new();
    let mut above: Vec<&Node> = Vec::new();
    let mut at = tree.root;
    loop {
        while let Some(node) = tree.nodes.get(at as usize) {
            above.push(node);
            at = node.left;
        }
        let Some(node) = above.pop() else { return order };
        order.extend(node.value);
        at = node.right;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(value: u32, left: u32, right: u32) -> Node {
        Node { value: Some(value), left, right }
    }

    #[test]
    fn three_walks_by_hand() {
        //     1
        //   0   3
        //      2 4
        let nodes = vec![Node::leaf(0), node(1, 0, 3), Node::leaf(2), node(3, 2, 4), Node::leaf(4)];
        let tree = Tree { root: 1, nodes };
        assert_eq!(walk(&tree, Walk::Pre), [1, 0, 3, 2, 4]);
        assert_eq!(walk(&tree, Walk::In), [0, 1, 2, 3, 4]);
        assert_eq!(walk(&tree, Walk::Post), [0, 2, 4, 3, 1]);
    }

    #[test]
    fn a_picture_by_hand() {
        let tree = Tree { root: 1, nodes: vec![Node::leaf(7), Node { value: None, left: 0, right: 2 }, Node::leaf(8)] };
        let leaf = |value, place| Drawn { value: Some(value), place, depth: 1, parent: Some(1) };
        let root = Drawn { value: None, place: 1, depth: 0, parent: None };
        assert_eq!(tree.drawn(), [leaf(7, 0), root, leaf(8, 2)]);
    }

    #[test]
    fn an_empty_tree_has_no_walk() {
        let tree = Tree { root: NONE, nodes: Vec::new() };
        assert_eq!(walk(&tree, Walk::Pre), [] as [u32; 0]);
        assert_eq!(walk(&tree, Walk::In), [] as [u32; 0]);
    }

    #[test]
    fn a_million_nodes_in_one_line_do_not_overflow() {
        let n = 1_000_000;
        let nodes = (0..n).map(|i| node(i, NONE, if i + 1 < n { i + 1 } else { NONE })).collect();
        let tree = Tree { root: 0, nodes };
        assert!(walk(&tree, Walk::Pre).into_iter().eq(0..n));
        assert!(walk(&tree, Walk::In).into_iter().eq(0..n));
        assert!(walk(&tree, Walk::Post).into_iter().eq((0..n).rev()));
    }
}
