//! Searches: one algorithm per file, one line per algorithm in [`SEARCHES`]. They see a problem, and not one another.

mod exhaustive;

use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::Front;
use crate::watch::Watch;

/// Every search. The command's values and the help iterate this list.
pub static SEARCHES: &[About] = &[exhaustive::EXHAUSTIVE];

/// What everybody should know of a search, and how it is run.
pub struct About {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub does: &'static str,
    /// What its result proves.
    pub proves: &'static str,
    /// Runs it.
    pub run: fn(&Problem, &Limits, &dyn Watch) -> Result<Front>,
}

/// Limits of a search.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Threads; 0 means all cores.
    pub threads: usize,
    /// Exhaustive search refuses lattices with more nodes.
    pub max_nodes: u64,
}

impl Limits {
    /// The number of threads that 0 stands for.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        }
    }
}

/// The search of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = SEARCHES.iter().find(|s| s.name == name);
    found.ok_or_else(|| Error::unknown("search", "search", name, SEARCHES.iter().map(|s| s.name)))
}
