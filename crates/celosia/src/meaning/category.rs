//! Everything else: codes and texts with some values, of which the risk decides.

use super::{About, Found, Seen};
use crate::study::Role;

/// Any column.
pub const CATEGORY: About = About { name: "category", recognise: |seen| Some(any(seen)) };

/// A code or a text whose meaning nothing tells.
pub fn any(seen: &Seen) -> Found {
    let kind = if seen.is_number() { "code" } else { "category" };
    Found::new(kind, Role::QuasiIdentifier, "nothing tells whether others know it").unsure()
}
