//! A release that an engine makes where the rows are: recoded, suppressed, shuffled, written and counted again there.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::by_class::{ByClass, Fall};
use super::plan::Plan;
use super::publish::Beside;
use super::recode::is_beside;
use super::record::Record;
use super::told::Told;
use super::verify::{self, CHANGED, Verified};
use super::{beside, hash, output, persons, promise};
use crate::engine::{Engine, Target, failed};
use crate::error::{Error, Result};
use crate::sql::{self, Release, Shown, Together, What};
use crate::study::{Kind, MissingRule};
use crate::table::{Destination, Domain, NameLock};
use crate::watch::{Silent, Watch};

/// What a table of an engine's catalogue is called as an output: `table:db.release`.
pub const TABLE: &str = "table:";

impl Target {
    /// Where an output goes: a table by its name, or a folder of CSV or Parquet files.
    pub fn of(output: &Path) -> Target {
        let text = output.display().to_string();
        if let Some(name) = text.strip_prefix(TABLE) {
            return Target::Table(name.into());
        }
        let ending = output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        let format = if ending.as_deref() == Some("csv") { "csv" } else { "parquet" };
        let path = if text.contains("://") { text } else { absolute(output) };
        Target::Path { path, format: format.into() }
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// Where the record of a release stands: beside a file or folder; in this folder for a table; nowhere for a device, a pipe
/// or standard output, which nothing can stand beside.
pub fn record_base(output: &Path) -> Option<PathBuf> {
    match output.display().to_string().strip_prefix(TABLE) {
        Some(name) => Some(PathBuf::from(name.replace(['/', '\\', '"', '`'], "_"))),
        None if Destination::of(output).is_ok_and(|destination| !destination.is_file()) => None,
        None => Some(output.to_path_buf()),
    }
}

/// Writes the release of a point under a temporary name, counts it again, and gives it its name last.
pub(super) fn there(
    plan: &Plan,
    engine: &dyn Engine,
    from: &str,
    output: &Path,
    watch: &dyn Watch,
) -> Result<(Record, Verified)> {
    no_pseudonyms(plan)?;
    let target = Target::of(output);
    let record_at = record_base(output).ok_or_else(|| {
        let hint = "give the name of a new folder, or a table (table:schema.name)";
        Error::output(output.display().to_string(), "an engine writes folders and tables only", hint)
    })?;
    output::check(&Record::path(&record_at), plan.source.inputs())?;
    let _mine = NameLock::take(&record_at)?;
    engine.check_target(&target, watch)?;
    let dialect = sql::find(engine.dialect())?;
    let typed = !matches!(&target, Target::Path { format, .. } if format == "csv");
    // A secret that only this process knows orders the rows: nobody can undo it.
    let secret = hash::salt()?;
    let mut release = recoded(plan, typed)?;
    release.order = Some(engine.random_order(&secret));
    release.recounted = true;
    let query = release.statement(dialect, from).put(engine, watch)?;
    let staged = engine.stage(&query, &target, watch)?;

    let (question, stars) = (promise::question(plan), promise::stars(plan));
    let (verified, against_original, seen) = match &question.person {
        None => verify::recount_on(engine, staged.from(), &question, stars, watch)?,
        Some(person) => {
            let columns = question.quasi.iter().chain(&question.sensitive).chain([person]);
            let columns: Vec<String> = columns.cloned().collect();
            let statement = recoded(plan, false)?.persons(dialect, from, &columns);
            let here = verify::gathered(engine, &statement, &question, watch)?;
            let (found, starred) = verify::classes_on(engine, staged.from(), &question.of_rows(), stars, watch)?;
            persons::same(&found, &here)
                .map_err(|found| failed(engine, format!("what was written has {found}"), CHANGED))?;
            verify::recount_of(here, starred, &question)?
        }
    };
    promise::check(plan, output, &verified, &against_original).map_err(|error| match error {
        // Here nobody keeps the table still between counting and writing.
        Error::Recount { promised, found, .. } => failed(
            engine,
            format!("promised {promised}, but a recount of what was written found {found}; it was removed"),
            "run it again: the table seems to have changed since it was counted; if it did not, please report this",
        ),
        other => other,
    })?;
    let (study, rows) = (&plan.source.study, verified.rows);
    let asked = beside::asked_of(study);
    let beside = beside::measure_on(engine, staged.from(), &asked, &question.quasi, rows, watch)?;
    beside::refuse(study, &beside)?;
    let salt = hash::salt()?;
    let input = json!({
        "salted_sha256": hash::salted_counts(&salt, plan.source, &plan.problem.frequency),
        "of": "the frequency table",
    });
    let written = written(&target, staged.folder())?;
    let record = Record::new(plan, &verified, &beside, written, input);
    let told = Told { plan, verified: &verified, seen: &seen, tally: None, record: &record };
    let reports = plan.report.as_ref().map(|report| report(&told));
    // Where the release goes nothing stands: an engine replaces nothing.
    Beside::new(plan, &record_at, &record, &salt, reports.as_ref())?.publish(Vec::new(), || staged.publish(watch))?;
    Ok((record, verified))
}

/// What the record says of the output: its name and, where this machine can read it, its hash.
fn written(target: &Target, folder: Option<&Path>) -> Result<Value> {
    Ok(match target {
        Target::Table(name) => json!({ "table": name }),
        Target::Path { path, .. } => {
            let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
            let sha256 = folder.map(hash::of_folder).transpose()?;
            json!({ "folder": name, "sha256": sha256 })
        }
    })
}

/// A point as a statement would make it. `typed` columns keep their types; text files have none.
fn recoded(plan: &Plan, typed: bool) -> Result<Release> {
    let recoding = &plan.recoding;
    let columns = recoding.columns.iter().map(|shown| {
        let domain = shown.column.domain();
        let what = match (shown.column.quasi(), domain) {
            (Some(_), _) if recoding.by_class.is_some() => What::Labels(Vec::new()),
            (Some(q), Some(domain)) => {
                let labels = recoding.labels(q);
                let codes = (0..domain.len()).filter(|code| shown.left[*code]);
                let label = |code: usize| labels.labels[labels.group_of[code] as usize].clone();
                What::Labels(codes.map(|code| (domain.values[code].clone(), label(code))).collect())
            }
            (_, Some(_)) => What::Counted,
            (_, None) => What::Kept,
        };
        let (missing, keep) = (shown.missing.clone(), shown.missing.rule == MissingRule::Keep);
        let gaps = keep && domain.is_some_and(|domain| domain.missing.is_some());
        let kind = if typed { plan.kind(shown) } else { Kind::String };
        Shown { name: shown.column.said.name.clone(), what, kind, missing, gaps }
    });
    let columns: Vec<Shown> = columns.collect();
    // The classes in the order of the columns, which is the table's, not the study's.
    let order: Vec<usize> = recoding.columns.iter().filter_map(|shown| shown.column.quasi()).collect();
    let label = |q: &usize, groups: &[u32]| recoding.labels(*q).labels[groups[*q] as usize].clone();
    let class = |(groups, rows): &(Vec<u32>, u64)| (order.iter().map(|q| label(q, groups)).collect(), *rows);
    let mut kept: Vec<(Vec<String>, u64)> = recoding.released.kept.iter().map(class).collect();
    kept.sort_unstable();
    let together = recoding.by_class.as_ref().map(|by_class| together(plan, by_class, &order)).transpose()?;
    let person = plan.source.study.person();
    let person = person.map(|column| (column.name.clone(), plan.source.study.missing(column)));
    let is_value = |shown: &super::recode::Shown| recoding.is_by_value() && is_beside(shown.column);
    let beside = recoding.columns.iter().position(is_value);
    Ok(Release { columns, together, beside, kept, starred: plan.starred, recounted: false, person, order: None })
}

/// The values of all rows that are kept, each with the labels that they show together.
fn together(plan: &Plan, by_class: &ByClass, order: &[usize]) -> Result<Vec<Together>> {
    if by_class.has_floors() {
        let what = "no statement of SQL releases classes with labels of their own where a column has a floor";
        return Err(Error::study("floor", what, "leave out the floor, or release the table from files"));
    }
    let recoding = &plan.recoding;
    let domains: Vec<&Domain> = plan.source.quasi().map(|quasi| quasi.domain).collect();
    let beside = plan.source.columns.iter().filter(|column| is_beside(column)).find_map(|column| column.domain());
    let kept = by_class.falls().filter(|fall| !recoding.is_suppressed(fall.sets));
    let row = |Fall { codes, value, sets, rows }: Fall| Together {
        values: order.iter().map(|q| domains[*q].values[codes[*q] as usize].clone()).collect(),
        beside: value.zip(beside).map(|(value, beside)| beside.values[value as usize].clone()),
        labels: order.iter().map(|q| recoding.labels(*q).labels[sets[*q] as usize].clone()).collect(),
        rows,
    };
    let mut rows: Vec<Together> = kept.map(row).collect();
    rows.sort_unstable();
    Ok(rows)
}

/// The statement that makes a release, for someone who runs it elsewhere.
pub(super) fn statement(plan: &Plan, dialect: &sql::Dialect, from: &str) -> Result<String> {
    no_pseudonyms(plan)?;
    if plan.options.keep_order {
        return Err(Error::study("release.keep-order", "an engine's rows have no order to keep", "leave it out"));
    }
    // Nobody recounts what comes of it: whoever would be singled out is told before.
    beside::refuse(&plan.source.study, &beside::of_source(plan.source, &Silent)?)?;
    let mut release = recoded(plan, true)?;
    release.order = Some(dialect.random.to_string());
    Ok(release.statement(dialect, from).whole(dialect))
}

/// Refuses to show pseudonyms where this machine does not write the rows: the key would be in a statement, or in a table of the engine,
/// where nobody keeps it.
fn no_pseudonyms(plan: &Plan) -> Result<()> {
    if !plan.recoding.keeps_persons() {
        return Ok(());
    }
    let what = "persons are shown as pseudonyms, whose key must not leave this machine, and the rows are elsewhere";
    let hint = "release from files, or leave pseudonym out: then the column is not released and classes need k different persons";
    Err(Error::study(format!("{}, pseudonym", plan.source.study.place), what, hint))
}
