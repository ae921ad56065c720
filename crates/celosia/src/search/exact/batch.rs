//! A region, batch by batch: nodes are chosen, bounded or evaluated on all cores, and what they teach is taken in, until
//! every node is decided.

use rayon::prelude::*;

use super::block::{Block, News};
use super::early::{ASKED, DRAWN, Sample};
use super::exclude::rank;
use super::known::{Above, Below, Evaluation};
use super::pick::Picked;
use super::region::Region;
use super::work::Work;
use crate::space::{Area, Node};

/// Nodes chosen at a time: one for so many nodes of the region …
const NODES_PER_CHOSEN: usize = 128;
/// … but enough for all cores, and not so many that the answer to one comes too late for the others. The numbers do not
/// depend on the cores, so that the result does not either.
const BATCH: (usize, usize) = (8, 64);
/// Where floors have to be found by evaluations, the first of so many nodes are evaluated without being bounded first: as
/// long as little is known, a bound seldom decides a node.
const EARLY: usize = 16;
/// A node is bounded by the rows that are weak in so many nodes above it.
const NEAREST: usize = 4;
/// To look at so few tuples is always cheap; where few nodes are needed, it pays for many too; …
const FEW: usize = 2048;
/// … else more must be at most this part of the classes that an evaluation would start from.
const CHEAPER: usize = 2;
/// What was learnt before is looked at again for a new region only as far as it is near.
const REMEMBERED: usize = 64;

/// A node to look at.
struct Chosen {
    node: Node,
    /// It and the open node for whose sake it was chosen, each with what the region knows of it.
    nodes: Vec<(usize, Block)>,
}

/// What a look at a node taught.
struct Learnt {
    bound: Option<Above>,
    evaluation: Option<Evaluation>,
    /// Nodes that the bound decides.
    decided: Vec<usize>,
}

