//! Table 3 of POkA: nodes evaluated and true optima found at depths 1 to 6.

use std::fmt::Write;

use serde_json::{Value, json};

use super::bars::svg;
use super::poka_experiment::{ALL, Experiment, GENERAL, Trial, points_json};
use super::poka_groupings::{self, Groupings, Run};
use super::poka_missed::{missed, said};
use super::{About, Holds, Options, Reproduced, Statement};
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
    let protecting = experiment.protecting();
    let mut text = format!(
        "Table 3: nodes that POkA evaluates, and true optima that it finds\n{}\n{} ({}); {} nodes\n\n\
         {:<12} {:>16} {:>16}   {:>12} {:>12} {:>12}\n{:<12} {:>16} {:>16}   {:>12} {:>12} {:>12}\n",
        experiment.conditions(),
        GENERAL.name,
        GENERAL.letters,
        thousands(experiment.nodes() as f64),
        "",
        "evaluated,",
        "evaluated,",
        format!("of {PAPER_OPTIMA} optima,"),
        format!("of {optima} optima,"),
        format!("of {protecting},"),
        "depth",
        "paper",
        "ours",
        "paper",
        "ours",
        "ours, k ≥ 2",
    );
    for (trial, paper) in lines() {
        let name = if trial.depth == average { format!("{} (= d_avg)", trial.depth) } else { trial.depth.to_string() };
        let nodes = |n: u64, percent: f64| format!("{} {percent:>6.1}%", thousands(n as f64));
        let found = |n: u64, percent: f64| format!("{n} {percent:>6.1}%");
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{name:<12} {:>16} {:>16}   {:>12} {:>12} {:>12}",
            nodes(paper.evaluated, paper.percent),
            nodes(trial.front.found.evaluated, 100.0 * trial.share(&experiment)),
            found(paper.optima, paper.optima_percent),
            found(trial.hits() as u64, 100.0 * trial.hits() as f64 / optima.max(1) as f64),
            found(
                trial.protecting(&experiment) as u64,
                100.0 * trial.protecting(&experiment) as f64 / protecting.max(1) as f64
            ),
        );
    }
    text += "\nPOkA ends as soon as k is 2 or less, and k = 1 protects nobody; the paper's 45 of 45 optima probably\n\
             leave k = 1 out.\n";
    text += &where_missed(&experiment, &trials);
    let groupings = poka_groupings::run(options, watch)?;
    text += &other_groups(&groupings);

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
        "nodes": experiment.nodes(), "average_depth": average, "true_optima": optima, "true_optima_from_2": protecting,
        "random_groupings": groupings.random.iter().map(run_json).collect::<Vec<_>>(),
        "age_of_74_values": run_json(&groupings.ages),
        "paper": { "nodes": PAPER_NODES, "true_optima": PAPER_OPTIMA },
        "depths": lines().map(line).collect::<Vec<_>>(), "front": points_json(&experiment.optima),
    });
    let statements = statements(&experiment, &trials, &groupings);
    Ok(Reproduced { text, json, svg: image, statements })
}

/// Where the true optima lie that were not found, in a line for each depth.
fn where_missed(experiment: &Experiment, trials: &[Trial]) -> String {
    let mut text = String::from("Optima that are missed:\n");
    for trial in trials {
        let _ = writeln!(text, "  depth {}: {}", trial.depth, said(&missed(experiment, trial)));
    }
    text + "Function 1 looks at neighbours of the base node and at no other node below it (poka-section-4).\n"
}

/// How much depends on the groups of the hierarchies.
fn other_groups(groupings: &Groupings) -> String {
    let mut text = String::from(
        "\nThe paper prints how many levels each hierarchy has, and not its groups. Ours are those of\n\
         data/adult: the lattice has the paper's shape and other values. At d_avg with\n",
    );
    let runs = &groupings.random;
    let spread = |of: fn(&Run) -> u64| {
        let (least, most) = (runs.iter().map(of).min().unwrap_or(0), runs.iter().map(of).max().unwrap_or(0));
        format!("{} to {}", thousands(least as f64), thousands(most as f64))
    };
    if !runs.is_empty() {
        let missed = |run: &Run| (run.optima - run.found) as u64;
        let _ = writeln!(
            text,
            "  {} groupings drawn at random: {} nodes evaluated;\n  of {} optima with k ≥ 2 they miss {}",
            runs.len(),
            spread(|run| run.evaluated),
            spread(|run| run.optima as u64),
            spread(missed),
        );
    }
    let Run { evaluated, optima, found } = groupings.ages;
    let _ = writeln!(
        text,
        "  our groups and an age of 74 values, 17 to 90, of which the table has 72: {} nodes evaluated,\n  \
         {found} of {optima} optima with k ≥ 2 found",
        thousands(evaluated as f64),
    );
    text
}

fn run_json(run: &Run) -> Value {
    json!({ "evaluated": run.evaluated, "true_optima_from_2": run.optima, "found": run.found })
}

fn statements(experiment: &Experiment, trials: &[Trial], groupings: &Groupings) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut say = |claim: String, theirs: String, ours: String, holds: Holds, reading: &str| {
        let place = "POkA, table 3".into();
        statements.push(Statement { claim, place, theirs, ours, holds, reading: reading.into() });
    };
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let near = |ours: f64, theirs: f64| if (ours / theirs - 1.0).abs() < 0.25 { Holds::InKind } else { Holds::No };
    for (trial, paper) in trials.iter().zip(&PAPER) {
        let n = trial.front.found.evaluated;
        let ours = format!("{} ({})", thousands(n as f64), percent(trial.share(experiment)));
        let theirs = format!("{} ({:.1} %)", thousands(paper.evaluated as f64), paper.percent);
        let holds = if n == paper.evaluated { Holds::Yes } else { near(n as f64, paper.evaluated as f64) };
        say(format!("nodes evaluated at depth {}", trial.depth), theirs, ours, holds, "our groups");
        let (hits, optima) = (trial.protecting(experiment), experiment.protecting());
        let whole = paper.optima == PAPER_OPTIMA;
        let holds = match whole {
            true if hits == optima => Holds::Yes,
            false if hits < optima => Holds::InKind,
            _ => Holds::No,
        };
        let theirs = format!("{} of {PAPER_OPTIMA}", paper.optima);
        let ours = format!("{hits} of {optima}");
        say(format!("true optima at depth {}", trial.depth), theirs, ours, holds, "our groups; k ≥ 2");
    }
    let evaluated = |trial: usize| trials[trial].front.found.evaluated;
    if let (Some(least), Some(most)) =
        (groupings.random.iter().map(|run| run.evaluated).min(), groupings.random.iter().map(|run| run.evaluated).max())
    {
        let paper = PAPER[2].evaluated;
        let ours = format!("{} to {} over {}", thousands(least as f64), thousands(most as f64), groupings.random.len());
        let holds = if (least..=most).contains(&paper) { Holds::Yes } else { near(evaluated(2) as f64, paper as f64) };
        let theirs = thousands(paper as f64);
        say("nodes evaluated at depth 3".into(), theirs, ours, holds, "groups drawn at random");
    }
    let more = trials.len() > 3 && trials[3..].iter().all(|trial| trial.hits() == trials[2].hits());
    let holds = if more { Holds::Yes } else { Holds::No };
    let ours = if more { "the same optima" } else { "other optima" };
    say("depth beyond d_avg".into(), "no more optima".into(), ours.into(), holds, "our groups");
    statements
}
