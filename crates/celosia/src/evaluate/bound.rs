//! What an evaluated node says of its neighbours: no specialization is more private than its ceiling allows, and no
//! generalization loses less than its floor. Exact search excludes nodes by nothing else.
//!
//! **Ceiling.** Let n be a specialization of m, with at most `limit` rows suppressed and every kept class at least p
//! protected. Let E be a class of m. The classes of n inside E split it; if one of them is kept, then
//! `Model::reach(E, limit) ≥ p` (that is what reach promises). So all classes E of m with `reach(E) < p` are suppressed
//! in n with every row. If they hold more than `limit` rows, then n does not reach p. Otherwise, where the metric is
//! additive, suppressing those rows adds to n's loss at least what it adds to m's: finer classes cost no more when they
//! are kept. This holds for one rule as for the other, because both suppress at most `limit` rows and a threshold only
//! says which.
//!
//! The same holds if only some classes of m are looked at, and so also if only a part of the rows is counted, as long as
//! the part is a union of classes: the others are taken to reach anything. That is how a node is bounded by the rows
//! that were weak in a generalization of it, without evaluating it.
//!
//! **Trails.** Where persons stay in the release (`frequency/trails.rs`), a class of m is a union of classes of n as well, but what
//! goes are persons with all their rows, and the limit counts them. Let T be a trail of m. Its persons have trails in n, and if
//! one of these is kept, so are its classes, and there is one of them in every class E of T, for each of these persons has a row
//! there. What goes of E weighs no more than so many persons as the limit allows, each with all rows: so reach(E) ≥ p for every E
//! of T, and T reaches the least of its classes' reach. All T with less are suppressed in n, with every row and person of theirs:
//! they count against the limit by their persons, and add to the losses by their rows, as above.
//!
//! **Floor.** For a monotone metric the loss before suppression never falls from l to a generalization n of l, and
//! suppression only adds. What the cells of n cost is known in closed form, a sum over attributes; only the remainder
//! is taken from l.

use super::judge::Judge;
use super::outcome::round;
use super::price::Priced;
use super::{Outcome, Problem};
use crate::classes::Classes;
use crate::loss::Kept;
use crate::privacy::Over;
use crate::study::Rule;

/// The least rows that specializations suppress whose protection is at most this, and above that of the step before, and
/// the least that these rows add to each loss.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Up to this protection of the first model.
    pub protection: f64,
    /// Rows that must be suppressed.
    pub suppressed: u64,
    /// What that adds to the first loss.
    pub adds: f64,
    /// What that adds to each further loss.
    pub adds_further: Vec<f64>,
}

/// What specializations of a node can reach at best.
#[derive(Debug, Clone, PartialEq)]
pub struct Ceiling {
    /// By rising protection. Above the last one nothing is reached.
    pub steps: Vec<Step>,
    /// The most that they reach under each further model.
    pub further: Vec<f64>,
}

impl Ceiling {
    /// The most that they reach under the first model.
    pub fn protection(&self) -> f64 {
        self.steps.last().map_or(f64::NEG_INFINITY, |step| step.protection)
    }
}

/// Room for rounding errors of sums that are not whole: values are rounded at the twelfth decimal.
const ROOM: f64 = 4e-12;

/// A bound from above of a value that is rounded like outcomes are.
fn above(x: f64) -> f64 {
    let x = round(x);
    if x.fract() == 0.0 || x.is_infinite() { x } else { x + ROOM * x.abs().max(1.0) }
}

/// A bound from below.
fn below(x: f64) -> f64 {
    x - ROOM * x.abs().max(1.0)
}

impl Problem {
    /// Can nodes be excluded by bounds: do all models and metrics declare that they are monotone, and does the limit alone
    /// say how much is suppressed?
    pub fn is_bounded(&self) -> bool {
        let monotone = self.models().all(|m| m.monotone) && self.metrics().all(|m| m.monotone);
        // Where weighted-k decides what goes, a coarser node may suppress more.
        monotone && self.rule != Rule::AtWeightedK
    }

