//! How often each walk loses least, over many tables: the paper has one, and says that in-order is best.
//!
//! A table is a draw of rows from a column of Adult; on it the paper's experiment runs with other orders of arrival, and a walk
//! wins where its mean over the search trees, k and orders is least. Huffman's tree, to which all walks are one, decides
//! nothing and is left out.

use std::fmt::Write;

use rayon::prelude::*;
use serde_json::json;

use super::bars::svg;
use super::tree_experiment::{Experiment, IN, read};
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::sets::{KEYS, TREES, WALKS};
use crate::watch::Watch;

pub const WALKS_WON: About = About {
    name: "tree-walks",
    shows: "how often each walk loses least, over 200 tables drawn from each column",
    reference: "Hernandez et al., Tree traversal to achieve generalization, sections V-B and VII",
    run,
};

/// Tables drawn from each column.
const TABLES: u64 = 200;
/// Means that differ by less are equal: sums of the same numbers in another order.
const EQUAL: f64 = 1e-12;
const LOSSES: [&str; 2] = ["information loss", "utility loss"];

fn run(options: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    let mut text = format!(
        "How often each walk loses least: {TABLES} tables from each column (seed {}), on each the paper's experiment with\n\
         other orders of arrival\n\n{:<16} {:<18} {:<10}",
        options.seed, "column", "loss", "key"
    );
    WALKS.iter().for_each(|(walk, _)| text += &format!(" {:>11}", format!("{walk}-order")));
    text += &format!(" {:>8}\n", "tie");
    let (mut lines, mut groups, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    for (column, place) in [("age", "figures 4 and 5"), ("hours-per-week", "figures 6 and 7")] {
        let values = read(&options.adult, column, watch)?;
        watch.begin("drawing tables", TABLES);
        let won = (0..TABLES).into_par_iter().map(|table| {
            watch.check()?;
            // A seed for each table, whatever thread draws it.
            let seed = options.seed.wrapping_mul(1_000_003).wrapping_add(table);
            let found = Experiment::on(column, &values, options, seed)?;
            watch.advance(1);
            Ok(winners(&found))
        });
        let won: Vec<Won> = won.collect::<Result<_>>()?;
        for (key, (key_name, _)) in KEYS.iter().enumerate() {
            for (loss, loss_name) in LOSSES.iter().enumerate() {
                let count = |winner: Option<usize>| won.iter().filter(|w| w[key][loss] == winner).count();
                let wins: Vec<usize> = (0..WALKS.len()).map(|walk| count(Some(walk))).collect();
                // Writing to a String cannot fail.
                let _ = write!(text, "{column:<16} {loss_name:<18} {key_name:<10}");
                wins.iter().for_each(|wins| text += &format!(" {wins:>11}"));
                text += &format!(" {:>8}\n", count(None));
                lines.push(json!({
                    "column": column, "loss": loss_name, "key": key_name, "tables": TABLES, "ties": count(None),
                    "won": WALKS.iter().zip(&wins).map(|((walk, _), wins)| (walk.to_string(), json!(wins)))
                        .collect::<serde_json::Map<_, _>>(),
                }));
                let share = |wins: &usize| *wins as f64 / TABLES as f64;
                let name = format!("{column}, {} by {key_name}", ["IL", "UL"][loss]);
                groups.push((name, wins.iter().map(share).collect()));
                let holds = match wins[IN] as u64 {
                    TABLES => Holds::Yes,
                    wins if 2 * wins > TABLES => Holds::InKind,
                    _ => Holds::No,
                };
                statements.push(Statement {
                    claim: format!("in-order has the least {loss_name} on {column}"),
                    place: format!("trees, V-B, {place}"),
                    theirs: "in-order is best".into(),
                    ours: format!(
                        "best on {} of {TABLES} tables; pre-order on {}, post-order on {}",
                        wins[IN], wins[0], wins[2]
                    ),
                    holds,
                    reading: format!("search trees keyed by {key_name}; every table a draw of its own"),
                });
            }
        }
    }
    let series: Vec<String> = WALKS.iter().map(|(walk, _)| format!("{walk}-order")).collect();
    let svg = svg("Share of the tables on which each walk loses least", &series, &groups);
    let json = json!({ "name": "tree-walks", "seed": options.seed, "lines": lines });
    Ok(Reproduced { text, json, svg, statements })
}

/// For each key and loss the walk with the least mean; nothing where two share it.
type Won = Vec<[Option<usize>; 2]>;

fn winners(found: &Experiment) -> Won {
    (0..KEYS.len()).map(|key| [0, 1].map(|loss| winner(&means(found, key, loss)))).collect()
}

/// Means over the search trees.
fn means(found: &Experiment, key: usize, loss: usize) -> Vec<f64> {
    let keyed: Vec<usize> = (0..TREES.len()).filter(|tree| TREES[*tree].keyed).collect();
    let mean = |walk| keyed.iter().map(|tree| found.spread(key, Some(*tree), walk, loss).mean).sum::<f64>();
    (0..WALKS.len()).map(|walk| mean(walk) / keyed.len() as f64).collect()
}

fn winner(means: &[f64]) -> Option<usize> {
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    let mut best = (0..means.len()).filter(|walk| means[*walk] <= least + EQUAL);
    best.next().filter(|_| best.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_wins_and_equals_do_not() {
        assert_eq!(winner(&[0.3, 0.1, 0.2]), Some(1));
        assert_eq!(winner(&[0.1, 0.1, 0.2]), None);
        assert_eq!(winner(&[0.1, 0.1 + 1e-15, 0.2]), None);
    }
}
