//! Figures 4 to 9 of Hernandez et al.: each loss for each walk, on one column; and for each tree and walk, on both.

use std::fmt::Write;

use serde_json::json;

use super::bars::svg;
use super::tree_experiment::{Experiment, IN};
use super::tree_tables::{LOSSES, PAPER_AGE, PAPER_HOURS, findings, what_varies};
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::sets::{KEYS, TREES, WALKS};
use crate::tree::bars;
use crate::watch::Watch;

pub const FIGURE_4: About = About {
    name: "tree-figure-4",
    shows: "information loss for each walk on Adult's ages",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 4",
    run: |options, watch| of_column("Figure 4", "age", 0, options, watch),
};

pub const FIGURE_5: About = About {
    name: "tree-figure-5",
    shows: "utility loss for each walk on Adult's ages",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 5 (printed as a second figure 1)",
    run: |options, watch| of_column("Figure 5", "age", 1, options, watch),
};

pub const FIGURE_6: About = About {
    name: "tree-figure-6",
    shows: "information loss for each walk on Adult's hours per week",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 6",
    run: |options, watch| of_column("Figure 6", "hours-per-week", 0, options, watch),
};

pub const FIGURE_7: About = About {
    name: "tree-figure-7",
    shows: "utility loss for each walk on Adult's hours per week",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 7 (printed as a second figure 2)",
    run: |options, watch| of_column("Figure 7", "hours-per-week", 1, options, watch),
};

pub const FIGURE_8: About = About {
    name: "tree-figure-8",
    shows: "utility loss (hierarchical discernibility) for each tree and walk",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 8",
    run: |options, watch| figure("Figure 8", "utility loss", 1, options, watch),
};

pub const FIGURE_9: About = About {
    name: "tree-figure-9",
    shows: "information loss for each tree and walk",
    reference: "Hernandez et al., Tree traversal to achieve generalization, figure 9",
    run: |options, watch| figure("Figure 9", "information loss", 0, options, watch),
};

