//! The terminal: output, errors, a progress bar when work is long, and Ctrl-C.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use celosia::error::{Error, Result};
use celosia::watch::Watch;

use crate::progress::Progress;

/// Where the command talks to its user.
pub struct Terminal {
    quiet: bool,
    /// One JSON object on standard output, and nothing else there.
    pub json: bool,
    stopped: Arc<AtomicBool>,
    progress: Progress,
    /// Why standard output takes no more, once it does not.
    closed: Mutex<Option<std::io::Error>>,
}

impl Terminal {
    pub fn new(quiet: bool, json: bool) -> Terminal {
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = stopped.clone();
        // The first Ctrl-C asks the work to stop, so that half-written files go; the second does not wait.
        let handler = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let terminal = Terminal { quiet, json, stopped, progress: Progress::new(quiet), closed: Mutex::default() };
        if handler.is_err() {
            terminal.hint("Ctrl-C cannot be caught here; stopping may leave a temporary file");
        }
        terminal
    }

    /// Prints to standard output, unless that is kept for JSON.
    pub fn say(&self, text: &str) {
        if !self.json {
            self.print(text);
        }
    }

    /// Prints the JSON object, if one is wanted.
    pub fn object(&self, object: &serde_json::Value) {
        if self.json {
            self.print(&format!("{object:#}\n"));
        }
    }

    /// Prints a line for people beside the output: where a file went, what to do next.
    pub fn hint(&self, text: &str) {
        if !self.quiet {
            self.clear();
            complain(text);
        }
    }

    pub fn error(&self, error: &Error) {
        self.clear();
        complain(&format!("error: {error}"));
        let hint = error.hint();
        if !hint.is_empty() {
            complain(&format!("hint: {hint}"));
        }
    }

    /// Columns of the terminal; 100 where there is none.
    pub fn width(&self) -> usize {
        terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0).clamp(60, 120))
    }

    /// Takes the progress bar away.
    pub fn clear(&self) {
        self.progress.clear();
    }

    /// An error where standard output could not take all that was printed, as on a full disk. A reader that has seen
    /// enough, as `head` has, is none.
    pub fn all_printed(&self) -> Result<()> {
        match self.closed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                let hint = "what was printed is cut short; print to another place";
                Err(Error::study("standard output", format!("cannot be written: {error}"), hint))
            }
            _ => Ok(()),
        }
    }

    /// Prints as long as someone reads; the work goes on without a reader, because files are still wanted.
    fn print(&self, text: &str) {
        self.clear();
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if closed.is_none() {
            let mut out = std::io::stdout().lock();
            // A file or a pipe gets every byte: what is printed there is run, read or compared.
            let text = if out.is_terminal() { printable(text).into() } else { Cow::from(text) };
            *closed = out.write_all(text.as_bytes()).and_then(|()| out.flush()).err();
        }
    }
}

/// Prints to standard error. Where that is closed or full, nobody can be told.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", printable(text));
}

/// Names and values may hold anything, but they must not command the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && !"\n\t".contains(c) { '\u{fffd}' } else { c }).collect()
}

impl Watch for Terminal {
    fn begin(&self, work: &str, steps: u64) {
        self.progress.begin(work, steps);
    }

    fn advance(&self, steps: u64) {
        self.progress.advance(steps);
    }

    fn rows(&self, rows: u64) {
        self.progress.rows(rows);
    }

    fn tell(&self, evaluated: u64, points: usize) {
        self.progress.tell(evaluated, points);
    }

    fn evolved(&self, generation: u64, hypervolume: f64) {
        self.progress.evolved(generation, hypervolume);
    }

    fn search(&self, budget: Option<Duration>) {
        self.progress.search(budget);
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// A panic is a defect of ours: say so once, and nothing of the data, which a panic's message could quote. The panic
/// goes on to `main`, so that half-written files go.
pub fn no_panic_reaches_a_user() {
    static SAID: AtomicBool = AtomicBool::new(false);
    std::panic::set_hook(Box::new(|panic| {
        // A damaged file can make a decoder panic; the library turns that into an error of its own.
        if celosia::table::is_decoding() {
            return;
        }
        if !SAID.swap(true, Ordering::Relaxed) {
            let place = panic.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
            complain(&format!("error: celosia met a defect of its own at {place}\nhint: please report it"));
        }
    }));
}
