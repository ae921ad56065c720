//! Work that threads do side by side, piece by piece, and whose results are taken in the order of the pieces.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::table::{lock, unlocked};

/// Results of a piece that may wait for those of earlier pieces; a thread that has more waits itself.
const WAITING: usize = 8;

/// Whose turn it is.
struct Turn<F> {
    next: usize,
    take: F,
    /// The first error, by its piece.
    failed: Option<(usize, Error)>,
}

/// What a thread hands its results to.
pub struct Out<'t, T, F: FnMut(T) -> Result<()>> {
    piece: usize,
    waiting: Vec<T>,
    /// Has it stopped because another piece failed?
    gave_up: bool,
    turn: &'t Mutex<Turn<F>>,
    moved: &'t Condvar,
}

/// Does `pieces` pieces of work on so many threads: each makes a worker, which gets one piece after another with what its results
/// are handed to. `take` gets all results in the order of their pieces.
pub fn in_order<T: Send, W, F: FnMut(T) -> Result<()> + Send>(
    pieces: usize,
    threads: usize,
    take: F,
    worker: impl Fn() -> W + Sync,
) -> Result<()>
where
    W: FnMut(usize, &mut Out<T, F>) -> Result<()>,
{
    let (turn, moved) = (Mutex::new(Turn { next: 0, take, failed: None }), Condvar::new());
    let begun = AtomicUsize::new(0);
    let run = || {
        let mut worker = worker();
        loop {
            let piece = begun.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces || lock(&turn).failed.is_some() {
                return;
            }
            let mut out = Out { piece, waiting: Vec::new(), gave_up: false, turn: &turn, moved: &moved };
            if let Err(error) = worker(piece, &mut out).and_then(|()| out.end()) {
                if !out.gave_up {
                    out.fail(error);
                }
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(pieces) {
            // Where the system gives no more threads, fewer do it.
            let _ = std::thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    unlocked(turn).failed.map_or(Ok(()), |(_, error)| Err(error))
}

impl<T, F: FnMut(T) -> Result<()>> Out<'_, T, F> {
    /// Hands on a result of the piece.
    pub fn hand(&mut self, result: T) -> Result<()> {
        self.waiting.push(result);
        let turn = lock(self.turn);
        if turn.next != self.piece && self.waiting.len() < WAITING {
            return Ok(());
        }
        self.take(turn).map(drop)
    }

    fn end(&mut self) -> Result<()> {
        let turn = lock(self.turn);
        self.take(turn)?.next += 1;
        self.moved.notify_all();
        Ok(())
    }

    /// Waits for the turn of the piece, and has all taken that waits.
    fn take<'g>(&mut self, mut turn: MutexGuard<'g, Turn<F>>) -> Result<MutexGuard<'g, Turn<F>>> {
        while turn.next != self.piece {
            if turn.failed.is_some() {
                // Another piece says why.
                self.gave_up = true;
                return Err(Error::Interrupted);
            }
            turn = self.moved.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
        for result in self.waiting.drain(..) {
            (turn.take)(result)?;
        }
        Ok(turn)
    }

    fn fail(&self, error: Error) {
        let mut turn = lock(self.turn);
        if turn.failed.as_ref().is_none_or(|(first, _)| self.piece < *first) {
            turn.failed = Some((self.piece, error));
        }
        self.moved.notify_all();
    }
}

/// Nobody waits for the turn of a thread that panicked.
impl<T, F: FnMut(T) -> Result<()>> Drop for Out<'_, T, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.fail(Error::Interrupted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_threads() {
        for threads in [1, 2, 7] {
            let mut all = Vec::new();
            let take = |result: (usize, usize)| {
                all.push(result);
                Ok(())
            };
            let worker = || {
                |piece: usize, out: &mut Out<_, _>| {
                    // Later pieces have less to do, and some have nothing.
                    (0..(50 - piece) * 3 % 40).try_for_each(|number| out.hand((piece, number)))
                }
            };
            in_order(50, threads, take, worker).unwrap();
            let expected = (0..50).flat_map(|piece| (0..(50 - piece) * 3 % 40).map(move |number| (piece, number)));
            assert_eq!(all, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_ends_all_threads() {
        let failing = |at: usize| move |piece: usize| if piece == at { Err(Error::Interrupted) } else { Ok(()) };
        for threads in [1, 2, 7] {
            // Where a result is made, and where it is taken.
            let made = in_order(
                50,
                threads,
                |_| Ok(()),
                || |piece: usize, out: &mut Out<_, _>| failing(20)(piece).and_then(|()| out.hand(piece)),
            );
            let taken = in_order(50, threads, failing(20), || |piece: usize, out: &mut Out<_, _>| out.hand(piece));
            assert!(made.is_err() && taken.is_err());
            assert!(in_order(0, threads, |_: usize| Ok(()), || |_: usize, _: &mut Out<_, _>| Ok(())).is_ok());
        }
    }
}
