//! The worked examples of Hernandez et al.: table III, the trees of figures 1 to 3, the sets of section IV-A and what they
//! cost by equations 1 to 4, and what the objective of section III-B says of them.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::drawing::Drawing;
use super::{About, Holds, Options, Reproduced, Statement};
use crate::error::Result;
use crate::loss::{discernibility_of_value, information_loss_of_set};
use crate::sets::optimal::{most_sets, smallest};
use crate::sets::{Column, Drawn, KEYS, Key, Sets, TREES, WALKS, Walk, sets, walk};
use crate::tree::losses;
use crate::watch::Watch;

pub const EXAMPLE: About = About {
    name: "tree-example",
    shows: "the worked examples: table III, the trees of figures 1 to 3, the sets of section IV-A and equations 1 to 4",
    reference: "Hernandez et al., Tree traversal to achieve generalization, sections II to IV",
    run: example,
};

/// Section II, table I: the ages of five patients.
const PATIENTS: [i64; 5] = [30, 25, 20, 25, 20];
/// Section III-A: the data set J.
const J: [i64; 10] = [47, 42, 51, 35, 33, 51, 37, 33, 38, 36];
/// Section IV-A: ten ages.
const AGES: [i64; 10] = [24, 46, 51, 28, 28, 23, 55, 45, 35, 40];
/// Section IV-A: GS1 and GS2, as printed, for K = 4.
const PRINTED: [&[i64]; 2] = [&[24, 40, 55, 51], &[45, 23, 28, 46, 35]];

/// Rows as a column, with the value of each code.
pub fn column(rows: &[i64]) -> Result<(Column, Vec<i64>)> {
    let mut seen: BTreeMap<i64, (u64, usize)> = BTreeMap::new();
    for (row, value) in rows.iter().enumerate() {
        seen.entry(*value).or_insert((0, row)).0 += 1;
    }
    let mut arrival: Vec<u32> = (0..seen.len() as u32).collect();
    let of: Vec<(u64, usize)> = seen.values().copied().collect();
    arrival.sort_by_key(|code| of[*code as usize].1);
    Ok((Column::new(of.iter().map(|(rows, _)| *rows).collect(), arrival)?, seen.into_keys().collect()))
}

fn example(_: &Options, watch: &dyn Watch) -> Result<Reproduced> {
    watch.begin("working the examples", 0);
    let mut statements = Vec::new();
    let mut text = table_3(&mut statements)?;
    let (trees, svg, drawn) = figures()?;
    text += &trees;
    let (said, found) = section_4(&mut statements)?;
    text += &said;
    text += &discernibility(&mut statements);
    Ok(Reproduced { text, json: json!({ "name": "tree-example", "trees": drawn, "sets": found }), svg, statements })
}

fn state(place: &str, claim: &str, theirs: &str, ours: String, holds: Holds, reading: &str) -> Statement {
    let place = format!("trees, {place}");
    Statement { claim: claim.into(), place, theirs: theirs.into(), ours, holds, reading: reading.into() }
}

fn yes(holds: bool) -> Holds {
    if holds { Holds::Yes } else { Holds::No }
}

/// Values in braces.
fn braces(values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("{{{}}}", values.join(", "))
}

/// Sets with their values, each in rising order.
fn shown(found: &Sets, values: &[i64]) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> =
        found.all().map(|set| set.iter().map(|code| values[*code as usize]).collect()).collect();
    all.iter_mut().for_each(|set| set.sort_unstable());
    all.sort();
    all
}

/// Which combinations of tree, walk and key make the sets that table III and the text below it print.
fn table_3(statements: &mut Vec<Statement>) -> Result<String> {
    let (column, values) = column(&PATIENTS)?;
    let mut makers: BTreeMap<Vec<Vec<i64>>, Vec<String>> = BTreeMap::new();
    for tree in TREES {
        for (key_name, key) in KEYS {
            for (walk_name, order) in WALKS {
                let found = sets(&walk(&(tree.build)(&column, *key), *order), column.counts(), 2)?;
                let name = format!("{} {walk_name}-order by {key_name}", tree.name);
                makers.entry(shown(&found, &values)).or_default().push(name);
            }
        }
    }
    let mut text = format!("Table III: ages {} with k = 2\n", braces(&PATIENTS));
    for (sets, makers) in &makers {
        let sets: Vec<String> = sets.iter().map(|set| braces(set)).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {:<22} {} of 18 combinations, such as {}", sets.join(" "), makers.len(), makers[0]);
    }
    let printed: [(&str, &str, Vec<Vec<i64>>); 3] = [
        ("heuristic A", "{20}, {25, 30}", vec![vec![20], vec![25, 30]]),
        ("heuristic B", "{20, 30}, {25}", vec![vec![20, 30], vec![25]]),
        ("heuristic C", "{20, 25, 30}", vec![vec![20, 25, 30]]),
    ];
    for (name, theirs, sets) in printed {
        let made = makers.get(&sets);
        let ours = match made {
            Some(made) => format!("made by {} of 18 combinations", made.len()),
            None => "made by none: values with k rows are left alone, and one of them at most joins".into(),
        };
        let claim = format!("a heuristic makes these sets: {name}");
        let reading = "any tree, walk and key";
        statements.push(state("II-A, table III", &claim, theirs, ours, yes(made.is_some()), reading));
    }
    Ok(text)
}

