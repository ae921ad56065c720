//! Dominance, as in POkA 3.3.

use crate::evaluate::Outcome;

/// Does M beat N? Either at least as private and less lossy, or more private and at most as lossy. Equal values do not
/// beat one another.
pub fn dominates(m: &Outcome, n: &Outcome) -> bool {
    (m.protection >= n.protection && m.loss.value < n.loss.value)
        || (m.protection > n.protection && m.loss.value <= n.loss.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::Loss;

    fn at(protection: f64, loss: f64) -> Outcome {
        let loss = Loss { value: loss, raw: loss };
        Outcome { protection, loss, threshold: f64::NEG_INFINITY, suppressed: 0, classes: 1 }
    }

    #[test]
    fn the_two_conditions_of_poka_3_3() {
        assert!(dominates(&at(5.0, 0.2), &at(5.0, 0.3)));
        assert!(dominates(&at(6.0, 0.3), &at(5.0, 0.3)));
        assert!(!dominates(&at(5.0, 0.3), &at(5.0, 0.3)), "equal points do not beat one another");
        assert!(!dominates(&at(6.0, 0.4), &at(5.0, 0.3)));
    }
}
