//! A comparison as one HTML page that holds its chart and its style, has no script, and loads nothing.

use std::fmt::Write;

use super::Comparison;
use super::text::{explanation, percent, utility as utility_text};
use crate::report::{STYLE, escape, overlay_svg};
use crate::say::{count, thousands};

const PAGE: &str = include_str!("page.html");

/// The comparison as SVG.
pub fn comparison_svg(comparison: &Comparison) -> String {
    draw(comparison, &format!("{}: {}", comparison.study, comparison.subject()))
}

fn draw(comparison: &Comparison, title: &str) -> String {
    overlay_svg(&comparison.curves(), comparison.bound.as_ref(), comparison.model, comparison.objectives[1].name, title)
}

/// The comparison as a page. Numbers are rounded: with all digits they could tell about rows that are suppressed.
pub fn comparison_page(comparison: &Comparison) -> String {
    let left_out = comparison.left_out.iter().map(|(name, why)| format!("<p>{name} is left out: {why}.</p>\n"));
    let parts = [
        ("<!--STUDY-->", escape(&comparison.study)),
        ("<!--SUBJECT-->", escape(&comparison.subject())),
        ("<!--CHART-->", draw(comparison, "Every front on one chart")),
        ("<!--ENTRIES-->", entries(comparison)),
        ("<!--COVERS-->", covers(comparison)),
        ("<!--UTILITY-->", utility(comparison)),
        ("<!--NOTES-->", format!("<p>{}</p>\n{}", escape(&explanation(comparison)), left_out.collect::<String>())),
        ("/*STYLE*/", STYLE.to_string()),
    ];
    // Each marker is cut out once, so that none in a study's name is taken for one.
    let (mut page, mut rest) = (String::new(), PAGE);
    while let Some((at, (marker, part))) =
        parts.iter().filter_map(|part| rest.find(part.0).map(|at| (at, part))).min_by_key(|(at, _)| *at)
    {
        page += &rest[..at];
        page += part;
        rest = &rest[at + marker.len()..];
    }
    page + rest
}

fn entries(comparison: &Comparison) -> String {
    let mut rows = String::new();
    for entry in &comparison.entries {
        let (rule, limit) = &entry.suppression;
        // Writing to a String cannot fail.
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.4}</td><td>{}</td>\
             <td>{:.2}</td><td>{}, {}</td></tr>",
            escape(&entry.name),
            escape(&entry.space),
            escape(&entry.search),
            thousands(entry.points.len() as f64),
            if entry.complete { "yes" } else { "no" },
            entry.hypervolume,
            thousands(entry.evaluated as f64),
            entry.seconds,
            escape(rule),
            count(*limit, "row", "rows")
        );
    }
    rows
}

fn utility(comparison: &Comparison) -> String {
    let said = utility_text(comparison, 100);
    if said.is_empty() { said } else { format!("<div class=\"table\"><pre>{}</pre></div>", escape(&said)) }
}

fn covers(comparison: &Comparison) -> String {
    let heads = comparison.entries.iter().map(|e| format!("<th scope=\"col\">{}</th>", escape(&e.name)));
    let mut rows = format!("<thead><tr><td></td>{}</tr></thead>\n<tbody>\n", heads.collect::<String>());
    for (row, entry) in comparison.entries.iter().enumerate() {
        let share = |(column, share): (usize, &Option<f64>)| {
            format!("<td>{}</td>", percent(if row == column { None } else { *share }).replace('>', "&gt;"))
        };
        let cells: String = comparison.covers[row].iter().enumerate().map(share).collect();
        let _ = writeln!(rows, "<tr><th scope=\"row\">{}</th>{cells}</tr>", escape(&entry.name));
    }
    rows + "</tbody>"
}
