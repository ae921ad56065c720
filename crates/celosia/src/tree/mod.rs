//! One column and a k, no hierarchy: which values go together, what it costs, and the table with those sets.
//!
//! Hernandez et al., Tree traversal to achieve generalization: `sets/` makes the sets; here they are counted, priced,
//! compared with the optimum, written and checked.

mod apply;
mod column;
mod compare;
mod losses;
mod text;

pub use crate::sets::{KEYS, Method, TREES, WALKS, find_key, find_tree, find_walk};
pub use apply::{Applied, apply};
pub use column::{Asked, Grouped, Question, Together, answer};
pub use compare::{Comparison, Line, compare};
pub use losses::{Losses, Means, losses};
pub use text::{bars, comparison_json, comparison_text, grouped_json, grouped_text, together_json, together_text};
