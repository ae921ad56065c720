//! Discernibility (Bayardo and Agrawal): how many rows each row cannot be told from.
//!
//! **Monotone.** Classes of a and b rows that merge cost (a + b)² ≥ a² + b². A suppressed class of a rows costs a · N,
//! which is at least a². N counts suppressed rows too, so price and divisor are constants, and it is additive.

use super::{About, Class, Kept, Loss, Metric, Needs};

pub const DISCERNIBILITY: About = About {
    name: "discernibility",
    measures: "how many rows each row cannot be told from, on average",
    definition: "each kept row costs the rows of its class; each suppressed row costs N, the rows of the table",
    range: "0 to 1, the sum divided by N²; 1 / N where every row is unique; raw: the sum",
    reference: "Bayardo and Agrawal 2005; Dewri et al., chapter on multi-objective disclosure control, section 1.3.2",
    needs: Needs::Rows,
    monotone: true,
    additive: true,
    whole: true,
    cells_only: false,
    build: |_| Box::new(Discernibility),
};

struct Discernibility;

impl Metric for Discernibility {
    fn class(&self, class: &Class) -> f64 {
        class.rows as f64 * class.rows as f64
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed) as f64;
        let raw = kept.cost + kept.suppressed as f64 * rows;
        Loss { value: if rows == 0.0 { 0.0 } else { raw / (rows * rows) }, raw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_three_and_five_with_two_rows_suppressed() {
        let class = |rows| Discernibility.class(&Class { rows, row: 0.0, label: None, extents: &[] });
        // 9 + 25 for the classes, 2 × 10 for the suppressed rows.
        let kept = Kept { cost: class(3) + class(5), classes: 2, rows: 8, suppressed: 2 };
        assert_eq!(Discernibility.total(&kept), Loss { value: 0.54, raw: 54.0 });
    }
}
