//! Flags of `celosia apply`.

use std::path::PathBuf;

use clap::Args;

use super::ReadingFlags;

#[derive(Args)]
pub struct ApplyArguments {
    /// The plan that was written beside the release: out.csv.plan.json
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// The new rows: a file, a folder, a pattern, a pipe, or - for standard input
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    /// The recoded table; .parquet gives Parquet, anything else CSV
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Keep the order of the rows, which may tell who is who [default: shuffle]
    #[arg(long)]
    pub keep_order: bool,
    /// Write over a file that is there [default: refuse]
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadingFlags,
}
