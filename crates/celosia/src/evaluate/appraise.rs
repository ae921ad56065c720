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
        let Judged { protections, weakest, weak } = self.judge(classes, rows);
        if !self.is_plain() || self.about_model.over == Over::RowMean {
            return Appraisal {
                outcomes: self.outcomes(node, classes),
                ceiling: self.ceiling(node, classes),
                remainders: self.remainders(node, classes),
                weakest,
            };
        }
        let cells: Vec<Option<&[f64]>> = cells_at(&self.prices, node).collect();
        let costs = self.first_costs(&cells, classes, &weak.0);
        let steps = match self.model.reaches_what_it_has() {
            true => {
                self.steps_of(classes, &protections, &weak, &[self.first_adds(classes, &weak.0, &costs.weak)], true)
            }
            false => self.steps(node, classes, true),
        };
        Appraisal {
            ceiling: Ceiling { steps, further: Vec::new() },
            remainders: vec![self.first_remainder(node, classes, costs.all)],
            outcomes: self.outcomes_judged(classes, &protections, &weak, &costs),
            weakest,
        }
    }

    /// Ceiling and weakest classes from some of a node's classes.
    pub fn appraise_part(&self, node: &[u8], classes: &Classes, rows: u64) -> (Ceiling, Vec<u32>) {
        let Judged { protections, weakest, weak } = self.judge(classes, rows);
        if !self.is_plain() || self.about_model.over == Over::RowMean || !self.model.reaches_what_it_has() {
            return (self.ceiling(node, classes), weakest);
        }
        let whole = classes.rows.iter().sum::<u64>() == self.frequency.rows;
        let steps = self.steps_of(classes, &protections, &weak, &self.adds(node, classes, &weak.0), whole);
        (Ceiling { steps, further: Vec::new() }, weakest)
    }

    fn judge(&self, classes: &Classes, rows: u64) -> Judged {
        let protections = self.protections(classes);
        let order = Order::of_rows(&protections, classes, rows.max(self.limit.saturating_add(1)));
        let weakest = order.holding(classes, rows);
        let weak = self.weakest_of(classes, &protections, &order);
        Judged { protections, weakest, weak }
    }
}

/// How strong classes are under the first model: each, the weakest that hold so many rows, and those that can go.
struct Judged {
    protections: Vec<f64>,
    weakest: Vec<u32>,
    weak: (Vec<u32>, Option<f64>),
}
