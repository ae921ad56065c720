//! A problem: space × privacy models × loss metrics × suppression rule. It maps points to objective values; searches
//! see nothing else.
//!
//! The first model and the first metric lead: charts draw them, `--k` and `--max-loss` mean them, knee and advice look
//! at the plane of them. The values of further objectives stand in [`Outcome::further`], higher is better for all.

mod appraise;
mod batch;
mod bound;
mod boxed;
mod cells;
mod counted;
mod judge;
mod lean;
mod memory;
mod naive;
mod naive_cell;
mod naive_kinds;
mod naive_settled;
mod naive_trails;
mod objective;
mod outcome;
mod price;
mod problem;
mod required;
mod several;
mod stones;
mod unbeaten;
mod weakest;

pub use appraise::{Appraisal, Part};
pub use batch::{Batch, Family};
pub use bound::{Ceiling, Step};
pub use lean::{Lean, Merged, Nearby, Parts, Step as Stage, Workroom};
pub use memory::Memory;
pub use naive::{NaiveBounds, NaiveClass, naive_cell_losses, naive_cells, naive_evaluation, naive_prices};
/// The oracle of searches and evaluation, for tests.
#[cfg(any(test, feature = "internals"))]
pub use naive::{naive_outcomes, naive_outcomes_of};
pub use naive_cell::{naive_cell, naive_loss};
pub use objective::{Aim, Objective};
pub use outcome::Outcome;
pub use problem::Problem;
pub use unbeaten::Unbeaten;
