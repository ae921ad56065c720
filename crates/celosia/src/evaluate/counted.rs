//! Losses of the whole table: the error of random range counts is no sum over classes, so each outcome's is worked out of all
//! the classes that it keeps, which are all less those that it suppresses.

use super::outcome::round;
use super::{Outcome, Problem};
use crate::classes::Classes;
use crate::loss::{Loss, Needs, Queries};
use crate::space::Shown;

impl Problem {
    /// Is there a loss that looks at the whole table?
    pub(super) fn counts(&self) -> bool {
        self.queries.is_some()
    }

    /// Puts the losses of the whole table in.
    pub(super) fn fill(&self, shown: &dyn Fn() -> Shown, classes: &Classes, outcomes: &mut [Outcome]) {
        let Some(queries) = &self.queries else { return };
        let shown = shown();
        let answers = self.answers(queries, &shown, classes, &|_| true);
        for outcome in outcomes {
            let mut answers = answers.clone();
            if outcome.suppressed > 0 {
                let gone = self.suppressed(classes, outcome);
                let of_gone = self.answers(queries, &shown, classes, &|class| gone[class]);
                answers.iter_mut().zip(of_gone).for_each(|(answer, gone)| *answer -= gone);
            }
            self.put(outcome, queries.loss(&answers));
        }
    }

    /// What some classes answer.
    pub fn answers(
        &self,
        queries: &Queries,
        shown: &Shown,
        classes: &Classes,
        which: &dyn Fn(usize) -> bool,
    ) -> Vec<f64> {
        let numbers = self.sets_of_classes(shown, classes);
        let some = numbers.iter().zip(&classes.rows).enumerate().filter(|(class, _)| which(*class));
        queries.answers(&shown.sets(&self.frequency), some.map(|(_, (sets, rows))| (&sets[..], *rows)))
    }

    /// The number of the set that each column shows in each class.
    pub fn sets_of_classes(&self, shown: &Shown, classes: &Classes) -> Vec<Vec<u32>> {
        match shown {
            Shown::ByClass(regions) => (0..classes.len() as u32).map(|class| regions.shows(class).to_vec()).collect(),
            Shown::ByColumn(_) => {
                let of = |first: &u32| shown.of_tuple(&self.frequency, *first as usize);
                classes.first.iter().map(of).collect()
            }
        }
    }

    /// Writes a loss of the whole table where its metric stands.
    pub(super) fn put(&self, outcome: &mut Outcome, loss: Loss) {
        for (number, about) in self.metrics().enumerate().filter(|(_, about)| about.needs == Needs::Counts) {
            debug_assert!(!about.additive);
            match number {
                0 => outcome.loss = Loss { value: round(loss.value), ..loss },
                // Plus zero, so that a loss of 0 is not "-0" anywhere.
                _ => outcome.further[self.judges.len() - 1 + number - 1] = -round(loss.value) + 0.0,
            }
        }
    }
}
