//! The best classes that a tree has for models that look at single classes: a node is a class where it is private enough and
//! costs no more than its parts would. One pass from the leaves up, for any levels of any models.

use super::tree::Grown;
use crate::classes::{Classes, Scratch};
use crate::evaluate::Problem;

/// A tree with the protections of its nodes under each model.
pub struct Judged<'t> {
    problem: &'t Problem,
    tree: &'t Grown,
    /// Per model and node.
    pub protections: Vec<Vec<f64>>,
}

impl<'t> Judged<'t> {
    /// Judges every node, depth by depth.
    pub fn new(problem: &'t Problem, tree: &'t Grown) -> Judged<'t> {
        let nodes = tree.nodes.len();
        let models = problem.models().len();
        let mut protections = vec![vec![0.0; nodes]; models];
        let mut depth = vec![0];
        let mut scratch = Scratch::default();
        while !depth.is_empty() {
            // The nodes of one depth are apart; all other tuples stand in a class that nobody looks at.
            let mut class_of = vec![0; tree.order.len()];
            for (class, node) in (1..).zip(&depth) {
                let (start, end) = tree.nodes[*node].span;
                tree.order[start..end].iter().for_each(|tuple| class_of[*tuple as usize] = class);
            }
            let (numbers, first) = by_first(&class_of, depth.len() + 1);
            let of_frequency = &problem.frequency;
            let classes = Classes::of_partition(of_frequency, problem.track(), &numbers, first.len(), &mut scratch);
            for (model, all) in problem.protections_by_model(&classes).into_iter().enumerate() {
                for (class, protection) in first.iter().zip(all) {
                    if let Some(node) = class.checked_sub(1).map(|at| depth[at]) {
                        protections[model][node] = protection;
                    }
                }
            }
            scratch.take_back(classes);
            depth = depth.iter().filter_map(|node| tree.nodes[*node].parts).flat_map(|(a, b)| [a, b]).collect();
        }
        Judged { problem, tree, protections }
    }

    /// The nodes that cost least together, each with at least these protections; `credit` is what a node's rows squared are
    /// taken off its cost. Nothing where not even the root is private enough.
    pub fn best(&self, least: &[f64], credit: f64) -> Option<Vec<usize>> {
        let nodes = &self.tree.nodes;
        let mut cost = vec![f64::INFINITY; nodes.len()];
        let mut whole = vec![false; nodes.len()];
        for node in (0..nodes.len()).rev() {
            let enough = |(of, least): (&Vec<f64>, &f64)| of[node] >= *least && !self.problem.fails(of[node]);
            let enough = self.protections.iter().zip(least).all(enough);
            let rows = self.tree.rows[node] as f64;
            let own = if enough { self.tree.costs[node] - credit * rows * rows } else { f64::INFINITY };
            let parts = nodes[node].parts.map_or(f64::INFINITY, |(a, b)| cost[a] + cost[b]);
            whole[node] = own <= parts;
            cost[node] = own.min(parts);
        }
        if cost.first()?.is_infinite() {
            return None;
        }
        let (mut chosen, mut open) = (Vec::new(), vec![0]);
        while let Some(node) = open.pop() {
            match nodes[node].parts {
                Some((a, b)) if !whole[node] => open.extend([b, a]),
                _ => chosen.push(node),
            }
        }
        Some(chosen)
    }
}

/// Classes numbered by their first tuples: the number of each tuple's, and what each was called.
fn by_first(class_of: &[usize], classes: usize) -> (Vec<u32>, Vec<usize>) {
    let mut number = vec![u32::MAX; classes];
    let mut first = Vec::new();
    let numbers = class_of.iter().map(|class| {
        if number[*class] == u32::MAX {
            number[*class] = first.len() as u32;
            first.push(*class);
        }
        number[*class]
    });
    (numbers.collect(), first)
}
