//! What a release of a point is good for, measured on as many threads as the study says.

use super::{Flow, pool};
use crate::error::Result;
use crate::front::Point;
use crate::utility::Utility;

impl Flow {
    /// What a release of a point is good for.
    pub fn utility(&self, point: &Point) -> Result<Utility> {
        let seed = self.source.study.objectives.query_seed;
        Ok(pool(&self.source.study)?.install(|| Utility::of(&self.problem, point, seed)))
    }
}
