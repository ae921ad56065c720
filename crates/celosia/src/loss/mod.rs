//! Loss metrics: what a point costs. One metric per file, one line per metric in [`METRICS`].
//!
//! A loss is made of what each kept class costs and what suppressed rows cost. Most metrics price cells: what it
//! costs to show a set of values instead of one; a class then costs its rows times the weighted mean of its cells.

mod average_class_size;
mod certainty_penalty;
mod classification_error;
mod discernibility;
mod entropy;
mod general_loss;
mod generalization_loss;
mod generalization_set;
mod hierarchical_discernibility;
mod kept_classification_error;
mod precision;
mod queries;
mod query_error;
#[cfg(test)]
mod tests;
mod usefulness;

pub use average_class_size::normalised as normalised_average_class_size;
pub use generalization_set::of_set as information_loss_of_set;
pub use hierarchical_discernibility::of_value as discernibility_of_value;
pub use queries::{MOST_COLUMNS, Queries, Query, part_within};

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::frequency::{Attribute, Histogram};
use crate::space::Set;

/// Every metric. The command's values, the help, the reference page and the property tests iterate this list.
pub static METRICS: &[About] = &[
    general_loss::GENERAL_LOSS,
    discernibility::DISCERNIBILITY,
    classification_error::CLASSIFICATION_ERROR,
    average_class_size::AVERAGE_CLASS_SIZE,
    certainty_penalty::CERTAINTY_PENALTY,
    usefulness::USEFULNESS,
    usefulness::PROTECTION,
    precision::PRECISION,
    entropy::ENTROPY,
    generalization_set::GENERALIZATION_SET,
    hierarchical_discernibility::HIERARCHICAL_DISCERNIBILITY,
    generalization_loss::GENERALIZATION_LOSS,
    kept_classification_error::KEPT_CLASSIFICATION_ERROR,
    query_error::QUERY_ERROR,
];

/// What everybody should know of a metric, and how it is made.
pub struct About {
    /// Its name in studies, flags and JSON.
    pub name: &'static str,
    /// What it measures, in one sentence for a publisher.
    pub measures: &'static str,
    /// Formula in plain text.
    pub definition: &'static str,
    /// Range of the normalised value, and what the raw value is.
    pub range: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What a metric needs of the classes beyond their rows.
    pub needs: Needs,
    /// Generalizing never lowers the loss before suppression, and suppressing a class never lowers it either. The
    /// proof stands in the metric's file, and a property test attacks it.
    pub monotone: bool,
    /// The loss is a constant plus (sum of the costs of the kept classes + price × suppressed rows) / constant, the
    /// constants and the price being those of the table; no class costs more per row than the price; and classes that
    /// merge cost no less than before. So what suppressing a set of rows adds does not depend on the other rows, is
    /// never negative, and is no less where the rows lie in finer classes.
    pub additive: bool,
    /// Class costs are whole numbers, so sums of them are exact, in any order.
    pub whole: bool,
    /// A class costs exactly its rows times its [`row`](Class::row), and the loss depends on nothing else of the classes. So the loss
    /// before suppression is a sum over attributes, for each of its values the rows times the price of the group shown,
    /// and needs no classes. Where an additive metric is not so, what a class costs beyond its cells is itself never
    /// lower after classes merge.
    pub cells_only: bool,
    /// Makes the metric for a table.
    pub build: fn(Arc<[Attribute]>) -> Box<dyn Metric>,
}

/// What a metric needs of the classes beyond their rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Rows,
    /// The histogram of the class attribute.
    Label,
    /// The lowest and the highest value of each attribute.
    Extents,
    /// All classes at once: it is no sum over them, but worked out of the whole table ([`Queries`]).
    Counts,
}

/// A class, as a metric sees it.
#[derive(Debug, Clone, Copy)]
pub struct Class<'a> {
    /// Its rows.
    pub rows: u64,
    /// What one of its rows costs: the weighted mean of its cells, from [`Metric::cell`].
    pub row: f64,
    /// Histogram of the class attribute, for metrics that need it.
    pub label: Option<Histogram<'a>>,
    /// Lowest and highest value code of each attribute, for metrics that need them.
    pub extents: &'a [(u32, u32)],
}

/// What is left of a table after suppression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kept {
    /// Sum of the costs of the kept classes.
    pub cost: f64,
    /// Kept classes.
    pub classes: u64,
    /// Kept rows.
    pub rows: u64,
    /// Suppressed rows.
    pub suppressed: u64,
}

/// A loss, both ways of saying it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// 0 (nothing lost) … 1 (everything suppressed), where a bound exists.
    pub value: f64,
    /// As the paper states it.
    pub raw: f64,
}

/// A metric, made for a table.
pub trait Metric: Send + Sync {
    /// What one cell costs that shows this set of the attribute's values; nothing where the metric prices no cells. A row,
    /// the weighted mean of its cells, costs 0 … 1.
    fn cell(&self, _attribute: usize, _set: &Set) -> f64 {
        0.0
    }

    /// What a kept class costs: its rows times what one of them costs, unless the metric sees more than cells.
    fn class(&self, class: &Class) -> f64 {
        class.rows as f64 * class.row
    }

    /// The loss of a table.
    fn total(&self, kept: &Kept) -> Loss;
}

/// The metric of a name.
pub fn find(name: &str) -> Result<&'static About> {
    let found = METRICS.iter().find(|m| m.name == name);
    found.ok_or_else(|| Error::unknown("objectives.loss", "loss metric", name, METRICS.iter().map(|m| m.name)))
}

/// The loss of a metric that prices cells: the mean over all rows, a suppressed row costing 1; raw, the sum over all
/// cells. Additive, because rows are shared out, not created: kept and suppressed are together those of the table.
fn mean_over_rows(kept: &Kept, attributes: usize) -> Loss {
    let rows = (kept.rows + kept.suppressed) as f64;
    let sum = kept.cost + kept.suppressed as f64;
    Loss { value: if rows == 0.0 { 0.0 } else { sum / rows }, raw: sum * attributes as f64 }
}

/// Sum of the attributes' weights.
fn total_weight(attributes: &[Attribute]) -> f64 {
    attributes.iter().map(|a| a.weight).sum()
}

/// What part of a numeric attribute's range lies between two of its values; 0 where the range is empty.
fn part_of_range(numbers: &[f64], (lowest, highest): (usize, usize)) -> f64 {
    let [first, .., last] = numbers else { return 0.0 };
    // Halved, because the range of finite numbers need not be finite.
    let range = last / 2.0 - first / 2.0;
    if range > 0.0 { (numbers[highest] / 2.0 - numbers[lowest] / 2.0) / range } else { 0.0 }
}
