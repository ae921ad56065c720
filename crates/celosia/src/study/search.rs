//! The search and its limits: `[search]`, checked. Which searches there are, and what each needs, `search` knows.

use std::path::PathBuf;

use super::check::{as_text, one_of};
use super::descent::levels;
use super::{Bounds, Budget, Depth, Labels, MEMORY, SearchFile, parse_budget, parse_memory};
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
    /// What the labels of regions are, where a column does not say otherwise.
    pub labels: Labels,
    /// How the bounds of their intervals are told.
    pub bounds: Bounds,
    /// Which Mondrian it is.
    pub mondrian: Mondrian,
    /// Is it to be proven how far regions are from the best, as well as can be?
    pub prove: bool,
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
    /// Where NSGA-II crosses columns.
    pub crossing: Crossing,
    /// How many bits are flipped, in expectation, for each of what `mutation_per` says.
    pub mutation: f64,
    /// What the mutation rate is a rate of.
    pub mutation_per: MutationPer,
}

/// Where Mondrian puts rows with the median value (LeFevre et al. 2006, section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mondrian {
    /// All on one side: rows with one value stay together, and classes tile the space.
    Strict,
    /// On both, so that the halves are equal: rows with one value may go to both, and classes may overlap.
    Relaxed,
}

impl Mondrian {
    /// Both with their names.
    pub const NAMES: [(&'static str, Mondrian); 2] = [("strict", Mondrian::Strict), ("relaxed", Mondrian::Relaxed)];
}

/// Where columns are crossed (chapter 1.4.4): free ones anywhere, those that are held to their hierarchies as this says. "A
/// single point crossover" (1.5) may be one of the whole string or one of each column; of both readings ours is the one with
/// the higher mean hypervolume on Adult (`bench/evolution`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Crossing {
    /// Where a group ends in both parents, so that the children are valid (Lunacek et al.), one point for all free columns
    /// together and one for all others.
    Together,
    /// The same with a point for each column.
    Valid,
    /// Anywhere, and the nearest valid cut takes the place of a child that is none (Iyengar).
    Repaired,
}

impl Crossing {
    /// Every way with its name.
    pub const NAMES: [(&'static str, Crossing); 3] =
        [("together", Crossing::Together), ("valid", Crossing::Valid), ("repaired", Crossing::Repaired)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, crossing)| *crossing == self).map_or("", |(name, _)| name)
    }
}

/// What the mutation rate is a rate of. The papers print "mutation rate = 0.1" (chapter 1.5; ICDE, V) and do not say. Ours
/// is per column, one reading of the text: with ages by fives and one point for all it has the highest mean hypervolume on
/// Adult over both figures, if by little (`bench/evolution`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MutationPer {
    /// A bit of a free column flips with the rate: of 92 bits nine.
    Bit,
    /// Of each free column as many bits flip in expectation as the rate says.
    Column,
    /// Of all free columns of a child together. With a rate of 1 that is the rate of 1/bits of Deb et al. 2002.
    Child,
}

impl MutationPer {
    /// Every reading with its name.
    pub const NAMES: [(&'static str, MutationPer); 3] =
        [("bit", MutationPer::Bit), ("column", MutationPer::Column), ("child", MutationPer::Child)];

    /// The name in study files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, per)| *per == self).map_or("", |(name, _)| name)
    }
}

impl Default for Evolution {
    fn default() -> Self {
        Evolution {
            population: 200,
            generations: None,
            crossover: 0.9,
            crossing: Crossing::Together,
            mutation: 0.1,
            mutation_per: MutationPer::Column,
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Search {
            algorithm: None,
            space: None,
            labels: Labels::default(),
            bounds: Bounds::default(),
            mondrian: Mondrian::Strict,
            prove: false,
            threads: 0,
            max_nodes: MAX_NODES,
            seed: 0,
            depth: None,
            start: None,
            budget: Budget::default(),
            memory: MEMORY,
            evolution: Evolution::default(),
            checkpoint: None,
            resume: false,
        }
    }
}

impl Search {
    /// Reads `[search]`; `place` is what errors call the study. Names stay as they are: their lists stand further down.
    pub(super) fn check(place: &str, file: &SearchFile) -> Result<Search> {
        Search::default().with(place, file)
    }

    /// These settings, and the keys that are given in place of their own.
    pub(crate) fn with(self, place: &str, file: &SearchFile) -> Result<Search> {
        let key = |key: &str| format!("{place}, search.{key}");
        let evolution = self.evolution;
        let search = Search {
            algorithm: file.algorithm.clone().or(self.algorithm),
            space: file.space.clone().or(self.space),
            labels: match &file.labels {
                Some(name) => one_of(&key("labels"), name, &Labels::NAMES)?,
                None => self.labels,
            },
            bounds: match &file.bounds {
                Some(name) => one_of(&key("bounds"), name, &Bounds::NAMES)?,
                None => self.bounds,
            },
            mondrian: match &file.mondrian {
                Some(name) => one_of(&key("mondrian"), name, &Mondrian::NAMES)?,
                None => self.mondrian,
            },
            prove: file.prove.unwrap_or(self.prove),
            threads: file.threads.unwrap_or(self.threads),
            max_nodes: file.max_nodes.unwrap_or(self.max_nodes),
            seed: file.seed.unwrap_or(self.seed),
            depth: match &file.depth {
                Some(depth) => Some(Depth::parse(&key("depth"), &as_text(depth))?),
                None => self.depth,
            },
            start: match &file.start {
                Some(start) => Some(levels(&key("start"), start)?),
                None => self.start,
            },
            budget: match &file.budget {
                Some(budget) => parse_budget(&key("budget"), &as_text(budget))?,
                None => self.budget,
            },
            memory: match &file.memory {
                Some(memory) => parse_memory(&key("memory"), &as_text(memory))?,
                None => self.memory,
            },
            evolution: Evolution {
                population: file.population.unwrap_or(evolution.population),
                generations: file.generations.or(evolution.generations),
                crossover: file.crossover.unwrap_or(evolution.crossover),
                crossing: match &file.crossing {
                    Some(name) => one_of(&key("crossing"), name, &Crossing::NAMES)?,
                    None => evolution.crossing,
                },
                mutation: file.mutation.unwrap_or(evolution.mutation),
                mutation_per: match &file.mutation_per {
                    Some(name) => one_of(&key("mutation-per"), name, &MutationPer::NAMES)?,
                    None => evolution.mutation_per,
                },
            },
            checkpoint: file.checkpoint.clone().or(self.checkpoint),
            resume: file.resume.unwrap_or(self.resume),
        };
        search.is_sensible(place).map(|()| search)
    }

    /// Refuses numbers that no search could work with, whoever has set them.
    pub(crate) fn is_sensible(&self, place: &str) -> Result<()> {
        let refuse =
            |key: &str, what: String, hint: &str| Err(Error::study(format!("{place}, search.{key}"), what, hint));
        let Evolution { population, generations, crossover, mutation, .. } = self.evolution;
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
