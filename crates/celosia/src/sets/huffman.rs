//! Huffman's tree: the two rarest nodes are joined under a new one until one is left.
//!
//! Only leaves carry values, and every walk takes the leaves from left to right: so the three walks agree, which is
//! what the paper saw ("with Huffman coding, the traversal method used is irrelevant", section VI).
//!
//! Ties are broken as the paper's own example (section IV-A) shows them: the nodes lie in the textbook's binary heap, which
//! knows weights only, leaves enter it in order of first occurrence, and of the two nodes that are joined the first goes to
//! the left. So a run can be repeated, and the sets are those that the paper prints.

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
    let mut nodes: Vec<Node> = column.arrival().iter().map(|code| Node::leaf(*code)).collect();
    let mut heap = Heap::default();
    for (place, code) in column.arrival().iter().enumerate() {
        heap.push((column.counts()[*code as usize], place as u32));
    }
    let mut root = NONE;
    while let Some((rows, left)) = heap.pop() {
        let Some((more, right)) = heap.pop() else {
            root = left;
            break;
        };
        heap.push((rows + more, nodes.len() as u32));
        nodes.push(Node { value: None, left, right });
    }
    Tree { root, nodes }
}

/// A binary heap of rows and nodes, the fewest rows on top. Not the library's: which of two equals comes first is part of
/// what is reproduced, and only this order of moves gives it.
#[derive(Default)]
struct Heap(Vec<(u64, u32)>);

impl Heap {
    /// Enters at the end and rises past whatever has more rows.
    fn push(&mut self, entry: (u64, u32)) {
        let mut at = self.0.len();
        self.0.push(entry);
        while at > 0 && self.0[at].0 < self.0[(at - 1) / 2].0 {
            self.0.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    /// Takes the top; the last entry comes to its place and sinks below whatever has fewer rows, to the left where both
    /// children have equally many.
    fn pop(&mut self) -> Option<(u64, u32)> {
        let last = self.0.len().checked_sub(1)?;
        self.0.swap(0, last);
        let top = self.0.pop();
        let (mut at, rows) = (0, |heap: &Self, at: usize| heap.0.get(at).map_or(u64::MAX, |entry| entry.0));
        loop {
            let left = 2 * at + 1;
            let child = if rows(self, left + 1) < rows(self, left) { left + 1 } else { left };
            if rows(self, child) >= rows(self, at) {
                return top;
            }
            self.0.swap(at, child);
            at = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use super::*;
    use crate::error::Result;
    use crate::sets::{WALKS, Walk, sets, walk};

    /// The ages of section IV-A: 24, 46, 51, 28, 28, 23, 55, 45, 35, 40. With K = 4 the paper prints the sets
    /// GS1 = {24, 40, 55, 51} and GS2 = {45, 23, 28, 46, 35}.
    #[test]
    fn the_sets_of_the_paper() -> Result<()> {
        let ages = [23, 24, 28, 35, 40, 45, 46, 51, 55];
        let column = Column::new(vec![1, 1, 2, 1, 1, 1, 1, 1, 1], vec![1, 6, 7, 2, 0, 8, 5, 3, 4])?;
        let order = walk(&build(&column, Key::Value), Walk::In);
        let shown = |codes: &[u32]| codes.iter().map(|code| ages[*code as usize]).collect::<Vec<_>>();
        assert_eq!(shown(&order), [24, 40, 55, 51, 45, 23, 28, 46, 35]);
        let found = sets(&order, column.counts(), 4)?;
        let found: Vec<Vec<i32>> = found.all().map(shown).collect();
        assert_eq!(found, [vec![24, 40, 55, 51], vec![45, 23, 28, 46, 35]]);
        Ok(())
    }

    /// The data set J of section III-A: 47, 42, 51, 35, 33, 51, 37, 33, 38, 36. Codes: 33 35 36 37 38 42 47 51.
    #[test]
    fn all_walks_agree() -> Result<()> {
        let column = Column::new(vec![2, 1, 1, 1, 1, 1, 1, 2], vec![6, 5, 7, 1, 0, 3, 4, 2])?;
        let tree = build(&column, Key::Value);
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

    proptest::proptest! {
        /// Whatever the ties, the paths of all values together are as short as those of any tree (Huffman 1952): the sum
        /// of the weights of all joins, which the library's heap finds too.
        #[test]
        fn no_tree_has_shorter_paths(counts in proptest::collection::vec(1u64..9, 1..200)) {
            let tree = build(&Column::in_order(counts.clone()), Key::Value);
            let mut heap: BinaryHeap<Reverse<u64>> = counts.iter().copied().map(Reverse).collect();
            let mut least = 0;
            while let (Some(Reverse(a)), Some(Reverse(b))) = (heap.pop(), heap.pop()) {
                least += a + b;
                heap.push(Reverse(a + b));
                if heap.len() == 1 { break }
            }
            let (mut open, mut sum) = (vec![(tree.root, 0)], 0);
            while let Some((node, depth)) = open.pop() {
                let Node { value, left, right } = tree.nodes[node as usize];
                match value {
                    Some(code) => sum += depth * counts[code as usize],
                    None => open.extend([(left, depth + 1), (right, depth + 1)]),
                }
            }
            proptest::prop_assert_eq!(sum, least);
        }
    }
}
