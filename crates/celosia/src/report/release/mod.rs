//! The report of a release: what was asked and what holds, what was done to each column, what risks are left, and how well the
//! release can be used. In two editions, each as a page and as JSON.
//!
//! | edition | made from | for |
//! |---|---|---|
//! | public | the settings of the study and what a recount of the release read (`published.rs`) | whoever may have the release |
//! | internal | the same, and the original's frequency table (`original.rs`) | those who may see the table |
//!
//! **The public edition is a function of the release and of the settings** (noninterference, docs/guarantees.md): the module
//! that fills it sees no domain and no count of the original. How many rows were read, dropped and suppressed it does not say either,
//! so that it is the same whatever is left out.
//!
//! Nothing here reads a row: what columns show was counted while the release was written, what holds when it was read back, and
//! the original is its frequency table. Long tables are sampled (`pairs.rs`, `model.rs`), so a report costs seconds at most.

mod asked;
mod columns_page;
mod content;
mod date;
mod limits;
mod map;
mod map_page;
mod model;
mod order;
mod original;
mod page;
mod pairs;
mod parts;
mod presets;
mod presets_page;
mod published;
mod sizes;
mod spread;
mod unit;

use crate::release::{Edition, Plan, Reports, Told};
use content::Content;
use original::Original;
use published::Published;

/// What a report says of how a release came about, beside what it finds out.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// Who answers for the release.
    pub author: Option<String>,
    /// The day of the report; today (UTC) where nothing is given.
    pub date: Option<String>,
    /// What was asked, in words: "k of 10 or more". Settings alone, for both editions show it.
    pub asked: Option<String>,
    /// How the point was found, in words, for the internal edition.
    pub found: Option<String>,
    /// The two quasi-identifiers that classes with labels of their own are drawn over; two are chosen where none are named.
    pub map: Vec<String>,
}

impl Plan<'_> {
    /// With a report: [written](Plan::write) beside the release (`NAME.report.html` may be shared, `NAME.internal.html` may not;
    /// both as JSON too), or [handed over](Plan::to_batches) with it.
    pub fn with_report(mut self, about: About) -> Self {
        self.report = Some(Box::new(move |told| reports(told, &about)));
        self
    }
}

/// Both editions of a report.
fn reports(told: &Told, about: &About) -> Reports {
    let public = Published::of(told, about).content();
    let internal = Original::of(told, about).added_to(public.clone());
    Reports { public: edition(&public), internal: edition(&internal) }
}

fn edition(content: &Content) -> Edition {
    let json = serde_json::to_string_pretty(content).unwrap_or_default() + "\n";
    Edition { html: page::page(content), json }
}
