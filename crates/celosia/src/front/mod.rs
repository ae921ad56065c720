//! Dominance and the front: the points that no other point beats, and why a search stopped.
//!
//! Points with equal values are ties. Neither dominates the other (POkA 3.3), so both belong to the front: one leads
//! (fewest rows suppressed, then lowest levels), the others are listed with it.

mod archive;
mod dominance;
mod hypervolume;
mod plane;
pub mod rank;
mod stopped;
mod unit_box;

pub use archive::Archive;
pub use dominance::dominates;
pub use hypervolume::hypervolume;
pub use stopped::{LARGE, Open, Stopped};
pub use unit_box::UnitBox;

use crate::evaluate::Outcome;
use crate::space::{Node, Place, Space};

/// A point of the front: a point of a space with a suppression, and the others that come to the same values.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Where it lies in its space.
    pub place: Place,
    /// What it comes to.
    pub outcome: Outcome,
    /// Others of that space with the same values. None dominates another (POkA 3.3), so all belong to the front.
    pub ties: Vec<(Place, Outcome)>,
}

/// The points that no other beats, and how they were found.
#[derive(Debug, Clone)]
pub struct Front {
    /// By falling protection, then by rising loss.
    pub points: Vec<Point>,
    /// How they were found.
    pub found: Found,
}

impl Front {
    /// Takes in points that may be of another space: those that no point beats, in place of those that they beat. Of points
    /// with equal values the one that was there stays.
    pub fn take_in(&mut self, points: Vec<Point>) {
        let values = |point: &Point| {
            let mut values = Vec::new();
            point.outcome.write_values(&mut values);
            values
        };
        for point in points {
            let better = |other: &Point| dominates(&other.outcome, &point.outcome) || values(other) == values(&point);
            if !self.points.iter().any(better) {
                self.points.retain(|other| !dominates(&point.outcome, &other.outcome));
                self.points.push(point);
            }
        }
        self.points.sort_by(|a, b| archive::before(&a.outcome, &b.outcome));
    }
}

/// How a front was found, and what that proves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Found {
    /// The space that was searched.
    pub space: Space,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// Nodes or cuts evaluated, each counted once.
    pub evaluated: u64,
    /// Nodes that were looked at by a part of the rows only: each counts as an evaluation against a budget.
    pub looks: u64,
    /// Is it proven that no point is missing, or that no other answers the question better?
    pub complete: bool,
    /// What was asked, where it was one point and not the whole front: a level by the model's letter, or a loss.
    pub question: Option<(&'static str, f64)>,
    /// Why the search ended.
    pub stopped: Stopped,
    /// What that leaves open.
    pub open: Open,
    /// Wall-clock time.
    pub seconds: f64,
    /// What telling the bounds of regions took.
    pub bound_seconds: f64,
    /// Threads used.
    pub threads: usize,
    /// For each point, how much less a point as private may still lose, where the search ended early and knows it.
    pub gaps: Option<Vec<f64>>,
    /// What no node as private as some levels undercuts, by rising protection, where growing sets of columns prove it.
    pub floors: Vec<Floor>,
    /// What no recoding into classes with labels of their own can undercut, where it was asked for or comes with the search.
    pub least: Option<Least>,
    /// The nodes that exclude all others, where the search proves that no point is missing: what a certificate lists.
    pub proof: Option<Vec<Node>>,
}

/// What no node of a lattice undercuts that is as private as a level, proven from growing sets of columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Floor {
    /// The protection under the first model.
    pub protection: f64,
    /// The loss.
    pub loss: f64,
    /// The same by the columns alone that are solved.
    pub by_parts: f64,
    /// These, the newest first, each with what it and those behind it cost at least, in rows of nothing but `*`.
    pub parts: Vec<(usize, f64)>,
}

/// What no recoding into classes with labels of their own can undercut, whatever rows are suppressed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Least {
    /// What such labels are: "intervals".
    pub labels: String,
    /// For each point what anything as private loses at least.
    pub of_points: Vec<f64>,
    /// What proves it, where that was asked for.
    pub proofs: Vec<Prices>,
}

/// A price for a row of each distinct tuple, such that no class is worth more than it costs: their sum bounds the loss.
#[derive(Debug, Clone, PartialEq)]
pub struct Prices {
    /// Rows of each class.
    pub k: u64,
    /// The loss that they prove.
    pub loss: f64,
    /// The prices, tuple by tuple.
    pub of_tuples: Vec<f64>,
}

impl Found {
    /// Why the search ended, and why the front is complete or not, in one sentence.
    pub fn why(&self) -> String {
        format!("{}{}", self.stopped, self.open)
    }
}
