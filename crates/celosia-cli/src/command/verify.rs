//! `celosia verify`: what a table really guarantees.

use std::path::Path;
use std::sync::Arc;

use celosia::engine::{Engine, Rows};
use celosia::error::{Error, Result};
use celosia::inspect::{Shown, safe_harbor};
use celosia::open::open_rows;
use celosia::privacy;
use celosia::release::against::{self, Release, Together};
use celosia::release::beside::{self, Asked, Beside};
use celosia::release::verify::{Question, Verified, verify, verify_against, verify_on};
use celosia::release::{Recorded, TABLE};
use celosia::report::{self, beside_text, presets_text, verified_json, verified_text, wrap};
use celosia::require::{Demand, Finding, Measure, Preset};
use celosia::say::{count, percent, thousands};
use celosia::study::{DataFile, Missing, Origin, Reading, Role, Study, StudyFile};
use celosia::table::Table;

use serde_json::json;

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
    let presets = arguments.preset.iter().map(|text| Preset::find("--preset", text)).collect::<Result<Vec<_>>>()?;
    let reading = arguments.reading.reading()?;
    if !(0.0..=1.0).contains(&arguments.risk_threshold) {
        return Err(Error::study("--risk-threshold", "a risk lies between 0 and 1", "give 0.2 for one in five"));
    }
    for (flag, value, most) in [("--c", arguments.c, f64::MAX), ("--alpha", arguments.alpha, 1.0)] {
        let Some(value) = value else { continue };
        if !(value > 0.0 && value <= most) {
            let range = if most == 1.0 { "above 0 and at most 1" } else { "above 0" };
            return Err(Error::study(flag, format!("{value} is out of range"), format!("give a number {range}")));
        }
    }
    // Whoever names the columns means them; who names none means those of the record.
    let recorded = if arguments.quasi.is_empty() { Recorded::beside(&arguments.table)? } else { None };
    if arguments.quasi.is_empty() && recorded.is_none() {
        let what = "no record stands beside the table, so it is not known which columns others may know";
        return Err(Error::study("--quasi", what, "name them, such as --quasi age,sex,zip"));
    }
    let of_record = recorded.as_ref();
    let or = |given: &Vec<String>, of: fn(&Recorded) -> &Vec<String>| match of_record {
        Some(recorded) if given.is_empty() => of(recorded).clone(),
        _ => given.clone(),
    };
    // Of a record that is about the column that is named, or where none is.
    let pseudonyms = of_record.and_then(|recorded| recorded.pseudonyms.clone());
    let pseudonyms = pseudonyms.filter(|column| arguments.person.as_ref().is_none_or(|named| named == column));
    let question = Question {
        quasi: or(&arguments.quasi, |recorded| &recorded.quasi),
        sensitive: or(&arguments.sensitive, |recorded| &recorded.sensitive),
        person: arguments.person.clone().or(pseudonyms.clone()),
        // Whoever sees pseudonyms sees whole trails.
        trails: arguments.trails || pseudonyms.is_some(),
        c: arguments.c.or(of_record.and_then(|recorded| recorded.c)).unwrap_or(3.0),
        alpha: arguments.alpha.or(of_record.and_then(|recorded| recorded.alpha)).unwrap_or(0.5),
        at_risk: arguments.risk_threshold,
        together: presets.iter().map(Preset::together).max().unwrap_or(0),
        threads: 0,
        missing: match (&arguments.missing_values, of_record) {
            (Some(spellings), _) => Missing { spellings: spellings.clone(), ..Missing::default() },
            (None, Some(recorded)) => recorded.missing.clone(),
            (None, None) => Missing::default(),
        },
        reference: None,
    };
    if let Some(recorded) = of_record {
        terminal.note("columns and what is missing are taken from the record beside the table");
        if recorded.counts_persons && question.person.is_none() {
            terminal.note("the record counts persons, whose column is not here: rows are counted, which says less");
        }
        if recorded.is_of(&arguments.table)? == Some(false) {
            terminal.warn("the table is not the file that its record is about: its bytes have another hash");
        }
    }
    if let Some(demand) = required.iter().find(|demand| needs_sensitive(demand) && question.sensitive.is_empty()) {
        let what = format!("{} cannot be told without a sensitive attribute", demand.name());
        return Err(Error::study("--require", what, "name one with --sensitive"));
    }
    let elsewhere = there(arguments, &question.quasi, terminal)?;
    let is_elsewhere = elsewhere.is_some();
    let (verified, beside) = match (elsewhere, &arguments.population) {
        (Some((engine, rows)), None) => {
            let engine = engine.as_ref();
            let from = open_rows(engine, &rows, terminal)?;
            let verified = verify_on(engine, &from, &question, terminal)?;
            let names = engine.columns(&from, terminal)?.into_iter().map(|(name, _)| name);
            let asked = asked(names, &question);
            let beside = beside::measure_on(engine, &from, &asked, &question.quasi, verified.rows, terminal)?;
            (verified, beside)
        }
        (Some(_), Some(_)) => {
            let what = "a population is read from a file, and the table is not here";
            return Err(Error::study("--population", what, "leave it out, or verify a file"));
        }
        (None, population) => {
            let table = Table::open_watched(&arguments.table, &reading, terminal)?;
            let verified = match population {
                None => verify(&table, &question, terminal)?,
                Some(path) => {
                    let population = Table::open_watched(path, &reading, terminal)?;
                    verify_against(&table, &population, &question, terminal)?
                }
            };
            let asked = asked(table.columns.iter().cloned(), &question);
            let person =
                question.person.as_ref().map(|name| Asked { name: name.clone(), missing: question.missing.clone() });
            let (quasi, threads) = (&question.quasi, question.threads);
            (verified, beside::measure(&table, &asked, quasi, person.as_ref(), threads, terminal)?)
        }
    };
    let broken = recorded.as_ref().and_then(|recorded| recorded.broken(&verified)).map_or(Ok(()), |what| {
        Err(Error::No { what, hint: "it is not the release that the record is about, or was changed since".into() })
    });
    let together = match &arguments.against {
        Some(earlier) => Some(against(earlier, arguments, &question, &reading, terminal)?),
        None => None,
    };
    let shown = match presets.iter().any(|preset| preset.looks_at_columns) && !is_elsewhere {
        true => safe_harbor(&Table::open_watched(&arguments.table, &reading, terminal)?, terminal)?,
        false => Vec::new(),
    };
    let held = required.iter().try_for_each(|demand| check(&verified, demand)).and(broken);
    let held = held.and_then(|()| presets.iter().try_for_each(|preset| hold_against(preset, &verified)));
    let held = held.and_then(|()| match shown.first() {
        None => Ok(()),
        Some(first) => Err(Error::No {
            what: format!("{}: {} (class {})", first.column, first.what, first.class),
            hint: "the table shows what a preset does not allow".into(),
        }),
    });
    if matches!(held, Ok(()) | Err(Error::No { .. })) {
        if let Some(lost) = lost(&arguments.table, verified.rows) {
            terminal.say(wrap(&lost, terminal.width()));
        }
        terminal.say(Text::sections(&verified_text(&verified, terminal.width())));
        terminal.say(presets_text(&presets, &verified.measured(), terminal.width()));
        for Shown { class, column, what } in &shown {
            terminal.say(format!("{column}: {what} (class {class} of 45 CFR 164.514(b)(2))\n"));
        }
        if !beside.is_empty() {
            terminal.say(format!("\n{}", beside_text(&beside, None, terminal.width())));
        }
        if let Some(together) = &together {
            let said =
                together.sentences().into_iter().map(|said| report::wrap(&format!("  {said}"), terminal.width()));
            terminal.say(Text::sections(&format!("\nTogether with the earlier release\n{}", said.collect::<String>())));
        }
        let mut json = verified_json(&arguments.table.display().to_string(), &verified);
        json["beside"] = beside.iter().map(Beside::json).collect();
        if let Some(together) = &together {
            json["against"] = together.json();
        }
        if !presets.is_empty() {
            let found = |preset: &Preset| {
                let findings = preset.findings(&verified.measured());
                let mut json = preset.json();
                json["findings"] = findings.iter().map(Finding::json).collect();
                json
            };
            let shown = shown.iter().map(|s| json!({ "class": s.class, "column": s.column, "shows": s.what }));
            json["columns_shown"] = shown.collect();
            json["presets"] = presets.iter().map(found).collect();
        }
        terminal.object(&json);
    }
    held
}

