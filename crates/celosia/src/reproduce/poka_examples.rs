//! Figures 1, 2 and 3 of POkA as worked examples, on the six people of its Table 1.
//!
//! The paper's figure 1a is an image. Of the hierarchies its text says that ZIP at level 1 shows 1234* and 1235* and that SEX
//! and SALARY have one level; we let ZIP have a second star and the top above that.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use serde_json::{Value, json};

use super::hasse::{self, Diagram, levels};
use super::poka_experiment::{Experiment, values};
use super::poka_missed::{above, down, is_below, nodes};
use super::scatter::{Axis, Mark, Panel, Series};
use super::{About, Holds, Options, Reproduced, Statement, scatter};
use crate::error::{Error, Result};
use crate::evaluate::Outcome;
use crate::flow::Flow;
use crate::front::dominates;
use crate::hierarchy::outline;
use crate::search::{self, Limits};
use crate::space::Node;
use crate::study::{Study, StudyFile};
use crate::table::Table;
use crate::watch::Watch;

pub const FIGURE_1: About = About {
    name: "poka-figure-1",
    shows: "hierarchies, the lattice and the two graphs of a node, for the six people of table 1",
    reference: "Dewri et al., POkA (CIKM 2009), figure 1 and table 1",
    run: figure_1,
};

pub const FIGURE_2: About = About {
    name: "poka-figure-2",
    shows: "which nodes of that lattice are Pareto-optimal, and a k at which none is",
    reference: "Dewri et al., POkA (CIKM 2009), figure 2",
    run: figure_2,
};

pub const FIGURE_3: About = About {
    name: "poka-figure-3",
    shows: "a way from one node of that lattice to another through a ground node, and an optimum that POkA misses",
    reference: "Dewri et al., POkA (CIKM 2009), figure 3",
    run: figure_3,
};

/// Table 1: six people.
const PEOPLE: [[&str; 3]; 6] = [
    ["12345", "M", "<50K"],
    ["12346", "M", "<50K"],
    ["12345", "F", "<50K"],
    ["12355", "F", "≥50K"],
    ["12355", "M", "≥50K"],
    ["12356", "M", "≥50K"],
];
const COLUMNS: [&str; 3] = ["ZIP", "SEX", "SALARY"];
const STUDY: &str = "name = 'table 1'\n\
    [columns.ZIP]\nrole = 'quasi-identifier'\ntype = 'string'\nhierarchy = { mask = 'right', characters = [1, 2] }\n\
    [columns.SEX]\nrole = 'quasi-identifier'\nhierarchy = 'flat'\n\
    [columns.SALARY]\nrole = 'quasi-identifier'\nhierarchy = 'flat'\n\
    [suppression]\nrule = 'tolerance'\n";
/// The node of figure 1c, and that of table 1.
const NODE: [u8; 3] = [1, 0, 1];
const TABLE_1: [u8; 3] = [1, 1, 0];

const GREY: &str = "#99a";
const BLUE: &str = "#46b";
const GREEN: &str = "#7a4";
const RED: &str = "#c33";

/// The example, evaluated: the experiment, and each column's hierarchy, outlined.
fn example(options: &Options, watch: &dyn Watch) -> Result<(Experiment, Vec<String>)> {
    let column = |at: usize| -> ArrayRef { Arc::new(StringArray::from_iter_values(PEOPLE.iter().map(|row| row[at]))) };
    let columns = COLUMNS.iter().enumerate().map(|(at, name)| (*name, column(at)));
    let batch = RecordBatch::try_from_iter(columns).map_err(|e| Error::study("table 1", e.to_string(), ""))?;
    let study = Study::check_given("table 1", &StudyFile::parse("table 1", STUDY)?)?;
    let Flow { problem, source, .. } = Flow::open_table(study, Table::from_batches(vec![batch])?, watch)?;
    let hierarchies =
        source.quasi().map(|q| format!("{}\n{}", q.said.name, outline(q.domain, q.hierarchy, options.width, true)));
    let hierarchies = hierarchies.collect();
    let names = COLUMNS.iter().map(|name| name.to_string()).collect();
    Ok((Experiment::of(problem, names, watch)?, hierarchies))
}

