//! celosia: every best trade-off between privacy and usefulness of a table, released and checked.
//!
//! The stages, in the order in which data flows. A stage imports only stages above it.

pub mod error;
pub mod watch;

pub mod frequency;
pub mod hierarchy;
pub mod study;
pub mod table;
// No strings below this line.
pub mod choose;
pub mod classes;
pub mod evaluate;
pub mod front;
pub mod loss;
pub mod privacy;
pub mod search;
pub mod space;

//pub mod release;
//pub mod report;
