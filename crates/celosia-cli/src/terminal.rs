//! The terminal: output, errors, and a progress bar when work is long.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use celosia::error::{Error, Result};
use celosia::say::count;
use celosia::table::is_standard;
use celosia::threads;
use celosia::watch::{READING, Watch};

use crate::flags;
use crate::progress::Progress;
use crate::signals::Signals;
use crate::style::{Paint, Text};

/// Where the command talks to its user.
pub struct Terminal {
    quiet: bool,
    /// One JSON object on standard output, and nothing else there.
    pub json: bool,
    /// Standard output is kept for an output of the work; what is said goes to standard error.
    aside: AtomicBool,
    signals: Arc<Signals>,
    progress: Progress,
    /// Why standard output takes no more, once it does not.
    closed: Mutex<Option<std::io::Error>>,
    /// What was noted.
    noted: Mutex<BTreeSet<String>>,
}

impl Terminal {
    pub fn new(quiet: bool, json: bool) -> Terminal {
        let (signals, listens) = Signals::listen();
        let terminal = Terminal {
            quiet,
            json,
            aside: AtomicBool::new(false),
            signals,
            progress: Progress::new(quiet),
            closed: Mutex::default(),
            noted: Mutex::default(),
        };
        if !listens {
            terminal.warn("Ctrl-C cannot be caught here; stopping may leave a temporary file");
        }
        terminal
    }

    /// Does anybody see what is said? Else it need not be worked out.
    pub fn is_heard(&self) -> bool {
        self.aside.load(Ordering::Relaxed) || !self.json
    }

    /// Prints to standard output, unless that is kept for something else.
    pub fn say(&self, text: impl Into<Text>) {
        let text = text.into();
        if self.aside.load(Ordering::Relaxed) {
            self.clear();
            let _ = text.print(std::io::stderr(), true);
        } else if !self.json {
            self.print(&text);
        }
    }

    /// Keeps standard output for the one of these outputs that is called `-`, if one is.
    pub fn make_way<'p>(&self, outputs: impl IntoIterator<Item = &'p PathBuf>) -> Result<()> {
        let there = outputs.into_iter().filter(|path| is_standard(path)).count();
        if there > 1 || there == 1 && self.json {
            let what = if there > 1 { "two outputs" } else { "an output and the object of --json" };
            let hint = "name a file for one of them";
            return Err(Error::study("standard output", format!("{what} cannot both go there"), hint));
        }
        self.aside.fetch_or(there == 1, Ordering::Relaxed);
        Ok(())
    }

    /// The command has no `--budget`: none is offered for its searches.
    pub fn takes_no_budget(&self) {
        self.progress.takes_no_budget();
    }

    /// Says so where more threads are asked for than are used.
    pub fn thread_limit(&self, asked: usize) {
        let used = threads::used(asked);
        if used < asked {
            self.warn(&format!(
                "{} asked for, {} used: more would not be faster here, and could bring the machine down",
                count(asked as u64, "thread was", "threads were"),
                count(used as u64, "is", "are"),
            ));
        }
    }

    /// The exit code of work that was told to stop.
    pub fn stopped_by(&self) -> i32 {
        self.signals.code()
    }

    /// Prints the JSON object, if one is wanted.
    pub fn object(&self, object: &serde_json::Value) {
        if self.json {
            self.print(&Text::default().and(Paint::Plain, &format!("{object:#}\n")));
        }
    }

    /// Says where a file went, and what is to be known of it: "; keep it private".
    pub fn wrote(&self, path: &Path, remark: &str) {
        self.beside(&format!("wrote {}{remark}", path.display()));
    }

    /// Says what to do next.
    pub fn hint(&self, text: &str) {
        self.beside(&format!("hint: {text}"));
    }

    /// Says what is worth knowing.
    pub fn note(&self, text: &str) {
        self.beside(&format!("note: {text}"));
    }

    /// Says what may be wrong.
    pub fn warn(&self, text: &str) {
        self.beside(&format!("warning: {text}"));
    }

    /// Prints a line for people beside the output.
    fn beside(&self, text: &str) {
        if !self.quiet {
            self.clear();
            complain(text);
        }
    }

    /// Asks for a line, beside the output: answers come from standard input.
    pub fn ask(&self, question: &str) {
        self.clear();
        let _ = Text::from(question.to_string()).print(std::io::stderr(), true);
    }

    pub fn error(&self, error: &Error) {
        self.clear();
        explain(error);
    }

    /// Columns of the terminal; where there is none, those that the environment names, else 100.
    pub fn width(&self) -> usize {
        let named = || std::env::var("COLUMNS").ok()?.parse().ok();
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).or_else(named);
        width.unwrap_or(100).clamp(60, 120)
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
    fn print(&self, text: &Text) {
        self.clear();
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        if closed.is_none() {
            *closed = text.print(std::io::stdout(), false).err();
        }
    }
}

/// Says what went wrong and what to do next.
pub fn explain(error: &Error) {
    let said = flags::as_typed(&error.to_string(), flags::typed);
    complain(&format!("error: {said}"));
    let hint = flags::in_hint(&error.hint());
    if !hint.is_empty() {
        complain(&format!("hint: {hint}"));
    }
}

/// Prints to standard error. Where that is closed or full, nobody can be told.
pub fn complain(text: &str) {
    let _ = Text::from(format!("{text}\n")).print(std::io::stderr(), true);
}

impl Watch for Terminal {
    fn begin(&self, work: &str, steps: u64) {
        self.signals.reads(work.starts_with(READING));
        self.progress.begin(work, steps);
    }

    fn advance(&self, steps: u64) {
        self.progress.advance(steps);
    }

    fn note(&self, text: &str) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        // A table may be opened twice, and one may be read with its population.
        if noted.insert(text.to_string()) {
            let text = flags::in_hint(text);
            match text.strip_prefix("warning: ") {
                Some(warning) => self.warn(warning),
                None => Terminal::note(self, &text),
            }
        }
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

    fn search_begins(&self, budget: Option<Duration>) {
        self.progress.search_begins(budget);
    }

    fn search_ends(&self) {
        self.progress.search_ends();
    }

    fn waiting(&self, silent: Duration) {
        self.progress.waiting(silent);
    }

    fn stopped(&self) -> bool {
        self.signals.stopped()
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
