//! Several searches and spaces on one study, side by side: hypervolume, who covers whom, what each has spent.

mod cover;
mod entry;
mod file;
mod json;
mod page;
mod text;

pub use cover::covers;
pub use entry::{Entry, fit};
pub use file::FrontFile;
pub use json::comparison_json;
pub use page::{comparison_page, comparison_svg};
pub use text::comparison_text;

use crate::choose::Choice;
use crate::error::Result;
use crate::evaluate::{Objective, Problem};
use crate::flow::Flow;
use crate::front::{Front, Point, UnitBox, hypervolume};
use crate::privacy::{self, Goal};
use crate::report::Curve;
use crate::say::count;
use crate::utility::Utility;
use crate::watch::Watch;

/// Where it is said what readers get wrong.
const LEVELS: [f64; 3] = [2.0, 10.0, 100.0];

/// Fronts of one study, and what they are worth beside one another.
pub struct Comparison {
    /// The study's name.
    pub study: String,
    /// Rows of its table.
    pub rows: u64,
    /// What is traded off, in the order of the values.
    pub objectives: Vec<Objective>,
    /// The first privacy model.
    pub model: &'static privacy::About,
    /// The fronts.
    pub entries: Vec<Compared>,
    /// For each entry and each other the share of the other's points that it covers; nothing where the other has none.
    pub covers: Vec<Vec<Option<f64>>>,
    /// What no recoding can undercut, where it is known: of those whose labels the name says.
    pub bound: Option<Curve>,
    /// The levels at which it is said what readers get wrong; none where the first model does not count rows.
    pub levels: Vec<f64>,
    /// Searches of the default list that cannot run on this study, and why.
    pub left_out: Vec<(String, String)>,
}

/// One front of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What it is called here; all names are different.
    pub name: String,
    /// The space that was searched.
    pub space: String,
    /// The search.
    pub search: String,
    /// Is it proven that no point is missing?
    pub complete: bool,
    /// Why the search stopped.
    pub why: String,
    /// Nodes evaluated.
    pub evaluated: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The suppression rule, and how many rows may go.
    pub suppression: (String, u64),
    /// The front's points as people know their values, by falling privacy.
    pub points: Vec<Vec<f64>>,
    /// The share of all conceivable trade-offs that a point is at least as good as.
    pub hypervolume: f64,
    /// What readers get wrong with the point that reaches each level of the comparison; nothing of fronts from files.
    pub utility: Vec<Option<Utility>>,
}

/// Runs the entries one after another on a study whose table is counted, and sets them beside the fronts of files. Without
/// entries: every search that can run. Each entry has the study's whole budget.
pub fn compare(flow: &Flow, entries: &[Entry], files: Vec<FrontFile>, watch: &dyn Watch) -> Result<Comparison> {
    let (chosen, left_out) =
        if entries.is_empty() { entry::default_entries(&flow.problem) } else { (entries.to_vec(), Vec::new()) };
    let mut fronts = Vec::new();
    let counts_rows = flow.problem.model().parameter == "k" && flow.problem.model().goal == Goal::Max;
    let mut levels = LEVELS.to_vec();
    levels.retain(|k| counts_rows && *k <= flow.problem.frequency.rows as f64);
    let mut bound = None;
    for entry in &chosen {
        let front = run(flow, entry, watch)?;
        // A search that is told to stop gives what it has; half a comparison is none.
        watch.check()?;
        bound = highest(bound, &front);
        fronts.push(of_front(flow, entry, &front, &levels));
    }
    let problem = &flow.problem;
    for file in files {
        fronts.push(file.compared(problem)?);
    }
    name_apart(&mut fronts);
    let scales = UnitBox::of(problem);
    for front in &mut fronts {
        let placed: Vec<Vec<f64>> = front.points.iter().map(|values| scales.place(values)).collect();
        front.hypervolume = hypervolume(&placed);
    }
    let objectives = problem.objectives();
    let share = |one: &Compared| fronts.iter().map(|other| covers(&objectives, &one.points, &other.points)).collect();
    let covers = fronts.iter().map(share).collect();
    Ok(Comparison {
        study: flow.source.study.name.clone(),
        rows: problem.frequency.rows,
        model: problem.model(),
        objectives,
        bound,
        levels,
        entries: fronts,
        covers,
        left_out,
    })
}

