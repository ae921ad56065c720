//! Average class size (LeFevre et al.): rows per class, the suppressed rows counting as one more class.
//!
//! The paper divides by k as well. Here k is the other objective, so the size stands alone; where a k is asked for, what the
//! paper calls the normalised average class size is shown beside it ([`normalised`]).
//!
//! **Monotone.** Generalizing merges classes, so rows are shared by fewer of them. The first class that is suppressed
//! becomes the class of suppressed rows and the count stays; each further one joins it and the count falls by one.
//! **Not additive** for the same reason; no class costs anything, the count is all.

use super::{About, Kept, Loss, Metric, Needs};

pub const AVERAGE_CLASS_SIZE: About = About {
    name: "average-class-size",
    measures: "how large a class is, on average",
    definition: "rows of the table / classes, where all suppressed rows together count as one class",
    range: "above 0 to 1 (one class, or everything suppressed), the size divided by the rows; raw: the size",
    reference: "LeFevre, DeWitt and Ramakrishnan 2006 (Mondrian), without its division by k",
    needs: Needs::Rows,
    monotone: true,
    additive: false,
    whole: true,
    cells_only: false,
    build: |_| Box::new(AverageClassSize),
};

/// The normalised average class size of LeFevre et al., where a k is asked for: how many times larger than need be a class is, on
/// average; 1 is best. Suppressed rows are one more class, as above.
pub fn normalised(rows: u64, classes: u64, suppressed: u64, k: f64) -> f64 {
    AverageClassSize.total(&Kept { cost: 0.0, classes, rows: rows - suppressed, suppressed }).raw / k
}

struct AverageClassSize;

impl Metric for AverageClassSize {
    fn total(&self, kept: &Kept) -> Loss {
        let classes = kept.classes + u64::from(kept.suppressed > 0);
        if classes == 0 {
            return Loss { value: 0.0, raw: 0.0 };
        }
        Loss { value: 1.0 / classes as f64, raw: (kept.rows + kept.suppressed) as f64 / classes as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalised_by_hand() {
        // Twelve rows in four classes of k = 3 are as small as can be; in two, twice as large.
        assert_eq!([normalised(12, 4, 0, 3.0), normalised(12, 2, 0, 3.0)], [1.0, 2.0]);
        assert_eq!(normalised(12, 3, 2, 2.0), 1.5);
    }

    #[test]
    fn suppressed_rows_are_one_more_class() {
        let total = |classes, rows, suppressed| AverageClassSize.total(&Kept { cost: 0.0, classes, rows, suppressed });
        assert_eq!(total(4, 12, 0), Loss { value: 0.25, raw: 3.0 });
        // Suppressing one class of the four changes nothing, a second one does.
        assert_eq!(total(3, 10, 2), Loss { value: 0.25, raw: 3.0 });
        assert_eq!(total(2, 6, 6), Loss { value: 1.0 / 3.0, raw: 4.0 });
        assert_eq!(total(0, 0, 12), Loss { value: 1.0, raw: 12.0 });
    }
}
