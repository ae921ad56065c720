//! Which node to look at next: where the answer will exclude most, whatever it is.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::region::Region;

/// Chooses nodes, with a seed.
pub struct Pick {
    random: SmallRng,
    /// Is the first loss known in closed form, so that only ceilings are wanted?
    closed_form: bool,
}

/// A node to look at, and the open node for whose sake.
pub struct Picked {
    pub index: usize,
    pub start: usize,
}

/// How far up a chain the chosen node stands. Above the middle, because a low ceiling excludes more than a high one
/// teaches.
const PLACE: f64 = 0.65;

impl Pick {
    pub fn new(seed: u64, closed_form: bool) -> Self {
        Pick { random: SmallRng::seed_from_u64(seed), closed_form }
    }

    /// Chooses a node for the sake of a random open one.
    pub fn next(&mut self, region: &Region) -> Option<Picked> {
        let start = self.open(region)?;
        if !self.closed_form {
            // Its own floor and ceiling: a node that no bound decides yet is near the front, and so are its neighbours.
            return Some(Picked { index: start, start });
        }
        // Of a chain of open nodes a ceiling excludes a lower part, or none; a point of the front the upper part.
        let mut chain = self.chain(region, start, false);
        chain.reverse();
        chain.extend(self.chain(region, start, true).into_iter().skip(1));
        let place = (chain.len() as f64 * PLACE) as usize;
        Some(Picked { index: chain[place.min(chain.len() - 1)], start })
    }

    /// Some open nodes, the same one perhaps more than once.
    pub fn some(&mut self, region: &Region, wanted: usize) -> Vec<usize> {
        (0..wanted).filter_map(|_| self.open(region)).collect()
    }

    fn open(&mut self, region: &Region) -> Option<usize> {
        let open = region.open();
        (!open.is_empty()).then(|| open[self.random.random_range(0..open.len())] as usize)
    }

    /// A random chain of open nodes from a node on, upwards or downwards.
    fn chain(&mut self, region: &Region, start: usize, up: bool) -> Vec<usize> {
        let mut chain = vec![start];
        let mut next: Vec<usize> = Vec::new();
        loop {
            next.clear();
            next.extend(region.neighbours(chain[chain.len() - 1], up).filter(|i| region.is_open(*i)));
            if next.is_empty() {
                return chain;
            }
            chain.push(next[self.random.random_range(0..next.len())]);
        }
    }
}
