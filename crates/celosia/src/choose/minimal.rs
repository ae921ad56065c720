//! The k-minimal nodes of Samarati: those that reach a level while no node below them does.
//!
//! A node's levels are its distance vector from the data as they are (Dewri et al., section 1.3.2; Samarati 2001): utility is
//! maximal, in this early sense, where no other node that reaches the level has a vector that is nowhere higher and somewhere
//! lower.
//!
//! **Why nodes above one need no look.** Generalizing merges classes, and a union has as many rows as its parts or more. So
//! under k-anonymity no row moves from a class of k rows to a smaller one, and neither k nor the rows that must be suppressed for
//! it get worse. For other monotone models the same holds where nothing is suppressed; where something is, a kept class may
//! merge with a weak one, so that is refused.

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::privacy::Over;
use crate::space::Node;
use crate::threads;
use crate::watch::Watch;

/// The minimal nodes of a level.
#[derive(Debug, Clone)]
pub struct Minimal {
    /// The nodes with what they come to, by rising height, then by their levels.
    pub nodes: Vec<(Node, Outcome)>,
    /// Nodes that were evaluated.
    pub evaluated: u64,
    /// The height (the sum of the distance vector) at which the first of them lie; nothing where there is none.
    pub height: Option<u32>,
}

/// All minimal nodes of a level of the first model, within the limit of suppression. No more nodes than `most` are listed.
pub fn minimal(problem: &Problem, level: f64, most: u64, threads: usize, watch: &dyn Watch) -> Result<Minimal> {
    let model = problem.model();
    let rows_only = model.name == "k-anonymity";
    if !rows_only && (!model.monotone || model.over != Over::Least || problem.limit > 0) {
        let what = format!("minimal nodes are not told for {} with suppression", model.name);
        return Err(Error::study(
            "objectives.privacy",
            what,
            "use k-anonymity, or a monotone model and suppression.limit = 0",
        ));
    }
    let size = problem.lattice.size();
    if size > u128::from(most) {
        let what = format!("the lattice has {size} nodes, at most {most} are listed");
        return Err(Error::limit("search.max-nodes", what, "allow more, or give hierarchies fewer levels"));
    }
    let asked = model.protection(level);
    let mut by_height = every_node(problem);
    by_height.sort_by_cached_key(|node| (height(node), node.clone()));
    watch.begin("looking for minimal nodes", by_height.len() as u64);
    let pool = threads::pool(threads)?;
    let mut found = Minimal { nodes: Vec::new(), evaluated: 0, height: None };
    for same in by_height.chunk_by(|a, b| height(a) == height(b)) {
        let above = |node: &&Node| found.nodes.iter().any(|(low, _)| low.iter().zip(node.iter()).all(|(l, n)| l <= n));
        let open: Vec<&Node> = same.iter().filter(|node| !above(node)).collect();
        found.evaluated += open.len() as u64;
        let evaluate = |node: &&Node| -> Result<Option<(Node, Outcome)>> {
            watch.check()?;
            let outcomes = problem.outcomes(node, &problem.classes(node));
            let reached = outcomes.into_iter().filter(|outcome| outcome.protection >= asked);
            let best = reached.min_by(|a, b| a.loss.value.total_cmp(&b.loss.value));
            Ok(best.map(|outcome| ((*node).clone(), outcome)))
        };
        let reached: Vec<_> = pool.install(|| open.par_iter().map(evaluate).collect::<Result<Vec<_>>>())?;
        found.nodes.extend(reached.into_iter().flatten());
        watch.advance(same.len() as u64);
    }
    found.height = found.nodes.first().map(|(node, _)| height(node));
    Ok(found)
}

/// The height of a node: the sum of its distance vector.
pub fn height(node: &Node) -> u32 {
    node.iter().map(|level| u32::from(*level)).sum()
}

fn every_node(problem: &Problem) -> Vec<Node> {
    let lattice = &problem.lattice;
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for attribute in 0..lattice.attributes() {
        let levels = 0..=lattice.height(attribute);
        let longer = |node: &Vec<u8>| levels.clone().map(|level| [&node[..], &[level]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(Node::from).collect()
}
