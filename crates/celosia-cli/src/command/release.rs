//! `celosia release`: chooses a point of the front, writes it, reads it back and recounts it.

use std::path::{Path, PathBuf};

use celosia::Aim;
use celosia::choose::{self, Choice, say_level};
use celosia::error::{Error, Result};
use celosia::flow::Flow;
use celosia::front::Point;
use celosia::inspect::safe_harbor;
use celosia::loss::normalised_average_class_size;
use celosia::open::inputs;
use celosia::privacy::Goal;
use celosia::release::beside::{self, Beside};
use celosia::release::{self, Options, Plan, Record, Reports, Suppressed, output};
use celosia::report;
use celosia::report::columns::{Column, Columns};
use celosia::report::release::About;
use celosia::require::Measure;
use celosia::say::{count, given};
use celosia::study::{Origin, Reading, Role, Secret, Study};
use celosia::table::Table;
use celosia::watch::Watch;

use crate::arguments::{Named, ReleaseArguments, SuppressedFlag, quote};
use crate::engine;
use crate::existing;
use crate::secret;
use crate::style::{Paint, Text};
use crate::terminal::Terminal;

pub fn run(arguments: &ReleaseArguments, terminal: &Terminal) -> Result<()> {
    let mut study = arguments.choice.required(arguments.study.study()?)?;
    if arguments.dry_run {
        // Nor does the search write down how far it is.
        study.search.checkpoint = None;
        study.secret = secret::known(&study)?.or(Some(Secret::fresh()?));
    }
    // An engine writes folders, and Parquet is what its readers want.
    let there = matches!(study.data.origin, Origin::Engine { .. });
    let ending = if there { "parquet" } else { "csv" };
    if arguments.key.is_some() && !study.keeps_persons() {
        let hint = "say pseudonym = true of the column that says whose row it is, or leave the key out";
        return Err(Error::study("release.key", "nobody is shown as a pseudonym in this release", hint));
    }
    let default = existing::named(&study.name, &format!("release.{ending}"));
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
    let record_at = release::record_base(&output);
    // An engine replaces nothing of its own.
    let own = (!there).then(|| output.clone());
    let beside = record_at.iter().flat_map(|base| output::beside(base));
    let reported = record_at.as_ref().filter(|_| !arguments.no_report);
    let reports = reported.into_iter().flat_map(|base| Reports::paths(base));
    // A key of its own, unless it is given one that is there.
    let key = record_at.as_ref().filter(|_| study.keeps_persons() && arguments.key.is_none());
    let key = key.map(|base| Record::key_path(base));
    let files = own.into_iter().chain(beside).chain(key).chain(arguments.certificate.clone()).chain(reports);
    let files: Vec<PathBuf> = files.collect();
    let check = |inputs: Vec<PathBuf>| {
        let inputs = || inputs.iter().chain([&arguments.study.study]).chain(&arguments.key).cloned();
        files.iter().try_for_each(|file| output::check(file, inputs()))
    };
    check(inputs(None, &study))?;
    existing::refuse(
        files.iter().cloned().chain(record_at.as_deref().map(release::hierarchies::folder)),
        arguments.force,
    )?;
    drawn(&arguments.map, &study)?;
    let flow = engine::open(study, terminal)?;
    let model = flow.problem.model();
    let choice = arguments.choice.choice(model)?;
    if arguments.certificate.is_some() {
        super::front::gives_certificate(&flow, Some(choice))?;
    }
    let named = arguments.choice.node(model)?;
    check(flow.source.inputs())?;
    // Before a search that may take long: it is refused all the same after it.
    beside::refuse(&flow.source.study, &flow.beside(terminal)?)?;
    let asked = asked(model, choice, named.as_ref());
    let (point, which, incomplete) = match named {
        Some(node) => (flow.node(&node.levels, node.privacy)?, "the levels that were asked for".to_string(), None),
        None => chosen(&flow, choice, arguments.certificate.as_deref().filter(|_| !arguments.dry_run), terminal)?,
    };
    let mut plan = Plan::new(&flow.source, &flow.problem, &point, options);
    hold_against_presets(&flow, &point)?;
    hold_against_columns(&flow, &plan, there, terminal)?;
    if reported.is_some() {
        let found = incomplete.as_ref().map_or_else(|| which.clone(), |why| format!("{which}; not complete: {why}"));
        let author = arguments.author.clone();
        let map = arguments.map.clone();
        plan = plan.with_report(About { author, date: None, asked: Some(asked), found: Some(found), map });
    }
    plan = if arguments.numbers { plan.with_numbers()? } else { plan };
    plan = match &arguments.key {
        Some(path) => plan.with_key(path)?,
        None => plan,
    };
    if arguments.dry_run {
        return would(&plan, &which, &files, terminal);
    }
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
    let utility = flow.utility(&point)?;
    terminal.say(report::wrap(&report::utility_text(&utility), terminal.width()));
    for (about, protection) in problem.protections_of(&point.outcome) {
        let level = about.level(protection);
        if level.is_infinite() || (about.goal == Goal::Max && level <= 1.0) {
            terminal.warn(&format!("{} guarantees nothing", say_level(about, protection)));
        }
    }
    let shown = Beside::of_record(&record);
    if !shown.is_empty() {
        terminal.say(format!("{}\n", report::beside_text(&shown, Some(&flow.source.study), terminal.width())));
    }
    if let Some(required) = report::required_text(problem) {
        terminal.say(report::wrap(&format!("{required}: found so in what was written"), terminal.width()));
    }
    terminal.say(report::presets_text(&flow.source.study.presets, &verified.measured(), terminal.width()));
    if !there && flow.source.study.presets.iter().any(|preset| preset.looks_at_columns) && output.is_file() {
        for shown in safe_harbor(&Table::open_watched(&output, &Reading::default(), terminal)?, terminal)? {
            terminal.warn(&format!(
                "{}: {} (class {} of 45 CFR 164.514(b)(2)): the release shows what hipaa-safe-harbor does not allow",
                shown.column, shown.what, shown.class
            ));
        }
    }
    if let Some(why) = incomplete {
        terminal.warn(&format!("the search is not complete, another point may be better: {why}"));
    }
    terminal.object(record.json());
    terminal.wrote(&output, "");
    let Some(record_at) = record_at else {
        terminal.note("no record, no salt, no hierarchies, no report: nothing can stand beside what is not a file");
        return Ok(());
    };
    terminal.wrote(&Record::path(&record_at), ", which may be published with it");
    if !arguments.no_report {
        let [html, json] = Reports::public_paths(&record_at);
        terminal.wrote(&html, &format!(" (and {}), which may be published with it", name(&json)));
        let [html, json] = Reports::internal_paths(&record_at);
        let remark = ": keep it private; it tells of rows that are not in the release";
        terminal.wrote(&html, &format!(" (and {}){remark}", name(&json)));
    }
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
    if flow.source.study.keeps_persons() {
        let remark = ": keep it private; with it, and only with it, pseudonyms become persons";
        match &arguments.key {
            None => terminal.wrote(&Record::key_path(&record_at), remark),
            Some(path) => {
                terminal.wrote(path, &format!("{remark}, here and in every release under it"));
                terminal.warn(
                    "rows of one person can be joined across all releases under this key, and fewer persons share all of that than \
                     share a trail of one: `celosia verify OUT --against EARLIER` counts them",
                );
            }
        }
    }
    let remark = ": keep it private; `celosia apply` does the same to new rows by it";
    terminal.wrote(&Record::plan_path(&record_at), remark);
    if !there {
        terminal
            .hint(&format!("anyone can measure it anew: `celosia verify {}`", quote(&output.display().to_string())));
    }
    Ok(())
}

