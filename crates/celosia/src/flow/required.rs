//! The problem of a question that has a problem of its own: the least loss under what is required.

use super::{Flow, nearness};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::study::Suppression;

impl Flow {
    /// The problem of whoever asks for the least loss alone, where that is another: the counts are copied.
    pub(super) fn for_least_loss(&self) -> Result<Option<Problem>> {
        let (study, problem) = (&self.source.study, &self.problem);
        if !problem.asks_for_least_loss_apart() {
            return Ok(None);
        }
        let suppression = Suppression { rule: Some(problem.rule), limit: study.suppression.limit };
        let (frequency, lattice) = (problem.frequency.clone(), problem.lattice.clone());
        let apart = Problem::new(frequency, lattice, nearness(&self.source), &study.objectives, &suppression)?;
        Ok(Some(apart.with_cuts(problem.cuts.clone()).requiring(&study.require)?.for_least_loss()))
    }
}
