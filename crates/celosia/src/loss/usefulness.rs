//! Usefulness and protection (Loukides and Shao): how diverse the tuples of a class are, and the inverse of that.
//!
//! Both follow the description of Dewri et al., section 1.3.2: diversity is the general loss, except that a numeric
//! attribute is as diverse as the values that really lie in the class, whatever group they show.
//!
//! **Usefulness is monotone.** A union of classes spans at least what each of them spans, and a coarser group holds
//! more values. No attribute of a row is more diverse than 1, the price of a suppressed cell. What a class costs beyond
//! its cells, the spans of its numbers, is monotone by itself.
//!
//! **Protection is not**, by design: it falls as diversity rises, and no row costs less than a suppressed one. As an
//! objective to minimise it asks for more generalization, as a privacy model does, so it is meant to be reported, or
//! paired with a loss. The paper's inverse, 1 / diversity, is infinite for a row that nothing was done to;
//! 1 / (1 + diversity) orders rows in the same way and gives such a row 1.

use std::sync::Arc;

use super::general_loss::open;
use super::{About, Class, Kept, Loss, Metric, Needs, mean_over_rows, part_of_range, total_weight};
use crate::frequency::Attribute;
use crate::space::Set;

pub const USEFULNESS: About = About {
    name: "usefulness",
    measures: "how diverse the values within a class are, on average",
    definition: "per cell, numbers: (highest − lowest in the class) / (highest − lowest in the domain); categories: \
                 (values in the shown group − 1) / (values in the domain − 1), both as objectives.domain counts them; 1 for \
                 a cell of a suppressed row",
    range: "0 to 1, the weighted mean over all cells; raw: the mean over rows of the sum over attributes",
    reference: "Loukides and Shao 2007; Dewri et al., chapter on multi-objective disclosure control, section 1.3.2",
    needs: Needs::Extents,
    monotone: true,
    additive: true,
    whole: false,
    cells_only: false,
    build: |attributes| Box::new(Usefulness(Diversity { attributes })),
};

pub const PROTECTION: About = About {
    name: "protection",
    measures: "how exposed rows are because their classes are uniform, on average: it falls with generalization, so \
               report it or pair it with a loss",
    definition: "per row 1 / (1 + d), where d is the sum over attributes of the diversity that usefulness prices; \
                 a suppressed row counts as fully diverse",
    range: "1 / (1 + quasi-identifiers), everything suppressed, to 1, nothing protected; raw: the same",
    reference: "Loukides and Shao 2007, whose 1 / d is infinite for d = 0; Dewri et al., section 1.3.2",
    needs: Needs::Extents,
    monotone: false,
    additive: false,
    whole: false,
    cells_only: false,
    build: |attributes| Box::new(Protection(Diversity { attributes })),
};

/// What both metrics measure.
struct Diversity {
    attributes: Arc<[Attribute]>,
}

impl Diversity {
    /// The part of diversity that the shown set decides. Numeric attributes wait for the class.
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        let attribute = &self.attributes[attribute];
        if attribute.numbers.is_none() { open(set, attribute) } else { 0.0 }
    }

    /// Diversity of a row of this class: the weighted mean over attributes.
    fn of_row(&self, class: &Class) -> f64 {
        let span = |(attribute, (low, high)): (&Attribute, &(u32, u32))| match &attribute.numbers {
            Some(numbers) => attribute.weight * part_of_range(numbers, (*low as usize, *high as usize)),
            None => 0.0,
        };
        let spans: f64 = self.attributes.iter().zip(class.extents).map(span).sum();
        class.row + spans / total_weight(&self.attributes)
    }

    /// Quasi-identifiers: what the mean over attributes is multiplied by to give a sum.
    fn width(&self) -> f64 {
        self.attributes.len() as f64
    }
}

struct Usefulness(Diversity);

impl Metric for Usefulness {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        self.0.cell(attribute, set)
    }

    fn class(&self, class: &Class) -> f64 {
        class.rows as f64 * self.0.of_row(class)
    }

    fn total(&self, kept: &Kept) -> Loss {
        let value = mean_over_rows(kept, self.0.attributes.len()).value;
        Loss { value, raw: value * self.0.width() }
    }
}

struct Protection(Diversity);

impl Metric for Protection {
    fn cell(&self, attribute: usize, set: &Set) -> f64 {
        self.0.cell(attribute, set)
    }

    fn class(&self, class: &Class) -> f64 {
        class.rows as f64 / (1.0 + self.0.width() * self.0.of_row(class))
    }

    fn total(&self, kept: &Kept) -> Loss {
        let rows = (kept.rows + kept.suppressed) as f64;
        let sum = kept.cost + kept.suppressed as f64 / (1.0 + self.0.width());
        let value = if rows == 0.0 { 0.0 } else { sum / rows };
        Loss { value, raw: value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diversity() -> Diversity {
        let age =
            Attribute { weight: 1.0, counts: vec![1; 4], numbers: Some(vec![20.0, 25.0, 40.0, 60.0]), leaves: None };
        let city = Attribute { weight: 1.0, counts: vec![1; 5], numbers: None, leaves: None };
        Diversity { attributes: vec![age, city].into() }
    }

    /// A class of two rows, of age 20 and 40 (half the range), that show three of five cities (half the domain).
    fn class() -> Class<'static> {
        Class { rows: 2, row: (0.0 + 0.5) / 2.0, label: None, extents: &[(0, 2), (1, 2)] }
    }

    #[test]
    fn numbers_count_in_the_class_and_categories_in_the_cell() {
        let cell = |attribute, values: &[u32]| {
            diversity().cell(attribute, &Set { values, rows: 3, height: 0.5, open: values.len() as u64 })
        };
        assert_eq!(cell(0, &[0, 1, 2, 3]), 0.0);
        assert_eq!([cell(1, &[0]), cell(1, &[1, 2, 3]), cell(1, &[4])], [0.0, 0.5, 0.0]);
        assert_eq!(diversity().of_row(&class()), 0.5);
    }

    #[test]
    fn usefulness_is_the_mean_diversity() {
        let metric = Usefulness(diversity());
        let kept = Kept { cost: metric.class(&class()), classes: 1, rows: 2, suppressed: 2 };
        assert_eq!(metric.total(&kept), Loss { value: 0.75, raw: 1.5 });
    }

    #[test]
    fn protection_is_finite_for_untouched_rows_and_falls_with_diversity() {
        let metric = Protection(diversity());
        let untouched = Class { rows: 1, row: 0.0, label: None, extents: &[(3, 3), (0, 0)] };
        assert_eq!(metric.class(&untouched), 1.0);
        assert_eq!(metric.class(&class()), 2.0 * 0.5);
        // One untouched row, two of diversity 1 (1/2 each), one suppressed row (1/3).
        let loss = metric.total(&Kept { cost: 2.0, classes: 2, rows: 3, suppressed: 1 });
        assert!((loss.value - 7.0 / 12.0).abs() < 1e-12);
    }
}
