//! How a column is cut into sets: by a tree, a walk over it and the four rules, or by the best cut of an order.

use super::optimal::optimal;
use super::{Column, Key, Sets, TREES, Walk, sets, unknown, walk};
use crate::error::Result;

/// The name of the best cut beside the names of the trees.
pub const OPTIMAL: &str = "optimal";

/// What makes the sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A tree of [`TREES`], by its place there, and the four rules.
    Tree(usize),
    /// The cut of the values, ordered by the key, with the least information loss.
    Optimal,
}

impl Method {
    /// Every method: the trees, then the best cut.
    pub fn all() -> impl Iterator<Item = Method> {
        (0..TREES.len()).map(Method::Tree).chain([Method::Optimal])
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
        }
    }

    /// The order in which the values are cut. The best cut takes them as they are sorted, whatever the walk.
    pub fn order(self, column: &Column, key: Key, order: Walk) -> Vec<u32> {
        match self {
            Method::Tree(tree) => walk(&(TREES[tree].build)(column, key), order),
            Method::Optimal => column.sorted(key),
        }
    }

    /// Cuts such an order into sets of at least k rows.
    pub fn cut(self, order: &[u32], column: &Column, k: u64) -> Result<Sets> {
        match self {
            Method::Tree(_) => sets(order, column.counts(), k),
            Method::Optimal => optimal(order, column.counts(), k),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_method() {
        for method in Method::all() {
            assert_eq!(Method::find(method.name()).ok(), Some(method));
        }
        assert!(Method::find("optimum").is_err_and(|e| e.hint().contains("optimal")));
        assert!(Method::find("alv").is_err_and(|e| e.hint().contains("avl")));
    }
}
