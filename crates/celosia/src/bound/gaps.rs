//! What is proven of each point of a front: nothing as private loses less, of any recoding with such labels, whatever rows are
//! suppressed.
//!
//! A bound holds for classes of k rows, and for other models by the k that they imply: l different values need l rows. It holds for
//! the first loss where that prices cells, and a suppressed row no lower than any other. It is found for any ranges at all, of
//! which round bounds are some, so it holds for these too.

use super::check::check;
use super::{Bound, Effort, Labels, cheap, dual, sum};
use crate::evaluate::Problem;
use crate::front::{Front, Least, Prices};
use crate::privacy::{Over, implied_rows};
use crate::space::Language;
use crate::study::Search;
use crate::watch::Watch;

/// Looks at a tuple that cheap bounds may take, for each k.
const CHEAP: u64 = 20_000_000;
/// Looks at a tuple that one walk through all boxes may take.
const WALK: u64 = 2_000_000_000;
/// Looks in all walks for one k.
const WORK: u64 = 10_000_000_000;
/// The k for which a dual is found, of a whole front.
const DUALS: [u64; 10] = [2, 3, 5, 10, 20, 50, 100, 200, 500, 1000];
/// The k for which there are cheap bounds: each is this much larger than the one before.
const STEP: f64 = 1.5;
/// Their prices take this part of the memory at most: where there are many tuples, there are bounds for fewer k.
const PART: u64 = 4;

/// What nothing as private as each point can undercut; nothing where none can be told. `languages` are those of tight bounds; with
/// `prove` the duals are found, as long as there is time, and their prices kept.
pub fn least(
    problem: &Problem,
    languages: &[Language],
    front: &Front,
    settings: &Search,
    is_over: &(dyn Fn() -> bool + Sync),
    watch: &dyn Watch,
) -> Option<Least> {
    let (prove, memory) = (settings.prove, settings.memory);
    let boxed = problem.boxed(languages, 0).filter(|boxed| boxed.exact && problem.metric().cells_only)?;
    let boxes = &boxed.boxes;
    let dearest: f64 = boxes.axes.iter().map(|axis| axis.price(0, axis.places() - 1)).sum();
    let required = problem.required_rows();
    let implied: Vec<u64> = front.points.iter().map(|point| implied(problem, &point.outcome).max(required)).collect();
    let most = *implied.iter().max()?;
    if boxes.suppressed < dearest || most < 2 {
        return None;
    }
    let mut ks: Vec<u64> =
        std::iter::successors(Some(2.0), |k| Some(k * STEP)).map(|k| k as u64).take_while(|k| *k < most).collect();
    // Of one point its own k, of a front also those that a dual is found for.
    let mut proven: Vec<u64> = DUALS.into_iter().filter(|k| *k <= most).collect();
    if implied.len() == 1 {
        (ks, proven) = (vec![most], vec![most]);
    }
    ks.extend(&proven);
    ks.sort_unstable();
    ks.dedup();
    let fit = (memory / PART / (8 * boxes.tuples().max(1) as u64)).max(1) as usize;
    ks = ks.iter().copied().step_by(ks.len().div_ceil(fit)).collect();
    let labels: Vec<Labels> = boxes.axes.iter().map(Labels::new).collect();
    watch.begin("bounding", ks.len() as u64);
    let mut prices = cheap(boxes, &labels, &ks, CHEAP);
    watch.advance(ks.len() as u64);
    if prove {
        watch.begin("proving", proven.len() as u64);
        for k in &proven {
            if is_over() {
                break;
            }
            let Ok(at) = ks.binary_search(k) else { continue };
            // What holds for a smaller k holds for a larger one.
            let known = prices[..=at].iter().flatten().max_by(|a, b| sum(a, boxes).total_cmp(&sum(b, boxes)));
            let begin = known.cloned().unwrap_or_else(|| vec![0.0; boxes.tuples()]);
            let effort = Effort { walk: WALK, work: WORK, should_stop: is_over };
            let before = prices[at].as_ref().map_or(0.0, |prices| sum(prices, boxes));
            if let Some(Bound { prices: found, sum: claimed }) = dual(boxes, &labels, *k, &begin, &effort)
                && claimed > before
                && check(boxes, *k, &found, claimed - 1e-8 * boxes.rows() as f64).is_ok()
            {
                prices[at] = Some(found);
            }
            watch.advance(1);
        }
    }
    // The most that is proven for each k or a smaller one, as a loss. Rounding is far below what comes off.
    let of_sum = |sum: f64| problem.loss_of_cost(0, sum - 1e-8 * boxes.rows() as f64).max(0.0);
    let mut best = 0.0f64;
    let mut bounds: Vec<(u64, f64)> = Vec::new();
    let mut proofs = Vec::new();
    for (k, prices) in ks.into_iter().zip(prices) {
        let Some(of_tuples) = prices else { continue };
        let loss = of_sum(sum(&of_tuples, boxes));
        if prove && (loss > best || proven.contains(&k)) {
            proofs.push(Prices { k, loss, of_tuples });
        }
        best = best.max(loss);
        bounds.push((k, best));
    }
    let of_k = |k: &u64| bounds.iter().rev().find(|(known, _)| known <= k).map_or(0.0, |(_, loss)| *loss);
    let labels = languages.iter().map(|language| language.labels().name());
    Some(Least { labels: said(labels.collect()), of_points: implied.iter().map(of_k).collect(), proofs })
}

/// One name where all are the same, else all of them.
fn said(mut names: Vec<&str>) -> String {
    names.dedup();
    names.join(", ")
}

/// The rows that classes have at least where they are so private.
fn implied(problem: &Problem, outcome: &crate::evaluate::Outcome) -> u64 {
    let models = problem.protections_of(outcome).filter(|(about, _)| about.over == Over::Least);
    models.map(|(about, protection)| implied_rows(about.name, protection)).max().unwrap_or(1)
}
