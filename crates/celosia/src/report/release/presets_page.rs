//! Presets in force as a part of a report's page: figure beside figure, under the regulator's own headings.

use super::content::{Answered, Content, Found, Regulator};
use super::parts::{Cell, card, list, muted, paragraph, table, text};

/// Every preset in force; nothing where there is none.
pub fn regulators(content: &Content) -> String {
    if content.presets.is_empty() {
        return String::new();
    }
    let before = "A preset says what was measured against which figure. It does not say that a rule is complied with.";
    let each: String = content.presets.iter().map(regulator).collect();
    card("regulators", "Figures of regulators", &(paragraph(before) + &each))
}

fn regulator(preset: &Regulator) -> String {
    let mut inside = format!("<h3>{}</h3>\n", text(&preset.title)) + &paragraph(&preset.says);
    inside += &muted(&format!(
        "{} · {} · version {}, {} · {}",
        preset.preset, preset.source, preset.version, preset.date, preset.certainty
    ));
    if !preset.assumed.is_empty() {
        inside += &muted(&format!("Nobody said, so it was assumed: {}.", preset.assumed.join(", ")));
    }
    let found = |found: &Found| {
        let (status, good) = match found.within {
            Some(true) => ("within the figure", true),
            Some(false) => ("NOT within the figure", false),
            None => ("no figure", false),
        };
        vec![Cell::Explained(found.said.clone(), found.rule.clone()), Cell::Level(String::new(), status, good)]
    };
    inside += &table(&["Measured", "#Against the figure"], preset.findings.iter().map(found).collect());
    if !preset.headings.is_empty() {
        inside += "<h4>The regulator's own headings</h4>\n";
        let row = |heading: &Answered| {
            let names: Vec<&str> = heading.sections.iter().map(|(_, name)| *name).collect();
            let see = if names.is_empty() { "for the publisher to write".into() } else { names.join("; ") };
            vec![Cell::Explained(heading.title.clone(), heading.asks.clone()), Cell::Text(see)]
        };
        inside += &table(
            &["Heading, and what is expected there", "In this report"],
            preset.headings.iter().map(row).collect(),
        );
    }
    for (what, lines) in [("What it demands of columns", &preset.columns), ("What it cannot say", &preset.cannot)] {
        if !lines.is_empty() {
            inside += &format!("<h4>{what}</h4>\n{}", list("plain", lines));
        }
    }
    inside
}
