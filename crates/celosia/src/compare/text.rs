//! A comparison as text for a terminal: a line for each entry, who covers whom, the chart.

use std::fmt::Write;

use super::{Compared, Comparison};
use crate::report::{mark, overlay, wrap};
use crate::say::{count, thousands};

/// The comparison for a terminal of `width` columns.
pub fn comparison_text(comparison: &Comparison, width: usize) -> String {
    let suppression = match comparison.suppression() {
        Some((rule, limit)) => format!("at most {} suppressed ({rule})", count(*limit, "row", "rows")),
        None => "suppression as each entry says".into(),
    };
    let mut text = wrap(&format!("{}: {}, {suppression}", comparison.study, comparison.subject()), width);
    text += &format!("\n{}", table(comparison));
    if comparison.entries.len() > 1 {
        let what = "Covers: the share of a column's points that the row's front is at least as good as";
        text += &format!("\n{}{}", wrap(what, width), covers(comparison));
    }
    text += &format!("\n{}\n", overlay(&comparison.curves(), comparison.model, comparison.objectives[1].name, width));
    for entry in comparison.entries.iter().filter(|e| !e.complete) {
        text += &wrap(&format!("{} is not complete: {}.", entry.name, entry.why), width);
    }
    text += &wrap(&explanation(comparison), width);
    for (name, why) in &comparison.left_out {
        text += &format!("note: {name} is left out: {why}\n");
    }
    text
}

/// What the hypervolume is, in one sentence or two.
pub(super) fn explanation(comparison: &Comparison) -> String {
    let further =
        if comparison.objectives.len() > 2 { " The chart shows the first model and the first loss." } else { "" };
    let letters: Vec<&str> = ["k", "l"]
        .into_iter()
        .filter(|letter| comparison.objectives.iter().any(|o| o.parameter == Some(letter)))
        .collect();
    let factors = if letters.is_empty() { String::new() } else { format!(" ({} in factors)", letters.join(" and ")) };
    format!(
        "Hypervolume: the share of all conceivable trade-offs that a front is at least as good as, each objective from \
         its worst to its best{factors}.{further}"
    )
}

/// The share of an entry that is covered: "100%", "98.2%", "–".
pub(super) fn percent(share: Option<f64>) -> String {
    match share {
        None => "–".into(),
        // What is not all must not read so.
        Some(share) if share < 1.0 && share > 0.9995 => ">99.9%".into(),
        Some(share) if share == 0.0 || share == 1.0 => format!("{:.0}%", share * 100.0),
        Some(share) => format!("{:.1}%", share * 100.0),
    }
}

fn table(comparison: &Comparison) -> String {
    let entries = &comparison.entries;
    let one_rule = comparison.suppression().is_some();
    let (name, space) =
        (longest(entries.iter().map(|e| e.name.as_str()), 5), longest(entries.iter().map(|e| e.space.as_str()), 5));
    // Names of searches say what ran; names of files do not.
    let files = entries.iter().any(|e| !e.name.ends_with(e.search.as_str()));
    let search = longest(entries.iter().map(|e| e.search.as_str()), 6);
    let said = |text: &str| if files { format!("  {text:<width$}", width = search) } else { String::new() };
    let mut text = format!(
        "   {:<name$}  {:<space$}{}  points  complete  hypervolume  evaluated  seconds{}\n",
        "entry",
        "space",
        said("search"),
        if one_rule { "" } else { "  suppression" }
    );
    for (number, entry) in entries.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            " {} {:<name$}  {:<space$}{}  {:>6}  {:>8}  {:>11.6}  {:>9}  {:>7.2}{}",
            mark(number),
            entry.name,
            entry.space,
            said(&entry.search),
            thousands(entry.points.len() as f64),
            if entry.complete { "yes" } else { "NO" },
            entry.hypervolume,
            thousands(entry.evaluated as f64),
            entry.seconds,
            if one_rule { String::new() } else { suppression(entry) }
        );
    }
    text
}

fn suppression(entry: &Compared) -> String {
    let (rule, limit) = &entry.suppression;
    format!("  {rule}, {}", thousands(*limit as f64))
}

fn covers(comparison: &Comparison) -> String {
    let names: Vec<&str> = comparison.entries.iter().map(|e| e.name.as_str()).collect();
    let name = longest(names.iter().copied(), 5);
    let cell = |name: &str| longest([name].into_iter(), 6);
    let mut text = String::new();
    let heads: String = names.iter().map(|n| format!("  {n:>width$}", width = cell(n))).collect();
    let _ = writeln!(text, "   {:<name$}{heads}", "");
    for (row, one) in names.iter().enumerate() {
        let cells = comparison.covers[row].iter().zip(&names).enumerate().map(|(column, (share, other))| {
            let share = if row == column { None } else { *share };
            format!("  {:>width$}", percent(share), width = cell(other))
        });
        let _ = writeln!(text, " {} {one:<name$}{}", mark(row), cells.collect::<String>());
    }
    text
}

fn longest<'n>(names: impl Iterator<Item = &'n str>, least: usize) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_not_rounded_up_to_all() {
        let said = [None, Some(0.0), Some(0.5), Some(0.99999), Some(1.0)].map(percent);
        assert_eq!(said, ["–", "0%", "50.0%", ">99.9%", "100%"]);
    }
}
