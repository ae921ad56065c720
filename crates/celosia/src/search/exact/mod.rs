//! Exact search: the whole front, proven, from a small part of the nodes.
//!
//! ```text
//! boxes = [the lattice]                             this file
//! for each box:
//!     evaluate its two ends
//!     if the bounds exclude every node of it: go on
//!     if it is large: cut it in two, which are boxes again; go on
//!     write its nodes down, all of them open        sheet.rs
//!     while a node is open:
//!         choose some nodes                         choose.rs
//!         bound or evaluate each of them            look.rs, on all cores
//!         learn their points, ceilings and floors   work.rs
//!         close the nodes that these exclude        block.rs, exclude.rs, on all cores
//!         where few are: evaluate all that are open walk.rs, on all cores
//! ```
//!
//! [`mod@simple`] is the same search without boxes, threads and shortcuts, on one page. Read it first: what it finds is what
//! this search finds, and tests hold both against exhaustive search. All else here saves time, in this order:
//!
//! 1. **Bounds** (`evaluate::bound` has the proofs). An evaluated node m puts a *ceiling* on each specialization: how private
//!    it is at most, and what it must suppress, step by step, to be more private. And it puts a *floor* under each
//!    generalization: how much that loses at least. A node is *excluded* when the answer so far ([`target`]: the front, or the
//!    best answer to a question) beats whatever its floor and the steps of one ceiling leave ([`exclude`]). So the better the
//!    answer, the more a ceiling says, and every new point is a reason to ask again.
//! 2. **Boxes.** The upper end of a box has the highest ceiling of it and the lower end the lowest floor. Most of a large
//!    lattice goes by boxes; memory follows the evaluated nodes, not the lattice.
//! 3. **The sheet.** A box that is small is written down: for each node the best ceiling and floor that were heard of, so
//!    that nothing is asked twice. It lies in blocks of neighbours ([`block`]), which hear of news side by side.
//! 4. **News** ([`news`]) is sorted, best first, so that a node takes the first ceiling or floor that holds for it. With two
//!    objectives the best ceiling is known beforehand by its *rank*: the floor of the loss above which it excludes every
//!    specialization. A node asks that one number before it asks the full question.
//! 5. **Choosing** ([`choose`]) decides how few evaluations are enough. Where losses are known in closed form, evaluated nodes
//!    come from above the middle of a chain of open ones; elsewhere floors are wanted first, and cheap ones.
//! 6. **Looks** ([`look`]). The rows that are weak in nodes above are weak here too, and often enough to exclude a node: to
//!    count these few is a *look at a part of the rows*. A node that it does not decide is evaluated, from the classes of a
//!    finer node in memory (`evaluate::memory`).
//!
//! The loop has two parts for all cores and two short ones for one of them. What a look gives depends only on what was known
//! when its batch was chosen, and batches depend on counts and on the seed alone: so points, nodes and the proof are the
//! same on any number of threads. A batch grows with what is known: early on, what one node teaches makes others needless.
//!
//! Numbers that were tuned stand in [`constants`], each with what it is worth.
//!
//! Tried and taken out again, with the instructions on one thread beside those without: stages that overlapped on a queue of
//! their own, so that no core waited (1.03 to 1.32 times as many on Adult, because nodes were chosen by older knowledge); looks
//! at any number of tuples for questions and without suppression (2.1 to 3.7); keeping only classes that many open nodes stand
//! above (the same; 7 % less memory); more weak rows than may be suppressed, and a guess of what a node loses before it is
//! evaluated (the same).

mod block;
mod ceilings;
mod choose;
mod constants;
mod exclude;
mod known;
mod look;
mod news;
mod sheet;
mod simple;
mod target;
mod walk;
mod work;

pub use simple::simple;
pub(super) use target::Target;

use std::collections::VecDeque;

use rayon::prelude::*;

use self::constants::SHEET;
use self::look::{Learnt, Look};
use self::sheet::Sheet;
use self::walk::{Pace, walk};
use self::work::Work;
use super::budget::Spending;
use super::{About, Limits, Needs, Offers};
use crate::error::{Error, Result};
use crate::evaluate::Problem;
use crate::front::{Found, Front, Open, Point};
use crate::space::{Area, Space};
use crate::threads;
use crate::watch::Watch;