/// What this release and an earlier one give away together.
fn against(
    earlier: &Path,
    arguments: &VerifyArguments,
    question: &Question,
    reading: &Reading,
    terminal: &Terminal,
) -> Result<Together> {
    if arguments.engine.is_some() || arguments.table.to_string_lossy().starts_with(TABLE) {
        let what = "releases are compared row by row, and this one is not here";
        return Err(Error::study("--against", what, "export it to a file first"));
    }
    given::table(earlier)?;
    let (later, before) =
        (Table::open_watched(&arguments.table, reading, terminal)?, Table::open_watched(earlier, reading, terminal)?);
    // Each has quasi-identifiers of its own, where its record says so.
    let recorded = Recorded::beside(earlier)?;
    let of_earlier = recorded.map_or_else(|| question.quasi.clone(), |recorded| recorded.quasi);
    let shared = |name: &&String| before.columns.contains(name);
    let sensitive: Vec<String> = question.sensitive.iter().filter(shared).cloned().collect();
    let trails = question.trails;
    let earlier = Release { table: &before, quasi: &of_earlier, trails };
    let later = Release { table: &later, quasi: &question.quasi, trails };
    against::against(&earlier, &later, &sensitive, question.person.as_deref(), terminal)
}

/// The columns that stand beside the quasi-identifiers.
fn asked(names: impl Iterator<Item = String>, question: &Question) -> Vec<Asked> {
    let beside = names.filter(|name| !question.quasi.contains(name) && question.person.as_ref() != Some(name));
    beside.map(|name| Asked { name, missing: question.missing.clone() }).collect()
}

