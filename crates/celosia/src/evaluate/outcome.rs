//! What a point comes to: its protection and loss, once for each suppression that the rule allows.

use std::borrow::Cow;

use super::Problem;
use super::bound::Priced;
use super::problem::{cell_mean, cell_prices, cells_at};
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

    /// The cost of some classes, if they are kept, from what each value's cell costs per attribute.
    pub(super) fn costs(
        &self,
        metric: &dyn Metric,
        cells: &[Option<&[f64]>],
        classes: &Classes,
        which: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> Vec<f64> {
        let mut row = vec![0.0; which.len()];
        for (prices, column) in cells.iter().zip(&self.frequency.columns) {
            if let Some(prices) = prices {
                for (row, class) in row.iter_mut().zip(which.clone()) {
                    *row += prices[column[classes.first[class as usize] as usize] as usize];
                }
            }
        }
        let attributes = self.lattice.attributes();
        let cost = |(class, row): (u32, f64)| {
            let class = class as usize;
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
        which.zip(row).map(cost).collect()
    }

    /// The cost of every class, if it is kept.
    pub(super) fn all_costs(&self, metric: &dyn Metric, cells: &[Option<&[f64]>], classes: &Classes) -> Vec<f64> {
        self.costs(metric, cells, classes, 0..classes.len() as u32)
    }

    /// What all classes cost by the first metric, and what each of some weak ones does. Where cells are all that costs, the
    /// sum is known without a look at the classes.
    pub(super) fn first_costs(&self, cells: &[Option<&[f64]>], classes: &Classes, weak: &[u32]) -> Costs {
        let metric = self.metric.as_ref();
        if self.about_metric.cells_only {
            let means = cells.iter().enumerate().map(|(a, prices)| cell_mean(&self.frequency, a, *prices));
            let all = means.sum::<f64>() * self.frequency.rows as f64;
            return Costs { all, weak: self.costs(metric, cells, classes, weak.iter().copied()) };
        }
        let costs = self.all_costs(metric, cells, classes);
        Costs { all: costs.iter().sum(), weak: weak.iter().map(|class| costs[*class as usize]).collect() }
    }

    /// All outcomes of a node, by rising suppression. One without suppression or with the tolerance rule; with the
    /// as-needed rule one for each protection that the node reaches within the limit; with several models one for each
    /// combination of their levels, unless another outcome of the node beats it.
    pub fn outcomes(&self, node: &[u8], classes: &Classes) -> Vec<Outcome> {
        self.outcomes_at(classes, &|priced: &Priced| {
            cells_at(priced.prices, node).map(|cells| cells.map(Cow::from)).collect()
        })
    }

    /// All outcomes of a point of any space, from the groups that it shows.
    pub fn outcomes_of(&self, groupings: &[Grouping], classes: &Classes) -> Vec<Outcome> {
        let of_attribute = |metric: &dyn Metric, (a, grouping): (usize, &Grouping)| {
            cell_prices(&self.frequency, metric, a, grouping).map(Cow::from)
        };
        self.outcomes_at(classes, &|priced: &Priced| {
            groupings.iter().enumerate().map(|attribute| of_attribute(priced.metric, attribute)).collect()
        })
    }

    /// All outcomes of classes, given what their cells cost by each metric.
    fn outcomes_at<'p>(&'p self, classes: &Classes, cells: &dyn Fn(&Priced<'p>) -> Cells<'p>) -> Vec<Outcome> {
        if self.is_plain() && self.rule != Rule::AtWeightedK {
            let cells = cells(&self.first_priced());
            let cells: Vec<Option<&[f64]>> = cells.iter().map(Option::as_deref).collect();
            let protections = self.protections(classes);
            let weak = self.weakest(classes, &protections);
            let costs = self.first_costs(&cells, classes, &weak.0);
            return self.outcomes_judged(classes, &protections, &weak, &costs);
        }
        let costs = self.priced().map(|priced| {
            let cells = cells(&priced);
            let cells: Vec<Option<&[f64]>> = cells.iter().map(Option::as_deref).collect();
            self.all_costs(priced.metric, &cells, classes)
        });
        match self.rule {
            Rule::AtWeightedK => vec![self.outcome_at_weighted_k(classes, costs.collect())],
            _ => self.outcomes_of_several(classes, costs.collect()),
        }
    }

    /// The same for one model and one metric, where the classes are judged already: `weak` can go, weakest first, and
    /// the strength that follows.
    pub(super) fn outcomes_judged(
        &self,
        classes: &Classes,
        protections: &[f64],
        (weak, stop): &(Vec<u32>, Option<f64>),
        costs: &Costs,
    ) -> Vec<Outcome> {
        let weighted = match self.about_model.over {
            Over::RowMean => classes.rows.iter().zip(protections).map(|(rows, p)| *rows as f64 * p).sum(),
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
            if kept.classes > 0 {
                let suppressed = self.frequency.rows - kept.rows;
                if self.rule == Rule::Tolerance {
                    outcomes.clear();
                }
                outcomes.push(self.outcome(&kept, suppressed, if at == 0 { f64::NEG_INFINITY } else { kept.least }));
            }
            if at == weak.len() {
                return outcomes;
            }
            while weak.get(at).is_some_and(|class| protections[*class as usize] == kept.least) {
                let class = weak[at] as usize;
                gone += costs.weak[at];
                kept.rows -= classes.rows[class];
                kept.classes -= 1;
                kept.weighted -= classes.rows[class] as f64 * protections[class];
                at += 1;
            }
            // Subtracted as a sum, so that what costs nothing leaves nothing behind.
            kept.cost = costs.all - gone;
        }
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

/// What each value's cell costs at a point, per attribute; nothing where all are free.
type Cells<'p> = Vec<Option<Cow<'p, [f64]>>>;

/// What classes cost by the first metric.
pub(super) struct Costs {
    /// All classes together.
    pub all: f64,
    /// Each of the weak ones.
    pub weak: Vec<f64>,
}

/// The protection of each class under a model.
pub(super) fn protections(model: &dyn Model, classes: &Classes) -> Vec<f64> {
    if classes.sensitive.is_empty() {
        return model.protections(&classes.rows);
    }
    let mut sensitive = Vec::new();
    let of_class = |class: usize| {
        sensitive.clear();
        // Histograms borrow from the classes; the buffer lives as long.
        sensitive.extend(classes.sensitive.iter().map(|h| h.of(class)));
        model.protection(&privacy::Class { rows: classes.rows[class], sensitive: &sensitive })
    };
    (0..classes.len()).map(of_class).collect()
}

/// What is kept.
struct Sum {
    rows: u64,
    classes: u64,
    cost: f64,
    least: f64,
    weighted: f64,
}