/// The three trees over J, which the text describes and the figures show.
fn figures() -> Result<(String, String, Value)> {
    let (column, values) = column(&J)?;
    let mut text = format!("\nFigures 1 to 3: trees over J = {}, search trees keyed by value\n", braces(&J));
    let wide: usize = TREES.iter().map(|tree| (tree.build)(&column, Key::Value).drawn().len() + 1).sum();
    let mut drawing =
        Drawing::new("Figures 1 to 3: Huffman, binary search and AVL tree of J", 36.0 * wide as f64, 260.0);
    let (mut left, mut json) = (1, json!({}));
    for tree in TREES {
        let built = (tree.build)(&column, Key::Value);
        let nodes = built.drawn();
        let at = |node: &Drawn| (36.0 * (left + node.place) as f64, 40.0 + 36.0 * node.depth as f64);
        for node in &nodes {
            if let Some(parent) = node.parent {
                drawing.line(at(&nodes[parent]), at(node));
            }
        }
        for node in &nodes {
            match node.value {
                Some(code) => {
                    let rows = column.counts()[code as usize];
                    let label = format!("{}[{rows}]", values[code as usize]);
                    drawing.node(at(node), &label, "#eef");
                }
                None => drawing.node(at(node), &rows_below(&nodes, node.place, &column).to_string(), "#fff"),
            }
        }
        let middle = 36.0 * (left as f64 + nodes.len() as f64 / 2.0 - 0.5);
        drawing.text((middle, 8.0), tree.name);
        left += nodes.len() + 1;
        for (name, order) in WALKS {
            let order: Vec<i64> = walk(&built, *order).iter().map(|code| values[*code as usize]).collect();
            let said: Vec<String> = order.iter().map(i64::to_string).collect();
            let _ = writeln!(text, "  {:<8} {:<11} {}", tree.name, format!("{name}-order"), said.join(" "));
            json[tree.name][*name] = json!(order);
        }
    }
    Ok((text, drawing.finish(), json))
}

/// Rows of all values below a node that joins others.
fn rows_below(nodes: &[Drawn], place: usize, column: &Column) -> u64 {
    let own = nodes[place].value.map_or(0, |code| column.counts()[code as usize]);
    let below = nodes.iter().filter(|node| node.parent == Some(place));
    own + below.map(|node| rows_below(nodes, node.place, column)).sum::<u64>()
}

