//! Some neighbouring nodes of a sheet, with what is known of each. A block takes in all that is new in one go and looks
//! at no other block, so all cores share the work.

use super::exclude::{Bounds, Rank, kept_open, may_decide};
use super::known::{Above, Below};
use super::news::{Near, News};
use super::target::Target;
use crate::evaluate::{Problem, Step};
use crate::space::{Levels, Node};

/// No node puts a ceiling on this one yet.
const NONE: u32 = u32::MAX;

/// Nodes that follow one another.
pub struct Block {
    /// Places of the nodes that are neither evaluated nor excluded.
    pub open: Vec<u32>,
    /// The levels of each node; the least and the most of all of them.
    levels: Vec<Levels>,
    low: Levels,
    high: Levels,
    nodes: Vec<Bounded>,
    /// How many further protections and how many losses a node has.
    models: usize,
    metrics: usize,
    /// Upper bounds of the further protections, end to end.
    most_further: Vec<f64>,
    /// Cells, remainder and lower bound of each loss, end to end.
    cells: Vec<f64>,
    remainders: Vec<f64>,
    least: Vec<f64>,
}

/// What is known of a node, beside its losses and further protections.
#[derive(Clone)]
struct Bounded {
    is_open: bool,
    /// Upper and lower bound of the first protection.
    most: f64,
    fewest: f64,
    /// The node above with the ceiling of the least rank, that rank, and the step that kept the node open last time.
    above: u32,
    hint: u16,
    rank: Rank,
}

impl Block {
    /// Nodes of which nothing is known but their cells.
    pub fn new(problem: &Problem, nodes: &[Node]) -> Block {
        let attributes = problem.lattice.attributes();
        let ends = |end: fn(u8, u8) -> u8| -> Levels {
            let of = |a: usize| nodes.iter().map(|node| node[a]).reduce(end).unwrap_or(0);
            Levels::new(&(0..attributes).map(of).collect::<Vec<u8>>())
        };
        let cells: Vec<f64> = nodes.iter().flat_map(|node| problem.cells(node)).collect();
        // Metrics of cells have no remainder; of the others nothing is known yet.
        let remainders: Vec<f64> =
            problem.metrics().map(|m| if m.cells_only { 0.0 } else { f64::NEG_INFINITY }).collect();
        let metrics = remainders.len();
        let least = cells.iter().enumerate().map(|(at, c)| problem.floor(at % metrics, *c, remainders[at % metrics]));
        let (most, fewest) = (f64::INFINITY, f64::NEG_INFINITY);
        let nothing = Bounded { is_open: true, most, fewest, above: NONE, hint: 0, rank: Rank::NONE };
        Block {
            open: (0..nodes.len() as u32).collect(),
            levels: nodes.iter().map(|node| Levels::new(node)).collect(),
            low: ends(u8::min),
            high: ends(u8::max),
            nodes: vec![nothing; nodes.len()],
            models: problem.models().len() - 1,
            metrics,
            most_further: vec![f64::INFINITY; nodes.len() * (problem.models().len() - 1)],
            least: least.collect(),
            remainders: remainders.repeat(nodes.len()),
            cells,
        }
    }

    /// Would the ceiling of a node above decide an open node?
    pub fn would_close(&self, at: usize, above: &Above, problem: &Problem, target: &Target) -> bool {
        self.is_open(at) && above.levels.reach(&self.levels[at]) && {
            let further = self.most_further(at).iter().zip(&above.ceiling.further);
            let bounds = Bounds {
                most: self.most(at).min(above.most),
                fewest: self.nodes[at].fewest,
                most_further: &further.map(|(known, most)| known.min(*most)).collect::<Vec<f64>>(),
                least: self.least(at),
                steps: &above.ceiling.steps,
            };
            kept_open(problem, &bounds, 0, target, &mut Vec::new()).is_none()
        }
    }

    pub fn is_open(&self, at: usize) -> bool {
        self.nodes[at].is_open
    }

    /// Upper bound of the first protection of a node.
    pub fn most(&self, at: usize) -> f64 {
        self.nodes[at].most
    }

