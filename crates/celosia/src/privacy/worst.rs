//! Missing sensitive cells at their worst: a cell that nobody filled in is a row, but it adds nothing to diversity.
//!
//! Whoever knows a person may know what the cell should have said. So the models that ask how diverse a class is look at the
//! worst completion of its missing cells: every way to fill them in is thought of, and the least protection counts. That is
//! the one in which all of them have the class's most frequent value. Of all completions its counts, sorted falling, have the
//! largest sums of the first k for every k (they majorize the others), and the protections here never rise with such sums.
//! So distinct l does not count missing, the largest share is (largest count + missing) / rows, and a class of nothing but
//! missing cells has one value.
//!
//! **Monotone.** Let W be the worst completion of a union. What W says of each part is a completion of that part, so the
//! part's worst completion protects no better than it. A model that is monotone without missing cells protects the union under
//! W at least as well as the weakest part under W, hence at least as well as the weakest part at its own worst.
//!
//! **Reach.** Of the rows that go from a class, missing ones go first. Take a remainder that has a missing row while a row of
//! value v went: with v's row back and the missing one gone it has as many rows, and its largest completed count is the same
//! (if v is the most frequent) or no larger, the row having gone from the top of the sorted counts to a lower place. So the
//! completed counts are majorized by what they were before. And where missing rows remain, each that goes lowers the largest
//! count alone, which no share and no sum of the tail suffers from. (For (alpha,k)-anonymity, which counts rows too, the rows
//! that must go are the fewest under which its bound holds.)

use std::cell::RefCell;

use super::Sensitive;
use crate::frequency::Histogram;

/// Which code of each sensitive attribute is missing.
pub(super) struct Gaps(Vec<Option<u32>>);

thread_local! {
    static FILLED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Gaps {
    /// Those of these attributes.
    pub fn of(sensitive: &[Sensitive]) -> Gaps {
        Gaps(sensitive.iter().map(|attribute| attribute.missing).collect())
    }

    /// Missing rows of a histogram that has others too; of nothing but missing ones there is one value.
    pub fn rows(&self, attribute: usize, histogram: &Histogram) -> u64 {
        self.place(attribute, histogram).map_or(0, |place| histogram.counts[place])
    }

    /// Asks something of the counts of an attribute at their worst, after missing rows have gone as far as rows may go, and of
    /// how many more may go.
    pub fn at_worst<R>(
        &self,
        attribute: usize,
        histogram: &Histogram,
        removable: u64,
        of: impl FnOnce(&[u64], u64) -> R,
    ) -> R {
        let counts = histogram.counts;
        let Some(place) = self.place(attribute, histogram) else { return of(counts, removable) };
        let gone = counts[place].min(removable);
        FILLED.with_borrow_mut(|filled| {
            filled.clear();
            filled.extend_from_slice(&counts[..place]);
            filled.extend_from_slice(&counts[place + 1..]);
            if let Some(most) = filled.iter_mut().max() {
                *most += counts[place] - gone;
            }
            of(filled, removable - gone)
        })
    }

    fn place(&self, attribute: usize, histogram: &Histogram) -> Option<usize> {
        let place = histogram.values.binary_search(&self.0[attribute]?).ok();
        place.filter(|_| histogram.values.len() > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::tests::{attribute, level, level_with, reach_with};
    use crate::privacy::{MODELS, Parameters};

    /// An attribute whose last value is missing.
    fn with_gaps(totals: &[u64]) -> Sensitive {
        Sensitive { missing: Some(totals.len() as u32 - 1), ..attribute(totals) }
    }

    fn of(model: &str, counts: &[u64]) -> f64 {
        let about = MODELS.iter().find(|about| about.name == model).expect("a model of the list");
        level(about, &[with_gaps(&[30, 30, 30])], &[counts.to_vec()])
    }

    #[test]
    fn missing_cells_add_nothing_to_diversity() {
        assert_eq!(of("distinct-l-diversity", &[2, 1, 5]), 2.0);
        assert_eq!(of("distinct-l-diversity", &[2, 0, 5]), 1.0);
        assert_eq!(of("distinct-l-diversity", &[0, 0, 5]), 1.0);
        assert_eq!(of("frequency-l-diversity", &[2, 1, 1]), 4.0 / 3.0);
        assert_eq!(of("frequency-l-diversity", &[0, 0, 4]), 1.0);
        assert_eq!(of("entropy-l-diversity", &[2, 0, 4]), 1.0);
        assert_eq!(of("entropy-l-diversity", &[1, 2, 1]), of("entropy-l-diversity", &[1, 3, 0]));
        // 3 < 3 · 4 and 3 < 3 · 1 does not hold.
        assert_eq!(of("recursive-l-diversity", &[2, 1, 1]), 1.0);
        assert_eq!(of("recursive-l-diversity", &[2, 1, 0]), 2.0);
        assert_eq!(of("alpha-k-anonymity", &[2, 2, 0]), 4.0);
        assert_eq!(of("alpha-k-anonymity", &[2, 2, 1]), 0.0);
    }

    #[test]
    fn missing_rows_go_first() {
        let about = MODELS.iter().find(|about| about.name == "alpha-k-anonymity").expect("a model of the list");
        let table = [with_gaps(&[30, 30, 30])];
        let reach = |counts: &[u64], removable| {
            reach_with(about, &Parameters::default(), &table, &[counts.to_vec()], removable)
        };
        assert_eq!((reach(&[2, 2, 1], 0), reach(&[2, 2, 1], 1)), (0.0, 4.0));
        assert_eq!((reach(&[3, 2, 1], 1), reach(&[3, 2, 1], 2)), (0.0, 4.0));
        let half = Parameters { alpha: 0.75, ..Parameters::default() };
        assert_eq!(level_with(about, &half, &table, &[vec![2, 1, 1]]), 4.0);
    }
}
