//! Levels of privacy that are climbed for, each with what is best for it.

use super::guess::Guess;
use crate::evaluate::Stage;
use crate::space::Node;

/// As many of the best nodes of a target live.
const ELITES: usize = 8;
/// Being over the limit costs this in any case, …
const OVER: f64 = 0.0005;

/// A level of privacy.
pub struct Target {
    /// The protection that is wanted.
    pub protection: f64,
    /// The best nodes for it with their values, best first.
    pub elites: Vec<(f64, Node)>,
    pub guess: Guess,
}

/// What a node is worth for a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// The loss where all classes are suppressed that are weaker than the target.
    pub loss: f64,
    /// Rows suppressed beyond the limit, as a part of all.
    pub over: f64,
    /// Rows suppressed.
    pub suppressed: u64,
}

impl Worth {
    /// The loss and what being over the limit is charged with. The less the better.
    pub fn value(&self, charge: f64) -> f64 {
        self.loss + fine(self.over, charge)
    }
}

/// What being over the limit by a part of the rows costs: … and more, the more it is.
pub fn fine(over: f64, charge: f64) -> f64 {
    if over > 0.0 { OVER + charge * over } else { 0.0 }
}

impl Target {
    /// What a node is worth that has these steps, by rising protection; nothing where none is so private.
    pub fn worth(&self, steps: &[Stage], limit: u64, rows: u64) -> Option<Worth> {
        let from = steps.partition_point(|step| step.protection < self.protection);
        let worth = |step: &Stage| {
            let over = step.suppressed.saturating_sub(limit) as f64 / rows as f64;
            Worth { loss: step.loss, over, suppressed: step.suppressed }
        };
        // Suppressing more seldom loses less; of those within the limit the best counts.
        let allowed = steps[from..].iter().take_while(|step| step.suppressed <= limit);
        let best = allowed.min_by(|a, b| a.loss.total_cmp(&b.loss)).or(steps.get(from));
        best.map(worth)
    }

    /// Takes in a node that is among the best. Each node is offered once.
    pub fn offer(&mut self, node: &Node, value: f64) {
        let at = self.elites.partition_point(|(other, _)| *other <= value);
        if at < ELITES {
            self.elites.insert(at, (value, node.clone()));
            self.elites.truncate(ELITES);
        }
    }

    /// A node whose loss is no less than this is no elite.
    pub fn worst(&self) -> f64 {
        if self.elites.len() < ELITES { f64::INFINITY } else { self.elites[ELITES - 1].0 }
    }
}
