//! How long work will still take, where its pace says so. Searches decide few nodes first and then many at once, or the other
//! way round: an estimate that keeps rising is none.

use std::time::Duration;

/// No estimate before this time.
const EARLY: Duration = Duration::from_secs(2);
/// How far apart looks at the pace are that are compared, …
const APART: Duration = Duration::from_secs(1);
/// … how many of them, …
const LOOKS: usize = 5;
/// … and by which part the end may move away between the first and the last of them.
const RISE: f64 = 0.1;

/// The pace of one piece of work.
#[derive(Default)]
pub struct Estimate {
    /// When the last looks were taken, and when the work would then have ended.
    ends: Vec<(Duration, Duration)>,
}

impl Estimate {
    /// Looks at the pace: the steps done of all, and the time that they took.
    pub fn look(&mut self, elapsed: Duration, done: u64, steps: u64) {
        if done == 0 || steps == 0 || self.ends.last().is_some_and(|(last, _)| elapsed < *last + APART) {
            return;
        }
        let end = elapsed.as_secs_f64() * (steps as f64 / done.min(steps) as f64);
        if self.ends.len() == LOOKS {
            self.ends.remove(0);
        }
        self.ends.push((elapsed, Duration::try_from_secs_f64(end).unwrap_or(Duration::MAX)));
    }

    /// How long it will still take, unless the end keeps moving away.
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (first, last) = (self.ends.first()?.1, self.ends.last()?.1);
        let is_steady = last.as_secs_f64() <= first.as_secs_f64() * (1.0 + RISE);
        (elapsed >= EARLY && self.ends.len() > 1 && is_steady).then(|| last.saturating_sub(elapsed))
    }
}

/// What a bar says of it, where the work ends after a budget at the latest.
pub fn words(left: Option<Duration>, budget: Option<Duration>) -> String {
    match (left, budget) {
        (Some(left), Some(budget)) => format!("about {} left", round(left.min(budget))),
        (Some(left), None) => format!("about {} left", round(left)),
        (None, Some(budget)) => format!("at most {} left", round(budget)),
        (None, None) => "no estimate yet".into(),
    }
}

/// A time as people say it: "40 s", "12 min", "3 h", "5 days".
fn round(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds @ 7200..172_800 => format!("{} h", seconds / 3600),
        seconds => format!("{} days", thousands_or_more(seconds / 86_400)),
    }
}

/// Beyond a thousand days nobody counts.
fn thousands_or_more(days: u64) -> String {
    if days > 1000 { "more than 1,000".into() } else { days.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(pace: impl Fn(u64) -> u64, seconds: u64) -> (Option<u64>, String) {
        let mut estimate = Estimate::default();
        for second in 1..=seconds {
            estimate.look(Duration::from_secs(second), pace(second), 1000);
        }
        let left = estimate.left(Duration::from_secs(seconds));
        (left.map(|left| left.as_secs()), words(left, None))
    }

    #[test]
    fn a_steady_pace_has_an_estimate() {
        assert_eq!(after(|second| 10 * second, 20), (Some(80), "about 80 s left".into()));
        // A pace that rises too: the end comes nearer.
        assert_eq!(after(|second| second * second, 20).0, Some(30));
        assert_eq!(after(|second| 10 * second, 1).1, "no estimate yet");
    }

    #[test]
    fn an_end_that_moves_away_is_no_estimate() {
        // All is done at once, and then little: the old bar said 20 s, 40 s, 60 s, …
        assert_eq!(after(|_| 500, 20).1, "no estimate yet");
        assert_eq!(after(|second| 100 + second, 20).1, "no estimate yet");
        assert_eq!(after(|_| 0, 20).1, "no estimate yet");
        // Once the pace is steady again, there is one.
        assert!(after(|second| 100 + second, 600).0.is_some());
    }

    #[test]
    fn a_budget_is_an_end_too() {
        let seconds = Duration::from_secs;
        assert_eq!(words(None, Some(seconds(5))), "at most 5 s left");
        assert_eq!(words(Some(seconds(9000)), Some(seconds(200))), "about 3 min left");
        assert_eq!(words(Some(seconds(9000)), None), "about 2 h left");
        assert_eq!(words(Some(Duration::MAX), None), "about more than 1,000 days left");
    }
}
