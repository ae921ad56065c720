//! Writing a certificate: the nodes of a search's proof, evaluated once more by the fast path.

use rayon::prelude::*;

use super::file::{Certificate, Claim, Listed, Question, Shown};
use crate::classes::{Classes, Scratch};
use crate::error::{Error, Result};
use crate::evaluate::{Outcome, Problem};
use crate::front::{Front, Point};
use crate::space::{Node, Place};
use crate::watch::Watch;

/// The certificate of a front that a search has proven; the answer is no where there is no proof.
pub fn certificate(
    problem: &Problem,
    claim: Claim,
    question: Question,
    front: &Front,
    watch: &dyn Watch,
) -> Result<Certificate> {
    let found = &front.found;
    let Some(proof) = found.proof.as_ref().filter(|_| found.complete) else {
        let (what, hint) = match found.complete {
            true => (format!("{} search gives no proof", found.algorithm), "use search.algorithm = \"exact\""),
            false => (format!("the front is not complete: {}", found.why()), "give the search more time"),
        };
        return Err(Error::No { what: format!("no certificate was written; {what}"), hint: hint.into() });
    };
    watch.begin("certifying", proof.len() as u64);
    let finest = Classes::finest(&problem.frequency, problem.track());
    let list = |scratch: &mut Scratch, node: &Node| {
        watch.check()?;
        let classes = finest.roll_up(&problem.frequency, &problem.lattice.groupings(node), scratch);
        watch.advance(1);
        Ok(Listed::new(problem, node, &problem.outcomes(node, &classes)))
    };
    let nodes = proof.par_iter().map_init(Scratch::default, list).collect::<Result<Vec<Listed>>>()?;
    // A proof is of nodes, and so are the points that it proves.
    let tie = |(place, outcome): &(Place, Outcome)| Some((place.node()?.clone(), outcome.suppressed));
    let shown = |point: &Point| {
        Some(Shown {
            levels: point.place.node()?.clone(),
            suppressed: point.outcome.suppressed,
            values: problem.values(&point.outcome),
            ties: point.ties.iter().filter_map(tie).collect(),
        })
    };
    Ok(Certificate::new(claim, question, front.points.iter().filter_map(shown).collect(), nodes))
}