impl Work<'_> {
    /// Decides every node of a small box; returns what is left when the budget ends.
    ///
    /// While the nodes of one batch are looked at, the region takes in what the batch before taught, so that no core waits.
    /// What is chosen and what comes of it does not depend on who is faster.
    pub(super) fn region(&mut self, area: Area) -> Vec<(f64, f64)> {
        let mut region = self.open_region(area);
        let (mut decided, mut learnt) = (0, Vec::new());
        while !region.open().is_empty() {
            let now = region.size() - region.open().len();
            self.watch.advance((now - std::mem::replace(&mut decided, now)) as u64);
            self.watch.tell(self.evaluated.len() as u64, self.target.points());
            let (above, below) = (self.above.len(), self.below.len());
            let closed = self.learn_all(&region, learnt);
            let may_evaluate = self.may_evaluate();
            let wanted = (region.size() / NODES_PER_CHOSEN).clamp(BATCH.0, BATCH.1).min(may_evaluate);
            let early = self.is_early(&region);
            let chosen = self.choose(&region, wanted, early);
            let improved = self.rank_from(above);
            let news = News::new(
                (self.problem, &self.target, improved),
                (&self.above, &self.ranks),
                above..self.above.len(),
                self.below[below..].iter(),
            );
            let look = |chosen| self.look(chosen, &news, early);
            let take_in = || region.take_in(closed.into_iter(), &news);
            learnt = rayon::join(take_in, || chosen.into_par_iter().filter_map(look).collect()).1;
            if may_evaluate == 0 {
                return region.remaining().collect();
            }
            self.trim();
        }
        self.learn_all(&region, learnt);
        self.watch.advance((region.size() - decided) as u64);
        Vec::new()
    }

    /// Writes a box down, with what is known of it.
    fn open_region(&mut self, area: Area) -> Region {
        let mut region = Region::new(self.problem, area);
        let mut above: Vec<usize> =
            (0..self.above.len()).filter(|i| region.area.below(&self.above[*i].node).is_some()).collect();
        above.sort_by_key(|i| self.above[*i].height);
        above.truncate(REMEMBERED);
        self.rank_from(0);
        let mut below: Vec<&Below> = self.below.iter().filter(|b| region.area.above(&b.node).is_some()).collect();
        below.sort_by_key(|below| std::cmp::Reverse(below.node.iter().map(|level| u32::from(*level)).sum::<u32>()));
        below.truncate(REMEMBERED);
        let evaluated: Vec<usize> = self.evaluated.iter().filter_map(|node| region.index(node)).collect();
        let known = (self.problem, &self.target, true);
        let news = News::new(known, (&self.above, &self.ranks), above.into_iter(), below.into_iter());
        region.take_in(evaluated.into_iter(), &news);
        region
    }

    /// Is too little known for bounds by a part of the rows?
    fn is_early(&self, region: &Region) -> bool {
        !self.problem.about_metric.cells_only && self.evaluated.len() < region.size() / EARLY
    }

    /// Takes in what a batch taught; says which nodes of the region that decides.
    fn learn_all(&mut self, region: &Region, learnt: Vec<Learnt>) -> Vec<usize> {
        let mut closed = Vec::new();
        for Learnt { bound, evaluation, decided } in learnt {
            self.above.extend(bound);
            closed.extend(decided);
            if let Some(evaluation) = evaluation {
                closed.extend(region.index(&evaluation.above.node));
                self.learn(evaluation);
            }
        }
        closed
    }

    /// Ranks the nodes above from a number on, and those before it whose rank the answer has changed. Has it changed?
    fn rank_from(&mut self, number: usize) -> bool {
        let changed = self.target.changed.take();
        let rank = |above: &Above| rank(self.problem, above, &self.target);
        self.ranks.truncate(number);
        if let Some((low, high)) = changed {
            let ranked = self.ranks.iter_mut().zip(&self.above).filter(|(known, _)| (low..=high).contains(&known.at));
            ranked.for_each(|(known, above)| *known = rank(above));
        }
        self.ranks.extend(self.above[number..].iter().map(rank));
        changed.is_some()
    }

    /// Chooses nodes that were not evaluated yet.
    fn choose(&mut self, region: &Region, wanted: usize, early: bool) -> Vec<Chosen> {
        let sample = early.then(|| Sample::new(region, &self.pick.some(region, ASKED)));
        let mut picks: Vec<Picked> = Vec::new();
        for _ in 0..wanted {
            let picked = match &sample {
                None => self.pick.next(region),
                Some(sample) => {
                    let best = sample.best(&self.pick.some(region, DRAWN), region, &self.below, &self.sizes);
                    best.map(|index| Picked { index, start: index })
                }
            };
            let Some(Picked { mut index, start }) = picked else { break };
            if self.evaluated.contains(&region.node(index)) {
                index = start;
            }
            // The region has not heard of the last batch yet.
            if picks.iter().all(|known| known.index != index) && !self.evaluated.contains(&region.node(index)) {
                picks.push(Picked { index, start });
            }
        }
        let chosen = |Picked { index, start }: Picked| {
            let mut nodes = vec![(index, region.only(index))];
            nodes.extend((index != start).then(|| (start, region.only(start))));
            Chosen { node: region.node(index), nodes }
        };
        picks.into_iter().map(chosen).collect()
    }

    /// Bounds a node, and evaluates it if that decides neither it nor the open node for whose sake it was chosen. Both in
    /// one go, so that no thread waits between the two. Nothing if what is new decides one of them.
    fn look(&self, chosen: Chosen, news: &News, early: bool) -> Option<Learnt> {
        let Chosen { node, mut nodes } = chosen;
        for (_, known) in &mut nodes {
            let was_open = known.is_open(0);
            known.take_in(news);
            if was_open && !known.is_open(0) {
                return None;
            }
        }
        let bound = if early { None } else { self.bound(&node) };
        let decided: Vec<usize> = bound.as_ref().map_or_else(Vec::new, |above| {
            let decided = nodes.iter().filter(|(_, known)| known.would_close(0, above, self.problem, &self.target));
            decided.map(|(index, _)| *index).collect()
        });
        let evaluation = decided.is_empty().then(|| self.evaluation(&node));
        Some(Learnt { bound, evaluation, decided })
    }

    /// Bounds a node by the rows that are weak in the nearest nodes above, unless to evaluate it costs less.
    fn bound(&self, node: &[u8]) -> Option<Above> {
        let nearest = if self.by_parts { self.nearest(node) } else { return None };
        let tuples: usize = nearest.iter().map(|above| above.weak.len()).sum();
        self.with_scratch(|scratch| {
            let start = |scratch| self.memory.start(node, scratch).classes.len();
            let is_cheap = self.large || tuples <= FEW || tuples * CHEAPER <= start(scratch);
            is_cheap.then(|| Above::bound(&nearest, self.problem, node, self.large, scratch))
        })
    }

    /// The nearest nodes above, nearest first.
    fn nearest(&self, node: &[u8]) -> Vec<&Above> {
        let mut nearest: Vec<&Above> = Vec::with_capacity(NEAREST + 1);
        for above in self.above_of(node) {
            if nearest.len() < NEAREST || above.height < nearest[NEAREST - 1].height {
                nearest.insert(nearest.partition_point(|near| near.height <= above.height), above);
                nearest.truncate(NEAREST);
            }
        }
        nearest
    }
}
