//! How many rows a node suppresses at a target, guessed: the logarithm is a sum of one number for each attribute and level.
//! They begin with how much the attribute tells apart at the level, and every evaluated node corrects them.

use crate::evaluate::Problem;

/// Added to the rows, so that none has a logarithm.
const NONE: f64 = 5.0;
/// This part of an error is corrected at once.
const RATE: f64 = 0.3;

/// What is guessed for one target.
#[derive(Debug, Clone)]
pub struct Guess {
    /// Per attribute and level; nothing at a top that tells nothing apart.
    of: Vec<Vec<f64>>,
    /// Nothing is known but how much attributes tell apart.
    pub fresh: bool,
    rows: f64,
}

impl Guess {
    /// Before anything was evaluated.
    pub fn new(problem: &Problem) -> Guess {
        let attributes = problem.frequency.attributes.iter().zip(&problem.lattice.levels);
        let of = attributes.map(|(a, levels)| levels.iter().map(|level| level.entropy(&a.counts)).collect()).collect();
        Guess { of, fresh: true, rows: problem.frequency.rows as f64 }
    }

    /// The sum of a node.
    pub fn sum(&self, node: &[u8]) -> f64 {
        self.of.iter().zip(node).map(|(levels, level)| levels[usize::from(*level)]).sum()
    }

    /// What one attribute and level adds.
    pub fn part(&self, attribute: usize, level: u8) -> f64 {
        self.of[attribute][usize::from(level)]
    }

    /// The rows that a sum stands for.
    pub fn rows(&self, sum: f64) -> f64 {
        (sum + NONE.ln()).exp().min(self.rows + NONE) - NONE
    }

    /// Learns how many rows a node suppresses, or that they are at least so many.
    pub fn learn(&mut self, node: &[u8], suppressed: u64, at_least: bool) {
        let sum = self.sum(node);
        let error = (suppressed as f64 + NONE).ln() - NONE.ln() - sum;
        let most = ((self.rows + NONE) / NONE).ln();
        // More than all rows cannot be seen: a sum beyond them is no error.
        if (at_least && error <= 0.0) || (sum > most && sum + error >= most * 0.999) {
            return;
        }
        self.fresh = false;
        let counts = |levels: &Vec<f64>, level: u8| levels[usize::from(level)] > 0.0;
        let active = self.of.iter().zip(node).filter(|(levels, level)| counts(levels, **level)).count();
        if active == 0 {
            return;
        }
        // Half of it to all alike, half of it in proportion to what they say.
        let (each, of_each) = (RATE / 2.0 * error / active as f64, RATE / 2.0 * error / sum.max(1e-9));
        for (levels, level) in self.of.iter_mut().zip(node) {
            let part = &mut levels[usize::from(*level)];
            if *part > 0.0 {
                *part = (*part * (1.0 + of_each) + each).max(1e-6);
            }
        }
    }
}
