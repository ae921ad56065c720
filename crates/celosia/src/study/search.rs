//! The search and its limits: `[search]`, checked. Which searches there are, and what each needs, `search` knows.

use std::path::PathBuf;

use super::check::as_text;
use super::descent::levels;
use super::{Budget, Depth, MEMORY, SearchFile, parse_budget, parse_memory};
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
    /// Depth of POkA's search, where one is given; otherwise [`Depth::Average`].
    pub depth: Option<Depth>,
    /// The node that POkA starts from, by the level of each quasi-identifier; the top where not given.
    pub start: Option<Vec<(String, u8)>>,
    /// What may be spent.
    pub budget: Budget,
    /// The most bytes for each of: tuples while they are counted, what a search keeps, rows that wait to be shuffled.
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
        let evolution = Evolution::default();
        Search {
            algorithm: file.algorithm.clone(),
            space: file.space.clone(),
            threads: file.threads.unwrap_or(0),
            max_nodes: file.max_nodes.unwrap_or(MAX_NODES),
            seed: file.seed.unwrap_or(0),
            depth: None,
            start: None,
            budget: Budget::default(),
            memory: MEMORY,
            evolution: Evolution {
                population: file.population.unwrap_or(evolution.population),
                generations: file.generations,
                crossover: file.crossover.unwrap_or(evolution.crossover),
                mutation: file.mutation.unwrap_or(evolution.mutation),
            },
            checkpoint: file.checkpoint.clone(),
            resume: file.resume.unwrap_or(false),
        }
    }

    /// Reads `[search]`; `place` is what errors call the study. Names stay as they are: their lists stand further down.
    pub(super) fn check(place: &str, file: &SearchFile) -> Result<Search> {
        let mut search = Search::plain(file);
        if let Some(budget) = &file.budget {
            search.budget = parse_budget(&format!("{place}, search.budget"), &as_text(budget))?;
        }
        if let Some(memory) = &file.memory {
            search.memory = parse_memory(&format!("{place}, search.memory"), &as_text(memory))?;
        }
        if let Some(depth) = &file.depth {
            search.depth = Some(Depth::parse(&format!("{place}, search.depth"), &as_text(depth))?);
        }
        if let Some(start) = &file.start {
            search.start = Some(levels(&format!("{place}, search.start"), start)?);
        }
        search.is_sensible(place).map(|()| search)
    }

    /// Refuses numbers that no search could work with, whoever has set them.
    pub(crate) fn is_sensible(&self, place: &str) -> Result<()> {
        let refuse =
            |key: &str, what: String, hint: &str| Err(Error::study(format!("{place}, search.{key}"), what, hint));
        let Evolution { population, generations, crossover, mutation } = self.evolution;
        for (key, rate) in [("crossover", crossover), ("mutation", mutation)] {
            if !(0.0..=1.0).contains(&rate) {
                return refuse(key, format!("{rate} is no probability"), "give a number from 0 to 1");
            }
        }
        if population < 2 {
            let what = format!("a population of {population} has no two parents");
            return refuse("population", what, "give 2 or more; the chapter takes 200");
        }
        if population > 1_000_000 {
            return refuse("population", format!("{population} cuts do not live at a time"), "give 1000000 or fewer");
        }
        if generations == Some(0) {
            let what = "no generation leaves nothing to search".into();
            return refuse("generations", what, "give 1 or more; the chapter takes 250");
        }
        if self.depth == Some(Depth::Steps(0)) {
            let hint = "give 1 or more steps, or leave it out for the mean number of levels";
            return refuse("depth", "0 is out of range".into(), hint);
        }
        if self.resume && self.checkpoint.is_none() {
            return refuse("resume", "there is no checkpoint to go on from".into(), "name it in search.checkpoint");
        }
        Ok(())
    }
}