/// A loss for each walk: the paper's bars have the heights of its tables.
fn of_column(
    name: &str,
    column: &'static str,
    loss: usize,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Reproduced> {
    let found = Experiment::run(column, options.vary, options, watch)?;
    let paper = if column == "age" { &PAPER_AGE } else { &PAPER_HOURS };
    let label = LOSSES[loss];
    let mut text = format!("{name}: {label} for each walk, {column}\n{}\n", what_varies(&found, options.seed));
    let (mut lines, mut groups, mut json, mut statements) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (walk, (walk_name, _)) in WALKS.iter().enumerate() {
        let ours: Vec<f64> = (0..KEYS.len()).map(|key| found.spread(key, None, walk, loss).mean).collect();
        let mut bars = vec![("paper".to_string(), paper[walk][loss].mean)];
        bars.extend(KEYS.iter().zip(&ours).map(|((key, _), mean)| (format!("ours, by {key}"), *mean)));
        lines.extend(bars.iter().map(|(of, mean)| (format!("{walk_name}-order, {of}"), *mean)));
        groups.push((format!("{walk_name}-order"), bars.iter().map(|(_, mean)| *mean).collect::<Vec<_>>()));
        json.push(json!({ "walk": walk_name, "paper": paper[walk][loss].mean, "ours": ours }));
    }
    text += &format!("\n{}", bars(&lines, options.width));
    for (key, (key_name, _)) in KEYS.iter().enumerate() {
        let mean = |walk: usize| found.spread(key, None, walk, loss).mean;
        let least = (0..WALKS.len()).min_by(|a, b| mean(*a).total_cmp(&mean(*b))).unwrap_or(IN);
        statements.push(Statement {
            claim: format!("the lowest bar, {label}, {column}"),
            place: format!("trees, {}", name.to_lowercase()),
            theirs: "in-order".into(),
            ours: format!("{}-order", WALKS[least].0),
            holds: if least == IN { Holds::Yes } else { Holds::No },
            reading: format!("{}; search trees keyed by {key_name}", found.vary.words()),
        });
    }
    let series: Vec<String> =
        ["paper".to_string()].into_iter().chain(KEYS.iter().map(|(key, _)| format!("ours, by {key}"))).collect();
    let svg = svg(&format!("{name}: {label} by walk, {column}"), &series, &groups);
    let keys: Vec<&str> = KEYS.iter().map(|(key, _)| *key).collect();
    let json = json!({
        "name": name, "column": column, "loss": label, "keys": keys, "seed": options.seed, "runs_vary": found.vary.name(),
        "bars": json,
    });
    Ok(Reproduced { text, json, svg, statements })
}

/// The paper shows its figures without numbers; ours are means over k = 3, 5, 10 and all runs, keyed by the default.
fn figure(name: &str, label: &str, loss: usize, options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut text = format!("{name}: {label} for each tree and walk (search trees keyed by {})\n", KEYS[0].0);
    let (mut json, mut groups, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for column in ["age", "hours-per-week"] {
        let found = Experiment::run(column, options.vary, options, watch)?;
        if column == "age" {
            text += &format!("{}\n", what_varies(&found, options.seed));
        }
        let _ = writeln!(text, "\n{column}");
        let mut lines = Vec::new();
        for (tree, about) in TREES.iter().enumerate() {
            let spread = |walk| found.spread(0, Some(tree), walk, loss);
            for (walk, (walk_name, _)) in WALKS.iter().enumerate() {
                lines.push((format!("{} {walk_name}", about.name), spread(walk).mean));
                json.push(json!({
                    "column": column, "tree": about.name, "walk": walk_name, "mean": spread(walk).mean,
                    "standard_deviation": spread(walk).deviation,
                }));
            }
            let means = (0..WALKS.len()).map(|walk| spread(walk).mean).collect();
            groups.push((format!("{}, {column}", about.name), means));
        }
        text += &bars(&lines, options.width);
        if let Some(huffman) = findings(&found).last() {
            text += &format!("{}\n", huffman.sentence);
        }
        statements.extend(of_trees(&name.to_lowercase(), label, loss, &found));
    }
    let series: Vec<String> = WALKS.iter().map(|(walk, _)| format!("{walk}-order")).collect();
    let svg = svg(&format!("{name}: {label} by tree and walk"), &series, &groups);
    let json = json!({ "name": name, "loss": label, "key": KEYS[0].0, "seed": options.seed, "bars": json });
    Ok(Reproduced { text, json, svg, statements })
}

/// What section VI says of the trees.
fn of_trees(figure: &str, label: &str, loss: usize, found: &Experiment) -> Vec<Statement> {
    let spread = |tree: usize, walk| found.spread(0, Some(tree), walk, loss).mean;
    let differs = |tree: usize| (0..WALKS.len()).any(|walk| spread(tree, walk) != spread(tree, IN));
    let mean = |tree: &usize| (0..WALKS.len()).map(|walk| spread(*tree, walk)).sum::<f64>() / WALKS.len() as f64;
    let mut trees: Vec<usize> = (0..TREES.len()).collect();
    trees.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
    let said: Vec<String> = trees.iter().map(|tree| format!("{} {:.6}", TREES[*tree].name, mean(tree))).collect();
    let state = |claim: &str, theirs: &str, ours: String, holds| Statement {
        claim: format!("{claim} ({label}, {})", found.column),
        place: format!("trees, VI, {figure}"),
        theirs: theirs.into(),
        ours,
        holds,
        reading: format!("{}; search trees keyed by {}", found.vary.words(), KEYS[0].0),
    };
    let yes = |holds| if holds { Holds::Yes } else { Holds::No };
    let indifferent = found.huffman_is_indifferent();
    let others = (0..TREES.len()).filter(|tree| TREES[*tree].keyed).all(differs);
    let apart = found.told_apart(trees[0], trees[1], loss);
    vec![
        state(
            "Huffman: all walks lose the same",
            "the same",
            if indifferent { "the same, in every run" } else { "not the same" }.into(),
            yes(indifferent),
        ),
        state(
            "the other trees: walks lose differently",
            "differently",
            if others { "differently" } else { "one of them does not" }.into(),
            yes(others),
        ),
        state(
            "which tree is best",
            "cannot be told",
            format!("{}: {}", if apart { "can be told" } else { "cannot be told" }, said.join(", ")),
            yes(!apart),
        ),
    ]
}