/// Says what a release would be, and writes nothing.
fn would(plan: &Plan, which: &str, files: &[PathBuf], terminal: &Terminal) -> Result<()> {
    let dry = plan.dry();
    terminal.say(format!(
        "nothing is written. {which} would give {} in {}, {} suppressed, with {}\n\n",
        count(dry.rows, "row", "rows"),
        count(dry.classes, "class", "classes"),
        count(dry.suppressed, "row", "rows"),
        dry.levels.join(", "),
    ));
    let heads = [Column::name("Column"), Column::left("role"), Column::text("what becomes of it")];
    let mut table = Columns::new(heads);
    dry.columns.iter().for_each(|column| table.row([&column.name, column.role, &column.becomes]));
    terminal.say(table.text(terminal.width()));
    let named: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    terminal.say(format!("\n{}", report::wrap(&format!("would write {}", named.join(", ")), terminal.width())));
    terminal.object(&dry.json(&named));
    Ok(())
}

/// Refuses a point that lies outside the figures of a preset.
fn hold_against_presets(flow: &Flow, point: &Point) -> Result<()> {
    let presets = &flow.source.study.presets;
    let measured = choose::measured(&flow.problem, point, presets);
    let findings = presets.iter().flat_map(|preset| preset.findings(&measured).into_iter().map(move |f| (preset, f)));
    match findings.into_iter().find(|(_, finding)| finding.within == Some(false)) {
        None => Ok(()),
        Some((preset, finding)) => Err(Error::No {
            what: format!("{}: {}", preset.named(), finding.says()),
            // What no search can be asked for.
            hint: match finding.rule.measure {
                Measure::Shared(_) => {
                    "`celosia front` says from which point on it is within the figure, if any: release that with \
                                       --point"
                        .into()
                }
                Measure::QuasiIdentifiers | Measure::Sensitive => "leave out columns: role = \"left-out\"".into(),
                _ => "leave out --point: the point that loses least within the figures is taken".into(),
            },
        }),
    }
}

