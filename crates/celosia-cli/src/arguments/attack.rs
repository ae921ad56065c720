//! The flags of `celosia attack`.

use std::path::PathBuf;

use clap::Args;

use super::ReadingFlags;

#[derive(Args)]
pub struct AttackArguments {
    /// The release: a file, a folder, a pattern, a pipe, or - for standard input
    pub table: PathBuf,
    /// Columns that the attacker knows of a person
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', required = true)]
    pub quasi: Vec<String>,
    /// Columns that the attacker wants to know
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', required = true)]
    pub sensitive: Vec<String>,
    /// The column that says whose row it is: then persons are counted, and not rows
    #[arg(long, value_name = "COLUMN")]
    pub person: Option<String>,
    /// Which sensitive values mean nearly the same, for the similarity attack: a hierarchy as `celosia hierarchy` takes it; may
    /// be repeated
    #[arg(long, value_name = "COLUMN=HIERARCHY")]
    pub groups: Vec<String>,
    /// Levels of l-diversity to show: no value makes up more than 1/l of a class
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "2,3")]
    pub l: Vec<f64>,
    /// Levels of t-closeness to show: how far a class may be from the table
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', default_value = "0.3,0.15")]
    pub t: Vec<f64>,
    /// Show every class that gives something away, however many
    #[arg(long)]
    pub all: bool,
    /// Spellings of missing values, which tell an attacker nothing [default: empty and ?]
    #[arg(long, value_name = "SPELLINGS", value_delimiter = ',')]
    pub missing_values: Option<Vec<String>>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}
