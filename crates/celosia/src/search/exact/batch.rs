//! Which nodes of a region are looked at together, and what they taught.

use super::exclude::rank;
use super::known::{Above, Below, height};
use super::look::{Chosen, Learnt};
use super::news::{Ceiled, News};
use super::pick::Picked;
use super::region::Region;
use super::sample::{ASKED, COUNTED, DRAWN, Sample};
use super::work::Work;

/// Nodes chosen at a time: one for this number of nodes of the region …
const NODES_PER_CHOSEN: usize = 512;
/// … but enough for all cores, and few enough that the answer to one comes in time for the others. The numbers do not
/// depend on the cores, so that the result does not either.
const BATCH: (usize, usize) = (4, 64);
/// Where floors have to be found by evaluations, one node in this number is evaluated without being bounded
/// first: as long as little is known, a bound seldom decides a node.
const EARLY: usize = 16;
/// What was learnt before is looked at again for a new region only as far as it is near.
const REMEMBERED: usize = 64;

impl<'a> Work<'a> {
    /// Chooses nodes that were neither evaluated yet nor are being looked at.
    pub(super) fn choose(&mut self, region: &Region, may_look: usize, looked_at: &[usize]) -> Vec<(usize, Chosen)> {
        let wanted = (region.size() / NODES_PER_CHOSEN).clamp(BATCH.0, BATCH.1).min(may_look);
        let early = !self.look.problem.metric().cells_only && self.evaluated.len() < region.size() / EARLY;
        let sample = Sample::new(region, &self.pick.some(region, if early { ASKED } else { COUNTED }));
        let mut picks: Vec<Picked> = Vec::new();
        for _ in 0..wanted {
            let picked = match early {
                false => self.pick.next(region),
                true => {
                    let best = sample.best(&self.pick.some(region, DRAWN), region, &self.below);
                    best.map(|index| Picked { index, start: index })
                }
            };
            let Some(Picked { mut index, start }) = picked else { break };
            if self.evaluated.contains(&region.node(index)) {
                index = start;
            }
            if picks.iter().all(|known| known.index != index) && !looked_at.contains(&index) {
                picks.push(Picked { index, start });
            }
        }
        let chosen = |Picked { index, start }: Picked| {
            let mut nodes = vec![(index, region.only(index))];
            nodes.extend((index != start).then(|| (start, region.only(start))));
            let node = region.node(index);
            (index, Chosen { keep: sample.may_start_from(&node), node, nodes, early })
        };
        picks.into_iter().map(chosen).collect()
    }

    /// Takes in what a batch taught. Which nodes of the region that decides, and what the region has to hear of.
    pub(super) fn learn_all(&mut self, region: &Region, learnt: Vec<Learnt>) -> (Vec<usize>, News<'a>) {
        let (numbers, below) = (self.above.len(), self.below.len());
        let (mut closed, mut above) = (Vec::new(), Vec::new());
        for Learnt { bound, evaluation, decided } in learnt {
            closed.extend(decided);
            match evaluation {
                // All rows say at least as much as a part of them.
                Some(evaluation) => {
                    closed.extend(region.index(&evaluation.above.node));
                    above.push(self.learn(evaluation));
                }
                None => {
                    self.looks += u64::from(bound.is_some());
                    above.extend(bound);
                }
            }
        }
        self.above.extend(above);
        let improved = self.rank_from(numbers);
        let ceilings = self.above.iter().enumerate().skip(numbers);
        let ceilings = ceilings.map(|(number, above)| Ceiled::new(number, above, self.ranks[number])).collect();
        let news = self.news(improved, ceilings, self.below[below..].to_vec());
        self.trim();
        (closed, news)
    }

    fn news(&self, improved: bool, ceilings: Vec<Ceiled>, floors: Vec<Below>) -> News<'a> {
        let ranks = improved.then(|| self.ranks.clone());
        let known = (self.look.problem, self.target.clone());
        News::new(known, (self.above.clone(), ranks), ceilings, floors)
    }

    /// Tells a region what was known before it was written down.
    pub(super) fn remind(&mut self, region: &mut Region) {
        self.rank_from(0);
        let mut above: Vec<(usize, &Above)> = self.above.iter().enumerate().collect();
        above.retain(|(_, above)| region.area.below(&above.node).is_some());
        above.sort_by_key(|(_, above)| above.height);
        above.truncate(REMEMBERED);
        let ceiled = |(number, above): (usize, &Above)| Ceiled::new(number, above, self.ranks[number]);
        let ceilings = above.into_iter().map(ceiled).collect();
        let mut below: Vec<&Below> = self.below.iter().filter(|b| region.area.above(&b.node).is_some()).collect();
        below.sort_by_key(|below| std::cmp::Reverse(height(&below.node)));
        below.truncate(REMEMBERED);
        let news = self.news(true, ceilings, below.into_iter().cloned().collect());
        let evaluated: Vec<usize> = self.evaluated.iter().filter_map(|node| region.index(node)).collect();
        region.close(&evaluated);
        region.take_in(&news);
    }

    /// Ranks the nodes above from a number on, and those before it whose rank the answer has changed. Has it changed?
    fn rank_from(&mut self, number: usize) -> bool {
        let changed = self.changed.take();
        let rank = |above: &Above| rank(self.look.problem, above, &self.target);
        self.ranks.truncate(number);
        if let Some((low, high)) = changed {
            let ranked = self.ranks.iter_mut().zip(self.above.iter()).filter(|(of, _)| (low..=high).contains(&of.at));
            ranked.for_each(|(known, above)| *known = rank(above));
        }
        self.ranks.extend(self.above.iter().skip(number).map(rank));
        changed.is_some()
    }
}
