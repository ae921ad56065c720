//! A loss metric at work: what cells cost at every level of the lattice, and what classes cost.

use std::borrow::Cow;
use std::sync::Arc;

use crate::classes::Classes;
use crate::frequency::{Attribute, Frequency};
use crate::loss::{About, Class, Metric};
use crate::space::{Grouping, Lattice, Regions, Sets};

/// A loss metric of a problem, with its prices.
pub struct Priced {
    /// Its name, and what it declares.
    pub about: &'static About,
    pub(super) metric: Box<dyn Metric>,
    /// Per attribute and level the price of each value's cell, already weighted; nothing where all are free.
    prices: Vec<Vec<Option<Vec<f64>>>>,
    /// What the cells of each attribute and level add to the loss before suppression.
    means: Vec<Vec<f64>>,
}

/// What cells cost at a point by one metric.
pub(super) enum Cells<'p> {
    /// Per attribute and value; nothing where all of an attribute are free.
    ByColumn(Vec<Option<Cow<'p, [f64]>>>),
    /// Those of a row together, per class.
    ByClass(Vec<f64>),
}

impl Priced {
    pub(super) fn new(
        about: &'static About,
        attributes: Arc<[Attribute]>,
        frequency: &Frequency,
        lattice: &Lattice,
    ) -> Priced {
        let metric = (about.build)(attributes);
        let of_attribute = |(a, levels): (usize, &Vec<Grouping>)| -> Vec<Option<Vec<f64>>> {
            let mut sets = Sets::default();
            levels.iter().map(|grouping| cell_prices(frequency, metric.as_ref(), a, grouping, &mut sets)).collect()
        };
        let prices: Vec<Vec<Option<Vec<f64>>>> = lattice.levels.iter().enumerate().map(of_attribute).collect();
        let means = |(a, levels): (usize, &Vec<Option<Vec<f64>>>)| {
            levels.iter().map(|prices| cell_mean(frequency, a, prices.as_deref())).collect()
        };
        Priced { about, means: prices.iter().enumerate().map(means).collect(), metric, prices }
    }