/// What a release has lost: rows that are not in it are in the record beside it alone. Nothing where there is none, or it is about another table.
fn lost(table: &Path, rows: u64) -> Option<String> {
    let mut name = table.as_os_str().to_owned();
    name.push(".record.json");
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(name).ok()?).ok()?;
    let (read, dropped) =
        (record["of_all_rows_read"]["rows"].as_u64()?, record["dropped_for_missing_values"].as_u64()?);
    let suppressed = record["suppressed"]["rows"].as_u64()?;
    let kept = read.checked_sub(dropped)?.checked_sub(suppressed)?;
    let same =
        record["rows"].as_u64() == Some(rows) && record["output"]["file"].as_str() == table.file_name()?.to_str();
    let share = |rows: u64| percent(rows as f64 / read.max(1) as f64);
    let mut said = format!("{} of {} read ({})", thousands(kept as f64), count(read, "row", "rows"), share(kept));
    if dropped > 0 {
        said += &format!(", {} ({}) dropped for a missing value", thousands(dropped as f64), share(dropped));
    }
    said +=
        &format!(", {} ({}) suppressed, as the record beside it says", thousands(suppressed as f64), share(suppressed));
    same.then_some(said)
}

/// The engine that holds the table, where one does, and what it reads: the same keys as in a study.
fn there(
    arguments: &VerifyArguments,
    quasi: &[String],
    terminal: &Terminal,
) -> Result<Option<(Arc<dyn Engine>, Rows)>> {
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
    quasi
        .iter()
        .map(String::as_str)
        .for_each(|name| file.set_column(name, "role", Role::QuasiIdentifier.name().into()));
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

/// What is required, as it was written.
fn requirements(texts: &[String]) -> Result<Vec<Demand>> {
    let parse = |text: &String| {
        let Some((name, level)) = text.split_once('=') else {
            let hint = "write NAME=LEVEL, such as k-anonymity=5";
            return Err(Error::study("--require", format!("\"{text}\" names no level"), hint));
        };
        let demand = Demand::parse("--require", name.trim(), level)?;
        let names = privacy::MODELS.iter().map(|model| model.name).chain(["risk", "average-risk", "suppressed"]);
        match &demand {
            Demand::Model { model, .. } => privacy::find(model)
                .map(|_| demand.clone())
                .map_err(|_| Error::unknown("--require", "privacy model", model, names)),
            _ => Ok(demand),
        }
    };
    texts.iter().map(parse).collect()
}

/// Does a model of a demand look at sensitive attributes?
fn needs_sensitive(demand: &Demand) -> bool {
    matches!(demand, Demand::Model { model, .. } if privacy::find(model).is_ok_and(|about| about.sensitive))
}

fn check(verified: &Verified, demand: &Demand) -> Result<()> {
    let no = |what: String| Err(Error::No { what, hint: "the table does not hold what was required of it".into() });
    let measured = verified.measured();
    match demand {
        Demand::Model { model, level } => {
            let about = privacy::find(model)?;
            let Some(found) = verified.protection_of(model) else {
                let what = format!("{model} cannot be told of a table without its study");
                return Err(Error::study(
                    "--require",
                    what,
                    "require another model, or read the record of the release",
                ));
            };
            if privacy::meets(found, about.protection(*level)) {
                return Ok(());
            }
            no(format!("{model}: {level} required, {} found", about.level(found)))
        }
        Demand::Suppressed(share) => {
            // Rows that were left out, rather than shown as stars, are in no file.
            let found = verified.starred as f64 / (verified.rows + verified.starred).max(1) as f64;
            if found <= *share { Ok(()) } else { no(format!("suppressed: {share} required, {found} found")) }
        }
        _ => {
            let measure = if matches!(demand, Demand::Risk(_)) { Measure::MaxRisk } else { Measure::AverageRisk };
            let found = measured.of(&measure).unwrap_or(0.0);
            let within = found <= demand.value() + 1e-12;
            if within { Ok(()) } else { no(format!("{}: {} required, {found} found", demand.name(), demand.value())) }
        }
    }
}

/// Fails where the table is outside a figure of a preset.
fn hold_against(preset: &Preset, verified: &Verified) -> Result<()> {
    let findings = preset.findings(&verified.measured());
    match findings.iter().find(|finding| finding.within == Some(false)) {
        None => Ok(()),
        Some(finding) => Err(Error::No {
            what: format!("{}: {}", preset.named(), finding.says()),
            hint: "the table is outside a figure that it was held against".into(),
        }),
    }
}
