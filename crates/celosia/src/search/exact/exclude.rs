//! When a node need not be evaluated: every outcome that its bounds still allow is beaten by the answer so far.

use super::constants::ROOM;
use super::known::Above;
use super::target::Target;
use crate::evaluate::{Problem, Step};

/// What is known of a node, or of all nodes of a box.
pub struct Bounds<'a> {
    /// Upper bound of the first protection.
    pub most: f64,
    /// Lower bound of the first protection of a node that has one outcome only.
    pub fewest: f64,
    /// Upper bounds of the further protections.
    pub most_further: &'a [f64],
    /// Lower bound of each loss before suppression.
    pub least: &'a [f64],
    /// The steps of a ceiling above.
    pub steps: &'a [Step],
}

/// The step that keeps the node open, if there is one. `hint` is asked first: what kept a node open last time most often
/// does so again.
///
/// A specialization of the ceiling's node with a protection p, where step i is the first whose protection is at least p,
/// suppresses at least the rows of step i (see `evaluate::bound`). So all its outcomes up to step i and above step i - 1
/// are at best (protection of step i, least loss + what step i adds). If the answer beats all of these, it beats every
/// outcome of the node, whether the rule lets the node have all of them (as needed) or one (tolerance). Steps below
/// the least that the node protects say nothing.
pub fn kept_open(
    problem: &Problem,
    bounds: &Bounds,
    hint: usize,
    target: &Target,
    room: &mut Vec<f64>,
) -> Option<usize> {
    let mut beaten = |protection: f64, step: Option<&Step>| {
        room.clear();
        room.extend(bounds.most_further);
        let adds = |m: usize| step.map_or(0.0, |s| s.adds_further[m]);
        room.extend(bounds.least[1..].iter().enumerate().map(|(m, least)| -(least + adds(m))));
        if problem.suppressed_rows {
            room.push(-step.map_or(0.0, |s| s.suppressed as f64));
        }
        target.beats(protection.min(bounds.most), bounds.least[0] + step.map_or(0.0, |s| s.adds), room)
    };
    let end = bounds.steps.partition_point(|s| s.protection < bounds.most) + 1;
    let steps = &bounds.steps[..end.min(bounds.steps.len())];
    let start = steps.partition_point(|s| s.protection < bounds.fewest).min(steps.len().saturating_sub(1));
    let hint = hint.clamp(start, steps.len().saturating_sub(1));
    // A step that is not beaten leaves the node open, so the others need not be asked.
    if steps.get(hint).is_some_and(|step| !beaten(step.protection, Some(step))) {
        return Some(hint);
    }
    if beaten(bounds.most, None) {
        return None;
    }
    if steps.is_empty() {
        return Some(0);
    }
    (start..steps.len()).find(|at| *at != hint && !beaten(steps[*at].protection, Some(&steps[*at])))
}

/// How much a ceiling helps, less being better.
#[derive(Clone, Copy)]
pub struct Rank {
    /// With two objectives the floor of the loss above which it decides a specialization, because then every step is beaten;
    /// with more its height, since near ceilings are the lowest.
    pub value: f64,
    /// The protection whose step says so: as long as the answer does not change there, the rank stays.
    pub at: f64,
}

/// The rank of a node's ceiling for the answer so far.
pub fn rank(problem: &Problem, above: &Above, target: &Target) -> Rank {
    if !problem.is_plain() {
        return Rank { value: f64::from(above.height), at: f64::NAN };
    }
    let of_step = |step: &Step| Rank { value: target.loss_at(step.protection) - step.adds, at: step.protection };
    let nothing = Rank { value: f64::NEG_INFINITY, at: f64::NAN };
    above
        .ceiling
        .steps
        .iter()
        .map(of_step)
        .fold(nothing, |most, rank| if rank.value > most.value { rank } else { most })
}

impl Rank {
    /// Of no ceiling.
    pub const NONE: Rank = Rank { value: f64::INFINITY, at: f64::INFINITY };
}

/// Is it worth asking whether a ceiling of this rank decides a node with these lower bounds of its protection and its loss?
/// Never less than it is: ranks are rounded, and of all steps.
pub fn may_decide(problem: &Problem, rank: &Rank, fewest: f64, least: f64) -> bool {
    !problem.is_plain() || rank.at < fewest || least >= rank.value - ROOM * rank.value.abs().max(1.0)
}
