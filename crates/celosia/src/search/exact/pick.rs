//! Which node to evaluate next: where the answer will exclude most, whatever it is.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::region::Region;
use super::target::Target;

/// Chooses nodes, with a seed.
pub struct Pick {
    random: SmallRng,
    /// Is the first loss known in closed form, so that only ceilings are wanted?
    closed_form: bool,
}

/// A node to evaluate, and the open node for whose sake.
pub struct Picked {
    pub index: usize,
    pub start: usize,
}

/// How far up a chain the chosen node stands. Above the middle, because a low ceiling excludes more than a high one
/// teaches.
const PLACE: f64 = 0.65;
/// How often a node is chosen for its ceiling alone, where floors have to be found too. Seldom, because ceilings are
/// also had from a part of the rows, floors only from evaluations.
const FOR_CEILING: f64 = 0.1;

impl Pick {
    pub fn new(seed: u64, closed_form: bool) -> Self {
        Pick { random: SmallRng::seed_from_u64(seed), closed_form }
    }

    /// Chooses a node for the sake of a random open one.
    pub fn next(&mut self, region: &Region, target: &Target) -> Option<Picked> {
        let start = self.open(region)?;
        let index = if self.closed_form {
            // Of a chain of open nodes a ceiling excludes a lower part, or none; a point of the front the upper part.
            let mut chain = self.chain(region, start, false, |i| region.is_open(i));
            chain.reverse();
            chain.extend(self.chain(region, start, true, |i| region.is_open(i)).into_iter().skip(1));
            at_place(&chain)
        } else if self.random.random_bool(FOR_CEILING) {
            // As high as it may be and still no more private than a point that loses less than the open node.
            let enough = target.protection_below(region.least(start));
            at_place(&self.chain(region, start, true, |i| region.seen(i) <= enough && region.most(i) > enough))
        } else {
            // Its own floor and ceiling: a node that no bound decides yet is near the front, and so are its neighbours.
            start
        };
        Some(Picked { index, start })
    }

    fn open(&mut self, region: &Region) -> Option<usize> {
        let list = region.listed();
        let drawn = (0..list.len()).map(|_| list[self.random.random_range(0..list.len())] as usize);
        drawn.take(64).find(|i| region.is_open(*i)).or_else(|| {
            // Most of the list is decided by now.
            list.iter().map(|i| *i as usize).find(|i| region.is_open(*i))
        })
    }

    /// A random chain from a node on, upwards or downwards, through nodes that will do.
    fn chain(&mut self, region: &Region, start: usize, up: bool, will_do: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut chain = vec![start];
        let mut next: Vec<usize> = Vec::new();
        loop {
            next.clear();
            next.extend(region.neighbours(chain[chain.len() - 1], up).filter(|i| will_do(*i)));
            if next.is_empty() {
                return chain;
            }
            chain.push(next[self.random.random_range(0..next.len())]);
        }
    }
}

fn at_place(chain: &[usize]) -> usize {
    chain[((chain.len() as f64 * PLACE) as usize).min(chain.len() - 1)]
}
