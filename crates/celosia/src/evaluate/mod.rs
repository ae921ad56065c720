//! A problem: space × privacy model × loss metric × suppression rule. It maps points to objective values; searches see
//! nothing else.

mod naive;
mod outcome;
mod problem;

pub use naive::naive_outcomes;
pub use outcome::Outcome;
pub use problem::Problem;
