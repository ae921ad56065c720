//! Section 4 of POkA on Adult: how often its assumption fails, what follows from it and what does not.

use std::fmt::Write;

use serde_json::{Value, json};

use super::bars::svg;
use super::poka_experiment::{ALL, CLASSIFICATION, DISCERNIBILITY, Experiment, GENERAL, KEPT, Loss, values};
use super::poka_missed::{Edges, Place, above, down, edges, has_ground_node, is_below, missed, nodes, said};
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::evaluate::Outcome;
use crate::front::dominates;
use crate::report::wrap;
use crate::say::thousands;
use crate::space::Node;
use crate::watch::Watch;

pub const SECTION_4: About = About {
    name: "poka-section-4",
    shows: "how often k and loss fall on upward edges of Adult's lattice, against POkA's assumption; ground nodes; where the \
            optima lie that POkA misses; starts below the top",
    reference: "Dewri et al., POkA (CIKM 2009), sections 4 and 6.1",
    run: section_4,
};

/// The paper's depth, and the largest that it tries.
const DEPTHS: [u32; 2] = [3, 6];

/// Columns of a paragraph.
const WIDTH: usize = 96;

/// A loss with all that is asked of it.
struct Found {
    loss: Loss,
    nodes: u64,
    edges: Edges,
    /// Nodes of consecutive optima, N and M: all, those with a node of Gbest ∪ Gworst below both, those with M in SG(N) two
    /// steps or more down, and those that a path of d_avg steps down reaches.
    pairs: [usize; 4],
    /// Nodes above each base node of depth 3, counted, and whether the product over N_i − n_i + 1 says the same of all.
    pruned: Vec<u64>,
    is_product: bool,
    /// Where the optima lie that were missed, at each depth of [`DEPTHS`].
    missed: Vec<Vec<(f64, Place)>>,
    starts: Vec<Start>,
}

/// POkA from a node that is no optimum.
struct Start {
    k: f64,
    /// True optima with 2 ≤ k below that of the start.
    optima: usize,
    found: usize,
}

fn section_4(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut all = Vec::new();
    for loss in [GENERAL, DISCERNIBILITY, CLASSIFICATION, KEPT] {
        let experiment = Experiment::open(loss, ALL, options, watch)?;
        let trials = experiment.trials(&DEPTHS, watch)?;
        let bases = || trials[0].bases.iter().map(|(node, _)| node);
        let general = |base: &Node| experiment.space.iter().filter(|(node, _)| is_below(base, node)).count() as u64;
        let pruned: Vec<u64> = bases().map(general).collect();
        all.push(Found {
            loss,
            nodes: experiment.nodes(),
            edges: edges(&experiment),
            pairs: pairs(&experiment),
            is_product: bases().zip(&pruned).all(|(node, n)| above(&experiment.problem.lattice, node) == *n),
            pruned,
            missed: trials.iter().map(|trial| missed(&experiment, trial)).collect(),
            starts: starts(&experiment, watch)?,
        });
    }
    let text = text(&all);
    let bars: Vec<(String, Vec<f64>)> = all
        .iter()
        .map(|found| {
            let share = |n: usize| n as f64 / found.edges.all.max(1) as f64;
            (found.loss.letters.to_string(), vec![share(found.edges.loss_falls), share(found.edges.k_stays)])
        })
        .collect();
    let names = ["the loss falls".to_string(), "k stays".to_string()];
    let image = svg("Section 4: upward edges of the lattice on which …", &names, &bars);
    let json =
        json!({ "name": "Section 4", "rule": "tolerance", "losses": all.iter().map(json_of).collect::<Vec<_>>() });
    Ok(Reproduced { text, json, svg: image, statements: statements(&all) })
}

/// Consecutive optima, seen from every node of the one to every node of the next.
fn pairs(experiment: &Experiment) -> [usize; 4] {
    let depth = experiment.average_depth();
    let mut found = [0; 4];
    for pair in experiment.optima.windows(2) {
        for base in nodes(&pair[0]) {
            for next in nodes(&pair[1]) {
                found[0] += 1;
                found[1] += usize::from(has_ground_node(base, next));
                found[2] += usize::from(is_below(next, base) && down(base, next) > 1);
                found[3] += usize::from(down(base, next) <= depth);
            }
        }
    }
    found
}

