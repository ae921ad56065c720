//! l-diversity: every class shows enough different values of each sensitive attribute. One notion of "enough" per
//! file.

mod distinct;
mod entropy;
mod frequency;
mod recursive;

pub use distinct::DISTINCT;
pub use entropy::ENTROPY;
pub use frequency::FREQUENCY;
pub use recursive::RECURSIVE;
