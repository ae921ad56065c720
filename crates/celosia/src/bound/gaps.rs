//! How far each point of a front is from what is proven: nothing as private loses less than its loss less the gap, of any recoding
//! with such labels, whatever rows are suppressed.
//!
//! A bound holds for classes of k rows, and for other models by the k that they imply: l different values need l rows. It holds for
//! the first loss where that prices cells, and a suppressed row no lower than any other. It is found for any ranges at all, of
//! which round bounds are some, so it holds for these too.

use super::check::check;
use super::{Bound, Effort, Labels, cheap, dual, implied, sum};
use crate::evaluate::Problem;
use crate::front::Front;
use crate::privacy::Over;
use crate::space::Language;
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

/// The gap of each point; nothing where none can be told. `languages` are those of tight bounds; with `prove` the duals are found,
/// as long as there is time.
pub fn gaps(
    problem: &Problem,
    languages: &[Language],
    front: &Front,
    prove: bool,
    is_over: &(dyn Fn() -> bool + Sync),
    watch: &dyn Watch,
) -> Option<Vec<f64>> {
    let boxed = problem.boxed(languages, 0).filter(|boxed| boxed.exact && problem.metric().cells_only)?;
    let boxes = &boxed.boxes;
    let dearest: f64 = boxes.axes.iter().map(|axis| axis.price(0, axis.places() - 1)).sum();
    let implied: Vec<u64> = front.points.iter().map(|point| rows_of(problem, &point.outcome)).collect();
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
    // The most that is proven for each k or a smaller one, as a loss.
    let mut best = 0.0f64;
    let mut bounds: Vec<(u64, f64)> = Vec::new();
    for (k, prices) in ks.iter().zip(&prices) {
        // Rounding is far below this.
        best = best.max(prices.as_ref().map_or(0.0, |prices| sum(prices, boxes) - 1e-8 * boxes.rows() as f64));
        bounds.push((*k, best));
    }
    let gap = |(point, k): (&crate::front::Point, &u64)| {
        let bound = bounds.iter().rev().find(|(known, _)| known <= k).map_or(0.0, |(_, sum)| *sum);
        (point.outcome.loss.value - problem.loss_of_cost(0, bound)).max(0.0)
    };
    Some(front.points.iter().zip(&implied).map(gap).collect())
}

/// The rows that classes have at least where they are so private.
fn rows_of(problem: &Problem, outcome: &crate::evaluate::Outcome) -> u64 {
    let models = problem.protections_of(outcome).filter(|(about, _)| about.over == Over::Least);
    let rows = models.map(|(about, protection)| implied(about, protection).map_or(1, |implied| implied.rows));
    rows.max().unwrap_or(1)
}
