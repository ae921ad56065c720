//! Outcomes of a node where there is more than one model and one metric.
//!
//! With several models and suppression as needed, a point stands for every vector of thresholds, one per model, that it
//! reaches within the limit: a class that fails any of them goes. Different vectors can leave the same classes. Of those
//! exactly one names, for each model, the least protection that is left; it is visited too, because it suppresses
//! nothing else, and only there the outcome is taken. So no outcome comes twice.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::outcome::{round, told};
use super::{Outcome, Problem, Unbeaten};
use crate::classes::Classes;
use crate::loss::{Kept, Loss};
use crate::privacy::Over;
use crate::space::Shown;
use crate::study::Rule;

impl Problem {
    /// The protection of each class under each model.
    fn all_protections(&self, classes: &Classes) -> Vec<Vec<f64>> {
        self.judges.iter().map(|judge| judge.protections(classes)).collect()
    }

    /// The one outcome where classes of fewer rows, or persons, than weighted-k are suppressed (chapter 1.4.1.3). Weighted-k is that of
    /// all rows: what the chapter maximises. Of the rows that stay it is no less.
    pub(super) fn outcome_at_weighted_k(&self, classes: &Classes, costs: Vec<Vec<f64>>) -> Option<Outcome> {
        let judged = Judged {
            problem: self,
            classes,
            charges: classes.charges(),
            protections: self.all_protections(classes),
            costs,
        };
        // Of persons where these are counted.
        let sizes = classes.sizes();
        let sum: f64 = classes.rows.iter().zip(&*sizes).map(|(rows, size)| *rows as f64 * *size as f64).sum();
        let weighted_k = sum / self.frequency.rows.max(1) as f64;
        let mut all = Tally::new(judged.protections.len(), judged.costs.len());
        let mut kept = all.clone();
        let fails = |class: usize| self.fails(judged.protections[0][class]);
        let mut gone: Vec<bool> = (0..classes.len()).map(|c| fails(c) || (sizes[c] as f64) < weighted_k).collect();
        if gone.iter().all(|gone| *gone) || (self.required.settles() && !self.settle(classes, &mut gone)) {
            return None;
        }
        for (class, gone) in gone.into_iter().enumerate() {
            all.add(&judged, class);
            if !gone {
                kept.add(&judged, class);
            }
        }
        let mut outcome = judged.outcome(&kept);
        let mean = |model: usize| round(all.weighted[model] / all.rows.max(1) as f64);
        for (model, _) in self.models().enumerate().filter(|(_, about)| about.over == Over::RowMean) {
            match model {
                0 => outcome.protection = mean(0),
                _ => outcome.further[model - 1] = mean(model),
            }
        }
        Some(outcome)
    }

    /// All outcomes of a node, by rising suppression, then by rising thresholds.
    pub(super) fn outcomes_of_several(
        &self,
        classes: &Classes,
        costs: Vec<Vec<f64>>,
        shown: &dyn Fn() -> Shown,
    ) -> Vec<Outcome> {
        let protections = self.all_protections(classes);
        // By tolerance the first model alone decides what goes.
        let deciding = if self.rule == Rule::Tolerance { 1 } else { protections.len() };
        let mut stages: Vec<Stage> = (0..deciding)
            .map(|model| Stage { model, weak: self.weakest(classes, &protections[model]).0, floor: None })
            .collect();
        // The last stage is the cheapest: the model with the most levels.
        stages.sort_by_key(|stage| (stage.levels(&protections), stage.model));

        let mut can_go = vec![false; classes.len()];
        stages.iter().flat_map(|stage| &stage.weak).for_each(|class| can_go[*class as usize] = true);
        let mut always = Tally::new(protections.len(), costs.len());
        let judged = Judged { problem: self, classes, charges: classes.charges(), protections, costs };
        (0..classes.len()).filter(|class| !can_go[*class]).for_each(|class| always.add(&judged, class));
        let candidates: Vec<u32> = (0..classes.len() as u32).filter(|class| can_go[*class as usize]).collect();
        let gone = vec![false; classes.len()];
        let mut nest = Nest { judged, stages, candidates, always, gone, outcomes: Vec::new() };
        nest.stage(0, self.limit);

        let mut outcomes = nest.outcomes;
        if self.required.settles() {
            outcomes = self.settled(&nest.judged, outcomes);
        }
        self.fill(shown, classes, &mut outcomes);
        // With the least protections of what is left as thresholds, a vector that is at least as high everywhere
        // suppresses a superset. So nothing is beaten where suppressed rows count.
        let superset = self.suppressed_rows && self.models().all(|about| about.over == Over::Least);
        let superset = superset && !self.required.settles();
        if deciding > 1 && !superset {
            outcomes = unbeaten(outcomes);
        }
        let by_place = |a: &Outcome, b: &Outcome| {
            let place = (a.suppressed, a.threshold, &a.thresholds);
            place.partial_cmp(&(b.suppressed, b.threshold, &b.thresholds))
        };
        outcomes.sort_by(|a, b| by_place(a, b).unwrap_or(Ordering::Equal));
        outcomes
    }
}

