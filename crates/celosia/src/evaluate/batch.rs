//! Many cuts at once, on all cores. What a cut comes to does not depend on who else is in the batch, nor on the threads.

use rayon::prelude::*;

use super::{Outcome, Problem};
use crate::classes::{Blocks, Classes, Scratch, Scratches};
use crate::error::Result;
use crate::space::{Cut, Grouping};
use crate::threads;

/// Cuts that can all be rolled up from one finer cut: what that costs is shared.
pub struct Family {
    /// At least as fine as all of them.
    pub finer: Cut,
    /// The cuts.
    pub cuts: Vec<Cut>,
}

/// Evaluates cuts of a problem. Memory is bounded: beside the tuples only one finer cut per thread is kept.
pub struct Batch<'a> {
    problem: &'a Problem,
    blocks: Blocks,
    finest: Classes,
    pool: rayon::ThreadPool,
    scratches: Scratches,
}

impl<'a> Batch<'a> {
    /// For so many threads.
    pub fn new(problem: &'a Problem, threads: usize) -> Result<Self> {
        let places: Vec<&[u32]> = problem.cuts.attributes.iter().map(|places| places.place_of.as_slice()).collect();
        Ok(Batch {
            problem,
            blocks: Blocks::new(&problem.frequency, &places),
            finest: Classes::finest(&problem.frequency, problem.track()),
            pool: threads::pool(threads)?,
            scratches: Scratches::new(threads::used(threads)),
        })
    }

    /// The outcomes of each cut.
    pub fn evaluate(&self, cuts: &[Cut]) -> Vec<Vec<Outcome>> {
        let alone = |cut: &Cut| {
            self.scratches.with(|scratch| {
                let groupings = self.problem.cuts.groupings(cut);
                let classes = self.classes(&groupings, scratch);
                self.problem.outcomes_of(&groupings, &classes)
            })
        };
        self.pool.install(|| cuts.par_iter().map(alone).collect())
    }

    /// The outcomes of each cut of each family.
    pub fn evaluate_families(&self, families: &[Family]) -> Vec<Vec<Vec<Outcome>>> {
        let of_family = |family: &Family| {
            self.scratches.with(|scratch| {
                let finer = self.classes(&self.problem.cuts.groupings(&family.finer), scratch);
                let of_cut = |cut: &Cut| {
                    let groupings = self.problem.cuts.groupings(cut);
                    let classes =
                        finer.roll_up(&self.problem.frequency, &groupings.iter().collect::<Vec<_>>(), scratch);
                    self.problem.outcomes_of(&groupings, &classes)
                };
                family.cuts.iter().map(of_cut).collect()
            })
        };
        self.pool.install(|| families.par_iter().map(of_family).collect())
    }

    fn classes(&self, groupings: &[Grouping], scratch: &mut Scratch) -> Classes {
        self.blocks.classes(&self.finest, &self.problem.frequency, groupings, scratch)
    }
}
