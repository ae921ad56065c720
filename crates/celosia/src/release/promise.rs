//! What a release must come to when it is counted again, and the check that it does.
//!
//! t, beta and delta compare a class with the whole table. The search uses the table before suppression, and so does
//! this check; [`verify`](super::verify) on its own knows only the file. The record says what the file guarantees by
//! itself, and nothing else: a level against rows that are not there, beside the level without them, would tell what
//! they held.

use super::verify::{Question, Reference, Stars, Verified};
use super::{Options, Source, Suppressed};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::privacy::Over;
use crate::study::{Role, Rule};

/// What is asked of a release. The search compares classes with the original table, so the check does too; what is
/// returned, and recorded, is what the release guarantees by itself, as `celosia verify` would say: levels that depend on
/// rows that are not in the release could tell about them.
pub fn question(source: &Source, problem: &Problem) -> Question {
    let names = |role: Role| source.study.with_role(role).map(|c| c.name.clone()).collect::<Vec<String>>();
    let reference = Reference {
        domains: source.sensitive.clone(),
        totals: problem.frequency.sensitive.iter().map(|s| s.totals.clone()).collect(),
        nearness: source.nearness.clone(),
        kinds: source.study.with_role(Role::Sensitive).map(|column| column.kind).collect(),
    };
    Question {
        quasi: names(Role::QuasiIdentifier),
        sensitive: names(Role::Sensitive),
        c: source.study.objectives.c,
        alpha: source.study.objectives.alpha,
        at_risk: 0.2,
        threads: source.study.search.threads,
        reference: Some(reference),
    }
}

/// What rows of nothing but `*` are in a release of ours.
pub fn stars(options: &Options) -> Stars {
    if options.suppressed == Suppressed::Star { Stars::Suppressed } else { Stars::Rows }
}

/// Any difference from what the search promised is an error.
pub fn check(
    problem: &Problem,
    outcome: &Outcome,
    options: &Options,
    verified: &Verified,
    against_original: &Verified,
) -> Result<()> {
    let promised = Promise {
        rows: problem.frequency.rows - outcome.suppressed,
        classes: outcome.classes,
        starred: if options.suppressed == Suppressed::Star { outcome.suppressed } else { 0 },
        protections: problem.protections_of(outcome).map(|(_, protection)| protection).collect(),
        at_least: problem
            .models()
            .map(|about| problem.rule == Rule::AtWeightedK && about.over == Over::RowMean)
            .collect(),
    };
    let found = Promise {
        rows: verified.rows,
        classes: verified.classes,
        starred: verified.starred,
        protections: problem
            .models()
            .map(|about| against_original.protection_of(about.name).unwrap_or(f64::NAN))
            .collect(),
        at_least: promised.at_least.clone(),
    };
    if promised.kept_by(&found) {
        return Ok(());
    }
    Err(Error::Recount { path: options.output.clone(), promised: promised.say(problem), found: found.say(problem) })
}

/// What a written file must come to.
struct Promise {
    rows: u64,
    classes: u64,
    starred: u64,
    /// Under each model of the study.
    protections: Vec<f64>,
    /// Is the protection that of all rows, so that without the suppressed ones it may be higher? Chapter 1.4.1.3.
    at_least: Vec<bool>,
}

impl Promise {
    fn kept_by(&self, found: &Promise) -> bool {
        let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
        let kept = |((a, b), at_least): ((&f64, &f64), &bool)| close(*a, *b) || (*at_least && b > a);
        let same = self.protections.iter().zip(&found.protections).zip(&self.at_least).all(kept);
        self.rows == found.rows && self.classes == found.classes && self.starred == found.starred && same
    }

    fn say(&self, problem: &Problem) -> String {
        let levels = problem.models().zip(&self.protections);
        let levels: Vec<String> =
            levels.map(|(about, p)| format!("{} = {}", about.parameter, about.level(*p))).collect();
        format!("{} rows in {} classes with {}", self.rows, self.classes, levels.join(", "))
    }
}
