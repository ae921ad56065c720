//! Is the server still there? Asked now and then while we wait for an answer: a closed or refused connection is gone, and
//! silence is only that.
//!
//! A busy server, or one that collects garbage, may be silent for minutes and then go on, so silence alone ends nothing
//! unless the caller set a limit to it. Asked with a call rather than with HTTP/2 pings: servers end connections that ping
//! more often than they like. One question stays open until it is answered: while it does, the kernel keeps trying to
//! deliver it, and tells us when a host that vanished without a word no longer takes it (on Linux after about 15 minutes).

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use celosia::watch::Watch;
use tokio::time::{Instant, sleep};

/// The time from an answer to the next question.
const BEAT: Duration = Duration::from_secs(2);
/// The time after which an open question is silence; before that it is the usual delay.
const SILENCE: Duration = Duration::from_secs(1);
/// How often we look whether the caller wants to stop, and tell of silence.
pub const TICK: Duration = Duration::from_millis(200);

/// What a question found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The server answered, with whatever.
    Here,
    /// The connection was closed, and a new one refused.
    Gone,
}

/// Why we no longer wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    Gone,
    /// Silent for this time, which is the caller's limit.
    Silent(Duration),
}

/// What is known of a server.
#[derive(Debug)]
pub struct Heartbeat {
    /// The caller's limit to silence.
    limit: Option<Duration>,
    silent: AtomicBool,
}

impl Heartbeat {
    pub fn new(limit: Option<Duration>) -> Heartbeat {
        Heartbeat { limit, silent: AtomicBool::new(false) }
    }

    /// Did the server leave our last question open?
    pub fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Relaxed)
    }

    /// The server answered or did not, in some other call.
    pub fn heard(&self, answered: bool) {
        self.silent.store(!answered, Ordering::Relaxed);
    }

    /// Asks again and again; ends when the server is gone, or silent beyond the limit.
    pub async fn listen(&self, ask: impl AsyncFn() -> Sign, watch: &dyn Watch) -> Lost {
        let limit = self.limit.unwrap_or(Duration::MAX);
        let mut clock = Clock::new();
        loop {
            sleep(BEAT.min(limit / 2)).await;
            clock.tick();
            let asked = clock.silent;
            let mut answer = pin!(ask());
            let sign = loop {
                tokio::select! {
                    biased;
                    sign = &mut answer => break sign,
                    () = sleep(TICK) => clock.tick(),
                }
                if clock.silent - asked >= SILENCE {
                    self.heard(false);
                    watch.waiting(clock.silent);
                }
                // We may have slept longer than we wanted: the server must have had its time to answer too.
                if clock.silent >= limit && clock.silent - asked >= limit / 2 {
                    self.heard(false);
                    return Lost::Silent(clock.silent);
                }
            };
            if sign == Sign::Gone {
                return Lost::Gone;
            }
            if self.is_silent() {
                watch.waiting(Duration::ZERO);
            }
            self.heard(true);
            clock = Clock::new();
        }
    }
}

/// How long the server has been silent while we listened: a process that was stopped itself has not listened.
struct Clock {
    silent: Duration,
    last: Instant,
}

impl Clock {
    fn new() -> Clock {
        Clock { silent: Duration::ZERO, last: Instant::now() }
    }

    fn tick(&mut self) {
        self.silent += self.last.elapsed().min(2 * BEAT);
        self.last = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, AtomicU64};

    use super::*;

    /// Remembers what it is told of silence.
    #[derive(Default)]
    struct Told {
        /// In milliseconds.
        longest: AtomicU64,
        /// How often silence ended.
        ends: AtomicU32,
    }

    impl Watch for Told {
        fn begin(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn waiting(&self, silent: Duration) {
            self.longest.fetch_max(silent.as_millis() as u64, Ordering::Relaxed);
            self.ends.fetch_add(u32::from(silent.is_zero()), Ordering::Relaxed);
        }
        fn stopped(&self) -> bool {
            false
        }
    }

    // No load changes what these tests see: what ends a silence in them is what the watch was told, not the clock.

    #[tokio::test]
    async fn silence_is_told_and_waited_for_and_gone_is_gone() {
        let (heartbeat, told, asked) = (Heartbeat::new(None), Told::default(), AtomicU32::new(0));
        let ask = async || match asked.fetch_add(1, Ordering::Relaxed) {
            0 => {
                while told.longest.load(Ordering::Relaxed) < 5000 {
                    sleep(TICK).await;
                }
                assert!(heartbeat.is_silent(), "whoever stops now need not wait for politeness");
                Sign::Here
            }
            1 => {
                assert!(!heartbeat.is_silent());
                Sign::Gone
            }
            _ => unreachable!("asked a server that is gone"),
        };
        assert_eq!(heartbeat.listen(ask, &told).await, Lost::Gone);
        assert_eq!((asked.into_inner(), told.ends.into_inner()), (2, 1), "asked again afterwards");
    }

    #[tokio::test]
    async fn silence_beyond_the_limit_ends() {
        let limit = Duration::from_secs(1);
        let heartbeat = Heartbeat::new(Some(limit));
        let lost = heartbeat.listen(std::future::pending, &Told::default()).await;
        assert!(matches!(lost, Lost::Silent(silent) if silent >= limit), "{lost:?}");
        assert!(heartbeat.is_silent());
    }

    #[tokio::test]
    async fn a_limit_is_one_to_silence_and_not_to_work() {
        let (limit, began) = (Duration::from_secs(1), Instant::now());
        let heartbeat = Heartbeat::new(Some(limit));
        let ask = async || if began.elapsed() > 4 * limit { Sign::Gone } else { Sign::Here };
        assert_eq!(heartbeat.listen(ask, &Told::default()).await, Lost::Gone);
    }
}
