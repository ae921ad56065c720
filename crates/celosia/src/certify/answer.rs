//! What counts as the answer, and which values leave it as it is. Values are such that higher is better.

use super::file::Question;
use crate::evaluate::Problem;

/// The points of an answer, by falling values.
pub struct Answer {
    question: Asked,
    points: Vec<Vec<f64>>,
    /// With two objectives, what the sorted points allow: binary search.
    plane: bool,
}

/// The question in protections and negated losses.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asked {
    Front,
    Protection(f64),
    Loss(f64),
}

/// At least as good in every value, and better in one?
fn dominates(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b) && a.iter().zip(b).any(|(a, b)| a > b)
}

impl Answer {
    /// The answer that these outcomes give, and for each outcome whether it belongs to it.
    pub fn of(problem: &Problem, question: Question, outcomes: &[Vec<f64>]) -> (Answer, Vec<bool>) {
        let question = match question {
            Question::Front => Asked::Front,
            Question::PrivacyAtLeast(level) => Asked::Protection(problem.model().protection(level)),
            Question::LossAtMost(loss) => Asked::Loss(-loss),
            Question::LeastLoss => Asked::Protection(f64::NEG_INFINITY),
        };
        let will_do = |at: &usize| match question {
            Asked::Front => true,
            Asked::Protection(least) => outcomes[*at][0] >= least,
            Asked::Loss(most) => outcomes[*at][1] >= most,
        };
        // What beats an outcome stands before it.
        let mut order: Vec<usize> = (0..outcomes.len()).filter(will_do).collect();
        let key = |at: usize| {
            let values = &outcomes[at];
            // One point is asked for: the better loss comes first, or the better protection.
            let first =
                if matches!(question, Asked::Protection(_)) { (values[1], values[0]) } else { (values[0], values[1]) };
            (first, &values[2..])
        };
        order.sort_by(|a, b| key(*b).partial_cmp(&key(*a)).unwrap_or(std::cmp::Ordering::Equal));
        let mut belongs = vec![false; outcomes.len()];
        let mut points: Vec<Vec<f64>> = Vec::new();
        // What beat the last outcome most often beats the next.
        let mut last = 0;
        for at in order {
            let values = &outcomes[at];
            if question != Asked::Front && points.first().is_some_and(|best| best[..2] != values[..2]) {
                break;
            }
            if points.get(last).is_some_and(|point| dominates(point, values)) {
                continue;
            }
            match points.iter().position(|point| dominates(point, values)) {
                Some(beats) => last = beats,
                None => {
                    belongs[at] = true;
                    if !points.iter().rev().any(|point| point == values) {
                        points.push(values.clone());
                    }
                }
            }
        }
        let plane = problem.objectives().len() == 2;
        (Answer { question, points, plane }, belongs)
    }

    /// Would an outcome with these values, or worse ones, leave the answer as it is? Ties would not: they belong to it.
    pub fn beats(&self, values: &[f64]) -> bool {
        let best = self.points.first();
        match self.question {
            Asked::Protection(least) => {
                values[0] < least || best.is_some_and(|b| (b[1], b[0]) > (values[1], values[0]))
            }
            Asked::Loss(most) => values[1] < most || best.is_some_and(|b| (b[0], b[1]) > (values[0], values[1])),
            Asked::Front if self.plane => {
                // Of the points that are private enough the last loses least.
                let enough = self.points.partition_point(|point| point[0] >= values[0]);
                enough > 0 && dominates(&self.points[enough - 1], values)
            }
            Asked::Front => {
                let enough = self.points.partition_point(|point| point[0] >= values[0]);
                self.points[..enough].iter().any(|point| dominates(point, values))
            }
        }
    }
}