pub const EXACT: About = About {
    name: "exact",
    does: "evaluates few nodes and excludes all others by proven bounds",
    proves: "the front is complete: every node was evaluated or is excluded",
    spaces: &[Space::Lattice],
    default_in: &[Space::Lattice],
    needs: Needs { bounds: true, ..Needs::NOTHING },
    offers: Offers { proof: true, nodes: true, ..Offers::NOTHING },
    run,
};

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    must_be_bounded(problem)?;
    let threads = limits.threads();
    let pool = threads::pool(threads)?;
    let spending = Spending::begin(limits, watch);
    let look = Look::new(problem, limits);
    let mut work = Work::new(&look, limits, &spending, watch);
    // From inside the pool, so that no step waits for another thread to wake up.
    let left = pool.install(|| {
        work.evaluate_first(&limits.nodes);
        decide(&mut work, problem.lattice.whole())
    });
    let complete = left.is_empty();
    let proof = complete.then(|| work.proof());
    let Work { target, evaluated, looks, .. } = work;
    let (stopped, open) = match (complete, looks) {
        (true, _) => (target.why(), Open::Nothing),
        (false, 1..) if limits.settings.budget.evaluations.is_some() => (spending.why(), Open::Looks(looks)),
        (false, _) => (spending.why(), Open::Points),
    };
    let points = target.into_points();
    let gaps = (!complete).then(|| gaps(&points, left));
    let found = Found {
        algorithm: EXACT.name,
        evaluated: evaluated.len() as u64,
        looks,
        complete,
        stopped,
        open,
        seconds: spending.elapsed().as_secs_f64(),
        threads,
        gaps,
        proof,
        ..Found::default()
    };
    Ok(Front { points, found })
}

/// Decides every node of a box. What is left when the budget ends: most protection and least loss of each undecided node or
/// box.
fn decide(work: &mut Work, area: Area) -> Vec<(f64, f64)> {
    work.watch.begin("searching", u64::try_from(area.size()).unwrap_or(u64::MAX));
    // Wide before deep: the ends of all boxes are known before the first sheet costs its time.
    let mut boxes = VecDeque::from([area]);
    let mut left = Vec::new();
    while let Some(area) = boxes.pop_front() {
        if work.may_evaluate() == 0 && !(work.evaluated.is_empty() && work.spending.may_begin()) {
            left.push(work.reaches(&area));
            continue;
        }
        work.evaluate_ends(&area);
        if work.excludes(&area) {
            work.watch.advance(u64::try_from(area.size()).unwrap_or(u64::MAX));
        } else if area.size() <= SHEET {
            let sheet = work.sheet(area);
            left.extend(decide_each(work, sheet));
        } else if let Some((lower, upper)) = area.halves() {
            boxes.extend([lower, upper]);
        }
    }
    left
}

/// Decides every node of a sheet.
fn decide_each(work: &mut Work, mut sheet: Sheet) -> Vec<(f64, f64)> {
    let mut told = sheet.size();
    let looked = |work: &Work| work.evaluated.len() as u64 + work.looks;
    let mut pace = Pace::new(&sheet, looked(work));
    loop {
        work.watch.advance((told - sheet.open().len()) as u64);
        work.watch.tell(work.evaluated.len() as u64, work.target.points());
        told = sheet.open().len();
        let chosen = work.choose(&sheet);
        if chosen.is_empty() {
            return sheet.remaining().collect();
        }
        // A look at a large table takes long, so each asks whether there is still time.
        let look = |chosen| (!work.spending.is_over()).then(|| work.look.at(chosen, &sheet, &work.above, &work.target));
        let learnt: Vec<Learnt> = chosen.par_iter().with_max_len(1).filter_map(look).collect();
        let (decided, news) = work.learn(&sheet, learnt);
        sheet.take_in(&decided, &news);
        if pace.is_slower(&sheet, looked(work)) {
            let walked = walk(work, &sheet);
            let (decided, news) = work.take_walk(&sheet, walked);
            sheet.take_in(&decided, &news);
        }
    }
}

/// Exact search excludes nodes by bounds, and these hold for monotone objectives.
fn must_be_bounded(problem: &Problem) -> Result<()> {
    if problem.is_bounded() {
        return Ok(());
    }
    let models = problem.models().filter(|m| !m.monotone).map(|m| m.name);
    let names: Vec<&str> = models.chain(problem.metrics().filter(|m| !m.monotone).map(|m| m.name)).collect();
    let what = match names[..] {
        [] => format!("exact search has no bounds for the rule {}", problem.rule.name()),
        _ => format!("exact search needs objectives that are monotone; not so: {}", names.join(", ")),
    };
    let hint = "use search.algorithm = \"exhaustive\", or other objectives or another rule";
    Err(Error::study("search.algorithm", what, hint))
}

/// How much less a point as private as each may still lose, by what undecided nodes may reach: most protection and least
/// loss of each. Sorted once, since there may be a hundred thousand of them and thousands of points.
fn gaps(points: &[Point], mut left: Vec<(f64, f64)>) -> Vec<f64> {
    left.sort_by(|a, b| b.0.total_cmp(&a.0));
    let lowest = left.iter().scan(f64::INFINITY, |lowest, (_, least)| {
        *lowest = lowest.min(*least);
        Some(*lowest)
    });
    let lowest: Vec<f64> = lowest.collect();
    let gap = |point: &Point| {
        let enough = left.partition_point(|(most, _)| *most >= point.outcome.protection);
        enough.checked_sub(1).map_or(0.0, |last| (point.outcome.loss.value - lowest[last]).max(0.0))
    };
    points.iter().map(gap).collect()
}
