//! Flags that stand for keys of `[search]`. Each is a field here and nothing else: by its name it finds its key.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use celosia::error::{Error, Result};
use celosia::study::SearchFile;
use celosia::{search, space};

use super::study::list;

#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Search")]
pub struct SearchFlags {
    #[arg(long, value_name = "NAME", help = list("Search", search::SEARCHES.iter().map(|s| s.name)))]
    #[serde(rename = "algorithm")]
    pub search: Option<String>,
    #[arg(long, value_name = "NAME", help = list("Space", space::SPACES.iter().map(|(name, _)| *name)))]
    space: Option<String>,
    /// In the space of regions, what classes show: hierarchy, groups of the hierarchies; intervals of numbers and dates, else
    /// groups; runs, any neighbours, of text too; sets of just the values that a class has; cells, one value or nothing
    /// [default: intervals]
    #[arg(long, value_name = "LANGUAGE")]
    labels: Option<String>,
    /// In the space of regions, bounds of intervals: round, which no value of fewer than ten released rows is, or tight, the
    /// lowest and highest value of a class [default: round]
    #[arg(long, value_name = "round|tight")]
    bounds: Option<String>,
    /// Which Mondrian: strict, rows with one value stay together; or relaxed, halves are equal and classes may overlap
    /// [default: strict]
    #[arg(long, value_name = "strict|relaxed")]
    mondrian: Option<String>,
    /// Prove as well as can be how little any recoding into classes with such labels of their own loses (of regions how far the
    /// points are from it): some seconds for each of ten k, or for the one that is asked for
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prove: bool,
    /// Threads; 0 means all cores, and no more are used than four for each core or 16
    #[arg(long, value_name = "NUMBER")]
    threads: Option<usize>,
    /// Exhaustive search refuses spaces with more nodes or cuts [default: 1000000]
    #[arg(long, value_name = "NUMBER")]
    max_nodes: Option<u64>,
    /// Seed of everything random (but not of a release's row order)
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Steps that poka goes down to its ground nodes: a number; average, the mean number of levels of a column; best, the most
    /// levels that one has at the node it is at; worst, those of all columns but one [default: average]
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    depth: Option<String>,
    /// The node that poka starts from, in place of the top: age=3,sex=1, a level for every quasi-identifier
    #[arg(long, value_name = "LEVELS")]
    start: Option<String>,
    /// Stop after this time (once the rows are read) or these evaluations, with the best so far: 60s, 5m, 1h or 5000
    #[arg(long, value_name = "BUDGET")]
    budget: Option<String>,
    /// Memory for counting, for what a search keeps, and for the shuffle of a release: 2GB, 500MB or a number of bytes.
    /// Counts and rows that do not fit go to unnamed files in TMPDIR; of columns with more values than cuts have room for,
    /// neighbours are joined [default: 2GB]
    #[arg(long, value_name = "AMOUNT")]
    memory: Option<String>,
    /// Cuts that live at a time in nsga2 and evolve [default: 200]
    #[arg(long, value_name = "NUMBER")]
    population: Option<usize>,
    /// Generations of nsga2 and evolve [default: 250 for nsga2, until the hypervolume stalls for evolve]
    #[arg(long, value_name = "NUMBER")]
    generations: Option<u64>,
    /// How often nsga2 and evolve cross two parents [default: 0.9]
    #[arg(long, value_name = "SHARE")]
    crossover: Option<f64>,
    /// Where nsga2 crosses: all columns together at one point, those held to their hierarchies at one where a group ends in
    /// both parents; each column so at a point of its own; or anywhere and repaired [default: together]
    #[arg(long, value_name = "together|valid|repaired")]
    crossing: Option<String>,
    /// How many bits nsga2 flips, for each of what --mutation-per says [default: 0.1]
    #[arg(long, value_name = "SHARE")]
    mutation: Option<f64>,
    /// What --mutation is a rate of: a bit, a free column, or a child; the papers do not say [default: column]
    #[arg(long, value_name = "bit|column|child")]
    mutation_per: Option<String>,
    /// Write down now and then how far nsga2, evolve or improve is. The file tells of the table: for those who may see it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resume: bool,
}

impl SearchFlags {
    /// The keys that the flags stand for. A flag without a key is refused, so no test would pass with one.
    pub fn keys(&self) -> Result<SearchFile> {
        let keys = serde_json::to_value(self).and_then(SearchFile::deserialize);
        keys.map_err(|e| Error::study("the flags of a search", e.to_string(), "please report this defect"))
    }
}
