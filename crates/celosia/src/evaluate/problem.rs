//! The problem itself: everything a point's evaluation needs, made once.

use std::sync::Arc;

use crate::classes::{Classes, Scratch, Track};
use crate::error::{Error, Result};
use crate::frequency::{Attribute, Frequency};
use crate::loss::{self, Metric, Needs};
use crate::privacy::{self, Model, Parameters, Sensitive};
use crate::space::{Cuts, Grouping, Lattice, Space};
use crate::study::{Objectives, Rule, Suppression};

/// Space × privacy × loss × suppression rule, over one frequency table. The first model and the first metric lead.
pub struct Problem {
    /// The rows, counted.
    pub frequency: Frequency,
    /// The lattice of the attributes' hierarchies.
    pub lattice: Lattice,
    /// The cuts of the attributes' values: the larger space.
    pub cuts: Cuts,
    /// The first privacy model, for its name and direction.
    pub about_model: &'static privacy::About,
    /// The first loss metric, for its name.
    pub about_metric: &'static loss::About,
    /// Privacy models beside the first.
    pub further_models: Vec<&'static privacy::About>,
    /// Loss metrics beside the first.
    pub further_metrics: Vec<&'static loss::About>,
    /// Is the number of suppressed rows an objective of its own?
    pub suppressed_rows: bool,
    /// Second parameters of the models.
    pub parameters: Parameters,
    /// How suppression is spent.
    pub rule: Rule,
    /// The most rows that may be suppressed.
    pub limit: u64,
    pub(super) model: Box<dyn Model>,
    pub(super) metric: Box<dyn Metric>,
    pub(super) prices: Prices,
    pub(super) more_models: Vec<Box<dyn Model>>,
    pub(super) more_metrics: Vec<(Box<dyn Metric>, Prices)>,
    /// What the cells of each metric, attribute and level add to the loss before suppression.
    pub(super) cell_sums: Vec<Vec<Vec<f64>>>,
}

/// Per attribute and level the price of each value's cell, already weighted; nothing where all are free.
pub(super) type Prices = Vec<Vec<Option<Vec<f64>>>>;

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
        let models = objectives.privacy.iter().map(|name| privacy::find(name)).collect::<Result<Vec<_>>>()?;
        let metrics = objectives.loss.iter().map(|name| loss::find(name)).collect::<Result<Vec<_>>>()?;
        if let Some(about) = metrics.iter().find(|about| about.needs == Needs::Label && frequency.label.is_none()) {
            return Err(Error::study(
                "loss",
                format!("{} needs a class attribute", about.name),
                "give the column with the label role = \"class\" (or --class NAME)",
            ));
        }
        let sensitive = frequency.sensitive.iter().map(|s| s.totals.clone()).zip(hierarchies);
        let sensitive: Vec<Sensitive> = sensitive.map(|(totals, levels)| Sensitive { totals, levels }).collect();
        let parameters = Parameters { c: objectives.c, alpha: objectives.alpha };
        let built = models.iter().map(|about| (about.build)(&parameters, &sensitive));
        let (model, more_models) = first("privacy", "privacy model", built.collect::<Result<_>>()?)?;
        let attributes: Arc<[Attribute]> = Arc::from(frequency.attributes.clone());
        let priced = metrics.iter().map(|about| {
            let metric = (about.build)(attributes.clone());
            let prices = prices(&frequency, &lattice, metric.as_ref());
            (metric, prices)
        });
        let ((metric, prices), more_metrics) = first("loss", "loss metric", priced.collect())?;
        let (about_model, further_models) = first("privacy", "privacy model", models)?;
        let (about_metric, further_metrics) = first("loss", "loss metric", metrics)?;
        let all_prices = std::iter::once(&prices).chain(more_metrics.iter().map(|(_, prices)| prices));
        let cell_sums = all_prices.map(|prices| cell_sums(&frequency, prices)).collect();
        let (rule, limit) = match suppression.rule {
            Rule::AtWeightedK => (Rule::AtWeightedK, at_weighted_k(about_model, frequency.rows)?),
            rule => (rule, suppression.limit.rows(frequency.rows)),
        };
        let cuts = Cuts::free(&lattice);
        Ok(Problem {
            frequency,
            lattice,
            cuts,
            about_model,
            about_metric,
            further_models,
            further_metrics,
            suppressed_rows: objectives.suppressed_rows,
            parameters,
            rule,
            limit,
            model,
            metric,
            prices,
            more_models,
            more_metrics,
            cell_sums,
        })
    }

    /// The same problem with these cuts, where attributes have an order of their own or may not be cut freely.
    pub fn with_cuts(self, cuts: Cuts) -> Problem {
        Problem { cuts, ..self }
    }

    /// All privacy models, the first one first.
    pub fn models(&self) -> impl Iterator<Item = &'static privacy::About> {
        std::iter::once(self.about_model).chain(self.further_models.iter().copied())
    }

    /// All loss metrics, the first one first.
    pub fn metrics(&self) -> impl Iterator<Item = &'static loss::About> {
        std::iter::once(self.about_metric).chain(self.further_metrics.iter().copied())
    }

    /// What classes must carry for this problem.
    pub fn track(&self) -> Track {
        let needed = |needs: Needs| self.metrics().any(|about| about.needs == needs);
        Track {
            sensitive: self.models().any(|about| about.sensitive),
            label: needed(Needs::Label),
            extents: needed(Needs::Extents),
        }
    }

    /// The classes of one node, straight from the tuples.
    pub fn classes(&self, node: &[u8]) -> Classes {
        self.classes_of(&self.lattice.groupings(node))
    }

    /// The classes of a point of any space, from the groups that it shows.
    pub fn classes_of(&self, groupings: &[&Grouping]) -> Classes {
        Classes::finest(&self.frequency, self.track()).roll_up(&self.frequency, groupings, &mut Scratch::default())
    }

    /// The groups that a point of a space shows, per attribute.
    pub fn groupings(&self, space: Space, point: &[u8]) -> Vec<Grouping> {
        match space {
            Space::Lattice => self.lattice.groupings(point).into_iter().cloned().collect(),
            Space::Cuts => self.cuts.groupings(point),
        }
    }
}

