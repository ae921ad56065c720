//! The check: values row by row, then the answer, then every other node of the lattice.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::answer::Answer;
use super::ceiling::Ceiling;
use super::cover::{Cover, Known};
use super::file::{Certificate, Listed, Shown};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem, naive_evaluation};
use crate::privacy::Goal;
use crate::space::Node;
use crate::watch::Watch;

/// What a certificate that holds was checked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// Points of the front.
    pub points: usize,
    /// Other nodes with the same values.
    pub ties: usize,
    /// Nodes that were recomputed row by row.
    pub recomputed: usize,
    /// Nodes that these exclude.
    pub excluded: u128,
}

/// Two sums in different orders, each rounded at the twelfth decimal, may differ by one unit there.
const UNIT: f64 = 1.5e-12;
/// A number that was written and read again may differ in its last bit.
const LAST_BIT: f64 = 1e-15;

/// One outcome of a listed node.
struct Row {
    node: usize,
    suppressed: u64,
    /// As the file has it.
    shown: Vec<f64>,
}

/// Checks a certificate of this problem. The answer is no at the first thing that does not hold.
pub fn check(problem: &Problem, certificate: &Certificate, watch: &dyn Watch) -> Result<Checked> {
    let names: HashSet<&Node> = certificate.nodes.iter().map(|listed| &listed.levels).collect();
    if names.len() < certificate.nodes.len() {
        return Err(no("a node is listed twice".into()));
    }
    watch.begin("recomputing", certificate.nodes.len() as u64);
    let recompute = |listed: &Listed| {
        watch.check()?;
        let (outcomes, bounds) = naive_evaluation(problem, &listed.levels);
        let values = compare(problem, certificate, listed, &outcomes)?;
        watch.advance(1);
        let ceiling = Ceiling::new(problem, &bounds);
        let known = Known::new(listed.levels.clone(), ceiling, bounds.before, bounds.protects);
        Ok((values, known))
    };
    // The first difference in the order of the file, whatever thread finds one first.
    let done: Vec<Result<(Vec<Vec<f64>>, Known)>> = certificate.nodes.par_iter().map(recompute).collect();
    let (mut outcomes, mut values, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for (node, done) in done.into_iter().enumerate() {
        let (of_node, of_bounds) = done?;
        for ((suppressed, shown), good) in certificate.nodes[node].outcomes.iter().zip(of_node) {
            outcomes.push(Row { node, suppressed: *suppressed, shown: shown.0.clone() });
            values.push(good);
        }
        known.push(of_bounds);
    }
    let (answer, belongs) = Answer::of(problem, certificate.question, &values);
    same_front(certificate, &outcomes, &belongs)?;
    if let Some(node) = Cover::new(problem, &answer, known, watch).first_uncovered()? {
        return Err(no(format!("not covered: {}", certificate.claim.name(&node))));
    }
    Ok(Checked {
        points: certificate.front.len(),
        ties: certificate.front.iter().map(|point| point.ties.len()).sum(),
        recomputed: certificate.nodes.len(),
        excluded: problem.lattice.size() - certificate.nodes.len() as u128,
    })
}

fn no(what: String) -> Error {
    let hint = "the certificate proves nothing: it is damaged, was changed, or was made from another table";
    Error::No { what, hint: hint.into() }
}

/// Compares a node's outcomes with those of the file. Returns the values by which points are compared, higher is better.
fn compare(problem: &Problem, certificate: &Certificate, listed: &Listed, found: &[Outcome]) -> Result<Vec<Vec<f64>>> {
    let name = || certificate.claim.name(&listed.levels);
    if listed.outcomes.len() != found.len() {
        let (file, here) = (listed.outcomes.len(), found.len());
        return Err(no(format!("{}: {file} outcomes in the certificate, {here} found", name())));
    }
    let goals: Vec<Goal> = problem.objectives().iter().map(|objective| objective.goal).collect();
    let mut all = Vec::new();
    for ((suppressed, shown), outcome) in listed.outcomes.iter().zip(found) {
        if *suppressed != outcome.suppressed {
            let found = outcome.suppressed;
            return Err(no(format!("{}: {suppressed} suppressed rows in the certificate, {found} found", name())));
        }
        let mut values = Vec::new();
        outcome.write_values(&mut values);
        for (number, (shown, found)) in shown.0.iter().zip(problem.values(outcome)).enumerate() {
            // Nothing but infinity is near infinity.
            let near = |room: f64| {
                *shown == found || found.is_finite() && (shown - found).abs() <= room * found.abs().max(1.0)
            };
            if !near(UNIT) {
                let objective = certificate.claim.objective(number);
                return Err(no(format!("{}: {objective} is {shown} in the certificate, {found} found", name())));
            }
            // Where two orders of summing differ by a unit, points are compared as the file has them.
            if !near(LAST_BIT) {
                values[number] = if goals[number] == Goal::Max { *shown } else { -shown };
            }
        }
        all.push(values);
    }
    Ok(all)
}

/// Is the front of the file exactly what the listed nodes give?
fn same_front(certificate: &Certificate, outcomes: &[Row], belongs: &[bool]) -> Result<()> {
    let name = |node: &Node| certificate.claim.name(node);
    let mut missing: HashMap<(&Node, u64), Vec<usize>> = HashMap::new();
    for at in (0..outcomes.len()).filter(|at| belongs[*at]) {
        let node = &certificate.nodes[outcomes[at].node].levels;
        missing.entry((node, outcomes[at].suppressed)).or_default().push(at);
    }
    for Shown { levels, suppressed, values, ties } in &certificate.front {
        for (node, suppressed) in ties.iter().map(|(node, n)| (node, *n)).chain([(levels, *suppressed)]) {
            let here = missing.get_mut(&(node, suppressed));
            let place = |here: &&mut Vec<usize>| here.iter().position(|at| outcomes[*at].shown == *values);
            let Some((here, place)) = here.and_then(|here| place(&here).map(|place| (here, place))) else {
                let what = format!("not a point of the front: {} with {suppressed} rows suppressed", name(node));
                return Err(no(format!("{what} and the values {values:?}")));
            };
            here.swap_remove(place);
        }
    }
    match missing.into_iter().filter(|(_, left)| !left.is_empty()).map(|(key, _)| key).min() {
        None => Ok(()),
        Some((node, rows)) => Err(no(format!("missing in the front: {} with {rows} rows suppressed", name(node)))),
    }
}