/// POkA from up to five nodes that are no optima: at five places down the list of optima, the most private node that loses more
/// than it must and is no more private than the optimum there; of several the first in the order of levels.
fn starts(experiment: &Experiment, watch: &dyn Watch) -> Result<Vec<Start>> {
    let mut found: Vec<Start> = Vec::new();
    for sixth in 1..=5 {
        let most = values(&experiment.optima[experiment.optima.len() * sixth / 6]).0;
        let is_worse = |o: &Outcome| experiment.optima.iter().any(|optimum| dominates(&optimum.outcome, o));
        let mut start: Option<&(Node, Outcome)> = None;
        for node in experiment.space.iter().filter(|(_, o)| o.protection <= most && o.protection > 2.0 && is_worse(o)) {
            if start.is_none_or(|(_, best)| node.1.protection > best.protection) {
                start = Some(node);
            }
        }
        let Some((node, outcome)) = start.filter(|(_, o)| found.iter().all(|s| s.k != o.protection)) else { continue };
        let front = experiment.from(node, watch)?;
        let below = |value: &(f64, f64)| value.0 >= 2.0 && value.0 < outcome.protection;
        let optima: Vec<(f64, f64)> = experiment.optima.iter().map(values).filter(below).collect();
        let hits = optima.iter().filter(|o| front.points.iter().any(|p| values(p) == **o)).count();
        found.push(Start { k: outcome.protection, optima: optima.len(), found: hits });
    }
    Ok(found)
}

fn of(n: usize, all: usize) -> String {
    format!("{} of {}", thousands(n as f64), thousands(all as f64))
}

/// "1 to 896, 103 on average".
fn pruned(found: &Found) -> String {
    let (least, most) = (found.pruned.iter().min(), found.pruned.iter().max());
    let mean = found.pruned.iter().sum::<u64>() as f64 / found.pruned.len().max(1) as f64;
    let number = |n: Option<&u64>| thousands(n.copied().unwrap_or(0) as f64);
    format!("{} to {}, {mean:.0} on average", number(least), number(most))
}

/// "30 of 36 (4943), …": how many of how many, and the k of the start.
fn started(found: &Found) -> String {
    let start = |s: &Start| format!("{} ({})", of(s.found, s.optima), s.k);
    found.starts.iter().map(start).collect::<Vec<_>>().join(", ")
}

fn text(all: &[Found]) -> String {
    let say = |text: &str| format!("{}\n\n", wrap(text, WIDTH).trim_end());
    let mut text = String::from("Section 4: what POkA assumes, and what follows from it\n");
    text += "Adult, rule tolerance, at most 301 rows suppressed\n\n";
    text += &say(
        "Section 4.2 assumes that k and loss never fall when an attribute is generalized. Of all upward edges of the lattice:",
    );
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{:<26} {:>8} {:>9} {:>9} {:>11} {:>11}",
        "", "edges", "k falls", "k stays", "loss falls", "loss stays"
    );
    for Found { loss, edges: e, .. } in all {
        let number = |n: usize| thousands(n as f64);
        let [edges, k_falls, k_stays] = [e.all, e.k_falls, e.k_stays].map(number);
        let [falls, stays] = [e.loss_falls, e.loss_stays].map(number);
        let _ = writeln!(text, "{:<26} {edges:>8} {k_falls:>9} {k_stays:>9} {falls:>11} {stays:>11}", loss.name);
    }
    text.push('\n');
    text += &say(
        "Where k stays the same on an edge the assumption holds, and yet the paper's proofs take it to fall: they say that the next \
         optimum M, if it lies below the base node N, is a neighbour of N, because other nodes below have a lower k. (Lemma 2 and \
         the ground node property rest on that too; they fail where M lies below N in every attribute.) Of consecutive optima N \
         and M, every node of either:",
    );
    let _ = writeln!(
        text,
        "{:<26} {:>8} {:>16} {:>22} {:>18}",
        "", "pairs", "ground node of", "M below N by two steps", "M within d_avg"
    );
    let _ = writeln!(text, "{:<26} {:>8} {:>16} {:>22} {:>18}", "", "", "Gbest or Gworst", "or more", "steps down");
    for found in all {
        let [pairs, ground, below, within] = found.pairs.map(|n| thousands(n as f64));
        let _ = writeln!(text, "{:<26} {pairs:>8} {ground:>16} {below:>22} {within:>18}", found.loss.name);
    }
    text.push('\n');
    text += &say(
        "So optima are missed, however deep the search. Where they lie, seen from the last base node that is more private:",
    );
    for found in all {
        for (depth, places) in DEPTHS.iter().zip(&found.missed) {
            let _ = writeln!(text, "{:<26} depth {depth}: {} missed; {}", found.loss.name, places.len(), said(places));
        }
    }
    text.push('\n');
    text += &say(
        "Function 1 passes through nodes below the base node and evaluates its neighbours alone. The bottom of the lattice lies \
         below every node, so it is found only as a neighbour of a base node, whatever k Function 3 ends at.",
    );
    text += &say(
        "The first level of pruning leaves out the nodes above a base node, the product over N_i − n_i + 1. At the base nodes of \
         depth 3:",
    );
    for found in all {
        let _ = writeln!(text, "{:<26} {} of {} nodes", found.loss.name, pruned(found), thousands(found.nodes as f64));
    }
    text.push('\n');
    text += &say(
        "From nodes that are no optima (6.1), true optima with a lower k, 2 or more, that depth d_avg finds (and the k of the node):",
    );
    for found in all {
        let _ = writeln!(text, "{:<26} {}", found.loss.name, started(found));
    }
    text
}

