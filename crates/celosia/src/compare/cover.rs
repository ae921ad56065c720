//! Coverage (Zitzler and Thiele 1999): the share of one front's points that another is at least as good as.

use crate::evaluate::Objective;
use crate::privacy::Goal;

/// Values that agree this far are the same: those of files have been printed and read again.
const SAME: f64 = 1e-11;

/// The share of `other`'s points that a point of `one` weakly dominates: at least as good in every objective. Values are as
/// people know them. Nothing where `other` has no points.
pub fn covers(objectives: &[Objective], one: &[Vec<f64>], other: &[Vec<f64>]) -> Option<f64> {
    let as_good = |a: f64, b: f64, goal: Goal| {
        // Infinity is as good as itself, and no difference of infinities is a number.
        let slack = if b.is_finite() { SAME * b.abs().max(1.0) } else { 0.0 };
        if goal == Goal::Max { a >= b - slack } else { a <= b + slack }
    };
    let dominates = |a: &Vec<f64>, b: &Vec<f64>| {
        a.iter().zip(b).zip(objectives).all(|((a, b), objective)| as_good(*a, *b, objective.goal))
    };
    let covered = other.iter().filter(|b| one.iter().any(|a| dominates(a, b))).count();
    (!other.is_empty()).then(|| covered as f64 / other.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Aim;

    fn objective(goal: Goal, aim: Aim) -> Objective {
        Objective { name: "o", goal, aim, parameter: None, measures: "" }
    }

    #[test]
    fn worked_by_hand() {
        let two = [objective(Goal::Max, Aim::Privacy), objective(Goal::Min, Aim::Loss)];
        let one = [vec![10.0, 0.5], vec![5.0, 0.2]];
        // The first is beaten, the second equal to the last digit but one, the third is better than any of ours.
        let other = [vec![8.0, 0.6], vec![5.0, 0.2 - 1e-13], vec![5.0, 0.1], vec![11.0, 0.9]];
        assert_eq!(covers(&two, &one, &other), Some(0.5));
        assert_eq!(covers(&two, &other, &one), Some(0.5), "10 at 0.5 is not covered; 5 at 0.2 is");
        assert_eq!(covers(&two, &one, &one), Some(1.0));
        assert_eq!(covers(&two, &one, &[]), None);
        assert_eq!(covers(&two, &[], &one), Some(0.0));
    }

    #[test]
    fn infinite_levels_cover_themselves() {
        let two = [objective(Goal::Min, Aim::Privacy), objective(Goal::Min, Aim::Loss)];
        let none = [vec![f64::INFINITY, 0.1]];
        assert_eq!(covers(&two, &none, &none), Some(1.0));
        assert_eq!(covers(&two, &[vec![3.0, 0.1]], &none), Some(1.0));
        assert_eq!(covers(&two, &none, &[vec![3.0, 0.1]]), Some(0.0));
    }
}
