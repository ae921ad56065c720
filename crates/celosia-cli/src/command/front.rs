//! `celosia front`: the front as a table, a chart, advice, a JSON file and a report.

use std::path::{Path, PathBuf};

use celosia::choose::{self, Advice, Choice};
use celosia::error::{Error, Result};
use celosia::flow::{Flow, Request};
use celosia::front::Front;
use celosia::loss::normalised_average_class_size;
use celosia::open::inputs;
use celosia::release::beside::Beside;
use celosia::release::{output, write_private, write_text};
use celosia::report::{self, Shown};
use celosia::say::{count, thousands};
use celosia::search::{self, SEARCHES};
use celosia::space::{self, Space};
use celosia::study::Study;
use celosia::utility::Utility;
use celosia::watch::Watch;

use super::certify;
use crate::arguments::{FrontArguments, release_command, release_command_here};
use crate::engine;
use crate::existing;
use crate::style::{Paint, Text};
use crate::terminal::Terminal;

/// Points that a terminal shows unless all are wanted.
const SHOWN: usize = 30;

pub fn run(arguments: &FrontArguments, terminal: &Terminal) -> Result<()> {
    let mut study = arguments.question.required(arguments.study.study()?)?;
    let output = study.output.clone();
    // Where no search is complete there is a bound on all of them, and that is what is certified.
    let bounded = has_no_proofs(&study)?;
    if arguments.certificate.is_some() {
        study.search.prove |= bounded;
        if !bounded {
            study.search.algorithm.as_deref().map(|name| gives_proof(search::find(name)?)).transpose()?;
        }
    }
    // With --json only the files that were asked for. One point goes only where a flag says, and not where a whole front
    // may stand.
    let default = |named: Option<PathBuf>, what: Option<&str>| match arguments.question.is_given() {
        true => None,
        false => named.or_else(|| what.filter(|_| !terminal.json).map(|what| existing::named(&study.name, what))),
    };
    let files = Files {
        front: arguments.front.clone().or_else(|| default(output.front, Some("front.json"))),
        report: arguments.report.clone().or_else(|| default(output.report, Some("report.html"))),
        chart: arguments.chart.clone().or_else(|| default(output.chart, None)),
        certificate: arguments.certificate.clone(),
    };
    files.check(inputs(None, &study), &arguments.study.study)?;
    let of_others = files.all().filter(|file| !existing::is_of_front(file, &study.name)).cloned();
    existing::refuse(of_others, arguments.force)?;
    let flow = engine::open(study, terminal)?;
    let question = arguments.question.choice(flow.problem.model())?;
    if files.certificate.is_some() && !bounded {
        gives_certificate(&flow, question)?;
    }
    files.check(flow.source.inputs(), &arguments.study.study)?;
    terminal.make_way(files.all())?;
    let front = flow.front(&Request { choice: question, ..flow.request() }, terminal)?;
    let advice = advise(&flow, &front);
    let most = if arguments.all { usize::MAX } else { SHOWN };
    show(&flow, &front, &advice, Shown { knee: None, most, numbers: arguments.numbers }, terminal);
    show_beside(&flow, &flow.beside(terminal)?, terminal);
    if terminal.json {
        terminal.object(&report::front_json(&flow.source, &flow.problem, &front));
    }
    terminal.all_printed()?;
    // A small space is visited whole, without a checkpoint.
    if let Some(path) = flow.source.study.search.checkpoint.as_deref().filter(|path| path.exists()) {
        terminal.wrote(path, ": the same command with --resume goes on from there");
    }
    // Half a front is shown, and not written where a whole one may stand.
    terminal.check()?;
    files.write(&flow, &front, &advice, &release_command(), terminal)?;
    if let Some(path) = &files.certificate {
        match bounded {
            true => certify::write_bound(&flow, &front, path, terminal)?,
            false => certify::write(&flow, question, &front, path, terminal)?,
        }
    }
    // What was asked for stands in the command; of a whole front a point is still to be chosen.
    let release = release_command_here();
    match question {
        Some(_) => terminal.hint(&format!("`{release}` writes it")),
        None => terminal.hint(&format!(
            "`{release} --knee` writes the point that stands out; --k, --max-loss and --point N any other"
        )),
    }
    Ok(())
}

