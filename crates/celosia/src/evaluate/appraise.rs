//! All that exact search wants to know of an evaluated node, from one look at its classes: outcomes, ceiling, remainders
//! and the weakest classes rest on the same protections, costs and order.

use super::problem::cells_at;
use super::weakest::Order;
use super::{Ceiling, Outcome, Problem};
use crate::classes::Classes;
use crate::privacy::Over;

/// What an evaluated node comes to, and what it says of its neighbours.
#[derive(Debug, Clone, PartialEq)]
pub struct Appraisal {
    /// As of [`Problem::outcomes`].
    pub outcomes: Vec<Outcome>,
    /// As of [`Problem::ceiling`].
    pub ceiling: Ceiling,
    /// As of [`Problem::remainders`].
    pub remainders: Vec<f64>,
    /// The weakest classes, weakest first, as many as hold so many rows; all where there are fewer.
    pub weakest: Vec<u32>,
}

impl Problem {
    /// Everything at once. `rows` says how many rows the weakest classes shall hold.
    pub fn appraise(&self, node: &[u8], classes: &Classes, rows: u64) -> Appraisal {
        let protections = self.protections(classes);
        let order = Order::new(&protections, rows.max(self.limit.saturating_add(1)));
        let weakest = order.holding(classes, rows);
        if !self.is_plain() || self.about_model.over == Over::RowMean {
            return Appraisal {
                outcomes: self.outcomes(node, classes),
                ceiling: self.ceiling(node, classes),
                remainders: self.remainders(node, classes),
                weakest,
            };
        }
        let weak = self.weakest_of(classes, &protections, &order);
        let cells: Vec<Option<&[f64]>> = cells_at(&self.prices, node).collect();
        let costs = self.first_costs(&cells, classes, &weak.0);
        let reach = self.reach(self.model.as_ref(), classes);
        // Where a class reaches what it has, as in k-anonymity, the order is the same.
        let steps = match reach == protections {
            true => self.steps_of(classes, &reach, &weak, &[self.first_adds(classes, &weak.0, &costs.weak)], true),
            false => self.steps(node, classes, true),
        };
        Appraisal {
            ceiling: Ceiling { steps, further: Vec::new() },
            remainders: vec![self.first_remainder(node, classes, costs.all)],
            outcomes: self.outcomes_judged(classes, &protections, &weak, &costs),
            weakest,
        }
    }
}
