//! Huffman's tree: the two rarest nodes are joined under a new one until one is left.
//!
//! Only leaves carry values, and every walk takes the leaves from left to right: so the three walks agree, which is
//! what the paper saw ("with Huffman coding, the traversal method used is irrelevant", section VI).
//!
//! The paper does not say how ties are broken. Here a leaf comes before a node made later, and leaves come in order of
//! arrival; of the two nodes that are joined the first goes to the left. So a run can be repeated.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::walk::{NONE, Node, Tree};
use super::{About, Column, Key};

pub const HUFFMAN: About = About {
    name: "huffman",
    does: "joins the two rarest nodes under a new one until one is left; only leaves carry values, so all walks agree",
    cost: "n log n",
    reference: "Huffman 1952; Hernandez et al., Tree traversal to achieve generalization, section III",
    keyed: false,
    build,
};

fn build(column: &Column, _: Key) -> Tree {
    let counts = column.counts();
    let mut nodes: Vec<Node> = column.arrival().iter().map(|code| Node::leaf(*code)).collect();
    let weigh = |(place, code): (usize, &u32)| Reverse((counts[*code as usize], place as u32));
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = column.arrival().iter().enumerate().map(weigh).collect();
    while heap.len() > 1 {
        let (Some(Reverse((rows, left))), Some(Reverse((more, right)))) = (heap.pop(), heap.pop()) else { break };
        heap.push(Reverse((rows + more, nodes.len() as u32)));
        nodes.push(Node { value: None, left, right });
    }
    Tree { root: heap.pop().map_or(NONE, |Reverse((_, root))| root), nodes }
}

#[cfg(test)]
mod tests {
    use super::super::{WALKS, walk};
    use super::*;
    use crate::sets::Walk;

    /// The data set J of section III-A: 47, 42, 51, 35, 33, 51, 37, 33, 38, 36. Codes: 33 35 36 37 38 42 47 51.
    #[test]
    fn the_data_set_of_the_paper() -> crate::error::Result<()> {
        let column = Column::new(vec![2, 1, 1, 1, 1, 1, 1, 2], vec![6, 5, 7, 1, 0, 3, 4, 2])?;
        let tree = build(&column, Key::Value);
        // Leaves by count and arrival: 47 42 35 37 38 36 (1 each), 51 33 (2 each). Joined: 47+42, 35+37, 38+36 (2 each);
        // then 51+33 (4), (47 42)+(35 37) (4), (38 36)+(51 33) (6); then the last two.
        assert_eq!(walk(&tree, Walk::In), [6, 5, 1, 3, 4, 2, 7, 0]);
        for (_, order) in WALKS {
            assert_eq!(walk(&tree, *order), walk(&tree, Walk::Pre));
        }
        Ok(())
    }

    #[test]
    fn none_and_one() {
        assert!(walk(&build(&Column::in_order(vec![]), Key::Value), Walk::In).is_empty());
        assert_eq!(walk(&build(&Column::in_order(vec![7]), Key::Value), Walk::Post), [0]);
    }
}
