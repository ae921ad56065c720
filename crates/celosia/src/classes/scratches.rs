//! Scratch memory for each thread of a pool: making it anew would cost more than a roll-up.

use std::sync::Mutex;

use super::Scratch;

/// One scratch memory for each thread.
pub struct Scratches(Vec<Mutex<Scratch>>);

impl Scratches {
    /// For this number of threads.
    pub fn new(threads: usize) -> Scratches {
        Scratches((0..threads).map(|_| Mutex::default()).collect())
    }

    /// Works with the scratch memory of this thread.
    pub fn with<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let thread = rayon::current_thread_index().unwrap_or(0);
        match self.0.get(thread).map(Mutex::lock) {
            Some(Ok(mut scratch)) => work(&mut scratch),
            _ => work(&mut Scratch::default()),
        }
    }
}
