//! What a running search has spent of its budget, and whether its caller still wants it to go on.

use std::time::{Duration, Instant};

use crate::study::Budget;
use crate::watch::Watch;

/// A clock and a counter's limit, from the moment the search began.
pub struct Spending<'a> {
    budget: Budget,
    began: Instant,
    watch: &'a dyn Watch,
}

impl<'a> Spending<'a> {
    /// Begins to spend.
    pub fn begin(budget: Budget, watch: &'a dyn Watch) -> Self {
        Spending { budget, began: Instant::now(), watch }
    }

    /// May another node be evaluated after so many?
    pub fn may_go_on(&self, evaluated: u64) -> bool {
        !self.watch.stopped()
            && self.budget.evaluations.is_none_or(|most| evaluated < most)
            && self.budget.time.is_none_or(|most| self.began.elapsed() < most)
    }

    /// How many more nodes may be evaluated after so many; none once the time is up.
    pub fn left(&self, evaluated: u64) -> usize {
        if !self.may_go_on(evaluated) {
            return 0;
        }
        self.budget.evaluations.map_or(usize::MAX, |most| usize::try_from(most - evaluated).unwrap_or(usize::MAX))
    }

    /// Why a search that was refused another node stopped: "the budget of 60 s was spent", "it was told to stop".
    pub fn why(&self) -> String {
        match (self.watch.stopped(), self.budget.evaluations, self.budget.time) {
            (false, Some(most), None) => format!("the budget of {most} evaluations was spent"),
            (false, None, Some(most)) => format!("the budget of {} s was spent", most.as_secs_f64()),
            (false, Some(_), Some(_)) => "the budget was spent".into(),
            (false, None, None) => "there was nothing to evaluate".into(),
            (true, ..) => "it was told to stop".into(),
        }
    }

    /// How long the search has run.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Silent;

    #[test]
    fn evaluations_and_time_run_out() {
        let five = Spending::begin(Budget { evaluations: Some(5), time: None }, &Silent);
        assert!(five.may_go_on(4) && !five.may_go_on(5));
        assert_eq!(five.why(), "the budget of 5 evaluations was spent");
        let late = Spending::begin(Budget { evaluations: None, time: Some(Duration::from_nanos(1)) }, &Silent);
        std::thread::sleep(Duration::from_millis(1));
        assert!(!late.may_go_on(0));
        assert!(Spending::begin(Budget::default(), &Silent).may_go_on(u64::MAX));
    }
}
