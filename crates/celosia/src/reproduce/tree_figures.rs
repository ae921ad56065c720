//! Figures 8 and 9 of Hernandez et al.: each loss for each tree and walk, on both columns.

use std::fmt::Write;

use serde_json::json;

use super::bars::svg;
use super::tree_experiment::Experiment;
use super::tree_tables::{findings, what_varies};
use super::{About, Options, Reproduced};
use crate::error::Result;
use crate::sets::{KEYS, TREES, WALKS};
use crate::tree::bars;
use crate::watch::Watch;

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

/// The paper shows its figures without numbers; ours are means over k = 3, 5, 10 and all runs, keyed by the default.
fn figure(name: &str, label: &str, loss: usize, options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut text = format!("{name}: {label} for each tree and walk (search trees keyed by {})\n", KEYS[0].0);
    let (mut json, mut groups) = (Vec::new(), Vec::new());
    for column in ["age", "hours-per-week"] {
        let found = Experiment::run(column, options, watch)?;
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
    }
    let series: Vec<String> = WALKS.iter().map(|(walk, _)| format!("{walk}-order")).collect();
    let svg = svg(&format!("{name}: {label} by tree and walk"), &series, &groups);
    let json = json!({ "name": name, "loss": label, "key": KEYS[0].0, "seed": options.seed, "bars": json });
    Ok(Reproduced { text, json, svg, statements: Vec::new() })
}
