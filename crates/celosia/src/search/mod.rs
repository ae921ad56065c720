//! Searches: one algorithm per file, one line per algorithm in [`SEARCHES`]. They see a problem, and not one another:
//! where one begins with what another found, as `evolve` does with the exact front of the lattice, `flow` hands it
//! over, for at most a quarter of the budget, counted in evaluations so that the seed decides it too.

mod budget;
mod checkpoint;
mod evolve;
mod exact;
mod exhaustive;
mod nsga2;
mod poka;
mod population;
mod whole;

pub use crate::study::Budget;
pub use budget::Clock;
pub use evolve::NEIGHBOURS;
pub use exact::simple;
pub use poka::average_depth;

use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Front;
use crate::space::{Cut, Space};
use crate::study::{Evolution, MAX_NODES, MEMORY};
use crate::threads;
use crate::watch::Watch;

/// Every search. The command's values and the help iterate this list.
pub static SEARCHES: &[About] = &[exact::EXACT, exhaustive::EXHAUSTIVE, poka::POKA, evolve::EVOLVE, nsga2::NSGA2];

/// What everybody should know of a search, and how it is run.
pub struct About {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub does: &'static str,
    /// What its result proves.
    pub proves: &'static str,
    /// Does a complete front come with the nodes that prove it, for a certificate?
    pub certifies: bool,
    /// The spaces that it searches, the one that it is made for first.
    pub spaces: &'static [Space],
    /// Does it begin with what a search of the lattice found ([`Limits::start`])?
    pub improves: bool,
    /// Runs it.
    pub run: fn(&Problem, &Limits, &dyn Watch) -> Result<Front>,
}

/// Limits of a search.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Threads; 0 means all cores.
    pub threads: usize,
    /// Exhaustive search refuses lattices with more nodes.
    pub max_nodes: u64,
    /// Depth of POkA's search; where not given, the mean number of levels of an attribute, rounded up.
    pub depth: Option<u32>,
    /// What may be spent.
    pub budget: Budget,
    /// What a budget of time is measured by; nothing where it begins with the search.
    pub clock: Option<Clock>,
    /// The most bytes for what a search keeps in memory.
    pub memory: u64,
    /// What is asked.
    pub question: Question,
    /// For what is drawn by lot.
    pub seed: u64,
    /// The space to search, for a search of several.
    pub space: Space,
    /// Settings of the evolutionary searches.
    pub evolution: Evolution,
    /// Cuts that a search may begin with: the front of the lattice.
    pub start: Vec<Cut>,
    /// What finding them has cost, in evaluations and in looks at a part of the rows.
    pub spent: u64,
    /// Where an evolutionary search writes down how far it is.
    pub checkpoint: Option<PathBuf>,
    /// Does it go on from there?
    pub resume: bool,
}

/// What is asked of a search: the whole front, or one point of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Question {
    /// Every best trade-off.
    #[default]
    Front,
    /// The least loss with at least this protection.
    Protection(f64),
    /// The most protection with at most this loss.
    Loss(f64),
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            threads: 0,
            max_nodes: MAX_NODES,
            depth: None,
            budget: Budget::default(),
            clock: None,
            memory: MEMORY,
            question: Question::Front,
            seed: 0,
            space: Space::Lattice,
            evolution: Evolution::default(),
            start: Vec::new(),
            spent: 0,
            checkpoint: None,
            resume: false,
        }
    }
}

impl Limits {
    /// The number of threads that 0 stands for.
    pub fn threads(&self) -> usize {
        threads::used(self.threads)
    }
}

/// The search of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = SEARCHES.iter().find(|s| s.name == name);
    found.ok_or_else(|| Error::unknown("search", "search", name, SEARCHES.iter().map(|s| s.name)))
}
