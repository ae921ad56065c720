//! Classes with labels of their own, improved by annealing: begins with the points of trees and their orders, and spends the budget
//! where the front gains most. Rows of a tuple may go to several classes; where something looks at the column beside, those that share a
//! value there ([`Units`]).
//!
//! It goes in rounds. In each round some points anneal once, from hot to cold; in the first round all of them, in those that follow
//! the half that gained most in its last round, for twice as long. Steps are counted, not seconds, so the seed decides what is found;
//! a budget of time only says when it ends.

mod anneal;
mod best;
mod classes;
mod dice;
mod moves;
mod neighbours;
mod recut;
mod saved;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use self::anneal::{Improve, Lists, Settings};
use self::dice::Dice;
use self::moves::{Holds, Rules};
use self::neighbours::Neighbours;
use self::saved::Standing;
use super::budget::Spending;
use super::checkpoint::{Checkpoint, damaged};
use super::regional::{Search, leaf_order, start};
use super::{About, Limits, Needs, Offers, Question};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::front::{Front, Point, Stopped};
use crate::space::{Boxes, Partition, Place, Space, Unit, Units};
use crate::watch::Watch;

pub const IMPROVE: About = About {
    name: "improve",
    does: "begins with what partition finds and moves rows between classes by simulated annealing, where the front gains most; a \
           thousand steps count as an evaluation",
    proves: "nothing: points may be missing or beaten",
    spaces: &[Space::Regions],
    default_in: &[],
    needs: Needs::NOTHING,
    offers: Offers { patience: true, checkpoints: true, ..Offers::NOTHING },
    run,
};

/// Orders in which neighbours are looked for.
const ORDERS: usize = 6;
/// Steps of the first round, for each tuple.
const STEPS: u64 = 10;
/// Rounds unless a budget says otherwise.
const ROUNDS: u32 = 4;
/// Steps that count as an evaluation.
const COUNTED: u64 = 1000;
/// Bytes that annealing one point takes, for each tuple.
const BYTES: u64 = 400;
/// The part of the time that is left for which a last pass is planned.
const PLANNED: f64 = 0.93;
/// How often it is asked whether a checkpoint is due.
const EVERY: Duration = Duration::from_secs(5);
/// Steps between two looks at the clock, for small classes.
const SLICE: u64 = 20_000;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let mut search = Search::begin(problem, limits, watch)?;
    start(&mut search)?;
    let guide = (0..problem.metrics().len()).find_map(|metric| problem.boxed(&limits.languages.of_all, metric));
    let single = !problem.are_means().any(|is_mean| is_mean);
    if let Some(boxed) = guide.filter(|_| single) {
        let units = Units::new(&problem.frequency, problem.unit());
        improve(&mut search, &units.boxes(&boxed.boxes), &units)?;
    }
    Ok(search.end(IMPROVE.name))
}

