//! `celosia release`: chooses a point of the front, writes it, reads it back and recounts it.

use std::path::PathBuf;

use celosia::choose::{self, Choice, count, say_level};
use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::privacy::Goal;
use celosia::release::{self, Options, Record, Suppressed, output};
use celosia::study::Role;
use celosia::watch::Watch;

use crate::arguments::{ChoiceFlags, ReleaseArguments, SuppressedFlag};
use crate::terminal::Terminal;

pub fn run(arguments: &ReleaseArguments, terminal: &Terminal) -> Result<()> {
    let study = arguments.study.study()?;
    let default = PathBuf::from(format!("{}-release.csv", study.name));
    let options = Options {
        output: arguments.output.clone().or(study.output.release.clone()).unwrap_or(default),
        suppressed: match arguments.suppressed {
            SuppressedFlag::Drop => Suppressed::Drop,
            SuppressedFlag::Star => Suppressed::Star,
        },
        keep_order: arguments.keep_order,
    };
    let flow = Flow::open(study, terminal)?;
    let model = flow.problem.about_model;
    let choice = choice(&arguments.choice, model.parameter, model.name)?;
    let read = || release::inputs(&flow.source.table, &flow.source.study);
    for file in [options.output.clone(), Record::path(&options.output), Record::salt_path(&options.output)] {
        output::check(&file, read().into_iter().chain([arguments.study.study.clone()]))?;
    }
    let front = flow.search(terminal)?;
    // A release of half a search would look like one of a whole search.
    terminal.check()?;
    let number = choose::choose(&front, model, choice)?;
    let point = &front.points[number];
    let (record, verified) = release::release(&flow.source, &flow.problem, point, &options, terminal)?;

    let node: Vec<String> = point.node.iter().map(u8::to_string).collect();
    let names: Vec<&str> = flow.source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    terminal.say(&format!(
        "point {} of {}: {}, {} {:.6}\nlevels [{}] of [{}]\n{} in {}; {} suppressed\n\
         read back and recounted: {} holds\n",
        number + 1,
        front.points.len(),
        say_level(model, point.outcome.protection),
        flow.problem.about_metric.name,
        point.outcome.loss.value,
        node.join(","),
        names.join(", "),
        count(verified.rows, "row", "rows"),
        count(verified.classes, "class", "classes"),
        count(point.outcome.suppressed, "row", "rows"),
        say_level(model, verified.protection_of(model.name).unwrap_or(f64::NEG_INFINITY)),
    ));
    let level = model.level(point.outcome.protection);
    if level.is_infinite() || (model.goal == Goal::Max && level <= 1.0) {
        terminal.hint(&format!("warning: {} guarantees nothing", say_level(model, point.outcome.protection)));
    }
    terminal.object(record.json());
    terminal.hint(&format!("wrote {}", options.output.display()));
    terminal.hint(&format!("wrote {}, which may be published with it", Record::path(&options.output).display()));
    terminal.hint(&format!(
        "wrote {}: keep it private; with it, and only with it, you can prove which input the release came from",
        Record::salt_path(&options.output).display()
    ));
    Ok(())
}

fn choice(flags: &ChoiceFlags, parameter: &str, model: &str) -> Result<Choice> {
    let number = |flag: &str, n: f64| {
        if n.is_finite() { Ok(n) } else { Err(Error::study(flag, format!("{n} is not a number"), "give a number")) }
    };
    match flags {
        ChoiceFlags { k: Some(_), .. } if parameter != "k" => {
            Err(Error::study("--k", format!("{model} has no k"), format!("ask for its {parameter} with --level")))
        }
        ChoiceFlags { k: Some(k), .. } => Ok(Choice::Privacy(number("--k", *k)?)),
        ChoiceFlags { level: Some(level), .. } => Ok(Choice::Privacy(number("--level", *level)?)),
        ChoiceFlags { max_loss: Some(loss), .. } => Ok(Choice::MaxLoss(number("--max-loss", *loss)?)),
        ChoiceFlags { point: Some(point), .. } => Ok(Choice::Point(*point)),
        _ => Ok(Choice::Knee),
    }
}
