//! Objectives on scales from 0, the worst that is possible, to 1, the best. They depend on the problem and not on a front,
//! so that fronts of several searches and spaces can be measured by one yardstick.

use crate::evaluate::{Aim, Objective, Problem};
use crate::privacy::Goal;

/// A scale for each objective of a problem.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitBox {
    scales: Vec<Scale>,
}

/// How a value that people know becomes one between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Scale {
    /// log x / log most: k up to the rows, l up to the number of sensitive values. A publisher thinks of both in
    /// factors; 1 protects nobody and is 0.
    Factors { most: f64 },
    /// 1 − x / most: losses and t up to 1, suppressed rows up to all rows.
    Share { most: f64 },
    /// 1 / (1 + x): beta and delta, which have no bound that a table would come near.
    Unbounded,
    /// x / (1 + x), for a model with a level that rises without bound; none has today.
    UnboundedRise,
}

impl UnitBox {
    /// The scales of a problem's objectives.
    pub fn of(problem: &Problem) -> UnitBox {
        // No k is larger.
        let most = problem.frequency.persons.as_ref().map_or(problem.frequency.rows, |persons| persons.len() as u64);
        let rows = most as f64;
        let occurring = |totals: &[u64]| totals.iter().filter(|n| **n > 0).count() as f64;
        // A table's l is the least over its sensitive attributes.
        let values = problem.frequency.sensitive.iter().map(|s| occurring(&s.totals)).fold(f64::INFINITY, f64::min);
        UnitBox { scales: problem.objectives().iter().map(|objective| Scale::of(objective, rows, values)).collect() }
    }

    /// The place of a point in the box, from its values as people know them ([`Problem::values`]).
    pub fn place(&self, values: &[f64]) -> Vec<f64> {
        self.scales.iter().zip(values).map(|(scale, value)| scale.place(*value)).collect()
    }
}

impl Scale {
    fn of(objective: &Objective, rows: f64, values: f64) -> Scale {
        match (objective.aim, objective.goal, objective.parameter) {
            (Aim::Loss, ..) => Scale::Share { most: 1.0 },
            (Aim::Rows, ..) => Scale::Share { most: rows },
            (Aim::Privacy, Goal::Max, Some("k")) => Scale::Factors { most: rows },
            (Aim::Privacy, Goal::Max, Some("l")) if values.is_finite() => Scale::Factors { most: values },
            (Aim::Privacy, Goal::Min, Some("t")) => Scale::Share { most: 1.0 },
            (Aim::Privacy, Goal::Min, _) => Scale::Unbounded,
            (Aim::Privacy, Goal::Max, _) => Scale::UnboundedRise,
        }
    }

    fn place(self, x: f64) -> f64 {
        let place = match self {
            Scale::Factors { most } if x >= most => 1.0,
            Scale::Factors { most } => x.max(1.0).ln() / most.ln(),
            Scale::Share { most } => 1.0 - x / most,
            Scale::Unbounded => 1.0 / (1.0 + x.max(0.0)),
            Scale::UnboundedRise if x == f64::INFINITY => 1.0,
            Scale::UnboundedRise => x.max(0.0) / (1.0 + x.max(0.0)),
        };
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_k_and_l_are_steps_of_one_length() {
        let k = Scale::Factors { most: 10_000.0 };
        let places: Vec<f64> = [0.0, 1.0, 10.0, 100.0, 10_000.0, f64::INFINITY].map(|x| k.place(x)).to_vec();
        assert_eq!(places[..2], [0.0, 0.0]);
        assert!((places[2] - 0.25).abs() < 1e-12 && (places[3] - 0.5).abs() < 1e-12);
        assert_eq!(places[4..], [1.0, 1.0]);
        // One sensitive value, one row: as good as it gets.
        assert_eq!(Scale::Factors { most: 1.0 }.place(1.0), 1.0);
    }

    #[test]
    fn what_should_be_small_is_best_at_0() {
        let t = Scale::Share { most: 1.0 };
        assert_eq!([0.0, 0.25, 1.0, f64::INFINITY, f64::NAN].map(|x| t.place(x)), [1.0, 0.75, 0.0, 0.0, 0.0]);
        assert_eq!(Scale::Share { most: 50.0 }.place(10.0), 0.8);
        assert_eq!([0.0, 1.0, 3.0, f64::INFINITY].map(|x| Scale::Unbounded.place(x)), [1.0, 0.5, 0.25, 0.0]);
        assert_eq!([0.0, 1.0, 3.0, f64::INFINITY].map(|x| Scale::UnboundedRise.place(x)), [0.0, 0.5, 0.75, 1.0]);
    }
}