/// Rows of which a release is made twice, once to be looked at.
const LOOKED_AT: u64 = 2_000_000;

/// Refuses a release that shows what a preset does not allow of columns. Longer tables are looked at when they are written.
fn hold_against_columns(flow: &Flow, plan: &Plan, there: bool, terminal: &Terminal) -> Result<()> {
    let asks = flow.source.study.presets.iter().find(|preset| preset.looks_at_columns);
    let Some(preset) = asks.filter(|_| !there && flow.source.read <= LOOKED_AT) else { return Ok(()) };
    let made = Table::from_batches(plan.to_batches(terminal)?.batches)?;
    match safe_harbor(&made, terminal)?.first() {
        None => Ok(()),
        Some(shown) => Err(Error::No {
            what: format!("{}: {}: {} (class {} of 45 CFR 164.514(b)(2))", preset.named(), shown.column, shown.what, shown.class),
            hint: "give the column another role, treat it (mask, round, top) or a coarser hierarchy, or leave out the preset".into(),
        }),
    }
}

/// The name of a file without its folder.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What was asked, in words.
fn asked(model: &celosia::privacy::About, choice: Choice, named: Option<&Named>) -> String {
    let bound = if model.goal == Goal::Max { "at least" } else { "at most" };
    let level = |level: f64| format!("{} of {bound} {}", model.parameter, given(level));
    if let Some(Named { levels, privacy }) = named {
        let levels: Vec<String> = levels.iter().map(|(name, level)| format!("{name}={level}")).collect();
        let reaches = privacy.map(|asked| format!(", with {}", level(asked))).unwrap_or_default();
        return format!("the levels {}{reaches}", levels.join(", "));
    }
    match choice {
        Choice::Privacy(asked) => format!("{}, with the least loss", level(asked)),
        Choice::MaxLoss(loss) => format!("a loss of at most {loss}, with the most privacy"),
        Choice::Knee => "the knee of the front".into(),
        Choice::Point(number) => format!("point {number} of the front"),
        Choice::LeastLoss => "the least loss that meets all that is required".into(),
        _ => "a point of the front".into(),
    }
}

/// The point of the front that a choice means, what to call it, and why a better one may have been missed, if so.
fn chosen(
    flow: &Flow,
    choice: Choice,
    certificate: Option<&Path>,
    terminal: &Terminal,
) -> Result<(Point, String, Option<String>)> {
    // The knee and a number mean a point of the whole front; for the others less will do.
    let mut front = match choice {
        Choice::Privacy(_) | Choice::MaxLoss(_) | Choice::LeastLoss => {
            flow.front(&flow.request().only(choice), terminal)?
        }
        _ => flow.front(&flow.request(), terminal)?,
    };
    // A release of half a search would look like one of a whole search.
    terminal.check()?;
    let number = choose::choose(&front, flow.problem.model(), choice)?;
    if let Some(path) = certificate {
        super::certify::write(flow, front.found.question.map(|_| choice), &front, path, terminal)?;
    }
    let which = match front.found.question {
        Some((choose::LEAST_LOSS, _)) => "the point that loses least under what is required".to_string(),
        Some(_) => "the best point for what was asked".to_string(),
        None => format!("point {} of {}", number + 1, front.points.len()),
    };
    let incomplete = (!front.found.complete).then(|| front.found.why());
    Ok((front.points.swap_remove(number), which, incomplete))
}

/// Refuses a map of anything but two quasi-identifiers.
fn drawn(map: &[String], study: &Study) -> Result<()> {
    let names: Vec<&str> = study.with_role(Role::QuasiIdentifier).map(|column| column.name.as_str()).collect();
    if let Some(stranger) = map.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(Error::unknown("--map", "quasi-identifier", stranger, names.iter().copied()));
    }
    match map {
        [] => Ok(()),
        [one, other] if one != other => Ok(()),
        _ => Err(Error::study("--map", "a map has two columns", "give two, such as --map age,education")),
    }
}
