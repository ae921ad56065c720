//! All that exact search wants to know of an evaluated node, from one look at its classes: outcomes, ceiling, remainders
//! and the weakest classes rest on the same protections, costs and order.

use super::weakest::Order;
use super::{Ceiling, Outcome, Problem};
use crate::classes::{Classes, Scratch, Track};
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
    /// The weakest classes, weakest first, that hold the rows asked for; all where these are more than there are.
    pub weakest: Vec<u32>,
}

impl Problem {
    /// Everything at once. `rows` says how many rows the weakest classes shall hold.
    pub fn appraise(&self, node: &[u8], classes: &Classes, rows: u64) -> Appraisal {
        let Judged { protections, weakest, weak } = self.judge(classes, rows);
        let plain = self.two().filter(|(judge, _)| judge.about.over == Over::Least && !self.required.settles());
        let Some((judge, priced)) = plain else {
            return Appraisal {
                outcomes: self.outcomes(node, classes),
                ceiling: self.ceiling(node, classes),
                remainders: self.remainders(node, classes),
                weakest,
            };
        };
        let costs = priced.split_costs(&self.frequency, &priced.cells_at(node), classes, &weak.0);
        let steps = match judge.reaches_what_it_has() {
            true => {
                let adds = self.adds_of(priced, classes, &weak.0, &costs.weak);
                self.steps_of(classes, &protections, &weak, &[adds], true)
            }
            false => self.steps(node, classes, true),
        };
        Appraisal {
            ceiling: Ceiling { steps, further: Vec::new() },
            remainders: vec![self.remainder(priced, node, classes, || costs.all)],
            outcomes: self.outcomes_of_two((judge, priced), classes, &protections, &weak, &costs),
            weakest,
        }
    }

    /// What some tuples say of a node: all of those that lie in the same class with one of them must be among them. `rows`
    /// says how many rows the weakest classes shall hold. The scratch memory says which class each tuple went to.
    pub fn appraise_part(&self, node: &[u8], tuples: &[u32], rows: u64, scratch: &mut Scratch) -> Part {
        let at_once = self.two().is_some_and(|(judge, _)| judge.reaches_what_it_has());
        let track = self.track();
        let groupings = self.lattice.groupings(node);
        // What classes cost is asked of the weak ones only.
        let first = Track { label: track.label && !at_once, ..track };
        let mut classes = Classes::part(&self.frequency, first, &groupings, tuples, scratch);
        let Judged { protections, weakest, weak } = self.judge(&classes, rows);
        if !at_once {
            return Part { ceiling: self.ceiling(node, &classes), weakest, classes };
        }
        if track.label {
            classes.label_some(&self.frequency, tuples, &weak.0, scratch);
        }
        let whole = classes.rows.iter().sum::<u64>() == self.frequency.rows;
        let steps = self.steps_of(&classes, &protections, &weak, &self.adds(node, &classes, &weak.0), whole);
        Part { ceiling: Ceiling { steps, further: Vec::new() }, weakest, classes }
    }

    fn judge(&self, classes: &Classes, rows: u64) -> Judged {
        let protections = self.protections(classes);
        let order = Order::of_rows(&protections, classes, rows.max(self.limit.saturating_add(1)));
        let weakest = order.holding(classes, rows);
        let weak = self.weakest_of(&classes.charges(), &protections, &order);
        Judged { protections, weakest, weak }
    }
}

/// What a part of a node's classes says of it.
pub struct Part {
    /// These classes.
    pub classes: Classes,
    /// The ceiling that they put on specializations.
    pub ceiling: Ceiling,
    /// The weakest of them, weakest first.
    pub weakest: Vec<u32>,
}

/// How strong classes are under the first model: each, the weakest that hold the rows asked for, and those that can go.
struct Judged {
    protections: Vec<f64>,
    weakest: Vec<u32>,
    weak: (Vec<u32>, Option<f64>),
}
