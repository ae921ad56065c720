//! Tables and figures of the papers, ours beside theirs. One line per table or figure in [`REPRODUCTIONS`].

mod bars;
mod chapter_attacks;
mod chapter_figures;
mod chapter_nodes;
mod drawing;
mod hasse;
mod poka_examples;
mod evolution_populations;
mod evolution_study;
mod evolution_tolerance;
mod evolution_weighted_k;
mod poka_experiment;
mod poka_figures;
mod poka_groupings;
mod poka_missed;
mod poka_section_4;
mod poka_statements;
mod poka_table;
mod scatter;
mod statement;
mod summary;
mod tree_example;
mod tree_experiment;
mod tree_figures;
mod tree_tables;
mod tree_walks;

use std::path::PathBuf;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::watch::Watch;
pub use statement::{Holds, Statement};
pub use summary::{Made, all, statements_text, summary_json, summary_text};
pub use tree_experiment::{VARIES, Vary, find_vary};

/// Every table and figure. The command's values and the reference page iterate this list.
pub static REPRODUCTIONS: &[About] = &[
    tree_example::EXAMPLE,
    tree_tables::TABLE_4,
    tree_tables::TABLE_5,
    tree_figures::FIGURE_4,
    tree_figures::FIGURE_5,
    tree_figures::FIGURE_6,
    tree_figures::FIGURE_7,
    tree_figures::FIGURE_8,
    tree_figures::FIGURE_9,
    tree_walks::WALKS_WON,
    poka_examples::FIGURE_1,
    poka_examples::FIGURE_2,
    poka_examples::FIGURE_3,
    poka_section_4::SECTION_4,
    poka_table::TABLE_3,
    poka_figures::FIGURE_4,
    poka_figures::FIGURE_5,
    poka_figures::FIGURE_6,
    chapter_figures::FIGURE_1_1,
    chapter_figures::FIGURE_1_2,
    chapter_figures::FIGURE_1_3,
    chapter_figures::FIGURE_1_4,
    chapter_attacks::ATTACKS,
    chapter_nodes::MINIMAL,
    chapter_nodes::SPECIALIZATION,
    evolution_weighted_k::FIGURE_1_5,
    evolution_tolerance::FIGURE_1_6,
    evolution_populations::POPULATIONS,
];

/// What is reproduced, and how.
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Runs it.
    pub run: fn(&Options, &dyn Watch) -> Result<Reproduced>,
}

/// What a run may choose.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The Adult table; its studies and hierarchies lie beside it.
    pub adult: PathBuf,
    /// Seed of everything random.
    pub seed: u64,
    /// Runs of each combination, where not those of the paper.
    pub runs: Option<usize>,
    /// Rows drawn for each run, where not as many as we take.
    pub sample: Option<usize>,
    /// What varies between the runs of the trees' experiment.
    pub vary: Vary,
    /// Columns of the terminal.
    pub width: usize,
}

/// A table or figure, ours beside theirs.
#[derive(Debug, Clone)]
pub struct Reproduced {
    /// For a terminal.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// As an image.
    pub svg: String,
    /// What of the paper it checks.
    pub statements: Vec<Statement>,
}

/// The table or figure of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = REPRODUCTIONS.iter().find(|r| r.name == name);
    found.ok_or_else(|| Error::unknown("reproduce", "table or figure", name, REPRODUCTIONS.iter().map(|r| r.name)))
}
