//! Dominance and the front: the points that no other point beats, and why a search stopped.

mod archive;
mod dominance;

pub use archive::Archive;
pub use dominance::dominates;

use crate::evaluate::Outcome;
use crate::space::Node;

/// A point of the front: a node with a suppression, and the other nodes that come to the same values.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The node.
    pub node: Node,
    /// What it comes to.
    pub outcome: Outcome,
    /// Other nodes with the same values. None dominates another (POkA 3.3), so all belong to the front.
    pub ties: Vec<(Node, Outcome)>,
}

/// The points that no other beats, and how they were found.
#[derive(Debug, Clone)]
pub struct Front {
    /// By falling protection.
    pub points: Vec<Point>,
    /// How they were found.
    pub found: Found,
}

/// How a front was found, and what that proves.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// Nodes evaluated, each counted once.
    pub evaluated: u64,
    /// Is it proven that no point is missing?
    pub complete: bool,
    /// Why the search stopped, and why the front is complete or not.
    pub why: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
}