fn outcome<'e>(experiment: &'e Experiment, node: &[u8]) -> Option<&'e Outcome> {
    experiment.space.iter().find(|(other, _)| other[..] == *node).map(|(_, outcome)| outcome)
}

fn k_and_loss(experiment: &Experiment, node: &[u8]) -> (f64, f64) {
    outcome(experiment, node).map_or((0.0, 0.0), |o| (o.protection, o.loss.value))
}

fn statement(claim: &str, place: &str, theirs: &str, ours: String, holds: bool) -> Statement {
    let holds = if holds { Holds::Yes } else { Holds::No };
    let (claim, place, theirs) = (claim.into(), format!("POkA, {place}"), theirs.into());
    Statement { claim, place, theirs, ours, holds, reading: String::new() }
}

fn diagram(title: &str, experiment: &Experiment, colour: impl Fn(&Node) -> &'static str) -> Diagram {
    let said = |(node, outcome): &(Node, Outcome)| {
        (node.clone(), colour(node), format!("k = {}, loss {:.4}", outcome.protection, outcome.loss.value))
    };
    Diagram { title: title.into(), nodes: experiment.space.iter().map(said).collect(), way: Vec::new() }
}

fn list<'n>(nodes: impl Iterator<Item = &'n Node>) -> String {
    nodes.map(|node| levels(node)).collect::<Vec<_>>().join(" ")
}

fn figure_1(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let (experiment, hierarchies) = example(options, watch)?;
    let lattice = &experiment.problem.lattice;
    let all = || experiment.space.iter().map(|(node, _)| node);
    let special: Vec<&Node> = all().filter(|node| is_below(node, &NODE)).collect();
    let general: Vec<&Node> = all().filter(|node| is_below(&NODE, node)).collect();
    let (k, _) = k_and_loss(&experiment, &TABLE_1);
    let mut text = String::from(
        "Figure 1: (a) hierarchies, (b) their lattice, (c) the two graphs of a node\nSix people of table 1\n\n(a)\n",
    );
    for hierarchy in &hierarchies {
        text += hierarchy.trim_end();
        text += "\n\n";
    }
    let top: Vec<u8> = (0..lattice.attributes()).map(|a| lattice.height(a)).collect();
    text += &format!(
        "(b) {} nodes, the product over N_i + 1, from (0, 0, 0), the table as it is, to {}, no\n\
         disclosure. Table 1 is node {}: k = {k}.\n\n",
        experiment.nodes(),
        levels(&top),
        levels(&TABLE_1),
    );
    text += &format!(
        "(c) node {}\n    specialization graph, {} nodes: {}\n    generalization graph, {} nodes: {}\n",
        levels(&NODE),
        special.len(),
        list(special.iter().copied()),
        general.len(),
        list(general.iter().copied()),
    );
    let graphs = |node: &Node| match (node[..] == NODE, is_below(node, &NODE), is_below(&NODE, node)) {
        (true, ..) => RED,
        (_, true, _) => BLUE,
        (_, _, true) => GREEN,
        _ => GREY,
    };
    let table_1 = |node: &Node| if node[..] == TABLE_1 { RED } else { GREY };
    let legend = [(RED, "node"), (BLUE, "specialization graph"), (GREEN, "generalization graph")];
    let diagrams = [
        diagram("(b) the lattice, and table 1's node", &experiment, table_1),
        diagram("(c) the graphs of (1, 0, 1)", &experiment, graphs),
    ];
    let image = hasse::svg("Figure 1: the lattice of table 1", &legend, &diagrams);
    let pruned = above(lattice, &NODE);
    let statements = vec![
        statement("the node (1, 1, 0) of table 1 is 3-anonymous", "table 1", "k = 3", format!("k = {k}"), k == 3.0),
        statement(
            "nodes above a node, pruned first",
            "section 4",
            "product of N_i − n_i + 1",
            format!("{} counted, the product is {pruned}", general.len()),
            general.len() as u64 == pruned,
        ),
    ];
    let json = json!({
        "name": "Figure 1", "hierarchies": hierarchies, "nodes": experiment.nodes(), "top": top, "node": NODE,
        "specialization_graph": special, "generalization_graph": general, "table_1": { "node": TABLE_1, "k": k },
    });
    Ok(Reproduced { text, json, svg: image, statements })
}

