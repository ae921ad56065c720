//! How long work tells its caller how far it is, and learns that it should stop. The library prints nothing itself.

use std::time::Duration;

use crate::error::{Error, Result};

/// How works are called that read inputs: they may wait for someone who writes them, and have nothing to show. What is read
/// may follow.
pub const READING: &str = "reading";

/// What a caller may want to know while it waits. Called from several threads.
pub trait Watch: Sync {
    /// A new piece of work begins: what it is, and how many steps it has (0: unknown).
    fn begin(&self, work: &str, steps: u64);
    /// This number of further steps is done.
    fn advance(&self, steps: u64);
    /// This number of further rows went through, of a work that reads or writes rows: for rows per second.
    fn rows(&self, _rows: u64) {}
    /// Something that a person should know of the work and that is no error, in one line; what begins with `warning: ` more
    /// than other things.
    fn note(&self, _text: &str) {}
    /// What a search has so far: nodes evaluated and points found.
    fn tell(&self, _evaluated: u64, _points: usize) {}
    /// How far an evolutionary search is: generations, and the hypervolume of what it has.
    fn evolved(&self, _generation: u64, _hypervolume: f64) {}
    /// A system elsewhere has not answered for this time; zero: it has again.
    fn waiting(&self, _silent: Duration) {}
    /// A search begins that ends by itself, or earlier: after the given time, or when a budget of evaluations is spent
    /// (forever). Nothing: it may take as long as it needs.
    fn search_begins(&self, _budget: Option<Duration>) {}
    /// The search is over; what follows is other work.
    fn search_ends(&self) {}
    /// Should the work stop?
    fn stopped(&self) -> bool;

    /// An error as soon as the caller wants to stop.
    fn check(&self) -> Result<()> {
        if self.stopped() { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// A caller that only waits.
pub struct Silent;

impl Watch for Silent {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn stopped(&self) -> bool {
        false
    }
}
