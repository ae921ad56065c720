//! What of section 4 of POkA holds in a lattice: the assumption, edge by edge; ground nodes of consecutive optima; what is
//! pruned; and where each optimum lies that POkA missed.

use hashbrown::HashMap;

use super::poka_experiment::{Experiment, Trial, values};
use crate::evaluate::Outcome;
use crate::front::Point;
use crate::space::{Lattice, Node};

/// The upward edges of a lattice, and on how many of them k and loss fall, against the assumption (4.2), or stay.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Edges {
    pub all: usize,
    pub k_falls: usize,
    pub k_stays: usize,
    pub loss_falls: usize,
    pub loss_stays: usize,
}

/// Looks at every edge from a node to one that is a level higher in one attribute.
pub fn edges(experiment: &Experiment) -> Edges {
    let lattice = &experiment.problem.lattice;
    let of: HashMap<&[u8], &Outcome> = experiment.space.iter().map(|(node, outcome)| (&node[..], outcome)).collect();
    let mut found = Edges::default();
    for (node, low) in &experiment.space {
        let mut above = node.clone();
        for attribute in (0..node.len()).filter(|a| node[*a] < lattice.height(*a)) {
            above[attribute] += 1;
            if let Some(high) = of.get(&above[..]) {
                found.all += 1;
                found.k_falls += usize::from(high.protection < low.protection);
                found.k_stays += usize::from(high.protection == low.protection);
                found.loss_falls += usize::from(high.loss.value < low.loss.value);
                found.loss_stays += usize::from(high.loss.value == low.loss.value);
            }
            above[attribute] -= 1;
        }
    }
    found
}

/// Is a node in SG(N)?
pub fn is_below(node: &[u8], base: &[u8]) -> bool {
    node.iter().zip(base).all(|(level, of_base)| level <= of_base)
}

/// How many steps a path from N to a node leads down.
pub fn down(base: &[u8], node: &[u8]) -> u32 {
    base.iter().zip(node).map(|(of_base, level)| u32::from(of_base.saturating_sub(*level))).sum()
}

/// Does a node of Gbest ∪ Gworst lie below both (4.3)? A node of Gbest keeps all levels of N but one, of Gworst one alone, so
/// where N has two attributes or more this asks whether any level of M is as high as N's.
pub fn has_ground_node(base: &[u8], next: &[u8]) -> bool {
    let keeps = base.iter().zip(next).filter(|(of_base, level)| level >= of_base).count();
    keeps + 1 >= base.len() || keeps >= 1
}

/// The nodes of GG(N), which the first level of pruning leaves out: the product over N_i − n_i + 1 (section 4).
pub fn above(lattice: &Lattice, base: &[u8]) -> u64 {
    base.iter().enumerate().map(|(a, level)| u64::from(lattice.height(a) - level) + 1).product()
}

/// The nodes of a point: itself and its ties.
pub fn nodes(point: &Point) -> Vec<&Node> {
    point.place.node().into_iter().chain(point.ties.iter().filter_map(|(place, _)| place.node())).collect()
}

/// Where an optimum lies that was missed, seen from the base node from which POkA should have found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In SG(N), so many steps down: Function 1 passes through such nodes and does not look at them.
    Below(u32),
    /// Beside N, and so many steps further down than the depth.
    Beyond(u32),
    /// Beside N and within the depth: every way up to it leads over a node that is as private as N or loses as much.
    CutOff,
}

/// The optima that a trial missed: k, and where they lie.
pub fn missed(experiment: &Experiment, trial: &Trial) -> Vec<(f64, Place)> {
    let missed = experiment.optima.iter().zip(&trial.found).filter(|(_, found)| !**found);
    missed.filter_map(|(optimum, _)| Some((values(optimum).0, place(trial, optimum)?))).collect()
}

/// The base node is the last that is more private. Of equal nodes the one counts that POkA could reach most easily.
fn place(trial: &Trial, optimum: &Point) -> Option<Place> {
    let k = values(optimum).0;
    let (base, _) = trial.bases.iter().rev().find(|(_, outcome)| outcome.protection > k)?;
    let of = |node: &&Node| match (is_below(node, base), down(base, node)) {
        (true, steps) => Place::Below(steps),
        (false, steps) if steps > trial.depth => Place::Beyond(steps - trial.depth),
        (false, _) => Place::CutOff,
    };
    let order = |place: &Place| match place {
        Place::CutOff => (0, 0),
        Place::Beyond(steps) => (1, *steps),
        Place::Below(steps) => (2, *steps),
    };
    nodes(optimum).iter().map(of).min_by_key(order)
}

/// In words: "42 lie straight below the base node, 2 to 13 steps down, where Function 1 never looks".
pub fn said(places: &[(f64, Place)]) -> String {
    let below: Vec<u32> =
        places.iter().filter_map(|(_, p)| if let Place::Below(n) = p { Some(*n) } else { None }).collect();
    let beyond = places.iter().filter(|(_, p)| matches!(p, Place::Beyond(_))).count();
    let cut_off = places.iter().filter(|(_, p)| *p == Place::CutOff).count();
    let mut parts = Vec::new();
    if let (Some(least), Some(most)) = (below.iter().min(), below.iter().max()) {
        let steps = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        parts.push(format!("{} straight below the base node by {steps} steps", below.len()));
    }
    for (n, where_) in [(beyond, "beside it beyond the depth"), (cut_off, "behind the height boundary")] {
        if n > 0 {
            parts.push(format!("{n} {where_}"));
        }
    }
    if parts.is_empty() { "none".into() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_nodes_of_two_attributes_are_those_of_lemma_2() {
        // (2, 0) lies below (3, 1) and (2, 4)? Only if the second keeps the first's level.
        assert!(has_ground_node(&[2, 3], &[2, 0]) && has_ground_node(&[2, 3], &[0, 4]));
        assert!(!has_ground_node(&[2, 3], &[1, 2]), "below N in both attributes there is none");
        assert!(has_ground_node(&[3], &[1]), "of one attribute, the bottom");
        assert_eq!((down(&[2, 3], &[0, 4]), down(&[2, 3], &[1, 1])), (2, 3));
        assert!(is_below(&[1, 3], &[2, 3]) && !is_below(&[1, 4], &[2, 3]));
    }

    #[test]
    fn places_are_said_in_words() {
        assert_eq!(said(&[]), "none");
        let places = [(1.0, Place::Below(13)), (2.0, Place::Below(2)), (3.0, Place::Beyond(1)), (4.0, Place::CutOff)];
        let expected = "2 straight below the base node by 2 to 13 steps, 1 beside it beyond the depth, \
                        1 behind the height boundary";
        assert_eq!(said(&places), expected);
    }
}
