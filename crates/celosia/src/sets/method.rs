//! How a column is cut into sets: by a tree, a walk over it and the four rules, or by a best cut of an order.

use super::optimal::{optimal, smallest};
use super::{Column, Key, Sets, TREES, Walk, sets, unknown, walk};
use crate::error::Result;

/// The name of the best cut beside the names of the trees.
pub const OPTIMAL: &str = "optimal";
/// The name of the cut with the smallest sets.
pub const SMALLEST: &str = "smallest";

/// What makes the sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A tree of [`TREES`], by its place there, and the four rules.
    Tree(usize),
    /// The cut of the values, ordered by the key, with the least information loss.
    Optimal,
    /// The cut of the values, ordered by the key, with the most sets and, of those, the most even ones.
    Smallest,
}

impl Method {
    /// Every method: the trees, then the best cuts.
    pub fn all() -> impl Iterator<Item = Method> {
        (0..TREES.len()).map(Method::Tree).chain([Method::Optimal, Method::Smallest])
    }

    /// Every method that differs from the others where trees are walked in order and that aims at little loss: of search
    /// trees one stands for all.
    pub fn in_order() -> impl Iterator<Item = Method> {
        let first = TREES.iter().position(|tree| tree.keyed);
        Method::all().filter(move |method| match method {
            Method::Tree(tree) => !TREES[*tree].keyed || Some(*tree) == first,
            Method::Optimal => true,
            Method::Smallest => false,
        })
    }

    /// The method of a name.
    pub fn find(name: &str) -> Result<Method> {
        let found = Method::all().find(|method| method.name() == name);
        found.ok_or_else(|| unknown("tree", name, Method::all().map(Method::name)))
    }

    /// Its name in flags, studies and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Method::Tree(tree) => TREES[tree].name,
            Method::Optimal => OPTIMAL,
            Method::Smallest => SMALLEST,
        }
    }

    /// Is the order of the values theirs by the key, whenever they arrived? The best cuts take them so, and so does a walk in
    /// order over any search tree: that is what a search tree is.
    pub fn sorts(self, order: Walk) -> bool {
        match self {
            Method::Tree(tree) => TREES[tree].keyed && order == Walk::In,
            Method::Optimal | Method::Smallest => true,
        }
    }

    /// The order in which the values are cut.
    pub fn order(self, column: &Column, key: Key, order: Walk) -> Vec<u32> {
        match self {
            Method::Tree(tree) if !self.sorts(order) => walk(&(TREES[tree].build)(column, key), order),
            _ => column.sorted(key),
        }
    }

    /// Cuts such an order into sets of at least k rows.
    pub fn cut(self, order: &[u32], column: &Column, k: u64) -> Result<Sets> {
        match self {
            Method::Tree(_) => sets(order, column.counts(), k),
            Method::Optimal => optimal(order, column.counts(), k),
            Method::Smallest => smallest(order, column.counts(), k),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No tree is built for a walk in order; the order is that of the tree all the same.
    #[test]
    fn a_walk_in_order_over_a_search_tree_is_the_order_of_its_keys() -> Result<()> {
        let column = Column::new(vec![5, 1, 3, 1, 2, 9, 1], vec![6, 3, 0, 5, 1, 4, 2])?;
        for (place, tree) in TREES.iter().enumerate() {
            for key in [Key::Value, Key::Frequency] {
                for order in [Walk::Pre, Walk::In, Walk::Post] {
                    let walked = walk(&(tree.build)(&column, key), order);
                    assert_eq!(Method::Tree(place).order(&column, key, order), walked, "{} {order:?}", tree.name);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn every_name_finds_its_method() {
        for method in Method::all() {
            assert_eq!(Method::find(method.name()).ok(), Some(method));
        }
        assert!(Method::find("optimum").is_err_and(|e| e.hint().contains("optimal")));
        assert!(Method::find("alv").is_err_and(|e| e.hint().contains("avl")));
    }
}
