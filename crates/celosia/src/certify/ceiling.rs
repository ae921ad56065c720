//! What a node says of its specializations: how private they can be, and what each level costs them at least.
//!
//! Let n be a specialization of m, and let every class that n keeps have a protection of p or more. A class of m with
//! `reach < p` has no part that n keeps, so n suppresses all its rows. More rows than the limit: n does not reach p. Otherwise
//! n loses, on top of its loss before suppression, what these rows add. (The proofs stand in `evaluate::bound`.) Of
//! several generalizations each is right, so at each p the largest addition holds, and the lowest ceiling.

use crate::evaluate::{NaiveBounds, NaiveClass, Problem};
use crate::privacy::Over;

/// Room for rounding errors of sums that are not whole. Outcomes are rounded at the twelfth decimal, by half a unit.
const ROOM: f64 = 2e-12;

/// A bound from above, for values that are rounded at the twelfth decimal where they are not whole.
pub fn above(x: f64) -> f64 {
    let rounded = if x.fract() == 0.0 || x.abs() > 4096.0 { x } else { (x * 1e12).round() / 1e12 };
    if rounded.fract() == 0.0 || rounded.is_infinite() { rounded } else { rounded + ROOM * rounded.abs().max(1.0) }
}

/// A bound from below.
pub fn below(x: f64) -> f64 {
    x - ROOM * x.abs().max(1.0)
}

/// What specializations can reach, in steps of rising protection.
#[derive(Debug, Clone, PartialEq)]
pub struct Ceiling {
    /// The steps. Above the last nothing is reached.
    pub steps: Vec<Step>,
    /// What suppression adds to each loss, step by step, end to end.
    adds: Vec<f64>,
    metrics: usize,
    /// The most that is reached under each further model.
    pub further: Vec<f64>,
}

/// Up to this protection, and above that of the step before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The protection.
    pub protection: f64,
    /// Rows that must be suppressed.
    pub suppressed: u64,
}

impl Ceiling {
    /// Nothing is known.
    pub fn unknown(problem: &Problem) -> Ceiling {
        let metrics = problem.metrics().count();
        let further = vec![f64::INFINITY; problem.models().len() - 1];
        let mut ceiling = Ceiling { steps: Vec::new(), adds: Vec::new(), metrics, further };
        ceiling.push(Step { protection: f64::INFINITY, suppressed: 0 }, &vec![0.0; metrics]);
        ceiling
    }

    /// What the classes of a node say.
    pub fn new(problem: &Problem, bounds: &NaiveBounds) -> Ceiling {
        let (classes, limit) = (&bounds.classes, problem.limit);
        let most = |(model, over): (usize, Over)| match over {
            Over::RowMean => mean(classes, model, problem.frequency.rows.saturating_sub(problem.limit_rows()).max(1)),
            Over::Least => last(classes, model, limit),
        };
        let models: Vec<Over> = problem.models().map(|about| about.over).collect();
        let metrics = bounds.before.len();
        let further = models.iter().copied().enumerate().skip(1).map(|model| above(most(model))).collect();
        let mut ceiling = Ceiling { steps: Vec::new(), adds: Vec::new(), metrics, further };
        let mut adds = vec![0.0; metrics];
        let (mut suppressed, mut goes) = (0, 0);
        if !bounds.averages_may_hold {
            return Ceiling::nothing(metrics, models.len() - 1);
        }
        if models[0] == Over::RowMean {
            let most = above(most((0, Over::RowMean)));
            if bounds.requires && most == f64::NEG_INFINITY {
                return Ceiling::nothing(metrics, models.len() - 1);
            }
            ceiling.push(Step { protection: most, suppressed }, &adds);
            return ceiling;
        }
        for class in by_reach(classes, 0) {
            if goes > limit {
                break;
            }
            // No outcome keeps a class that fails what is required, so none has such a protection.
            if !(bounds.requires && class.reach[0] == f64::NEG_INFINITY) {
                ceiling.push(Step { protection: above(class.reach[0]), suppressed }, &adds);
            }
            suppressed += class.rows;
            goes += class.goes;
            adds.iter_mut().zip(&class.adds).for_each(|(sum, of_class)| *sum += of_class);
        }
        if ceiling.steps.is_empty() {
            return Ceiling::nothing(metrics, models.len() - 1);
        }
        ceiling.adds.iter_mut().for_each(|adds| *adds = below(*adds).max(0.0));
        ceiling
    }

    /// No outcome at all: whatever is known beats this.
    fn nothing(metrics: usize, further: usize) -> Ceiling {
        let steps = vec![Step { protection: f64::NEG_INFINITY, suppressed: 0 }];
        Ceiling { steps, adds: vec![f64::MAX; metrics], metrics, further: vec![f64::NEG_INFINITY; further] }
    }

    /// Adds a step, unless its protection is no higher than that of the last, which demands less.
    fn push(&mut self, step: Step, adds: &[f64]) {
        if self.steps.last().is_none_or(|last| last.protection < step.protection) {
            self.steps.push(step);
            self.adds.extend(adds);
        }
    }

    /// What suppression adds to each loss at a step.
    pub fn adds(&self, step: usize) -> &[f64] {
        &self.adds[step * self.metrics..(step + 1) * self.metrics]
    }

    /// Takes in what another generalization says.
    pub fn merge(&mut self, other: &Ceiling) {
        let mut both = Ceiling { steps: Vec::new(), adds: Vec::new(), metrics: self.metrics, further: Vec::new() };
        let mut adds = vec![0.0; self.metrics];
        let (mut i, mut j) = (0, 0);
        while i < self.steps.len() && j < other.steps.len() {
            let (here, there) = (self.steps[i], other.steps[j]);
            let protection = here.protection.min(there.protection);
            let step = Step { protection, suppressed: here.suppressed.max(there.suppressed) };
            adds.iter_mut().zip(self.adds(i).iter().zip(other.adds(j))).for_each(|(most, (a, b))| *most = a.max(*b));
            let last = both.steps.len().wrapping_sub(1);
            if both.steps.last().is_some_and(|s| s.suppressed == step.suppressed && both.adds(last) == adds) {
                // The same is demanded up to a higher protection.
                both.steps[last] = step;
            } else {
                both.push(step, &adds);
            }
            i += usize::from(here.protection == protection);
            j += usize::from(there.protection == protection);
        }
        (self.steps, self.adds) = (both.steps, both.adds);
        self.further.iter_mut().zip(&other.further).for_each(|(most, other)| *most = most.min(*other));
    }
}

/// The classes by rising reach under a model.
fn by_reach(classes: &[NaiveClass], model: usize) -> Vec<&NaiveClass> {
    let mut order: Vec<&NaiveClass> = classes.iter().collect();
    order.sort_by(|a, b| a.reach[model].total_cmp(&b.reach[model]));
    order
}

/// The highest reach of a class such that the classes before it may all go.
fn last(classes: &[NaiveClass], model: usize, limit: u64) -> f64 {
    let mut goes = 0;
    let mut most = f64::NEG_INFINITY;
    for class in by_reach(classes, model) {
        if goes > limit {
            break;
        }
        most = class.reach[model];
        goes += class.goes;
    }
    most
}

/// The mean over `rows` rows, those of the strongest classes.
fn mean(classes: &[NaiveClass], model: usize, rows: u64) -> f64 {
    let (mut left, mut sum) = (rows, 0.0);
    for class in by_reach(classes, model).into_iter().rev() {
        let take = class.rows.min(left);
        left -= take;
        if take > 0 {
            sum += take as f64 * class.reach[model];
        }
    }
    sum / (rows - left).max(1) as f64
}
