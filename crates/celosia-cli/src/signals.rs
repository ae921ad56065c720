//! Signals: the first asks the work to stop, the second does not wait, and work that cannot hear is ended from here.
//!
//! The work asks now and then whether it should stop ([`celosia::watch::Watch`]). It cannot ask while it waits for a pipe
//! that nobody writes to. Ctrl-C may mean "show what you have", and showing may take its time; SIGTERM means "end now".

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use celosia::error::Error;

use crate::terminal::complain;

/// Ctrl-C.
pub const INTERRUPT: i32 = 2;

/// How long work that was told to end, or that only reads, has to end by itself: less than two seconds with all that follows.
const GRACE: Duration = Duration::from_millis(1400);
/// How long other work has after Ctrl-C to ask whether it should stop. Searches ask far more often.
const SILENCE: Duration = Duration::from_secs(10);
/// How often that is looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long the last words may take.
const WORDS: Duration = Duration::from_millis(200);

/// What came, and whether the work knows.
pub struct Signals {
    /// The number of the first signal; 0 while there is none.
    signal: AtomicI32,
    /// Did the work ask since?
    heard: AtomicBool,
    /// Is the work at its inputs, so that there is nothing to show yet? It begins with them.
    reading: AtomicBool,
}

impl Signals {
    /// Begins to listen; nothing where that cannot be.
    pub fn listen() -> (Arc<Signals>, bool) {
        let signals =
            Signals { signal: AtomicI32::new(0), heard: AtomicBool::new(false), reading: AtomicBool::new(true) };
        let signals = Arc::new(signals);
        let listens = start(signals.clone());
        (signals, listens)
    }

    /// Should the work stop?
    pub fn stopped(&self) -> bool {
        let stopped = self.signal.load(Ordering::Relaxed) != 0;
        if stopped {
            self.heard.store(true, Ordering::Relaxed);
        }
        stopped
    }

    /// The work reads its inputs from here on, or does something else.
    pub fn reads(&self, reading: bool) {
        self.reading.store(reading, Ordering::Relaxed);
    }

    /// The exit code of work that was stopped, as a shell expects it.
    pub fn code(&self) -> i32 {
        code(match self.signal.load(Ordering::Relaxed) {
            0 => INTERRUPT,
            signal => signal,
        })
    }

    fn take(self: &Arc<Signals>, signal: i32) {
        if self.signal.swap(signal, Ordering::Relaxed) != 0 {
            end(signal);
        }
        let signals = self.clone();
        // Beside the listener, which must hear the second signal. Without a thread for it, at once.
        let watchdog = std::thread::Builder::new().spawn(move || signals.wait(signal));
        if watchdog.is_err() {
            end(signal);
        }
    }

    /// Ends the process unless the work does so in time, or shows what it has.
    fn wait(&self, signal: i32) {
        let began = Instant::now();
        loop {
            std::thread::sleep(TICK);
            let waited = began.elapsed();
            let at_once = signal != INTERRUPT || self.reading.load(Ordering::Relaxed);
            let deaf = !self.heard.load(Ordering::Relaxed);
            if at_once && waited > GRACE || deaf && waited > SILENCE {
                end(signal);
            }
        }
    }
}

fn code(signal: i32) -> i32 {
    128 + signal
}

/// Ends the process with what it has half-written removed.
fn end(signal: i32) -> ! {
    celosia::table::abandon();
    // In a thread: standard error may be what everything waits for.
    let (said, heard) = mpsc::channel();
    let say = move || {
        complain(&format!("error: {}", Error::Interrupted));
        let _ = said.send(());
    };
    if std::thread::Builder::new().spawn(say).is_ok() {
        let _ = heard.recv_timeout(WORDS);
    }
    exit(code(signal))
}

#[cfg(unix)]
fn start(signals: Arc<Signals>) -> bool {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // What `nohup` told this process not to hear, it does not hear. The others mean this process whoever started it.
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(*signal));
    let Ok(mut incoming) = signal_hook::iterator::Signals::new(wanted) else { return false };
    let listen = move || incoming.forever().for_each(|signal| signals.take(signal));
    std::thread::Builder::new().name("signals".into()).spawn(listen).is_ok()
}

/// Is a signal ignored since before this process began? Linux says so in a mask of hexadecimal digits.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}

/// Without what others would do at the end of a process: nothing may hold it up.
#[cfg(unix)]
fn exit(code: i32) -> ! {
    signal_hook::low_level::exit(code)
}

#[cfg(not(unix))]
fn start(signals: Arc<Signals>) -> bool {
    ctrlc::set_handler(move || signals.take(INTERRUPT)).is_ok()
}

#[cfg(not(unix))]
fn exit(code: i32) -> ! {
    std::process::exit(code)
}
