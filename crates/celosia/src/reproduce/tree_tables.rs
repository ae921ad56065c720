//! Tables IV and V of Hernandez et al.: means and deviations of both losses for each walk, on age and hours per week.

use std::fmt::Write;

use serde_json::{Value, json};

use super::bars::svg;
use super::tree_experiment::{Experiment, IN, Spread, VARIES};
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::sets::{KEYS, WALKS};
use crate::watch::Watch;

pub const TABLE_4: About = About {
    name: "tree-table-4",
    shows: "both losses of sets made by pre-, in- and post-order walks over trees of Adult's ages",
    reference: "Hernandez et al., Tree traversal to achieve generalization, table IV",
    run: |options, watch| table("age", "Table IV", &PAPER_AGE, options, watch),
};

pub const TABLE_5: About = About {
    name: "tree-table-5",
    shows: "the same for Adult's hours per week",
    reference: "Hernandez et al., Tree traversal to achieve generalization, table V",
    run: |options, watch| table("hours-per-week", "Table V", &PAPER_HOURS, options, watch),
};

/// What the paper prints, in the order of [`WALKS`]: information loss, utility loss.
pub type Paper = [[Spread; 2]; 3];

const fn paper(mean: f64, deviation: f64) -> Spread {
    Spread { mean, deviation }
}

pub const PAPER_AGE: Paper = [
    [paper(0.046576, 0.003001), paper(0.010190, 0.004637)],
    [paper(0.044998, 0.001180), paper(0.009517, 0.004366)],
    [paper(0.045579, 0.001140), paper(0.009846, 0.004626)],
];

pub const PAPER_HOURS: Paper = [
    [paper(0.082719, 0.013527), paper(0.010436, 0.006295)],
    [paper(0.081889, 0.012812), paper(0.009763, 0.005515)],
    [paper(0.082183, 0.013070), paper(0.010015, 0.005759)],
];

pub const LOSSES: [&str; 2] = ["information loss", "utility loss"];

fn table(column: &'static str, name: &str, paper: &Paper, options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let found = Experiment::run(column, options.vary, options, watch)?;
    let mut text = format!(
        "{name}: {column} of Adult, mean ± standard deviation over 3 trees × k = 3, 5, 10 × {} runs\n{}\n",
        found.runs,
        what_varies(&found, options.seed)
    );
    for (loss, label) in LOSSES.iter().enumerate() {
        let _ = write!(text, "{label:<18} {:>22}", "paper");
        KEYS.iter().for_each(|(key, _)| text += &format!(" {:>22}", format!("key: {key}")));
        text.push('\n');
        for (walk, (walk_name, _)) in WALKS.iter().enumerate() {
            let _ = write!(text, "  {:<16} {:>22}", format!("{walk_name}-order"), say(paper[walk][loss]));
            for key in 0..KEYS.len() {
                let _ = write!(text, " {:>22}", say(found.spread(key, None, walk, loss)));
            }
            text.push('\n');
        }
    }
    let distances: Vec<f64> = (0..KEYS.len()).map(|key| distance(&found, key, paper)).collect();
    text.push('\n');
    for ((key, _), distance) in KEYS.iter().zip(&distances) {
        let _ = writeln!(text, "keyed by {key}: our means are {:.1}% from the paper's, on average", 100.0 * distance);
    }
    let findings = findings(&found);
    findings.iter().for_each(|finding| text += &format!("{}\n", finding.sentence));

    let groups: Vec<(String, Vec<f64>)> = WALKS
        .iter()
        .enumerate()
        .map(|(walk, (walk_name, _))| {
            let ours = (0..KEYS.len()).map(|key| found.spread(key, None, walk, 0).mean);
            (format!("{walk_name}-order"), [paper[walk][0].mean].into_iter().chain(ours).collect())
        })
        .collect();
    let series: Vec<String> =
        ["paper".to_string()].into_iter().chain(KEYS.iter().map(|(key, _)| format!("ours, by {key}"))).collect();
    let svg = svg(&format!("{name}: information loss, {column}"), &series, &groups);
    let mut statements = Vec::new();
    for (_, vary) in VARIES {
        let other = if *vary == found.vary { None } else { Some(Experiment::run(column, *vary, options, watch)?) };
        statements.extend(of_table(name, other.as_ref().unwrap_or(&found), paper));
    }
    let json = object(name, &found, paper, &distances, &findings, options.seed);
    Ok(Reproduced { text, json, svg, statements })
}

