//! A first look at an unknown table: columns, proposed roles and hierarchies, and a study file to start from.

mod columns;
mod propose;
mod write;

pub use columns::{Look, look};
pub use propose::{Proposal, propose};
pub use write::study_toml;
