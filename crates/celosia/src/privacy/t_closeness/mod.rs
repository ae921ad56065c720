//! t-closeness: the sensitive values of every class are distributed nearly as in the whole table. One distance between
//! distributions per file, all of them earth mover's distances: the least work that turns one into the other, when
//! moving a share s from value i to value j costs s times the distance of i and j.
//!
//! **Monotone.** A plan that moves each part's distribution to the table's, weighted by rows, moves the union's
//! distribution there too. So the distance is convex: a union's is at most the weighted mean of its parts', hence at
//! most the largest.

mod equal;
mod hierarchical;
mod ordered;

pub use equal::EQUAL;
pub use hierarchical::HIERARCHICAL;
pub use ordered::ORDERED;
