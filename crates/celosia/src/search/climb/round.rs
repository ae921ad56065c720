//! All that climbing knows, and how a round of nodes is evaluated and learnt from.

use std::collections::HashSet;
use std::sync::Mutex;

use rand::RngExt;
use rand::rngs::StdRng;
use rayon::prelude::*;

use super::PATIENCE;
use super::guess::Guess;
use super::target::{Target, Worth, fine};
use crate::evaluate::{Lean, Merged, Nearby, Outcome, Parts, Problem, Stage, Workroom};
use crate::front::Archive;
use crate::search::budget::Spending;
use crate::search::population::lot;
use crate::search::{Limits, Question};
use crate::space::Node;
use crate::watch::Watch;

/// From one target to the next where privacy counts rows.
const STEP: f64 = 1.6;
/// Nodes that tell which levels there are where it does not, and how many targets that makes.
const SAMPLED: usize = 48;
const TARGETS: usize = 18;
/// How far beyond the limit a node is still looked at: this part of all rows.
const BEYOND: u64 = 4;

/// All that is known.
pub struct Work<'a> {
    pub problem: &'a Problem,
    pub limits: &'a Limits,
    spending: &'a Spending<'a>,
    watch: &'a dyn Watch,
    lean: Lean<'a>,
    nearby: Nearby,
    rooms: Vec<Mutex<Workroom>>,
    /// The most rows that may go, by which the way is guessed. What a node comes to the problem says.
    limit_rows: u64,
    pub cost: Cost,
    pub archive: Archive,
    pub targets: Vec<Target>,
    /// Keys of the nodes that were evaluated. Two nodes may have one key: then one of them is left out.
    pub seen: HashSet<u64>,
    keys: Vec<Vec<u64>>,
    pub evaluated: u64,
    /// Evaluations when the archive last became better.
    better: u64,
    /// Was every node that was drawn known already?
    pub all_known: bool,
    pub random: StdRng,
}

/// What came of a node.
pub struct Heard {
    pub node: Node,
    steps: Vec<Stage>,
    outcomes: Vec<Outcome>,
    classes: Option<Merged>,
}

impl<'a> Work<'a> {
    pub fn new(problem: &'a Problem, limits: &'a Limits, spending: &'a Spending<'a>, watch: &'a dyn Watch) -> Self {
        let lean = Lean::new(problem);
        let mut random = lot(limits.settings.seed, 0);
        let keys = problem.lattice.levels.iter().map(|levels| levels.iter().map(|_| random.random()).collect());
        Work {
            problem,
            limits,
            spending,
            watch,
            nearby: Nearby::new(limits.settings.memory / 4),
            rooms: (0..limits.threads()).map(|_| Mutex::default()).collect(),
            limit_rows: problem.limit_rows(),
            cost: Cost::new(problem, lean.parts()),
            lean,
            archive: Archive::one_of_each(),
            targets: Vec::new(),
            seen: HashSet::new(),
            keys: keys.collect(),
            evaluated: 0,
            better: 0,
            all_known: false,
            random,
        }
    }

    /// Evaluates the top and finds the targets. Is there something to climb for?
    pub fn begin(&mut self) -> bool {
        let top = self.problem.lattice.whole().high;
        let mut first = vec![top];
        if !self.lean.is_fast() {
            // Levels are those that random nodes have: some low, some high.
            for at in 0..SAMPLED {
                let low = (at % 8) as f64 / 8.0;
                first.push(self.any_node(low));
            }
            first.dedup();
        }
        let sampled = self.evaluate(first);
        if sampled.is_empty() {
            return false;
        }
        let mut levels = self.levels(&sampled);
        if let Question::Protection(least) = self.limits.question {
            levels = vec![least];
        }
        let guess = Guess::new(self.problem);
        let target = |protection| Target { protection, elites: Vec::new(), guess: guess.clone() };
        self.targets = levels.into_iter().map(target).collect();
        for heard in &sampled {
            self.learn(heard);
        }
        !self.targets.is_empty()
    }

    /// Is there one level at a time to climb for, and its loss?
    pub fn has_steps(&self) -> bool {
        self.problem.is_plain()
    }

    fn levels(&self, sampled: &[Heard]) -> Vec<f64> {
        if self.lean.is_fast() {
            let most = self.problem.frequency.rows as f64;
            let levels = std::iter::successors(Some(2.0f64), |k| Some(k * STEP));
            return levels.map(f64::ceil).take_while(|k| *k <= most).collect();
        }
        let steps = sampled.iter().flat_map(|heard| &heard.steps);
        let mut levels: Vec<f64> = steps.map(|step| step.protection).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let (most, wanted) = (levels.len(), TARGETS.min(levels.len()));
        (0..wanted).map(|at| levels[(at + 1) * most / wanted - 1]).collect()
    }

    /// A random node, from this share of each height up.
    pub fn any_node(&mut self, low: f64) -> Node {
        let lattice = &self.problem.lattice;
        let random = &mut self.random;
        let level = |a: usize| {
            let height = lattice.height(a);
            random.random_range((f64::from(height) * low) as u8..=height)
        };
        (0..lattice.attributes()).map(level).collect()
    }

    /// The key of a node.
    pub fn key(&self, node: &[u8]) -> u64 {
        node.iter().enumerate().fold(0, |key, (attribute, level)| key ^ self.part_of_key(attribute, *level))
    }

    pub fn part_of_key(&self, attribute: usize, level: u8) -> u64 {
        self.keys[attribute][usize::from(level)]
    }

