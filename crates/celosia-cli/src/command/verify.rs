//! `celosia verify`: what a table really guarantees.

use celosia::error::{Error, Result};
use celosia::privacy::{self, Goal};
use celosia::release::verify::{Question, Verified, verify, verify_against};
use celosia::report::{verified_json, verified_text};
use celosia::study::delimiter;
use celosia::table::Table;

use crate::arguments::VerifyArguments;
use crate::terminal::Terminal;

pub fn run(arguments: &VerifyArguments, terminal: &Terminal) -> Result<()> {
    let required = requirements(&arguments.require)?;
    let delimiter = arguments.delimiter.as_deref().map(|d| delimiter("--delimiter", d)).transpose()?;
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
        c: arguments.c,
        alpha: arguments.alpha,
        at_risk: arguments.risk_threshold,
        reference: None,
    };
    if let Some((model, _)) = required.iter().find(|(model, _)| model.sensitive && arguments.sensitive.is_empty()) {
        let what = format!("{} cannot be told without a sensitive attribute", model.name);
        return Err(Error::study("--require", what, "name one with --sensitive"));
    }
    let table = Table::open(&arguments.table, delimiter)?;
    let verified = match &arguments.population {
        None => verify(&table, &question, terminal)?,
        Some(path) => verify_against(&table, &Table::open(path, delimiter)?, &question, terminal)?,
    };
    let held = required.iter().try_for_each(|(model, level)| check(&verified, model, *level));
    if matches!(held, Ok(()) | Err(Error::No { .. })) {
        terminal.say(&verified_text(&verified));
        terminal.object(&verified_json(&arguments.table.display().to_string(), &verified));
    }
    held
}

fn requirements(texts: &[String]) -> Result<Vec<(&'static privacy::About, f64)>> {
    let parse = |text: &String| {
        let (name, level) = text.split_once('=').unwrap_or((text, ""));
        let model = privacy::find(name.trim())?;
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