/// Weighted-k is a number of rows, so the model that it is a threshold of must count rows. It may take all but one class.
fn at_weighted_k(about: &privacy::About, rows: u64) -> Result<u64> {
    if matches!(about.name, "weighted-k" | "k-anonymity") {
        return Ok(rows);
    }
    let what = format!("at-weighted-k suppresses classes of few rows, and {} does not count rows", about.name);
    Err(Error::study("rule", what, "let weighted-k or k-anonymity be the first privacy model, or choose another rule"))
}

/// The first of a list and the others. Studies are checked, so that a list is never empty; a program's need not be.
fn first<T>(place: &str, what: &str, list: Vec<T>) -> Result<(T, Vec<T>)> {
    let mut list = list.into_iter();
    match list.next() {
        Some(first) => Ok((first, list.collect())),
        None => Err(Error::study(place, format!("there is no {what}"), "name one or more")),
    }
}

/// The mean price of a row's cell at each attribute and level.
fn cell_sums(frequency: &Frequency, prices: &Prices) -> Vec<Vec<f64>> {
    let of_attribute = |(a, levels): (usize, &Vec<Option<Vec<f64>>>)| {
        levels.iter().map(|prices| cell_mean(frequency, a, prices.as_deref())).collect()
    };
    prices.iter().enumerate().map(of_attribute).collect()
}

/// The mean price of a row's cell of an attribute.
pub(super) fn cell_mean(frequency: &Frequency, attribute: usize, prices: Option<&[f64]>) -> f64 {
    let counts = &frequency.attributes[attribute].counts;
    let sum = |prices: &[f64]| prices.iter().zip(counts).map(|(price, n)| price * *n as f64).sum::<f64>();
    prices.map_or(0.0, sum) / frequency.rows.max(1) as f64
}

/// What each value's cell costs at a node, per attribute.
pub(super) fn cells_at<'p>(prices: &'p Prices, node: &[u8]) -> impl Iterator<Item = Option<&'p [f64]>> {
    node.iter().zip(prices).map(|(level, levels)| levels[*level as usize].as_deref())
}

fn prices(frequency: &Frequency, lattice: &Lattice, metric: &dyn Metric) -> Prices {
    let of_attribute = |(a, levels): (usize, &Vec<Grouping>)| {
        levels.iter().map(|grouping| cell_prices(frequency, metric, a, grouping)).collect()
    };
    lattice.levels.iter().enumerate().map(of_attribute).collect()
}

/// What each value's cell costs where an attribute shows these groups, already weighted; nothing where all are free.
pub(super) fn cell_prices(
    frequency: &Frequency,
    metric: &dyn Metric,
    attribute: usize,
    grouping: &Grouping,
) -> Option<Vec<f64>> {
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    let cells = metric.cells(attribute, grouping);
    let share = frequency.attributes[attribute].weight / weights;
    let prices: Vec<f64> = grouping.group_of.iter().map(|group| share * cells[*group as usize]).collect();
    prices.iter().any(|p| *p != 0.0).then_some(prices)
}