/// Anneals the points that were found, round by round, as far as the budget goes. Boxes hold units, which are called tuples from here on.
fn improve(search: &mut Search, boxes: &Boxes, units: &Units) -> Result<()> {
    let (problem, limits, watch) = (search.problem, search.limits, search.watch);
    let seed = limits.settings.seed;
    let begin: Vec<Point> = search.archive.points().into_iter().cloned().collect();
    let neighbours = Neighbours::new(boxes, &orders(boxes, seed));
    let most = (limits.settings.memory / (BYTES * boxes.tuples().max(1) as u64)).max(1) as usize;
    let wanted = wanted(problem, limits, begin, most);
    let tests: Vec<_> = wanted.iter().map(|wanted| test(problem, units, &wanted.least)).collect();
    let parts = wanted.iter().zip(&tests);
    let mut runs: Vec<Run> = parts
        .filter_map(|(wanted, test)| Run::new(problem, (boxes, units), &neighbours, limits, wanted, test))
        .collect();
    let rounds = match (limits.settings.budget.evaluations, limits.settings.budget.time) {
        (None, None) => ROUNDS,
        _ => u32::MAX,
    };
    let (mut checkpoint, saved) = Checkpoint::open::<Standing>(problem, IMPROVE.name, limits)?;
    let (mut round, mut chosen_now) = (0, Vec::new());
    if let Some(saved) = saved {
        let other = || damaged("its classes are none of this search");
        (round, search.evaluated) = (saved.round, saved.evaluated);
        chosen_now.clone_from(&saved.chosen);
        let taken = saved.taken(problem.frequency.distinct()).ok_or_else(other)?;
        saved.resume(&mut runs, boxes, &neighbours).ok_or_else(other)?;
        search.take(&taken)?;
    }
    watch.begin("improving", 0);
    while round < rounds && !runs.is_empty() {
        if chosen_now.is_empty() {
            let budget = (search.spending.left(search.evaluated) as u64).saturating_mul(COUNTED);
            let next = chosen(&runs, round);
            let steps: u64 = next.iter().map(|at| runs[*at].pass).sum();
            if budget == 0 || steps > budget && round > 0 {
                search.stopped = search.spending.why();
                break;
            }
            next.iter().for_each(|at| runs[*at].begin());
            chosen_now = next;
        }
        let (began, left) = (Instant::now(), left_of(&runs));
        while left_of(&runs) > 0 && !search.spending.is_over() {
            let until = Instant::now() + EVERY;
            search.pool.install(|| {
                let all = runs.par_iter_mut().filter(|run| run.left > 0);
                all.for_each(|run| run.anneal(&search.spending, until, watch));
            });
            if checkpoint.is_due() {
                let (evaluated, archive) = (search.evaluated, &search.archive);
                checkpoint.write(|| Standing::of(round, evaluated, &chosen_now, &runs, archive))?;
            }
        }
        let partitions: Vec<Partition> = chosen_now.iter().map(|at| runs[*at].partition(units)).collect();
        search.take(&partitions)?;
        if left_of(&runs) > 0 {
            search.stopped = search.spending.why();
            break;
        }
        search.evaluated += chosen_now.iter().map(|at| runs[*at].pass).sum::<u64>() / COUNTED;
        chosen_now.drain(..).for_each(|at| runs[at].end());
        if let [only] = &mut runs[..] {
            // One long pass finds more than many that grow.
            let per_second = left as f64 / began.elapsed().as_secs_f64().max(1e-6);
            let in_time = search.spending.time_left().map(|left| (left.as_secs_f64() * PLANNED * per_second) as u64);
            let most = limits.settings.budget.evaluations;
            let in_number = most.map(|most| most.saturating_sub(search.evaluated) * COUNTED);
            if let Some(planned) = in_time.into_iter().chain(in_number).min().filter(|planned| *planned > left) {
                only.plan(boxes, &neighbours, seed, planned);
            }
        }
        round += 1;
        if search.spending.is_over() {
            search.stopped = search.spending.why();
            break;
        }
        search.stopped = Stopped::Rounds { rounds: u64::from(round) };
    }
    let (evaluated, archive) = (search.evaluated, &search.archive);
    checkpoint.write(|| Standing::of(round, evaluated, &chosen_now, &runs, archive))
}

/// Steps that are left of the passes under way.
fn left_of(runs: &[Run]) -> u64 {
    runs.iter().map(|run| run.left).sum()
}

/// Which points anneal in a round: all at first, then the half of the half … that gained most in their last round.
fn chosen(runs: &[Run], round: u32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by(|a, b| runs[*b].gained.total_cmp(&runs[*a].gained).then(a.cmp(b)));
    let count = runs.len().checked_shr(round.min(3)).unwrap_or(0).max(1);
    order.truncate(count);
    order.sort_unstable();
    order
}

/// Leaf orders of trees in which columns weigh differently.
fn orders(boxes: &Boxes, seed: u64) -> Vec<Vec<u32>> {
    let mut dice = Dice::new(seed, 0);
    let mut trees: Vec<Vec<f64>> = vec![vec![1.0; boxes.axes.len()]];
    trees.extend((1..ORDERS).map(|_| boxes.axes.iter().map(|_| 9f64.powf(dice.unit() - 0.5)).collect()));
    trees.par_iter().map(|weights| leaf_order(boxes, weights)).collect()
}

/// A point that is improved.
struct Run<'a> {
    improve: Improve<'a>,
    rules: Rules<'a>,
    settings: Settings,
    /// What its last round took off the loss, of the whole table.
    gained: f64,
    /// The loss before the pass under way.
    before: f64,
    /// Steps of its next pass, or of the one under way.
    pass: u64,
    /// Steps that are left of a pass under way.
    left: u64,
}

impl<'a> Run<'a> {
    /// Begins with the classes of a point; nothing where these cannot be annealed.
    fn new(
        problem: &Problem,
        (boxes, units): (&'a Boxes, &Units),
        neighbours: &'a Neighbours,
        limits: &Limits,
        wanted: &Wanted,
        test: Holds<'a>,
    ) -> Option<Run<'a>> {
        let Wanted { point, k, asks, .. } = wanted;
        let Place::Regions(regions) = &point.place else { return None };
        let classes = problem.classes_of(&problem.shown(&point.place));
        let suppressed = problem.suppressed(&classes, &point.outcome);
        let mut lists: Vec<Vec<(u32, u64)>> = vec![Vec::new(); regions.classes()];
        let mut gone = Vec::new();
        for (tuple, class) in regions.class_of().iter().enumerate() {
            let all = units.of_tuple(tuple).map(|unit| (unit, boxes.counts[unit as usize]));
            if suppressed[*class as usize] { gone.extend(all) } else { lists[*class as usize].extend(all) }
        }
        lists.retain(|list| !list.is_empty());
        let rules = Rules {
            k: *k,
            split: problem.unit() != Unit::Whole,
            suppressed: problem.limit,
            holds: asks.then_some(test),
        };
        let pass = STEPS * boxes.tuples() as u64;
        let settings = Settings::new(limits.settings.seed, pass);
        let start = Lists::new(boxes, lists, gone);
        let improve = Improve::new(boxes, neighbours, rules, settings, &start)?;
        Some(Run { improve, rules, settings, gained: 0.0, before: 0.0, pass, left: 0 })
    }