/// Refuses a certificate that this search cannot give of this question.
pub fn gives_certificate(flow: &Flow, question: Option<Choice>) -> Result<()> {
    gives_proof(flow.search_of(&flow.request())?)?;
    one_answer(flow, question.filter(|choice| !matches!(choice, Choice::Knee | Choice::Point(_))))
}

/// Refuses a certificate of a search that never gives a proof. Where lattices are climbed because they are large, what growing sets of
/// columns prove is one.
fn gives_proof(search: &search::About) -> Result<()> {
    if search.offers.proof || search.offers.anytime && search.spaces == [Space::Lattice] {
        return Ok(());
    }
    let what = format!("{} search gives no proof that a certificate could hold", search.name);
    Err(Error::study("--certificate", what, "use --search exact"))
}

/// Is the space one that no search is complete in?
fn has_no_proofs(study: &Study) -> Result<bool> {
    let named = study.search.algorithm.as_deref().map(search::find).transpose()?;
    let space = study.search.space.as_deref().map(space::find).transpose()?;
    let space = space.or(named.map(|about| about.spaces[0])).unwrap_or_default();
    Ok(!SEARCHES.iter().any(|search| search.offers.proof && search.spaces.contains(&space)))
}

/// Refuses a certificate of one point where several may serve equally well and the front shows one of them.
fn one_answer(flow: &Flow, question: Option<Choice>) -> Result<()> {
    if question.is_none() || flow.problem.objectives().len() == 2 {
        return Ok(());
    }
    let what = "of one point among more than two objectives there is no certificate";
    Err(Error::study("--certificate", what, "ask for the whole front"))
}

pub fn advise(flow: &Flow, front: &Front) -> Advice {
    let mut advice = choose::advise(front, flow.problem.model(), flow.problem.frequency.rows);
    let study = &flow.source.study;
    advice
        .sentences
        .extend(choose::crossings(&flow.problem, front, &study.presets).iter().map(|crossing| crossing.says.clone()));
    advice
}