    /// The ceiling that classes of a node put on its specializations. The classes may be a part of the node's.
    pub fn ceiling(&self, node: &[u8], classes: &Classes) -> Ceiling {
        let whole = classes.rows.iter().sum::<u64>() == self.frequency.rows;
        if whole && !self.averages_may_hold(classes) {
            return Ceiling { steps: vec![self.impossible()], further: vec![f64::NEG_INFINITY; self.judges.len() - 1] };
        }
        let further = self.judges[1..].iter().map(|judge| match judge.about.over {
            Over::RowMean => self.mean_ceiling(judge, classes, whole),
            Over::Least => {
                let reach = judge.reach(classes, self.limit);
                let stop = self.weakest(classes, &reach).1;
                stop.map_or(f64::INFINITY, above)
            }
        });
        Ceiling { further: further.collect(), steps: self.steps(node, classes, whole) }
    }

    pub(super) fn steps(&self, node: &[u8], classes: &Classes, whole: bool) -> Vec<Step> {
        let judge = &self.judges[0];
        if judge.about.over == Over::RowMean {
            let most = above(self.mean_ceiling(judge, classes, whole));
            return vec![if self.fails(most) { self.impossible() } else { self.first_step(most) }];
        }
        let reach = judge.reach(classes, self.limit);
        let weak = self.weakest(classes, &reach);
        let adds = self.adds(node, classes, &weak.0);
        self.steps_of(classes, &reach, &weak, &adds, whole)
    }

    /// Up to a protection nothing must be suppressed.
    fn first_step(&self, protection: f64) -> Step {
        Step { protection, suppressed: 0, adds: 0.0, adds_further: vec![0.0; self.priced.len() - 1] }
    }

    /// No outcome at all: whatever is known beats this.
    fn impossible(&self) -> Step {
        let step = self.first_step(f64::NEG_INFINITY);
        Step { adds: f64::MAX, adds_further: vec![f64::MAX; step.adds_further.len()], ..step }
    }

