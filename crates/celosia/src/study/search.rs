//! The search and its limits: `[search]`, checked. Which searches there are, and what each needs, `search` knows.

use std::path::PathBuf;

use super::check::as_text;
use super::{Budget, MEMORY, SearchFile, parse_budget, parse_memory};
use crate::error::{Error, Result};

/// Lattices that exhaustive search takes unless told otherwise: a few minutes on two cores for a table like Adult.
pub const MAX_NODES: u64 = 1_000_000;

/// The search and its limits.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// Name of the algorithm, where the study names one; otherwise the problem decides (`search::default_for`).
    pub algorithm: Option<String>,
    /// Name of the space, where the study names one; otherwise that of the algorithm.
    pub space: Option<String>,
    /// Threads; 0 means all cores.
    pub threads: usize,
    /// Exhaustive search refuses lattices with more nodes.
    pub max_nodes: u64,
    /// Seed of everything random (but not of a release's row order).
    pub seed: u64,
    /// Depth of POkA's search; where not given, the mean number of levels of an attribute, rounded up.
    pub depth: Option<u32>,
    /// What may be spent.
    pub budget: Budget,
    /// At most so many bytes for each of: tuples while they are counted, what a search keeps, rows that wait to be shuffled.
    pub memory: u64,
    /// Settings of the evolutionary searches.
    pub evolution: Evolution,
    /// Where an evolutionary search writes down how far it is.
    pub checkpoint: Option<PathBuf>,
    /// Does it go on from there?
    pub resume: bool,
}

/// Settings of the evolutionary searches; the defaults are those of the chapter, 1.5.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evolution {
    /// Cuts that live at a time.
    pub population: usize,
    /// Generations, where a number is given.
    pub generations: Option<u64>,
    /// How often two parents are crossed.
    pub crossover: f64,
    /// How often a bit is flipped.
    pub mutation: f64,
}

impl Default for Evolution {
    fn default() -> Self {
        Evolution { population: 200, generations: None, crossover: 0.9, mutation: 0.1 }
    }
}

impl Default for Search {
    fn default() -> Self {
        Search::plain(&SearchFile::default())
    }
}

impl Search {
    /// The keys that mean what they say, and what holds where they are not given.
    fn plain(file: &SearchFile) -> Search {
        Search {
            algorithm: file.algorithm.clone(),
            space: file.space.clone(),
            threads: file.threads.unwrap_or(0),
            max_nodes: file.max_nodes.unwrap_or(MAX_NODES),
            seed: file.seed.unwrap_or(0),
            depth: None,
            budget: Budget::default(),
            memory: MEMORY,
            evolution: Evolution::default(),
            checkpoint: file.checkpoint.clone(),
            resume: file.resume.unwrap_or(false),
        }
    }

    /// Checks `[search]`; `place` is what errors call the study. Names stay as they are: their lists stand further down.
    pub(super) fn check(place: &str, file: &SearchFile) -> Result<Search> {
        let key = |key: &str| format!("{place}, search.{key}");
        let mut search = Search { evolution: check_evolution(place, file)?, ..Search::plain(file) };
        if let Some(depth) = file.depth {
            let hint = "give 1 or more steps, or leave it out for the mean number of levels";
            let out_of_range = || Error::study(key("depth"), format!("{depth} is out of range"), hint);
            search.depth = Some(u32::try_from(depth).ok().filter(|d| *d > 0).ok_or_else(out_of_range)?);
        }
        if let Some(budget) = &file.budget {
            search.budget = parse_budget(&key("budget"), &as_text(budget))?;
        }
        if let Some(memory) = &file.memory {
            search.memory = parse_memory(&key("memory"), &as_text(memory))?;
        }
        if search.resume && search.checkpoint.is_none() {
            let (what, hint) = ("there is no checkpoint to go on from", "name it with --checkpoint FILE");
            return Err(Error::study(key("resume"), what, hint));
        }
        Ok(search)
    }
}

/// Settings of the evolutionary searches.
fn check_evolution(place: &str, file: &SearchFile) -> Result<Evolution> {
    let error = |key: &str, what: String, hint: &str| Error::study(format!("{place}, search.{key}"), what, hint);
    let standard = Evolution::default();
    let rate = |key: &str, given: Option<f64>, standard: f64| match given {
        Some(rate) if !(0.0..=1.0).contains(&rate) => {
            Err(error(key, format!("{rate} is no probability"), "give a number from 0 to 1"))
        }
        given => Ok(given.unwrap_or(standard)),
    };
    let refuse = |key: &str, what: String, hint: &str| Err(error(key, what, hint));
    let evolution = Evolution {
        population: file.population.unwrap_or(standard.population),
        generations: file.generations,
        crossover: rate("crossover", file.crossover, standard.crossover)?,
        mutation: rate("mutation", file.mutation, standard.mutation)?,
    };
    match evolution {
        Evolution { population: 0 | 1, .. } => {
            let what = format!("a population of {} has no two parents", evolution.population);
            refuse("population", what, "give 2 or more; the chapter takes 200")
        }
        Evolution { population, .. } if population > 1_000_000 => {
            refuse("population", format!("{population} cuts do not live at a time"), "give 1000000 or fewer")
        }
        Evolution { generations: Some(0), .. } => refuse(
            "generations",
            "no generation leaves nothing to search".into(),
            "give 1 or more; the chapter takes 250",
        ),
        evolution => Ok(evolution),
    }
}