    /// Upper bounds of the further protections of a node.
    pub fn most_further(&self, at: usize) -> &[f64] {
        &self.most_further[at * self.models..(at + 1) * self.models]
    }

    /// Lower bounds of the losses of a node.
    pub fn least(&self, at: usize) -> &[f64] {
        &self.least[at * self.metrics..(at + 1) * self.metrics]
    }

    /// The rank of the ceiling that bounds a node.
    pub fn rank(&self, at: usize) -> f64 {
        self.nodes[at].rank.value
    }

    /// A node is decided.
    pub fn close(&mut self, at: usize) {
        if std::mem::replace(&mut self.nodes[at].is_open, false) {
            self.open.retain(|open| *open as usize != at);
        }
    }

    /// Takes in what is new; closes what that decides.
    pub fn take_in(&mut self, news: &News) {
        if self.open.is_empty() {
            return;
        }
        let near = news.near(&self.low, &self.high);
        if near.by_rank.is_empty() && near.by_remainder.is_empty() && !news.improved {
            return;
        }
        let mut open = std::mem::take(&mut self.open);
        let mut room = Vec::new();
        open.retain(|at| {
            let at = *at as usize;
            let changed = self.bound(at, news, &near);
            let stays = !changed || self.stays_open(at, news, &mut room);
            self.nodes[at].is_open = stays;
            stays
        });
        self.open = open;
    }

    /// Sharpens the bounds of a node; says whether that may decide it.
    fn bound(&mut self, at: usize, news: &News, near: &Near) -> bool {
        let Block { models, metrics, .. } = *self;
        let levels = &self.levels[at];
        let node = &mut self.nodes[at];
        let mut changed = news.improved;
        if news.improved && node.above != NONE {
            node.rank = news.above[node.above as usize].rank;
        }
        let holds = |(_, above): &&(u32, &Above)| above.levels.reach(levels);
        if let Some((number, best)) =
            near.by_rank.iter().take_while(|(_, above)| above.rank.value < node.rank.value).find(holds)
        {
            (node.above, node.rank, node.hint) = (*number, best.rank, 0);
            changed = true;
        }
        if let Some((_, best)) = near.by_most.iter().take_while(|(_, above)| above.most < node.most).find(holds) {
            node.most = best.most;
            changed = true;
        }
        let holds = |below: &&&Below| levels.reach(&below.levels);
        if let Some(best) = near.by_protection.iter().take_while(|below| below.protects > node.fewest).find(holds) {
            node.fewest = best.protects;
            changed = true;
        }
        for model in 0..models {
            let known = &mut self.most_further[at * models + model];
            for (_, above) in near.by_rank.iter().filter(|(_, above)| above.levels.reach(levels)) {
                let most = above.ceiling.further[model];
                changed |= most < *known;
                *known = known.min(most);
            }
        }
        for metric in 0..metrics {
            let place = at * metrics + metric;
            let known = self.remainders[place];
            let remainder = |below: &&Below| below.remainders[metric];
            let best = match metric {
                0 => near.by_remainder.iter().take_while(|below| remainder(below) > known).find(holds).map(remainder),
                _ => near.by_remainder.iter().filter(holds).map(remainder).reduce(f64::max),
            };
            if let Some(remainder) = best.filter(|remainder| *remainder > known) {
                self.remainders[place] = remainder;
                self.least[place] = news.problem.floor(metric, self.cells[place], remainder);
                changed = true;
            }
        }
        changed && may_decide(news.problem, &node.rank, node.fewest, self.least[at * metrics])
    }

    /// May a node still have an outcome that the answer so far does not beat?
    fn stays_open(&mut self, at: usize, news: &News, room: &mut Vec<f64>) -> bool {
        let Bounded { most, fewest, above, hint, .. } = self.nodes[at];
        let steps: &[Step] = if above == NONE { &[] } else { &news.above[above as usize].ceiling.steps };
        let bounds = Bounds { most, fewest, most_further: self.most_further(at), least: self.least(at), steps };
        let step = kept_open(news.problem, &bounds, usize::from(hint), news.target, room);
        self.nodes[at].hint = step.unwrap_or(0) as u16;
        step.is_some()
    }
}
