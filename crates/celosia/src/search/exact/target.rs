//! What is asked: the whole front, or one point of it. A bound that cannot improve the answer excludes a node.

use crate::evaluate::Outcome;
use crate::front::{Archive, Point, Stopped};
use crate::search::Question;
use crate::space::Node;

/// The best answer so far.
#[derive(Clone)]
pub struct Target {
    question: Question,
    archive: Archive,
    /// The loss (or protection) of the best answer to a question for one point: all points of the archive have it.
    best: Option<f64>,
}

impl Target {
    pub fn new(question: Question) -> Self {
        Target { question, archive: Archive::default(), best: None }
    }

    /// Nothing yet, of the same question.
    pub fn empty(&self) -> Self {
        Target::new(self.question)
    }

    /// Takes in what another has.
    pub fn merge(&mut self, other: Target) {
        for point in other.into_points() {
            let all = point.ties.into_iter().chain([(point.place, point.outcome)]);
            for (place, outcome) in all {
                if let Some(node) = place.node()
                    && !self.beats(outcome.protection, outcome.loss.value, &outcome.further)
                {
                    self.offer(node, outcome);
                }
            }
        }
    }

    /// Would a point with these values leave the answer as it is? Ties would not: they belong to the answer.
    pub fn beats(&self, protection: f64, loss: f64, further: &[f64]) -> bool {
        let beaten = || self.archive.beats(protection, loss, further);
        match (self.question, self.best) {
            (Question::Front, _) => beaten(),
            (Question::Protection(least), best) => {
                protection < least || best.is_some_and(|best| best < loss || (best == loss && beaten()))
            }
            (Question::Loss(most), best) => {
                loss > most || best.is_some_and(|best| best > protection || (best == protection && beaten()))
            }
        }
    }

    /// Takes in an outcome of an evaluated node that it does not beat. From which to which protection does that change the
    /// answer?
    pub fn offer(&mut self, node: &Node, outcome: Outcome) -> (f64, f64) {
        let (protection, loss) = (outcome.protection, outcome.loss.value);
        let answer = match self.question {
            Question::Front => None,
            Question::Protection(_) => Some(loss),
            Question::Loss(_) => Some(protection),
        };
        if self.best != answer {
            self.archive = Archive::default();
            self.best = answer;
        }
        self.archive.offer(node, outcome);
        match self.question {
            // Points that are less private and lose less stay what they are.
            Question::Front => (self.archive.protection_below(loss), protection),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// More loss than this is beaten at a protection.
    pub fn loss_at(&self, protection: f64) -> f64 {
        match (self.question, self.best) {
            (Question::Front, _) => self.archive.loss_at(protection),
            (Question::Protection(least), _) if protection < least => f64::NEG_INFINITY,
            (Question::Protection(_), best) => best.unwrap_or(f64::INFINITY),
            (Question::Loss(_), Some(best)) if best > protection => f64::NEG_INFINITY,
            (Question::Loss(most), _) => most,
        }
    }

    /// How many points it has.
    pub fn points(&self) -> usize {
        self.archive.len()
    }

    /// Why the answer is complete.
    pub fn why(&self) -> Stopped {
        match self.question {
            Question::Front => Stopped::Excluded,
            Question::Protection(_) => Stopped::ExcludedByPrivacy,
            Question::Loss(_) => Stopped::ExcludedByLoss,
        }
    }

    pub fn into_points(self) -> Vec<Point> {
        self.archive.into_points()
    }
}