fn figure_2(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let (experiment, _) = example(options, watch)?;
    let optimal: Vec<(f64, f64)> = experiment.optima.iter().map(values).collect();
    let mut all: Vec<(f64, f64, &Node)> =
        experiment.space.iter().map(|(n, o)| (o.protection, o.loss.value, n)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
    let mut text =
        String::from("Figure 2: nodes of table 1's lattice by k and general loss; ● Pareto-optimal, ○ dominated\n\n");
    let mut ks: Vec<f64> = all.iter().map(|(k, ..)| *k).collect();
    ks.dedup();
    let mut empty = Vec::new();
    for k in &ks {
        let of_k: Vec<&(f64, f64, &Node)> = all.iter().filter(|(other, ..)| other == k).collect();
        let _ = writeln!(text, "k = {k}");
        for (k, loss, node) in &of_k {
            let mark = if optimal.contains(&(*k, *loss)) { "●" } else { "○" };
            let _ = writeln!(text, "  {mark} {} loss {loss:.4}", levels(node));
        }
        if !of_k.iter().any(|(k, loss, _)| optimal.contains(&(*k, *loss))) {
            empty.push((*k, of_k[0].1));
        }
    }
    text.push('\n');
    for (k, least) in &empty {
        let beats = experiment.optima.iter().map(values).rfind(|(other, loss)| other > k && loss <= least);
        if let Some((better, loss)) = beats {
            let _ = writeln!(
                text,
                "No optimum has k = {k}: the least loss there is {least:.4}, and k = {better} is to be had for {loss:.4}."
            );
        }
    }
    for pair in experiment.optima.windows(2) {
        let ((from, _), (to, loss)) = (values(&pair[0]), values(&pair[1]));
        let _ = writeln!(text, "From k = {from} the next Pareto-optimal node has k = {to} and loss {loss:.4}.");
    }
    let points = |of: bool| -> Vec<(f64, f64)> {
        all.iter().map(|(k, loss, _)| (*k, *loss)).filter(|point| optimal.contains(point) == of).collect()
    };
    let panel = Panel {
        title: "nodes of table 1's lattice".into(),
        x: "k".into(),
        y: "general loss".into(),
        axes: (Axis::Linear, Axis::Linear),
        series: vec![
            Series { name: "dominated".into(), mark: Mark::Ring, points: points(false) },
            Series { name: "Pareto-optimal".into(), mark: Mark::Dot, points: points(true) },
        ],
    };
    let image = scatter::svg("Figure 2: Pareto-optimal nodes", 1, &[panel]);
    let ours = match empty.first() {
        Some((k, _)) => format!("none at k = {k}, which nodes have"),
        None => "one at every k that nodes have".into(),
    };
    let statements =
        vec![statement("optima need not exist at every k", "section 3.3", "none at k = 4", ours, !empty.is_empty())];
    let node = |(k, loss, node): &(f64, f64, &Node)| json!({ "node": node, "k": k, "loss": loss, "optimal": optimal.contains(&(*k, *loss)) });
    let json = json!({
        "name": "Figure 2", "nodes": all.iter().map(node).collect::<Vec<Value>>(),
        "k_without_optimum": empty.iter().map(|(k, _)| k).collect::<Vec<_>>(),
    });
    Ok(Reproduced { text, json, svg: image, statements })
}

fn figure_3(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let (experiment, _) = example(options, watch)?;
    // Beside one another: down in ZIP and SALARY, up in SEX.
    let (base, next): ([u8; 3], [u8; 3]) = ([3, 0, 1], TABLE_1);
    let ground: Vec<u8> = base.iter().zip(&next).map(|(n, m)| *n.min(m)).collect();
    let is_ground = |node: &Node| is_below(node, &base) && is_below(node, &next);
    let grounds: Vec<&Node> = experiment.space.iter().map(|(node, _)| node).filter(|node| is_ground(node)).collect();
    let mut way = vec![Node::from(base.to_vec())];
    for (attribute, goal) in ground.iter().chain(&next).enumerate().map(|(at, goal)| (at % base.len(), *goal)) {
        let mut node = way[way.len() - 1].clone();
        while node[attribute] != goal {
            node[attribute] = if node[attribute] > goal { node[attribute] - 1 } else { node[attribute] + 1 };
            way.push(node.clone());
        }
    }
    // POkA itself, from the top.
    let limits = Limits::default();
    let (front, bases) = search::with_bases(&experiment.problem, &limits, watch)?;
    let found: Vec<(f64, f64)> = bases.iter().map(|(_, o)| (o.protection, o.loss.value)).collect();
    let missed = experiment.optima.iter().find(|o| values(o).0 >= 2.0 && !found.contains(&values(o)));

    let said = |node: &[u8]| {
        let (k, loss) = k_and_loss(&experiment, node);
        format!("{}, k = {k}, loss {loss:.4}", levels(node))
    };
    let mut text = format!(
        "Figure 3: from node N to node M through a ground node, on table 1's lattice\n\n\
         N = {}\nM = {}\nground nodes of both: {}\ndepth search: {} steps down; height search: {} up: {}\n\n",
        said(&base),
        said(&next),
        list(grounds.iter().copied()),
        down(&base, &next),
        down(&next, &base),
        list(way.iter()),
    );
    let depth = experiment.average_depth();
    let _ = writeln!(text, "POkA itself, from the top, at depth {depth} (= d_avg):");
    for (node, outcome) in &bases {
        let beaten = experiment.optima.iter().any(|o| dominates(&o.outcome, outcome));
        let _ = writeln!(text, "  {}{}", said(node), if beaten { ", which an optimum beats" } else { "" });
    }
    if let Some(optimum) = missed {
        let (k, loss) = values(optimum);
        let place = nodes(optimum).first().map_or(String::new(), |node| levels(node));
        let _ = writeln!(
            text,
            "The optimum {place}, k = {k}, loss {loss:.4}, lies straight below the top, by more than one step.\n\
             Function 1 passes through such nodes and does not look at them, because a node below a neighbour\n\
             of N would have a lower k; but here the neighbour has the same k and a higher loss."
        );
    }
    let colour = |node: &Node| match () {
        () if node[..] == base || node[..] == next => RED,
        () if is_ground(node) => GREEN,
        () => GREY,
    };
    let taken = |node: &Node| match () {
        () if bases.iter().any(|(other, _)| other == node) => BLUE,
        () if missed.is_some_and(|o| nodes(o).contains(&node)) => RED,
        () => GREY,
    };
    let mut through = diagram("N = (3, 0, 1), M = (1, 1, 0)", &experiment, colour);
    through.way = way.windows(2).map(|step| (step[0].clone(), step[1].clone())).collect();
    let legend = [(RED, "N and M; missed"), (GREEN, "ground nodes"), (BLUE, "taken by POkA")];
    let image = hasse::svg(
        "Figure 3: through a ground node",
        &legend,
        &[through, diagram("what POkA takes, and an optimum that it misses", &experiment, taken)],
    );
    let statements = vec![statement(
        "M is reached from N through a ground node",
        "section 4.1",
        "through any G with g_i ≤ min(n_i, m_i)",
        format!("{} steps down to {}, {} up", down(&base, &next), levels(&ground), down(&next, &base)),
        grounds.iter().any(|node| node[..] == ground[..]),
    )];
    let json = json!({
        "name": "Figure 3", "base": base, "next": next, "ground_nodes": grounds, "way": way, "depth": depth,
        "evaluated": front.found.evaluated, "taken": bases.iter().map(|(node, _)| node).collect::<Vec<_>>(),
        "missed": missed.map(|o| nodes(o).into_iter().cloned().collect::<Vec<Node>>()),
    });
    Ok(Reproduced { text, json, svg: image, statements })
}
