//! A comparison as text for a terminal: a line for each entry, who covers whom, the chart.

use super::{Compared, Comparison};
use crate::report::columns::{Column, Columns, cut};
use crate::report::{mark, overlay, wrap};
use crate::say::{count, number, thousands};
use crate::space::Space;
use crate::utility::Utility;

/// The comparison for a terminal of `width` columns.
pub fn comparison_text(comparison: &Comparison, width: usize) -> String {
    let suppression = match comparison.suppression() {
        Some((rule, limit)) => format!("at most {} suppressed ({rule})", count(*limit, "row", "rows")),
        None => "suppression as each entry says".into(),
    };
    let mut text = wrap(&format!("{}: {}, {suppression}", comparison.study, comparison.subject()), width);
    text += &format!("\n{}", table(comparison, width));
    if comparison.entries.len() > 1 {
        let what = "Covers: the share of a column's points that the row's front is at least as good as";
        text += &format!("\n{}{}", wrap(what, width), covers(comparison, width));
    }
    let utility = utility(comparison, width);
    if !utility.is_empty() {
        text += &format!("\n{utility}");
    }
    text += &format!(
        "\n{}\n",
        overlay(
            &comparison.curves(),
            comparison.bound.as_ref(),
            comparison.model,
            comparison.objectives[1].name,
            width
        )
    );
    for entry in comparison.entries.iter().filter(|e| !e.complete) {
        text += &wrap(&format!("{} is not complete: {}.", entry.name, entry.why), width);
    }
    text += &wrap(&explanation(comparison), width);
    for (name, why) in &comparison.left_out {
        text += &wrap(&format!("note: {name} is left out: {why}"), width);
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
    let advice = advice(comparison).map_or(String::new(), |advice| format!(" {advice}"));
    format!(
        "Hypervolume: the share of all conceivable trade-offs that a front is at least as good as, each objective from \
         its worst to its best{factors}.{further}{advice}"
    )
}

/// What regions save where both they and the lattice were searched, and when to choose which.
fn advice(comparison: &Comparison) -> Option<String> {
    let k = comparison.levels.iter().copied().find(|k| *k >= 10.0)?;
    let best = |space: Space| {
        let points = comparison.entries.iter().filter(|entry| entry.space == space.name()).flat_map(|e| &e.points);
        points.filter(|values| values[0] >= k).map(|values| values[1]).min_by(f64::total_cmp)
    };
    let (lattice, regions) = (best(Space::Lattice)?, best(Space::Regions)?);
    (lattice > 0.0 && regions < lattice).then(|| {
        format!(
            "At k = {k} classes with labels of their own lose {} of what groups that are the same in every row do ({} and {}): \
             choose regions where rows go into a model, and the lattice or cuts where readers need the same groups in every row.",
            percent(Some(regions / lattice)),
            number(regions),
            number(lattice)
        )
    })
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

fn table(comparison: &Comparison, width: usize) -> String {
    let entries = &comparison.entries;
    let one_rule = comparison.suppression().is_some();
    // Names of searches say what ran; names of files do not.
    let files = entries.iter().any(|e| !e.name.ends_with(e.search.as_str()));
    let mut columns = vec![Column::left(""), Column::name("entry"), Column::left("space")];
    columns.extend(files.then(|| Column::left("search")));
    columns.extend(["points", "complete", "hypervolume", "evaluated", "seconds"].map(Column::right));
    columns.extend((!one_rule).then(|| Column::text("suppression")));
    let mut text = Columns::new(columns);
    for (number, entry) in entries.iter().enumerate() {
        let mut cells = vec![format!(" {}", mark(number)), entry.name.clone(), entry.space.clone()];
        cells.extend(files.then(|| entry.search.clone()));
        cells.extend([
            thousands(entry.points.len() as f64),
            if entry.complete { "yes" } else { "NO" }.to_string(),
            format!("{:.6}", entry.hypervolume),
            thousands(entry.evaluated as f64),
            format!("{:.2}", entry.seconds),
        ]);
        cells.extend((!one_rule).then(|| suppression(entry)));
        text.row(cells);
    }
    text.text(width)
}

fn suppression(entry: &Compared) -> String {
    let (rule, limit) = &entry.suppression;
    format!("{rule}, {}", thousands(*limit as f64))
}

fn covers(comparison: &Comparison, width: usize) -> String {
    let names: Vec<&str> = comparison.entries.iter().map(|e| e.name.as_str()).collect();
    let heads = names.iter().map(|name| Column::right(cut(name, 24)));
    let mut text = Columns::new([Column::left(""), Column::name("")].into_iter().chain(heads));
    for (row, one) in names.iter().enumerate() {
        let shares = comparison.covers[row].iter().enumerate();
        let shares = shares.map(|(column, share)| percent(share.filter(|_| row != column)));
        text.row([format!(" {}", mark(row)), one.to_string()].into_iter().chain(shares));
    }
    text.text(width)
}

/// What readers get wrong with the point of each entry that reaches a level, where levels are those of k.
pub(super) fn utility(comparison: &Comparison, width: usize) -> String {
    let levels = &comparison.levels;
    let entries: Vec<(usize, &Compared)> =
        comparison.entries.iter().enumerate().filter(|(_, entry)| entry.utility.iter().any(Option::is_some)).collect();
    if entries.is_empty() {
        return String::new();
    }
    let said: Vec<String> = levels.iter().map(|k| thousands(*k)).collect();
    let with_classifier = entries.iter().flat_map(|(_, e)| e.utility.iter().flatten()).any(|u| u.classifier.is_some());
    let what = format!(
        "What readers get wrong with the release of each front at k = {}: counts of random ranges (relative error), means of \
         ranges (in standard deviations){}",
        said.join(", "),
        if with_classifier { ", and rows that a classifier trained on it gets wrong" } else { "" }
    );
    let mut columns = vec![Column::left(""), Column::name("entry")];
    let kinds = ["counts", "means", "classifier"];
    for kind in &kinds[..if with_classifier { 3 } else { 2 }] {
        columns.extend(said.iter().map(|k| Column::right(format!("{kind}, {k}"))));
    }
    let mut text = Columns::new(columns);
    for (number, entry) in entries {
        let mut cells = vec![format!(" {}", mark(number)), entry.name.clone()];
        let mut add = |of: &dyn Fn(&Utility) -> Option<String>| {
            let cell = |utility: &Option<Utility>| utility.as_ref().and_then(of).unwrap_or_else(|| "–".into());
            cells.extend(entry.utility.iter().map(cell));
        };
        add(&|utility| Some(percent(Some(utility.all_counts))));
        add(&|utility| utility.means.map(|means| format!("{means:.3}")));
        if with_classifier {
            add(&|utility| utility.classifier.map(|classifier| percent(Some(1.0 - classifier.on_release))));
        }
        text.row(cells);
    }
    wrap(&what, width) + &text.text(width)
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
