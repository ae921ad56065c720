//! Certificates: a proof that no point of a front is missing, as a file, and a checker that believes nothing in it.
//!
//! A certificate lists the nodes that the proof rests on with their outcomes ([`certificate`] writes it). The checker
//! ([`check`]) shares no code with the searches and none with the fast evaluation: it recomputes every listed node row by
//! row, looks for the points that nothing beats, and then goes through the whole lattice, in boxes, for a node that is
//! neither listed nor excluded by what the listed ones say of it. The reasons are those of `evaluate::bound`; the code is
//! its own.
//!
//! Of a large lattice no nodes can be listed that exclude all others. Its certificate ([`Floors`]) says what growing sets of columns cost
//! at least, and the checker ([`check_floors`]) goes through their combinations again.
//!
//! Of regions no front is complete, but there is a loss that nothing undercuts: its certificate ([`Bounds`]) gives every tuple a
//! price, and the checker ([`check_bounds`]) goes through every combination of labels.

mod answer;
mod bound;
mod ceiling;
mod check;
mod cover;
mod dolls;
mod file;
mod read;
mod write;

pub use bound::{BoundClaim, Bounds, CheckedBounds, Proof, check_bounds};
pub use check::{Checked, check};
pub use dolls::{CheckedFloor, CheckedFloors, Floor, Floors, Part, check_floors};
pub use file::{Certificate, Claim, Listed, Question, Shown};
pub use read::Kind;
pub use write::certificate;
