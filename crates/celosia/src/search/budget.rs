//! What a running search has spent of its budget, and whether its caller still wants it to go on.
//!
//! Time runs from when the rows are read (the caller hands its clock on), and whoever evaluates asks before each node
//! or cut: work that is under way ends there. Evaluations also pay for looks at a part of the rows and for writing
//! nodes down, by counts alone, so that the seed still decides and time grows with the budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Limits;
use crate::front::Stopped;
use crate::study::Budget;
use crate::watch::Watch;

/// What a budget of time is measured by.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The time since a moment: since the rows were read, where a study is searched.
    Since(Instant),
    /// A millisecond for each time that anyone asks: for tests, which must not depend on how busy a machine is.
    Asked(Arc<AtomicU64>),
}

impl Clock {
    /// A clock that has run for the given time already.
    pub fn after(spent: Duration) -> Clock {
        let now = Instant::now();
        Clock::Since(now.checked_sub(spent).unwrap_or(now))
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Since(moment) => moment.elapsed(),
            Clock::Asked(times) => Duration::from_millis(times.fetch_add(1, Ordering::Relaxed)),
        }
    }
}

/// A clock and a counter's limit. Time counts from where the limits' clock began, which may be before the search did.
pub struct Spending<'a> {
    budget: Budget,
    clock: Clock,
    began: Instant,
    watch: &'a dyn Watch,
}

impl<'a> Spending<'a> {
    /// Begins to spend.
    pub fn begin(limits: &Limits, watch: &'a dyn Watch) -> Self {
        let began = Instant::now();
        let clock = limits.clock.clone().unwrap_or(Clock::Since(began));
        Spending { budget: limits.settings.budget, clock, began, watch }
    }

    /// Is the time up, or does the caller want to stop? Work that is under way should ask this now and then.
    pub fn is_over(&self) -> bool {
        self.watch.stopped() || self.budget.time.is_some_and(|most| self.clock.elapsed() >= most)
    }

    /// May another node be evaluated after `evaluated`?
    pub fn may_go_on(&self, evaluated: u64) -> bool {
        self.budget.evaluations.is_none_or(|most| evaluated < most) && !self.is_over()
    }

    /// May a first node be evaluated, though the time may be up? A front of one point says more than an empty one.
    pub fn may_begin(&self) -> bool {
        self.budget.evaluations != Some(0) && !self.watch.stopped()
    }

    /// How many more nodes may be evaluated after `evaluated`; none once the time is up.
    pub fn left(&self, evaluated: u64) -> usize {
        if !self.may_go_on(evaluated) {
            return 0;
        }
        self.budget.evaluations.map_or(usize::MAX, |most| usize::try_from(most - evaluated).unwrap_or(usize::MAX))
    }

    /// How much time is left, where that is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|most| most.saturating_sub(self.clock.elapsed()))
    }

    /// Why a search that was refused another node stopped.
    pub fn why(&self) -> Stopped {
        match (self.watch.stopped(), self.budget) {
            (true, _) => Stopped::Told,
            (false, Budget { evaluations: None, time: None }) => Stopped::Nothing,
            (false, budget) => Stopped::Spent(budget),
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
    use crate::study::Search;
    use crate::watch::Silent;

    fn of(evaluations: Option<u64>, time: Option<Duration>, clock: Option<Clock>) -> Limits {
        let settings = Search { budget: Budget { evaluations, time }, ..Search::default() };
        Limits { clock, ..settings.into() }
    }

    #[test]
    fn evaluations_and_time_run_out() {
        let five = Spending::begin(&of(Some(5), None, None), &Silent);
        assert!(five.may_go_on(4) && !five.may_go_on(5));
        assert_eq!(five.why().to_string(), "the budget of 5 evaluations was spent");
        let late = Spending::begin(&of(None, Some(Duration::from_nanos(1)), None), &Silent);
        std::thread::sleep(Duration::from_millis(1));
        assert!(!late.may_go_on(0));
        assert!(Spending::begin(&Limits::default(), &Silent).may_go_on(u64::MAX));
    }

    #[test]
    fn time_counts_from_before_the_search() {
        let hour = Duration::from_secs(3600);
        assert!(!Spending::begin(&of(None, Some(hour), None), &Silent).is_over());
        assert!(Spending::begin(&of(None, Some(hour), Some(Clock::after(hour))), &Silent).is_over());
        let asked = of(None, Some(Duration::from_millis(2)), Some(Clock::Asked(Arc::default())));
        let asked = Spending::begin(&asked, &Silent);
        assert_eq!([(); 4].map(|()| asked.is_over()), [false, false, true, true]);
    }
}
