//! Reading a certificate, of whichever kind it is.

use std::path::Path;

use super::{Bounds, Certificate, Floors};
use crate::error::Result;
use crate::input;

/// A certificate of one kind or another.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// That no point is missing.
    Front(Certificate),
    /// That nothing loses less.
    Bounds(Bounds),
    /// That no node loses less.
    Floors(Floors),
}

impl Kind {
    /// Reads a file. Whether it is true is another matter.
    pub fn read(path: &Path) -> Result<Kind> {
        let (place, text) = (path.display().to_string(), input::read_text(path)?);
        match (Bounds::is_one(&text), Floors::is_one(&text)) {
            (true, _) => Bounds::parse(&place, &text).map(Kind::Bounds),
            (_, true) => Floors::parse(&place, &text).map(Kind::Floors),
            _ => Certificate::parse(&place, &text).map(Kind::Front),
        }
    }
}