    /// Begins anew with the best classes, to cool down over so many steps.
    fn plan(&mut self, boxes: &'a Boxes, neighbours: &'a Neighbours, seed: u64, steps: u64) {
        let settings = Settings::new(seed.wrapping_add(1), steps);
        if let Some(improve) = Improve::new(boxes, neighbours, self.rules, settings, &self.improve.regions()) {
            (self.improve, self.settings, self.pass) = (improve, settings, steps);
        }
    }

    /// Begins a pass.
    fn begin(&mut self) {
        (self.before, self.left) = (self.improve.loss(), self.pass);
    }

    /// Some of a pass: all of it, or as far as there is time.
    fn anneal(&mut self, spending: &Spending, until: Instant, watch: &dyn Watch) {
        let slice = SLICE / (1 + self.rules.k / 20).min(SLICE / 100);
        while self.left > 0 && !spending.is_over() && Instant::now() < until {
            let some = self.left.min(slice);
            self.improve.step(some);
            self.left -= some;
            watch.advance(1);
        }
    }

    /// Ends a pass.
    fn end(&mut self) {
        self.gained = self.before - self.improve.loss();
        self.pass *= 2;
    }

    /// The classes; suppressed tuples stand alone.
    fn partition(&self, units: &Units) -> Partition {
        let Lists { classes, suppressed, .. } = self.improve.regions();
        units.partition(classes.iter().map(Vec::as_slice).chain(suppressed.chunks(1)))
    }
}

/// A point with what its classes need.
struct Wanted {
    point: Point,
    /// Rows of each class.
    k: u64,
    /// Under each model.
    least: Vec<f64>,
    /// Is there a model beside k-anonymity, or are persons counted?
    asks: bool,
}

/// The points that are to be improved: at most `most`, spread over the front.
fn wanted(problem: &Problem, limits: &Limits, points: Vec<Point>, most: usize) -> Vec<Wanted> {
    // Where persons are counted, k rows are not enough: the test counts them.
    let asks = problem.counts_persons()
        || problem.requires_more_than_rows()
        || problem.models().any(|about| about.name != "k-anonymity");
    let every = points.len().div_ceil(most.max(1)).max(1);
    let points = match limits.question {
        Question::Front => points.into_iter().step_by(every).collect(),
        _ => answers(limits, points),
    };
    let of = |point: Point| {
        let mut least: Vec<f64> = problem.protections_of(&point.outcome).map(|(_, protection)| protection).collect();
        // What answers a question may be more private than asked, and need not.
        if let (Question::Protection(asked), Some(first)) = (limits.question, least.first_mut()) {
            *first = first.min(asked);
        }
        let rows = problem.models().zip(&least).filter(|(about, _)| about.name == "k-anonymity");
        let k = rows.map(|(_, level)| level.ceil() as u64).max().unwrap_or(1).max(problem.required_rows());
        Wanted { point, k, least, asks }
    };
    points.into_iter().map(of).filter(|wanted| wanted.k > 1 || wanted.asks).collect()
}

/// Is a class of these units as private under each model?
fn test<'a>(problem: &'a Problem, units: &'a Units, least: &'a [f64]) -> impl Fn(&[(u32, u64)]) -> bool + Sync + 'a {
    move |class| problem.is_private(units, class, least)
}

/// The points that may answer a question: of those that are private enough the one that loses least, or of those that lose a little
/// more than asked the most private.
fn answers(limits: &Limits, points: Vec<Point>) -> Vec<Point> {
    let loss = |point: &Point| point.outcome.loss.value;
    match limits.question {
        Question::Front => points,
        Question::Protection(least) => {
            let enough = points.into_iter().filter(|point| point.outcome.protection >= least);
            enough.min_by(|a, b| loss(a).total_cmp(&loss(b))).into_iter().collect()
        }
        Question::Loss(most) => {
            let near = |point: &Point| (most * 0.9..=most * 1.3).contains(&loss(point));
            points.into_iter().filter(near).collect()
        }
    }
}
