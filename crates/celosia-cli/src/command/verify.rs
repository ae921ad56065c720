//! `celosia verify`: what a table really guarantees.

use std::path::Path;
use std::sync::Arc;

use celosia::engine::{Engine, Rows};
use celosia::error::{Error, Result};
use celosia::open::open_rows;
use celosia::privacy::{self, Goal};
use celosia::release::TABLE;
use celosia::release::verify::{Question, Verified, verify, verify_against, verify_on};
use celosia::report::{verified_json, verified_text};
use celosia::say::{count, thousands};
use celosia::study::{DataFile, Missing, Origin, Role, Study, StudyFile};
use celosia::table::Table;

use crate::arguments::VerifyArguments;
use crate::engine;
use crate::given;
use crate::style::Text;
use crate::terminal::Terminal;

pub fn run(arguments: &VerifyArguments, terminal: &Terminal) -> Result<()> {
    if arguments.engine.is_none() && !arguments.table.to_string_lossy().starts_with(TABLE) {
        given::table(&arguments.table)?;
    }
    arguments.population.as_deref().map_or(Ok(()), given::table)?;
    let required = requirements(&arguments.require)?;
    let reading = arguments.reading.reading()?;
    if !(0.0..=1.0).contains(&arguments.risk_threshold) {
        return Err(Error::study("--risk-threshold", "a risk lies between 0 and 1", "give 0.2 for one in five"));
    }
    for (flag, value, most) in [("--c", arguments.c, f64::MAX), ("--alpha", arguments.alpha, 1.0)] {
        if !(value > 0.0 && value <= most) {
            let range = if most == 1.0 { "above 0 and at most 1" } else { "above 0" };
            return Err(Error::study(flag, format!("{value} is out of range"), format!("give a number {range}")));
        }
    }
    let question = Question {
        quasi: arguments.quasi.clone(),
        sensitive: arguments.sensitive.clone(),
        person: arguments.person.clone(),
        c: arguments.c,
        alpha: arguments.alpha,
        at_risk: arguments.risk_threshold,
        threads: 0,
        missing: match &arguments.missing_values {
            Some(spellings) => Missing { spellings: spellings.clone(), ..Missing::default() },
            None => Missing::default(),
        },
        reference: None,
    };
    if let Some((model, _)) = required.iter().find(|(model, _)| model.sensitive && arguments.sensitive.is_empty()) {
        let what = format!("{} cannot be told without a sensitive attribute", model.name);
        return Err(Error::study("--require", what, "name one with --sensitive"));
    }
    let verified = match (there(arguments, terminal)?, &arguments.population) {
        (Some((engine, rows)), None) => {
            verify_on(engine.as_ref(), &open_rows(engine.as_ref(), &rows, terminal)?, &question, terminal)?
        }
        (Some(_), Some(_)) => {
            let what = "a population is read from a file, and the table is not here";
            return Err(Error::study("--population", what, "leave it out, or verify a file"));
        }
        (None, None) => verify(&Table::open_watched(&arguments.table, &reading, terminal)?, &question, terminal)?,
        (None, Some(path)) => {
            let table = Table::open_watched(&arguments.table, &reading, terminal)?;
            let population = Table::open_watched(path, &reading, terminal)?;
            verify_against(&table, &population, &question, terminal)?
        }
    };
    let held = required.iter().try_for_each(|(model, level)| check(&verified, model, *level));
    if matches!(held, Ok(()) | Err(Error::No { .. })) {
        let lost = lost(&arguments.table, verified.rows);
        if let Some(lost) = &lost {
            terminal.say(format!("{}\n", lost.said));
        }
        terminal.say(Text::sections(&verified_text(&verified, terminal.width())));
        let mut object = verified_json(&arguments.table.display().to_string(), &verified);
        if let Some(lost) = lost {
            object["of_all_rows_read"] = lost.shares;
        }
        terminal.object(&object);
    }
    held
}

/// What a release has lost, as the record beside it has it.
struct Lost {
    said: String,
    shares: serde_json::Value,
}

