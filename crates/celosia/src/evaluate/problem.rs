//! The problem itself: everything a point's evaluation needs, made once.

use std::sync::Arc;

use crate::classes::{Classes, Scratch, Track};
use crate::error::{Error, Result};
use crate::frequency::Frequency;
use crate::loss::{self, Metric, Needs};
use crate::privacy::{self, Model, Parameters, Sensitive};
use crate::space::Lattice;
use crate::study::{Objectives, Rule, Suppression};

/// Space × privacy × loss × suppression rule, over one frequency table.
pub struct Problem {
    /// The rows, counted.
    pub frequency: Frequency,
    /// The space.
    pub lattice: Lattice,
    /// The privacy model, for its name and direction.
    pub about_model: &'static privacy::About,
    /// The loss metric, for its name.
    pub about_metric: &'static loss::About,
    /// How suppression is spent.
    pub rule: Rule,
    /// At most so many rows may be suppressed.
    pub limit: u64,
    pub(super) model: Box<dyn Model>,
    pub(super) metric: Box<dyn Metric>,
    /// Per attribute and level the price of each value's cell, already weighted; nothing where all are free.
    pub(super) prices: Vec<Vec<Option<Vec<f64>>>>,
}

impl Problem {
    /// Puts the parts together. `hierarchies` are those of the sensitive attributes, where they have one, for models
    /// that measure how near two values are.
    pub fn new(
        frequency: Frequency,
        lattice: Lattice,
        hierarchies: Vec<Option<Vec<Vec<u32>>>>,
        objectives: &Objectives,
        suppression: &Suppression,
    ) -> Result<Problem> {
        let about_model = privacy::find(&objectives.privacy)?;
        let about_metric = loss::find(&objectives.loss)?;
        if about_metric.needs == Needs::Label && frequency.label.is_none() {
            return Err(Error::study(
                "loss",
                format!("{} needs a class attribute", about_metric.name),
                "give the column with the label role = \"class\" (or --class NAME)",
            ));
        }
        let sensitive = frequency.sensitive.iter().map(|s| s.totals.clone()).zip(hierarchies);
        let sensitive: Vec<Sensitive> = sensitive.map(|(totals, levels)| Sensitive { totals, levels }).collect();
        let model = (about_model.build)(&Parameters { c: objectives.c, alpha: objectives.alpha }, &sensitive)?;
        let metric = (about_metric.build)(Arc::from(frequency.attributes.clone()));
        let prices = prices(&frequency, &lattice, metric.as_ref());
        let (rule, limit) = (suppression.rule, suppression.limit.rows(frequency.rows));
        Ok(Problem { frequency, lattice, about_model, about_metric, rule, limit, model, metric, prices })
    }

    /// What classes must carry for this problem.
    pub fn track(&self) -> Track {
        Track {
            sensitive: self.about_model.sensitive,
            label: self.about_metric.needs == Needs::Label,
            extents: self.about_metric.needs == Needs::Extents,
        }
    }

    /// The classes of one node, straight from the tuples.
    pub fn classes(&self, node: &[u8]) -> Classes {
        let groupings = self.lattice.groupings(node);
        Classes::finest(&self.frequency, self.track()).roll_up(&self.frequency, &groupings, &mut Scratch::default())
    }
}

fn prices(frequency: &Frequency, lattice: &Lattice, metric: &dyn Metric) -> Vec<Vec<Option<Vec<f64>>>> {
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    let of_level = |attribute: usize, level: usize| {
        let grouping = &lattice.levels[attribute][level];
        let cells = metric.cells(attribute, grouping);
        let share = frequency.attributes[attribute].weight / weights;
        let prices: Vec<f64> = grouping.group_of.iter().map(|group| share * cells[*group as usize]).collect();
        prices.iter().any(|p| *p != 0.0).then_some(prices)
    };
    let of_attribute = |a: usize| (0..lattice.levels[a].len()).map(|level| of_level(a, level)).collect();
    (0..lattice.attributes()).map(of_attribute).collect()
}
