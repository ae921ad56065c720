//! Reading a certificate, of whichever kind it is.

use std::path::Path;

use super::{Bounds, Certificate};
use crate::error::Result;
use crate::input;

/// A certificate of one kind or the other.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// That no point is missing.
    Front(Certificate),
    /// That nothing loses less.
    Bounds(Bounds),
}

impl Kind {
    /// Reads a file. Whether it is true is another matter.
    pub fn read(path: &Path) -> Result<Kind> {
        let (place, text) = (path.display().to_string(), input::read_text(path)?);
        match Bounds::is_one(&text) {
            true => Bounds::parse(&place, &text).map(Kind::Bounds),
            false => Certificate::parse(&place, &text).map(Kind::Front),
        }
    }
}