/// Rows that are not in a release are in its record alone. Nothing where there is none, or it is about another table.
fn lost(table: &Path, rows: u64) -> Option<Lost> {
    let mut name = table.as_os_str().to_owned();
    name.push(".record.json");
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(name).ok()?).ok()?;
    let shares = record["of_all_rows_read"].clone();
    let (read, dropped) = (shares["rows"].as_u64()?, record["dropped_for_missing_values"].as_u64()?);
    let (searched, suppressed) = (record["rows"].as_u64()?, record["suppressed"]["rows"].as_u64()?);
    // Suppressed rows are left out, or stand there with nothing shown.
    let kept = searched.checked_sub(suppressed)?;
    let same = [searched, kept].contains(&rows) && record["output"]["file"].as_str() == table.file_name()?.to_str();
    let percent = |share: &str| 100.0 * shares[share].as_f64().unwrap_or_default();
    let mut said =
        format!("{} of {} read ({:.1}%)", thousands(kept as f64), count(read, "row", "rows"), percent("released"));
    if dropped > 0 {
        let share = percent("dropped_for_missing_values");
        said += &format!(", {} ({share:.1}%) dropped for a missing value", thousands(dropped as f64));
    }
    said += &format!(
        ", {} ({:.1}%) suppressed, as the record beside it says",
        thousands(suppressed as f64),
        percent("suppressed")
    );
    same.then_some(Lost { said, shares })
}

/// The engine that holds the table, where one does, and what it reads: the same keys as in a study.
fn there(arguments: &VerifyArguments, terminal: &Terminal) -> Result<Option<(Arc<dyn Engine>, Rows)>> {
    let name = arguments.table.display().to_string();
    let table = name.strip_prefix(TABLE).map(String::from);
    let mut file = StudyFile {
        data: DataFile {
            path: table.is_none().then(|| arguments.table.clone()),
            table,
            engine: arguments.engine.clone(),
            url: arguments.url.clone(),
            timeout: arguments.timeout.clone().map(Into::into),
            ..arguments.reading.keys()
        },
        ..StudyFile::default()
    };
    let quasi = arguments.quasi.iter().map(String::as_str);
    quasi.for_each(|name| file.set_column(name, "role", Role::QuasiIdentifier.name().into()));
    let data = Study::check("--engine", &file)?.data;
    match (data.origin, data.rows) {
        (Origin::Engine { engine, url, timeout }, Some(rows)) => {
            Ok(Some((engine::connect(engine, &url, timeout, terminal)?, rows)))
        }
        (Origin::Engine { engine, .. }, None) => {
            let what = format!("{engine} cannot read what comes in here");
            Err(Error::study("--engine", what, "leave --engine out, or name a file or a table that it can read"))
        }
        _ => Ok(None),
    }
}

fn requirements(texts: &[String]) -> Result<Vec<(&'static privacy::About, f64)>> {
    let parse = |text: &String| {
        let (name, level) = text.split_once('=').unwrap_or((text, ""));
        let names = || privacy::MODELS.iter().map(|model| model.name);
        let unknown = |_| Error::unknown("--require", "privacy model", name.trim(), names());
        let model = privacy::find(name.trim()).map_err(unknown)?;
        match level.trim().parse::<f64>() {
            Ok(level) if level.is_finite() => Ok((model, level)),
            _ => {
                let example = if model.goal == Goal::Max { "5" } else { "0.2" };
                let hint = format!("write {}={example}", model.name);
                Err(Error::study("--require", format!("\"{text}\" names no level"), hint))
            }
        }
    };
    texts.iter().map(parse).collect()
}

fn check(verified: &Verified, model: &privacy::About, level: f64) -> Result<()> {
    let Some(found) = verified.protection_of(model.name) else {
        let what = format!("{} cannot be told of a table without its study", model.name);
        return Err(Error::study("--require", what, "require another model, or read the record of the release"));
    };
    if found >= model.protection(level) - 1e-12 {
        return Ok(());
    }
    let what = format!("{}: {} required, {} found", model.name, level, model.level(found));
    Err(Error::No { what, hint: "the table does not hold what was required of it".into() })
}