/// Prints a front for people, its knee marked.
pub fn show(flow: &Flow, front: &Front, advice: &Advice, asked: Shown, terminal: &Terminal) {
    let (problem, source) = (&flow.problem, &flow.source);
    let knee = advice.knee.map(|k| k.point);
    terminal.say(format!(
        "{}: {}, {}\n",
        source.study.name,
        report::searched_text(source),
        count(problem.frequency.distinct() as u64, "distinct tuple", "distinct tuples"),
    ));
    report::dropped_warning(source).iter().for_each(|warning| terminal.warn(warning));
    terminal.say(format!(
        "{} against {}{}, at most {} suppressed ({})\n",
        problem.models().map(|about| about.name).collect::<Vec<_>>().join(", "),
        problem.metrics().map(|about| about.name).collect::<Vec<_>>().join(", "),
        if problem.suppressed_rows { " and suppressed rows" } else { "" },
        count(problem.limit, "row", "rows"),
        problem.rule.name()
    ));
    if let Some(required) = report::required_text(problem) {
        terminal.say(report::wrap(&required, terminal.width()));
    }
    let found = &front.found;
    let of = match found.space {
        Space::Regions => count(problem.frequency.distinct() as u64, "tuple", "tuples"),
        space => report::space_text(problem, space),
    };
    let searched = format!(
        "{} search: {} of {of} in {:.2} s on {}; ",
        found.algorithm,
        match found.space {
            Space::Regions => count(found.evaluated, "partition", "partitions"),
            _ => thousands(found.evaluated as f64),
        },
        found.seconds,
        count(found.threads as u64, "thread", "threads"),
    );
    let (paint, whole) = if found.complete { (Paint::Good, "complete") } else { (Paint::Doubt, "NOT COMPLETE") };
    terminal.say(Text::from(searched).and(paint, whole).then(format!(": {}\n\n", found.why())));
    terminal.say(Text::table(&report::front_table(source, problem, front, Shown { knee, ..asked })));
    terminal.say("\n");
    terminal.say(Text::table(&report::shown_text(source, problem, front, knee, terminal.width())));
    if let (Some(("k", k)), [point]) = (found.question, &front.points[..]) {
        let (classes, suppressed) = (point.outcome.classes, point.outcome.suppressed);
        let size = normalised_average_class_size(problem.frequency.rows, classes, suppressed, k);
        terminal.say(format!("a class has {size:.2} × k rows on average (normalised average class size; 1 is best)\n"));
    }
    if let ([point], Some(_)) = (&front.points[..], found.question)
        && terminal.is_heard()
    {
        let utility = Utility::of(problem, point, source.study.objectives.query_seed);
        terminal.say(report::wrap(&report::utility_text(&utility), terminal.width()));
    }
    terminal.say("\n");
    if found.question.is_none() {
        let crossings = choose::crossings(problem, front, &source.study.presets);
        let marked = (knee, &crossings[..]);
        terminal.say(report::chart(front, problem.model(), problem.metric().name, marked, terminal.width()));
        terminal.say("\n");
    }
    terminal.say(report::advice_text(advice, terminal.width()));
    for note in report::notes(source, problem, found.space).into_iter().chain(report::large_note(problem, found)) {
        terminal.say(report::wrap(&format!("note: {note}"), terminal.width()));
    }
}

/// Says whom the columns single out that a release would show as they are, and which of them it would refuse.
fn show_beside(flow: &Flow, found: &[Beside], terminal: &Terminal) {
    let study = &flow.source.study;
    if !found.is_empty() {
        terminal.say(format!("\n{}", report::beside_text(found, Some(study), terminal.width())));
    }
    for beside in found {
        if let Some(why) = beside.refusal(study) {
            terminal.warn(&format!("no release as it stands, because of {}: {why}", beside.name));
        }
    }
}

/// Files that a front is written to.
pub struct Files {
    pub front: Option<PathBuf>,
    pub report: Option<PathBuf>,
    pub chart: Option<PathBuf>,
    pub certificate: Option<PathBuf>,
}

impl Files {
    /// Those that are wanted.
    pub fn all(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.front, &self.report, &self.chart, &self.certificate].into_iter().flatten()
    }

    /// Checks before the search that no file stands in the way of the study or of what it reads.
    fn check(&self, inputs: Vec<PathBuf>, study: &Path) -> Result<()> {
        self.all().try_for_each(|file| output::check(file, inputs.iter().cloned().chain([study.to_path_buf()])))
    }

    pub fn write(&self, flow: &Flow, front: &Front, advice: &Advice, command: &str, terminal: &Terminal) -> Result<()> {
        let (source, problem) = (&flow.source, &flow.problem);
        let save = |path: &Option<PathBuf>, write: fn(&Path, &str) -> Result<()>, text: &dyn Fn() -> String| {
            let Some(path) = path else { return Ok(()) };
            write(path, &text())?;
            terminal.wrote(path, "");
            Ok::<(), Error>(())
        };
        // Only the chart shows nothing that helps to test guesses of suppressed rows.
        save(&self.front, write_private, &|| format!("{:#}\n", report::front_json(source, problem, front)))?;
        save(&self.report, write_private, &|| report::html(source, problem, front, advice, command))?;
        let (model, loss) = (problem.model(), problem.metric().name);
        save(&self.chart, write_text, &|| {
            let crossings = choose::crossings(problem, front, &source.study.presets);
            report::svg(front, model, loss, &source.study.name, (advice.knee.map(|k| k.point), &crossings))
        })
    }
}