impl Problem {
    /// What these outcomes come to where more must go, each once; by tolerance the one with the highest threshold.
    fn settled(&self, judged: &Judged, outcomes: Vec<Outcome>) -> Vec<Outcome> {
        let classes = judged.classes;
        let against_table = self.against_table(classes);
        let settle = |outcome: Outcome| {
            let thresholds = || std::iter::once(&outcome.threshold).chain(&outcome.thresholds);
            let goes = |class: usize| {
                judged.protections.iter().zip(thresholds()).any(|(protections, least)| protections[class] < *least)
            };
            let mut gone: Vec<bool> = (0..classes.len()).map(goes).collect();
            if !self.settle_by(classes, &against_table, &mut gone) {
                return None;
            }
            let mut kept = Tally::new(judged.protections.len(), judged.costs.len());
            (0..classes.len()).filter(|class| !gone[*class]).for_each(|class| kept.add(judged, class));
            // The thresholds stay, so that who asks what is suppressed settles as here.
            Some(Outcome { threshold: outcome.threshold, thresholds: outcome.thresholds, ..judged.outcome(&kept) })
        };
        let levels = |o: &Outcome| (o.threshold, o.thresholds.clone());
        let mut outcomes = outcomes;
        outcomes.sort_by(|a, b| levels(a).partial_cmp(&levels(b)).unwrap_or(Ordering::Equal));
        if self.required.first_only() {
            return outcomes.into_iter().find_map(settle).into_iter().collect();
        }
        let mut settled: Vec<Outcome> = outcomes.into_iter().filter_map(settle).collect();
        if self.rule == Rule::Tolerance {
            settled.drain(..settled.len().saturating_sub(1));
        }
        let same = |a: &Outcome, b: &Outcome| {
            (a.protection, a.loss.value, &a.further) == (b.protection, b.loss.value, &b.further)
        };
        let mut once: Vec<Outcome> = Vec::new();
        let mut alike: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
        for outcome in settled {
            let known = alike.entry((outcome.suppressed, outcome.classes)).or_default();
            if known.iter().all(|at| !same(&once[*at], &outcome)) {
                known.push(once.len());
                once.push(outcome);
            }
        }
        once
    }
}

/// Without those that another beats.
fn unbeaten(outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let mut unbeaten: Unbeaten<Vec<Outcome>> = Unbeaten::default();
    let mut values = Vec::new();
    for outcome in outcomes {
        outcome.write_values(&mut values);
        match unbeaten.find(&values) {
            Some((known, same)) if known == values => same.push(outcome),
            Some(_) => {}
            None => unbeaten.put(&values, vec![outcome]),
        }
    }
    unbeaten.into_entries().flatten().collect()
}

/// A node's classes with their protections and costs.
struct Judged<'a> {
    problem: &'a Problem,
    classes: &'a Classes,
    /// What each class counts for where the limit is asked.
    charges: Cow<'a, [u64]>,
    /// Per model and class.
    protections: Vec<Vec<f64>>,
    /// Per metric and class.
    costs: Vec<Vec<f64>>,
}

/// One of the nested loops: the levels of one model.
struct Stage {
    model: usize,
    /// The classes that this model can suppress, weakest first.
    weak: Vec<u32>,
    /// The least protection after this stage, where a later stage could raise it.
    floor: Option<f64>,
}

impl Stage {
    fn levels(&self, protections: &[Vec<f64>]) -> usize {
        let protection = |class: &u32| protections[self.model][*class as usize];
        self.weak.chunk_by(|a, b| protection(a) == protection(b)).count()
    }
}

/// The nested loops over the levels of all models.
struct Nest<'a> {
    judged: Judged<'a>,
    stages: Vec<Stage>,
    /// Classes that can be suppressed, in their fixed order.
    candidates: Vec<u32>,
    /// The sum over all other classes.
    always: Tally,
    /// Classes that the stages so far suppress.
    gone: Vec<bool>,
    outcomes: Vec<Outcome>,
}

