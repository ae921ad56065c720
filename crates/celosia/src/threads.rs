//! How many threads work at once: as many as were asked for, but no more than can be of any use.

use crate::error::{Error, Result};

/// Threads for each core that may be asked for: a few more than cores can pay where they wait for a disk.
const PER_CORE: usize = 4;
/// The threads that may always be asked for, on the smallest machine.
const ALWAYS: usize = 16;

/// The most threads that are used here, whatever is asked for: each takes memory of its own, and tens of thousands bring a
/// machine down.
pub fn most() -> usize {
    (PER_CORE * cores()).max(ALWAYS)
}

/// The number of threads that a number stands for: 0 means all cores.
pub fn used(asked: usize) -> usize {
    match asked {
        0 => cores(),
        n => n.min(most()),
    }
}

/// A pool of as many threads as were asked for.
pub fn pool(asked: usize) -> Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(used(asked)).build();
    pool.map_err(|e| Error::machine("search.threads", e.to_string(), "ask for fewer threads"))
}

/// The least that each job of a parallel iterator takes: `share`, or all of it where no pool of ours is at work. Then nobody
/// has said how many threads there may be.
pub(crate) fn share(share: usize) -> usize {
    if rayon::current_thread_index().is_some() { share } else { usize::MAX }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_as_it_is_up_to_a_few_for_each_core() {
        assert_eq!(used(0), cores());
        assert_eq!((used(1), used(ALWAYS)), (1, ALWAYS));
        assert_eq!(used(100_000_000), most());
        assert!((ALWAYS..=ALWAYS.max(4 * cores())).contains(&most()));
    }
}
