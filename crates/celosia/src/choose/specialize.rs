//! Top-down specialization by information gain per anonymity loss (Fung, Wang and Yu 2005; Dewri et al., section 1.3.2), over the
//! levels of the lattice. `generalize.rs` has the bottom-up form.
//!
//! From the top, each step lowers one attribute by one level: that with the largest
//! score = information gain / (anonymity loss + 1), where the gain is the fall in entropy of the class attribute within classes,
//! in bits per row, and the loss is the fall in k (the papers' Score, with the 1 that keeps it finite where k does not fall).
//! Steps that would fall below the level asked for are not taken, and the walk ends where no other is left. It is a heuristic: it
//! knows neither the losses of this library nor the nodes beside its path.

use crate::classes::Classes;
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::space::Node;
use crate::watch::Watch;

/// A node of the path.
#[derive(Debug, Clone)]
pub struct Step {
    /// Where the path is.
    pub node: Node,
    /// What it comes to, with the least suppression that reaches the level.
    pub outcome: Outcome,
    /// The change that led there; nothing where the path begins.
    pub change: Option<Change>,
}

/// One attribute moved by one level.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// Which attribute.
    pub attribute: usize,
    /// Entropy of the class attribute within classes, in bits per row: by how much it fell on the way down, rose on the way up.
    pub information: f64,
    /// k: by how much it fell on the way down, rose on the way up.
    pub anonymity: f64,
    /// What the attribute was chosen by.
    pub score: f64,
}

/// The path from the top to a node below which no step keeps the level of k-anonymity. The problem must have a class attribute
/// and a loss that looks at it.
pub fn specialize(problem: &Problem, level: f64, watch: &dyn Watch) -> Result<Vec<Step>> {
    check(problem)?;
    let lattice = &problem.lattice;
    let mut node: Node = (0..lattice.attributes()).map(|attribute| lattice.height(attribute)).collect();
    let Some((outcome, mut entropy)) = at(problem, &node, level) else {
        let what = format!("the top does not have k = {level}");
        return Err(Error::No { what, hint: "ask for a smaller k".into() });
    };
    let mut path = vec![Step { node: node.clone(), outcome, change: None }];
    watch.begin("specializing", 0);
    loop {
        watch.check()?;
        let before = path[path.len() - 1].outcome.protection;
        let mut best: Option<(Step, f64)> = None;
        for attribute in (0..lattice.attributes()).filter(|attribute| node[*attribute] > 0) {
            let mut lower = node.clone();
            lower[attribute] -= 1;
            let Some((outcome, below)) = at(problem, &lower, level) else { continue };
            let (information, anonymity) = (entropy - below, (before - outcome.protection).max(0.0));
            let score = information / (anonymity + 1.0);
            let better = |(step, _): &(Step, f64)| step.change.is_none_or(|change| score > change.score);
            if best.as_ref().is_none_or(better) {
                let change = Some(Change { attribute, information, anonymity, score });
                best = Some((Step { node: lower, outcome, change }, below));
            }
        }
        let Some((step, below)) = best else { return Ok(path) };
        (node, entropy) = (step.node.clone(), below);
        path.push(step);
    }
}

/// Both directions need a k and a class attribute.
pub(super) fn check(problem: &Problem) -> Result<()> {
    if problem.model().name == "k-anonymity" && problem.track().label {
        return Ok(());
    }
    let what = "information gain per anonymity loss needs k-anonymity and a class attribute";
    Err(Error::study("objectives", what, "choose k-anonymity and classification-error, and role = \"class\""))
}

/// What a node comes to with the least suppression that reaches the level, and the entropy of the class attribute within its
/// classes; nothing where it does not reach it.
fn at(problem: &Problem, node: &Node, level: f64) -> Option<(Outcome, f64)> {
    let classes = problem.classes(node);
    let outcomes = problem.outcomes(node, &classes).into_iter().filter(|outcome| outcome.protection >= level);
    outcomes.min_by_key(|outcome| outcome.suppressed).map(|outcome| (outcome, entropy_within(&classes)))
}

/// The mean over rows of the entropy of the label within their class, in bits.
pub(super) fn entropy_within(classes: &Classes) -> f64 {
    let Some(labels) = &classes.label else { return 0.0 };
    let of = |class: usize| -> f64 {
        let rows = classes.rows[class] as f64;
        labels.of(class).counts.iter().map(|&count| count as f64 * (rows / count as f64).log2()).sum()
    };
    let rows: u64 = classes.rows.iter().sum();
    (0..classes.len()).map(of).sum::<f64>() / rows.max(1) as f64
}
