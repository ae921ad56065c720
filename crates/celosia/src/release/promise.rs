//! What a release must come to when it is counted again, and the check that it does.
//!
//! t, beta and delta compare a class with the whole table. The search uses the table before suppression, and so does
//! this check; [`verify`](super::verify) on its own knows only the file. The record says what the file guarantees by
//! itself, and nothing else: a level against rows that are not there, beside the level without them, would tell what
//! they held.

use std::path::Path;

use super::persons;
use super::plan::{Plan, Suppressed};
use super::verify::{self, Question, Reference, Seen, Stars, Verified};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::open::{Input, Sensitive};
use crate::privacy::{self, Over};
use crate::require::{Measure, Preset};
use crate::study::Rule;
use crate::table::{MEMORY, Table};
use crate::watch::Watch;

/// Counts what was written by the slow path; any difference from what the search promised is an error. `output` is its
/// name; rows in memory have none.
pub fn recount(plan: &Plan, written: &Table, output: Option<&Path>, watch: &dyn Watch) -> Result<(Verified, Seen)> {
    let question = question(plan);
    let (verified, against_original, seen) = match (&plan.source.input, question.person.is_some()) {
        (Input::Table(source), true) if question.trails => {
            let here = persons::here(plan, source, &question, watch)?;
            let (found, starred) = verify::classes_of(written, &question, stars(plan), watch)?;
            persons::same_persons(&found, &here, &plan.recoding).map_err(|found| differs(output, found))?;
            verify::recount_of(here, starred, &question)?
        }
        (Input::Table(source), true) => {
            let here = persons::here(plan, source, &question, watch)?;
            let (found, starred) = verify::classes_of(written, &question.of_rows(), stars(plan), watch)?;
            persons::same(&found, &here).map_err(|found| differs(output, found))?;
            verify::recount_of(here, starred, &question)?
        }
        _ => verify::recount(written, &question, stars(plan), watch)?,
    };
    check(plan, output.unwrap_or(Path::new(MEMORY)), &verified, &against_original)?;
    Ok((verified, seen))
}

/// The error for a table whose classes are not those whose persons were counted.
fn differs(output: Option<&Path>, found: String) -> Error {
    let promised = "the classes whose persons were counted before their column was taken out".into();
    Error::Recount { path: output.unwrap_or(Path::new(MEMORY)).into(), promised, found }
}

/// What is asked of a release. The search compares classes with the original table, so the check does too; what is
/// returned, and recorded, is what the release guarantees by itself, as `celosia verify` would say: levels that depend on
/// rows that are not in the release could tell about them.
pub fn question(plan: &Plan) -> Question {
    let Plan { source, problem, .. } = plan;
    let sensitive: Vec<Sensitive> = source.sensitive().collect();
    let reference = Reference {
        domains: sensitive.iter().map(|s| s.domain.clone()).collect(),
        totals: problem.frequency.sensitive.iter().map(|s| s.totals.clone()).collect(),
        nearness: sensitive.iter().map(|s| s.nearness.cloned()).collect(),
        stated: sensitive.iter().map(|s| s.said.stated()).collect(),
        rows_of: persons::rows_of(source, &problem.frequency),
        weighed: persons::weighed(&problem.frequency),
    };
    Question {
        quasi: source.quasi().map(|quasi| quasi.said.name.clone()).collect(),
        sensitive: sensitive.iter().map(|s| s.said.name.clone()).collect(),
        person: source.study.person().map(|column| column.name.clone()),
        trails: source.study.keeps_persons(),
        c: source.study.objectives.c,
        alpha: source.study.objectives.alpha,
        at_risk: 0.2,
        together: source.study.presets.iter().map(Preset::together).max().unwrap_or(0),
        threads: source.study.search.threads,
        missing: source.study.data.missing.clone(),
        reference: Some(reference),
    }
}

/// What rows of nothing but `*` are in a release of ours.
pub fn stars(plan: &Plan) -> Stars {
    if plan.options.suppressed == Suppressed::Star { Stars::Suppressed } else { Stars::Rows }
}

/// Any difference from what the search promised is an error.
pub fn check(plan: &Plan, output: &Path, verified: &Verified, against_original: &Verified) -> Result<()> {
    let (problem, outcome) = (plan.problem, &plan.point.outcome);
    let promised = Promise {
        rows: problem.frequency.rows - outcome.suppressed,
        classes: outcome.classes,
        starred: if plan.options.suppressed == Suppressed::Star { outcome.suppressed } else { 0 },
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
        return required(problem, verified, against_original);
    }
    if found.starred > promised.starred && found.starred - promised.starred == promised.rows.saturating_sub(found.rows)
    {
        let what = "rows that are kept hold nothing but *, as suppressed rows would: nobody could tell them apart";
        return Err(Error::output(
            output.display().to_string(),
            what,
            "drop the suppressed rows instead of showing stars",
        ));
    }
    Err(Error::Recount { path: output.into(), promised: promised.say(problem), found: found.say(problem) })
}

/// Whatever is required holds of the file by itself, as `verify` sees it, and against the original table.
fn required(problem: &Problem, by_itself: &Verified, against_original: &Verified) -> Result<()> {
    for (name, level) in problem.required_levels() {
        for (verified, against) in [(by_itself, "by itself"), (against_original, "against the original table")] {
            let measured = verified.measured();
            let (found, holds) = match privacy::find(name) {
                Ok(about) => {
                    let protection = verified.protection_of(name).unwrap_or(f64::NEG_INFINITY);
                    (about.level(protection), privacy::meets(protection, about.protection(level)))
                }
                Err(_) => {
                    let risk = measured.of(&Measure::AverageRisk).unwrap_or(1.0);
                    (risk, risk <= level + 1e-12)
                }
            };
            if !holds {
                return Err(Error::No {
                    what: format!(
                        "{name}: {level} is required, and the release has {found} {against}; nothing was written"
                    ),
                    hint: "require a little more than you need, or allow more suppression".into(),
                });
            }
        }
    }
    Ok(())
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
