//! Two older notions of utility that the chapter describes (section 1.3.2), on Adult: Samarati's non-dominated distance vectors,
//! and walks by information gain per anonymity loss, top down and bottom up, both beside the true front.

use std::fmt::Write;

use serde_json::json;

use super::bars::svg;
use super::{About, Holds, Options, Reproduced, Statement};
use crate::choose::{Choice, Minimal, Step, generalize, height, minimal, specialize};
use crate::error::Result;
use crate::evaluate::Problem;
use crate::flow::{Flow, Request};
use crate::front::Point;
use crate::say::{count, thousands};
use crate::study::{Role, Study, StudyFile};
use crate::watch::Watch;

pub const MINIMAL: About = About {
    name: "chapter-minimal-nodes",
    shows: "Samarati's k-minimal nodes on Adult for k = 5, 20 and 100, and the least loss among them",
    reference: "Dewri et al., chapter on multi-objective disclosure control, section 1.3.2; Samarati 2001",
    run: minimal_nodes,
};

pub const SPECIALIZATION: About = About {
    name: "chapter-specialization",
    shows: "specialization and generalization by information gain per anonymity loss on Adult, beside the least loss at the \
            same k",
    reference: "Dewri et al., chapter on multi-objective disclosure control, section 1.3.2; Fung, Wang and Yu 2005; Wang, Yu and \
                Chakraborty 2004",
    run: specialization,
};

/// The k that are asked for.
const KS: [f64; 3] = [5.0, 20.0, 100.0];
/// More nodes than the lattices of Adult have.
const MOST: u64 = 100_000;

fn flow(study: &str, options: &Options, watch: &dyn Watch) -> Result<Flow> {
    let file = StudyFile::read(&options.adult.with_file_name(study))?;
    Flow::open(Study::check(study, &file)?, watch)
}

/// The point of the front that loses least at a k, proven by exact search.
fn least(flow: &Flow, k: f64, watch: &dyn Watch) -> Result<Option<Point>> {
    let choice = Some(Choice::Privacy(k));
    let front = flow.front(&Request { choice, ..flow.request().search("exact") }, watch)?;
    watch.check()?;
    Ok(front.points.into_iter().next())
}

fn minimal_nodes(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let flow = flow("study.toml", options, watch)?;
    let size = u64::try_from(flow.problem.lattice.size()).unwrap_or(u64::MAX);
    let names: Vec<&str> = flow.source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let mut text = format!(
        "k-minimal nodes of Adult ({} nodes, at most {} suppressed); distance vectors in the order {}\n\n",
        thousands(size as f64),
        count(flow.problem.limit, "row", "rows"),
        names.join(", ")
    );
    let (mut lines, mut groups, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for k in KS {
        let found = minimal(&flow.problem, k, MOST, 0, watch)?;
        let best = found.nodes.iter().min_by(|a, b| a.1.loss.value.total_cmp(&b.1.loss.value));
        let Some((node, outcome)) = best else { continue };
        let optimum = least(&flow, k, watch)?.map_or(f64::NAN, |point| point.outcome.loss.value);
        let worst = found.nodes.iter().map(|(_, outcome)| outcome.loss.value).fold(0.0, f64::max);
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "k = {k}: {} at heights {} to {} ({} evaluated), losing {:.4} to {worst:.4}; the least is {node:?}, and {optimum:.4} is proven",
            count(found.nodes.len() as u64, "minimal node", "minimal nodes"),
            found.height.unwrap_or(0),
            found.nodes.last().map_or(0, |(node, _)| height(node)),
            thousands(found.evaluated as f64),
            outcome.loss.value,
        );
        let low = lowest(&found);
        groups.push((format!("k = {k}"), vec![optimum, low, worst]));
        lines.push(json!({
            "k": k, "nodes": found.nodes.len(), "evaluated": found.evaluated, "height": found.height,
            "least_loss": outcome.loss.value, "proven_least_loss": optimum, "of_least_height": low, "largest_loss": worst,
        }));
        statements.push(Statement {
            claim: format!("k = {k}: maximal utility has a non-dominated distance vector"),
            place: "chapter, 1.3.2".into(),
            theirs: "utility is most where values are recoded only as far as necessary".into(),
            ours: format!(
                "least loss of {}: {:.6}; of all nodes: {optimum:.6}",
                count(found.nodes.len() as u64, "minimal node", "minimal nodes"),
                outcome.loss.value
            ),
            holds: if (outcome.loss.value - optimum).abs() < 1e-9 { Holds::Yes } else { Holds::No },
            reading: "general loss, which no generalization lowers; suppressed rows within the limit count".into(),
        });
    }
    let series = ["proven least", "of least height", "largest of minimal nodes"].map(String::from);
    let svg = svg("General loss of k-minimal nodes", &series, &groups);
    Ok(Reproduced { text, json: json!({ "name": "chapter-minimal-nodes", "levels": lines }), svg, statements })
}

