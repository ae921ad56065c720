//! What single cells cost, and the loss that these come to, as slowly as they are told.

use super::Problem;
use crate::loss::Kept;
use crate::space::{Grouping, Set};

/// What a cell of an attribute costs that shows these values, by the first metric: in the share that the attribute has of a row.
pub fn naive_cell(problem: &Problem, attribute: usize, values: &[u32]) -> f64 {
    let frequency = &problem.frequency;
    let of_attribute = &frequency.attributes[attribute];
    let group = |level: &Grouping, value: &u32| level.group_of[*value as usize];
    let together = |level: &&Grouping| values.iter().all(|value| group(level, value) == group(level, &values[0]));
    // As high as the lowest group around all of them.
    let lowest = problem.lattice.levels[attribute].iter().find(together);
    let height = lowest.map_or(1.0, |level| level.heights[group(level, &values[0]) as usize]);
    let rows = values.iter().map(|value| of_attribute.counts[*value as usize]).sum();
    let open = of_attribute.leaves.as_ref().map_or(values.len() as u64, |leaves| leaves.of(values));
    let weights: f64 = frequency.attributes.iter().map(|a| a.weight).sum();
    of_attribute.weight / weights * problem.priced[0].metric.cell(attribute, &Set { values, rows, height, open })
}

/// The first loss of a table of which so many rows are kept, which together cost so much; the others are suppressed.
pub fn naive_loss(problem: &Problem, cost: f64, kept: u64) -> f64 {
    let suppressed = problem.frequency.rows - kept;
    let kept = Kept { cost, classes: u64::from(kept > 0), rows: kept, suppressed };
    problem.priced[0].metric.total(&kept).value
}
