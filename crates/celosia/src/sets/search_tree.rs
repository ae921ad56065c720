//! The binary search tree: values enter one by one, smaller keys to the left, and nothing is ever moved.
//!
//! It is built without inserting, because n insertions in an unlucky order take n² steps. Claim: the tree is the only
//! one that is ordered by key and in which every node arrived before its descendants. Proof: the root is the first to
//! arrive; the others fall to its left or right by key, each side in order of arrival; so on by induction. That is the
//! Cartesian tree of (key, arrival), which one pass over the sorted keys builds with a stack: n log n for the sort.

use super::walk::{NONE, Node, Tree};
use super::{About, Column, Key, inverse};

pub const SEARCH_TREE: About = About {
    name: "bst",
    does: "inserts the values one by one in order of arrival, smaller keys to the left",
    cost: "n log n, whatever the order of arrival",
    reference: "Hernandez et al., Tree traversal to achieve generalization, section III",
    keyed: true,
    build,
};

fn build(column: &Column, key: Key) -> Tree {
    let arrived = inverse(column.arrival());
    // Node i carries the value of code i.
    let mut nodes: Vec<Node> = (0..column.len() as u32).map(Node::leaf).collect();
    // The right edge of the tree so far; each arrived before the next.
    let mut edge: Vec<u32> = Vec::new();
    for code in column.sorted(key) {
        let mut below = NONE;
        while let Some(top) = edge.pop_if(|top| arrived[*top as usize] > arrived[code as usize]) {
            below = top;
        }
        nodes[code as usize].left = below;
        if let Some(top) = edge.last() {
            nodes[*top as usize].right = code;
        }
        edge.push(code);
    }
    Tree { root: edge.first().copied().unwrap_or(NONE), nodes }
}

/// The slow, obvious version: insert one by one.
#[cfg(test)]
pub(super) fn by_insertion(column: &Column, key: Key) -> Tree {
    let rank = column.ranks(key);
    let mut tree = Tree { root: NONE, nodes: (0..column.len() as u32).map(Node::leaf).collect() };
    for &code in column.arrival() {
        let mut at = &mut tree.root;
        while *at != NONE {
            let node = *at as usize;
            let (nodes, left) = (&mut tree.nodes, rank[code as usize] < rank[node]);
            at = if left { &mut nodes[node].left } else { &mut nodes[node].right };
        }
        *at = code;
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::super::{Walk, walk};
    use super::*;

    /// Figure 2's data set J: 47, 42, 51, 35, 33, 51, 37, 33, 38, 36, keyed by value: 47 is the root.
    #[test]
    fn the_data_set_of_the_paper() -> crate::error::Result<()> {
        let column = Column::new(vec![2, 1, 1, 1, 1, 1, 1, 2], vec![6, 5, 7, 1, 0, 3, 4, 2])?;
        let tree = build(&column, Key::Value);
        // 47(42(35(33, 37(36, 38)), -), 51)
        assert_eq!(walk(&tree, Walk::Pre), [6, 5, 1, 0, 3, 2, 4, 7]);
        assert_eq!(walk(&tree, Walk::In), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(walk(&tree, Walk::Post), [0, 2, 4, 3, 1, 5, 7, 6]);
        Ok(())
    }

    #[test]
    fn by_frequency_the_walk_rises_in_frequency() {
        let column = Column::in_order(vec![5, 1, 3, 1]);
        assert_eq!(walk(&build(&column, Key::Frequency), Walk::In), [1, 3, 2, 0]);
        assert_eq!(walk(&build(&column, Key::Frequency), Walk::Pre), [0, 1, 2, 3]);
    }

    #[test]
    fn a_million_in_rising_order_are_one_line() {
        let tree = build(&Column::in_order(vec![1; 1_000_000]), Key::Value);
        assert!(walk(&tree, Walk::Post).into_iter().eq((0..1_000_000).rev()));
    }
}
