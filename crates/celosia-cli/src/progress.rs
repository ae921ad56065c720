//! The progress bar, which turns while work says nothing too, and the offer of a budget where no end is in sight.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use celosia::say::{count, thousands};
use indicatif::{ProgressBar, ProgressStyle};

use crate::estimate::{Estimate, words};
use crate::terminal::complain;

/// Work shorter than this shows no bar.
const LONG: Duration = Duration::from_millis(600);
/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(150);
/// The seconds below which an engine's silence is none.
const SILENCE: u64 = 5;
/// Where there is no bar: the seconds of silence after which a line is printed, and again whenever they have doubled.
const FIRST_LINE: u64 = 10;
/// A search that has run for this time without a budget, and will run for as long again, offers one.
const PATIENCE: Duration = Duration::from_secs(30);
/// What it says then.
const OFFER: &str = "hint: no end of this search is in sight; --budget 60s ends it with the best found so far (Ctrl-C in \
                     `celosia front` shows that too)";

/// What is told of work while it goes on.
pub struct Progress(Arc<Shared>);

struct Shared {
    quiet: bool,
    /// Is there a terminal to draw a bar on?
    drawn: bool,
    work: Mutex<Work>,
    done: AtomicU64,
    rows: AtomicU64,
}

struct Work {
    name: String,
    steps: u64,
    began: Instant,
    bar: Option<ProgressBar>,
    /// The steps that were done when something was printed: until there are more, the work may be over.
    printed: Option<u64>,
    estimate: Estimate,
    /// What the work last told of itself.
    told: String,
    /// For how many seconds an engine has not answered, and how many the last line told of.
    silent: u64,
    said_silent: u64,
    search: Option<Search>,
    takes_no_budget: bool,
}

/// A search, when it began and how long it may take at most.
struct Search {
    began: Instant,
    budget: Option<Duration>,
    offered: bool,
}

impl Progress {
    /// Quiet: nothing is shown.
    pub fn new(quiet: bool) -> Progress {
        let work = Work {
            name: String::new(),
            steps: 0,
            began: Instant::now(),
            bar: None,
            printed: None,
            estimate: Estimate::default(),
            told: String::new(),
            silent: 0,
            said_silent: 0,
            search: None,
            takes_no_budget: false,
        };
        let drawn = !quiet && std::io::stderr().is_terminal();
        let (done, rows) = (AtomicU64::new(0), AtomicU64::new(0));
        let shared = Arc::new(Shared { quiet, drawn, work: Mutex::new(work), done, rows });
        if !quiet {
            let shared = Arc::downgrade(&shared);
            // Without the thread there is no bar; the work does not need one.
            let _ = std::thread::Builder::new().name("progress".into()).spawn(move || keep_turning(&shared));
        }
        Progress(shared)
    }

    /// A new piece of work begins.
    pub fn begin(&self, name: &str, steps: u64) {
        self.clear();
        self.0.done.store(0, Ordering::Relaxed);
        self.0.rows.store(0, Ordering::Relaxed);
        let mut work = self.0.lock();
        let (search, takes_no_budget) = (work.search.take(), work.takes_no_budget);
        let (began, estimate) = (Instant::now(), Estimate::default());
        let (name, told) = (name.to_string(), String::new());
        let (silent, said_silent) = (0, 0);
        let (bar, printed) = (None, None);
        *work = Work { name, steps, began, bar, printed, estimate, told, silent, said_silent, search, takes_no_budget };
    }

    /// The command has no `--budget`, so none is offered.
    pub fn takes_no_budget(&self) {
        self.0.lock().takes_no_budget = true;
    }

    /// A search begins, with the time that it may take at most.
    pub fn search_begins(&self, budget: Option<Duration>) {
        let mut work = self.0.lock();
        work.search = Some(Search { began: Instant::now(), budget, offered: work.takes_no_budget });
    }

    /// The search is over.
    pub fn search_ends(&self) {
        self.0.lock().search = None;
    }

    pub fn advance(&self, steps: u64) {
        self.0.done.fetch_add(steps, Ordering::Relaxed);
    }

    pub fn rows(&self, rows: u64) {
        let rows = self.0.rows.fetch_add(rows, Ordering::Relaxed) + rows;
        // Whoever finds the bar busy leaves it to the other thread.
        let Ok(mut work) = self.0.work.try_lock() else { return };
        let rate = (rows as f64 / work.began.elapsed().as_secs_f64().max(1e-3)).round();
        work.told = format!("{} rows a second", thousands(rate));
    }

    pub fn tell(&self, evaluated: u64, points: usize) {
        let Ok(mut work) = self.0.work.try_lock() else { return };
        let rate = (evaluated as f64 / work.began.elapsed().as_secs_f64().max(1e-3)).round();
        let points = count(points as u64, "point", "points");
        work.told = format!("{} evaluated ({} a second), {points}", thousands(evaluated as f64), thousands(rate));
    }

