//! The flags of `celosia tree` and `celosia reproduce`; their values come from the library's lists.

use std::path::PathBuf;

use celosia::error::{Error, Result};
use celosia::reproduce::{REPRODUCTIONS, VARIES};
use celosia::tree::{Asked, KEYS, Method, WALKS};
use clap::Args;
use clap::builder::PossibleValuesParser;

use super::ReadingFlags;

#[derive(Args)]
pub struct TreeArguments {
    /// The table: a file, a folder, a pattern, a pipe, or - for standard input
    pub table: PathBuf,
    /// A column, with its own k as COLUMN=K where it differs from --k; may be repeated
    #[arg(long, value_name = "COLUMN[=K]", required = true)]
    pub column: Vec<String>,
    /// Least rows of a set
    #[arg(long, value_name = "K")]
    pub k: Option<u64>,
    /// What makes the sets
    #[arg(long, default_value = "avl", value_parser = PossibleValuesParser::new(Method::all().map(Method::name)))]
    pub tree: String,
    /// The walk over the tree
    #[arg(long, default_value = "in", value_parser = PossibleValuesParser::new(WALKS.iter().map(|(name, _)| *name)))]
    pub walk: String,
    /// What orders a search tree
    #[arg(long, default_value = KEYS[0].0, value_parser = PossibleValuesParser::new(KEYS.iter().map(|(name, _)| *name)))]
    pub key: String,
    /// Compare all trees and walks, and the exact optimum
    #[arg(long, conflicts_with = "apply")]
    pub all: bool,
    /// Write the table with the sets in place of the values, and check it; needs -o
    #[arg(long, requires = "output")]
    pub apply: bool,
    /// The table to write; .parquet gives Parquet, anything else CSV
    #[arg(short, long, value_name = "FILE", requires = "apply")]
    pub output: Option<PathBuf>,
    /// Rows with a missing value in a column: keep or drop [default: keep]
    #[arg(long, value_name = "RULE")]
    pub missing: Option<String>,
    /// With --missing drop: more than a third of the rows may go
    #[arg(long)]
    pub allow_loss: bool,
    #[command(flatten)]
    pub reading: ReadingFlags,
    /// Threads; 0 means all cores, and no more are used than four for each core or 16
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub threads: usize,
}

impl TreeArguments {
    /// The columns, each with its k.
    pub fn columns(&self) -> Result<Vec<Asked>> {
        let ask = |text: &String| {
            let own = text.rsplit_once('=').and_then(|(column, k)| Some((column, k.trim().parse().ok()?)));
            let (column, k) = match own {
                Some((column, k)) => (column.trim(), Some(k)),
                None => (text.as_str(), self.k),
            };
            let k = k.ok_or_else(|| {
                let hint = format!("give --k 5 for all columns, or --column {column}=5");
                Error::study("--k", format!("no k for the column \"{column}\""), hint)
            })?;
            Ok(Asked { column: column.into(), k })
        };
        self.column.iter().map(ask).collect()
    }
}

#[derive(Args)]
pub struct ReproduceArguments {
    /// The table or figure
    #[arg(
        value_parser = PossibleValuesParser::new(REPRODUCTIONS.iter().map(|r| r.name)),
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub name: Option<String>,
    /// Every table and figure, and one table of what the papers say: theirs, ours, whether it holds; some minutes
    #[arg(long, conflicts_with = "svg")]
    pub all: bool,
    /// With --all: write each as NAME.txt, NAME.json and NAME.svg into this folder
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "name")]
    pub output: Option<PathBuf>,
    /// Seed of everything random
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Runs of each combination [default: those of the paper]
    #[arg(long, value_name = "NUMBER")]
    pub runs: Option<usize>,
    /// Rows drawn for each run [default: as many as make the paper's means]
    #[arg(long, value_name = "ROWS")]
    pub sample: Option<usize>,
    /// What varies between the runs of the trees' experiment: their rows, or the order of one table's rows
    #[arg(
        long,
        value_name = "WHAT",
        default_value = VARIES[0].0,
        value_parser = PossibleValuesParser::new(VARIES.iter().map(|(name, _)| *name))
    )]
    pub runs_vary: String,
    /// Write the chart as SVG here
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}