/// What the table says, under one reading of what varies and each key.
fn of_table(name: &str, found: &Experiment, paper: &Paper) -> Vec<Statement> {
    let mut statements = Vec::new();
    let place = format!("trees, {}", name.to_lowercase().replace("table iv", "table IV").replace("table v", "table V"));
    for (key, (key_name, _)) in KEYS.iter().enumerate() {
        let reading = format!("{}; search trees keyed by {key_name}", found.vary.words());
        let mut state = |claim: String, theirs: String, ours: String, holds| {
            let place = place.clone();
            statements.push(Statement { claim, place, theirs, ours, holds, reading: reading.clone() });
        };
        for (what, of) in [("means", Spread::mean as fn(&Spread) -> f64), ("standard deviations", Spread::deviation)] {
            for (loss, loss_name) in LOSSES.iter().enumerate() {
                let ours: Vec<f64> = [IN, 2, 0].map(|walk| of(&found.spread(key, None, walk, loss))).to_vec();
                let theirs: Vec<f64> = [IN, 2, 0].map(|walk| of(&paper[walk][loss])).to_vec();
                let far = ours.iter().zip(&theirs).map(|(o, t)| (o - t).abs() / t).fold(0.0, f64::max);
                let numbers = |of: &[f64]| of.iter().map(|x| format!("{x:.6}")).collect::<Vec<_>>().join(", ");
                let claim = format!("{what} of {loss_name}: in-, post-, pre-order");
                let holds = if far < 5e-7 {
                    Holds::Yes
                } else if far <= NEAR {
                    Holds::InKind
                } else {
                    Holds::No
                };
                state(claim, numbers(&theirs), numbers(&ours), holds);
            }
        }
        for (loss, loss_name) in LOSSES.iter().enumerate() {
            let mut walks: Vec<usize> = (0..WALKS.len()).collect();
            let mean = |walk: &usize| found.spread(key, None, *walk, loss).mean;
            walks.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
            let said: Vec<&str> = walks.iter().map(|walk| WALKS[*walk].0).collect();
            let holds = match walks[..] {
                [IN, 2, 0] => Holds::Yes,
                [IN, ..] => Holds::InKind,
                _ => Holds::No,
            };
            let claim = format!("walks by {loss_name}, the least first");
            state(claim, "in, post, pre".into(), said.join(", "), holds);
        }
    }
    statements
}

/// Numbers that are no further apart than this share of the paper's are of its kind.
const NEAR: f64 = 0.1;

fn say(spread: Spread) -> String {
    format!("{:.6} ± {:.6}", spread.mean, spread.deviation)
}

/// The choices that the paper leaves open, in a sentence.
pub fn what_varies(found: &Experiment, seed: u64) -> String {
    format!(
        "The paper does not say what varies between runs. Here {} ({} of them,\n\
         seed {seed}; --runs-vary), the same for all combinations, and values enter the trees in that order. Losses are means\n\
         over the sets, as in the paper.",
        found.vary.words(),
        found.sample
    )
}

/// Mean relative difference of the six means.
fn distance(found: &Experiment, key: usize, paper: &Paper) -> f64 {
    let mut sum = 0.0;
    for (walk, of_walk) in paper.iter().enumerate() {
        for (loss, theirs) in of_walk.iter().enumerate() {
            sum += (found.spread(key, None, walk, loss).mean - theirs.mean).abs() / theirs.mean;
        }
    }
    sum / 6.0
}

/// A finding of the paper, and whether it holds here.
pub struct Finding {
    pub holds: bool,
    pub sentence: String,
}

/// In-order best, for each key and loss; Huffman indifferent.
pub fn findings(found: &Experiment) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (key, (key_name, _)) in KEYS.iter().enumerate() {
        for (loss, loss_name) in LOSSES.iter().enumerate() {
            // Positive: the other walk loses more. Two standard errors are the least that counts.
            let others = [0, 2].map(|walk| (WALKS[walk].0, found.excess(key, walk, loss)));
            let holds = others.iter().all(|(_, (more, error))| *more > 2.0 * error);
            let worse = others.iter().any(|(_, (more, error))| *more < -2.0 * error);
            let numbers = others.map(|(name, (more, error))| format!("{name}-order {more:+.6} ± {error:.6}"));
            let verdict = match (holds, worse) {
                (true, _) => "holds",
                (_, true) => "does not hold",
                _ => "cannot be told from chance",
            };
            findings.push(Finding {
                holds,
                sentence: format!(
                    "in-order best ({loss_name}, key {key_name}): {verdict}; beyond in-order lose {} (standard error)",
                    numbers.join(", ")
                ),
            });
        }
    }
    let holds = found.huffman_is_indifferent();
    let verdict = if holds { "holds, in every run" } else { "does not hold" };
    findings.push(Finding { holds, sentence: format!("Huffman is indifferent to the walk: {verdict}") });
    findings
}

fn object(name: &str, found: &Experiment, paper: &Paper, distances: &[f64], findings: &[Finding], seed: u64) -> Value {
    let spread = |s: Spread| json!({ "mean": s.mean, "standard_deviation": s.deviation });
    let both =
        |of: &dyn Fn(usize) -> Spread| json!({ "information_loss": spread(of(0)), "utility_loss": spread(of(1)) });
    let walk = |walk: usize| {
        let mut line = json!({ "walk": WALKS[walk].0, "paper": both(&|loss| paper[walk][loss]) });
        for (key, (key_name, _)) in KEYS.iter().enumerate() {
            line[*key_name] = both(&|loss| found.spread(key, None, walk, loss));
        }
        line
    };
    let walks = [IN, 2, 0].map(walk);
    let far: serde_json::Map<String, Value> =
        KEYS.iter().zip(distances).map(|((key, _), d)| (key.to_string(), json!(d))).collect();
    json!({
        "name": name, "column": found.column, "runs": found.runs, "rows_per_run": found.sample, "seed": seed,
        "runs_vary": found.vary.name(),
        "records": found.records[0].len(), "baseline": WALKS[IN].0,
        "walks": walks, "mean_relative_difference": far,
        "findings": findings.iter().map(|f| json!({ "holds": f.holds, "says": f.sentence })).collect::<Vec<_>>(),
    })
}