    pub fn evolved(&self, generation: u64, hypervolume: f64) {
        let Ok(mut work) = self.0.work.try_lock() else { return };
        let generation = thousands(generation as f64);
        work.told = format!("{}, generation {generation}, hypervolume {hypervolume:.4}", work.told);
    }

    /// An engine has not answered for this time; zero: it has again. Shown on the bar; without one, a line now and then.
    pub fn waiting(&self, silent: Duration) {
        let Ok(mut work) = self.0.work.try_lock() else { return };
        work.silent = silent.as_secs();
        if work.silent == 0 {
            work.said_silent = 0;
        } else if !self.0.quiet && !self.0.drawn && work.silent >= FIRST_LINE.max(2 * work.said_silent) {
            work.said_silent = work.silent;
            let (name, seconds) = (&work.name, work.silent);
            complain(&format!("note: {name}: waiting, no answer for {seconds} s; --timeout would end this"));
        }
    }

    /// Takes the bar away, to print. It comes back when the work goes on.
    pub fn clear(&self) {
        let mut work = self.0.lock();
        work.printed = Some(self.0.done.load(Ordering::Relaxed));
        if let Some(bar) = work.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the bar anew, and offers a budget when it is time.
    fn turn(&self) {
        let done = self.done.load(Ordering::Relaxed);
        let mut work = self.lock();
        let waits = work.silent >= SILENCE;
        if work.name.is_empty() || (work.printed == Some(done) && !waits) {
            return;
        }
        work.printed = None;
        let elapsed = work.began.elapsed();
        let steps = work.steps;
        work.estimate.look(elapsed, done, steps);
        let left = work.estimate.left(elapsed);
        if let Some(search) = work.search.as_mut().filter(|search| search.is_without_end(search.began.elapsed(), left))
        {
            search.offered = true;
            let offer = || complain(OFFER);
            match &work.bar {
                Some(bar) => bar.suspend(offer),
                None => offer(),
            }
        }
        if !self.drawn || elapsed < LONG {
            return;
        }
        if work.bar.is_none() {
            let (bar, template) = match steps {
                0 => (ProgressBar::new_spinner(), "{prefix} {spinner} {elapsed} {msg}"),
                steps => (ProgressBar::new(steps), "{prefix} {bar:30} {percent:>3}% {elapsed} {msg}"),
            };
            let bar = bar.with_elapsed(elapsed);
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_prefix(work.name.clone());
            work.bar = Some(bar);
        }
        if let Some(bar) = &work.bar {
            let estimate = if steps == 0 { String::new() } else { format!("({}) ", words(left, work.budget_left())) };
            bar.set_position(done);
            bar.set_message(match waits {
                true => format!("waiting, no answer for {} s", work.silent),
                false => format!("{estimate}{}", work.told),
            });
            bar.tick();
        }
    }
}

impl Work {
    /// What is left of a budget of time.
    fn budget_left(&self) -> Option<Duration> {
        let search = self.search.as_ref()?;
        let budget = search.budget.filter(|budget| *budget < Duration::MAX)?;
        Some(budget.saturating_sub(search.began.elapsed()))
    }
}

impl Search {
    /// Has nobody set an end to it, and is none in sight by now?
    fn is_without_end(&self, elapsed: Duration, left: Option<Duration>) -> bool {
        !self.offered && self.budget.is_none() && elapsed > PATIENCE && left.is_none_or(|left| left > PATIENCE)
    }
}

/// Draws until there is nobody left to draw for.
fn keep_turning(shared: &Weak<Shared>) {
    loop {
        std::thread::sleep(TICK);
        match shared.upgrade() {
            Some(shared) => shared.turn(),
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_offered_once_where_no_end_is_in_sight() {
        let search = |budget, offered| Search { began: Instant::now(), budget, offered };
        let (short, long) = (Duration::from_secs(5), Duration::from_secs(500));
        assert!(search(None, false).is_without_end(long, None));
        assert!(search(None, false).is_without_end(long, Some(long)));
        assert!(!search(None, false).is_without_end(long, Some(short)), "it ends soon");
        assert!(!search(None, false).is_without_end(short, None), "it has just begun");
        assert!(!search(Some(long), false).is_without_end(long, None), "it has a budget");
        assert!(!search(None, true).is_without_end(long, None), "it was offered before");
    }

    #[test]
    fn a_command_without_a_budget_is_offered_none() {
        let progress = Progress::new(true);
        let offers = || progress.0.lock().search.as_ref().map(|s| s.is_without_end(Duration::from_secs(500), None));
        progress.search_begins(None);
        assert_eq!(offers(), Some(true));
        progress.takes_no_budget();
        progress.begin("the next piece of work", 1);
        progress.search_begins(None);
        assert_eq!(offers(), Some(false));
    }
}