impl Nest<'_> {
    /// Suppresses nothing, then level after level of this stage's model among the classes that are left, as long as at
    /// most `limit` rows go; each time all later stages follow.
    fn stage(&mut self, stage: usize, limit: u64) {
        let Stage { model, weak, .. } = &self.stages[stage];
        let (model, weak): (usize, Vec<u32>) = (*model, self.left_of(weak));
        if stage + 1 == self.stages.len() {
            return self.last(model, weak, limit);
        }
        let (mut at, mut limit) = (0, limit);
        loop {
            // All that is weaker than the next has gone. Where no weak class is left, the least protection belongs to
            // classes that nothing can suppress whole.
            self.stages[stage].floor = weak.get(at).map(|class| self.protection(model, *class));
            self.stage(stage + 1, limit);
            let (end, rows) = self.level(model, &weak, at);
            if at == weak.len() || rows > limit {
                break;
            }
            weak[at..end].iter().for_each(|class| self.gone[*class as usize] = true);
            (at, limit) = (end, limit - rows);
        }
        weak[..at].iter().for_each(|class| self.gone[*class as usize] = false);
    }

    /// The last stage: all levels that the limit allows go, and come back one by one, the strongest first.
    fn last(&mut self, model: usize, weak: Vec<u32>, limit: u64) {
        let (mut at, mut limit) = (0, limit);
        loop {
            let (end, rows) = self.level(model, &weak, at);
            if at == weak.len() || rows > limit {
                break;
            }
            weak[at..end].iter().for_each(|class| self.gone[*class as usize] = true);
            (at, limit) = (end, limit - rows);
        }
        let mut kept = self.always.clone();
        self.left_of(&self.candidates).iter().for_each(|class| kept.add(&self.judged, *class as usize));
        weak[..at].iter().for_each(|class| self.gone[*class as usize] = false);
        loop {
            let raised = |stage: &Stage| stage.floor.is_some_and(|floor| kept.least[stage.model] != floor);
            if kept.classes > 0 {
                let problem = self.judged.problem;
                let fails = kept.least.iter().any(|least| problem.fails(*least));
                if !self.stages.iter().any(raised) && !fails {
                    self.outcomes.push(self.judged.outcome(&kept));
                }
                if problem.rule == Rule::Tolerance && !problem.required.settles() {
                    break;
                }
            }
            if at == 0 {
                break;
            }
            let protection = self.protection(model, weak[at - 1]);
            while at > 0 && self.protection(model, weak[at - 1]) == protection {
                kept.add(&self.judged, weak[at - 1] as usize);
                at -= 1;
            }
        }
    }

    fn protection(&self, model: usize, class: u32) -> f64 {
        self.judged.protections[model][class as usize]
    }

    fn left_of(&self, classes: &[u32]) -> Vec<u32> {
        classes.iter().copied().filter(|class| !self.gone[*class as usize]).collect()
    }

    /// Where the level that begins at `at` ends, and its rows.
    fn level(&self, model: usize, weak: &[u32], at: usize) -> (usize, u64) {
        let Some(first) = weak.get(at) else { return (at, 0) };
        let protection = self.protection(model, *first);
        let level = weak[at..].iter().take_while(|class| self.protection(model, **class) == protection);
        level.fold((at, 0), |(end, rows), class| (end + 1, rows + self.judged.charges[*class as usize]))
    }
}

impl Judged<'_> {
    fn outcome(&self, kept: &Tally) -> Outcome {
        let problem = self.problem;
        let suppressed = problem.frequency.rows - kept.rows;
        let protections = problem.models().enumerate().map(|(model, about)| match about.over {
            Over::Least => kept.least[model],
            Over::RowMean => kept.weighted[model] / kept.rows as f64,
        });
        let mut protections = protections.map(told);
        let mut losses = problem.priced.iter().zip(&kept.costs).map(|(priced, cost)| {
            let total = priced.metric.total(&Kept { cost: *cost, classes: kept.classes, rows: kept.rows, suppressed });
            Loss { value: round(total.value), raw: total.raw }
        });
        let decides = |model: usize| suppressed > 0 && (model == 0 || problem.rule == Rule::AsNeeded);
        let threshold = |model: usize| if decides(model) { kept.least[model] } else { f64::NEG_INFINITY };
        Outcome {
            protection: protections.next().unwrap_or(f64::NEG_INFINITY),
            loss: losses.next().unwrap_or(Loss { value: 0.0, raw: 0.0 }),
            // Plus zero, so that a loss of 0 is not "-0" anywhere.
            further: protections
                .chain(losses.map(|loss| -loss.value + 0.0))
                .chain(problem.suppressed_rows.then_some(-(suppressed as f64) + 0.0))
                .collect(),
            threshold: threshold(0),
            thresholds: (1..kept.least.len()).map(threshold).collect(),
            suppressed,
            classes: kept.classes,
        }
    }
}

/// A running sum over kept classes.
#[derive(Clone)]
struct Tally {
    rows: u64,
    classes: u64,
    costs: Vec<f64>,
    least: Vec<f64>,
    weighted: Vec<f64>,
}

impl Tally {
    fn new(models: usize, metrics: usize) -> Tally {
        let least = vec![f64::INFINITY; models];
        Tally { rows: 0, classes: 0, costs: vec![0.0; metrics], least, weighted: vec![0.0; models] }
    }

    fn add(&mut self, judged: &Judged, class: usize) {
        let rows = judged.classes.rows[class];
        self.rows += rows;
        self.classes += 1;
        self.costs.iter_mut().zip(&judged.costs).for_each(|(sum, costs)| *sum += costs[class]);
        for ((least, weighted), protections) in self.least.iter_mut().zip(&mut self.weighted).zip(&judged.protections) {
            *least = least.min(protections[class]);
            *weighted += rows as f64 * protections[class];
        }
    }
}
