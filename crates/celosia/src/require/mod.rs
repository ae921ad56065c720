//! What a release must meet beside being a point of the front: requirements, and the presets that bundle them. A preset is one
//! file with the figure of a regulator or a standard, its source, how sure we are of it and what it cannot say.
//!
//! Nobody is ever told that something complies: what was measured is said against which figure.

mod context;
mod file;
mod finding;
mod preset;
mod requirement;

pub(crate) use finding::fewest;
pub use finding::{Finding, Measured};
pub(crate) use preset::is_path;
pub use preset::{Bound, Certainty, Heading, Measure, Preset, Rule, presets};
pub use requirement::{Demand, Requirement, least_size};
