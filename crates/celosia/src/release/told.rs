//! What whoever reports a release is told once it was recounted, and what comes back: two editions, each as a page and as
//! JSON.

use std::path::{Path, PathBuf};

use super::plan::Plan;
use super::record::{Record, beside};
use super::tally::Tally;
use super::verify::{Seen, Verified};

/// A release that was written and recounted, and has no name yet.
pub struct Told<'t> {
    /// What was released, and of what: for those who may see the table.
    pub(crate) plan: &'t Plan<'t>,
    /// What the recount found.
    pub(crate) verified: &'t Verified,
    /// The classes that the recount read.
    pub(crate) seen: &'t Seen,
    /// The texts of each column, where this machine wrote them.
    pub(crate) tally: Option<&'t Tally>,
    /// The record that stands beside it.
    pub(crate) record: &'t Record,
}

/// Makes the reports of a release.
pub(crate) type Reporter<'a> = Box<dyn Fn(&Told) -> Reports + Send + Sync + 'a>;

/// The report of a release.
#[derive(Debug, Clone)]
pub struct Reports {
    /// For whoever may have the release: it says nothing that depends on rows that are not in it.
    pub public: Edition,
    /// For those who may see the table.
    pub internal: Edition,
}

/// One edition of a report.
#[derive(Debug, Clone)]
pub struct Edition {
    /// A page that holds its style and loads nothing.
    pub html: String,
    /// The same for programs.
    pub json: String,
}

impl Reports {
    /// Where the public edition of an output stands: as a page and as JSON.
    pub fn public_paths(output: &Path) -> [PathBuf; 2] {
        [".report.html", ".report.json"].map(|ending| beside(output, ending))
    }

    /// Where the internal edition stands.
    pub fn internal_paths(output: &Path) -> [PathBuf; 2] {
        [".internal.html", ".internal.json"].map(|ending| beside(output, ending))
    }

    /// Where all of it stands.
    pub fn paths(output: &Path) -> Vec<PathBuf> {
        [Reports::internal_paths(output), Reports::public_paths(output)].concat()
    }
}