    /// What each value's cell costs at a node, per attribute.
    pub(super) fn cells_at(&self, node: &[u8]) -> Cells<'_> {
        let levels = node.iter().zip(&self.prices).map(|(level, levels)| &levels[*level as usize]);
        Cells::ByColumn(levels.map(|prices| prices.as_deref().map(Cow::from)).collect())
    }

    /// What each value's cell of an attribute costs at a level; nothing where all are free.
    pub(super) fn prices_of(&self, attribute: usize, level: usize) -> Option<&[f64]> {
        self.prices[attribute][level].as_deref()
    }

    /// What the cells of each attribute and level add to the mean of a row.
    pub(super) fn means(&self) -> &[Vec<f64>] {
        &self.means
    }

    /// The prices themselves, as [`cells_at`](Priced::cells_at) has them.
    pub(super) fn prices_at(&self, node: &[u8]) -> Vec<Option<&[f64]>> {
        node.iter().zip(&self.prices).map(|(level, levels)| levels[usize::from(*level)].as_deref()).collect()
    }

    /// What each value's cell costs where attributes show these groups.
    pub(super) fn cells_of(&self, frequency: &Frequency, groupings: &[Grouping]) -> Cells<'static> {
        let mut sets = Sets::default();
        let of = |(a, grouping): (usize, &Grouping)| {
            cell_prices(frequency, self.metric.as_ref(), a, grouping, &mut sets).map(Cow::from)
        };
        Cells::ByColumn(groupings.iter().enumerate().map(of).collect())
    }

    /// What the cells of a row cost where each class shows sets of its own.
    pub(super) fn cells_of_regions(&self, frequency: &Frequency, regions: &Regions) -> Cells<'static> {
        let price = |(a, sets): (usize, &Sets)| -> Vec<f64> {
            let share = share(frequency, a);
            sets.iter().map(|set| share * self.metric.cell(a, &set)).collect()
        };
        let prices: Vec<Vec<f64>> = regions.sets().iter().enumerate().map(price).collect();
        let row = |class: u32| prices.iter().zip(regions.shows(class)).map(|(of, set)| of[*set as usize]).sum();
        Cells::ByClass((0..regions.classes() as u32).map(row).collect())
    }

    /// What the cells of a row of a node cost on average.
    pub(super) fn mean_at(&self, node: &[u8]) -> f64 {
        node.iter().zip(&self.means).map(|(level, of)| of[*level as usize]).sum()
    }

    /// The cost of some classes, if they are kept.
    pub(super) fn costs(
        &self,
        frequency: &Frequency,
        cells: &Cells,
        classes: &Classes,
        which: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> Vec<f64> {
        let row = match cells {
            Cells::ByClass(of_class) => which.clone().map(|class| of_class[class as usize]).collect(),
            Cells::ByColumn(cells) => {
                let mut row = vec![0.0; which.len()];
                for (prices, column) in cells.iter().zip(&frequency.columns) {
                    if let Some(prices) = prices {
                        for (row, class) in row.iter_mut().zip(which.clone()) {
                            *row += prices[column[classes.first[class as usize] as usize] as usize];
                        }
                    }
                }
                row
            }
        };
        let attributes = frequency.columns.len();
        let cost = |(class, row): (u32, f64)| {
            let class = class as usize;
            let extents = match &classes.extents {
                Some(extents) => &extents[class * attributes..(class + 1) * attributes],
                None => &[],
            };
            let label = classes.label.as_ref().map(|h| h.of(class));
            self.metric.class(&Class { rows: classes.rows[class], row, label, extents })
        };
        which.zip(row).map(cost).collect()
    }

    /// The cost of every class, if it is kept.
    pub(super) fn all_costs(&self, frequency: &Frequency, cells: &Cells, classes: &Classes) -> Vec<f64> {
        self.costs(frequency, cells, classes, 0..classes.len() as u32)
    }

    /// What all classes cost, and what each of some weak ones does. Where cells are all that costs, and a value costs the
    /// same in every class, the sum is known without a look at the classes.
    pub(super) fn split_costs(&self, frequency: &Frequency, cells: &Cells, classes: &Classes, weak: &[u32]) -> Costs {
        if let (true, Cells::ByColumn(cells_of)) = (self.about.cells_only, cells) {
            let means = cells_of.iter().enumerate().map(|(a, prices)| cell_mean(frequency, a, prices.as_deref()));
            let all = means.sum::<f64>() * frequency.rows as f64;
            return Costs { all, weak: self.costs(frequency, cells, classes, weak.iter().copied()) };
        }
        let costs = self.all_costs(frequency, cells, classes);
        Costs { all: costs.iter().sum(), weak: weak.iter().map(|class| costs[*class as usize]).collect() }
    }
}

/// What classes cost by a metric.
pub(super) struct Costs {
    /// All classes together.
    pub all: f64,
    /// Each of the weak ones.
    pub weak: Vec<f64>,
}

/// The mean price of a row's cell of an attribute.
fn cell_mean(frequency: &Frequency, attribute: usize, prices: Option<&[f64]>) -> f64 {
    let counts = &frequency.attributes[attribute].counts;
    let sum = |prices: &[f64]| prices.iter().zip(counts).map(|(price, n)| price * *n as f64).sum::<f64>();
    prices.map_or(0.0, sum) / frequency.rows.max(1) as f64
}

/// What each value's cell costs where an attribute shows these groups, already weighted; nothing where all are free. The sets
/// are memory that is used again.
fn cell_prices(
    frequency: &Frequency,
    metric: &dyn Metric,
    attribute: usize,
    grouping: &Grouping,
    sets: &mut Sets,
) -> Option<Vec<f64>> {
    let share = share(frequency, attribute);
    sets.become_grouping(grouping, &frequency.attributes[attribute].counts);
    let cells: Vec<f64> = sets.iter().map(|set| share * metric.cell(attribute, &set)).collect();
    let prices: Vec<f64> = grouping.group_of.iter().map(|group| cells[*group as usize]).collect();
    prices.iter().any(|p| *p != 0.0).then_some(prices)
}

/// The part of a row's price that an attribute's cell has.
pub(super) fn share(frequency: &Frequency, attribute: usize) -> f64 {
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    frequency.attributes[attribute].weight / weights
}
