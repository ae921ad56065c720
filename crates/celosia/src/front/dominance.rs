//! Dominance, as in POkA 3.3, in any number of objectives.

use crate::evaluate::Outcome;

/// Does M beat N: at least as good in every objective, and better in one? Equal values do not beat one another.
pub fn dominates(m: &Outcome, n: &Outcome) -> bool {
    let further = || m.further.iter().zip(&n.further);
    m.protection >= n.protection
        && m.loss.value <= n.loss.value
        && further().all(|(m, n)| m >= n)
        && (m.protection > n.protection || m.loss.value < n.loss.value || further().any(|(m, n)| m > n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::Loss;

    fn at(protection: f64, loss: f64, further: &[f64]) -> Outcome {
        let loss = Loss { value: loss, raw: loss };
        let (further, threshold, thresholds) = (further.to_vec(), f64::NEG_INFINITY, Vec::new());
        Outcome { protection, loss, further, threshold, thresholds, suppressed: 0, classes: 1 }
    }

    #[test]
    fn the_two_conditions_of_poka_3_3() {
        assert!(dominates(&at(5.0, 0.2, &[]), &at(5.0, 0.3, &[])));
        assert!(dominates(&at(6.0, 0.3, &[]), &at(5.0, 0.3, &[])));
        assert!(!dominates(&at(5.0, 0.3, &[]), &at(5.0, 0.3, &[])), "equal points do not beat one another");
        assert!(!dominates(&at(6.0, 0.4, &[]), &at(5.0, 0.3, &[])));
    }

    #[test]
    fn further_objectives_count_like_the_first() {
        // t-closeness as −t, and rows as −rows.
        assert!(dominates(&at(5.0, 0.3, &[-0.2, -7.0]), &at(5.0, 0.3, &[-0.2, -8.0])));
        assert!(dominates(&at(5.0, 0.2, &[-0.2, -7.0]), &at(5.0, 0.3, &[-0.2, -7.0])));
        assert!(!dominates(&at(9.0, 0.1, &[-0.3, -0.0]), &at(5.0, 0.3, &[-0.2, -8.0])), "its t is worse");
        assert!(!dominates(&at(5.0, 0.3, &[-0.2, -7.0]), &at(5.0, 0.3, &[-0.2, -7.0])));
    }
}
