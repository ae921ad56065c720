//! Sets and comparisons as text and JSON. These show values of the data: they are for the publisher's own screen.

use std::fmt::Write;

use serde_json::{Value, json};

use super::column::{Grouped, Together};
use super::compare::{Comparison, Line};
use super::losses::Losses;
use crate::report::columns::{Column, Columns, width as width_of};
use crate::report::wrap;
use crate::say::{count, thousands};
use crate::sets::{Method, OPTIMAL, SMALLEST};

/// Values of a set that are printed; JSON has them all.
const SHOWN: usize = 24;

/// A column's sets for a terminal of `width` columns: what was done, each set with its rows, both losses.
pub fn grouped_text(grouped: &Grouped, how: &str, most: usize, width: usize) -> String {
    let Grouped { domain, column, k, sets, losses } = grouped;
    let rare: u64 = column.counts().iter().filter(|rows| *rows < k).count() as u64;
    let mut text = wrap(
        &format!(
            "{}: {}, {}, k = {k}; {how}",
            domain.column,
            count(column.rows(), "row", "rows"),
            count(column.len() as u64, "value", "values"),
        ),
        width,
    );
    let found = format!(
        "{} fewer than {k} times; {}; {} left alone",
        count(rare, "value occurs", "values occur"),
        count(sets.sets.len() as u64, "set", "sets"),
        count(sets.alone.len() as u64, "value is", "values are"),
    );
    text += &format!("{}\n", wrap(&found, width));
    let mut table = Columns::new([Column::right(""), Column::text("")]).indented(2);
    for set in sets.sets.iter().take(most) {
        let rows: u64 = set.iter().map(|code| column.counts()[*code as usize]).sum();
        let names: Vec<&str> = set.iter().take(SHOWN).map(|code| domain.values[*code as usize].as_str()).collect();
        let more = if set.len() > SHOWN { format!(", … {} more", set.len() - SHOWN) } else { String::new() };
        table.row([count(rows, "row", "rows"), format!("{{{}{more}}}", names.join(", "))]);
    }
    if sets.sets.len() > most {
        table.row(["…".to_string(), format!("{} more; --json lists them all", sets.sets.len() - most)]);
    }
    text + &table.text(width) + &losses_text(losses, width)
}

fn losses_text(losses: &Losses, width: usize) -> String {
    let mut table = Columns::new([Column::left(""), Column::right("sets"), Column::right("column")]);
    for (name, loss) in [("information loss", &losses.information), ("hierarchical discernibility", &losses.utility)] {
        table.row([name.to_string(), format!("{:.6}", loss.of_sets), format!("{:.8}", loss.of_column)]);
    }
    let what =
        "\"sets\" is the paper's mean, over sets of two values or more; in \"column\" the values left alone lose 0.";
    format!("\n{}{}", table.text(width), wrap(what, width))
}

/// What the combination of the columns has.
pub fn together_text(together: &Together, width: usize) -> String {
    let names: Vec<&str> = together.columns.iter().map(|c| c.domain.column.as_str()).collect();
    let dropped = match together.dropped {
        0 => String::new(),
        n => format!(" ({} left out: a value is missing)", count(n, "row is", "rows are")),
    };
    let text = format!(
        "{} together: k = {} (before: {}), {} in {}{dropped}",
        names.join(", "),
        thousands(together.k.1 as f64),
        thousands(together.k.0 as f64),
        count(together.rows, "row", "rows"),
        count(together.classes.1, "class", "classes"),
    );
    wrap(&text, width)
}

/// The nine combinations and the optimum, and what "optimum" means here.
pub fn comparison_text(name: &str, comparison: &Comparison, width: usize) -> String {
    let numbers = [
        "sets",
        "largest",
        "information loss, sets",
        "hierarch. discern., sets",
        "information loss, column",
        "hierarch. discern., column",
        "above own optimum",
        "above least",
    ];
    let mut table = Columns::new(["tree", "walk"].map(Column::left).into_iter().chain(numbers.map(Column::right)));
    for line in &comparison.lines {
        let Losses { information, utility } = line.losses;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share.max(0.0));
        table.row([
            line.tree.to_string(),
            line.walk.to_string(),
            line.sets.to_string(),
            thousands(line.largest as f64),
            format!("{:.6}", information.of_sets),
            format!("{:.6}", utility.of_sets),
            format!("{:.8}", information.of_column),
            format!("{:.8}", utility.of_column),
            percent(line.above(line.least)),
            percent(line.above(comparison.least)),
        ]);
    }
    let bar = |line: &Line| (format!("{} {}", line.tree, line.walk), line.losses.information.of_sets);
    let bars = bars(&comparison.lines.iter().map(bar).collect::<Vec<_>>(), width);
    let what = "The optimum is exact for the information loss of a given order: values with k rows or more are left alone, \
                the others are cut into runs of that order. \"above own optimum\": for the order of the same walk. \
                \"above least\": the least over the orders of all lines. Sets that are runs of no line's order may lose \
                less still.";
    let what = format!(
        "{what} \"smallest\": the most sets of at least k rows that a cut of that order has and, of those, the most even ones \
         (\"largest\": rows of the largest set). No partition in any order has more than {}.",
        count(comparison.most, "set", "sets")
    );
    let (table, what) = (table.text(width), wrap(&what, width));
    format!("{name}, k = {}\n{table}\ninformation loss, sets\n{bars}\n{what}", comparison.k)
}

