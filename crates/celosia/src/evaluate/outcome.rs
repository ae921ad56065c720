//! What a point comes to: its protection and loss, once for each suppression that the rule allows.
//!
//! What is kept costs what all would, less what goes: where a metric prices cells only, the cost of all classes is a
//! sum over attributes and values, and only the few weak classes are looked at one by one. Lattice and cuts share this
//! arithmetic, so a node and the cut that shows the same groups come to the same bytes. Losses and protections are
//! rounded at the twelfth decimal, so that sums that are equal on paper are equal in a comparison.

use super::Problem;
use super::judge::Judge;
use super::price::{Cells, Costs, Priced};
use crate::classes::Classes;
use crate::loss::{Kept, Loss};
use crate::privacy::Over;
use crate::space::{Grouping, Place, Shown, Units};
use crate::study::Rule;

/// A point with a suppression: the classes whose protection lies below the threshold of any model are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Protection of the table that is left, under the first model. Higher is better.
    pub protection: f64,
    /// First loss, suppressed rows included. Lower is better.
    pub loss: Loss,
    /// The further objectives, higher is better for all of them: the protections of the further models, the further
    /// losses negated, the suppressed rows negated. Empty where there are two objectives.
    pub further: Vec<f64>,
    /// Classes below this protection of the first model are suppressed; minus infinity where none is.
    pub threshold: f64,
    /// The same for each further model; empty where there is one model.
    pub thresholds: Vec<f64>,
    /// Rows suppressed.
    pub suppressed: u64,
    /// Classes left.
    pub classes: u64,
}

/// Sums that are equal on paper should be equal here: rounding errors lie far below the twelfth decimal. Whole numbers
/// are exact as they are, and numbers above 4,096 have no twelfth decimal.
pub(super) fn round(x: f64) -> f64 {
    if x.fract() == 0.0 || x.abs() > 4096.0 { x } else { (x * 1e12).round() / 1e12 }
}

/// A protection as an outcome has it: rounded, and what guarantees nothing at minus infinity, however it was lifted above classes that
/// fail what is required.
pub(super) fn told(protection: f64) -> f64 {
    if protection == f64::MIN { f64::NEG_INFINITY } else { round(protection) }
}

impl Outcome {
    /// All values, higher is better for each: protection, loss negated, the further ones.
    pub fn write_values(&self, values: &mut Vec<f64>) {
        values.clear();
        values.extend([self.protection, -self.loss.value]);
        values.extend(&self.further);
    }
}

impl Problem {
    /// The protection of each class under the first model.
    pub fn protections(&self, classes: &Classes) -> Vec<f64> {
        self.judges[0].protections(classes)
    }

    /// The same under each model.
    pub fn protections_by_model(&self, classes: &Classes) -> Vec<Vec<f64>> {
        self.judges.iter().map(|judge| judge.protections(classes)).collect()
    }

    /// Is a class of these tuples, whole, as private under each model as is asked?
    pub fn is_private(&self, units: &Units, class: &[(u32, u64)], least: &[f64]) -> bool {
        let judges = self.judges.iter().zip(least);
        judges.into_iter().all(|(judge, least)| {
            let protection = judge.protection_of(&self.frequency, units, class);
            protection >= *least && !self.fails(protection)
        })
    }

    /// Which classes an outcome of this node suppresses: those below the threshold of any model, and what else is required.
    pub fn suppressed(&self, classes: &Classes, outcome: &Outcome) -> Vec<bool> {
        let mut suppressed = vec![false; classes.len()];
        let thresholds = std::iter::once(&outcome.threshold).chain(&outcome.thresholds);
        for (judge, threshold) in self.judges.iter().zip(thresholds) {
            let protections = judge.protections(classes);
            suppressed.iter_mut().zip(protections).for_each(|(out, p)| *out |= p < *threshold);
        }
        if self.required.settles() {
            self.settle(classes, &mut suppressed);
        }
        suppressed
    }

    /// All outcomes of a node, by rising suppression. One without suppression or with the tolerance rule; with the
    /// as-needed rule one for each protection that the node reaches within the limit; with several models one for each
    /// combination of their levels, unless another outcome of the node beats it.
    pub fn outcomes(&self, node: &[u8], classes: &Classes) -> Vec<Outcome> {
        let shown = || Shown::ByColumn(self.lattice.groupings(node).into_iter().cloned().collect());
        self.outcomes_priced(classes, &|priced| priced.cells_at(node), &shown)
    }

    /// All outcomes of a place of any space.
    pub fn outcomes_at(&self, place: &Place) -> Vec<Outcome> {
        let shown = self.shown(place);
        self.outcomes_of(&shown, &self.classes_of(&shown))
    }

    /// The same from what it shows, and from its classes.
    pub fn outcomes_of(&self, shown: &Shown, classes: &Classes) -> Vec<Outcome> {
        match shown {
            Shown::ByColumn(groupings) => self.outcomes_by_column(groupings, classes),
            Shown::ByClass(regions) => {
                let cells = |priced: &'_ Priced| priced.cells_of_regions(&self.frequency, regions);
                self.outcomes_priced(classes, &cells, &|| shown.clone())
            }
        }
    }

