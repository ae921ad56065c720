//! The columns of a report as a part of its page: what was done to each, all its groups, and what it looked like before.

use super::content::{Bin, Column, Content, Group};
use super::page::key;
use super::parts::{BARS, Cell, card, folded, muted, table, text};
use crate::say::{count, percent, thousands};

/// Groups that are shown before the rest is folded away.
const OPEN: usize = 12;

/// All columns.
pub fn columns(content: &Content) -> String {
    let internal = !content.may_be_shared;
    let (shown, others): (Vec<&Column>, Vec<&Column>) =
        content.columns.iter().partition(|column| !column.groups.is_empty());
    let mut inside = if internal { key() } else { String::new() };
    let each: String = shown.iter().map(|shown| column(shown, internal)).collect();
    inside += &format!("<div class=\"columns\">\n{each}</div>\n");
    if !others.is_empty() {
        let row = |column: &&Column| {
            vec![Cell::Head(column.name.clone()), Cell::Text(column.role.into()), Cell::Text(column.done.clone())]
        };
        inside += "<h3>Further columns</h3>\n";
        inside += &table(&["Column", "Role", "What was done"], others.iter().map(row).collect());
    }
    card("columns", "Every column", &inside)
}

fn column(column: &Column, internal: bool) -> String {
    let mut said = vec![column.done.clone()];
    said.extend(column.shows.map(|shows| count(shows, "different entry", "different entries")));
    if let Some(before) = &column.before {
        said.push(format!("{} before", count(before.values, "value", "values")));
    }
    said.extend(column.hierarchy.map(|from| format!("hierarchy {from}")));
    let mut inside = format!("<p>{}</p>\n", text(&said.join(" · ")));
    if let Some(singles) = &column.singles_out {
        let about = if singles.estimated { "about " } else { "" };
        let rows = |n: u64| if n == 0 { "no row".to_string() } else { about.to_string() + &count(n, "row", "rows") };
        let meant = if singles.unprotected { "; published unprotected, as the study says" } else { "" };
        let (alone, within) = (rows(singles.rows), rows(singles.within_classes));
        inside += &muted(&format!("It singles out {alone} alone, and {within} within their class{meant}."));
    }
    if let Some(before) = &column.before {
        inside += &look(&before.histogram);
        if let Some(moved) = before.moved.filter(|moved| *moved > 0.0) {
            let moved = percent(moved);
            inside += &muted(&match column.role {
                "quasi-identifier" => {
                    format!(
                        "If each label is read as an even mix of its values, {moved} of the rows change their value."
                    )
                }
                _ => format!("By the rows that are left out the shares of its values move by {moved}."),
            });
        }
    }
    let (first, rest) = match column.groups.len() {
        all if all > OPEN + 3 => column.groups.split_at(OPEN),
        _ => (&column.groups[..], &[][..]),
    };
    let both = internal && column.groups.iter().any(|group| group.rows_before.is_some());
    let longest = |group: &Group| group.share.max(group.share_before.unwrap_or(0.0));
    let longest = column.groups.iter().map(longest).fold(1e-9, f64::max);
    inside += &groups(first, both, longest);
    if !rest.is_empty() {
        let more = format!("{} more", thousands(rest.len() as f64));
        inside += &folded(&more, &groups(rest, both, longest));
    }
    // Longer than a page of paper: it may be broken.
    let long = if column.groups.len() > 2 * OPEN { " long" } else { "" };
    let made =
        if column.groups_are_of_the_report { " (intervals of this report; rows show their numbers)" } else { "" };
    format!(
        "<section class=\"column{long}\"><h3>{}<span class=\"role\">{}{made}</span></h3>\n{inside}</section>\n",
        text(&column.name),
        column.role,
    )
}

fn groups(groups: &[Group], both: bool, longest: f64) -> String {
    let mut heads = vec!["Shows", BARS, "#Rows", "#Share"];
    heads.extend(both.then_some("#Before"));
    let row = |group: &Group| {
        let label = if group.label.trim().is_empty() { "(nothing)" } else { &group.label };
        let mut cells = vec![
            Cell::Label(label.to_string(), group.stands_for.clone()),
            Cell::Bars(group.share / longest, group.share_before.map(|share| share / longest)),
            Cell::Number(thousands(group.rows as f64)),
            Cell::Number(percent(group.share)),
        ];
        cells.extend(both.then(|| Cell::Number(group.share_before.map(percent).unwrap_or_default())));
        cells
    };
    table(&heads, groups.iter().map(row).collect())
}

/// A histogram of numbers: bars before, a line after. The table below says what the release shows.
fn look(bins: &[Bin]) -> String {
    const HEIGHT: f64 = 90.0;
    let (Some(first), Some(last)) = (bins.first(), bins.last()) else { return String::new() };
    let highest = bins.iter().flat_map(|bin| [bin.before, bin.after]).fold(1e-9, f64::max);
    let width = 400.0 / bins.len() as f64;
    let y = |share: f64| HEIGHT - share / highest * (HEIGHT - 4.0);
    let bar = |(at, bin): (usize, &Bin)| {
        let (x, y) = (at as f64 * width, y(bin.before));
        format!("<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>", x + 0.5, width - 1.0, HEIGHT - y)
    };
    let step = |(at, bin): (usize, &Bin)| {
        let (from, to) = (at as f64 * width, (at + 1) as f64 * width);
        format!("{}{from:.1} {:.1}H{to:.1}", if at == 0 { "M" } else { "L" }, y(bin.after))
    };
    let bars: String = bins.iter().enumerate().map(bar).collect();
    let line: String = bins.iter().enumerate().map(step).collect();
    let (from, to) = (text(&first.from), text(&last.to));
    format!(
        "<svg class=\"look\" viewBox=\"0 0 400 91\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Distribution from \
         {from} to {to}: bars before, a line as the release reads\">{bars}<line x1=\"0\" y1=\"{HEIGHT}\" x2=\"400\" \
         y2=\"{HEIGHT}\"/><path d=\"{line}\"/></svg><div class=\"ends\"><span>{from}</span><span>{to}</span></div>\n"
    )
}