    /// The steps from how far each class reaches, those that can go, and what that adds for each metric.
    pub(super) fn steps_of(
        &self,
        classes: &Classes,
        reach: &[f64],
        (weak, stop): &(Vec<u32>, Option<f64>),
        adds: &[Vec<f64>],
        whole: bool,
    ) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut now = self.first_step(f64::NEG_INFINITY);
        for (at, class) in weak.iter().enumerate() {
            let reach = reach[*class as usize];
            if at == 0 || reach > now.protection {
                now.protection = reach;
                // No outcome keeps a class that fails, so of none is this step.
                if !self.fails(reach) {
                    steps.push(Step { protection: above(reach), ..now.clone() });
                }
            }
            now.suppressed += classes.rows[*class as usize];
            now.adds += adds[0][at];
            now.adds_further.iter_mut().zip(&adds[1..]).for_each(|(sum, of)| *sum += of[at]);
        }
        // Whole classes of a node reach no more than the strongest of them.
        let last = if stop.is_some() || !whole { *stop } else { reach.iter().copied().reduce(f64::max) };
        let last = above(last.unwrap_or(f64::INFINITY));
        if self.fails(last) {
            return vec![self.impossible()];
        }
        if steps.last().is_none_or(|step| step.protection < last) {
            steps.push(Step { protection: last, ..now });
        }
        for step in &mut steps {
            step.adds = below(step.adds).max(0.0);
            step.adds_further.iter_mut().for_each(|adds| *adds = below(*adds).max(0.0));
        }
        steps
    }

    /// What suppressing each of these classes adds, for each metric.
    pub(super) fn adds(&self, node: &[u8], classes: &Classes, weak: &[u32]) -> Vec<Vec<f64>> {
        let of_metric = |priced: &Priced| {
            if weak.is_empty() || !priced.about.additive {
                return vec![0.0; weak.len()];
            }
            let costs = priced.costs(&self.frequency, &priced.cells_at(node), classes, weak.iter().copied());
            self.adds_of(priced, classes, weak, &costs)
        };
        self.priced.iter().map(of_metric).collect()
    }

    /// The same for one metric, where the costs of these classes are known.
    pub(super) fn adds_of(&self, priced: &Priced, classes: &Classes, weak: &[u32], costs: &[f64]) -> Vec<f64> {
        if !priced.about.additive {
            return vec![0.0; weak.len()];
        }
        weak.iter().zip(costs).map(|(c, cost)| self.adds_to(priced, classes.rows[*c as usize], *cost)).collect()
    }

    /// What suppressing a class of `rows` rows adds, that costs `cost` where it is kept.
    fn adds_to(&self, priced: &Priced, rows: u64, cost: f64) -> f64 {
        let value = |cost: f64, suppressed: u64| {
            let rows = self.frequency.rows - suppressed;
            priced.metric.total(&Kept { cost, classes: 1, rows, suppressed }).value
        };
        value(0.0, rows) - value(cost, 0)
    }

    /// The least protection of every generalization m of a node n with these outcomes, where one is known.
    ///
    /// By tolerance n has one outcome: it suppresses all its classes below some p, of together at most the limit's rows,
    /// and keeps others. Where no part of a class is stronger than the class, a row whose class in m is below p lies in a
    /// class of n that is below p. So the classes of m below p have at most the limit's rows too, and there are others: m,
    /// which suppresses all that it can, keeps p or more. The same holds of persons whose trail in m is below p: the weakest class of it
    /// has rows of theirs in classes of n, which are parts of it and below p.
    pub fn least_protection(&self, outcomes: &[Outcome]) -> f64 {
        // Where averages and shares of what is left decide too, nothing is known.
        let decides = self.judges[0].reaches_what_it_has() && !self.required.settles();
        let is_one = self.rule == Rule::Tolerance && decides;
        let known = outcomes.last().filter(|_| is_one);
        known.map_or(f64::NEG_INFINITY, |outcome| outcome.protection)
    }

    /// The most that the mean over rows can be: a row's class is no larger in a specialization, and at most `limit` rows
    /// go, the weakest at best.
    pub(super) fn mean_ceiling(&self, judge: &Judge, classes: &Classes, whole: bool) -> f64 {
        if !whole {
            return f64::INFINITY;
        }
        let reach = judge.reach(classes, self.limit);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|a, b| reach[*b].total_cmp(&reach[*a]));
        let (mut rows, mut sum, mut most) = (0, 0.0, f64::NEG_INFINITY);
        let least = self.frequency.rows.saturating_sub(self.limit_rows()).max(1);
        for class in order {
            let take = classes.rows[class].min(least - rows);
            rows += take;
            sum += take as f64 * reach[class];
            if rows == least {
                most = sum / rows as f64;
                break;
            }
        }
        above(most * (1.0 + 1e-15))
    }

    /// What the cells of a node add to each loss before suppression: all of it for metrics of cells, else a part.
    pub fn cells(&self, node: &[u8]) -> Vec<f64> {
        self.priced.iter().map(|priced| self.cells_by(priced, node)).collect()
    }

    fn cells_by(&self, priced: &Priced, node: &[u8]) -> f64 {
        let rows = self.frequency.rows;
        let mean = priced.mean_at(node);
        let kept = Kept { cost: mean * rows as f64, classes: 1, rows, suppressed: 0 };
        if priced.about.cells_only { priced.metric.total(&kept).value } else { mean }
    }

    /// The remainder of each loss before suppression, beyond the cells: no generalization has less.
    pub fn remainders(&self, node: &[u8], classes: &Classes) -> Vec<f64> {
        let costs = |priced: &Priced| priced.all_costs(&self.frequency, &priced.cells_at(node), classes);
        let of = |priced| self.remainder(priced, node, classes, || costs(priced).iter().sum());
        self.priced.iter().map(of).collect()
    }

    /// The same for one metric, from what all classes cost.
    pub(super) fn remainder(&self, priced: &Priced, node: &[u8], classes: &Classes, cost: impl FnOnce() -> f64) -> f64 {
        if priced.about.cells_only {
            return 0.0;
        }
        let kept = Kept { cost: cost(), classes: classes.len() as u64, rows: self.frequency.rows, suppressed: 0 };
        round(priced.metric.total(&kept).value) - self.cells_by(priced, node)
    }

    /// A floor of a node's loss by one of the metrics, from its cells and the remainder of a specialization.
    pub fn floor(&self, metric: usize, cells: f64, remainder: f64) -> f64 {
        let whole = self.metrics().nth(metric).is_some_and(|about| about.whole);
        if whole { cells + remainder } else { below(cells + remainder) }
    }
}
