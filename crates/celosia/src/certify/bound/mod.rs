//! The other kind of certificate: prices of tuples that prove how little any recoding into classes with labels of their own
//! can lose ([`file`]), and the checker that goes through all labels ([`check`]).

mod check;
mod file;

pub use check::{CheckedBounds, check_bounds};
pub use file::{BoundClaim, Bounds, Proof};
