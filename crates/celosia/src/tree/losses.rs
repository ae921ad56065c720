//! What a column's sets cost, as the paper averages it and over the whole column.
//!
//! The paper's column averages leave out the values that are left alone: of 30,162 ages nearly all are, and its means of
//! 0.045 and 0.0095 would be next to nothing otherwise. Its two averages differ: equation 2 weighs a set by its rows
//! (the example's 0.575 is 4 of 10 rows × 0.5 + 6 of 10 × 0.625), equation 4 averages the sets themselves. The means over
//! the whole column, in which a row that shows its own value loses nothing, are the library's metrics
//! `generalization-set-loss` (raw) and `hierarchical-discernibility`.

use crate::loss::{discernibility_of_value, information_loss_of_set};
use crate::sets::{Column, Sets};

/// Both losses of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Losses {
    /// Equations 1 and 2.
    pub information: Means,
    /// Equations 3 and 4: hierarchical discernibility, which the paper calls utility loss.
    pub utility: Means,
}

/// A loss averaged twice.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Means {
    /// As in the paper: over the sets of two values or more only; 0 where there is none.
    pub of_sets: f64,
    /// Over all rows; those that show their own value lose nothing.
    pub of_column: f64,
}

/// The losses of a column in sets.
pub fn losses(column: &Column, sets: &Sets) -> Losses {
    let counts = column.counts();
    let rows = column.rows();
    let (mut information, mut utility, mut weighted, mut in_sets) = (0.0, 0.0, 0.0, 0);
    for set in &sets.sets {
        let of_set: u64 = set.iter().map(|code| counts[*code as usize]).sum();
        information += of_set as f64 * information_loss_of_set(set.len() as u64, column.len() as u64);
        let of_values = set.iter().map(|code| discernibility_of_value(of_set, counts[*code as usize], rows));
        let mean = of_values.sum::<f64>() / set.len() as f64;
        utility += mean;
        weighted += of_set as f64 * mean;
        in_sets += of_set;
    }
    let share = |sum: f64, of: u64| if of > 0 { sum / of as f64 } else { 0.0 };
    Losses {
        information: Means { of_sets: share(information, in_sets), of_column: share(information, rows) },
        utility: Means { of_sets: share(utility, sets.sets.len() as u64), of_column: share(weighted, rows) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example below equation 1: ages 23 24 28 28 35 40 45 46 51 55 in {24, 40, 55, 51} and {45, 23, 28, 46, 35}.
    #[test]
    fn information_loss_of_the_paper() {
        let column = Column::in_order(vec![1, 1, 2, 1, 1, 1, 1, 1, 1]);
        let sets = Sets { sets: vec![vec![1, 4, 8, 7], vec![5, 0, 2, 6, 3]], alone: vec![] };
        let found = losses(&column, &sets).information;
        assert!((found.of_sets - 0.575).abs() < 1e-12);
        assert_eq!(found.of_sets, found.of_column);
    }

    /// The example below equation 3: 50 rows X and 200 rows Y of 1000; the paper prints 0.136516 for 0.136513.
    #[test]
    fn hierarchical_discernibility_of_the_paper() {
        let column = Column::in_order(vec![50, 200, 750]);
        let found = losses(&column, &Sets { sets: vec![vec![0, 1]], alone: vec![2] });
        assert!((found.utility.of_sets - 0.136516).abs() < 5e-6);
        assert!((found.utility.of_column - 0.25 * found.utility.of_sets).abs() < 1e-12);
        assert_eq!(found.information, Means { of_sets: 1.0, of_column: 0.25 });
    }

    #[test]
    fn nothing_generalized_costs_nothing() {
        let column = Column::in_order(vec![5, 5]);
        assert_eq!(losses(&column, &Sets { sets: vec![], alone: vec![0, 1] }), Losses::default());
    }
}
