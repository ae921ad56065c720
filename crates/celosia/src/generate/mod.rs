//! Tables of any size like one that is there: the same columns, values, marginals and strongest pairwise dependencies.
//!
//! For benchmarks and demos. The rows are synthetic, but every value is a value of the source and rare values stay
//! rare: **this is not a privacy mechanism**.

mod alias;
mod draw;
mod file;
mod learn;
mod study;
mod tree;

pub use draw::Block;
pub use file::{Place, generate, place};
pub use learn::{Column, Shape, learn};
pub use study::study_toml;

/// What every output says of itself.
pub const SYNTHETIC: &str = "synthetic rows, drawn by celosia from the marginals and pairwise dependencies of a real table; \
                             values are real values of its columns, so this is not a privacy mechanism";