fn json_of(found: &Found) -> Value {
    let Edges { all, k_falls, k_stays, loss_falls, loss_stays } = found.edges;
    let [pairs, ground, below, within] = found.pairs;
    let place = |(k, place): &(f64, Place)| match place {
        Place::Below(steps) => json!({ "k": k, "lies": "below", "steps": steps }),
        Place::Beyond(steps) => json!({ "k": k, "lies": "beyond", "steps": steps }),
        Place::CutOff => json!({ "k": k, "lies": "cut off" }),
    };
    let missed = |(depth, places): (&u32, &Vec<(f64, Place)>)| json!({ "depth": depth, "optima": places.iter().map(place).collect::<Vec<_>>() });
    let start = |s: &Start| json!({ "k": s.k, "true_optima": s.optima, "found": s.found });
    json!({
        "loss": found.loss.name, "nodes": found.nodes,
        "edges": { "all": all, "k_falls": k_falls, "k_stays": k_stays, "loss_falls": loss_falls, "loss_stays": loss_stays },
        "pairs": { "all": pairs, "ground_node": ground, "two_steps_below": below, "within_average_depth": within },
        "pruned_above": found.pruned, "missed": DEPTHS.iter().zip(&found.missed).map(missed).collect::<Vec<_>>(),
        "starts": found.starts.iter().map(start).collect::<Vec<_>>(),
    })
}

fn statements(all: &[Found]) -> Vec<Statement> {
    let mut statements = Vec::new();
    for found in all {
        let Found { edges, pairs, .. } = found;
        let mut say = |claim: &str, place: &str, theirs: &str, ours: String, holds: Holds| {
            statements.push(Statement {
                claim: claim.into(),
                place: format!("POkA, section {place}"),
                theirs: theirs.into(),
                ours,
                holds,
                reading: found.loss.name.into(),
            });
        };
        let never = |n: usize| if n == 0 { Holds::Yes } else { Holds::No };
        let ours =
            format!("k falls on {}, the loss on {}", of(edges.k_falls, edges.all), of(edges.loss_falls, edges.all));
        say("k and loss never fall on upward edges", "4.2", "assumed", ours, never(edges.k_falls + edges.loss_falls));
        let ours = format!("{} nodes", pruned(found));
        let holds = if found.is_product { Holds::Yes } else { Holds::No };
        say("nodes above a base node, pruned first", "4", "product of N_i − n_i + 1", ours, holds);
        let ours = format!("two steps or more below in {}", of(pairs[2], pairs[0]));
        say("a next optimum below N is its neighbour", "4", "always", ours, never(pairs[2]));
        let ours = of(pairs[1], pairs[0]);
        say("Gbest ∪ Gworst has a ground node", "4.3", "always", ours, never(pairs[0] - pairs[1]));
        let (hits, optima) = found.starts.iter().fold((0, 0), |(n, all), s| (n + s.found, all + s.optima));
        if optima > 0 {
            let holds = if hits > 0 { Holds::Yes } else { Holds::No };
            say("optima below a sub-optimal start are found", "6.1", "they can be", of(hits, optima), holds);
        }
    }
    statements
}
