//! Table 3 of POkA: nodes evaluated and true optima found at depths 1 to 6.

use std::fmt::Write;

use serde_json::{Value, json};

use super::bars::svg;
use super::poka_experiment::{ALL, Experiment, GENERAL, Trial, points_json};
use super::{About, Options, Reproduced};
use crate::error::Result;
use crate::say::thousands;
use crate::watch::Watch;

pub const TABLE_3: About = About {
    name: "poka-table-3",
    shows: "nodes that POkA evaluates on Adult at depths 1 to 6, and the true optima that it finds",
    reference: "Dewri et al., POkA (CIKM 2009), table 3",
    run: table,
};

/// A line of the paper's table.
struct Paper {
    evaluated: u64,
    percent: f64,
    optima: u64,
    optima_percent: f64,
}

const fn paper(evaluated: u64, percent: f64, optima: u64, optima_percent: f64) -> Paper {
    Paper { evaluated, percent, optima, optima_percent }
}

/// As printed, for depths 1 to 6.
const PAPER: [Paper; 6] = [
    paper(502, 2.8, 22, 48.8),
    paper(1945, 10.9, 41, 91.1),
    paper(4033, 22.5, 45, 100.0),
    paper(6544, 36.5, 45, 100.0),
    paper(9205, 51.4, 45, 100.0),
    paper(11_751, 65.6, 45, 100.0),
];
const PAPER_NODES: u64 = 17_920;
const PAPER_OPTIMA: u64 = 45;

fn table(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let experiment = Experiment::open(GENERAL, ALL, options, watch)?;
    let depths: Vec<u32> = (1..=PAPER.len() as u32).collect();
    let trials = experiment.trials(&depths, watch)?;
    let lines = || trials.iter().zip(&PAPER);

    let (optima, average) = (experiment.optima.len(), experiment.average_depth());
    let mut text = format!(
        "Table 3: nodes that POkA evaluates, and true optima that it finds\n{}\n{} ({}); {} nodes\n\n\
         {:<12} {:>16} {:>16}   {:>12} {:>12}\n{:<12} {:>16} {:>16}   {:>12} {:>12}\n",
        experiment.conditions(),
        GENERAL.name,
        GENERAL.letters,
        thousands(experiment.nodes() as f64),
        "",
        "evaluated,",
        "evaluated,",
        format!("of {PAPER_OPTIMA} optima,"),
        format!("of {optima} optima,"),
        "depth",
        "paper",
        "ours",
        "paper",
        "ours",
    );
    for (trial, paper) in lines() {
        let name = if trial.depth == average { format!("{} (= d_avg)", trial.depth) } else { trial.depth.to_string() };
        let nodes = |n: u64, percent: f64| format!("{} {percent:>6.1}%", thousands(n as f64));
        let found = |n: u64, percent: f64| format!("{n} {percent:>6.1}%");
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{name:<12} {:>16} {:>16}   {:>12} {:>12}",
            nodes(paper.evaluated, paper.percent),
            nodes(trial.front.found.evaluated, 100.0 * trial.share(&experiment)),
            found(paper.optima, paper.optima_percent),
            found(trial.hits() as u64, 100.0 * trial.hits() as f64 / optima.max(1) as f64),
        );
    }
    text += "\nThe paper prints how many levels each hierarchy has, and not its groups. Ours are those of\n\
             data/adult: the lattice has the paper's shape and other values.\n";
    text += &missed(&experiment, &trials);

    let shares = |trial: &Trial, paper: &Paper| vec![paper.percent / 100.0, trial.share(&experiment)];
    let groups: Vec<(String, Vec<f64>)> =
        lines().map(|(trial, paper)| (format!("depth {}", trial.depth), shares(trial, paper))).collect();
    let image = svg("Table 3: share of the nodes that POkA evaluates", &["paper".into(), "ours".into()], &groups);
    let line = |(trial, paper): (&Trial, &Paper)| -> Value {
        let mut line = trial.json(&experiment);
        line["paper"] = json!({
            "evaluated": paper.evaluated, "percent": paper.percent,
            "true_optima": paper.optima, "true_optima_percent": paper.optima_percent,
        });
        line
    };
    let json = json!({
        "name": "Table 3", "loss": GENERAL.name, "rule": "tolerance", "limit": experiment.problem.limit,
        "nodes": experiment.nodes(), "average_depth": average, "true_optima": optima,
        "paper": { "nodes": PAPER_NODES, "true_optima": PAPER_OPTIMA },
        "depths": lines().map(line).collect::<Vec<_>>(), "front": points_json(&experiment.optima),
    });
    Ok(Reproduced { text, json, svg: image, statements: Vec::new() })
}

/// Which true optima were not found, in a line for depths that missed the same.
fn missed(experiment: &Experiment, trials: &[Trial]) -> String {
    let mut text = String::new();
    for same in trials.chunk_by(|a, b| a.missed(experiment) == b.missed(experiment)) {
        let [first, ..] = same else { continue };
        let depths = match same {
            [.., last] if same.len() > 1 => format!("depths {} to {}", first.depth, last.depth),
            _ => format!("depth {}", first.depth),
        };
        let _ = match first.missed(experiment)[..] {
            [] => writeln!(text, "Not found at {depths}: nothing."),
            // Function 3 ends there by definition.
            [1.0] => writeln!(text, "Not found at {depths}: k = 1 alone, because POkA ends as soon as k is 2 or less."),
            ref missed => writeln!(text, "Not found at {depths}: {} of {}.", missed.len(), experiment.optima.len()),
        };
    }
    text
}
