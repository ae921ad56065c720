//! What people read: the front as text, JSON, HTML and SVG. Nothing here prints; everything returns text.

mod axis;
mod chart;
mod html;
mod json;
mod svg;
mod text;

pub use chart::chart;
pub use html::html;
pub use json::{front_json, notes, verified_json};
pub use svg::svg;
pub use text::{advice_text, class_sizes, front_table, verified_text};