    /// The same where each column shows groups of its own.
    pub(super) fn outcomes_by_column(&self, groupings: &[Grouping], classes: &Classes) -> Vec<Outcome> {
        let cells = |priced: &'_ Priced| priced.cells_of(&self.frequency, groupings);
        self.outcomes_priced(classes, &cells, &|| Shown::ByColumn(groupings.to_vec()))
    }

    /// All outcomes of classes, given what their cells cost by each metric; what they show is asked where a loss needs it.
    fn outcomes_priced<'p>(
        &'p self,
        classes: &Classes,
        cells: &dyn Fn(&'p Priced) -> Cells<'p>,
        shown: &dyn Fn() -> Shown,
    ) -> Vec<Outcome> {
        match (self.rule, self.two()) {
            (Rule::AsNeeded | Rule::Tolerance, Some((judge, priced))) if !self.required.settles() => {
                let protections = judge.protections(classes);
                let weak = self.weakest(classes, &protections);
                let costs = priced.split_costs(&self.frequency, &cells(priced), classes, &weak.0);
                self.outcomes_of_two((judge, priced), classes, &protections, &weak, &costs)
            }
            (rule, _) => {
                let all_costs = |priced| Priced::all_costs(priced, &self.frequency, &cells(priced), classes);
                let costs = self.priced.iter().map(all_costs).collect();
                match rule {
                    Rule::AtWeightedK => {
                        let mut outcomes: Vec<Outcome> =
                            self.outcome_at_weighted_k(classes, costs).into_iter().collect();
                        self.fill(shown, classes, &mut outcomes);
                        outcomes
                    }
                    _ => self.outcomes_of_several(classes, costs, shown),
                }
            }
        }
    }

    /// The same for one model and one metric, where the classes are judged already: `weak` can go, weakest first, and
    /// the strength that follows.
    pub(super) fn outcomes_of_two(
        &self,
        (judge, priced): (&Judge, &Priced),
        classes: &Classes,
        protections: &[f64],
        (weak, stop): &(Vec<u32>, Option<f64>),
        costs: &Costs,
    ) -> Vec<Outcome> {
        let weighted = match judge.about.over {
            // What fails goes before the first mean is taken.
            Over::RowMean => {
                let stay = classes.rows.iter().zip(protections).filter(|(_, p)| !self.fails(**p));
                stay.map(|(rows, p)| *rows as f64 * p).sum()
            }
            Over::Least => 0.0,
        };
        let rows = classes.rows.iter().sum();
        let mut kept = Sum { rows, classes: classes.len() as u64, cost: costs.all, least: 0.0, weighted };
        let mut outcomes = Vec::new();
        let (mut at, mut gone) = (0, 0.0);
        loop {
            // Here exactly weak[..at] is suppressed, and no class of equal protection is torn apart. What is neither weak
            // nor too much to go is infinitely strong.
            let next = weak.get(at).map(|class| protections[*class as usize]).or(*stop);
            kept.least = next.unwrap_or(f64::INFINITY);
            if kept.classes > 0 && !self.fails(kept.least) {
                if self.rule == Rule::Tolerance {
                    outcomes.clear();
                }
                let threshold = if at == 0 { f64::NEG_INFINITY } else { kept.least };
                outcomes.push(self.outcome_of_two((judge, priced), &kept, threshold));
            }
            if at == weak.len() {
                return outcomes;
            }
            while weak.get(at).is_some_and(|class| protections[*class as usize] == kept.least) {
                let class = weak[at] as usize;
                gone += costs.weak[at];
                kept.rows -= classes.rows[class];
                kept.classes -= 1;
                if !self.fails(protections[class]) {
                    kept.weighted -= classes.rows[class] as f64 * protections[class];
                }
                at += 1;
            }
            // Subtracted as a sum, so that what costs nothing leaves nothing behind.
            kept.cost = costs.all - gone;
        }
    }

    pub(super) fn outcome_of_two(&self, (judge, priced): (&Judge, &Priced), kept: &Sum, threshold: f64) -> Outcome {
        let suppressed = self.frequency.rows - kept.rows;
        let protection = match judge.about.over {
            Over::Least => kept.least,
            Over::RowMean => kept.weighted / kept.rows as f64,
        };
        let Sum { cost, classes, rows, .. } = *kept;
        let total = priced.metric.total(&Kept { cost, classes, rows, suppressed });
        Outcome {
            protection: told(protection),
            loss: Loss { value: round(total.value), raw: total.raw },
            further: Vec::new(),
            threshold,
            thresholds: Vec::new(),
            suppressed,
            classes: kept.classes,
        }
    }
}

/// What is kept.
pub(super) struct Sum {
    pub rows: u64,
    pub classes: u64,
    pub cost: f64,
    pub least: f64,
    pub weighted: f64,
}
