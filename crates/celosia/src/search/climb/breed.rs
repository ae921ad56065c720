//! All levels of privacy at once: descents for one target after another, then children of what is good for neighbours.

use rand::RngExt;

use super::descent::Descent;
use super::round::Work;
use crate::space::Node;

/// So many children are evaluated side by side.
const BROOD: usize = 8;
/// A descent for each of this many children.
const CHILDREN: u64 = 60;
/// How far apart the targets of two parents are at most.
const APART: usize = 2;
/// Where nothing new was drawn so often, nothing is left.
const TRIES: usize = 400;

/// Climbs until the budget is spent.
pub fn breed(work: &mut Work) {
    let mut begun = vec![false; work.targets.len()];
    for every in [4, 2, 1] {
        let targets: Vec<usize> = (0..work.targets.len()).step_by(every).filter(|at| !begun[*at]).collect();
        targets.iter().for_each(|at| begun[*at] = true);
        descend(work, &targets);
    }
    let mut descent: Option<Descent> = None;
    let mut children = 0;
    while work.may_go_on() {
        let mut nodes: Vec<Node> = Vec::with_capacity(BROOD);
        let mut meant: Vec<u64> = Vec::with_capacity(BROOD);
        let next = descent.as_mut().and_then(|descent| descent.next(work, &meant));
        let descends = next.is_some();
        match next {
            Some(node) => {
                meant.push(work.key(&node));
                nodes.push(node);
            }
            None => descent = None,
        }
        while nodes.len() < BROOD {
            let Some(child) = child(work, &meant) else { break };
            meant.push(work.key(&child));
            nodes.push(child);
        }
        if nodes.is_empty() {
            work.all_known = true;
            return;
        }
        children += (nodes.len() - usize::from(descends)) as u64;
        let heard = work.round(nodes);
        if let (Some(descent), Some(heard)) = (descent.as_mut().filter(|_| descends), heard.first()) {
            let value = work.worth(descent.target, heard).map_or(f64::INFINITY, |worth| worth.value(descent.charge));
            descent.hear(&heard.node, value);
        }
        if descent.is_none() && children >= CHILDREN {
            children = 0;
            descent = elite(work);
        }
    }
}

/// Goes down for some targets side by side, each from what is best for it.
fn descend(work: &mut Work, targets: &[usize]) {
    // What is known of the nearest target is a better guess than none.
    for at in targets {
        let known = |other: &usize| !work.targets[*other].guess.fresh && other != at;
        let nearest = (0..work.targets.len()).filter(known).min_by_key(|other| other.abs_diff(*at));
        if let Some(nearest) = nearest.filter(|_| work.targets[*at].guess.fresh) {
            work.targets[*at].guess = work.targets[nearest].guess.clone();
        }
    }
    let begin = |at: &usize| Some(Descent::new(*at, work.targets[*at].elites.first()?.clone(), 1.0, false));
    let mut descents: Vec<Descent> = targets.iter().filter_map(begin).collect();
    while !descents.is_empty() && work.may_go_on() {
        let (mut nodes, mut meant) = (Vec::new(), Vec::new());
        descents.retain_mut(|descent| {
            // Another may have found something better for this target.
            if let Some((value, node)) = work.targets[descent.target].elites.first() {
                descent.hear(node, *value);
            }
            let Some(node) = descent.next(work, &meant) else { return false };
            meant.push(work.key(&node));
            nodes.push(node);
            true
        });
        let heard = work.round(nodes);
        for (descent, heard) in descents.iter_mut().zip(&heard) {
            let value = work.worth(descent.target, heard).map_or(f64::INFINITY, |worth| worth.value(descent.charge));
            descent.hear(&heard.node, value);
        }
    }
}

/// A descent with swaps from an elite.
fn elite(work: &mut Work) -> Option<Descent> {
    let target = work.random.random_range(0..work.targets.len());
    let charge = f64::from(u8::from(work.random.random_bool(0.5)));
    let elites = work.targets[target].elites.len();
    if elites == 0 {
        return None;
    }
    let at = work.random.random_range(0..elites);
    let elite = work.targets[target].elites[at].clone();
    Some(Descent::new(target, elite, charge, true))
}

/// A node that is like an elite of one target and one of a neighbour, and was never evaluated.
fn child(work: &mut Work, meant: &[u64]) -> Option<Node> {
    for tries in 0..TRIES {
        let targets = work.targets.len();
        let target = work.random.random_range(0..targets);
        let (least, most) = (target.saturating_sub(APART), (target + APART).min(targets - 1));
        let other = work.random.random_range(least..=most);
        let Some(mut node) = parent(work, target) else { continue };
        let Some(second) = parent(work, other) else { continue };
        for (level, other) in node.iter_mut().zip(&second) {
            if work.random.random_bool(0.5) {
                *level = *other;
            }
        }
        // Where much is known already, children have to go further.
        let steps = work.random.random_range(0..=2 + tries / 32);
        for _ in 0..steps {
            step(work, &mut node);
        }
        let hopeless = work.cost.exact && work.cost.floor(&node) >= work.targets[target].worst();
        let key = work.key(&node);
        if (!hopeless || !work.has_steps()) && !work.seen.contains(&key) && !meant.contains(&key) {
            return Some(node);
        }
    }
    None
}

/// A parent: an elite of the target. With further objectives it is as often a point of the front.
fn parent(work: &mut Work, target: usize) -> Option<Node> {
    if !work.has_steps() && !work.archive.is_empty() && work.random.random_bool(0.5) {
        let at = work.random.random_range(0..work.archive.len());
        return work.archive.points()[at].place.node().cloned();
    }
    let elites = work.targets[target].elites.len();
    let at = (elites > 0).then(|| work.random.random_range(0..elites))?;
    Some(work.targets[target].elites[at].1.clone())
}

/// One attribute goes a level up or down.
pub fn step(work: &mut Work, node: &mut Node) {
    let attribute = work.random.random_range(0..node.len());
    let (level, height) = (node[attribute], work.problem.lattice.height(attribute));
    node[attribute] = match work.random.random_bool(0.5) {
        true => (level + 1).min(height),
        false => level.saturating_sub(1),
    };
}
