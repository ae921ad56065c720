//! What a point comes to: its protection and loss, once for each suppression that the rule allows.

use super::Problem;
use super::problem::{Prices, cell_prices};
use crate::classes::Classes;
use crate::loss::{self, Kept, Loss, Metric};
use crate::privacy::{self, Model, Over};
use crate::space::Grouping;
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
        protections(self.model.as_ref(), classes)
    }

    /// Which classes an outcome of this node suppresses: those below the threshold of any model.
    pub fn suppressed(&self, classes: &Classes, outcome: &Outcome) -> Vec<bool> {
        let mut suppressed: Vec<bool> = self.protections(classes).iter().map(|p| *p < outcome.threshold).collect();
        for (model, threshold) in self.more_models.iter().zip(&outcome.thresholds) {
            let further = protections(model.as_ref(), classes);
            suppressed.iter_mut().zip(further).for_each(|(out, p)| *out |= p < *threshold);
        }
        suppressed
    }

    /// The cost of each class, if it is kept.
    pub(super) fn costs(&self, metric: &dyn Metric, prices: &Prices, node: &[u8], classes: &Classes) -> Vec<f64> {
        let all: Vec<u32> = (0..classes.len() as u32).collect();
        self.costs_of(metric, prices, node, classes, &all)
    }

    /// The cost of some classes, if they are kept.
    pub(super) fn costs_of(
        &self,
        metric: &dyn Metric,
        prices: &Prices,
        node: &[u8],
        classes: &Classes,
        which: &[u32],
    ) -> Vec<f64> {
        let cells: Vec<Option<&[f64]>> =
            node.iter().zip(prices).map(|(level, levels)| levels[*level as usize].as_deref()).collect();
        self.costs_at(metric, &cells, classes, which)
    }

    /// The same at any point, from what its cells cost.
    fn costs_at(&self, metric: &dyn Metric, cells: &[Option<&[f64]>], classes: &Classes, which: &[u32]) -> Vec<f64> {
        let mut row = vec![0.0; which.len()];
        for (prices, column) in cells.iter().zip(&self.frequency.columns) {
            if let Some(prices) = prices {
                for (row, class) in row.iter_mut().zip(which) {
                    *row += prices[column[classes.first[*class as usize] as usize] as usize];
                }
            }
        }
        let attributes = self.lattice.attributes();
        let cost = |(class, row): (&u32, f64)| {
            let class = *class as usize;
            let extents = match &classes.extents {
                Some(extents) => &extents[class * attributes..(class + 1) * attributes],
                None => &[],
            };
            metric.class(&loss::Class {
                rows: classes.rows[class],
                row,
                label: classes.label.as_ref().map(|h| h.of(class)),
                extents,
            })
        };
        which.iter().zip(row).map(cost).collect()
    }

    /// All outcomes of a node, by rising suppression. One without suppression or with the tolerance rule; with the
    /// as-needed rule one for each protection that the node reaches within the limit; with several models one for each
    /// combination of their levels, unless another outcome of the node beats it.
    pub fn outcomes(&self, node: &[u8], classes: &Classes) -> Vec<Outcome> {
        let costs = self.priced().map(|priced| self.costs(priced.metric, priced.prices, node, classes));
        self.outcomes_at(classes, costs.collect())
    }

    /// All outcomes of a point of any space, from the groups that it shows.
    pub fn outcomes_of(&self, groupings: &[Grouping], classes: &Classes) -> Vec<Outcome> {
        let all: Vec<u32> = (0..classes.len() as u32).collect();
        let costs = self.priced().map(|priced| {
            let prices: Vec<Option<Vec<f64>>> =
                groupings.iter().enumerate().map(|(a, g)| cell_prices(&self.frequency, priced.metric, a, g)).collect();
            let cells: Vec<Option<&[f64]>> = prices.iter().map(Option::as_deref).collect();
            self.costs_at(priced.metric, &cells, classes, &all)
        });
        self.outcomes_at(classes, costs.collect())
    }

    /// All outcomes of classes that cost so much, per metric.
    fn outcomes_at(&self, classes: &Classes, costs: Vec<Vec<f64>>) -> Vec<Outcome> {
        if self.rule == Rule::AtWeightedK {
            return vec![self.outcome_at_weighted_k(classes, costs)];
        }
        if !self.is_plain() {
            return self.outcomes_of_several(classes, costs);
        }
        let protections = self.protections(classes);
        let costs = &costs[0];
        let weak = self.weakest(classes, &protections).0;
        self.outcomes_judged(classes, &protections, costs, &weak)
    }

    /// The same for one model and one metric, where the classes are judged already.
    pub(super) fn outcomes_judged(
        &self,
        classes: &Classes,
        protections: &[f64],
        costs: &[f64],
        weak: &[u32],
    ) -> Vec<Outcome> {
        // Classes that always stay, in their fixed order; then the others, the strongest first.
        let mut kept = Sum::default();
        let mut is_weak = vec![false; classes.len()];
        weak.iter().for_each(|class| is_weak[*class as usize] = true);
        for class in (0..classes.len()).filter(|c| !is_weak[*c]) {
            kept.add(classes.rows[class], costs[class], protections[class]);
        }
        let mut outcomes = Vec::new();
        let mut at = weak.len();
        loop {
            // Here exactly weak[..at] is suppressed, and no class of equal protection is torn apart.
            if kept.classes > 0 {
                let suppressed = self.frequency.rows - kept.rows;
                outcomes.push(self.outcome(&kept, suppressed, if at == 0 { f64::NEG_INFINITY } else { kept.least }));
            }
            if at == 0 || (self.rule == Rule::Tolerance && kept.classes > 0) {
                break;
            }
            let protection = protections[weak[at - 1] as usize];
            while at > 0 && protections[weak[at - 1] as usize] == protection {
                let class = weak[at - 1] as usize;
                kept.add(classes.rows[class], costs[class], protection);
                at -= 1;
            }
        }
        outcomes.reverse();
        outcomes
    }

    fn outcome(&self, kept: &Sum, suppressed: u64, threshold: f64) -> Outcome {
        let protection = match self.about_model.over {
            Over::Least => kept.least,
            Over::RowMean => kept.weighted / kept.rows as f64,
        };
        let total = self.metric.total(&Kept { cost: kept.cost, classes: kept.classes, rows: kept.rows, suppressed });
        Outcome {
            protection: round(protection),
            loss: Loss { value: round(total.value), raw: total.raw },
            further: Vec::new(),
            threshold,
            thresholds: Vec::new(),
            suppressed,
            classes: kept.classes,
        }
    }
}

/// The protection of each class under a model.
pub(super) fn protections(model: &dyn Model, classes: &Classes) -> Vec<f64> {
    let mut sensitive = Vec::new();
    let of_class = |class: usize| {
        sensitive.clear();
        // Histograms borrow from the classes; the buffer lives as long.
        sensitive.extend(classes.sensitive.iter().map(|h| h.of(class)));
        model.protection(&privacy::Class { rows: classes.rows[class], sensitive: &sensitive })
    };
    (0..classes.len()).map(of_class).collect()
}

/// A running sum over kept classes.
struct Sum {
    rows: u64,
    classes: u64,
    cost: f64,
    least: f64,
    weighted: f64,
}

impl Default for Sum {
    fn default() -> Self {
        Sum { rows: 0, classes: 0, cost: 0.0, least: f64::INFINITY, weighted: 0.0 }
    }
}

impl Sum {
    fn add(&mut self, rows: u64, cost: f64, protection: f64) {
        self.rows += rows;
        self.classes += 1;
        self.cost += cost;
        self.least = self.least.min(protection);
        self.weighted += rows as f64 * protection;
    }
}
