//! Work that all cores take from one list, oldest first.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A thread that finds nothing to do looks again for this long before it sleeps: the next jobs are most often less
/// than that away, and to wake a core can take longer, in a virtual machine much longer.
const AWAKE: Duration = Duration::from_millis(1);
/// How often it looks before it lets others have the core.
const LOOKS: usize = 64;

/// A list of jobs.
pub struct Queue<J> {
    list: Mutex<List<J>>,
    more: Condvar,
    /// Changes whenever jobs come or the list is closed.
    changes: AtomicUsize,
}

struct List<J> {
    jobs: VecDeque<J>,
    closed: bool,
}

impl<J> Queue<J> {
    /// An empty list.
    pub fn new() -> Self {
        Queue {
            list: Mutex::new(List { jobs: VecDeque::new(), closed: false }),
            more: Condvar::new(),
            changes: AtomicUsize::new(0),
        }
    }

    /// Takes jobs from the list and does them until it is closed. Run by each thread. A job may add others.
    pub fn work(&self, mut job: impl FnMut(J)) {
        // If a job panics, nobody may wait for what it would have added.
        let _close = CloseIfPanicking(self);
        while let Some(next) = self.next() {
            job(next);
        }
    }

    /// Adds jobs at the end.
    pub fn put(&self, jobs: Vec<J>) {
        self.change(|list| list.jobs.extend(jobs));
    }

    /// There will be no more jobs.
    pub fn close(&self) {
        self.change(|list| list.closed = true);
    }

    fn change(&self, change: impl FnOnce(&mut List<J>)) {
        change(&mut self.lock());
        self.changes.fetch_add(1, Ordering::Release);
        self.more.notify_all();
    }

    /// The oldest job, or nothing when there will be none.
    fn next(&self) -> Option<J> {
        let mut idle: Option<Instant> = None;
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            let mut list = self.lock();
            while idle.is_some_and(|since| since.elapsed() >= AWAKE) && list.jobs.is_empty() && !list.closed {
                list = self.more.wait(list).unwrap_or_else(PoisonError::into_inner);
            }
            if list.closed || !list.jobs.is_empty() {
                return list.jobs.pop_front();
            }
            drop(list);
            let since = *idle.get_or_insert_with(Instant::now);
            while self.changes.load(Ordering::Acquire) == seen && since.elapsed() < AWAKE {
                (0..LOOKS).for_each(|_| std::hint::spin_loop());
                std::thread::yield_now();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, List<J>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct CloseIfPanicking<'q, J>(&'q Queue<J>);

impl<J> Drop for CloseIfPanicking<'_, J> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each number is a job that adds those below it; the last closes the list.
    fn add_up(threads: usize, pause: Duration) -> usize {
        let (queue, sum, left) = (Queue::new(), AtomicUsize::new(0), AtomicUsize::new(1));
        queue.put(vec![6usize]);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    queue.work(|job: usize| {
                        std::thread::sleep(pause);
                        sum.fetch_add(job, Ordering::Relaxed);
                        left.fetch_add(job, Ordering::Relaxed);
                        queue.put((0..job).collect());
                        if left.fetch_sub(1, Ordering::AcqRel) == 1 {
                            queue.close();
                        }
                    })
                });
            }
        });
        sum.into_inner()
    }

    #[test]
    fn every_job_is_done_once_whoever_sleeps() {
        for threads in [1, 2, 5] {
            assert_eq!(add_up(threads, Duration::ZERO), 63);
            assert_eq!(add_up(threads, 2 * AWAKE), 63);
        }
    }

    #[test]
    fn a_panic_ends_the_others_too() {
        let queue = Queue::new();
        queue.put(vec![()]);
        let panicked = std::thread::scope(|scope| {
            let threads = [(); 3].map(|()| scope.spawn(|| queue.work(|()| panic!("a job"))));
            threads.map(|thread| thread.join().is_err())
        });
        assert_eq!(panicked.iter().filter(|panicked| **panicked).count(), 1);
    }
}
