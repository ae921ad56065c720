//! `celosia release`: chooses a point of the front, writes it, reads it back and recounts it.

use std::path::{Path, PathBuf};

use celosia::Aim;
use celosia::choose::{self, Choice, say_level};
use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::front::Point;
use celosia::loss::normalised_average_class_size;
use celosia::privacy::Goal;
use celosia::release::{self, Options, Plan, Record, Suppressed, output};
use celosia::report;
use celosia::say::count;
use celosia::study::{Origin, Role};
use celosia::utility::Utility;
use celosia::watch::Watch;

use crate::arguments::{ReleaseArguments, SuppressedFlag, quote};
use crate::engine;
use crate::style::{Paint, Text};
use crate::terminal::Terminal;

pub fn run(arguments: &ReleaseArguments, terminal: &Terminal) -> Result<()> {
    let study = arguments.study.study()?;
    // An engine writes folders, and Parquet is what its readers want.
    let there = matches!(study.data.origin, Origin::Engine { .. });
    let ending = if there { "parquet" } else { "csv" };
    let default = PathBuf::from(format!("{}-release.{ending}", study.name));
    if there && arguments.keep_order {
        return Err(Error::study("--keep-order", "an engine's rows have no order to keep", "leave it out"));
    }
    let output = arguments.output.clone().or(study.output.release.clone()).unwrap_or(default);
    let options = Options {
        suppressed: match arguments.suppressed {
            SuppressedFlag::Drop => Suppressed::Drop,
            SuppressedFlag::Star => Suppressed::Star,
        },
        keep_order: arguments.keep_order,
    };
    if there && release::record_base(&output).is_none() {
        let hint = "give the name of a new folder, or a table (table:schema.name)";
        return Err(Error::study("--output", "an engine writes folders and tables only", hint));
    }
    terminal.make_way([&output])?;
    let flow = engine::open(study, terminal)?;
    let model = flow.problem.model();
    let choice = arguments.choice.choice(model)?;
    let named = arguments.choice.node(model)?;
    let read = || flow.source.inputs();
    let record_at = release::record_base(&output);
    let own = (!there).then(|| output.clone());
    let beside = record_at.iter().flat_map(|base| [Record::path(base), Record::salt_path(base)]);
    for file in own.into_iter().chain(beside) {
        output::check(&file, read().into_iter().chain([arguments.study.study.clone()]))?;
    }
    let (point, which, incomplete) = match named {
        Some(node) => (flow.node(&node.levels, node.privacy)?, "the levels that were asked for".to_string(), None),
        None => chosen(&flow, choice, terminal)?,
    };
    let plan = Plan::new(&flow.source, &flow.problem, &point, options);
    let plan = if arguments.numbers { plan.with_numbers()? } else { plan };
    let (record, verified) = plan.write(&output, terminal)?;

    let problem = &flow.problem;
    let levels = problem.protections_of(&point.outcome).map(|(about, protection)| say_level(about, protection));
    let objectives = problem.objectives().into_iter().zip(problem.values(&point.outcome));
    let losses = objectives.filter(|(o, _)| o.aim == Aim::Loss).map(|(o, value)| format!("{} {value:.6}", o.name));
    let recounted = problem.models().map(|about| {
        let found = verified.protection_of(about.name);
        say_level(about, found.unwrap_or(f64::NEG_INFINITY))
    });
    terminal.say(format!("{}\n", report::kept_text(&flow.source, point.outcome.suppressed)));
    report::dropped_warning(&flow.source).iter().for_each(|warning| terminal.warn(warning));
    report::silent_note(&flow.source).iter().for_each(|note| terminal.note(note));
    let shown = report::shown_in_words(&flow.source, problem, &point.place);
    let said = format!(
        "{which}: {}, {}\n{}{} in {}; {} suppressed\nread back and recounted: ",
        levels.collect::<Vec<_>>().join(", "),
        losses.collect::<Vec<_>>().join(", "),
        report::wrap(&shown.replace(" · ", "\u{a0}· "), terminal.width()),
        match verified.persons {
            Some(persons) =>
                format!("{} of {}", count(verified.rows, "row", "rows"), count(persons, "person", "persons")),
            None => count(verified.rows, "row", "rows"),
        },
        count(verified.classes, "class", "classes"),
        count(point.outcome.suppressed, "row", "rows"),
    );
    let recounted = recounted.collect::<Vec<_>>().join(", ");
    let holds = if problem.models().len() == 1 { "holds" } else { "hold" };
    terminal.say(Text::from(said).then(format!("{recounted} ")).and(Paint::Good, holds).then("\n"));
    if let (Choice::Privacy(k), "k") = (choice, model.parameter) {
        let size =
            normalised_average_class_size(problem.frequency.rows, point.outcome.classes, point.outcome.suppressed, k);
        terminal.say(format!("a class has {size:.2} × k rows on average (normalised average class size; 1 is best)\n"));
    }
    let utility = Utility::of(problem, &point, flow.source.study.objectives.query_seed);
    terminal.say(report::wrap(&report::utility_text(&utility), terminal.width()));
    for (about, protection) in problem.protections_of(&point.outcome) {
        let level = about.level(protection);
        if level.is_infinite() || (about.goal == Goal::Max && level <= 1.0) {
            terminal.warn(&format!("{} guarantees nothing", say_level(about, protection)));
        }
    }
    if let Some(why) = incomplete {
        terminal.warn(&format!("the search is not complete, another point may be better: {why}"));
    }
    terminal.object(record.json());
    terminal.wrote(&output, "");
    let Some(record_at) = record_at else {
        terminal.note("no record, no salt, no hierarchies: nothing can stand beside what is not a file");
        return Ok(());
    };
    terminal.wrote(&Record::path(&record_at), ", which may be published with it");
    let made = release::hierarchies::files(&flow.source, &record_at);
    if !made.is_empty() {
        let remark = format!(
            ": the hierarchies that were made from the data ({}), to name in the study when it is released again; they hold \
             values of the data: keep them private",
            count(made.len() as u64, "column", "columns"),
        );
        terminal.wrote(&release::hierarchies::folder(&record_at), &remark);
    }
    let remark = ": keep it private; with it, and only with it, you can prove which input the release came from";
    terminal.wrote(&Record::salt_path(&record_at), remark);
    if !there {
        terminal.hint(&format!("anyone can measure it anew: `{}`", verify_command(&flow, &output)));
    }
    Ok(())
}

