//! What no recoding can undercut: a lower bound on the loss of every recoding into classes with labels of their own, whatever rows
//! are suppressed.
//!
//! Everything rests on prices of tuples such that no class is worth more than it costs ([`dual`]): the cheap ones look at
//! each row alone ([`cheap`]), the dual ones are as high as can be, and [`check`] believes neither.
//!
//! Where all rows show the same level of a hierarchy, in lattices, more is known: [`Dolls`].

mod cheap;
mod cheapest;
mod check;
mod dolls;
mod dual;
mod floor;
mod gaps;
mod held;
mod labels;
mod nearest;
#[cfg(test)]
mod tests;
mod walk;

#[cfg(any(test, feature = "internals"))]
pub use dolls::Implied;
pub use dolls::{Dolls, hindrance, implied};
pub use gaps::least;

use cheap::cheap;
use dual::{Bound, Effort, dual, sum};
use labels::Labels;