/// The front of one entry. The table is counted already: only the search and the space change.
fn run(flow: &Flow, entry: &Entry, watch: &dyn Watch) -> Result<Front> {
    let mut request = flow.request().search(entry.search.name).space(entry.space);
    // A depth is for those of the searches that have one.
    request.settings.depth = request.settings.depth.filter(|_| entry.search.offers.depth);
    request.settings.start = request.settings.start.filter(|_| entry.search.offers.base);
    request.settings = request.settings.with(&format!("compare.with, {}", entry.name), &entry.settings)?;
    match entry.widths.is_empty() {
        true => flow.front(&request, watch),
        false => flow.front_of(&flow.granular(&entry.widths)?, &request, watch),
    }
}

/// A bound with that of one more front: at each level the higher of both, where both are of recodings with the same labels.
fn highest(known: Option<Curve>, front: &Front) -> Option<Curve> {
    let Some(least) = &front.found.least else { return known };
    let name = format!("no recoding whose labels are {} loses less", least.labels);
    if known.as_ref().is_some_and(|known| known.name != name) {
        return known;
    }
    let corner = |(point, loss): (&Point, &f64)| (point.outcome.protection, *loss);
    let mut points: Vec<(f64, f64)> = known.into_iter().flat_map(|known| known.points).collect();
    points.extend(front.points.iter().zip(&least.of_points).map(corner));
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // What holds at a level holds at every higher one.
    let mut highest = 0.0f64;
    points.iter_mut().for_each(|(_, loss)| {
        highest = highest.max(*loss);
        *loss = highest;
    });
    Some(Curve { name, points })
}

fn of_front(flow: &Flow, entry: &Entry, front: &Front, levels: &[f64]) -> Compared {
    let problem: &Problem = &flow.problem;
    let utility = |k: &f64| {
        let point = flow.pick(front, Choice::Privacy(*k)).ok()?;
        // Of columns told apart in steps of their own, the problem is another.
        if entry.widths.is_empty() { flow.utility(point).ok() } else { None }
    };
    Compared {
        name: entry.name.clone(),
        space: entry.space.name().into(),
        search: front.found.algorithm.into(),
        complete: front.found.complete,
        why: front.found.why(),
        evaluated: front.found.evaluated,
        seconds: front.found.seconds,
        suppression: (problem.rule.name().into(), problem.limit),
        points: front.points.iter().map(|point| problem.values(&point.outcome)).collect(),
        hypervolume: 0.0,
        utility: levels.iter().map(utility).collect(),
    }
}

/// Gives entries of one name a number each: files of several folders may be called the same.
fn name_apart(entries: &mut [Compared]) {
    for i in 0..entries.len() {
        let (before, rest) = entries.split_at_mut(i);
        let taken = |name: &str| before.iter().any(|e| e.name == name);
        let name = rest[0].name.clone();
        if taken(&name) {
            let numbered = (2..).map(|n| format!("{name} ({n})")).find(|name| !taken(name));
            rest[0].name = numbered.unwrap_or(name);
        }
    }
}

impl Comparison {
    /// The entries as they are drawn: the points that are best in the first model and the first loss.
    pub fn curves(&self) -> Vec<Curve> {
        let curve = |entry: &Compared| {
            let mut least = f64::INFINITY;
            let protection = |values: &Vec<f64>| (self.model.protection(values[0]), values[1]);
            let mut points: Vec<(f64, f64)> = entry.points.iter().map(protection).collect();
            points.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
            points.retain(|(_, loss)| {
                let best = *loss < least;
                least = least.min(*loss);
                best
            });
            points.reverse();
            Curve { name: entry.name.clone(), points }
        };
        self.entries.iter().map(curve).collect()
    }

    /// What is compared: "k-anonymity against general-loss, 30,162 rows".
    pub fn subject(&self) -> String {
        let named = |wanted: fn(&Objective) -> bool| {
            self.objectives.iter().filter(|o| wanted(o)).map(|o| o.name).collect::<Vec<_>>().join(", ")
        };
        let models = named(|o| o.aim == crate::evaluate::Aim::Privacy);
        let losses = named(|o| o.aim != crate::evaluate::Aim::Privacy);
        format!("{models} against {losses}, {}", count(self.rows, "row", "rows"))
    }

    /// The suppression that all entries have, if they have one.
    pub fn suppression(&self) -> Option<&(String, u64)> {
        let first = &self.entries.first()?.suppression;
        self.entries.iter().all(|e| e.suppression == *first).then_some(first)
    }
}