/// The least loss among the minimal nodes of the least height, which Samarati's algorithm finds.
fn lowest(found: &Minimal) -> f64 {
    let same = found.nodes.iter().filter(|(node, _)| Some(height(node)) == found.height);
    same.map(|(_, outcome)| outcome.loss.value).fold(f64::INFINITY, f64::min)
}

fn specialization(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let flow = flow("class.toml", options, watch)?;
    let names: Vec<&str> = flow.source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let metric = flow.problem.metric().name;
    let mut text = format!("Walks on Adult by information gain per anonymity loss; loss: {metric}\n");
    let (mut lines, mut groups, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for k in KS {
        let optimum = least(&flow, k, watch)?.map_or(f64::NAN, |point| point.outcome.loss.value);
        let mut bars = vec![optimum];
        for way in WAYS {
            let path = (way.walk)(&flow.problem, k, watch)?;
            let (Some(first), Some(end)) = (path.first(), path.last()) else { continue };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "\nk = {k}, {}", way.name);
            text += &head(first, way);
            path[1..].iter().for_each(|step| text += &line(step, &names));
            bars.push(end.outcome.loss.value);
            lines.push(json!({
                "k": k, "way": way.name, "steps": path.len() - 1, "levels": end.node.to_vec(),
                "ends_at_k": end.outcome.protection, "loss": end.outcome.loss.value, "proven_least_loss": optimum,
            }));
            statements.push(Statement {
                claim: format!("k = {k}, {}: the anonymity requirement is not violated", way.name),
                place: "chapter, 1.3.2".into(),
                theirs: "not violated".into(),
                ours: format!(
                    "{} steps end at k = {}, {metric} {:.4}; the least is {optimum:.4}",
                    path.len() - 1,
                    end.outcome.protection,
                    end.outcome.loss.value
                ),
                holds: if (way.keeps)(&path, k) { Holds::Yes } else { Holds::No },
                reading: way.reading.into(),
            });
        }
        groups.push((format!("k = {k}"), bars));
    }
    let series = ["proven least", "top down", "bottom up"].map(String::from);
    let svg = svg(&format!("{metric}: walks beside the least"), &series, &groups);
    Ok(Reproduced { text, json: json!({ "name": "chapter-specialization", "levels": lines }), svg, statements })
}

/// A direction in which the lattice is walked.
struct Way {
    name: &'static str,
    begins: &'static str,
    /// How k changes.
    anonymity: &'static str,
    walk: fn(&Problem, f64, &dyn Watch) -> Result<Vec<Step>>,
    /// Is the requirement kept? On the way down by every node, on the way up by the last one, and by none before it.
    keeps: fn(&[Step], f64) -> bool,
    reading: &'static str,
}

const WAYS: [&Way; 2] = [
    &Way {
        name: "top down",
        begins: "top",
        anonymity: "k lost",
        walk: specialize,
        keeps: |path, k| path.iter().all(|step| step.outcome.protection >= k),
        reading: "one level of one attribute a step; score = gain / (k lost + 1), the largest first",
    },
    &Way {
        name: "bottom up",
        begins: "bottom",
        anonymity: "k gained",
        walk: generalize,
        keeps: |path, k| path.iter().position(|step| step.outcome.protection >= k) == Some(path.len() - 1),
        reading: "one level of one attribute a step; score = information lost / k gained, the least first",
    },
];

fn head(first: &Step, way: &Way) -> String {
    let (k, loss) = (thousands(first.outcome.protection), first.outcome.loss.value);
    let Way { begins, anonymity, .. } = way;
    format!("  {begins:<16} {:>11} {anonymity:>11} {:>10}   k = {k}, loss {loss:.4}\n", "bits", "score")
}

fn line(step: &Step, names: &[&str]) -> String {
    let Some(change) = step.change else { return String::new() };
    let (k, loss) = (thousands(step.outcome.protection), step.outcome.loss.value);
    let (name, bits, moved) = (names[change.attribute], change.information, thousands(change.anonymity));
    format!("  {name:<16} {bits:>11.6} {moved:>11} {:>10.3e}   k = {k}, loss {loss:.4}\n", change.score)
}
