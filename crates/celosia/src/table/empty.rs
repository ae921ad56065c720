//! Rows without any value, which spreadsheets leave behind: they are no rows, and how many there were is said once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::say::count;

/// How many rows without a value a file has, once it was read to its end.
#[derive(Debug, Default)]
pub struct Empty {
    rows: AtomicU64,
    said: AtomicBool,
}

impl Empty {
    /// A reading to the end found so many. Is that news?
    pub fn found(&self, rows: u64) -> bool {
        self.rows.store(rows, Ordering::Relaxed);
        rows > 0 && !self.said.swap(true, Ordering::Relaxed)
    }

    /// What is said of them, if there are any.
    pub fn notice(&self) -> Option<String> {
        let rows = self.rows.load(Ordering::Relaxed);
        (rows > 0).then(|| format!("{}, without any value, left out", count(rows, "empty row", "empty rows")))
    }
}
