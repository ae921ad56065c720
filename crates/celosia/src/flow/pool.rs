//! The threads that a study gives its work, and what is measured on them of a point that is known.

use super::Flow;
use crate::error::Result;
use crate::front::Point;
use crate::study::Study;
use crate::threads;
use crate::utility::Utility;

/// As many threads as a study says.
pub(super) fn pool(study: &Study) -> Result<rayon::ThreadPool> {
    threads::pool(study.search.threads)
}

impl Flow {
    /// What a release of a point is good for.
    pub fn utility(&self, point: &Point) -> Result<Utility> {
        let seed = self.source.study.objectives.query_seed;
        Ok(pool(&self.source.study)?.install(|| Utility::of(&self.problem, point, seed)))
    }
}