/// The command that measures a release.
fn verify_command(flow: &Flow, output: &Path) -> String {
    let study = &flow.source.study;
    let named = |role: Role| study.with_role(role).map(|column| column.name.as_str()).collect::<Vec<_>>().join(",");
    let sensitive = named(Role::Sensitive);
    let sensitive = if sensitive.is_empty() { String::new() } else { format!(" --sensitive {}", quote(&sensitive)) };
    let (output, quasi) = (quote(&output.display().to_string()), quote(&named(Role::QuasiIdentifier)));
    format!("celosia verify {output} --quasi {quasi}{sensitive}")
}

/// The point of the front that a choice means, what to call it, and why a better one may have been missed, if so.
fn chosen(flow: &Flow, choice: Choice, terminal: &Terminal) -> Result<(Point, String, Option<String>)> {
    // The knee and a number mean a point of the whole front; for the others less will do.
    let mut front = match choice {
        Choice::Privacy(_) | Choice::MaxLoss(_) => flow.front(&flow.request().only(choice), terminal)?,
        _ => flow.front(&flow.request(), terminal)?,
    };
    // A release of half a search would look like one of a whole search.
    terminal.check()?;
    let number = choose::choose(&front, flow.problem.model(), choice)?;
    let which = match front.found.question {
        Some(_) => "the best point for what was asked".to_string(),
        None => format!("point {} of {}", number + 1, front.points.len()),
    };
    let incomplete = (!front.found.complete).then(|| front.found.why());
    Ok((front.points.swap_remove(number), which, incomplete))
}
