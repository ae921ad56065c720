//! Bottom-up generalization by information lost per anonymity gained (Wang, Yu and Chakraborty 2004; Dewri et al., section 1.3.2),
//! over the levels of the lattice. `specialize.rs` has the top-down form.
//!
//! From the data as they are, each step raises one attribute by one level: that with the least
//! score = information lost / anonymity gained, where the loss is the rise in entropy of the class attribute within classes, in
//! bits per row, and the gain is the rise in k; the information lost alone where k does not rise (the paper's IP). k is the
//! largest that the limit of suppression allows. The walk ends at the first node that has the level asked for. Like its
//! counterpart it is a heuristic.

use super::specialize::{Change, Step, check, entropy_within};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::space::Node;
use crate::watch::Watch;

/// The path from the bottom to the first node that has the level of k-anonymity. Nodes before it stand with the largest k that
/// they reach, the last with the least suppression that reaches the level. The problem must have a class attribute and a loss
/// that looks at it.
pub fn generalize(problem: &Problem, level: f64, watch: &dyn Watch) -> Result<Vec<Step>> {
    check(problem)?;
    let lattice = &problem.lattice;
    let unreached = || Error::No {
        what: format!("no node on the way to the top has k = {level}"),
        hint: "ask for a smaller k, or allow more suppression".into(),
    };
    let bottom: Node = (0..lattice.attributes()).map(|_| 0).collect();
    let mut place = Place::of(problem, &bottom, level).ok_or_else(unreached)?;
    let mut path = vec![Step { node: bottom, outcome: place.outcome.clone(), change: None }];
    watch.begin("generalizing", 0);
    while place.outcome.protection < level {
        watch.check()?;
        let node = &path[path.len() - 1].node;
        let mut best: Option<(Node, Change, Place)> = None;
        for attribute in (0..lattice.attributes()).filter(|attribute| node[*attribute] < lattice.height(*attribute)) {
            let mut higher = node.clone();
            higher[attribute] += 1;
            let Some(next) = Place::of(problem, &higher, level) else { continue };
            let information = next.entropy - place.entropy;
            let anonymity = (next.outcome.protection - place.outcome.protection).max(0.0);
            let score = if anonymity > 0.0 { information / anonymity } else { information };
            if best.as_ref().is_none_or(|(_, change, _)| score < change.score) {
                best = Some((higher, Change { attribute, information, anonymity, score }, next));
            }
        }
        let (node, change, next) = best.ok_or_else(unreached)?;
        path.push(Step { node, outcome: next.outcome.clone(), change: Some(change) });
        place = next;
    }
    Ok(path)
}

/// What decides about a step to a node.
struct Place {
    /// With the least suppression that reaches the level; where none does, with the largest k.
    outcome: Outcome,
    /// Of the class attribute within classes.
    entropy: f64,
}

impl Place {
    fn of(problem: &Problem, node: &Node, level: f64) -> Option<Place> {
        let classes = problem.classes(node);
        let outcomes = problem.outcomes(node, &classes);
        let enough = outcomes.iter().filter(|outcome| outcome.protection >= level);
        let most = || outcomes.iter().max_by(|a, b| a.protection.total_cmp(&b.protection));
        let outcome = enough.min_by_key(|outcome| outcome.suppressed).or_else(most)?.clone();
        Some(Place { outcome, entropy: entropy_within(&classes) })
    }
}
