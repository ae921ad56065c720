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
    /// For this number of threads.
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
        self.pool.install(|| cuts.par_iter().map(|cut| self.alone(cut)).collect())
    }

    /// The outcomes of the cuts that there is time for, asked before each but the first.
    pub fn evaluate_some(&self, cuts: &[Cut], is_over: &(dyn Fn() -> bool + Sync)) -> Vec<Option<Vec<Outcome>>> {
        let one = |(at, cut): (usize, &Cut)| (at == 0 || !is_over()).then(|| self.alone(cut));
        self.pool.install(|| cuts.par_iter().enumerate().map(one).collect())
    }

    /// The outcomes of each cut, or nothing where there is no time for all.
    pub fn evaluate_all(&self, cuts: &[Cut], is_over: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Vec<Outcome>>> {
        self.pool.install(|| cuts.par_iter().map(|cut| (!is_over()).then(|| self.alone(cut))).collect())
    }

    fn alone(&self, cut: &Cut) -> Vec<Outcome> {
        self.scratches.with(|scratch| {
            let groupings = self.problem.cuts.groupings(cut);
            let classes = self.classes(&groupings, scratch);
            self.problem.outcomes_by_column(&groupings, &classes)
        })
    }

    /// The outcomes of each cut of each family, or nothing where there is no time for all.
    pub fn evaluate_families(
        &self,
        families: &[Family],
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Vec<Vec<Outcome>>>> {
        let of_family = |family: &Family| {
            self.scratches.with(|scratch| {
                let finer = self.classes(&self.problem.cuts.groupings(&family.finer), scratch);
                let of_cut = |cut: &Cut| {
                    if is_over() {
                        return None;
                    }
                    let groupings = self.problem.cuts.groupings(cut);
                    let classes =
                        finer.roll_up(&self.problem.frequency, &groupings.iter().collect::<Vec<_>>(), scratch);
                    Some(self.problem.outcomes_by_column(&groupings, &classes))
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
