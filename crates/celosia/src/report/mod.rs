//! What people read: the front as text, JSON, HTML and SVG. Nothing here prints; everything returns text.

mod attack;
mod axis;
mod beside;
mod canvas;
mod chart;
pub mod columns;
mod html;
mod image;
mod json;
mod lost;
mod overlay;
pub mod release;
mod required;
mod shape;
mod svg;
mod text;
mod ticks;
mod utility;

pub use attack::{exposed_json, exposed_text};
pub use beside::beside_text;
pub use chart::chart;
pub use html::{STYLE, html};
pub(crate) use image::{escape, head};
pub use json::{front_json, notes, verified_json};
pub use lost::{dropped_warning, kept_text, searched_text, silent_note};
pub use overlay::{Curve, mark, overlay, overlay_svg};
pub use required::{presets_text, required_text};
pub use shape::{large_note, shown_in_words, space_text};
pub use svg::svg;
pub use text::{Shown, advice_text, class_sizes, front_table, shown_text, verified_text, wrap};
pub(crate) use ticks::{ticks, ticks_by_ratio};
pub use utility::{utility_json, utility_text};