    /// May another node be evaluated?
    pub fn may_go_on(&self) -> bool {
        let Limits { spent, settings, .. } = self.limits;
        let patient = settings.budget.time.is_some() || settings.budget.evaluations.is_some();
        let stale = !patient && self.since_better() > PATIENCE.max(self.better);
        let all = self.all_known || u128::from(self.evaluated) >= self.problem.lattice.size();
        !stale && !all && self.spending.may_go_on(spent + self.evaluated)
    }

    /// Evaluations since something last became better.
    pub fn since_better(&self) -> u64 {
        self.evaluated - self.better
    }

    /// Evaluates nodes that were not, as far as the budget goes, learns from them in their order, and tells what came of them.
    pub fn round(&mut self, nodes: Vec<Node>) -> Vec<Heard> {
        let heard = self.evaluate(nodes);
        heard.iter().for_each(|heard| self.learn(heard));
        heard
    }

    fn evaluate(&mut self, mut nodes: Vec<Node>) -> Vec<Heard> {
        nodes.retain(|node| {
            let key = node.iter().zip(&self.keys).fold(0, |key, (level, keys)| key ^ keys[usize::from(*level)]);
            self.seen.insert(key)
        });
        let spent = self.limits.spent + self.evaluated;
        let left = match self.evaluated {
            // A front of one point says more than an empty one.
            0 => self.spending.left(spent).max(usize::from(self.spending.may_begin())),
            _ => self.spending.left(spent),
        };
        nodes.truncate(left);
        let nothing_yet = self.evaluated == 0;
        let one = |(at, node): (usize, Node)| {
            if self.spending.is_over() && !(nothing_yet && at == 0) {
                return None;
            }
            let thread = rayon::current_thread_index().unwrap_or(0);
            let room = self.rooms.get(thread).and_then(|room| room.try_lock().ok());
            Some(match room {
                Some(mut room) => self.hear(node, &mut room),
                None => self.hear(node, &mut Workroom::default()),
            })
        };
        let heard: Vec<Option<Heard>> = match nodes.len() {
            1 => nodes.into_iter().enumerate().map(one).collect(),
            _ => nodes.into_par_iter().enumerate().with_max_len(1).map(one).collect(),
        };
        let mut heard: Vec<Heard> = heard.into_iter().flatten().collect();
        for heard in &mut heard {
            self.evaluated += 1;
            for outcome in std::mem::take(&mut heard.outcomes) {
                if self.archive.offer(&heard.node, outcome) {
                    self.better = self.evaluated;
                }
            }
            if let Some(classes) = heard.classes.take() {
                self.nearby.keep(&heard.node, classes);
            }
        }
        self.watch.advance(heard.len() as u64);
        self.watch.tell(self.evaluated, self.archive.len());
        heard
    }

    fn hear(&self, node: Node, room: &mut Workroom) -> Heard {
        let (classes, worth) = self.nearby.classes(&self.lean, &node, room);
        let most = self.limit_rows.saturating_add(self.problem.frequency.rows / BEYOND);
        let (mut outcomes, steps) = self.lean.evaluate(&node, &classes, most, room);
        outcomes.retain(|o| !self.archive.beats(o.protection, o.loss.value, &o.further));
        Heard { node, steps, outcomes, classes: worth.then_some(classes) }
    }

    fn learn(&mut self, heard: &Heard) {
        let (limit, rows) = (self.limit_rows, self.problem.frequency.rows);
        for target in &mut self.targets {
            match target.worth(&heard.steps, limit, rows) {
                Some(worth) => {
                    target.guess.learn(&heard.node, worth.suppressed, false);
                    target.offer(&heard.node, worth.value(1.0));
                }
                None => target.guess.learn(&heard.node, limit + rows / BEYOND, true),
            }
        }
    }

    /// What a node is worth for a target.
    pub fn worth(&self, target: usize, heard: &Heard) -> Option<Worth> {
        self.targets[target].worth(&heard.steps, self.limit_rows, self.problem.frequency.rows)
    }
}

/// What nodes cost before anything is evaluated.
pub struct Cost {
    nothing: f64,
    by_level: Vec<Vec<f64>>,
    row: f64,
    limit: f64,
    rows: f64,
    /// No loss is less than what cells cost.
    pub exact: bool,
}

impl Cost {
    fn new(problem: &Problem, parts: Option<Parts>) -> Cost {
        let nothing = || problem.lattice.levels.iter().map(|levels| vec![0.0; levels.len()]).collect();
        let Parts { nothing, by_level, row, exact } =
            parts.unwrap_or_else(|| Parts { nothing: 0.0, by_level: nothing(), row: 0.0, exact: false });
        let rows = problem.frequency.rows.max(1) as f64;
        Cost { nothing, by_level, row: row * rows, limit: problem.limit_rows() as f64, rows, exact }
    }

    /// What the cells of a node cost.
    pub fn floor(&self, node: &[u8]) -> f64 {
        self.nothing + node.iter().enumerate().map(|(attribute, level)| self.part(attribute, *level)).sum::<f64>()
    }

    pub fn part(&self, attribute: usize, level: u8) -> f64 {
        self.by_level[attribute][usize::from(level)]
    }

    /// What a node is worth whose cells cost so much and that suppresses so many rows, as if these cost what others do.
    pub fn guessed(&self, floor: f64, suppressed: f64, charge: f64) -> f64 {
        let share = suppressed / self.rows;
        floor
            + share * (self.row - (floor - self.nothing)).max(0.0)
            + fine((suppressed - self.limit) / self.rows, charge)
    }
}