/// The sets of section IV-A, their loss, and what the objective of section III-B says of them.
fn section_4(statements: &mut Vec<Statement>) -> Result<(String, Value)> {
    const K: u64 = 4;
    let (column, values) = column(&AGES)?;
    let order = walk(&(TREES[0].build)(&column, Key::Value), Walk::In);
    let found = sets(&order, column.counts(), K)?;
    let named = |sets: &Sets| -> Vec<Vec<i64>> {
        sets.sets.iter().map(|set| set.iter().map(|code| values[*code as usize]).collect()).collect()
    };
    let rows = |set: &[u32]| -> u64 { set.iter().map(|code| column.counts()[*code as usize]).sum() };
    let largest = |sets: &Sets| sets.sets.iter().map(|set| rows(set)).max().unwrap_or(0);
    let ours = named(&found);
    let leaves: Vec<String> = order.iter().map(|code| values[*code as usize].to_string()).collect();
    let losses: Vec<f64> =
        found.sets.iter().map(|set| information_loss_of_set(set.len() as u64, column.len() as u64)).collect();
    let of_column = self::losses(&column, &found).information.of_sets;
    let even = smallest(&order, column.counts(), K)?;
    let most = most_sets(column.counts(), K);
    let sets_text = |sets: &[Vec<i64>]| sets.iter().map(|set| braces(set)).collect::<Vec<_>>().join(" ");

    let mut text = format!(
        "\nSection IV-A: ages {}, K = {K}\n  leaves of Huffman's tree: {}\n  sets: {}, rows {}\n",
        braces(&AGES),
        leaves.join(" "),
        sets_text(&ours),
        found.sets.iter().map(|set| rows(set).to_string()).collect::<Vec<_>>().join(" and "),
    );
    let _ = writeln!(
        text,
        "  equation 1: {}; equation 2: {of_column}",
        losses.iter().map(f64::to_string).collect::<Vec<_>>().join(" and ")
    );
    let _ = writeln!(
        text,
        "  section III-B: no partition has more than {most} sets; smallest sets of this order: {} (largest {} rows)",
        sets_text(&named(&even)),
        largest(&even)
    );

    let huffman = "Huffman's ties as a binary heap breaks them, values in order of first occurrence";
    let tail = "IV-A";
    for (number, printed) in PRINTED.iter().enumerate() {
        let own = ours.get(number).cloned().unwrap_or_default();
        let claim = format!("GS{} for K = {K}", number + 1);
        statements.push(state(tail, &claim, &braces(printed), braces(&own), yes(own == *printed), huffman));
        let theirs = [0.5, 0.625][number];
        let loss = losses.get(number).copied().unwrap_or(f64::NAN);
        let claim = format!("equation 1 for GS{}", number + 1);
        statements.push(state("IV-A, eq. 1", &claim, &theirs.to_string(), loss.to_string(), yes(loss == theirs), ""));
    }
    let unique = column.len();
    statements.push(state(tail, "unique values of the ages", "9", unique.to_string(), yes(unique == 9), ""));
    let plain = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
    for (loss, reading) in [(of_column, "a set weighs by its rows"), (plain, "the plain mean of both sets")] {
        let holds = yes((loss - 0.575).abs() < 1e-9);
        statements.push(state(
            "IV-A, eq. 2",
            "information loss of the column",
            "0.575",
            format!("{loss:.4}"),
            holds,
            reading,
        ));
    }
    let place = "III-B, the objective";
    let ours = format!("{} sets; no partition has more than {most}", found.sets.len());
    let holds = yes(found.sets.len() as u64 == most);
    statements.push(state(
        place,
        "M of the printed sets is the largest",
        "M = 2",
        ours,
        holds,
        "smallest sets on average",
    ));
    let ours = format!("largest set {} rows; {} are possible", largest(&found), largest(&even));
    let holds = yes(largest(&found) <= largest(&even));
    statements.push(state(
        place,
        "tam(P_i) of the printed sets is least",
        "rules 1 to 4 minimise it",
        ours,
        holds,
        "the largest set",
    ));
    let least = found.sets.iter().map(|set| rows(set)).min().unwrap_or(0);
    let claim = "a record is re-identified with a probability of at most 1/k";
    let ours = format!("at most 1/{least} in the example");
    statements.push(state("VI", claim, "1/4 for K = 4", ours, yes(least >= K), "an attacker who knows the age alone"));
    let json = json!({
        "leaves": order.iter().map(|code| values[*code as usize]).collect::<Vec<_>>(), "sets": named(&found),
        "information_loss": { "sets": losses, "column": of_column },
        "most_sets": most, "smallest": named(&even),
    });
    Ok((text, json))
}

/// Equations 3 and 4: 50 records X and 200 records Y of 1,000.
fn discernibility(statements: &mut Vec<Statement>) -> String {
    let of = |rows| discernibility_of_value(250, rows, 1000);
    let (x, y) = (of(50), of(200));
    let both = (x + y) / 2.0;
    let place = "IV-B, eq. 3";
    statements.push(state(place, "HDM of X", "4/19", format!("{x:.6}"), yes((x - 4.0 / 19.0).abs() < 1e-12), ""));
    statements.push(state(place, "HDM of Y", "1/16", format!("{y:.6}"), yes((y - 1.0 / 16.0).abs() < 1e-12), ""));
    let holds = if (both - 0.136516).abs() < 5e-7 { Holds::Yes } else { Holds::InKind };
    let reading = "(4/19 + 1/16) / 2: the last digit printed is a slip";
    statements.push(state("IV-B, eq. 4", "HDM of G1", "0.136516", format!("{both:.6}"), holds, reading));
    format!(
        "\nSection IV-B: 50 rows X and 200 rows Y of 1,000\n  equation 3: {x:.6} and {y:.6}; equation 4: {both:.6}\n"
    )
}
