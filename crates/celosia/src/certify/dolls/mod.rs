//! The third kind of certificate: what growing sets of columns cost at least, and so what no node undercuts ([`file`]); the checker
//! goes through every combination of levels of each set ([`check`]), by classes of its own ([`state`]).

mod check;
mod file;
mod state;

pub use check::{CheckedFloor, CheckedFloors, check_floors};
pub use file::{Floor, Floors, Part};
