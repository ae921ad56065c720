//! Rows that lie elsewhere: what a system that speaks SQL must do so that a study can run where its data is.
//!
//! The library opens no sockets. Statements are made in `sql/`; a crate such as `celosia-spark` carries them to the
//! system and brings the answers back as Arrow. Every engine means the same by a value: the text that it would be in a
//! CSV file. So local files, Spark and printed SQL give the same bytes.

use std::fmt;
use std::path::Path;

use arrow_array::RecordBatch;

pub use crate::study::Rows;

use crate::error::{Error, Result};
use crate::study::Kind;
use crate::watch::Watch;

/// Where an engine writes a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A folder of files.
    Path {
        /// The folder.
        path: String,
        /// What kind of files: parquet or csv.
        format: String,
    },
    /// A table of the engine's catalogue.
    Table(String),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Path { path, .. } => write!(f, "{path}"),
            Target::Table(name) => write!(f, "table {name}"),
        }
    }
}

/// A session with a system that holds rows and speaks SQL. What it makes (views, staged tables) ends with the session.
pub trait Engine: Send + Sync {
    /// What people call it, and where it is: "Spark at sc://localhost:15002".
    fn name(&self) -> String;

    /// Name of its SQL dialect, in `sql::DIALECTS`.
    fn dialect(&self) -> &'static str;

    /// Makes rows readable; what it returns can stand behind FROM, quoted.
    fn open(&self, rows: &Rows, watch: &dyn Watch) -> Result<String>;

    /// Names of the columns of what `open` returned, with their types where they have one.
    fn columns(&self, from: &str, watch: &dyn Watch) -> Result<Vec<(String, Option<Kind>)>>;

    /// Makes a small table of ours known to the statements of this session. Later statements find it under this name.
    fn put(&self, name: &str, table: &RecordBatch, watch: &dyn Watch) -> Result<()>;

    /// Runs a statement and hands over its rows, batch by batch, in no order.
    fn query(&self, statement: &str, watch: &dyn Watch, each: &mut dyn FnMut(&RecordBatch) -> Result<()>)
    -> Result<()>;

    /// An expression that puts rows into an order which nobody can undo who does not know the secret.
    fn random_order(&self, secret: &str) -> String;

    /// Can a release get this name at the end? Checked before any work: an existing target is refused, and so is a
    /// folder that could not be renamed.
    fn check_target(&self, target: &Target, watch: &dyn Watch) -> Result<()>;

    /// Writes the rows of a query under a temporary name beside the target.
    fn stage(&self, query: &str, target: &Target, watch: &dyn Watch) -> Result<Box<dyn Staged + '_>>;
}

/// What was written under a temporary name. Dropping it removes it.
pub trait Staged {
    /// What can stand behind FROM to read it back.
    fn from(&self) -> &str;

    /// Where its files are, if this machine can read them.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// Gives it its final name: the last step, and one that either happens or does not.
    fn publish(self: Box<Self>, watch: &dyn Watch) -> Result<()>;
}

/// An engine that did not do what it was asked to.
pub fn failed(engine: &dyn Engine, what: impl fmt::Display, hint: impl Into<String>) -> Error {
    Error::Engine { engine: engine.name(), what: what.to_string(), hint: hint.into() }
}
