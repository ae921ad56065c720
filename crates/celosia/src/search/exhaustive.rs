//! Exhaustive search: every node, each rolled up from a finer one. The oracle of all other searches.
//!
//! Each node is reached, depth first, from the node one level lower in the last attribute of a fixed order, so only one
//! path of classes is in memory per thread.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::budget::Spending;
use super::whole::visit_all_cuts;
use super::{About, Limits, Needs, Offers};
use crate::classes::{Classes, Scratch};
use crate::error::{Error, Result};
use crate::evaluate::{Batch, Problem};
use crate::front::{Archive, Found, Front, Open, Stopped};
use crate::space::{Node, Space};
use crate::threads;
use crate::watch::Watch;

pub const EXHAUSTIVE: About = About {
    name: "exhaustive",
    does: "evaluates every node of the lattice, or every cut",
    proves: "the front is complete: nothing was left out",
    spaces: &[Space::Lattice, Space::Cuts],
    default_in: &[Space::Lattice],
    needs: Needs::NOTHING,
    offers: Offers::NOTHING,
    run,
};

/// Subtrees up to this many nodes are not split among threads.
const SMALL: u64 = 64;

fn run(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    match limits.space {
        Space::Lattice => visit_all_nodes(problem, limits, watch),
        Space::Cuts => {
            let cuts = problem.cuts.size();
            if cuts > u128::from(limits.settings.max_nodes) {
                let what =
                    format!("{cuts} cuts or more are too many to visit; at most {} are", limits.settings.max_nodes);
                let hint =
                    "use search.algorithm = \"evolve\", which looks for good ones, or allow more by search.max-nodes";
                return Err(Error::limit("search.max-nodes", what, hint));
            }
            let spending = Spending::begin(limits, watch);
            let batch = Batch::new(problem, limits.threads())?;
            let mut front = visit_all_cuts(problem, &batch, &spending, watch);
            front.found.algorithm = EXHAUSTIVE.name;
            front.found.seconds = spending.elapsed().as_secs_f64();
            front.found.threads = limits.threads();
            Ok(front)
        }
        Space::Regions => {
            Err(Error::study("search.space", "exhaustive search does not go through regions", "choose cuts"))
        }
    }
}

fn visit_all_nodes(problem: &Problem, limits: &Limits, watch: &dyn Watch) -> Result<Front> {
    let lattice = &problem.lattice;
    let nodes = lattice.size();
    if nodes > u128::from(limits.settings.max_nodes) {
        return Err(Error::TooManyNodes {
            nodes,
            limit: u128::from(limits.settings.max_nodes),
            hint: if problem.is_bounded() {
                "use search.algorithm = \"exact\", which proves the same front from a small part of the nodes, or allow more \
                 by search.max-nodes"
            } else {
                "give some hierarchies fewer levels or some columns another role, allow more by search.max-nodes, or choose \
                 objectives that are monotone: then exact search does without most nodes"
            }
            .into(),
        });
    }
    let spending = Spending::begin(limits, watch);
    watch.begin("searching", nodes as u64);
    // Threads race for the last evaluations, so a search that may not evaluate all nodes has one.
    let all = limits.settings.budget.evaluations.is_none_or(|most| u128::from(most) >= nodes);
    let threads = if all { limits.threads() } else { 1 };
    let walk = Walk { problem, order: order(problem), watch, spending, evaluated: AtomicU64::new(0) };
    // A floor may join a missing value, which is counted apart, with others: the bottom has fewer classes than tuples.
    let bottom = problem.classes(&lattice.bottom());
    let pool = threads::pool(threads)?;
    let archive = pool.install(|| walk.visit(lattice.bottom(), &bottom, 0, &mut Scratch::default()));

    let evaluated = walk.evaluated.load(Ordering::Relaxed);
    let complete = u128::from(evaluated) == nodes;
    let (stopped, open) = match complete {
        true => (Stopped::AllEvaluated(Space::Lattice), Open::Nothing),
        false => (walk.spending.why(), Open::Part { evaluated, of: nodes, space: Space::Lattice }),
    };
    let seconds = walk.spending.elapsed().as_secs_f64();
    let algorithm = EXHAUSTIVE.name;
    let found = Found { algorithm, evaluated, complete, stopped, open, seconds, threads, ..Found::default() };
    Ok(Front { points: archive.into_points(), found })
}

/// Attributes with many values first: generalizing them early leaves few classes for the many nodes behind them.
fn order(problem: &Problem) -> Vec<usize> {
    let mut order: Vec<usize> = (0..problem.lattice.attributes()).collect();
    order.sort_by_key(|a| std::cmp::Reverse(problem.lattice.levels[*a][0].groups));
    order
}

struct Walk<'a> {
    problem: &'a Problem,
    order: Vec<usize>,
    watch: &'a dyn Watch,
    spending: Spending<'a>,
    evaluated: AtomicU64,
}

impl Walk<'_> {
    /// Evaluates a node and all nodes that rise from it in the attributes `order[from..]`. Every node is reached once:
    /// from the node that is one level lower in the last attribute of the order in which it is not at level 0.
    fn visit(&self, node: Node, classes: &Classes, from: usize, scratch: &mut Scratch) -> Archive {
        let mut archive = Archive::default();
        if !self.spending.may_go_on(self.evaluated.load(Ordering::Relaxed)) {
            return archive;
        }
        for outcome in self.problem.outcomes(&node, classes) {
            archive.offer(&node, outcome);
        }
        self.evaluated.fetch_add(1, Ordering::Relaxed);
        self.watch.advance(1);
        let lattice = &self.problem.lattice;
        let rising = (from..self.order.len()).filter(|i| node[self.order[*i]] < lattice.height(self.order[*i]));
        let child = |i: usize, scratch: &mut Scratch| {
            let mut child = node.clone();
            child[self.order[i]] += 1;
            let classes = classes.roll_up(&self.problem.frequency, &lattice.groupings(&child), scratch);
            self.visit(child, &classes, i, scratch)
        };
        if self.subtree(&node, from) <= SMALL {
            for i in rising {
                archive.merge(child(i, scratch));
            }
        } else {
            let rising: Vec<usize> = rising.collect();
            let children = rising.into_par_iter().map_init(Scratch::default, |scratch, i| child(i, scratch));
            for archives in children.collect::<Vec<_>>() {
                archive.merge(archives);
            }
        }
        archive
    }

    /// How many nodes `visit` evaluates.
    fn subtree(&self, node: &[u8], from: usize) -> u64 {
        let levels = |i: &usize| u64::from(self.problem.lattice.height(*i) - node[*i]) + 1;
        self.order[from..].iter().map(levels).fold(1, u64::saturating_mul)
    }
}