/// Bars of block characters, longest for the greatest value.
pub fn bars(lines: &[(String, f64)], width: usize) -> String {
    let most = lines.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let label = lines.iter().map(|(name, _)| width_of(name)).max().unwrap_or(0);
    let room = width.saturating_sub(label + 14).clamp(10, 80);
    let mut text = String::new();
    for (name, value) in lines {
        let eighths = if most > 0.0 { (value / most * room as f64 * 8.0).round() as usize } else { 0 };
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        let bar = format!("{}{rest}", "█".repeat(eighths / 8));
        let _ = writeln!(text, "{name:<label$}  {bar} {value:.6}");
    }
    text
}

/// A column's sets as JSON: every value in exactly one set, those that are left alone in sets of their own.
pub fn grouped_json(grouped: &Grouped, method: Method, walk: &str, key: &str) -> Value {
    let Grouped { domain, column, k, sets, losses } = grouped;
    let set = |set: &[u32]| {
        let values: Vec<&str> = set.iter().map(|code| domain.values[*code as usize].as_str()).collect();
        let rows: u64 = set.iter().map(|code| column.counts()[*code as usize]).sum();
        json!({ "values": values, "rows": rows })
    };
    let mut object = json!({
        "column": domain.column, "type": domain.kind.name(), "k": k, "tree": method.name(), "walk": walk, "key": key,
        "rows": column.rows(), "values": column.len(), "left_alone": sets.alone.len(),
    });
    if [OPTIMAL, SMALLEST].contains(&method.name()) {
        object["walk"] = Value::Null;
    }
    object["sets"] = sets.all().map(set).collect();
    merge(&mut object, losses_json(losses));
    object
}

fn losses_json(losses: &Losses) -> Value {
    json!({
        "information_loss": losses.information.of_sets,
        "hierarchical_discernibility": losses.utility.of_sets,
        "whole_column": {
            "information_loss": losses.information.of_column,
            "hierarchical_discernibility": losses.utility.of_column,
        },
    })
}

/// Adds the keys that an object does not have.
fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        more.into_iter().for_each(|(key, value)| {
            object.entry(key).or_insert(value);
        });
    }
}

/// What the combination of the columns has, as JSON.
pub fn together_json(together: &Together) -> Value {
    let names: Vec<&str> = together.columns.iter().map(|c| c.domain.column.as_str()).collect();
    json!({
        "columns": names, "rows": together.rows, "dropped": together.dropped, "k": together.k.1,
        "k_before": together.k.0, "classes": together.classes.1, "classes_before": together.classes.0,
    })
}

/// The nine combinations and the optimum as JSON.
pub fn comparison_json(comparison: &Comparison) -> Value {
    let line = |line: &Line| {
        let of = if [OPTIMAL, SMALLEST].contains(&line.tree) { "order" } else { "walk" };
        let mut object = json!({ "tree": line.tree, of: line.walk, "sets": line.sets, "largest_set": line.largest });
        merge(&mut object, losses_json(&line.losses));
        object["optimum_of_order"] = json!(line.least);
        object["above_optimum_of_order"] = json!(line.above(line.least).max(0.0));
        object["above_least"] = json!(line.above(comparison.least).max(0.0));
        object
    };
    json!({
        "k": comparison.k,
        "combinations": comparison.lines.iter().map(line).collect::<Vec<_>>(),
        "least_information_loss_of_column": comparison.least,
        "most_sets_of_any_partition": comparison.most,
        "optimal_for": "information loss; values with k rows or more left alone, the others in runs of a line's order",
    })
}
