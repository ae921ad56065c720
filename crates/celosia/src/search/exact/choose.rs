//! Which nodes to look at next: where the answer will exclude most, whatever it is.
//!
//! Where the first loss is known in closed form only ceilings are wanted: a node is taken from above the middle of a random
//! chain of open nodes, because a ceiling excludes a lower part of the chain or none, and a point of the front an upper part.
//! Elsewhere a node is evaluated for its own floor and ceiling, and as long as little is known, the best of a few
//! ([`Sample`]).

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::constants::{ASKED, BATCH, DRAWN, EARLY, FIXED, PLACE, PLACE_OF_ONE, SHARE};
use super::known::Below;
use super::sheet::Sheet;
use super::work::Work;
use crate::search::Question;
use crate::space::{Levels, Node};

/// A node to look at.
pub struct Chosen {
    pub node: Node,
    /// Its place on the sheet, and that of the open node for whose sake it was chosen.
    pub index: usize,
    pub start: usize,
    /// Is too little known for bounds by a part of the rows?
    pub early: bool,
}

impl Work<'_> {
    /// Chooses nodes to look at together: none if none is open or the budget is spent. How many does not depend on the
    /// threads, so that the result does not either.
    pub fn choose(&mut self, sheet: &Sheet) -> Vec<Chosen> {
        let known = self.evaluated.len() + self.looks as usize;
        let wanted = (known / SHARE).clamp(BATCH.0, BATCH.1).min(self.may_evaluate());
        let early = !self.look.problem.metric().cells_only && self.evaluated.len() < sheet.size() / EARLY;
        let sample = early.then(|| Sample::new(sheet, &self.pick.some(sheet, ASKED)));
        let mut chosen: Vec<Chosen> = Vec::new();
        for _ in 0..wanted {
            let picked = match &sample {
                None => self.pick.next(sheet),
                Some(sample) => {
                    let best = sample.best(&self.pick.some(sheet, DRAWN), sheet, &self.below);
                    best.map(|index| (index, index))
                }
            };
            let Some((mut index, start)) = picked else { break };
            if self.evaluated.contains(&sheet.node(index)) {
                index = start;
            }
            if chosen.iter().all(|other| other.index != index) {
                chosen.push(Chosen { node: sheet.node(index), index, start, early });
            }
        }
        chosen
    }
}

/// Chooses nodes, with a seed.
pub struct Pick {
    random: SmallRng,
    /// Is the first loss known in closed form, so that only ceilings are wanted?
    closed_form: bool,
    /// How far up a chain the chosen node stands.
    place: f64,
}

impl Pick {
    pub fn new(seed: u64, closed_form: bool, question: Question) -> Self {
        let place = if question == Question::Front { PLACE } else { PLACE_OF_ONE };
        Pick { random: SmallRng::seed_from_u64(seed), closed_form, place }
    }

    /// Chooses a node for the sake of a random open one, and says which.
    fn next(&mut self, sheet: &Sheet) -> Option<(usize, usize)> {
        let start = self.open(sheet)?;
        if !self.closed_form {
            // A node that no bound decides yet is near the front, and so are its neighbours.
            return Some((start, start));
        }
        let mut chain = self.chain(sheet, start, false);
        chain.reverse();
        chain.extend(self.chain(sheet, start, true).into_iter().skip(1));
        let place = (chain.len() as f64 * self.place) as usize;
        Some((chain[place.min(chain.len() - 1)], start))
    }

    /// Some open nodes, the same one perhaps more than once.
    fn some(&mut self, sheet: &Sheet, wanted: usize) -> Vec<usize> {
        (0..wanted).filter_map(|_| self.open(sheet)).collect()
    }

    fn open(&mut self, sheet: &Sheet) -> Option<usize> {
        let open = sheet.open();
        (!open.is_empty()).then(|| open[self.random.random_range(0..open.len())] as usize)
    }

    /// A random chain of open nodes from a node on, upwards or downwards.
    fn chain(&mut self, sheet: &Sheet, start: usize, up: bool) -> Vec<usize> {
        let mut chain = vec![start];
        let mut next: Vec<usize> = Vec::new();
        loop {
            next.clear();
            next.extend(sheet.neighbours(chain[chain.len() - 1], up).filter(|i| sheet.is_open(*i)));
            if next.is_empty() {
                return chain;
            }
            chain.push(next[self.random.random_range(0..next.len())]);
        }
    }
}

/// Some open nodes that speak for all of them: each with the floor of its first loss above which it is decided.
struct Sample {
    open: Vec<(Levels, f64)>,
}

impl Sample {
    fn new(sheet: &Sheet, open: &[usize]) -> Sample {
        let ask = |index: &usize| (Levels::new(&sheet.node(*index)), sheet.rank(*index));
        Sample { open: open.iter().map(ask).collect() }
    }

    /// Of these nodes the one whose floor is likely to decide most open nodes for what it costs.
    fn best(&self, nodes: &[usize], sheet: &Sheet, below: &[Below]) -> Option<usize> {
        let promise = |index: usize| {
            let node = sheet.node(index);
            let levels = Levels::new(&node);
            // Before suppression no node loses more than its generalizations, and most lose little less.
            let most = below.iter().filter(|known| known.levels.reach(&levels)).map(|known| known.before);
            let most = most.fold(f64::INFINITY, f64::min);
            let decided = self.open.iter().filter(|(open, enough)| most > *enough && open.reach(&levels)).count();
            // It is rolled up from the fewest classes of a specialization, or fewer.
            let from = below.iter().filter(|known| levels.reach(&known.levels)).map(|known| known.classes).min();
            (1.0 + decided as f64) / (FIXED + from.unwrap_or(usize::MAX) as f64)
        };
        nodes.iter().copied().map(|index| (promise(index), index)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
    }
}
