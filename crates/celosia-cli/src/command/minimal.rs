//! `celosia minimal`: Samarati's minimal nodes of a level, with their distance vectors.

use celosia::choose::{Choice, height, minimal};
use celosia::error::{Error, Result};
use celosia::release::levels;
use celosia::report::columns::{Column, Columns};
use celosia::report::wrap;
use celosia::say::{count, thousands};
use celosia::study::Role;
use serde_json::json;

use crate::arguments::MinimalArguments;
use crate::engine;
use crate::terminal::Terminal;

/// Nodes that a terminal shows unless all are wanted.
const SHOWN: usize = 30;

pub fn run(arguments: &MinimalArguments, terminal: &Terminal) -> Result<()> {
    let flow = engine::open(arguments.question.required(arguments.study.study()?)?, terminal)?;
    let (problem, source) = (&flow.problem, &flow.source);
    let Some(Choice::Privacy(level)) = arguments.question.choice(problem.model())? else {
        return Err(Error::study("--k", "minimal nodes are those of a level", "give --k 10, or --level"));
    };
    let search = &source.study.search;
    let found = minimal(problem, level, search.max_nodes, search.threads, terminal)?;
    let names: Vec<&str> = source.study.with_role(Role::QuasiIdentifier).map(|c| c.name.as_str()).collect();
    let Some(at) = found.height else {
        let hint = "ask for less, or allow more suppression".to_string();
        return Err(Error::No { what: format!("no node reaches {} = {level}", problem.model().parameter), hint });
    };
    let said = format!(
        "{} of {} for {} = {level}, at most {} suppressed; the lowest at height {at}; {} evaluated",
        count(found.nodes.len() as u64, "minimal node", "minimal nodes"),
        thousands(problem.lattice.size() as f64),
        problem.model().parameter,
        count(problem.limit, "row", "rows"),
        thousands(found.evaluated as f64),
    );
    terminal.say(format!("{}\n", wrap(&said, terminal.width())));
    let loss = problem.metric().name;
    let heads = ["height", loss, "suppressed"].map(Column::right);
    let mut table = Columns::new([Column::left("distance vector")].into_iter().chain(heads));
    let vector = |node| {
        let numbers: Vec<String> = source.levels(node).iter().map(u8::to_string).collect();
        format!("[{}]", numbers.join(","))
    };
    let most = if arguments.all { usize::MAX } else { SHOWN };
    for (node, outcome) in found.nodes.iter().take(most) {
        let numbers = [height(node).to_string(), format!("{:.6}", outcome.loss.value), outcome.suppressed.to_string()];
        table.row([vector(node)].into_iter().chain(numbers));
    }
    terminal.say(table.text(terminal.width()));
    if found.nodes.len() > most {
        terminal.say(format!("{} more; --all shows them\n", found.nodes.len() - most));
    }
    terminal.say(wrap(&format!("levels in the order {}", names.join(", ")), terminal.width()));
    let line = |(node, outcome): &(celosia::space::Node, celosia::Outcome)| {
        json!({
            "levels": levels(&names, &source.levels(node)), "height": height(node), "loss": outcome.loss.value,
            "suppressed": outcome.suppressed, "classes": outcome.classes,
        })
    };
    terminal.object(&json!({
        "study": source.study.name, "model": problem.model().name, "level": level, "loss": loss, "height": at,
        "evaluated": found.evaluated, "nodes": found.nodes.iter().map(line).collect::<Vec<_>>(),
    }));
    Ok(())
}
